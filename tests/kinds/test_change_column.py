"""One column or one entry changes: exactly one entry of the result moves."""

import json
from typing import Any

import pytest

import qkvsym
from qkvsym.exercise import Exercise
from qkvsym.formula import ColumnDot

SEEDS = range(1, 11)


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("change-column", **options).exercises[0]


def matrices(made: Exercise) -> tuple[list[list[int]], ...]:
    return tuple([list(row) for row in matrix.rows] for matrix in made.givens.values())


def times(x: list[list[int]], W: list[list[int]]) -> list[int]:
    return [sum(x[0][i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seed", SEEDS)
def test_exactly_one_entry_moves_and_it_is_the_one_asked_for(level: str, seed: int) -> None:
    made = exercise(level=level, seed=seed)
    x, old, new = matrices(made)
    before, after = times(x, old), times(x, new)
    moved = [j for j in range(len(before)) if before[j] != after[j]]
    value, place, why = made.parts
    assert list(value.answer.value.rows[0]) == after
    assert [j + 1 for j in moved] == [place.answer.value]
    assert (place.answer.type, why.answer.type) == ("integer", "text")
    assert why.answer.value


@pytest.mark.parametrize(("level", "single"), [("easy", False), ("medium", False), ("hard", True)])
def test_a_hard_sheet_changes_one_entry_and_the_others_one_column(level: str, single: bool) -> None:
    for seed in SEEDS:
        made = exercise(level=level, seed=seed)
        _, old, new = matrices(made)
        places = [
            (i, j) for i in range(len(old)) for j in range(len(old[0])) if old[i][j] != new[i][j]
        ]
        column = made.parts[1].answer.value - 1
        assert {j for _, j in places} == {column}
        assert len(places) == 1 or not single
        assert made.facts["j"] == column + 1
        assert made.facts["i"] == (places[0][0] + 1 if single else None)


def test_the_medium_exercise_of_the_lesson_can_be_drawn_on_its_own_numbers() -> None:
    for seed in SEEDS:
        made = exercise(given="lesson", seed=seed)
        x, old, new = matrices(made)
        before, after = times(x, old), times(x, new)
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_the_new_matrix_is_given_under_a_name_of_its_own() -> None:
    names = list(exercise(seed=3).givens)
    assert names[0] == "x"
    assert names[2] == f"{names[1]}_new"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hints_lead_to_the_column_that_changed(seed: int) -> None:
    made = exercise(seed=seed)
    j = made.parts[1].answer.value
    full = dict(made.parts[0].hints[-1].values)["chain"]
    assert full.members[0] == ColumnDot("x", j)
    assert list(made.parts[0].steps)


def test_the_place_asked_for_has_a_worked_step_and_a_hint_that_does_not_name_it() -> None:
    for seed in SEEDS:
        place = exercise(seed=seed).parts[1]
        assert [dict(step.values)["j"] for step in place.steps] == [place.answer.value]
        assert [hint.id for hint in place.hints] == ["hint_compare"]
        assert "j" not in dict(place.hints[0].values)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_places_are_asked_for_without_saying_how_many_changed(level: str) -> None:
    sheet = qkvsym.generate("change-column", level=level, seed=4)
    (made,) = json.loads(qkvsym.render(sheet, "json"))["exercises"]
    role = made["parts"][0]["id"]
    assert made["parts"][1]["ask"] == (
        f"Which entries of {role} changed? List their places, counted from 1."
    )
    assert made["parts"][1]["answer"]["type"] == "integer"


def test_with_one_column_there_are_no_other_entries_to_speak_of() -> None:
    for d_out, points in ((1, ["point_column"]), (2, ["point_column", "point_others"])):
        for seed in SEEDS:
            why = exercise(d_in=3, d_out=d_out, seed=seed).parts[2]
            assert [point.id for point in why.answer.value] == points
            assert {dict(point.values)["j"] for point in why.answer.value} <= set(
                range(1, d_out + 1)
            )
