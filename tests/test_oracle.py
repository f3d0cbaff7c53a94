"""Independent answers: 2,000 drawn sheets, every value on them worked out a second time."""

import json
from typing import Any

import pytest

import qkvsym
from qkvsym.errors import NoInstance
from tests.oracles.by_kind import EXPECTED
from tests.oracles.checks import check_exercise

SHEETS = 2_000
CHUNK = 50
KINDS: tuple[tuple[str, ...], ...] = (
    (),
    ("predict-shape",),
    ("compute-projections",),
    ("change-column",),
    ("match-matrix",),
    ("shape-check",),
    ("find-mistake",),
    ("derive-formula",),
    ("find-mistake",),
    ("derive-formula", "change-column", "predict-shape", "shape-check", "shape-check"),
)
MISTAKES = (
    "one-matrix-for-all",
    "length-from-rows",
    "inner-mismatch",
    "values-not-shape",
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
    "sign-lost",
    "outputs-reversed",
    "same-column",
)
LEVELS = (None, "easy", "medium", "hard")
SIZES: tuple[tuple[int | None, int | None, tuple[int, int] | None], ...] = (
    (None, None, None),
    (3, 2, None),
    (2, 3, (-3, 4)),
    (None, None, (-5, 5)),
    (4, 2, (0, 5)),
    (None, 4, None),
    (5, 3, (-9, 9)),
    (3, 5, (0, 5)),
    (6, 2, (-3, 4)),
    (4, None, None),
    (2, 6, (1, 9)),
    (12, 4, (-3, 4)),
    (4, 7, (-5, 5)),
    (None, None, (-9, 9)),
    (3, 16, None),
    (16, 3, None),
    (2, 11, (-9, 9)),
)
NARROW = ((1, 3), (2, 1), (3, 1), (1, 2), (5, 1))


def options(n: int) -> dict[str, Any]:
    """What sheet n of the 2,000 is made of; the same on every run."""
    d_in, d_out, entries = SIZES[n // 10 % len(SIZES)]
    made: dict[str, Any] = {"d_in": d_in, "d_out": d_out, "entries": entries}
    made |= {"level": LEVELS[n // 3 % 4], "seed": n // 2, "sheet": 1 + n % 7}
    if n % 10 == 8:
        made["mistakes"] = [MISTAKES[n // 10 % len(MISTAKES)]]
        if made["mistakes"] == ["sign-lost"]:
            # Only negative entries can lose a sign.
            made |= {"entries": (-5, 5)}
    return made


def sheet(*kinds: str, **made: Any) -> list[dict[str, Any]]:
    """The exercises of a drawn sheet, as another program reads them."""
    text = qkvsym.render(qkvsym.generate(*kinds, **made), "json")
    exercises: list[dict[str, Any]] = json.loads(text)["exercises"]
    return exercises


@pytest.mark.parametrize("start", range(0, SHEETS, CHUNK))
def test_every_answer_of_two_thousand_sheets_is_the_one_worked_out_again(start: int) -> None:
    for n in range(start, start + CHUNK):
        for exercise in sheet(*KINDS[n % 10], **options(n)):
            check_exercise(exercise)


@pytest.mark.parametrize("kind", sorted(EXPECTED))
@pytest.mark.parametrize("level", LEVELS)
def test_tokens_and_results_of_one_entry_are_worked_out_rightly(
    kind: str, level: str | None
) -> None:
    for d_in, d_out in NARROW:
        for exercise in sheet(kind, d_in=d_in, d_out=d_out, level=level, seed=5):
            check_exercise(exercise)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_is_shown_rightly_on_tokens_and_results_of_one_entry(mistake: str) -> None:
    for d_in, d_out in NARROW:
        if (mistake == "dropped-term" and d_in == 1) or (
            mistake in ("values-not-shape", "outputs-reversed", "same-column") and d_out == 1
        ):
            continue  # it gives the right answer here, so nothing can be shown
        made = {"d_in": d_in, "d_out": d_out, "entries": (-9, 9), "seed": 5}
        if mistake == "rows-dotted" and d_in == 1:
            # The one entry that it gives is the right first one, so no line would show it.
            with pytest.raises(NoInstance) as refused:
                sheet("find-mistake", mistakes=[mistake], **made)
            assert str(refused.value) == (
                f"find-mistake with d_in 1 and d_out {d_out}: no good instance was found: "
                "every mistake must give a wrong answer of its own (rows-dotted); "
                "widen --entries, or choose other sizes or fewer mistakes"
            )
            continue
        for exercise in sheet("find-mistake", mistakes=[mistake], **made):
            check_exercise(exercise)


@pytest.mark.parametrize("mistake", ["sign-lost", "column-sums", "rows-dotted", "dropped-term"])
def test_no_line_before_the_first_wrong_one_is_right_only_by_chance(mistake: str) -> None:
    for seed in range(40):
        made = {"d_in": 3, "d_out": 2, "entries": (-3, 3), "seed": seed}
        for exercise in sheet("find-mistake", mistakes=[mistake], **made):
            check_exercise(exercise)
