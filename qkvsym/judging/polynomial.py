"""Exact polynomials in the entries of the givens: what a line says before numbers are put in.

Entries stay apart even where their numbers are equal, so a formula with a wrong index is told
from the right one. Rules and mistakes are read on matrices of polynomials as on numbers.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from qkvsym.errors import LearnerError
from qkvsym.formula import Exact

Variable = tuple[str, int, int]
"""A given's name, a row and a column, counted from 1."""

Monomial = tuple[Variable, ...]
MOST_TERMS = 2_048
MOST_FACTORS = 12


class TooLong(LearnerError):
    """A formula of more terms or factors than are worked out."""


class Polynomial:
    """A sum of products of entries, with exact factors; equal ones are equal whatever their order.

    >>> x, w = Polynomial.of(("x", 1, 1)), Polynomial.of(("W_q", 1, 1))
    >>> x * w + 0 == w * x, x + x == 2 * x
    (True, True)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Exact]) -> None:
        self.terms = terms

    @classmethod
    def of(cls, variable: Variable) -> "Polynomial":
        """One entry by itself."""
        return cls({(variable,): 1})

    @classmethod
    def total(cls, values: Iterable["Polynomial | Exact"]) -> "Polynomial":
        """The sum of them all."""
        added: dict[Monomial, Exact] = {}
        for value in values:
            for monomial, factor in _terms(value).items():
                added[monomial] = added.get(monomial, 0) + factor
            if len(added) > MOST_TERMS:
                raise TooLong("the formula is too long")
        return cls({monomial: factor for monomial, factor in added.items() if factor})

    def __add__(self, other: "Polynomial | Exact") -> "Polynomial":
        others = _terms(other)
        if not others:
            return self
        # Matrices add term by term, so what is there already is not looked at again.
        added = dict(self.terms)
        for monomial, factor in others.items():
            total = added.get(monomial, 0) + factor
            if total:
                added[monomial] = total
            else:
                del added[monomial]
        if len(added) > MOST_TERMS:
            raise TooLong("the formula is too long")
        return Polynomial(added)

    __radd__ = __add__

    def __mul__(self, other: "Polynomial | Exact") -> "Polynomial":
        others = _terms(other)
        if len(self.terms) * len(others) > MOST_TERMS:
            raise TooLong("the formula is too long")
        made: dict[Monomial, Exact] = {}
        for left, factor in self.terms.items():
            for right, by in others.items():
                monomial = tuple(sorted(left + right))
                if len(monomial) > MOST_FACTORS:
                    raise TooLong("the formula has too many factors")
                made[monomial] = made.get(monomial, 0) + factor * by
        # Products of one term cannot cancel.
        return Polynomial(made if len(made) < 2 else {m: f for m, f in made.items() if f})

    __rmul__ = __mul__

    def __neg__(self) -> "Polynomial":
        return self * -1

    def __abs__(self) -> "Polynomial":
        # A name shows no sign that could be lost.
        return self

    def __truediv__(self, other: Exact) -> "Polynomial":
        return self * (1 / Fraction(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Polynomial | int | Fraction):
            return self.terms == _terms(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __bool__(self) -> bool:
        return bool(self.terms)


def _terms(value: Polynomial | Exact) -> Mapping[Monomial, Exact]:
    if isinstance(value, Polynomial):
        return value.terms
    return {(): value} if value else {}
