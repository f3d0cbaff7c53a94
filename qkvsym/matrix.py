"""A small frozen matrix of exact numbers or of formulas.

SymPy's matrices take tens of microseconds for a product of this size and a quarter of a second
to import; tuples of Python's exact numbers take about one microsecond.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from operator import add, mul
from typing import Any, Generic, TypeVar

from qkvsym.shapes import Shape

E = TypeVar("E")
F = TypeVar("F")

_shape = lru_cache(maxsize=1024)(Shape)


@dataclass(frozen=True, slots=True)
class Matrix(Generic[E]):
    """A matrix as a tuple of rows; `@` checks the inner sizes and keeps the entries exact.

    Entries are `int`, `Fraction` or `Formula`. A token is a matrix of one row.

    >>> (Matrix.of([[1, 2, 3]]) @ Matrix.of([[1, 0], [0, 1], [1, 1]])).rows
    ((4, 5),)
    """

    rows: tuple[tuple[E, ...], ...]
    # The last factor from the left, and the product with it: the rules and most mistakes of an
    # instance begin with the same product.
    _product: "tuple[Matrix[E], Matrix[E]] | None" = field(
        default=None, init=False, repr=False, compare=False
    )

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if type(other) is Matrix else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rows)

    def __reduce__(self) -> "tuple[type[Matrix[E]], tuple[tuple[tuple[E, ...], ...]]]":
        return Matrix, (self.rows,)

    @classmethod
    def of(cls, rows: Iterable[Iterable[E]]) -> "Matrix[E]":
        """A matrix from any rows, all of one length; raises ValueError on ragged ones."""
        made = tuple(tuple(row) for row in rows)
        if not made or not made[0] or any(len(row) != len(made[0]) for row in made):
            raise ValueError("a matrix needs at least one entry, and rows of one length")
        return cls(made)

    @property
    def shape(self) -> Shape:
        """Rows x columns."""
        return _shape(len(self.rows), len(self.rows[0]))

    @property
    def columns(self) -> tuple[tuple[E, ...], ...]:
        """The columns, each as a tuple."""
        return tuple(zip(*self.rows))  # noqa: B905 - the rows of a matrix are of one length

    @property
    def T(self) -> "Matrix[E]":
        """The transposed matrix."""
        return Matrix(self.columns)

    @property
    def entries(self) -> tuple[E, ...]:
        """All entries, row by row."""
        return tuple(chain.from_iterable(self.rows))

    def __matmul__(self, other: "Matrix[E]") -> "Matrix[E]":
        kept = other._product
        if kept is not None and kept[0] is self:
            return kept[1]
        if len(self.rows[0]) != len(other.rows):
            self.shape @ other.shape  # raises SizesDiffer with its sentence
        columns: Any = other.columns
        made = [tuple([sum(map(mul, row, column)) for column in columns]) for row in self.rows]
        product = Matrix(tuple(made))
        object.__setattr__(other, "_product", (self, product))
        return product

    def __add__(self, other: "Matrix[E]") -> "Matrix[E]":
        if self.shape != other.shape:
            raise ValueError(f"a {self.shape} and a {other.shape} matrix cannot be added")
        pairs: Any = zip(self.rows, other.rows, strict=True)
        return Matrix(tuple(tuple(map(add, row, below)) for row, below in pairs))

    def resized(self, rows: int, columns: int) -> "Matrix[E | int]":
        """The matrix cut, or padded with zeros, to the sizes given."""
        if rows == len(self.rows) and columns == len(self.rows[0]):
            same: Any = self
            return same  # type: ignore[no-any-return]
        blank = (0,) * columns
        padded = tuple([(row + blank)[:columns] for row in self.rows])
        return Matrix((padded + (blank,) * rows)[:rows])

    def map(self, change: Callable[[E], F]) -> "Matrix[F]":
        """The matrix with every entry changed."""
        return Matrix(tuple([tuple(map(change, row)) for row in self.rows]))
