"""What a line says: frozen nodes, each with its place in the text.

The nodes are what was written, not what it is worth; `qkvsym.judging` gives them values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qkvsym.shapes import Size

Form = Literal["shape", "1-D", "length", "rows", "columns"]

Index = int | str
"""A place that counts from 1, or a letter such as ``j``."""


@dataclass(frozen=True, slots=True)
class Node:
    """The base of all nodes: offsets of what was written."""

    at: int
    end: int

    @property
    def parts(self) -> "tuple[Node, ...]":
        """The nodes right below this one."""
        return ()


@dataclass(frozen=True, slots=True)
class Num(Node):
    """An exact number."""

    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A name of the exercise; with indices, one entry of it.

    `name` is x, X, q, k, v, Q, K, V, W_q, W_k, W_v, or ``W`` where the line does not say whose
    matrix it is. `token` is the number of the token, as in x^{(2)}.
    """

    name: str
    indices: tuple[Index, ...] = ()
    token: str = ""


@dataclass(frozen=True, slots=True)
class Column(Node):
    """Column j of a weight matrix."""

    name: str
    j: Index


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """An entry of something in brackets, as in (x W_q)_1."""

    body: Node
    indices: tuple[Index, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Neg(Node):
    """The opposite of a value."""

    body: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Add(Node):
    """Terms of a sum, in order; what is taken away is a `Neg`."""

    terms: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.terms


@dataclass(frozen=True, slots=True)
class Mul(Node):
    """Factors of a product, in order."""

    factors: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.factors


@dataclass(frozen=True, slots=True)
class Div(Node):
    """A fraction."""

    over: Node
    under: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.over, self.under


@dataclass(frozen=True, slots=True)
class Root(Node):
    """A square root."""

    body: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Transpose(Node):
    """A transposed value."""

    body: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Array(Node):
    """A vector or a matrix; `flat` where it was written as one list, without rows."""

    rows: tuple[tuple[Node, ...], ...]
    flat: bool = False

    @property
    def parts(self) -> tuple[Node, ...]:
        return tuple([cell for row in self.rows for cell in row])


@dataclass(frozen=True, slots=True)
class Series(Node):
    """A sum over an index; the bounds are None where they were left out."""

    index: str
    lower: int | None
    upper: Size | None
    body: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class NoValue(Node):
    """The word undefined."""


@dataclass(frozen=True, slots=True)
class WrittenShape(Node):
    """A shape as written: two sizes, or one that is told of it.

    One size is that of a 1-D array, the length of a row or a column, or the number of rows or of
    columns.
    """

    sizes: tuple[Size, ...]
    form: Form = "shape"


@dataclass(frozen=True, slots=True)
class Equation(Node):
    """Members joined by equals signs; one member alone is a value without a name.

    `continues` says that it begins with an equals sign and goes on from the line before.
    """

    members: tuple[Node, ...]
    continues: bool = False


@dataclass(frozen=True, slots=True)
class ShapeClaim(Node):
    """What a shape, or a length, is said to be; without a subject where none was named."""

    subject: Node | None
    shape: WrittenShape


@dataclass(frozen=True, slots=True)
class ShapeRule(Node):
    """Shapes multiplied, and the shape (or `NoValue`) that is said to come out."""

    factors: tuple[WrittenShape, ...]
    result: WrittenShape | NoValue


@dataclass(frozen=True, slots=True)
class SizeClaim(Node):
    """The size of a name such as d_in."""

    name: str
    size: int


Statement = Equation | ShapeClaim | ShapeRule | SizeClaim


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was guessed, or left aside, in the reading of a line."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The statements of a line, and what was guessed to read it."""

    statements: tuple[Statement, ...]
    notes: tuple[Note, ...] = ()


def nodes(node: Node) -> Iterator[Node]:
    """The node and all nodes in it, as they were written."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        if type(one) is not Num:
            left.extend(reversed(one.parts))


def is_one_number(*found: Node) -> bool:
    """Whether values are made of numbers and entries alone, so that each is one number."""
    return not any(
        isinstance(one, Array | Column | NoValue) or (isinstance(one, Ref) and not one.indices)
        for node in found
        for one in nodes(node)
    )
