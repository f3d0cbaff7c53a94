"""One column or one entry changes: exactly one entry of the result moves."""

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


def test_the_place_asked_for_has_a_worked_step() -> None:
    place = exercise(seed=5).parts[1]
    assert [dict(step.values)["j"] for step in place.steps] == [place.answer.value]
