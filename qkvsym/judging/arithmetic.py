"""Exact arithmetic on numbers, polynomials and matrices of them, within bounds.

What cannot be formed is `UNDEFINED`; what is too large raises `Unreadable` at its node.
"""

from fractions import Fraction
from typing import Any

from qkvsym.errors import SizesDiffer, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.polynomial import Polynomial
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


def added(left: Any, right: Any, node: Node) -> Any:
    """The sum of two values."""
    if isinstance(left, NUMBERS) and isinstance(right, NUMBERS):
        return bounded(left + right, node)
    left, right = plain(left), plain(right)
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        if left.shape != right.shape:
            return UNDEFINED
        pairs = zip(left.rows, right.rows, strict=True)
        return Matrix(tuple(tuple(map(_plus, one, other)) for one, other in pairs))
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        return UNDEFINED
    return bounded(left + right, node)


def _plus(left: Any, right: Any) -> Any:
    return left + right


def same_length(left: Any, right: Any) -> bool:
    """Whether both are rows of one length, longer than 1."""
    if not (isinstance(left, Matrix) and isinstance(right, Matrix)):
        return False
    return len(left.rows) == 1 == len(right.rows) and len(left.rows[0]) == len(right.rows[0]) > 1


def multiplied(left: Any, right: Any, node: Node) -> Any:
    """The product of two values, in their order."""
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        try:
            return left @ right
        except SizesDiffer:
            return UNDEFINED
    if isinstance(left, Matrix):
        return left.map(lambda each: bounded(each * right, node))
    if isinstance(right, Matrix):
        return right.map(lambda each: bounded(left * each, node))
    return bounded(left * right, node)


def bounded(value: Any, node: Node) -> Any:
    """The value, a whole number where it is one; raises `Unreadable` where it is too large."""
    if type(value) is int:
        if value.bit_length() > LARGEST_BITS:
            raise Unreadable("the number is too large", node.at, node.end)
    elif isinstance(value, Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > LARGEST_BITS:
            raise Unreadable("the number is too large", node.at, node.end)
        if value.denominator == 1:
            return value.numerator
    return value
