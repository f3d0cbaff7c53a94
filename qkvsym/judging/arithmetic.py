"""Exact arithmetic on numbers, polynomials and matrices of them, within bounds.

What cannot be formed is `UNDEFINED`; what is too large raises `Unreadable` at its node.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from qkvsym.errors import SizesDiffer, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.effort import Effort
from qkvsym.judging.polynomial import Polynomial, TooLong
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Node

LARGEST_BITS = 1_024
NUMBERS = (int, Fraction, Polynomial)


def plain(value: Any) -> Any:
    """A matrix of one entry as that entry; every other value as it is."""
    if isinstance(value, Matrix) and len(value.rows) == 1 == len(value.rows[0]):
        return value.rows[0][0]
    return value


def entries_of(value: Any) -> tuple[Any, ...]:
    """The entries of a value, row by row; one for a number, none for what is undefined."""
    if isinstance(value, Matrix):
        return value.entries
    return () if value is UNDEFINED else (value,)


def added(values: Sequence[Any], node: Node, effort: Effort) -> Any:
    """The sum of values, from left to right."""
    values = [plain(value) for value in values]
    effort.spend(sum(map(_terms_of, values)), node)
    try:
        if all(isinstance(value, Polynomial) for value in values):
            return Polynomial.total(values)
        return bounded(reduce(_plus, values), node)
    except TooLong as error:
        raise Unreadable(str(error), node.at) from None


def _plus(left: Any, right: Any) -> Any:
    """The sum of two values; `UNDEFINED` for a matrix and what is none of its shape."""
    if isinstance(left, NUMBERS) and isinstance(right, NUMBERS):
        return left + right
    if isinstance(left, Matrix) and isinstance(right, Matrix) and left.shape == right.shape:
        return left + right
    return UNDEFINED


def _terms_of(value: Any) -> int:
    """How many products of entries a value is made of, about."""
    if isinstance(value, Polynomial):
        return 1 + len(value.terms)
    if isinstance(value, Matrix):
        return len(value.rows) * len(value.rows[0]) * _terms_of(value.rows[0][0])
    return 1


def same_length(left: Any, right: Any) -> bool:
    """Whether both are rows of one length, longer than 1."""
    if not (isinstance(left, Matrix) and isinstance(right, Matrix)):
        return False
    return len(left.rows) == 1 == len(right.rows) and len(left.rows[0]) == len(right.rows[0]) > 1


def multiplied(left: Any, right: Any, node: Node, effort: Effort) -> Any:
    """The product of two values, in their order."""
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    both = isinstance(left, Matrix) and isinstance(right, Matrix)
    effort.spend(_terms_of(left) * (len(right.rows[0]) if both else _terms_of(right)), node)
    try:
        if both:
            return left @ right
        if isinstance(left, Matrix):
            return left.map(lambda each: bounded(each * right, node))
        if isinstance(right, Matrix):
            return right.map(lambda each: bounded(left * each, node))
        return bounded(left * right, node)
    except SizesDiffer:
        return UNDEFINED
    except TooLong as error:
        raise Unreadable(str(error), node.at) from None


def bounded(value: Any, node: Node) -> Any:
    """The value, a whole number where it is one; raises `Unreadable` where it is too large."""
    if type(value) is int:
        if value.bit_length() > LARGEST_BITS:
            raise Unreadable("the number is too large", node.at)
    elif isinstance(value, Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > LARGEST_BITS:
            raise Unreadable("the number is too large", node.at)
        if value.denominator == 1:
            return value.numerator
    return value
