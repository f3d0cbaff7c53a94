"""The rules, each written once and read on shapes, on symbols, on numbers and written out.

A rule is a plain function of its operands that uses only ``@`` and ``.T``. Read on `Shape` it
gives the shape rule, on SymPy's matrices the general formula, on `Matrix` of integers the
answer, and on `Matrix` of formulas the sums as they are written by hand.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from qkvsym.errors import SizesDiffer
from qkvsym.formula import Formula, number
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape

ROLES = ("q", "k", "v")
"""The roles of a token: query, key and value."""

TOKEN, TOKENS = "x", "X"
"""The names of one token, and of several, one a row."""

Rule = Callable[..., Any]
"""A function of operands that are all shapes, all symbols or all matrices."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the work: the name of its result, its operands by name, and its rule."""

    result: str
    operands: tuple[str, ...]
    rule: Rule

    def __hash__(self) -> int:
        # What is worked out once for a step is looked up by it.
        return hash(self.operands)


def project(x: Any, W: Any) -> Any:
    """The projection of a token: x (1 x d_in) times W (d_in x d_out) is 1 x d_out."""
    return x @ W


def weight(role: str) -> str:
    """The name of the weight matrix of a role."""
    return f"W_{role}"


PROJECTIONS = {role: Step(role, ("x", weight(role)), project) for role in ROLES}
"""The three projections of self-attention; each role has a matrix of its own."""


def work(steps: Iterable[Step], givens: Mapping[str, Any]) -> dict[str, Any]:
    """The givens and the result of every step, in order; a step may use earlier results.

    Raises `SizesDiffer`, with the names of the operands, where a product cannot be formed.

    >>> from qkvsym.matrix import Matrix
    >>> givens = {"x": Matrix.of([[1, 2, 3]]), "W_q": Matrix.of([[1, 0], [0, 1], [1, 1]])}
    >>> work([PROJECTIONS["q"]], givens)["q"].rows
    ((4, 5),)
    """
    known = dict(givens)
    for step in steps:
        known[step.result] = apply(step, known)
    return known


def apply(step: Step, known: Mapping[str, Any]) -> Any:
    """The result of one step on operands that are all of one reading."""
    operands = list(map(known.__getitem__, step.operands))
    try:
        return step.rule(*operands)
    except SizesDiffer as unnamed:
        # A matrix does not know its name; its shape under that name says the whole sentence.
        named = [shape_of(v).named(n) for v, n in zip(operands, step.operands, strict=True)]
        try:
            step.rule(*named)
        except SizesDiffer as said:
            raise said from None
        raise unnamed


def written_out(step: Step, givens: Mapping[str, Matrix[int]]) -> Matrix[Formula]:
    """The step's result as the sums of products that are written down to compute it."""
    written: Matrix[Formula] = apply(step, {n: givens[n].map(number) for n in step.operands})
    return written


def shape_of(value: Any) -> Shape:
    """The shape of a matrix, or the shape itself."""
    return value if isinstance(value, Shape) else value.shape


def shapes_of(known: Mapping[str, Any]) -> dict[str, Shape]:
    """The shapes of all values, by name."""
    return {name: shape_of(value) for name, value in known.items()}
