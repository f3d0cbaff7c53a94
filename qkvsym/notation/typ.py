"""Values as Typst math."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from qkvsym.formula import BigSum, ColumnDot, Index, Undefined
from qkvsym.matrix import Matrix
from qkvsym.notation.spelling import Spelling
from qkvsym.shapes import Shape


class Typst(Spelling):
    """Typst math, as it stands between dollar signs; words of several letters are quoted.

    >>> typst(Matrix.of([[4, -5], [0, 1]])), typst(Shape(1, "d_out"))
    ('mat(4, -5; 0, 1)', '1 times d_"out"')
    """

    relations: ClassVar[Mapping[str, str]] = {"=": " = ", "->": " -> ", ":": " : ", "!=": " != "}
    times: ClassVar[str] = " dot "

    def name(self, name: str) -> str:
        symbol, _, index = name.partition("_")
        return f"{_word(symbol)}_{_word(index)}" if index else _word(symbol)

    def indices(self, indices: tuple[Index, ...]) -> str:
        # Letters side by side would be one name.
        between = self.between_indices(indices) or " "
        return f"_({between.join(map(str, indices))})"

    def fraction(self, value: Fraction) -> str:
        return f"frac({value.numerator}, {value.denominator})"

    def undefined(self, value: Undefined) -> str:
        return '"undefined"'

    def matrix(self, matrix: Matrix[Any]) -> str:
        return f"mat({'; '.join(', '.join(map(self, row)) for row in matrix.rows)})"

    def shape(self, shape: Shape) -> str:
        return f"{self.size(shape.rows)} times {self.size(shape.columns)}"

    def big_sum(self, total: BigSum) -> str:
        return f"sum_({total.index} = 1)^({self.size(total.upper)}) {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return f'{dot.token} dot "column" {dot.column}'


def _word(name: str) -> str:
    return name if len(name) == 1 else f'"{name}"'


typst = Typst()
