"""The simulated learners make the mistakes that they are named for, and the same ones each time."""

import random
import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import handwriting, handwritten_pages, handwritten_work, learners, simulator
from tests.learners import right_answer, wrong_answer
from tests.simulator import MISTAKES, Work, right_work, wrong_work

MODULES = (handwriting, handwritten_pages, handwritten_work, learners, simulator)
TALL = [[1, 0], [0, 1], [1, 1]]
SQUARE = [[1, 3], [0, -1]]


@cache
def works(mistake: str) -> list[Work]:
    """Fifty works with a mistake, or fifty right ones."""
    return made_now(mistake)


def made_now(mistake: str, step: int = 1) -> list[Work]:
    return [wrong_work(mistake, n) if mistake else right_work(n) for n in range(0, 50, step)]


@pytest.mark.parametrize("module", MODULES)
def test_nothing_is_shared_with_the_package(module: Any) -> None:
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert "qkvsym" not in source
    assert "sympy" not in source


def test_every_mistake_has_an_id_of_its_own() -> None:
    assert len(MISTAKES) == len(set(MISTAKES)) == 31
    with pytest.raises(ValueError, match="no-mistake"):
        wrong_work("no-mistake", 0)


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_a_number_names_one_work(mistake: str) -> None:
    first = works(mistake)
    assert first[::5] == made_now(mistake, step=5)
    assert len({work.text for work in first}) == 50
    assert {work.mistake for work in first} == {mistake}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_most_wrong_works_can_be_told_apart(mistake: str) -> None:
    found = [work for work in works(mistake) if work.told_apart]
    assert len(found) >= 20
    assert all(work.wrong_lines for work in found)


def test_right_works_have_no_wrong_lines() -> None:
    assert {(work.wrong_lines, work.told_apart) for work in works("")} == {((), False)}


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_texts_stay_small_and_wrong_lines_are_in_them(mistake: str) -> None:
    for work in works(mistake):
        lines = work.text.splitlines()
        assert len(lines) < 200
        assert max(map(len, lines)) < 2000
        assert list(work.wrong_lines) == sorted(set(work.wrong_lines))
        assert all(lines[number - 1].strip() for number in work.wrong_lines)


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_givens_are_in_range_and_fit_unless_that_is_the_mistake(mistake: str) -> None:
    for work in works(mistake):
        assert list(work.givens) == ["x", "W_q", "W_k", "W_v"]
        (x,) = work.givens["x"]
        heights = {len(work.givens[name]) for name in ("W_q", "W_k", "W_v")}
        widths = {len(row) for name in ("W_q", "W_k", "W_v") for row in work.givens[name]}
        assert all(1 <= abs(entry) <= 6 for entry in x)
        assert len(widths) == 1
        assert (heights == {len(x)}) == (mistake != "inner-mismatch")
        if mistake in ("weights-transposed", "order-swapped"):
            assert widths == {len(x)}


def test_plain_rows_hold_the_numbers_that_they_should() -> None:
    row = re.compile(r"^\s*([qkv])(?: = [^=\n]+)? = \[(-?\d+(?:, -?\d+)*)\]$", re.MULTILINE)
    seen = 0
    for work in works("") + works("length-from-rows") + works("shape-of-weight"):
        (x,) = work.givens["x"]
        for role, text in row.findall(work.text):
            W = work.givens[f"W_{role}"]
            right = [sum(x[i] * W[i][j] for i in range(len(x))) for j in range(len(W[0]))]
            assert [int(entry) for entry in text.split(", ")] == right
            seen += 1
    assert seen > 30


@pytest.mark.parametrize(
    ("mistake", "x", "W", "expected"),
    [
        ("", [1, 2, 3], TALL, [[4, 5]]),
        ("", [1, 2], SQUARE, [[1, 1]]),
        ("rows-dotted", [1, 2, 3], TALL, [[1, 2, 3]]),
        ("weights-transposed", [1, 2], SQUARE, [[7, -2]]),
        ("order-swapped", [1, 2], SQUARE, [[7], [-2]]),
        ("inner-mismatch", [1, 2], TALL, [[1, 2]]),
        ("inner-mismatch", [1, 2, 3, 4], TALL, [[4, 5]]),
        ("called-undefined", [1, 2, 3], TALL, []),
        ("outputs-reversed", [1, 2, 3], TALL, [[5, 4]]),
        ("token-reversed", [1, 2, 3], TALL, [[4, 3]]),
        ("rows-shifted", [1, 2, 3], TALL, [[5, 3]]),
        ("same-column", [1, 2, 3], TALL, [[4, 4]]),
        ("dropped-term", [1, 2, 3], TALL, [[1, 2]]),
        ("column-sums", [1, 2, 3], TALL, [[2, 2]]),
        ("added-not-multiplied", [1, 2, 3], TALL, [[8, 8]]),
        ("multiplied-not-added", [1, 2], SQUARE, [[0, -6]]),
        ("outer-not-summed", [1, 2, 3], TALL, [[1, 0], [0, 2], [3, 3]]),
        ("one-number", [1, 2, 3], TALL, 9),
        ("running-total", [1, 2, 3], TALL, [[4, 9]]),
        ("sign-lost", [1, -2], SQUARE, [[1, 5]]),
        ("zero-kept", [1, 2, 3], TALL, [[6, 6]]),
        ("scaled-early", [1, 2, 3], TALL, [[Decimal("2.83"), Decimal("3.54")]]),
    ],
)
def test_rules_agree_with_what_was_worked_out_by_hand(
    mistake: str, x: list[int], W: list[list[int]], expected: Any
) -> None:
    rng = random.Random("hand")
    if mistake:
        assert wrong_answer(mistake, "q", x, {"W_q": W}, rng).value == expected
    else:
        assert right_answer("q", x, W).value == expected


def test_wrong_shapes_leave_the_values_right() -> None:
    rng = random.Random("hand")
    from_rows = wrong_answer("length-from-rows", "q", [1, 2, 3], {"W_q": TALL}, rng)
    of_weight = wrong_answer("shape-of-weight", "q", [1, 2, 3], {"W_q": TALL}, rng)
    assert (from_rows.value, from_rows.shape) == ([[4, 5]], (1, 3))
    assert (of_weight.value, of_weight.shape) == ([[4, 5]], (3, 2))


def test_a_slip_is_in_one_entry_only() -> None:
    for n in range(20):
        rng = random.Random(f"slip/{n}")
        for mistake, most in (("slip-in-term", 3), ("slip-in-entry", 5)):
            value: Any = wrong_answer(mistake, "q", [1, 2, 3], {"W_q": TALL}, rng).value
            (row,) = value
            off = sorted((abs(row[0] - 4), abs(row[1] - 5)))
            assert off[0] == 0
            assert 1 <= off[1] <= most


SHAPES_FROM_ROWS = """\
First the query.
q = x · W_q = [14, 28, 19, 18]
shape(q) = (1, 3)
Then the key.
k = x · W_k = [8, -8, 18, -4]
size of k: 1 x 3
Now the value.
v = x · W_v = [6, -8, 11, 15]
shape(v) = (1, 3)
"""
COLUMNS = r"""\begin{align*}
q &= W_{q} x^{T} = [-3, 21, 7]^{T}
\end{align*}
$q$ is $3 \times 1$
\begin{align*}
k &= W_{k} x^{T} = [24, 37, 36]^{T}
\end{align*}
$k$ is $3 \times 1$
\begin{align*}
v &= W_{v} x = [1, 24, -12]^{T}
\end{align*}
"""


def test_two_works_are_kept_to_the_letter() -> None:
    work = wrong_work("length-from-rows", 0)
    assert work.givens["x"] == [[-2, -6, 3]]
    assert work.givens["W_q"] == [[5, -2, -2, 0], [-3, -2, -3, -1], [2, 4, -1, 4]]
    assert (work.text, work.wrong_lines, work.told_apart) == (SHAPES_FROM_ROWS, (3, 6, 9), True)
    work = wrong_work("order-swapped", 0)
    assert work.givens["x"] == [[5, 3, 2]]
    assert work.givens["W_q"] == [[0, -1, 0], [4, -3, 5], [2, -1, 0]]
    assert (work.text, work.wrong_lines, work.told_apart) == (COLUMNS, (2, 6, 10), True)
