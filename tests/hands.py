"""Syntax nodes spelled in the notations that learners write, and the nodes to spell.

What is read back must be the node that was spelled. Nothing of the package's own spelling is used.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from qkvsym.reading.syntax import (
    Add,
    Array,
    Column,
    Div,
    Indexed,
    Mul,
    Neg,
    Node,
    NoValue,
    Num,
    Ref,
    Root,
    Series,
    Transpose,
)

PLACE = (0, 0)
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Hand:
    """One notation: its signs, and how it writes lists, fractions, roots, sums and indices."""

    times: str = " * "
    beside: str = " "
    """Between two names, or a number and a name."""
    minus: str = "-"
    list: str = "list"
    index: str = "_{}"
    mark: str = "^T"
    fraction: str = "/"
    root: str = "sqrt({})"
    sum: str = "sum"
    column: str = "column"
    point: str = ""
    """Behind a whole number, as tensors are printed."""


HANDS: Mapping[str, Hand] = {
    "typed": Hand(),
    "tight": Hand("*", " ", index="_", mark="'", list="semicolons"),
    "unicode": Hand(" × ", " ", "−", "tuple", "₁", "ᵀ", root="√({})", sum="∑"),
    "dots": Hand("·", "·", "–", "angles", "", "^T", sum="∑"),
    "latex": Hand(
        *(r" \cdot ", " ", "-", "bmatrix", "_{}", r"^{\top}", r"\frac", r"\sqrt{{{}}}", r"\sum"),
        r"\text{column }",
    ),
    "latex times": Hand(
        *(r" \times ", r"\,", "-", "pmatrix", "_{}", "^T", r"\frac", r"\sqrt{{{}}}", r"\sum"),
        r"\text{column }",
    ),
    "latex left": Hand(r"\cdot ", r"\;", "-", "left", "_{}", "^{T}", r"\frac", r"\sqrt{{{}}}"),
    "numpy": Hand(" * ", " @ ", "-", "np.array", mark=".T"),
    "torch": Hand("*", " @ ", "-", "torch.tensor", mark=".T", point="."),
    "matlab": Hand("*", "*", "-", "spaces", mark="'"),
}


def placeless(node: Any) -> Any:
    """The node, and all in it, without the places where they were written."""
    if isinstance(node, tuple):
        return tuple(map(placeless, node))
    if not isinstance(node, Node):
        return node
    held = {one.name: placeless(getattr(node, one.name)) for one in fields(node)}
    return replace(node, **held | {"at": 0, "end": 0})


def number(value: int | Fraction, hand: Hand) -> str:
    """A number that is not negative, with decimals where it is no whole one."""
    if isinstance(value, int):
        return f"{value}{hand.point}"
    digits = 0
    while (value * 10**digits).denominator > 1:
        digits += 1
    whole = str(int(value * 10**digits)).rjust(digits + 1, "0")
    return f"{whole[:-digits]}.{whole[-digits:]}"


def spelled(node: Node, hand: Hand) -> str:
    """A node in a notation."""
    return _SPELLED[type(node)](node, hand)


def _inside(node: Node, hand: Hand) -> str:
    """A node as a factor: in brackets where it would not be one."""
    text = spelled(node, hand)
    return f"({text})" if isinstance(node, Add | Mul | Neg | Series | Div) else text


def _bracketed(node: Node, hand: Hand) -> str:
    text = spelled(node, hand)
    return text if isinstance(node, Num | Array | Ref) else f"({text})"


def _sum(node: Add, hand: Hand) -> str:
    first, *others = node.terms
    text = spelled(first, hand)
    for term in others:
        minus = isinstance(term, Neg)
        sign = f" {hand.minus} " if minus else " + "
        text += sign + spelled(term.body if isinstance(term, Neg) else term, hand)
    return text


def _product(node: Mul, hand: Hand) -> str:
    text = _inside(node.factors[0], hand)
    if isinstance(node.factors[0], Div):
        text = spelled(node.factors[0], hand)
    for left, right in pairwise(node.factors):
        ends = right is node.factors[-1]
        text += hand.beside if _may_stand_beside(left, right, ends) else hand.times
        # A fraction with its sign takes no brackets behind another factor.
        text += spelled(right, hand) if isinstance(right, Div) else _inside(right, hand)
    return text


def _may_stand_beside(left: Node, right: Node, ends: bool) -> bool:
    if not isinstance(right, Ref) or not isinstance(left, Num | Ref):
        return False
    # In q = 2 x = 4 a name behind a number begins another claim.
    return not ends if isinstance(left, Num) else left.name[0].lower() != right.name[0].lower()


def _fraction(node: Div, hand: Hand) -> str:
    if hand.fraction == "/":
        return f"{_inside(node.over, hand)}/{_inside(node.under, hand)}"
    return rf"\frac{{{spelled(node.over, hand)}}}{{{spelled(node.under, hand)}}}"


def _indices(indices: tuple[Any, ...], hand: Hand) -> str:
    parted = "," if any(len(str(index)) > 1 for index in indices) else ""
    text = parted.join(map(str, indices))
    if hand.index == "₁" and text.isdigit():
        return text.translate(_LOWERED)
    if hand.index == "" and text.isdigit():
        return text
    return f"_{text}" if len(text) == 1 and hand.index == "_" else f"_{{{text}}}"


def _name(node: Ref, hand: Hand) -> str:
    name = node.name.lower() if node.name == "W" else node.name
    if hand.sum == r"\sum" and "_" in name:
        name = f"{name[0]}_{{{name[2:]}}}"
    return name + (_indices(node.indices, hand) if node.indices else "")


def _entry(node: Indexed, hand: Hand) -> str:
    text = _indices(node.indices, hand)
    return f"({spelled(node.body, hand)})" + (text if text[0] in "_₁₂₃₄₅₆₇₈₉" else f"_{text}")


def _series(node: Series, hand: Hand) -> str:
    index = node.index if node.lower is None else f"{node.index}={node.lower}"
    upper = "" if node.upper is None else f"^{{{node.upper}}}"
    return f"{hand.sum}_{{{index}}}{upper} {spelled(node.body, hand)}"


def _array(node: Array, hand: Hand) -> str:
    cells = [[spelled(cell, hand) for cell in row] for row in node.rows]
    return _LISTS[_list_for(node, hand)](cells, node.flat)


def _list_for(node: Array, hand: Hand) -> str:
    """The way in which the notation writes this list; some hold numbers, or one row, alone."""
    numbers = all(
        isinstance(cell.body if isinstance(cell, Neg) else cell, Num) for cell in node.parts
    )
    if hand.list in ("bmatrix", "pmatrix") and node.flat:
        return "left"
    if hand.list == "angles" and not node.flat:
        return "list"
    if hand.list in ("spaces", "semicolons") and not node.flat and len(node.rows) == 1:
        return "list"
    return "list" if hand.list == "spaces" and not numbers else hand.list


def _rows(cells: list[list[str]], between: str = ", ", ends: str = "[]") -> str:
    rows = [f"{ends[0]}{between.join(row)}{',' * _alone(row, ends)}{ends[1]}" for row in cells]
    return ", ".join(rows)


def _alone(row: list[str], ends: str) -> bool:
    return ends == "()" and len(row) == 1


def _in_brackets(cells: list[list[str]], flat: bool, between: str = ", ", ends: str = "[]") -> str:
    rows = _rows(cells, between, ends)
    return (
        rows if flat else f"{ends[0]}{rows}{',' * _alone(cells[0:1] * len(cells), ends)}{ends[1]}"
    )  # type: ignore[arg-type]


def _environment(name: str) -> Callable[[list[list[str]], bool], str]:
    def written(cells: list[list[str]], flat: bool) -> str:
        rows = r" \\ ".join(" & ".join(row) for row in cells)
        return rf"\begin{{{name}}} {rows} \end{{{name}}}"

    return written


def _called(name: str) -> Callable[[list[list[str]], bool], str]:
    return lambda cells, flat: f"{name}({_in_brackets(cells, flat)})"


_LISTS: Mapping[str, Callable[[list[list[str]], bool], str]] = {
    "list": _in_brackets,
    "tuple": lambda cells, flat: _in_brackets(cells, flat, ends="()"),
    "angles": lambda cells, flat: _rows(cells, ends="<>"),
    "bmatrix": _environment("bmatrix"),
    "pmatrix": _environment("pmatrix"),
    "left": lambda cells, flat: (
        rf"\left[{_rows(cells)[1:-1]}\right]" if flat else _in_brackets(cells, flat)
    ),
    "np.array": _called("np.array"),
    "torch.tensor": _called("torch.tensor"),
    "spaces": lambda cells, flat: f"[{'; '.join(' '.join(row) for row in cells)}]",
    "semicolons": lambda cells, flat: f"[{'; '.join(', '.join(row) for row in cells)}]",
}

_SPELLED: Mapping[type, Callable[[Any, Hand], str]] = {
    Num: lambda node, hand: number(node.value, hand),
    Ref: _name,
    Neg: lambda node, hand: hand.minus + spelled(node.body, hand),
    Add: _sum,
    Mul: _product,
    Div: _fraction,
    Root: lambda node, hand: hand.root.format(spelled(node.body, hand)),
    Transpose: lambda node, hand: _bracketed(node.body, hand) + hand.mark,
    Indexed: _entry,
    Series: _series,
    Column: lambda node, hand: f"{hand.column} {node.j} of {node.name}",
    Array: _array,
    NoValue: lambda node, hand: r"\text{undefined}" if hand.sum == r"\sum" else "undefined",
}
