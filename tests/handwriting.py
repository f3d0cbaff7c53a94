"""How learners write: numbers, vectors, sums, formulas and shapes, in many notations.

Nothing here is imported from the package, and nothing here knows what is right.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

Number = int | Fraction | Decimal
Rows = Sequence[Sequence[Number]]
Value = Number | Rows

PLAIN, TEX = "plain", "tex"
WRAPS = {
    ("plain", PLAIN): ("", "", "indented"),
    ("latex", TEX): ("$", "$", "display", "align", "align"),
    ("markdown", PLAIN): ("bullets", "numbers", "bold", "code", "table"),
    ("markdown", TEX): ("bullets", "numbers", "$", "table"),
}
DOTS = {
    PLAIN: ("*", "*", " * ", " × ", "·", "()"),
    TEX: (r" \cdot ", r" \cdot ", r" \times ", "()"),
}
TIMES = {PLAIN: (" ", " ", " @ ", " · ", ""), TEX: (" ", " ", r" \cdot ", "")}
INDICES = {PLAIN: ("_", "_", "", "₁"), TEX: ("_", "_{}")}
VECTORS = {
    PLAIN: ("list", "list", "tuple", "spaced", "nested", "bare", "array"),
    TEX: ("bmatrix", "bmatrix", "pmatrix", "left", "list"),
}
SHAPES = {
    PLAIN: ("colon", "call", "attribute", "is", "size", "product", "length", "len"),
    TEX: ("in", "in", "is", "colon", "product", "length"),
}
MEMBERS = ("ft", "fvt", "fvt", "sft", "sfvt", "vt", "t")
"""The members of an entry's line: symbols, factors, values of the products, total."""


@dataclass(frozen=True)
class Style:
    """The habits of one learner."""

    medium: str
    math: str
    wrap: str
    dot: str
    times: str
    index: str
    vector: str
    column: str
    minus: str
    bare: bool
    """A negative first factor of a sum stands without brackets."""
    adds_negatives: bool
    shape: str
    cross: str
    members: str
    entries: bool
    broken: bool
    talk: str
    multiline: str

    @property
    def tex(self) -> bool:
        """Whether formulas are written in LaTeX."""
        return self.math == TEX


def draw_style(rng: random.Random) -> Style:
    """Draw the habits of one learner."""
    medium = rng.choice(("plain", "plain", "latex", "markdown"))
    math = TEX if medium == "latex" or (medium == "markdown" and rng.random() < 0.3) else PLAIN
    return Style(
        medium=medium,
        math=math,
        wrap=rng.choice(WRAPS[medium, math]),
        dot=rng.choice(DOTS[math]),
        times=rng.choice(TIMES[math]),
        index=rng.choice(INDICES[math]),
        vector=rng.choice(VECTORS[math]),
        column=rng.choice(("matrix", "matrix", "transposed")),
        minus=rng.choice("--−") if math == PLAIN else "-",
        bare=rng.random() < 0.5,
        adds_negatives=rng.random() < 0.5,
        shape=rng.choice(SHAPES[math]),
        cross=r" \times " if math == TEX else rng.choice((" x ", " x ", " × ", "x")),
        members=rng.choice(MEMBERS),
        entries=rng.random() < 0.5,
        broken=rng.random() < 0.3,
        talk=rng.choice(("none", "blank", "heading", "prose")),
        multiline=rng.choice(("", "", "brackets", "rows")),
    )


# What is to be written


@dataclass(frozen=True)
class Term:
    """One product of a sum, as the learner has it: place is (entry of x, row, column)."""

    x: int
    w: int
    value: int
    place: tuple[int, int, int]


@dataclass(frozen=True)
class Sum:
    """What makes one entry: ``inside`` joins the two factors of a term, ``joint`` the terms.

    Where ``inside`` is empty, a term is its weight alone.
    """

    terms: tuple[Term, ...]
    inside: str = "*"
    joint: str = "+"

    @property
    def total(self) -> int:
        """The entry."""
        product = 1
        for term in self.terms:
            product *= term.value
        return product if self.joint == "*" else sum(term.value for term in self.terms)


@dataclass(frozen=True)
class Formula:
    """Products of names, added or joined (","), and perhaps over a root."""

    products: tuple[tuple[str, ...], ...]
    joint: str = "+"
    root: int = 0


@dataclass(frozen=True)
class Shown:
    """Values, added where there are more than one, and perhaps over a root."""

    parts: tuple[Value, ...]
    root: int = 0


# Numbers, vectors and matrices


def number(style: Style, value: Number) -> str:
    """A number, with its sign."""
    sign = style.minus if value < 0 else ""
    if style.tex and isinstance(value, Fraction):
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    return f"{sign}{abs(value)}"


def bracketed(style: Style, value: Number) -> str:
    """A number, in brackets where it is negative."""
    return f"({number(style, value)})" if value < 0 else number(style, value)


def added(style: Style, values: Sequence[Number]) -> str:
    """Numbers in a sum."""
    text = number(style, values[0])
    for value in values[1:]:
        if value < 0 and not style.adds_negatives:
            text += f" {style.minus} {number(style, -value)}"
        else:
            text += f" + {bracketed(style, value)}"
    return text


def written_value(style: Style, value: Value) -> str:
    """A number, a row, a column or a matrix, in one line."""
    if isinstance(value, int | Fraction | Decimal):
        return number(style, value)
    if len(value) == 1:
        return _row(style, value[0])
    if len(value[0]) == 1 and style.column == "transposed" and style.vector != "bare":
        mark = "^{T}" if style.tex else "^T"
        return _row(style, [row[0] for row in value]) + mark
    rows = [[number(style, entry) for entry in row] for row in value]
    if style.tex:
        name = style.vector if style.vector.endswith("matrix") else "bmatrix"
        inner = r" \\ ".join(" & ".join(row) for row in rows)
        return rf"\begin{{{name}}} {inner} \end{{{name}}}"
    if style.vector == "spaced":
        return "[" + "; ".join(" ".join(row) for row in rows) + "]"
    if style.vector == "tuple":
        inner = ", ".join(f"({', '.join(row)}{',' if len(row) == 1 else ''})" for row in rows)
        return f"({inner})"
    inner = ", ".join(f"[{', '.join(row)}]" for row in rows)
    return f"array([{inner}])" if style.vector == "array" else f"[{inner}]"


def _row(style: Style, row: Sequence[Number]) -> str:
    texts = [number(style, entry) for entry in row]
    commas = ", ".join(texts)
    inner = " & ".join(texts)
    apart = r",\;".join(texts)
    forms = {
        "list": f"[{commas}]",
        "tuple": f"({commas})",
        "spaced": f"[{' '.join(texts)}]",
        "nested": f"[[{commas}]]",
        "bare": commas,
        "array": f"array([{commas}])",
        "left": rf"\left[{apart}\right]",
    }
    return forms.get(style.vector, rf"\begin{{{style.vector}}} {inner} \end{{{style.vector}}}")


# Formulas and sums


def written_member(style: Style, member: Formula | Shown) -> str:
    """A member of the equation of a whole result."""
    if isinstance(member, Formula):
        products = [_product(style, factors) for factors in member.products]
        text = " + ".join(products) if member.joint == "+" else f"[{', '.join(products)}]"
    elif all(isinstance(part, int) for part in member.parts):
        text = added(style, member.parts)  # type: ignore[arg-type]
    else:
        clear = style.vector != "bare" or (len(member.parts) == 1 and not member.root)
        own = style if clear else replace(style, vector="list")
        text = " + ".join(written_value(own, part) for part in member.parts)
    if not member.root:
        return text
    return (
        rf"\frac{{{text}}}{{\sqrt{{{member.root}}}}}"
        if style.tex
        else (f"{text} / sqrt({member.root})")
    )


def _product(style: Style, factors: tuple[str, ...]) -> str:
    mark = "^{T}" if style.tex else ".T" if style.times == " @ " else "^T"
    names = [factor.replace("^T", mark) for factor in factors]
    if style.index == "_{}":
        names = [f"W_{{{name[2]}}}{name[3:]}" if name[0] == "W" else name for name in names]
    times = style.times if style.times or names[0] == "x" else " "
    return times.join(names)


def indexed(style: Style, name: str, *indices: int | str) -> str:
    """A name with indices from 0, such as q_1 and w_{11}."""
    text = "".join(i if isinstance(i, str) else str(i + 1) for i in indices)
    if style.index == "₁":
        return name + text.translate({ord("0") + i: chr(ord("₀") + i) for i in range(10)})
    return (
        f"{name}{text}"
        if not style.index
        else (f"{name}_{{{text}}}" if len(text) > 1 or style.index == "_{}" else f"{name}_{text}")
    )


def symbols(style: Style, entry: Sum, height: int, short: bool) -> str:
    """The sum in letters, or "" where it has none."""
    if (entry.inside, entry.joint) != ("*", "+"):
        return ""
    places = [term.place for term in entry.terms]
    column = places[0][2]
    if short and style.tex and places == [(i, i, column) for i in range(height)]:
        return rf"\sum_{{i=1}}^{{{height}}} x_i {indexed(style, 'w', 'i', column)}"
    return " + ".join(
        f"{indexed(style, 'x', i)} {indexed(style, 'w', row, j)}" for i, row, j in places
    )


def factors(style: Style, entry: Sum) -> str:
    """The sum in numbers, before its products are worked out."""
    if entry.inside == "+":
        pairs = ((number(style, term.x), bracketed(style, term.w)) for term in entry.terms)
        return " + ".join(f"({x}+{w})" for x, w in pairs)
    if entry.joint == "*":
        texts = [f"({_times(style, (term.x, term.w), False)})" for term in entry.terms]
        return ("" if style.dot == "()" else style.dot).join(texts)
    return " + ".join(
        _times(style, (term.x, term.w), position == 0) for position, term in enumerate(entry.terms)
    )


def values(style: Style, entry: Sum) -> str:
    """The sum in numbers, with its products worked out."""
    numbers = [term.value for term in entry.terms]
    return _times(style, numbers, False) if entry.joint == "*" else added(style, numbers)


def _times(style: Style, numbers: Sequence[int], first: bool) -> str:
    if style.dot == "()":
        return "".join(f"({number(style, value)})" for value in numbers)
    texts = [bracketed(style, value) for value in numbers]
    if first and style.bare:
        texts[0] = number(style, numbers[0])
    return style.dot.join(texts)


# Shapes


def size(style: Style, shape: tuple[int, int]) -> str:
    """A size such as 1 x 2."""
    return f"{shape[0]}{style.cross}{shape[1]}"
