"""A list before a name is a factor; only what may be defined there begins another claim."""

from typing import Any

import pytest

from qkvsym.judging.verification import verify
from tests.judging.three_results import GIVENS

TOKENS = [
    "[2, 5, 3]",
    "(2, 5, 3)",
    "[2 5 3]",
    "<2, 5, 3>",
    r"\begin{pmatrix}2 & 5 & 3\end{pmatrix}",
]
VALUES = {"q": "[10, 8]", "k": "[2, 17]", "v": "[12, 10]"}


def said(text: str, givens: Any = GIVENS) -> list[str]:
    return [line.verdict for line in verify(text, givens=givens).lines]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("role", VALUES)
def test_numbers_before_a_matrix_are_multiplied_with_it(token: str, role: str) -> None:
    value, other = VALUES[role], VALUES["v" if role == "q" else "q"]
    assert said(f"{role} = {token} W_{role} = {value}") == ["ok"]
    assert said(f"{role} = {token} W_{role}") == ["ok"]
    assert said(f"{role} = {token} W_{role} = {other}") == ["wrong"]
    assert said(f"{role} = {token} W_{'k' if role == 'q' else 'q'} = {value}") == ["wrong"]


@pytest.mark.parametrize("token", TOKENS)
def test_a_list_before_a_result_ends_its_claim(token: str) -> None:
    assert said(f"x = {token} q = [10, 8] k = [2, 17]") == ["ok"]
    assert said(f"x = {token} q = [10, 8] k = [17, 2]") == ["wrong"]


def test_givens_may_follow_each_other_on_a_line() -> None:
    line = "x = [1, 2] W_q = [[1, 2], [3, 4]]\n"
    assert said(line + "q = [1, 2] W_q = [7, 10]", None) == ["not-checked", "ok"]
    assert said(line + "q = [1, 2] W_q = [7, 11]", None) == ["not-checked", "wrong"]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("q = W_q^T x = [10, 8]", "W_q^T is 2 x 3, x is 1 x 3: the inner sizes 3 and 1 differ"),
        ("k = W_k x", "W_k is 3 x 2, x is 1 x 3: the inner sizes 2 and 1 differ"),
        ("v = x W_q W_v", "x W_q is 1 x 2, W_v is 3 x 2: the inner sizes 2 and 3 differ"),
        ("k = x^T W_k = [2, 17]", "x^T is 3 x 1, W_k is 3 x 2: the inner sizes 1 and 3 differ"),
    ],
)
def test_a_product_that_cannot_be_formed_says_which_sizes_do_not_meet(line: str, note: str) -> None:
    (found,) = verify(line, givens=GIVENS).lines
    assert found.verdict == "wrong"
    assert note in found.notes


@pytest.mark.parametrize("line", ["q = 1+9, 2+6", "k = 2, 9+8", "v = 12, (10)"])
def test_entries_parted_by_commas_alone_are_refused_and_not_judged_one_by_one(line: str) -> None:
    (found,) = verify(line, givens=GIVENS).lines
    assert (found.verdict, found.reason) == (
        "not-understood",
        "say what this is; a row needs brackets, as in q = [4, 5]",
    )
    assert said("q = [1+9, 2+6]") == ["ok"]
    assert said("q_1 = 10, 1+9 = 10") == ["ok"]
    assert said("q = [10, 8], (1 x 2)") == ["ok"]


def test_a_capital_x_is_the_token_where_there_is_only_one() -> None:
    (line,) = verify("Q = X W_Q = [10, 8]", givens=GIVENS).lines
    assert (line.verdict, list(line.notes)) == (
        "ok",
        [
            "Q is read as q, for there is one token",
            "X is read as x, for there is one token",
        ],
    )
    several = {"X": [[2, 5, 3], [1, 0, 0]], "W_q": GIVENS["W_q"]}
    (line,) = verify("Q = X W_q = [[10, 8], [0, 1]]", givens=several).lines
    assert (line.verdict, list(line.notes)) == ("ok", [])


def test_an_entry_of_a_column_is_one_number() -> None:
    (line,) = verify("k_1 = x . column 1 of W_q = 10", givens=GIVENS).lines
    assert [member.got for member in line.members[1:]] == ["10", "10"]
    assert [mistake.id for mistake in line.mistakes] == ["one-matrix-for-all", "wrong-matrix"]


def test_shapes_the_wrong_way_round_may_be_called_undefined() -> None:
    assert said("(3 x 2)(1 x 3) = undefined") == ["ok"]
    assert said("(3 x 2)(1 x 3) = 3 x 3") == ["wrong"]
    assert said("(1 x 2)(3 x 2) = undefined") == ["wrong"]


def test_what_follows_from_a_miscopied_given_is_not_blamed_again() -> None:
    # x_3 should be 3.
    copied = "x = [2, 5, 4]\n"
    assert said(f"{copied}q = [10, 10]") == ["wrong", "follows"]
    assert said(f"{copied}q_2 = 2*1 + 5*0 + 4*2 = 10\nq = [10, 10]") == [
        "wrong",
        "follows",
        "follows",
    ]
    assert said(f"{copied}q = [10, 11]") == ["wrong", "wrong"]
    assert said(f"{copied}q = [10, 8]") == ["wrong", "ok"]
    weights = "W_v = [[2, 0], [1, 2], [1, 1]]\n"
    assert said(f"{weights}v = [12, 13]\nq = [10, 8]") == ["wrong", "follows", "ok"]
    assert said(f"{weights}q = [12, 13]") == ["wrong", "wrong"]


@pytest.mark.parametrize("n", [3, 4, 9])
def test_an_entry_that_a_result_has_not_is_said_so(n: int) -> None:
    (line,) = verify(f"q_{n} = 5", givens=GIVENS).lines
    assert line.members[-1].expected == f"no entry {n}, for q is 1 x 2"
