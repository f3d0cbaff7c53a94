"""Work with one mistake in it: which mistake, which line, and what is right."""

from typing import Any

import pytest

import qkvsym
from qkvsym.errors import NoInstance
from qkvsym.exercise import Exercise, Line
from qkvsym.formula import UNDEFINED, Chain, Entry, Number, Product, Sum, evaluate
from qkvsym.kinds import kind
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape
from tests.oracles.loops import product, wrong_values
from tests.oracles.wrong_loops import as_long_as

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
    assert (which.answer.type, right.answer.type) == (
        "choice",
        "shape" if mistake == "length-from-rows" else "matrix",
    )
    assert (where.answer.type, why.answer.type) == ("integer", "text")
    assert [hint.id for hint in where.hints] == ["hint_each_line", "hint_given"]
    assert [step.id for step in where.steps] == ["step_line"]
    assert [dict(step.values)["n"] for step in where.steps] == [where.answer.value]
    assert [hint.id for hint in why.hints] == ["hint_why"]
    assert [step.id for step in why.steps] == ["step_looks_like", "step_why", "step_instead"]


def offered(made: Exercise) -> list[str]:
    return [option.id for option in made.parts[0].answer.options]


def looks_alike(made: Exercise, mistake: str) -> set[str]:
    """The mistakes that would give what is shown too, in any of their forms, by plain loops."""
    weights = {n[-1]: [list(r) for r in W.rows] for n, W in made.givens.items() if n != "x"}
    x, role = list(made.givens["x"].rows[0]), next(iter(weights))
    if mistake in SEVERAL:
        wrong = made.facts["lines"][made.parts[1].answer.value - 1]
        role = dict(wrong.values)["chain"].members[0].id
    W = weights[role]
    shapes = {(1, len(W)): "length-from-rows", (len(W[0]), 1): "values-not-shape"}
    if mistake == "length-from-rows":
        return {other for shape, other in shapes.items() if shape == (1, len(W))} - {mistake}
    found = wrong_values([x], weights, role)
    shown = found[mistake]
    alike = {other for other, got in found.items() if got == shown}
    if len(x) != len(W):
        # Where there is no product, forcing one is all that can be shown.
        return alike - {mistake}
    # Both sizes can be what it looks like: a row of a wrong length, numbers set in a column.
    alike |= {other for shape, other in shapes.items() if shape == (len(shown), len(shown[0]))}
    if len(W[0]) > 1 and len(W[0]) != len(x) and shown == [as_long_as(product([x], W)[0], len(x))]:
        alike.add("values-not-shape")
    return alike - {mistake}


@pytest.mark.parametrize("mistake", SHOWN)
def test_the_options_are_the_mistake_and_up_to_three_others_of_its_list_that_it_does_not_look_like(
    mistake: str,
) -> None:
    pool = LESSON if mistake in LESSON else SHOWN
    for seed in SEEDS:
        made = exercise(mistake, seed=seed)
        options, alike = offered(made), looks_alike(made, mistake)
        assert options.count(mistake) == 1
        assert len(set(options)) == len(options)
        assert set(options) <= set(pool) - alike
        assert len(options) == min(4, len(set(pool) - alike))


@pytest.mark.parametrize("mistake", SHOWN)
def test_the_options_come_in_a_drawn_order_and_every_other_of_the_list_comes_up(
    mistake: str,
) -> None:
    drawn = [offered(exercise(mistake, seed=seed)) for seed in range(1, 61)]
    assert {options.index(mistake) for options in drawn} == {0, 1, 2, 3}
    pool = set(LESSON if mistake in LESSON else SHOWN)
    # Rows dotted always give a row as long as the matrix is high.
    pool -= {"length-from-rows"} if mistake == "rows-dotted" else set()
    assert {name for options in drawn for name in options} == pool
    # Neither its own order nor that of the list can be learned.
    assert len({tuple(options) for options in drawn}) > 10
    assert offered(exercise(mistake, seed=1)) == drawn[0]


def test_a_mistake_that_gives_what_is_shown_is_not_offered_beside_it() -> None:
    # W_q = W_v: a key from W_v is one from W_q too.
    given = {
        "x": [1, 2],
        "W_q": [[2, 1, 1], [0, 3, 1]],
        "W_k": [[1, 0, 2], [1, 1, 0]],
        "W_v": [[2, 1, 1], [0, 3, 1]],
    }
    for seed in range(1, 21):
        made = exercise("k-v-swapped", given=given, seed=seed)
        # The wrong line is the key: x W_v is x W_q here, so both names would fit it.
        assert made.parts[1].answer.value == 3
        assert "one-matrix-for-all" not in offered(made)
        assert len(offered(made)) == 4


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


def test_one_number_has_no_wrong_shape_to_show() -> None:
    for seed in range(1, 4):
        with pytest.raises(NoInstance) as refused:
            exercise("values-not-shape", seed=seed, d_in=3, d_out=1)
        assert str(refused.value) == (
            "find-mistake with d_in 3 and d_out 1: no good instance was found: "
            "every mistake must give a wrong answer of its own (values-not-shape); "
            "widen --entries, or choose other sizes or fewer mistakes"
        )
    for mistake in ("one-matrix-for-all", "length-from-rows", "inner-mismatch"):
        assert exercise(mistake, seed=3, d_in=3, d_out=1).mistakes == (mistake,)


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
        which, where, why, _ = exercise(mistake, seed=2).parts
        assert which.hints
        assert where.hints
        assert why.hints
        # A hint without values says the same on every sheet.
        hints = (*which.hints, *where.hints, *why.hints)
        assert all(not dict(hint.values) and not hint.file for hint in hints)


def test_the_exercises_of_one_sheet_come_in_a_drawn_order_that_changes_none_of_them() -> None:
    orders = set()
    for seed in range(1, 41):
        made = qkvsym.generate("find-mistake", mistakes=LESSON, seed=seed).exercises
        found = [e.mistakes for e in made]
        assert sorted(found) == sorted((name,) for name in LESSON)
        orders.add(tuple(found))
        for one in made if seed < 6 else ():
            alone = qkvsym.generate("find-mistake", mistakes=one.mistakes, seed=seed).exercises
            assert alone == (one,)
    assert len(orders) > 12
    assert {order[0] for order in orders} == {(name,) for name in LESSON}


def test_a_line_that_is_right_only_by_chance_is_said_to_be_so_and_never_drawn() -> None:
    for mistake in SHOWN:
        for seed in SEEDS:
            where = exercise(mistake, seed=seed).parts[1]
            assert [step.id for step in where.steps] == ["step_line"]
    # A column summed without the token is right where the token is all ones but for a zero.
    given = {
        "x": [1, 1, 2],
        "W_q": [[1, 2], [3, 1], [0, 4]],
        "W_k": [[1, 2], [3, 1], [0, 4]],
        "W_v": [[1, 2], [3, 1], [0, 4]],
    }
    made = exercise("column-sums", given=given)
    where = made.parts[1]
    assert where.answer.value == first_wrong_line(made) == 2
    first, second = (dict(shown.values)["chain"].members[-1] for shown in made.facts["lines"][1:3])
    assert (first, second) == (Number(4), Number(7))
    assert [step.id for step in where.steps] == ["step_line_by_chance"]
    assert [dict(step.values) for step in where.steps] == [{"n": 2}]


@pytest.mark.parametrize(
    ("mistake", "alike", "first"),
    [
        # Line 3 is the key and line 4 the value; a key of the query's matrix is right on numbers.
        ("one-matrix-for-all", ("W_q", "W_k"), 3),
        ("one-matrix-for-all", ("W_q", "W_v"), 3),
        ("k-v-swapped", ("W_q", "W_k"), 3),
    ],
)
def test_a_line_with_another_s_matrix_is_wrong_even_where_its_numbers_are_right(
    mistake: str, alike: tuple[str, str], first: int
) -> None:
    given = {
        "x": [1, 2],
        "W_q": [[2, 1, 1], [0, 3, 1]],
        "W_k": [[1, 0, 2], [1, 1, 0]],
        "W_v": [[3, 1, 0], [1, 0, 2]],
    }
    given[alike[1]] = given[alike[0]]
    for seed in SEEDS:
        made = exercise(mistake, given=given, seed=seed)
        which, where, _, right = made.parts
        assert where.answer.value == first
        chance = mistake == "one-matrix-for-all"
        assert [step.id for step in where.steps] == [f"step_line{'_by_chance' * chance}"]
        assert list(right.answer.value.rows[0]) == times((1, 2), weight_of(made, "k"))
        hidden = chance and alike == ("W_q", "W_k")
        assert [(one.part, one.mistake) for one in made.unseen] == [("right", mistake)] * hidden
        assert which.answer.value == mistake
