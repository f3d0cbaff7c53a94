"""Formulas as frozen values: what is written on paper, neither simplified nor reordered.

Formulas add and multiply like numbers, so that a rule read on a matrix of formulas gives its
entries written out: ``x @ W`` on numbers wrapped in `Number` is ``1*1 + 2*0 + 3*1``, term by
term. How a formula is spelled is the business of `qkvsym.notation`.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache, reduce
from operator import mul
from typing import Any

from qkvsym.shapes import Shape, Size

Exact = int | Fraction
"""An exact number."""

Index = int | str
"""A place that counts from 1, or the name of one, such as ``i``."""

_NUMBERS_KEPT = 1024


class Formula:
    """The base of all formulas; sums and products stay as written.

    >>> Number(1) * Number(2) + Number(3)
    Sum(terms=(Product(factors=(Number(value=1), Number(value=2))), Number(value=3)))
    """

    __slots__ = ()

    # A plain 0 is where sum() starts, or what a matrix was padded with; nobody writes it down.
    # A zero that is written is Number(0).

    def __add__(self, other: "Formula | int") -> "Formula":
        if not isinstance(other, Formula):
            return self if other == 0 else self + Number(other)
        return Sum((*_terms(self), *_terms(other)))

    def __radd__(self, other: int) -> "Formula":
        return self if other == 0 else as_formula(other) + self

    def __mul__(self, other: "Formula | int") -> "Formula | int":
        if not isinstance(other, Formula):
            return 0 if other == 0 else self * Number(other)
        return Product((*_factors(self), *_factors(other)))

    def __rmul__(self, other: int) -> "Formula | int":
        return 0 if other == 0 else as_formula(other) * self

    def __abs__(self) -> "Formula":
        value = evaluate(self)
        return Number(-value if value < 0 else value)


@dataclass(frozen=True, slots=True)
class Number(Formula):
    """An exact number."""

    value: Exact


@dataclass(frozen=True, slots=True)
class Name(Formula):
    """A matrix, vector or size by its name, such as x, W_q or d_in."""

    id: str


@dataclass(frozen=True, slots=True)
class Entry(Formula):
    """One entry of a vector or a matrix, such as x_i or w_{ij}; indices count from 1."""

    name: str
    indices: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Product(Formula):
    """Factors side by side, in the order written."""

    factors: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Sum(Formula):
    """Terms in the order written."""

    terms: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class BigSum(Formula):
    """A sum over an index from 1 to an upper size."""

    index: str
    upper: Size
    body: Formula


@dataclass(frozen=True, slots=True)
class ColumnDot(Formula):
    """A token dotted with one column of its weight matrix."""

    token: str
    column: Index


@dataclass(frozen=True, slots=True)
class ShapeProduct:
    """Two shapes side by side, as in (1 x 3)(3 x 2)."""

    left: Shape
    right: Shape


@dataclass(frozen=True, slots=True)
class Chain:
    """Values joined by one relation, as in q = x W_q = [4, 5]; `=`, `->` or `!=`."""

    members: tuple[Any, ...]
    relation: str = "="


class Undefined(Enum):
    """The value of a product that cannot be formed; there is one, `UNDEFINED`."""

    UNDEFINED = "undefined"


UNDEFINED = Undefined.UNDEFINED


number = lru_cache(maxsize=_NUMBERS_KEPT, typed=True)(Number)
"""A number as a formula; the same small ones stand in most lines, and are made once."""


def as_formula(value: Formula | int) -> Formula:
    """The value itself, or a plain number as a formula."""
    return value if isinstance(value, Formula) else number(value)


def _terms(formula: Formula) -> tuple[Formula, ...]:
    return formula.terms if isinstance(formula, Sum) else (formula,)


def _factors(formula: Formula) -> tuple[Formula, ...]:
    return formula.factors if isinstance(formula, Product) else (formula,)


def evaluate(formula: Formula) -> Exact:
    """The exact value of a formula of numbers; raises TypeError where a name is left."""
    if isinstance(formula, Number):
        return formula.value
    if isinstance(formula, Product):
        return reduce(mul, map(evaluate, formula.factors))
    if isinstance(formula, Sum):
        return sum(map(evaluate, formula.terms))
    raise TypeError(f"{formula} has no numeric value")


def worked(formula: Formula) -> tuple[Formula, ...]:
    """A formula of numbers, then its terms worked out, then its value; no step twice.

    >>> [len(f.terms) if isinstance(f, Sum) else f.value
    ...  for f in worked(Number(1) * Number(4) + Number(2) * Number(0))]
    [2, 2, 4]
    """
    values = [evaluate(term) for term in _terms(formula)]
    value = number(sum(values))
    terms = (Sum(tuple(map(number, values))),) if len(values) > 1 else ()
    stages = (formula, *terms, value)
    return stages[1:] if stages[0] == stages[1] else stages
