"""Values as plain text."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from qkvsym.formula import BigSum, ColumnDot, Undefined
from qkvsym.matrix import Matrix
from qkvsym.notation.spelling import Spelling
from qkvsym.shapes import Shape


class Text(Spelling):
    """Plain text, as it can be typed.

    >>> text(Matrix.of([[1, 2, 3]])), text(Shape(1, "d_out")), text(Matrix.of([[4], [5]]))
    ('[1, 2, 3]', '1 x d_out', '[[4], [5]]')
    >>> from qkvsym.formula import Number
    >>> text(Number(2) * Number(-4) + Number(-3) * Number(1))
    '2*(-4) + (-3)*1'
    """

    relations: ClassVar[Mapping[str, str]] = {"=": " = ", "->": " -> ", ":": ": ", "!=": " != "}
    times: ClassVar[str] = "*"

    def name(self, name: str) -> str:
        return name

    def fraction(self, value: Fraction) -> str:
        return str(value)

    def undefined(self, value: Undefined) -> str:
        return "undefined"

    def matrix(self, matrix: Matrix[Any]) -> str:
        rows = [f"[{', '.join(map(self, row))}]" for row in matrix.rows]
        return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"

    def shape(self, shape: Shape) -> str:
        return str(shape)

    def big_sum(self, total: BigSum) -> str:
        return f"sum_{{{total.index}=1}}^{{{total.upper}}} {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return f"{dot.token} . column {dot.column}"


text = Text()
