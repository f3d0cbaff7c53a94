"""How learners lay out a page: items, marked where they are wrong by themselves, become lines.

Nothing here is imported from the package.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import groupby

from tests.handwriting import Style, number, size, written_value

Size = tuple[int, int]
NAMED = {"q": "query", "k": "key", "v": "value"}


class Mark(IntEnum):
    """Whether a piece is wrong by itself, and whether that can be seen.

    `HIDDEN` is wrong, but its value and all its terms that are worth something are right.
    """

    RIGHT = 0
    HIDDEN = 1
    WRONG = 2


def mark(wrong: bool, hidden: bool = False) -> Mark:
    """The mark of a piece."""
    return (Mark.HIDDEN if hidden else Mark.WRONG) if wrong else Mark.RIGHT


@dataclass(frozen=True)
class Item:
    """One piece of the text, with the marks of its members or of its words."""

    kind: str
    """"math", "claim" (a sentence of the work), "words", "heading", "blank" or "rows"."""
    left: str = ""
    members: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = (Mark.RIGHT,)
    about: str = ""


@dataclass(frozen=True)
class Line:
    """One line of the file."""

    text: str
    mark: Mark = Mark.RIGHT
    about: str = ""


def shape_item(
    style: Style, form: str, name: str, shape: Size, factors: tuple[Size, Size], wrong: bool
) -> Item:
    """What is said of the shape of a result that is a product of two factors."""
    said, noun = size(style, shape), f"${name}$" if style.tex else name
    claims = {
        "is": f"{noun} is ${said}$" if style.tex else f"{noun} is {said}",
        "size": f"size of {noun}: {said}",
        "length": f"{noun} has length {shape[1]}",
    }
    if form in claims:
        return Item("claim", claims[form], marks=(mark(wrong),), about=name)
    product = "".join(f"({size(style, factor)})" for factor in factors)
    left, *members = {
        "colon": (f"{name}: {said}",),
        "call": (f"shape({name})", f"({shape[0]}, {shape[1]})"),
        "attribute": (f"{name}.shape", f"({shape[0]}, {shape[1]})"),
        "in": (rf"{name} \in \mathbb{{R}}^{{{said}}}",),
        "len": (f"len({name})", str(shape[1])),
        "product": (f"{name}: {product}", said),
    }[form]
    marks = (mark(wrong),) * max(1, len(members))
    return Item("math", left, tuple(members), marks, name)


def given_items(style: Style, givens: Mapping[str, Sequence[Sequence[int]]]) -> list[Item]:
    """The givens at the head of a page."""
    items = []
    for name, rows in givens.items():
        spelled = f"W_{{{name[2]}}}" if style.index == "_{}" and name != "x" else name
        if len(rows) > 1 and style.multiline:
            items.append(Item("rows", members=tuple(_matrix_lines(style, spelled, rows))))
        else:
            items.append(Item("math", spelled, (written_value(style, rows),), about=name))
    return [*items, Item("blank")]


def _matrix_lines(style: Style, name: str, rows: Sequence[Sequence[int]]) -> Iterator[str]:
    texts = [[number(style, entry) for entry in row] for row in rows]
    if style.tex:
        matrix = style.vector if style.vector.endswith("matrix") else "bmatrix"
        yield rf"{name} = \begin{{{matrix}}}"
        yield from (" & ".join(row) + r" \\" for row in texts)
        yield rf"\end{{{matrix}}}"
    elif style.multiline == "rows":
        yield f"{name} ="
        yield from (" ".join(row) for row in texts)
    else:
        last = len(texts) - 1
        for position, row in enumerate(texts):
            start = f"{name} = [" if position == 0 else " " * len(f"{name} = [")
            yield f"{start}[{', '.join(row)}]{']' if position == last else ','}"


def role_words(style: Style, role: str, position: int) -> list[Item]:
    """What stands before the work of a role."""
    noun = NAMED.get(role, "result")
    start = ("First", "Then", "Now", "Last")[position]
    return {
        "none": [],
        "blank": [Item("blank")] if position else [],
        "heading": [Item("heading", noun.capitalize())],
        "prose": [Item("words", f"{start} the {noun}.")],
    }[style.talk]


def written(style: Style, items: Sequence[Item]) -> list[Line]:
    """The lines of the file."""
    lines: list[Line] = []
    for kind, run in groupby(items, key=lambda item: item.kind):
        lines.extend(_run(style, kind, list(run), len(lines)))
    return _numbered(style, _single_spaced(lines))


def _run(style: Style, kind: str, run: list[Item], above: int) -> Iterator[Line]:
    if kind == "math":
        yield from _math(style, run)
    elif kind == "rows":
        for item in run:
            yield from map(Line, _displayed(style, item.members))
    elif kind == "heading":
        for item in run:
            yield from map(Line, _heading(style, item.left, above))
    else:
        for item in run:
            listed = kind == "claim" and style.wrap in ("bullets", "numbers")
            yield _whole(f"{'- ' if listed else ''}{item.left}", item)


def _heading(style: Style, text: str, above: int) -> tuple[str, ...]:
    if style.medium == "markdown":
        return ("", f"## {text}", "")
    if style.medium == "latex":
        return (rf"\section*{{{text}}}",)
    return ("", f"{text}:") if above else (f"{text}:",)


def _displayed(style: Style, rows: tuple[str, ...]) -> tuple[str, ...]:
    if style.medium == "plain":
        return rows
    if style.medium == "latex":
        return (r"\[", *rows, r"\]")
    return ("$$", *rows, "$$") if style.tex else ("```", *rows, "```")


def _math(style: Style, run: list[Item]) -> Iterator[Line]:
    if style.wrap == "align":
        lines = [line for item in run for line in _aligned(style, item)]
        yield Line(r"\begin{align*}")
        yield from (replace(line, text=rf"{line.text} \\") for line in lines[:-1])
        yield lines[-1]
        yield Line(r"\end{align*}")
    elif style.wrap == "table":
        yield from map(Line, ("", "| work |", "|---|"))
        yield from (_whole(f"| {_inline(style, item)} |", item) for item in run)
        yield Line("")
    elif style.medium == "plain" and style.broken:
        yield from (line for item in run for line in _continued(style, item))
    else:
        yield from (_whole(_inline(style, item), item) for item in run)


def _inline(style: Style, item: Item) -> str:
    text = " = ".join((item.left, *item.members))
    if style.tex:
        text = rf"\[ {text} \]" if style.wrap == "display" else f"${text}$"
    elif style.wrap == "bold" and item.members:
        text = f"**{item.left}** = {' = '.join(item.members)}"
    elif style.wrap == "code":
        text = f"`{text}`"
    return {"indented": "  ", "bullets": "- ", "numbers": "- "}.get(style.wrap, "") + text


def _aligned(style: Style, item: Item) -> list[Line]:
    if not item.members:
        return [_whole(item.left.replace(r" \in", r" &\in").replace(": ", ": & "), item)]
    if not style.broken or len(item.members) < 2:
        return [_whole(f"{item.left} &= {' = '.join(item.members)}", item)]
    lines = [f"{item.left} &= {item.members[0]}", *(f"&= {text}" for text in item.members[1:])]
    return _marked(lines, item)


def _continued(style: Style, item: Item) -> list[Line]:
    """A plain equation of three members or more goes on below its equals sign."""
    indent = "  " if style.wrap == "indented" else ""
    if len(item.members) < 3:
        return [_whole(indent + " = ".join((item.left, *item.members)), item)]
    start = f"{indent}{item.left} = "
    below = (" " * (len(start) - 2) + f"= {text}" for text in item.members[1:])
    return _marked([start + item.members[0], *below], item)


def _marked(texts: list[str], item: Item) -> list[Line]:
    """Only the first wrong member is wrong by itself; what is set equal to it follows from it."""
    first = next((place for place, one in enumerate(item.marks) if one), -1)
    return [
        Line(text, item.marks[first] if position == first else Mark.RIGHT, item.about)
        for position, text in enumerate(texts)
    ]


def _whole(text: str, item: Item) -> Line:
    """All of an item on one line."""
    return Line(text, max(item.marks), item.about)


def _single_spaced(lines: list[Line]) -> list[Line]:
    """No blank line at the head or the foot, and no two in a row."""
    kept: list[Line] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return kept[:-1] if kept and not kept[-1].text else kept


def _numbered(style: Style, lines: list[Line]) -> list[Line]:
    if style.wrap != "numbers":
        return lines
    count, numbered = 0, []
    for line in lines:
        text = line.text
        if text.startswith("- "):
            count += 1
            text = f"{count}. {text[2:]}"
        numbered.append(replace(line, text=text))
    return numbered
