"""Bounds of numbers and of polynomials at their edge, and what is worth something."""

from fractions import Fraction

import pytest

from qkvsym.judging.arithmetic import LARGEST_BITS, bounded
from qkvsym.judging.polynomial import MOST_TERMS, Polynomial
from qkvsym.reading.syntax import Num

NODE = Num(7, 8, 1)


@pytest.mark.parametrize("over", [2**LARGEST_BITS - 1, 1 - 2**LARGEST_BITS])
def test_a_fraction_of_as_many_bits_as_a_whole_number_is_kept(over: int) -> None:
    # 7 divides neither, so that all bits are left.
    assert bounded(Fraction(over, 7), NODE) == Fraction(over, 7)
    assert bounded(Fraction(7, over), NODE) == Fraction(7, over)


def test_a_sum_may_have_as_many_terms_as_a_formula() -> None:
    almost = Polynomial.total(Polynomial.of(("x", 1, n)) for n in range(1, MOST_TERMS))
    full = almost + Polynomial.of(("x", 1, MOST_TERMS))
    assert full == Polynomial.total(Polynomial.of(("x", 1, n)) for n in range(1, MOST_TERMS + 1))
    assert len(full.terms) == MOST_TERMS


def test_only_a_sum_of_nothing_is_worth_nothing() -> None:
    one, two = Polynomial.of(("x", 1, 1)), Polynomial.of(("x", 1, 2))
    assert [bool(one), bool(one + -two), bool(one + -one)] == [True, True, False]
