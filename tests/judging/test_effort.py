"""What a line and a file may calculate is bounded; a line that asks for too much stands alone."""

import pytest

from qkvsym.judging.effort import OF_A_FILE, OF_A_LINE
from qkvsym.judging.polynomial import MOST_TERMS, Polynomial, TooLong
from qkvsym.judging.verification import verify
from qkvsym.judging.worlds import Problem
from qkvsym.shapes import Shape

SIZES = "d_in = 16\nd_out = 16\n"
LINE = "this asks for too much calculation"
FILE = "too much is calculated in this work; hand it in in parts"
RIGHT = r"q_j = \sum_i x_i w_{ij}"


@pytest.mark.parametrize(
    "line",
    [
        # 4096 products for each of 16 entries; hundreds of sums; products of products.
        r"q_j = \sum_i \sum_k \sum_l x_i w_{ij}",
        "q_j = " + " + ".join([r"\sum_i\sum_k x_i w_{ij}"] * 60),
        "q = x W_q W_k W_v W_q",
        "q = " + " + ".join(["x W_q W_k"] * 100),
    ],
)
def test_a_line_that_asks_for_too_much_is_refused_and_the_next_is_judged(line: str) -> None:
    report = verify(f"{SIZES}{line}\n{RIGHT}")
    refused, right = report.lines[2:]
    assert refused.verdict == "not-understood"
    assert refused.reason in (LINE, "the formula is too long")
    assert right.verdict == "ok"


def test_a_file_that_asks_for_too_much_is_judged_as_far_as_it_goes() -> None:
    report = verify(SIZES + f"{RIGHT}\n" * 450)
    verdicts = [line.verdict for line in report.lines[2:]]
    judged = verdicts.count("ok")
    assert verdicts == ["ok"] * judged + ["not-understood"] * (450 - judged)
    assert 60 <= judged < 450
    assert {line.reason for line in report.lines[2 + judged :]} == {FILE}


def test_work_of_an_ordinary_size_is_far_from_the_bounds() -> None:
    lines = [RIGHT.replace("q", role) for role in "qkv"] * 10
    assert {line.verdict for line in verify(SIZES + "\n".join(lines)).lines[2:]} == {"ok"}
    assert OF_A_LINE < OF_A_FILE


def test_the_same_work_can_be_judged_again() -> None:
    text = SIZES + f"{RIGHT}\n" * 100
    assert verify(text) == verify(text)


@pytest.mark.parametrize(("d_out", "worlds"), [(3, 1), (2, 2)])
def test_a_square_problem_is_not_worked_out_twice(d_out: int, worlds: int) -> None:
    problem = Problem({"x": Shape(1, 3), "W_q": Shape(3, d_out)})
    assert len(problem.symbolic_worlds) == worlds


def test_sums_of_symbols_drop_what_cancels_and_are_bounded() -> None:
    x, y = Polynomial.of(("x", 1, 1)), Polynomial.of(("x", 1, 2))
    assert (x + y) + -x == y == 0 + y
    assert (x + -x, x + 2 + -2) == (0, x)
    assert list((x + y + -x).terms) == [(("x", 1, 2),)]
    total = Polynomial.total(Polynomial.of(("x", 1, n)) for n in range(MOST_TERMS))
    assert total + -total == 0
    with pytest.raises(TooLong, match=r"^the formula is too long$"):
        total + Polynomial.of(("x", 2, 1))
