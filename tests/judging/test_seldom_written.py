"""What is seldom written by hand, beside its nearest cousin that is read."""

from typing import Any

import pytest

from qkvsym.judging.verdicts import Line
from qkvsym.judging.verification import verify
from tests.judging.test_verdicts import GIVENS

SEVERAL = "X = [[2,5,3],[1,0,1]]\nW_q = [[0,1],[2,0],[0,2]]\n"
NAMED_BY_SIZES = "x is 1 x 3\nW_q is 3 x 2\n"


def last(text: str, givens: Any = None) -> Line:
    return verify(text, givens=givens).lines[-1]


def understood(line: Line) -> str:
    """The verdict on a line, or why it is not understood."""
    return line.reason if line.verdict == "not-understood" else line.verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("q_1 = 20/2", "ok"),
        ("q_1 = 20/[1, 2]", "only a number can stand under a fraction"),
        ("q_1 = 20/0", "nothing can be divided by 0"),
        (r"q_1 = \sqrt{100}", "ok"),
        (r"q_1 = \sqrt{-100}", "only a whole number can stand under a root"),
        (r"q_1 = \sqrt{x}", "only a whole number can stand under a root"),
        (r"q_1 = \sqrt{101}", "wrong"),
        ("q = [[10, 8]]", "ok"),
        ("q = [[10, 8], [3]]", "the rows have different lengths"),
        ("q = [W_q, 8]", "an entry must be one number"),
        (r"q_1 = \sum_{i=1}^{3} x_i W_{q,i1}", "ok"),
        (r"q_1 = \sum_{i=3}^{2} x_i W_{q,i1}", "this sum has no terms"),
        (r"q_1 = \sum_{i=0}^{3} x_i W_{q,i1}", "places are counted from 1"),
        ("q_1 = [2, 5, 3] · [0, 2, 0]", "ok"),
        ("q_1 = [2, 5, 3] · [0, 2, 1]", "wrong"),
    ],
)
def test_values_that_are_worked_out(line: str, verdict: str) -> None:
    assert understood(last(line, GIVENS)) == verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("all three are 1 x 2", "ok"),
        ("all three are 1 x 3", "wrong"),
        ("all three are [10, 8]", "say of which result, as in q = [4, 5]"),
        ("q and k are 1 x 2", "ok"),
        (
            "q and k are [10, 8]",
            "this is said of several names at once; write one after the other",
        ),
        ("q has 2 entries", "ok"),
        ("q has 3 entries", "wrong"),
        ("q has 2 dogs", "entries, rows or columns is expected here"),
        (
            "q has 2 entries for each token",
            "a number for each of something is not part of the notation",
        ),
        ("W has 3 rows", "ok"),
        ("W has 2 rows", "wrong"),
        ("len(q) = 2", "ok"),
        ("len(W_q) = 3", "a matrix has two sizes, as in 3 x 2"),
        ("q_1 has shape 1 x 2", "an entry is one number; name the whole result"),
        ("q = [10, 8] (1 x 2)", "ok"),
        ("q = [10, 8] (1 x 3)", "wrong"),
        (
            "q = [10, 8] (one row, 2 entries)",
            "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2",
        ),
    ],
)
def test_what_is_said_of_shapes(line: str, verdict: str) -> None:
    assert understood(last(line, GIVENS)) == verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("q^{(2)} = [0, 3]", "ok"),
        ("q^{(3)} = [0, 3]", "wrong"),
        ("x^{(2)} W_q = [0, 3]", "ok"),
        ("x^{(3)} W_q = [0, 3]", "there is no token 3"),
        ("x^{(2)} = [1, 0, 1]", "ok"),
        ("x^{(2)} = [1, 0, 2]", "wrong"),
        ("x^{(2)} = [1, 0, 1]\nq^{(2)} = [0, 3]", "ok"),
    ],
)
def test_one_of_several_tokens(line: str, verdict: str) -> None:
    assert understood(last(SEVERAL + line)) == verdict


def test_one_token_by_its_place_is_a_given_where_there_is_no_other() -> None:
    assert last("x^{(2)} = [1, 0, 1]").notes == ("given",)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("x = [1, 2]\nx_1 = 1", "ok"),
        ("x = [1, 2]\nx_1 = 2", "wrong"),
        ("x_1 = 1", "not-checked"),
        ("W_q_11 = 1", "not-checked"),
        ("x_1 = [2, 5]", "an entry of x is one number; token 2, say, is written x^{(2)}"),
        ("W = [[1], [2]]", "write whose matrix it is: W_q, W_k or W_v"),
        ("W_q = [[1], [2]] = [[1], [2]]", "not-checked"),
        ("W_q = [[1], [2]] = [[1], [3]]", "W_q is given in two ways here"),
        ("x = [1, 2]\nx = [1, 2]", "ok"),
        (
            "x = [1, 2]\nx = [2, 1]",
            "x was given before as [1, 2]; hand in one exercise at a time",
        ),
    ],
)
def test_givens_and_their_contradictions(text: str, verdict: str) -> None:
    assert understood(last(text)) == verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}", "ok"),
        ("q_1 = (2 x_1 w_{11} + 2 x_2 w_{21} + 2 x_3 w_{31})/2", "ok"),
        ("q_1 = x_1 w_{11}/2 + x_2 w_{21} + x_3 w_{31}", "wrong"),
        ("q_1 = -(x_1 w_{11} + x_2 w_{21} + x_3 w_{31})", "wrong"),
        ("q = 10 x", "wrong"),
    ],
)
def test_formulas_with_numbers_in_them(line: str, verdict: str) -> None:
    assert understood(last(NAMED_BY_SIZES + line)) == verdict
