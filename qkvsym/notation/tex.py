"""Values as LaTeX math."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from qkvsym.formula import BigSum, ColumnDot, Undefined
from qkvsym.matrix import Matrix
from qkvsym.notation.spelling import Spelling
from qkvsym.shapes import Shape


class Latex(Spelling):
    r"""LaTeX math, for amsmath and for the readers of it that browsers use.

    >>> latex(Matrix.of([[4, -5]])), latex(Shape(1, "d_out"))
    ('\\begin{bmatrix} 4 & -5 \\end{bmatrix}', '1 \\times d_{\\mathrm{out}}')
    """

    relations: ClassVar[Mapping[str, str]] = {
        "=": " = ",
        "->": r" \to ",
        ":": r"\colon ",
        "!=": r" \ne ",
    }
    times: ClassVar[str] = r" \cdot "

    def name(self, name: str) -> str:
        symbol, _, index = name.partition("_")
        if len(symbol) > 1:
            symbol = rf"\mathrm{{{symbol}}}"
        if not index:
            return symbol
        index = index.replace("_", r"\_")
        return f"{symbol}_{index}" if len(index) == 1 else rf"{symbol}_{{\mathrm{{{index}}}}}"

    def fraction(self, value: Fraction) -> str:
        return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

    def undefined(self, value: Undefined) -> str:
        return r"\text{undefined}"

    def matrix(self, matrix: Matrix[Any]) -> str:
        rows = r" \\ ".join(" & ".join(map(self, row)) for row in matrix.rows)
        return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"

    def shape(self, shape: Shape) -> str:
        return rf"{self.size(shape.rows)} \times {self.size(shape.columns)}"

    def big_sum(self, total: BigSum) -> str:
        return rf"\sum_{{{total.index}=1}}^{{{self.size(total.upper)}}} {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return rf"{dot.token} \cdot \text{{column }} {dot.column}"


latex = Latex()
