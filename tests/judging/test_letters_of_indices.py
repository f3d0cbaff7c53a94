"""Which letter stands for an index is the learner's choice."""

import pytest

from qkvsym.judging.verification import verify


def part_b(line: str) -> str:
    """The verdict on the part that asks for q_j."""
    parts = verify(f"1(b) {line}", sheet="JFASN9R").parts
    return next(part.verdict for part in parts if part.part == "b")


@pytest.mark.parametrize(("place", "bound"), [("j", "i"), ("i", "j"), ("k", "i"), ("m", "l")])
def test_a_formula_with_other_letters_answers_the_part(place: str, bound: str) -> None:
    assert part_b(rf"q_{place} = \sum_{bound} x_{bound} w_{{{bound}{place}}}") == "ok"
    assert part_b(rf"q_{place} = \sum_{bound} x_{bound} w_{{{place}{bound}}}") == "wrong"


@pytest.mark.parametrize("line", [r"q_1 = \sum_i x_i w_{i1}", "q = x W_q"])
def test_another_formula_does_not(line: str) -> None:
    assert part_b(line) == "missing"


def test_the_right_formula_has_the_letter_that_was_written() -> None:
    (line,) = verify(r"q_i = \sum_j x_j w_{ij}").lines
    assert line.members[1].expected == "sum_{j=1}^{d_in} x_j w_{ji}"
    (line,) = verify(r"q_k = \sum_j x_j w_{kj}").lines
    assert line.members[1].expected == "sum_{i=1}^{d_in} x_i w_{ik}"
    line = verify("d_in = 2\nq_i = x_1 w_{1i}").lines[1]
    assert line.members[1].expected == "x_1 w_{1i} + x_2 w_{2i}"


GIVENS = {"x": [2, 5, 3], "W_q": [[0, 1], [2, 0], [0, 2]]}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"q_1 = \sum_i x_i w_i1", r"q_1 = \sum_i x_i w_i2"),
        ("q_j = x_1 w_1j + x_2 w_2j + x_3 w_3j", "q_j = x_1 w_1j + x_2 w_2j + x_3 w_2j"),
        ("q_j = x_1 w_1j+x_2w_2j+x_3w_3j", "q_j = x_1 w_1j+x_2w_3j+x_3w_2j"),
        # What is said of an entry behind a colon is its value.
        ("q_1: 10", "q_1: 8"),
        ("q_1: 10, q_2: 8", "q_1: 8, q_2: 10"),
        ("q_1: 2*0 + 5*2 + 3*0 = 10", "q_1: 2*1 + 5*0 + 3*2 = 8"),
        ("(x W_q)_2: 8", "(x W_q)_2: 10"),
        ("x_1: 2", "x_1: 5"),
    ],
)
def test_entries_are_written_without_braces_and_with_a_colon(right: str, wrong: str) -> None:
    assert verify(right, givens=GIVENS).lines[0].verdict == "ok"
    assert verify(wrong, givens=GIVENS).lines[0].verdict == "wrong"


def test_an_entry_has_no_shape() -> None:
    (line,) = verify("q_1: 1 x 2", givens=GIVENS).lines
    assert line.reason == "an entry is one number; name the whole result"
