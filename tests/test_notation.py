"""The spelling of every value, as plain text and as LaTeX, whole strings."""

from fractions import Fraction
from typing import Any

import pytest

from qkvsym import formula
from qkvsym.formula import (
    UNDEFINED,
    BigSum,
    Chain,
    ColumnDot,
    Entry,
    Formula,
    Name,
    Number,
    Product,
    ShapeProduct,
    Sum,
)
from qkvsym.matrix import Matrix
from qkvsym.notation import latex, text
from qkvsym.shapes import Shape

N = Number
X_I = Entry("x", ("i",))
W_IJ = Entry("w", ("i", "j"))

SPELLED: list[tuple[Any, str, str | None]] = [
    (7, "7", "7"),
    (-7, "-7", "-7"),
    (N(-4), "-4", "-4"),
    (UNDEFINED, "undefined", r"\text{undefined}"),
    # Names: one letter is itself, longer words are upright.
    ("x", "x", "x"),
    (Name("W_q"), "W_q", "W_q"),
    (Name("d_1"), "d_1", "d_1"),
    ("d_in", "d_in", r"d_{\mathrm{in}}"),
    ("d_model", "d_model", r"d_{\mathrm{model}}"),
    ("n", "n", "n"),
    ("head_dim", "head_dim", r"\mathrm{head}_{\mathrm{dim}}"),
    ("heads", "heads", r"\mathrm{heads}"),
    ("a_b_c", "a_b_c", r"a_{\mathrm{b\_c}}"),
    # Entries: a comma only where one of two indices has two digits.
    (Entry("q", (1,)), "q_1", "q_1"),
    (Entry("q", ("j",)), "q_j", "q_j"),
    (Entry("x", (12,)), "x_{12}", "x_{12}"),
    (Entry("w", (1, 2)), "w_{12}", "w_{12}"),
    (Entry("w", (9, 9)), "w_{99}", "w_{99}"),
    (Entry("w", (10, 9)), "w_{10,9}", "w_{10,9}"),
    (Entry("w", (1, 16)), "w_{1,16}", "w_{1,16}"),
    (Entry("w", (3, "j")), "w_{3j}", "w_{3j}"),
    (Entry("w", (11, "j")), "w_{11,j}", "w_{11,j}"),
    # Products: a sign between numbers, brackets around negative factors and sums.
    (N(2) * N(4), "2*4", r"2 \cdot 4"),
    (N(2) * N(-4), "2*(-4)", r"2 \cdot (-4)"),
    (N(-2) * N(4), "(-2)*4", r"(-2) \cdot 4"),
    (N(-2) * N(-4), "(-2)*(-4)", r"(-2) \cdot (-4)"),
    (N(0) * N(3), "0*3", r"0 \cdot 3"),
    (Product((Name("x"), Name("W_q"))), "x W_q", "x W_q"),
    (Product((X_I, W_IJ)), "x_i w_{ij}", "x_i w_{ij}"),
    (N(2) * (N(1) + N(3)), "2*(1 + 3)", r"2 \cdot (1 + 3)"),
    # Sums: a negative number is taken away, a zero stays.
    (Sum((N(1), N(0), N(3))), "1 + 0 + 3", "1 + 0 + 3"),
    (Sum((N(1), N(-8))), "1 - 8", "1 - 8"),
    (Sum((N(-1), N(-8), N(2))), "-1 - 8 + 2", "-1 - 8 + 2"),
    (N(2) * N(-4) + N(-3) * N(1), "2*(-4) + (-3)*1", r"2 \cdot (-4) + (-3) \cdot 1"),
    (
        BigSum("i", "d_in", Product((X_I, W_IJ))),
        "sum_{i=1}^{d_in} x_i w_{ij}",
        r"\sum_{i=1}^{d_{\mathrm{in}}} x_i w_{ij}",
    ),
    (BigSum("i", 16, X_I), "sum_{i=1}^{16} x_i", r"\sum_{i=1}^{16} x_i"),
    (ColumnDot("x", 2), "x . column 2", r"x \cdot \text{column } 2"),
    (ColumnDot("x", "j"), "x . column j", r"x \cdot \text{column } j"),
    # Matrices and shapes.
    (Matrix.of([[4, -5]]), "[4, -5]", r"\begin{bmatrix} 4 & -5 \end{bmatrix}"),
    (Matrix.of([[4], [5]]), "[[4], [5]]", r"\begin{bmatrix} 4 \\ 5 \end{bmatrix}"),
    (Matrix.of([[7]]), "[7]", r"\begin{bmatrix} 7 \end{bmatrix}"),
    (
        Matrix.of([[1, 2], [3, 4]]),
        "[[1, 2], [3, 4]]",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
    ),
    (
        Matrix.of([[Entry("x", (1,)), Entry("x", (2,))]]),
        "[x_1, x_2]",
        r"\begin{bmatrix} x_1 & x_2 \end{bmatrix}",
    ),
    (Shape(1, 3), "1 x 3", r"1 \times 3"),
    (Shape("n", "d_out"), "n x d_out", r"n \times d_{\mathrm{out}}"),
    (
        ShapeProduct(Shape(1, "d_in"), Shape("d_in", 2)),
        "(1 x d_in)(d_in x 2)",
        r"(1 \times d_{\mathrm{in}})(d_{\mathrm{in}} \times 2)",
    ),
    # Chains: one relation between all members.
    (Chain((Name("q"), Matrix.of([[4, 5]]))), "q = [4, 5]", None),
    (Chain((Name("x"), Shape(1, 3)), ":"), "x: 1 x 3", r"x\colon 1 \times 3"),
    (Chain((Shape(1, 3), Shape(1, 2)), "->"), "1 x 3 -> 1 x 2", r"1 \times 3 \to 1 \times 2"),
    (["k", N(1) + N(2), 3], "k = 1 + 2 = 3", "k = 1 + 2 = 3"),
]


@pytest.mark.parametrize(("value", "plain", "math"), SPELLED, ids=[s[1] for s in SPELLED])
def test_every_value_has_one_spelling_in_text_and_one_in_latex(
    value: Any, plain: str, math: str | None
) -> None:
    assert text(value) == plain
    if math is not None:
        assert latex(value) == math


def test_the_worked_line_of_the_lesson_is_spelled_as_on_paper() -> None:
    products = N(1) * N(1) + N(2) * N(0) + N(3) * N(1)
    line = Chain((ColumnDot("x", 1), *formula.worked(products)))
    assert text(line) == "x . column 1 = 1*1 + 2*0 + 3*1 = 1 + 0 + 3 = 4"
    assert latex(line) == (
        r"x \cdot \text{column } 1 = 1 \cdot 1 + 2 \cdot 0 + 3 \cdot 1 = 1 + 0 + 3 = 4"
    )


FRACTIONS: list[tuple[Any, str, str]] = [
    (Fraction(3, 4), "3/4", r"\frac{3}{4}"),
    (N(Fraction(3, 4)), "3/4", r"\frac{3}{4}"),
    (Fraction(4), "4", "4"),
    (Fraction(-1, 2), "-1/2", r"-\frac{1}{2}"),
    (N(2) * N(Fraction(-1, 2)), "2*(-1/2)", r"2 \cdot (-\frac{1}{2})"),
    (Sum((N(1), N(Fraction(-1, 2)))), "1 - 1/2", r"1 - \frac{1}{2}"),
]


@pytest.mark.parametrize(("value", "plain", "math"), FRACTIONS, ids=[f[1] for f in FRACTIONS])
def test_a_fraction_is_spelled_like_a_number_with_its_sign_in_front(
    value: Any, plain: str, math: str
) -> None:
    assert (text(value), latex(value)) == (plain, math)


def test_every_formula_can_be_spelled() -> None:
    spelled = {type(value) for value, *_ in SPELLED}
    kinds = {one for one in vars(formula).values() if isinstance(one, type)}
    made_here = {one for one in kinds if one.__module__ == formula.__name__} - {Formula}
    assert made_here <= spelled


def test_what_has_no_spelling_is_refused_rather_than_guessed() -> None:
    for value, name in ((1.5, "float"), (object(), "object"), ({1: 2}, "dict"), (None, "NoneType")):
        for spell in (text, latex):
            with pytest.raises(TypeError) as refused:
                spell(value)
            assert str(refused.value) == f"a {name} cannot be printed as math"
