"""Formulas: what is written stays as written, and has the value it should."""

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qkvsym
from qkvsym.formula import (
    UNDEFINED,
    BigSum,
    Entry,
    Formula,
    Name,
    Number,
    Product,
    Sum,
    Undefined,
    evaluate,
    worked,
)

N = Number
SMALL = st.integers(-9, 9)


def test_sums_and_products_are_flat_and_in_the_order_of_the_hand() -> None:
    one, two, three = N(1), N(2), N(3)
    assert three + one + two == Sum((three, one, two))
    assert three + (one + two) == Sum((three, one, two))
    assert three * one * two == Product((three, one, two))
    assert one * two + three * one == Sum((Product((one, two)), Product((three, one))))


def test_nothing_is_simplified() -> None:
    zero, one = N(0), N(1)
    assert zero * one == Product((zero, one))
    assert one + zero == Sum((one, zero))
    assert one * (one + zero) == Product((one, Sum((one, zero))))


def test_the_zero_that_sum_starts_from_is_not_written() -> None:
    terms: list[Any] = [N(1), N(0)]
    assert sum(terms) == Sum((N(1), N(0)))
    assert sum(terms[:1]) == N(1)
    # Any other number in front is.
    assert 2 + N(1) == Sum((N(2), N(1)))


def test_plain_numbers_become_numbers_of_a_formula() -> None:
    assert N(1) + 2 == Sum((N(1), N(2)))
    assert N(1) * 2 == Product((N(1), N(2)))
    assert 2 * N(3) == Product((N(2), N(3)))


def test_a_plain_zero_is_not_written_down_and_a_zero_that_is_given_is() -> None:
    assert N(3) * 0 == 0 * N(3) == 0
    assert N(3) + 0 == 0 + N(3) == N(3)
    assert N(3) * N(0) == Product((N(3), N(0)))
    assert N(3) + N(0) == Sum((N(3), N(0)))


@given(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=6))
def test_a_sum_of_products_has_the_value_of_plain_arithmetic(pairs: list[tuple[int, int]]) -> None:
    formula: Any = sum(N(a) * N(b) for a, b in pairs)
    expected = 0
    for a, b in pairs:
        expected += a * b
    assert evaluate(formula) == expected
    # Every stage of the work has this one value.
    assert {evaluate(stage) for stage in worked(formula)} == {expected}


def test_values_are_exact_fractions() -> None:
    assert evaluate(N(Fraction(1, 3)) * N(3) + N(Fraction(1, 2))) == Fraction(3, 2)


@pytest.mark.parametrize(
    "formula", [Name("x"), Entry("x", (1,)), N(1) + Name("x"), BigSum("i", 3, N(1))]
)
def test_a_formula_with_a_name_left_has_no_value(formula: Formula) -> None:
    with pytest.raises(TypeError) as refused:
        evaluate(formula)
    assert str(refused.value).endswith("has no numeric value")


@pytest.mark.parametrize(
    ("formula", "stages"),
    [
        (N(1) * N(1) + N(2) * N(0), (Sum((N(1), N(0))), N(1))),
        (N(3) * N(-4), (N(-12),)),
        (N(1) + N(2), (N(3),)),
        (N(7), ()),
    ],
)
def test_work_goes_from_products_to_terms_to_the_value_without_a_step_twice(
    formula: Formula, stages: tuple[Formula, ...]
) -> None:
    assert worked(formula) == (formula, *stages)


def test_the_absolute_value_of_a_formula_is_a_number() -> None:
    assert abs(N(-4)) == N(4)
    assert abs(N(4)) == N(4)
    assert abs(N(2) * N(-3)) == N(6)


def test_undefined_names_itself() -> None:
    assert repr(UNDEFINED) == "<Undefined.UNDEFINED: 'undefined'>"
    assert str(UNDEFINED) == "Undefined.UNDEFINED"


def test_there_is_one_undefined_however_it_is_copied() -> None:
    assert list(Undefined) == [UNDEFINED]
    assert Undefined("undefined") is UNDEFINED
    assert copy.copy(UNDEFINED) is UNDEFINED
    assert copy.deepcopy({"value": [UNDEFINED]})["value"][0] is UNDEFINED
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(UNDEFINED, protocol)) is UNDEFINED
    (made,) = qkvsym.generate("find-mistake", mistakes=["inner-mismatch"]).exercises
    for other in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert other.parts[-1].answer.value is UNDEFINED
        assert other == made
