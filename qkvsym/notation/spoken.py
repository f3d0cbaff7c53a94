"""Values in words, as one reads a formula aloud: what a screen reader says for it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from qkvsym.formula import (
    BigSum,
    ColumnDot,
    Formula,
    Index,
    Number,
    Product,
    ShapeProduct,
    Sum,
    Undefined,
)
from qkvsym.matrix import Matrix
from qkvsym.notation.spelling import Spelling
from qkvsym.shapes import Shape


class Spoken(Spelling):
    """English words, with digits for the numbers.

    >>> spoken.joined(["q", Matrix.of([[4, -5]])]), spoken(Shape(1, "d_out"))
    ('q equals the row 4, minus 5', '1 by d out')
    >>> spoken(Matrix.of([[1, 0], [0, 1], [1, 1]]))
    'the matrix with rows 1, 0; 0, 1; 1, 1'
    """

    relations: ClassVar[Mapping[str, str]] = {
        "=": " equals ",
        "->": " gives ",
        ":": " is ",
        "!=": " is not ",
    }
    times: ClassVar[str] = " times "

    def __init__(self) -> None:
        super().__init__()
        self._table[int] = _signed
        self._table[ShapeProduct] = lambda pair: (
            f"{self.shape(pair.left)} times {self.shape(pair.right)}"
        )

    def name(self, name: str) -> str:
        return name.replace("_", " ")

    def indices(self, indices: tuple[Index, ...]) -> str:
        return "".join(f" {index}" for index in indices)

    def number(self, number: Number) -> str:
        return self(number.value)

    def product(self, product: Product) -> str:
        return self.times.join(map(self._spoken_factor, product.factors))

    def _spoken_factor(self, factor: Formula) -> str:
        # Brackets are not heard.
        return f"the sum {self(factor)}" if isinstance(factor, Sum) else self(factor)

    def sum(self, total: Sum) -> str:
        return " plus ".join(map(self, total.terms)).replace(" plus minus ", " minus ")

    def exact(self, value: Fraction) -> str:
        return super().exact(value).replace("-", "minus ")

    def fraction(self, value: Fraction) -> str:
        return f"{value.numerator} over {value.denominator}"

    def undefined(self, value: Undefined) -> str:
        return "undefined"

    def matrix(self, matrix: Matrix[Any]) -> str:
        if len(matrix.rows) == 1:
            return f"the row {self._listed(matrix.rows[0])}"
        if len(matrix.rows[0]) == 1:
            return f"the column {self._listed(matrix.columns[0])}"
        return f"the matrix with rows {'; '.join(map(self._listed, matrix.rows))}"

    def _listed(self, entries: tuple[Any, ...]) -> str:
        return ", ".join(map(self, entries))

    def shape(self, shape: Shape) -> str:
        return f"{self.size(shape.rows)} by {self.size(shape.columns)}"

    def big_sum(self, total: BigSum) -> str:
        upper = self.size(total.upper)
        return f"the sum over {total.index} from 1 to {upper} of {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return f"{dot.token} dot column {dot.column}"


def _signed(number: int) -> str:
    return f"minus {-number}" if number < 0 else str(number)


spoken = Spoken()
