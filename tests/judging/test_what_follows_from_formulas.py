"""A wrong formula that cannot be worked out excuses the value of what it is for, and no other."""

from typing import Any

import pytest

from qkvsym.judging.verification import verify

# q = [10, 8], k = [2, 17]
GIVENS: dict[str, Any] = {
    "x": [2, 5, 3],
    "W_q": [[0, 1], [2, 0], [0, 2]],
    "W_k": [[1, 2], [0, 2], [0, 1]],
}
ENTRY = "q_1 = x_1 w_{14}"
WHOLE = "q = W_q x"


def verdicts(*lines: str) -> list[str]:
    found = verify("\n".join(lines), givens=GIVENS).lines
    assert found[0].verdict == "wrong"
    return [line.verdict for line in found[1:]]


@pytest.mark.parametrize("line", ["q_1 = 99", "q = [99, 8]", "q = (0, 8)"])
def test_the_entry_may_be_anything(line: str) -> None:
    assert verdicts(ENTRY, line) == ["follows"]


@pytest.mark.parametrize(
    "line",
    ["q_2 = 99", "q_3 = 7", "q = [0, 99]", "q = [7, 8, 9]", "q = [99; 8]", "q = 7", "k_1 = 99"],
)
def test_nothing_else_may(line: str) -> None:
    assert verdicts(ENTRY, line) == ["wrong"]


def test_what_is_right_is_right() -> None:
    assert verdicts(ENTRY, "q = [10, 8]", "q_2 = 8") == ["ok", "ok"]


def test_a_value_that_was_given_holds_from_then_on() -> None:
    assert verdicts(ENTRY, "q_1 = 7", "q = [7, 8]", "q = [6, 8]", "q_1 = 6") == [
        *("follows", "follows", "wrong", "follows"),
    ]
    other = "q_2 = x_1 w_{15}"
    assert verdicts(ENTRY, other, "q = [7, 9]", "q = [7, 8]")[1:] == ["follows", "wrong"]
    assert verdicts(ENTRY, other, "q_1 = 3", "q_2 = 4", "q = [3, 4]")[1:] == ["follows"] * 3


def test_a_wrong_formula_of_the_whole_excuses_each_entry_once() -> None:
    assert verdicts(WHOLE, "q = [1, 2, 3]") == ["follows"]
    assert verdicts(WHOLE, "q_1 = 5", "q_2 = 6", "q = [5, 6]") == ["follows"] * 3
    assert verdicts(WHOLE, "q_1 = 5", "q_1 = 6") == ["follows", "wrong"]
    assert verdicts(WHOLE, "q = [1, 2]", "q_1 = 5") == ["follows", "wrong"]
    assert verdicts(WHOLE, "q_1 = 5", "k_1 = 5") == ["follows", "wrong"]
