"""The spelling of every value, as text, as LaTeX and Typst, and in words: whole strings."""

from fractions import Fraction
from typing import Any

import pytest
from typst import Compiler, TypstError

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
from qkvsym.notation import latex, spoken, text, typst
from qkvsym.shapes import Shape
from tests.printed import letters, page_texts

N = Number
X_I = Entry("x", ("i",))
W_IJ = Entry("w", ("i", "j"))

# The value, then as plain text, as LaTeX, as Typst and as it is read aloud.
SPELLED: list[tuple[Any, str, str | None, str, str]] = [
    (7, "7", "7", "7", "7"),
    (-7, "-7", "-7", "-7", "minus 7"),
    (N(-4), "-4", "-4", "-4", "minus 4"),
    (UNDEFINED, "undefined", r"\text{undefined}", '"undefined"', "undefined"),
    # Names: one letter is itself, longer words are upright.
    ("x", "x", "x", "x", "x"),
    (Name("W_q"), "W_q", "W_q", "W_q", "W q"),
    (Name("d_1"), "d_1", "d_1", "d_1", "d 1"),
    ("d_in", "d_in", r"d_{\mathrm{in}}", 'd_"in"', "d in"),
    ("d_model", "d_model", r"d_{\mathrm{model}}", 'd_"model"', "d model"),
    ("n", "n", "n", "n", "n"),
    ("head_dim", "head_dim", r"\mathrm{head}_{\mathrm{dim}}", '"head"_"dim"', "head dim"),
    ("heads", "heads", r"\mathrm{heads}", '"heads"', "heads"),
    ("a_b_c", "a_b_c", r"a_{\mathrm{b\_c}}", 'a_"b_c"', "a b c"),
    # Entries: a comma only where one of two indices has two digits.
    (Entry("q", (1,)), "q_1", "q_1", "q_(1)", "q 1"),
    (Entry("q", ("j",)), "q_j", "q_j", "q_(j)", "q j"),
    (Entry("x", (12,)), "x_{12}", "x_{12}", "x_(12)", "x 12"),
    (Entry("w", (1, 2)), "w_{12}", "w_{12}", "w_(1 2)", "w 1 2"),
    (Entry("w", (9, 9)), "w_{99}", "w_{99}", "w_(9 9)", "w 9 9"),
    (Entry("w", (10, 9)), "w_{10,9}", "w_{10,9}", "w_(10,9)", "w 10 9"),
    (Entry("w", (1, 16)), "w_{1,16}", "w_{1,16}", "w_(1,16)", "w 1 16"),
    (Entry("w", (3, "j")), "w_{3j}", "w_{3j}", "w_(3 j)", "w 3 j"),
    (Entry("w", (11, "j")), "w_{11,j}", "w_{11,j}", "w_(11,j)", "w 11 j"),
    # Products: a sign between numbers, brackets around negative factors and sums.
    (N(2) * N(4), "2*4", r"2 \cdot 4", "2 dot 4", "2 times 4"),
    (N(2) * N(-4), "2*(-4)", r"2 \cdot (-4)", "2 dot (-4)", "2 times minus 4"),
    (N(-2) * N(4), "(-2)*4", r"(-2) \cdot 4", "(-2) dot 4", "minus 2 times 4"),
    (N(-2) * N(-4), "(-2)*(-4)", r"(-2) \cdot (-4)", "(-2) dot (-4)", "minus 2 times minus 4"),
    (N(0) * N(3), "0*3", r"0 \cdot 3", "0 dot 3", "0 times 3"),
    (Product((Name("x"), Name("W_q"))), "x W_q", "x W_q", "x W_q", "x times W q"),
    (Product((X_I, W_IJ)), "x_i w_{ij}", "x_i w_{ij}", "x_(i) w_(i j)", "x i times w i j"),
    (
        N(2) * (N(1) + N(3)),
        "2*(1 + 3)",
        r"2 \cdot (1 + 3)",
        "2 dot (1 + 3)",
        "2 times the sum 1 plus 3",
    ),
    # Sums: a negative number is taken away, a zero stays.
    (Sum((N(1), N(0), N(3))), "1 + 0 + 3", "1 + 0 + 3", "1 + 0 + 3", "1 plus 0 plus 3"),
    (Sum((N(1), N(-8))), "1 - 8", "1 - 8", "1 - 8", "1 minus 8"),
    (Sum((N(-1), N(-8), N(2))), "-1 - 8 + 2", "-1 - 8 + 2", "-1 - 8 + 2", "minus 1 minus 8 plus 2"),
    (
        N(2) * N(-4) + N(-3) * N(1),
        "2*(-4) + (-3)*1",
        r"2 \cdot (-4) + (-3) \cdot 1",
        "2 dot (-4) + (-3) dot 1",
        "2 times minus 4 minus 3 times 1",
    ),
    (
        BigSum("i", "d_in", Product((X_I, W_IJ))),
        "sum_{i=1}^{d_in} x_i w_{ij}",
        r"\sum_{i=1}^{d_{\mathrm{in}}} x_i w_{ij}",
        'sum_(i = 1)^(d_"in") x_(i) w_(i j)',
        "the sum over i from 1 to d in of x i times w i j",
    ),
    (
        BigSum("i", 16, X_I),
        "sum_{i=1}^{16} x_i",
        r"\sum_{i=1}^{16} x_i",
        "sum_(i = 1)^(16) x_(i)",
        "the sum over i from 1 to 16 of x i",
    ),
    (
        ColumnDot("x", 2),
        "x . column 2",
        r"x \cdot \text{column } 2",
        'x dot "column" 2',
        "x dot column 2",
    ),
    (
        ColumnDot("x", "j"),
        "x . column j",
        r"x \cdot \text{column } j",
        'x dot "column" j',
        "x dot column j",
    ),
    # Matrices and shapes.
    (
        Matrix.of([[4, -5]]),
        "[4, -5]",
        r"\begin{bmatrix} 4 & -5 \end{bmatrix}",
        "mat(4, -5)",
        "the row 4, minus 5",
    ),
    (
        Matrix.of([[4], [5]]),
        "[[4], [5]]",
        r"\begin{bmatrix} 4 \\ 5 \end{bmatrix}",
        "mat(4; 5)",
        "the column 4, 5",
    ),
    (Matrix.of([[7]]), "[7]", r"\begin{bmatrix} 7 \end{bmatrix}", "mat(7)", "the row 7"),
    (
        Matrix.of([[1, 2], [3, 4]]),
        "[[1, 2], [3, 4]]",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
        "mat(1, 2; 3, 4)",
        "the matrix with rows 1, 2; 3, 4",
    ),
    (
        Matrix.of([[Entry("x", (1,)), Entry("x", (2,))]]),
        "[x_1, x_2]",
        r"\begin{bmatrix} x_1 & x_2 \end{bmatrix}",
        "mat(x_(1), x_(2))",
        "the row x 1, x 2",
    ),
    (Shape(1, 3), "1 x 3", r"1 \times 3", "1 times 3", "1 by 3"),
    (
        Shape("n", "d_out"),
        "n x d_out",
        r"n \times d_{\mathrm{out}}",
        'n times d_"out"',
        "n by d out",
    ),
    (
        ShapeProduct(Shape(1, "d_in"), Shape("d_in", 2)),
        "(1 x d_in)(d_in x 2)",
        r"(1 \times d_{\mathrm{in}})(d_{\mathrm{in}} \times 2)",
        '(1 times d_"in")(d_"in" times 2)',
        "1 by d in times d in by 2",
    ),
    # Chains: one relation between all members.
    (
        Chain((Name("q"), Matrix.of([[4, 5]]))),
        "q = [4, 5]",
        None,
        "q = mat(4, 5)",
        "q equals the row 4, 5",
    ),
    (
        Chain((Name("x"), Shape(1, 3)), ":"),
        "x: 1 x 3",
        r"x\colon 1 \times 3",
        "x : 1 times 3",
        "x is 1 by 3",
    ),
    (
        Chain((Shape(1, 3), Shape(1, 2)), "->"),
        "1 x 3 -> 1 x 2",
        r"1 \times 3 \to 1 \times 2",
        "1 times 3 -> 1 times 2",
        "1 by 3 gives 1 by 2",
    ),
    (
        ["k", N(1) + N(2), 3],
        "k = 1 + 2 = 3",
        "k = 1 + 2 = 3",
        "k = 1 + 2 = 3",
        "k equals 1 plus 2 equals 3",
    ),
]


@pytest.mark.parametrize(
    ("value", "plain", "math", "typeset", "words"), SPELLED, ids=[s[1] for s in SPELLED]
)
def test_every_value_has_one_spelling_in_text_latex_typst_and_words(
    value: Any, plain: str, math: str | None, typeset: str, words: str
) -> None:
    assert (text(value), typst(value), spoken(value)) == (plain, typeset, words)
    if math is not None:
        assert latex(value) == math


def test_the_worked_line_of_the_lesson_is_spelled_as_on_paper() -> None:
    products = N(1) * N(1) + N(2) * N(0) + N(3) * N(1)
    line = Chain((ColumnDot("x", 1), *formula.worked(products)))
    assert text(line) == "x . column 1 = 1*1 + 2*0 + 3*1 = 1 + 0 + 3 = 4"
    assert latex(line) == (
        r"x \cdot \text{column } 1 = 1 \cdot 1 + 2 \cdot 0 + 3 \cdot 1 = 1 + 0 + 3 = 4"
    )


FRACTIONS: list[tuple[Any, str, str, str, str]] = [
    (Fraction(3, 4), "3/4", r"\frac{3}{4}", "frac(3, 4)", "3 over 4"),
    (N(Fraction(3, 4)), "3/4", r"\frac{3}{4}", "frac(3, 4)", "3 over 4"),
    (Fraction(4), "4", "4", "4", "4"),
    (Fraction(-1, 2), "-1/2", r"-\frac{1}{2}", "-frac(1, 2)", "minus 1 over 2"),
    (
        N(2) * N(Fraction(-1, 2)),
        "2*(-1/2)",
        r"2 \cdot (-\frac{1}{2})",
        "2 dot (-frac(1, 2))",
        "2 times minus 1 over 2",
    ),
    (
        Sum((N(1), N(Fraction(-1, 2)))),
        "1 - 1/2",
        r"1 - \frac{1}{2}",
        "1 - frac(1, 2)",
        "1 minus 1 over 2",
    ),
]


@pytest.mark.parametrize(
    ("value", "plain", "math", "typeset", "words"), FRACTIONS, ids=[f[1] for f in FRACTIONS]
)
def test_a_fraction_is_spelled_like_a_number_with_its_sign_in_front(
    value: Any, plain: str, math: str, typeset: str, words: str
) -> None:
    spelled = (text(value), latex(value), typst(value), spoken(value))
    assert spelled == (plain, math, typeset, words)


def test_typst_sets_every_spelling() -> None:
    spelled = [typeset for *_, typeset, _ in (*SPELLED, *FRACTIONS)]
    source = "".join(f"${one}$\n\n" for one in spelled)
    made = Compiler(ignore_system_fonts=True).compile(source.encode(), format="pdf")
    shown = "".join(map(letters, page_texts(bytes(made))))
    for name in ("heads", "dmodel", "ab_c", "undefined", "column2", "dout"):
        assert name in shown
    # Nothing of the source is left over.
    assert not set(shown) & set('"$;')
    with pytest.raises(TypstError):
        Compiler().compile(b"$ nonsense(1) $", format="pdf")


def test_every_formula_can_be_spelled() -> None:
    spelled = {type(value) for value, *_ in SPELLED}
    kinds = {one for one in vars(formula).values() if isinstance(one, type)}
    made_here = {one for one in kinds if one.__module__ == formula.__name__} - {Formula}
    assert made_here <= spelled


def test_what_has_no_spelling_is_refused_rather_than_guessed() -> None:
    for value, name in ((1.5, "float"), (object(), "object"), ({1: 2}, "dict"), (None, "NoneType")):
        for spell in (text, latex, typst, spoken):
            with pytest.raises(TypeError) as refused:
                spell(value)
            assert str(refused.value) == f"a {name} cannot be printed as math"
