"""What was claimed, and whether it is what a mistake would give in its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qkvsym.formula import UNDEFINED
from qkvsym.judging.claims import Subject
from qkvsym.judging.terms import Pair, products_of, without_zeros
from qkvsym.judging.worlds import Problem
from qkvsym.reading.syntax import Node, NoValue, WrittenShape
from qkvsym.shapes import Shape


@dataclass(frozen=True, slots=True)
class ValueClaim:
    """A value that was claimed of a role; `wrong` where it is not right by itself."""

    subject: Subject
    got: Any
    wrong: bool
    node: Node | None = None
    products: tuple[tuple[Pair, ...] | None, ...] = ()
    terms: tuple[Any, ...] = ()
    late: bool = False


def has_terms(written: Sequence[Any] | None, claim: ValueClaim) -> bool:
    """Whether sums of products are those that were written."""
    if written is None or not any(claim.products):
        return False
    first = claim.subject.entry or 1
    for n, products in enumerate(claim.products):
        if products is None:
            continue
        if first + n > len(written):
            return False
        made = products_of(written[first + n - 1])
        if made is None or without_zeros(made) != without_zeros(products):
            return False
    return True


def is_shape(said: WrittenShape | NoValue, shape: Any, problem: Problem) -> bool:
    """Whether a shape that was said is the one that a mistake gives."""
    if isinstance(said, NoValue) or shape is UNDEFINED:
        return isinstance(said, NoValue) and shape is UNDEFINED
    sizes = tuple(map(problem.size, said.sizes))
    if said.form == "rows":
        return isinstance(shape, Shape) and sizes == (shape.rows,)
    if said.form == "columns":
        return isinstance(shape, Shape) and sizes == (shape.columns,)
    if said.form == "length":
        return isinstance(shape, Shape) and shape.rows == 1 and sizes == (shape.columns,)
    return isinstance(shape, Shape) and sizes == (shape.rows, shape.columns)
