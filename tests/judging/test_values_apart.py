"""The small parts that values are made of, each by itself: sums, terms, symbols, spellings."""

from fractions import Fraction
from typing import Any

import pytest

from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import same_length
from qkvsym.judging.polynomial import Polynomial
from qkvsym.judging.spelled import spelled
from qkvsym.judging.terms import literal, pair, products_in, wrong_symbols, wrong_term
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Equation, Node
from qkvsym.reading.vocabulary import Vocabulary

X1, X2 = Polynomial.of(("x", 1, 1)), Polynomial.of(("x", 1, 2))
W11, W21 = Polynomial.of(("W_q", 1, 1)), Polynomial.of(("W_q", 2, 1))
NUMBERS = {("x", 1, 1): 2, ("x", 1, 2): 5, ("W_q", 1, 1): 3, ("W_q", 2, 1): 0}


def member(text: str) -> Node:
    """What stands behind ``q_1 =``."""
    (statement,) = read_line(f"q_1 = {text}", Vocabulary()).statements
    assert isinstance(statement, Equation)
    return statement.members[1]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ([[1, 2]], [[3, 4]], True),
        ([[1, 2, 3]], [[3, 4, 5]], True),
        ([[1]], [[3]], False),
        ([[1, 2]], [[3, 4, 5]], False),
        ([[1, 2], [3, 4]], [[3, 4]], False),
        ([[1, 2]], [[3, 4], [5, 6]], False),
    ],
)
def test_two_rows_of_one_length_are_dotted_and_nothing_else(
    left: list[list[int]], right: list[list[int]], same: bool
) -> None:
    assert same_length(Matrix.of(left), Matrix.of(right)) is same
    assert not same_length(Matrix.of(left), 3)
    assert not same_length(3, Matrix.of(right))


def test_symbols_are_turned_and_divided_exactly() -> None:
    assert -X1 == X1 * -1
    assert -X1 + X1 == 0
    assert X1 / 2 + X1 / 2 == X1
    assert X1 * Fraction(1, 2) == X1 / 2
    assert (X1 * 3) / Fraction(3, 2) == X1 * 2
    assert abs(-X1) == -X1


def test_symbols_are_something_unless_they_are_nothing_and_equal_ones_are_one() -> None:
    assert X1
    assert not X1 + -X1
    assert len({X1 * W11, W11 * X1, X2 * W11}) == 2
    assert X1 != "x_1"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (X1 * W11 + X2 * W21, "x_1 w_{11} + x_2 w_{21}"),
        (X2 * W21 + X1 * W11, "x_1 w_{11} + x_2 w_{21}"),
        (W11 * X1, "x_1 w_{11}"),
        (X1, "x_1"),
        (X1 * 2, "2*x_1"),
        (X1 * 0, "0"),
        (X1 * 0 + 3, "3"),
        (X1 + 3, "3 + x_1"),
        (Polynomial.of(("X", 2, 1)), "X_{21}"),
        (Matrix(((X1, X2 * W21),)), "[x_1, x_2 w_{21}]"),
        (Fraction(1, 2), "1/2"),
        (UNDEFINED, "undefined"),
    ],
)
def test_values_are_spelled_with_the_token_on_the_left(value: Any, text: str) -> None:
    assert spelled(value) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [("4", 4), ("-4", -4), ("1/2", Fraction(1, 2)), ("-1/2", Fraction(-1, 2))],
)
def test_a_number_is_taken_as_it_was_written(text: str, number: Any) -> None:
    assert literal(member(text)) == number


@pytest.mark.parametrize("text", ["2 + 2", "2*2", "-(2*2)", "1/(1 + 1)", "(1 + 1)/2", "x_1", "1/0"])
def test_what_must_be_worked_out_is_no_number_yet(text: str) -> None:
    assert literal(member(text)) is None


@pytest.mark.parametrize(
    ("text", "products"),
    [
        ("2*3 + 5*0", [(2, 3, False), (0, 5, False)]),
        ("3*2 - 4*5", [(2, 3, False), (4, 5, True)]),
        ("2*(-3) + (-4)*(-5)", [(2, 3, True), (4, 5, False)]),
        ("-2*3 + 1*1", [(2, 3, True), (1, 1, False)]),
        ("(1/2)*3 + 1*1", [(Fraction(1, 2), 3, False), (1, 1, False)]),
        ("2*3*4 + 1*1", None),
        ("6 + 1*1", None),
        ("(2 + 3)*1 + 1*1", None),
        ("2*3", None),
    ],
)
def test_only_sums_of_products_of_two_numbers_show_their_terms(
    text: str, products: list[Any] | None
) -> None:
    assert products_in(member(text)) == products


@pytest.mark.parametrize(
    ("written", "right", "number"),
    [
        ([(2, 3), (5, 1)], [(2, 3), (5, 1)], None),
        ([(5, 1), (3, 2)], [(2, 3), (5, 1)], None),
        ([(2, 3)], [(2, 3), (5, 0)], None),
        ([(2, 3), (5, 0), (7, 0)], [(2, 3)], None),
        ([(2, 3), (5, 2)], [(2, 3), (5, 1)], 2),
        ([(2, -3), (5, 1)], [(2, 3), (5, 1)], 1),
        ([(2, 3), (2, 3)], [(2, 3), (5, 1)], 2),
        ([(2, 3)], [(2, 3), (5, 1)], 2),
        ([], [(2, 3)], 1),
    ],
)
def test_the_first_term_that_the_right_sum_has_not_is_counted(
    written: list[tuple[int, int]], right: list[tuple[int, int]], number: int | None
) -> None:
    left = [pair(*each) for each in written]
    assert wrong_term(left, [pair(*each) for each in right]) == number


@pytest.mark.parametrize(
    ("got", "wrong"),
    [
        (X1 * W11 + X2 * W21, False),
        (X2 * W21 + X1 * W11, False),
        (X1 * W11, False),  # what is left out is worth nothing
        (X2 * W21, True),
        (X1 * W21 + X2 * W21, True),
        (X1 * 3 + X2 * W21, False),
        (X1 * 2 + X2 * W21, True),
        (X2 * 0 + 6, False),
        (X2 * 0 + 7, True),
        (X1 * W11 * 2 + X2 * W21, True),
    ],
)
def test_a_formula_lacks_no_term_that_is_worth_something(got: Polynomial, wrong: bool) -> None:
    right = X1 * W11 + X2 * W21
    assert wrong_symbols(got, right, NUMBERS) is wrong
    both = Matrix(((right, got),)), Matrix(((right, right),))
    assert wrong_symbols(*both, NUMBERS) is wrong
    assert wrong_symbols(Matrix(((right, right, right),)), both[1], NUMBERS) is True


def test_what_is_left_out_is_not_made_up_for_by_another_term_that_is() -> None:
    right = X1 * W11 + X2 * W21
    # The two are worth 6 and -6, and together nothing.
    opposite = {**NUMBERS, ("W_q", 2, 1): Fraction(-6, 5)}
    assert wrong_symbols(X1 * 0, right, opposite)
    assert not wrong_symbols(right, right, opposite)


@pytest.mark.parametrize("right", [X1, X1 * W11 * 2 + X2 * W21, X1 * W11 * W21 + X2 * W21])
def test_only_sums_of_products_of_two_entries_show_where_each_comes_from(right: Polynomial) -> None:
    assert not wrong_symbols(X2 * W11, right, NUMBERS)
