"""What was claimed, and what a mistake would give in its place."""

from dataclasses import dataclass
from typing import Any

from qkvsym.formula import UNDEFINED, Number
from qkvsym.judging.claims import Subject
from qkvsym.judging.terms import Pair, products_of, without_zeros
from qkvsym.judging.worlds import Problem, World
from qkvsym.matrix import Matrix
from qkvsym.mistakes import Mistake
from qkvsym.reading.syntax import Node, NoValue, WrittenShape
from qkvsym.rules import Step, apply
from qkvsym.shapes import Shape

LATE = frozenset(
    (
        *("values-not-shape", "outputs-reversed", "multiplied-not-added", "one-number"),
        *("running-total", "sign-lost", "zero-kept", "scaled-early"),
        *("three-added", "three-joined"),
    )
)
"""The mistakes that can be made after the right sums are written."""

OF_TERMS = frozenset(("sign-lost", "zero-kept", "scaled-early"))
"""Those of them that can be made in the terms of one entry."""


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


@dataclass(frozen=True, slots=True)
class Wrong:
    """One form of a mistake, with what it gives for a role and how that is written out."""

    mistake: Mistake
    value: Any
    written: Any


def written_by(mistake: Mistake, form: Step, world: World) -> Any:
    """The sums of products that a hand writes for a form of a mistake; None where it has none."""
    if not world.numeric or mistake.numbers_only:
        return None
    made = apply(form, {name: matrix.map(Number) for name, matrix in world.values.items()})
    return made.entries if isinstance(made, Matrix) else None


def with_these_terms(fitting: list[Wrong], claim: ValueClaim) -> list[Wrong]:
    """Those whose written-out sums are what was written, if there are any."""
    if not any(claim.products):
        return fitting
    found = [one for one in fitting if has_terms(one, claim)]
    return found or fitting


def has_terms(one: Wrong, claim: ValueClaim) -> bool:
    """Whether the sums of a mistake are those that were written."""
    if one.written is None or not any(claim.products):
        return False
    first = claim.subject.entry or 1
    for n, products in enumerate(claim.products):
        if products is None:
            continue
        if first + n > len(one.written):
            return False
        written = products_of(one.written[first + n - 1])
        if written is None or without_zeros(written) != without_zeros(products):
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
