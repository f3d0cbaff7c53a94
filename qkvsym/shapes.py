"""Shapes of matrices, and the rule that says which products exist.

A size is a whole number or the name of one, such as ``d_in``. Two named sizes agree when they
are the same name; a name and a number never agree, for nothing says that they do.
"""

import re
from dataclasses import dataclass, field, replace

from qkvsym.errors import BadSize, SizesDiffer, shown

Size = int | str
"""A whole number, or the name of a size."""

MAX_SIZE = 16
"""The largest numeric size that is drawn, derived or read from a file."""


TAKEN_NAMES = frozenset(
    {"i", "j", "x", "w", "q", "k", "v", "X", "W", "Q", "K", "V", "W_q", "W_k", "W_v", "sum"}
)
"""Names that stand for something else in the formulas, so that no size may have them."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_LONGEST_NAME = 16


def check_size(size: Size, what: str) -> Size:
    """Return the size if it can be used, else raise `BadSize`.

    >>> check_size(3, "d_in"), check_size("d_in", "d_in")
    (3, 'd_in')
    """
    if isinstance(size, str):
        if len(size) > _LONGEST_NAME or not _NAME.fullmatch(size):
            raise BadSize(
                f"{what} is {shown(size)}: a size is a whole number from 1 to {MAX_SIZE} "
                f"or a short name such as d_in"
            )
        if size in TAKEN_NAMES:
            raise BadSize(f"{what} is {shown(size)}, which has a meaning in the formulas already")
        return size
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise BadSize(f"{what} is {shown(size)}: a size is a whole number from 1 to {MAX_SIZE}")
    return size


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a matrix, rows x columns, with the name it has in messages.

    The name takes no part in comparisons. A product joins the names of its factors.

    >>> str(Shape(1, 3) @ Shape(3, "d_out"))
    '1 x d_out'
    >>> Shape(1, 3, "x") @ Shape(2, 2, "W_q")
    Traceback (most recent call last):
    qkvsym.errors.SizesDiffer: x is 1 x 3, W_q is 2 x 2: the inner sizes 3 and 2 differ
    """

    rows: Size
    columns: Size
    name: str = field(default="", compare=False)

    def __matmul__(self, other: "Shape") -> "Shape":
        if self.columns != other.rows:
            raise SizesDiffer(
                f"{self.name or 'the left factor'} is {self}, "
                f"{other.name or 'the right factor'} is {other}: "
                f"the inner sizes {self.columns} and {other.rows} differ"
            )
        return Shape(self.rows, other.columns, f"{self.name} {other.name}".strip())

    @property
    def T(self) -> "Shape":
        """The transposed shape."""
        return Shape(self.columns, self.rows, f"{self.name}^T" if self.name else "")

    def resized(self, rows: Size, columns: Size) -> "Shape":
        """The shape after cutting or padding to the sizes given."""
        return Shape(rows, columns, self.name)

    def named(self, name: str) -> "Shape":
        """The same shape under a name."""
        return replace(self, name=name)

    def __str__(self) -> str:
        return f"{self.rows} x {self.columns}"
