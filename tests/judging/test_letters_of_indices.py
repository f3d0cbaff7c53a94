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
