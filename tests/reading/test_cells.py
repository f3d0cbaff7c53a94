"""Rows of tables say what stands in their cells, and headings say nothing."""

import pytest

from qkvsym.judging.verification import verify
from qkvsym.reading.cells import without_bars
from tests.judging.three_results import GIVENS

NO_NAME = "a row of a table begins with the name of one result, as in | q | [4, 5] |"


def judged(line: str) -> tuple[str, str]:
    (found,) = verify(line, givens=GIVENS).lines
    return found.verdict, found.reason


@pytest.mark.parametrize(
    ("row", "bare"),
    [
        ("| q | [10, 8] |", "  q = [10, 8]  "),
        ("| q | 10 | 8 |", "  q = 10 , 8  "),
        ("| q | -10 | 1/2 | 0.5 |", "  q = -10 , 1/2 , 0.5  "),
        ("q | x W_q | 10 | 8", "q = x W_q = 10 , 8"),
        ("| q | 1 x 2 |", "  q : 1 x 2  "),
        ("| q | [10, 8] | 1 x 2 |", "  q = [10, 8] , 1 x 2  "),
        ("| q | 10 | 8 | 1 x 2 |", "  q = 10 , 8 ; 1 x 2  "),
        ("| q_1 | 10 | q_2 | 8 |", "  q_1 = 10 , q_2 = 8  "),
        ("| W_q | 3 x 2 | q | 1 x 2 |", "  W_q : 3 x 2 , q : 1 x 2  "),
        ("| q | = | [10, 8] |", "  q   =   [10, 8]  "),
        ("| query | 10 | 8 |", "  query : 10 , 8  "),
        # A heading.
        ("| q | k | v |", " " * 13),
        ("| token | $q_1$ | **q_2** |", " " * 27),
        # No row of a table.
        ("k = |10|", "k = |10|"),
    ],
)
def test_bars_become_signs(row: str, bare: str) -> None:
    assert without_bars(row) == bare


@pytest.mark.parametrize(
    "heading",
    [
        *("| q_1 | q_2 |", "| q | k | v |", "| x | W_q |", "q | k", "| $q$ | $k$ |"),
        *("| token | q | k | v |", "| | q | k | v |", "| name | entry 1 | entry 2 |"),
        "| entry 1 | entry 2 |",
    ],
)
def test_a_heading_claims_nothing(heading: str) -> None:
    assert judged(heading) == ("not-checked", "")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("| q | 10 | 8 |", "| q | 10 | 9 |"),
        ("| q | x W_q | 10 | 8 |", "| q | x W_q | 8 | 10 |"),
        ("| q | 10 | 8 | 1 x 2 |", "| q | 10 | 8 | 1 x 3 |"),
        ("| q_1 | 10 | q_2 | 8 |", "| q_1 | 10 | q_2 | 9 |"),
        ("| q | [10, 8] | k | [2, 17] |", "| q | [10, 8] | k | [17, 2] |"),
        ("| W_q | 3 x 2 | q | 1 x 2 |", "| W_q | 3 x 2 | q | 1 x 3 |"),
        ("| Key | 2 | 17 |", "| Key | 17 | 2 |"),
        ("| query | [10, 8] |", "| query | [8, 10] |"),
    ],
)
def test_a_row_is_judged(right: str, wrong: str) -> None:
    assert judged(right) == ("ok", "")
    assert judged(wrong)[0] == "wrong"


@pytest.mark.parametrize(
    "row",
    [
        *("| 10 | 8 |", "10 | 8", "| [10, 8] | [2, 17] | [12, 10] |", "| 1 x 2 | 1 x 3 |"),
        *("| value | 10 | 8 |", "| result | [10, 8] | [2, 17] |", "| shape | 1 x 2 | 1 x 3 |"),
    ],
)
def test_values_without_a_name_are_refused(row: str) -> None:
    assert judged(row) == ("not-understood", NO_NAME)
    # Where nothing stands before it, a bar only begins the line.
    assert judged("| q = [10, 8] |") == ("ok", "")


def test_values_below_a_heading_are_refused_and_the_heading_is_not() -> None:
    lines = verify("| q_1 | q_2 |\n|---|---|\n| 10 | 8 |", givens=GIVENS).lines
    assert [line.verdict for line in lines] == ["not-checked", "not-understood"]


def test_a_shape_that_is_asked_for_may_stand_in_a_cell() -> None:
    for line, verdict in (("| 1 x 2 |", "ok"), ("| q | 1 x 2 |", "ok"), ("| 1 x 3 |", "wrong")):
        parts = verify(f"1(a) {line}", sheet="BSVVGA").parts
        assert next(part.verdict for part in parts if part.part == "a") == verdict
