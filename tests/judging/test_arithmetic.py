"""Exact arithmetic of the verifier: what is undefined, and each bound at its edge."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from qkvsym.errors import Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import added, bounded, entries_of, multiplied, plain, same_length
from qkvsym.judging.effort import OF_A_FILE, OF_A_LINE, Effort
from qkvsym.judging.polynomial import MOST_FACTORS, MOST_TERMS, Polynomial, TooLong
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Num

NODE = Num(7, 8, 1)
ROW, COLUMN, ONE = Matrix(((1, 2),)), Matrix(((1,), (2,))), Matrix(((3,),))


def refusal(of: Callable[[], Any]) -> tuple[str, int]:
    with pytest.raises(Unreadable) as caught:
        of()
    return caught.value.reason, caught.value.at


def long(terms: int, row: int = 1) -> Polynomial:
    """A sum of so many entries."""
    return Polynomial.total(Polynomial.of(("W_q", row, n)) for n in range(1, terms + 1))


@pytest.mark.parametrize("value", [2**1024 - 1, Fraction(2**1024 - 1, 3**99), 1 - 2**1024])
def test_a_number_of_1024_bits_is_kept(value: Any) -> None:
    assert bounded(value, NODE) == value


@pytest.mark.parametrize(
    "value", [2**1024, -(2**1024), Fraction(2**1024, 3**99), Fraction(3**99, 2**1024)]
)
def test_a_larger_number_is_refused_at_its_place(value: Any) -> None:
    assert refusal(lambda: bounded(value, NODE)) == ("the number is too large", 7)


def test_a_fraction_that_is_whole_becomes_a_whole_number() -> None:
    assert type(bounded(Fraction(6, 2), NODE)) is int
    assert bounded(Fraction(3, 2), NODE) == Fraction(3, 2)


def test_only_a_matrix_of_one_entry_is_its_entry() -> None:
    assert (plain(ONE), plain(ROW), plain(COLUMN), plain(3)) == (3, ROW, COLUMN, 3)
    assert entries_of(COLUMN) == (1, 2)
    assert (entries_of(3), entries_of(UNDEFINED)) == ((3,), ())


@pytest.mark.parametrize("other", [1, ROW, COLUMN, UNDEFINED])
def test_nothing_is_made_of_what_is_undefined(other: Any) -> None:
    assert multiplied(UNDEFINED, other, NODE, Effort()) is UNDEFINED
    assert multiplied(other, UNDEFINED, NODE, Effort()) is UNDEFINED
    assert added([UNDEFINED, other], NODE, Effort()) is UNDEFINED
    assert added([other, UNDEFINED], NODE, Effort()) is UNDEFINED


def test_what_does_not_fit_is_undefined() -> None:
    assert multiplied(ROW, ROW, NODE, Effort()) is UNDEFINED
    assert multiplied(ROW, COLUMN, NODE, Effort()) == Matrix(((5,),))
    assert added([ROW, COLUMN], NODE, Effort()) is UNDEFINED
    assert added([ROW, 1], NODE, Effort()) is UNDEFINED
    assert added([ROW, ROW], NODE, Effort()) == Matrix(((2, 4),))
    assert added([ONE, 1], NODE, Effort()) == 4


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (ROW, ROW, True),
        (ROW, Matrix(((1, 2, 3),)), False),
        (Matrix(((1, 2, 3),)), Matrix(((1, 2, 3),)), True),
        (ROW, COLUMN, False),
        (COLUMN, ROW, False),
        (COLUMN, COLUMN, False),
        (ONE, ONE, False),
        (Matrix(((1, 2), (3, 4))), Matrix(((1, 2), (3, 4))), False),
        (Matrix(((1, 2), (3, 4))), ROW, False),
        (ROW, 2, False),
    ],
)
def test_rows_of_one_length_can_be_dotted(left: Any, right: Any, same: bool) -> None:
    assert same_length(left, right) is same


@pytest.mark.parametrize(
    ("amount", "left", "right"),
    [
        (1, 2, 3),
        (2, 2, ROW),
        (2, ROW, 2),
        (2, COLUMN, Matrix(((3,),))),
        (4, COLUMN, ROW),
        (2, ROW, COLUMN),
        (4, Matrix(((1, 2), (3, 4))), COLUMN),
        (4, long(3), 2),
        (12, long(3), long(2, 2)),
        (8, long(3), ROW),
        (8, Matrix(((long(3), long(3)),)), 5),
    ],
)
def test_what_a_product_costs(amount: int, left: Any, right: Any) -> None:
    effort = Effort()
    multiplied(left, right, NODE, effort)
    assert (effort.left, effort.left_of_line) == (OF_A_FILE - amount, OF_A_LINE - amount)


def test_what_a_sum_costs() -> None:
    effort = Effort()
    added([1, 2, long(3)], NODE, effort)
    added([ROW, ROW], NODE, effort)
    assert (effort.left, effort.left_of_line) == (OF_A_FILE - 10, OF_A_LINE - 10)


def test_effort_is_spent_to_the_last_and_a_line_has_its_own() -> None:
    effort = Effort()
    effort.spend(OF_A_LINE, NODE)
    assert refusal(lambda: effort.spend(1, NODE)) == ("this asks for too much calculation", 7)
    for _ in range(OF_A_FILE // OF_A_LINE - 1):
        effort.begin_line()
        effort.spend(OF_A_LINE - 1, NODE)
    effort.begin_line()
    effort.spend(effort.left, NODE)
    assert refusal(lambda: effort.spend(1, NODE)) == (
        "too much is calculated in this work; hand it in in parts",
        7,
    )


def test_a_formula_has_up_to_2048_terms() -> None:
    most = long(MOST_TERMS)
    one = Polynomial.of(("x", 1, 1))
    assert len(most.terms) == MOST_TERMS
    for more in (lambda: most + one, lambda: most * (one + 1), lambda: Polynomial.total([most, 1])):
        with pytest.raises(TooLong) as caught:
            more()
        assert str(caught.value) == "the formula is too long"
    assert len((most * one).terms) == MOST_TERMS
    assert refusal(lambda: added([most, one], NODE, Effort())) == ("the formula is too long", 7)
    assert refusal(lambda: multiplied(long(50), long(50, 2), NODE, Effort())) == (
        "the formula is too long",
        7,
    )


def test_a_product_has_up_to_12_factors() -> None:
    one = Polynomial.of(("x", 1, 1))
    power: Any = 1
    for _ in range(MOST_FACTORS):
        power = power * one
    with pytest.raises(TooLong) as caught:
        power * one
    assert str(caught.value) == "the formula has too many factors"


def test_what_cancels_is_gone() -> None:
    one, two = Polynomial.of(("x", 1, 1)), Polynomial.of(("x", 1, 2))
    assert not one + -one
    assert ((one + two) * (one + -two)).terms == (one * one + -(two * two)).terms
    assert (one + 2 + -2).terms == one.terms
    assert hash(one + two) == hash(two + one)
    assert len({one + two, two + one, one}) == 2
    assert (one == 1, Polynomial({}) == 0, one == "x") == (False, True, False)
    assert one / 2 + one / 2 == one
