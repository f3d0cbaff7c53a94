"""The frozen matrix, held against SymPy's."""

import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from qkvsym.errors import SizesDiffer
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape
from tests.examples import examples

SIZES = st.integers(1, 5)
INTEGERS = st.integers(-(10**20), 10**20)
FRACTIONS = st.fractions(-100, 100, max_denominator=50)
EXACT = st.one_of(INTEGERS, FRACTIONS)


@st.composite
def rows_of(draw: Any, height: int, width: int) -> list[list[Any]]:
    row = st.lists(EXACT, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))  # type: ignore[no-any-return]


@st.composite
def factors(draw: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    height, inner, width = draw(SIZES), draw(SIZES), draw(SIZES)
    return draw(rows_of(height, inner)), draw(rows_of(inner, width))


def by_sympy(rows: Any) -> Any:
    exact = [[sympy.Rational(e.numerator, e.denominator) for e in row] for row in rows]
    return sympy.Matrix(exact)


@examples(30)
@given(factors())
def test_a_product_is_the_one_that_sympy_gives(
    pair: tuple[list[list[Any]], list[list[Any]]],
) -> None:
    left, right = pair
    product = Matrix.of(left) @ Matrix.of(right)
    assert by_sympy(product.rows) == by_sympy(left) * by_sympy(right)
    assert product.shape == Shape(len(left), len(right[0]))


@examples(30)
@given(factors())
def test_a_transposed_matrix_is_the_one_that_sympy_gives(
    pair: tuple[list[list[Any]], list[list[Any]]],
) -> None:
    left, right = Matrix.of(pair[0]), Matrix.of(pair[1])
    assert by_sympy(left.T.rows) == by_sympy(pair[0]).T
    assert left == left.T.T
    assert (left @ right).T == right.T @ left.T


@examples(30)
@given(st.data(), SIZES, SIZES)
def test_a_sum_is_the_one_that_sympy_gives(data: Any, height: int, width: int) -> None:
    one, other = (data.draw(rows_of(height, width)) for _ in range(2))
    total = Matrix.of(one) + Matrix.of(other)
    assert by_sympy(total.rows) == by_sympy(one) + by_sympy(other)


@pytest.mark.parametrize("other", [[[1, 2, 3]], [[1, 2], [3, 4]], [[1], [2]], [[1]]])
def test_only_matrices_of_one_shape_are_added(other: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=r"^a 1 x 2 and a \d x \d matrix cannot be added$"):
        Matrix.of([[1, 2]]) + Matrix.of(other)


def test_entries_stay_exact() -> None:
    third = Matrix.of([[Fraction(1, 3)]]) @ Matrix.of([[Fraction(3)]])
    assert third.rows == ((Fraction(1),),)
    large = Matrix.of([[10**30, 1]]) @ Matrix.of([[10**30], [1]])
    assert large.rows == ((10**60 + 1,),)
    assert all(type(e) is int for e in large.entries)


def sentence_of(left: object, right: object) -> str:
    with pytest.raises(SizesDiffer) as refused:
        left @ right  # type: ignore[operator]
    return str(refused.value)


@pytest.mark.parametrize(("inner", "rows"), [(3, 2), (2, 3), (1, 2)])
def test_a_mismatch_raises_the_sentence_that_the_shapes_raise(inner: int, rows: int) -> None:
    left = Matrix.of([[1] * inner])
    right = Matrix.of([[1, 2]] * rows)
    said = sentence_of(left, right)
    assert said == sentence_of(left.shape, right.shape)
    assert said == (
        f"the left factor is 1 x {inner}, the right factor is {rows} x 2: "
        f"the inner sizes {inner} and {rows} differ"
    )


@pytest.mark.parametrize("rows", [[], [[]], [[], []], [[1, 2], [3]], [[1], [2, 3]]])
def test_a_matrix_needs_entries_and_rows_of_one_length(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        Matrix.of(rows)
    assert str(refused.value) == "a matrix needs at least one entry, and rows of one length"


def test_a_matrix_is_frozen_and_can_be_a_key() -> None:
    matrix = Matrix.of([[1, 2], [3, 4]])
    with pytest.raises(FrozenInstanceError):
        matrix.rows = ()  # type: ignore[misc]
    assert {matrix: "kept"}[Matrix.of(iter([(1, 2), (3, 4)]))] == "kept"
    assert matrix != Matrix.of([[1, 3], [2, 4]])


def test_columns_and_entries_are_read_in_order() -> None:
    matrix = Matrix.of([[1, 2, 3], [4, 5, 6]])
    assert matrix.columns == ((1, 4), (2, 5), (3, 6))
    assert matrix.entries == (1, 2, 3, 4, 5, 6)
    assert matrix.map(lambda entry: -entry).rows == ((-1, -2, -3), (-4, -5, -6))


@pytest.mark.parametrize(
    ("rows", "columns", "resized"),
    [
        (1, 2, ((1, 2),)),
        (2, 3, ((1, 2, 3), (4, 5, 6))),
        (3, 2, ((1, 2), (4, 5), (0, 0))),
        (1, 4, ((1, 2, 3, 0),)),
        (3, 4, ((1, 2, 3, 0), (4, 5, 6, 0), (0, 0, 0, 0))),
    ],
)
def test_a_resized_matrix_is_cut_or_padded_with_zeros(
    rows: int, columns: int, resized: tuple[tuple[int, ...], ...]
) -> None:
    assert Matrix.of([[1, 2, 3], [4, 5, 6]]).resized(rows, columns).rows == resized


def test_a_matrix_that_remembers_its_last_product_is_the_same_matrix() -> None:
    x, y = Matrix.of([[1, 2]]), Matrix.of([[3, 4]])
    W = Matrix.of([[1, 0], [2, 5]])
    fresh = Matrix.of([[1, 0], [2, 5]])
    assert [(one @ W).rows for one in (x, y, x, x)] == [
        ((5, 10),),
        ((11, 20),),
        ((5, 10),),
        ((5, 10),),
    ]
    assert (W, hash(W), repr(W)) == (fresh, hash(fresh), "Matrix(rows=((1, 0), (2, 5)))")
    assert pickle.dumps(W) == pickle.dumps(fresh)
    with pytest.raises(SizesDiffer):
        Matrix.of([[1, 2, 3]]) @ W
