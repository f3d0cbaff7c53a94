"""Values as the text of an SVG drawing, which has no math of its own."""

from collections.abc import Mapping
from html import escape
from typing import ClassVar

from qkvsym.formula import Index
from qkvsym.notation.plain import Text
from qkvsym.shapes import Shape


class Drawn(Text):
    """Text with italic names and lowered indices; for names, numbers, shapes and chains of them.

    >>> from qkvsym.matrix import Matrix
    >>> drawn(Shape(1, 3)), drawn(Matrix.of([[4, -5]]))
    ('1 × 3', '[4, −5]')
    """

    relations: ClassVar[Mapping[str, str]] = {**Text.relations, "!=": " ≠ "}

    def __init__(self) -> None:
        super().__init__()
        self._table[int] = lambda number: str(number).replace("-", "\N{MINUS SIGN}")

    def name(self, name: str) -> str:
        symbol, _, index = name.partition("_")
        return _letters(symbol) + (_lowered(_letters(index)) if index else "")

    def indices(self, indices: tuple[Index, ...]) -> str:
        return _lowered(self.between_indices(indices).join(map(str, indices)))

    def shape(self, shape: Shape) -> str:
        return f"{self.size(shape.rows)} × {self.size(shape.columns)}"


def _letters(name: str) -> str:
    # As in print: one letter is a variable, a word is upright.
    return f'<tspan font-style="italic">{escape(name)}</tspan>' if len(name) == 1 else escape(name)


def _lowered(index: str) -> str:
    # Firefox knows no baseline-shift; the line goes back up before the next sign.
    return f'<tspan dy="0.25em" font-size="70%">{index}</tspan><tspan dy="-0.175em">&#8203;</tspan>'


drawn = Drawn()
