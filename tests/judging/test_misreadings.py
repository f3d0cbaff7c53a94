"""Right work is never called wrong because it was misread; what is not clear is not understood."""

import pytest

from qkvsym import verify
from qkvsym.judging.verdicts import Line

LESSON = {
    "x": [1, 2, 3],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}


def judged(text: str) -> Line:
    return verify(text, givens=LESSON).lines[-1]


RIGHT = [
    # How a line is numbered.
    "2. k = [2, 7]",
    "2.k = [2, 7]",
    "2.k_1 = 2",
    "2)k = [2, 7]",
    "> - 2. k = [2, 7]",
    "1.2. k = [2, 7]",
    "1234. k = [2, 7]",
    # Two sentences on one line.
    "q_1 = 4; q_2 = 5",
    "q_1 = 4. q_2 = 5",
    "q_1 = 4. Then q_2 = 5",
    "q = [4, 5]. k = [2, 7]",
    # Several names before one equals sign.
    "q, k, v = [4, 5], [2, 7], [2, 4]",
    "(q, k) = ([4, 5], [2, 7])",
    "q and k = [4, 5] and [2, 7]",
    # Values behind a colon.
    "q: [4, 5]",
    "q: 4, 5",
    "q: 4 5",
    # Arithmetic that begins as a numbered line or a list does.
    "(2) * 3 = 6",
    "(2) + 3 = 5",
    "- 4 + 5 = 1",
    "+ 4 + 5 = 9",
    # Sums over two lines.
    "q_1 = 1*1 + 2*0\n+ 3*1 = 4",
    "q_1 = (1*1 + 2*0\n+ 3*1) = 4",
    # Numbers in sentences.
    "There are 3 rows",
    "q is the query",
    "k is a vector",
]


@pytest.mark.parametrize("line", RIGHT)
def test_right_work_is_never_called_wrong(line: str) -> None:
    report = verify(line, givens=LESSON)
    # A sum that goes on below is no claim by itself.
    lines = report.lines[1:] if len(report.lines) > 1 else report.lines
    assert {line.verdict for line in lines} <= {"ok", "not-understood", "not-checked"}


@pytest.mark.parametrize("line", ["q is the query", "k is a vector", "v is made of x and W_v"])
def test_a_sentence_that_begins_with_a_name_is_prose(line: str) -> None:
    assert judged(line).verdict == "not-checked"


NEVER_OK = [
    r"q_3 = \sqrt{2}",
    "q_3 = q_4",
    "k_3 = q_9",
    r"W_q x = \sqrt{2}",
    "W_q x = W_k x",
    "W_q x = [1, 2] + [1, 2, 3]",
    "q, k = [2, 7]",
    "q, k, v: 1 x 2, 1 x 2, 1 x 3",
    "q_{} = [4, 5]",
    "q = x_{} W_q",
    "q = 4. 5",
]


@pytest.mark.parametrize("line", NEVER_OK)
def test_what_says_nothing_right_is_never_right(line: str) -> None:
    assert judged(line).verdict in ("wrong", "not-understood", "not-checked")


MISFIT = {"x": [1, 2, 3], "W_q": [[1, 2], [3, 4]], "W_k": [[5, 6], [7, 8]]}


@pytest.mark.parametrize(
    "line",
    [
        "q = W_q x",
        "q = x W_k",
        "q = W_q^T x",
        "q = x_1 + W_q",
        "q = [1, 2] + [1, 2, 3]",
        "k = x + W_q",
        r"q = \sqrt{2}",
    ],
)
def test_where_a_product_does_not_exist_not_everything_that_does_not_is_right(line: str) -> None:
    right = verify("q = x W_q\nq is undefined\nx W_q = undefined", givens=MISFIT)
    assert [found.verdict for found in right.lines] == ["ok", "ok", "ok"]
    assert verify(line, givens=MISFIT).lines[0].verdict in ("wrong", "not-understood")


@pytest.mark.parametrize("line", ["q_1 = W_k", "q_1 = 4, 5", "q_1 = [4, 5]", r"q_1 = \sqrt{2}"])
def test_what_is_no_number_is_no_slip_in_one_number(line: str) -> None:
    found = judged(line)
    assert found.verdict in ("wrong", "not-understood")
    assert "slip-in-entry" not in [one.id for one in found.mistakes]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("q = [4, 6]", 5),
        ("q = x W_q = [4, 6]", 13),
        ("(x W_q)_1 = 5", 13),
        ("q is undefined", 3),
        ("q is undefined because I say so", 3),
        ("x W_q = undefined", 9),
        ("(1 x 3)(3 x 2) is undefined", 16),
        ("q: 2 x 1", 4),
        ("d_out = 3", 1),
    ],
)
def test_the_column_of_a_wrong_line_is_where_the_wrong_member_begins(
    line: str, column: int
) -> None:
    found = judged(line)
    assert (found.verdict, found.column) == ("wrong", column)


def test_a_member_in_brackets_begins_with_its_bracket() -> None:
    first = judged("(x W_q)_1 = 4").members[0]
    assert (first.column, first.got) == (1, "(x W_q)_1")
    first = judged("(x W_q)^T = [4; 5]").members[0]
    assert (first.column, first.got) == (1, "(x W_q)^T")


def test_the_place_of_what_goes_on_is_in_its_own_line() -> None:
    """The line before is about an entry of a matrix; the place of that is no place here."""
    report = verify("(x W_k)_1 = W_k = k_2 + 3*\\sqrt{2}\n= 1", givens=LESSON)
    last = report.lines[-1]
    assert last.column is None or last.column <= len(last.text) + 1
