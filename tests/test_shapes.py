"""Shapes: which products exist, what they are called, and which sizes can be used."""

from fractions import Fraction

import pytest

from qkvsym.errors import BadSize, SizesDiffer
from qkvsym.shapes import MAX_SIZE, Shape, check_size


@pytest.mark.parametrize(
    ("left", "right", "product"),
    [
        (Shape(1, 3), Shape(3, 2), Shape(1, 2)),
        (Shape(1, "d_in"), Shape("d_in", "d_out"), Shape(1, "d_out")),
        (Shape("n", 3), Shape(3, "d_out"), Shape("n", "d_out")),
        (Shape(1, 1), Shape(1, 1), Shape(1, 1)),
        (Shape(3, 1), Shape(1, 3), Shape(3, 3)),
    ],
)
def test_equal_inner_sizes_leave_the_outer_ones(left: Shape, right: Shape, product: Shape) -> None:
    assert left @ right == product


@pytest.mark.parametrize(
    ("left", "right", "sentence"),
    [
        (
            Shape(1, 3, "x"),
            Shape(2, 2, "W_q"),
            "x is 1 x 3, W_q is 2 x 2: the inner sizes 3 and 2 differ",
        ),
        (
            Shape(1, "d_in", "x"),
            Shape("d_out", "d_in", "W_v"),
            "x is 1 x d_in, W_v is d_out x d_in: the inner sizes d_in and d_out differ",
        ),
        # Nothing says that a named size is 3.
        (
            Shape(1, 3, "x"),
            Shape("d_in", 2, "W_k"),
            "x is 1 x 3, W_k is d_in x 2: the inner sizes 3 and d_in differ",
        ),
        (
            Shape(3, 2),
            Shape(3, 2),
            "the left factor is 3 x 2, the right factor is 3 x 2: the inner sizes 2 and 3 differ",
        ),
    ],
)
def test_unequal_inner_sizes_are_named_with_their_operands(
    left: Shape, right: Shape, sentence: str
) -> None:
    with pytest.raises(SizesDiffer) as refused:
        left @ right
    assert str(refused.value) == sentence


def test_a_product_is_named_by_its_factors_in_a_longer_product() -> None:
    product = Shape(1, 3, "x") @ Shape(3, 2, "W_q")
    with pytest.raises(SizesDiffer) as refused:
        product @ Shape(3, 1, "u")
    assert str(refused.value) == "x W_q is 1 x 2, u is 3 x 1: the inner sizes 2 and 3 differ"


def test_a_name_takes_no_part_in_comparisons() -> None:
    assert Shape(1, 3, "x") == Shape(1, 3)
    assert hash(Shape(1, 3, "x")) == hash(Shape(1, 3))
    assert Shape(1, 3, "x") != Shape(3, 1, "x")
    assert Shape(1, 3).named("x").name == "x"


def test_a_transposed_shape_swaps_its_sizes_and_says_so_in_its_name() -> None:
    shape = Shape(2, "d_out", "W_q").T
    assert (shape, shape.name) == (Shape("d_out", 2), "W_q^T")
    assert Shape(2, 3).T.name == ""


@pytest.mark.parametrize("size", [1, 2, MAX_SIZE, "d_in", "n", "d_model", "N2", "a" * MAX_SIZE])
def test_whole_numbers_to_sixteen_and_short_names_are_sizes(size: int | str) -> None:
    assert check_size(size, "d_in") == size


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0"),
        (-1, "-1"),
        (MAX_SIZE + 1, "17"),
        (True, "True"),
        (3.0, "3.0"),
        (Fraction(3), "Fraction(3, 1)"),
        (None, "None"),
    ],
)
def test_anything_else_that_is_no_text_is_refused(size: object, said: str) -> None:
    with pytest.raises(BadSize) as refused:
        check_size(size, "d_out")  # type: ignore[arg-type]
    assert str(refused.value) == f"d_out is {said}: a size is a whole number from 1 to 16"


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("", "''"),
        ("3", "'3'"),
        ("d in", "'d in'"),
        ("_n", "'_n'"),
        ("d-in", "'d-in'"),
        ("é", "'\\xe9'"),
        ("a" * 17, f"'{'a' * 17}'"),
        ("\x1b[31m", "'\\x1b[31m'"),
    ],
)
def test_text_that_is_no_short_name_is_refused(size: str, said: str) -> None:
    with pytest.raises(BadSize) as refused:
        check_size(size, "rows")
    assert str(refused.value) == (
        f"rows is {said}: a size is a whole number from 1 to 16 or a short name such as d_in"
    )


@pytest.mark.parametrize("name", ["x", "W_q", "i", "sum"])
def test_a_name_that_the_formulas_use_is_refused(name: str) -> None:
    with pytest.raises(BadSize) as refused:
        check_size(name, "d_in")
    assert str(refused.value) == f"d_in is '{name}', which has a meaning in the formulas already"


def test_a_shape_that_is_cut_keeps_its_name() -> None:
    assert Shape(1, 3, "x").resized(1, 2).name == "x"
    assert Shape(1, 3, "x").resized(1, 2) == Shape(1, 2)
