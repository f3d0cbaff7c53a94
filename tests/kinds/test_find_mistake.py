"""Work with one mistake in it: which mistake, which line, and what is right."""

from typing import Any

import pytest

import qkvsym
from qkvsym.exercise import Exercise, Line
from qkvsym.formula import UNDEFINED, Chain, Entry, Number, Product, Sum, evaluate
from qkvsym.kinds import kind
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape

SHOWN = kind("find-mistake").shows
SEVERAL = ("one-matrix-for-all", "k-v-swapped")
BY_ENTRY = [name for name in SHOWN if name not in (*SEVERAL, "length-from-rows")]
LESSON = ("one-matrix-for-all", "length-from-rows", "inner-mismatch", "values-not-shape")
SEEDS = range(1, 16)


def exercise(mistake: str, **options: Any) -> Exercise:
    sheet = qkvsym.generate("find-mistake", mistakes=[mistake], level="hard", **options)
    return sheet.exercises[0]


def weight_of(made: Exercise, role: str) -> tuple[tuple[int, ...], ...]:
    rows: tuple[tuple[int, ...], ...] = made.givens[f"W_{role}"].rows
    return rows


def times(x: tuple[int, ...], W: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(a * row[j] for a, row in zip(x, W, strict=True)) for j in range(len(W[0]))]


def written(chain: Chain) -> list[tuple[Any, ...]]:
    """The factors of each product that an entry's line writes first."""
    opening: Any = chain.members[1]
    terms: list[Any] = list(opening.terms) if isinstance(opening, Sum) else [opening]
    return [
        tuple(
            evaluate(factor) for factor in (term.factors if isinstance(term, Product) else (term,))
        )
        for term in terms
    ]


def entry_is_right(made: Exercise, shown: Line) -> bool:
    chain = dict(shown.values)["chain"]
    entry, last = chain.members[0], chain.members[-1]
    assert isinstance(entry, Entry)
    x, W, j = made.givens["x"].rows[0], weight_of(made, entry.name), int(entry.indices[0]) - 1
    if len(x) != len(W) or j >= len(W[0]):
        return False
    products = [(a, row[j]) for a, row in zip(x, W, strict=True)]
    return written(chain) == products and last == Number(sum(a * b for a, b in products))


def vector_is_right(made: Exercise, shown: Line) -> bool:
    values = dict(shown.values)
    x, W = made.givens["x"].rows[0], weight_of(made, values["name"])
    return bool(values["value"] == Matrix.of([times(x, W)]))


def first_wrong_line(made: Exercise) -> int:
    for number, shown in enumerate(made.facts["lines"], 1):
        if shown.id == "shown_chain" and not entry_is_right(made, shown):
            return number
        if shown.id == "shown_vector" and not vector_is_right(made, shown):
            return number
    raise AssertionError("no line is wrong")


@pytest.mark.parametrize("mistake", BY_ENTRY)
def test_the_line_asked_for_is_the_first_that_does_not_follow(mistake: str) -> None:
    for seed in SEEDS:
        made = exercise(mistake, seed=seed)
        assert made.parts[1].answer.value == first_wrong_line(made), f"seed {seed}"


@pytest.mark.parametrize("mistake", SEVERAL)
def test_the_first_projection_that_its_own_matrix_does_not_give_is_the_wrong_one(
    mistake: str,
) -> None:
    for seed in SEEDS:
        made = exercise(mistake, seed=seed)
        _, *chains = made.facts["lines"]
        wrong = []
        for number, shown in enumerate(chains, 2):
            name, _, value = dict(shown.values)["chain"].members
            right = times(made.givens["x"].rows[0], weight_of(made, name.id))
            if list(value.rows[0]) != right:
                wrong.append((number, right))
        assert made.parts[1].answer.value == wrong[0][0]
        assert list(made.parts[3].answer.value.rows[0]) == wrong[0][1]


def test_a_length_read_off_the_rows_is_wrong_in_the_line_that_says_it() -> None:
    for seed in SEEDS:
        made = exercise("length-from-rows", seed=seed)
        ids = [shown.id for shown in made.facts["lines"]]
        assert ids == ["shown_sizes", "shown_fits", "shown_length", "shown_shape"]
        assert made.parts[1].answer.value == 3
        x, W = made.givens.values()
        assert dict(made.facts["lines"][2].values)["shape"] == Shape(1, len(W.rows))
        assert made.parts[3].answer.value == Shape(1, len(W.columns))
        assert len(x.rows[0]) == len(W.rows)


@pytest.mark.parametrize("mistake", SHOWN)
def test_the_parts_ask_for_the_mistake_the_line_the_reason_and_the_right_result(
    mistake: str,
) -> None:
    which, where, why, right = exercise(mistake, seed=2).parts
    assert [part.id for part in (which, where, why, right)] == ["mistake", "line", "why", "right"]
    assert which.answer.value == mistake
    assert [option.id for option in which.answer.options] == list(dict.fromkeys((*LESSON, mistake)))
    assert (where.answer.type, why.answer.type) == ("integer", "text")
    assert [step.id for step in why.steps] == ["step_looks_like", "step_why", "step_instead"]


@pytest.mark.parametrize("mistake", BY_ENTRY)
def test_the_right_result_is_the_one_of_plain_loops_or_undefined(mistake: str) -> None:
    for seed in SEEDS:
        made = exercise(mistake, seed=seed)
        x, W = (matrix.rows for matrix in made.givens.values())
        right = made.parts[3].answer.value
        if mistake == "inner-mismatch":
            assert len(x[0]) != len(W)
            assert right is UNDEFINED
        else:
            assert list(right.rows[0]) == times(x[0], W)


def test_right_numbers_in_a_wrong_shape_are_wrong_in_the_last_line_only() -> None:
    made = exercise("values-not-shape", seed=3, d_in=3, d_out=2)
    *_, last = made.facts["lines"]
    assert made.parts[1].answer.value == len(made.facts["lines"])
    assert dict(last.values)["shape"] == Shape(2, 1)


def test_one_number_padded_to_the_length_of_the_token_is_shown_too() -> None:
    made = exercise("values-not-shape", seed=3, d_in=3, d_out=1)
    *_, last = made.facts["lines"]
    assert dict(last.values)["shape"] == Shape(1, 3)
    assert made.parts[3].answer.value.shape == Shape(1, 1)


def test_the_lesson_s_mistakes_can_be_shown_on_the_lesson_s_numbers() -> None:
    for mistake in LESSON:
        made = exercise(mistake, given="lesson")
        assert made.parts[0].answer.value == mistake


def test_without_a_mistake_one_of_the_lesson_is_drawn() -> None:
    found = {
        qkvsym.generate("find-mistake", seed=seed).exercises[0].mistakes for seed in range(1, 30)
    }
    assert found == {(name,) for name in LESSON}


def test_no_hint_says_which_mistake_or_which_line() -> None:
    for mistake in SHOWN:
        which, where, *_ = exercise(mistake, seed=2).parts
        assert which.hints
        assert where.hints
        # A hint without values says the same on every sheet.
        assert all(not dict(hint.values) for hint in (*which.hints, *where.hints))
