"""Slips that were published, and worked examples that were right: each gets the verdict it needs.

A case that gives only sizes is tried on matrices of those sizes whose entries all differ.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from qkvsym import Verification, verify

DATA = Path(__file__).parent.parent / "data"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in json.loads((DATA / "public_cases.json").read_text(encoding="utf-8"))
}
MATRICES = ("x", "X", "W_q", "W_k", "W_v")
RESULTS = frozenset("qkvQKV")
BY_NUMBERS = [
    "S01",
    "S02",
    "S03",
    "B05",
    "B08",
    "C01",
    "C05",
    "C08",
    "D06",
    "D09",
    "J06",
    "J11",
    "J14",
    "J16",
]
BY_SIZES = {
    "A03": ((4, 3), (3, 2)),
    "A04": ((5, 3), (3, 2)),
    "A05": ((2, 3), (4, 3)),
    "A06": ((4, 3), (3, 2)),
    "D05": ((3, 5), (5, 4)),
    "E03": ((2, 3), (4, 5)),
    "E04": ((1, 6), (2, 2)),
    "E05": ((1, 3), (2, 2)),
    "E06": ((1, 3), (3, 2)),
}


def matrix(rows: int, columns: int, first: int) -> list[list[int]]:
    """Entries that all differ, and are in no order."""
    return [[(first + 5 * (i * columns + j)) % 97 for j in range(columns)] for i in range(rows)]


def givens_of(name: str) -> dict[str, Any]:
    """The givens of a case under the names of the notation."""
    case = CASES[name]["input"]
    if name in BY_SIZES:
        token, weight = BY_SIZES[name]
        return {"x" if token[0] == 1 else "X": matrix(*token, 2), "W_q": matrix(*weight, 11)}
    found = {of: case[of] for of in MATRICES if case.get(of) is not None}
    if name == "S02":
        found["W_v"] = case["W_v_new"]
    if name == "B05":
        found["W_q"] = case["weight_conv1d_style"]
    if name == "B08":
        # The stored matrix is outputs by inputs; the right product is by its transpose.
        found["W_q"] = [list(column) for column in zip(*case["W_stored_out_in"], strict=True)]
    if name == "C05":
        found["x"] = case["x_query"]
    if name == "C08":
        found["W_v"] = found["W_k"]
    return found


def judged(name: str, *claims: str) -> Verification:
    lines = [f"{of} = {given}" for of, given in givens_of(name).items()]
    report = verify("\n".join([*lines, *claims]))
    assert [line.verdict for line in report.lines[: len(lines)]] == ["not-checked"] * len(lines)
    assert [line.notes for line in report.lines[: len(lines)]] == [("given",)] * len(lines)
    return report


def right_of(name: str) -> dict[str, Any]:
    """The right results of a case that it gives by number."""
    right = CASES[name]["right"]
    renamed = {"S02": {"v_new": "v"}, "B05": {"y": "q"}, "B08": {"square_result": "q"}}
    names = renamed.get(name, {of: of for of in right if of in RESULTS})
    return {of: right[key] for key, of in names.items()}


@pytest.mark.parametrize("name", BY_NUMBERS)
def test_the_right_result_of_a_published_case_is_right(name: str) -> None:
    claims = [f"{of} = {value}" for of, value in right_of(name).items()]
    report = judged(name, *claims) if claims else judged(name, "Q: 2 x 2")
    said = [line for line in report.lines if line.notes != ("given",)]
    assert [line.verdict for line in said] == ["ok"] * len(said)
    assert len(said) == max(len(claims), 1)
    assert report.first_wrong is None


@pytest.mark.parametrize("name", BY_NUMBERS)
def test_a_right_result_with_one_entry_changed_is_wrong_at_that_entry(name: str) -> None:
    for of, value in right_of(name).items():
        rows = value if isinstance(value[0], list) else [value]
        flat = [entry for row in rows for entry in row]
        for place in range(1, len(flat) + 1):
            changed = [entry + 50 * (n == place) for n, entry in enumerate(flat, 1)]
            width = len(rows[0])
            made = [changed[at : at + width] for at in range(0, len(changed), width)]
            report = judged(name, f"{of} = {made}")
            first = report.first_wrong
            assert first is not None
            assert (first.member, first.entry) == (2, place)


SLIPS = [
    # The claim of the case, the line that makes it, and the mistakes that explain it.
    ("A03", "Q = W_q X", ["order-swapped"]),
    ("A04", "Q = W X", ["order-swapped"]),
    ("A06", "Q = W^Q X", ["order-swapped"]),
    ("A05", "X W_q: 2 x 4", ["inner-mismatch"]),
    ("B08", "q = [1, 5]", ["rows-dotted", "weights-transposed", "order-swapped"]),
    ("B08", "q = x W_q^T", ["weights-transposed", "order-swapped"]),
    ("C01", "q = [4, 5]\nk = [2, 7]\nv = [2, 7]", ["wrong-matrix"]),
    ("C01", "q = [4, 5]\nk = [2, 7]\nv = x W_k", ["wrong-matrix"]),
    ("C01", "q = [4, 5]\nk = [2, 7]\nv = x W_k = [2, 7]", ["wrong-matrix"]),
    ("D05", "X: 3 x 4", []),
    ("D05", "Q: 3 x 5", ["length-from-rows"]),
    ("E03", "Q: 2 x 5", ["inner-mismatch"]),
    ("E03", "(2 x 3)(4 x 5) = 2 x 5", ["inner-mismatch"]),
    ("E04", "q: 1 x 2", ["inner-mismatch"]),
    ("E05", "(1 x 3)(2 x 2) = 1 x 2", ["inner-mismatch"]),
    ("E06", "q: 1 x 3", ["length-from-rows"]),
    ("E06", "q has length 3", ["length-from-rows"]),
]


@pytest.mark.parametrize(("name", "work", "mistakes"), SLIPS)
def test_a_published_slip_is_wrong_and_its_mistake_is_named(
    name: str, work: str, mistakes: list[str]
) -> None:
    line = judged(name, *work.split("\n")).lines[-1]
    assert line.verdict == "wrong"
    assert [found.id for found in line.mistakes] == mistakes
    confidence = "only" if len(mistakes) == 1 else "several"
    assert {found.confidence for found in line.mistakes} <= {confidence}


RIGHT_FORMULAS = [
    ("A03", "Q = X W_q"),
    ("A03", "Q: 4 x 2"),
    ("A03", "W_q: 3 x 2"),
    ("A03", "W_q X is undefined"),
    ("A04", "Q = X W"),
    ("A04", "X W: 5 x 2"),
    ("A05", "X W_q is undefined"),
    ("A05", "X W_q^T: 2 x 4"),
    ("A06", "Q = X W^Q"),
    ("A06", "Q: 4 x 2"),
    ("B05", "W_q: 3 x 6"),
    ("D05", "X: 3 x 5"),
    ("D05", "Q: 3 x 4"),
    ("D06", "Q K^T = [[10, 7], [10, 5]]"),
    ("D06", "Q K^T: 2 x 2"),
    ("D09", "v: 1 x 3"),
    ("E03", "(2 x 3)(4 x 5) is undefined"),
    ("E04", "x W_q is undefined"),
    ("E05", "q is undefined"),
    ("E06", "q: 1 x 2"),
    ("J16", "Q: 2 x 2"),
]


@pytest.mark.parametrize(("name", "claim"), RIGHT_FORMULAS)
def test_what_is_right_of_a_published_slip_is_right(name: str, claim: str) -> None:
    assert judged(name, claim).lines[-1].verdict == "ok"


@pytest.mark.parametrize("claim", ["v = [2, 7]", "v = x W_k", "v = x W_k = [2, 7]"])
def test_the_wrong_matrix_is_named_where_nothing_is_said_of_the_other_roles(claim: str) -> None:
    """Without a claim on k, nothing says that k and v are swapped: both are listed."""
    line = judged("C01", claim).lines[-1]
    assert {one.id for one in line.mistakes} == {"wrong-matrix", "k-v-swapped"}
    assert {one.confidence for one in line.mistakes} == {"several"}


def test_a_matrix_shared_on_purpose_is_no_mistake_and_without_it_it_is() -> None:
    assert judged("C08", "v = [2, 7]").lines[-1].verdict == "ok"
    assert judged("C01", "v = [2, 7]").lines[-1].verdict == "wrong"


def test_the_other_token_gives_another_result() -> None:
    """The query of the token that was meant for the values is wrong for this one."""
    report = judged("C05", "q = [4, 1]")
    assert report.first_wrong is not None
    assert (report.lines[-1].members[1].got, report.lines[-1].members[1].expected) == (
        "[4, 1]",
        "[4, 5]",
    )


def test_a_third_product_that_is_zero_may_be_left_out_and_another_may_not() -> None:
    assert judged("S03", "v_2 = 1*0 + 2*2 = 4").lines[-1].verdict == "ok"
    assert judged("S03", "v_2 = 1*0 + 2*2 + 3*0 = 4").lines[-1].verdict == "ok"
    assert judged("S01", "q_2 = 1*0 + 2*1 = 5").lines[-1].verdict == "wrong"


def test_sizes_that_do_not_meet_are_named_with_both_operands() -> None:
    (mistake,) = judged("E05", "(1 x 3)(2 x 2) = 1 x 2").lines[-1].mistakes
    assert "A token with 3 entries and a matrix with 2 rows" in mistake.message
    assert judged("E05", "(1 x 3)(3 x 2) = 1 x 2").lines[-1].notes == (
        "these are not the sizes of what is given: x is 1 x 3, W_q is 2 x 2",
    )


def test_a_result_without_its_matrix_is_not_checked_rather_than_wrong() -> None:
    claimed = CASES["J15"]["claimed"]["q"]
    report = verify(f"x = {CASES['J15']['input']['x']}\nq = {claimed}")
    line = report.lines[-1]
    assert (line.verdict, line.notes) == (
        "not-checked",
        ("q cannot be checked: W_q or the token is not given",),
    )
    assert (report.complete, report.first_wrong, report.exit_code) == (False, None, 3)


def test_the_whole_lesson_is_complete() -> None:
    report = judged("S01", "q = [4, 5]", "k = [2, 7]", "v = [2, 4]", "q: 1 x 2")
    assert (report.complete, report.missing, report.exit_code) == (True, (), 0)


@pytest.mark.parametrize("name", sorted(CASES))
def test_every_case_kept_is_used(name: str) -> None:
    assert name in {*BY_NUMBERS, *BY_SIZES, "J15"}
