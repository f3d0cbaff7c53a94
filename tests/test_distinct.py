"""No two sheets of a run share an exercise's numbers, and more sheets change none before them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from qkvsym import generate, reproduce
from qkvsym.distinct import Distinct, numbers_in, numbers_of, repeated
from qkvsym.errors import NoInstance
from qkvsym.exercise import Exercise
from qkvsym.matrix import Matrix
from qkvsym.space import space
from qkvsym.spec import Spec, code_of
from qkvsym.worksheet import of_spec

ANY_NINE = Spec(
    ("compute-projections",), role="q", any_instance=True, d_in=3, d_out=2, entries=(0, 1)
)


def settled(first: Spec, count: int, distinct: Distinct | None = None) -> list[Spec]:
    distinct = distinct or Distinct()
    return [distinct.settled(replace(first, sheet=n)) for n in range(1, count + 1)]


def givens(exercise: Exercise) -> tuple[Any, ...]:
    """The kind and all matrices of an exercise."""
    matrices = (g.rows for g in exercise.givens.values() if isinstance(g, Matrix))
    return exercise.kind, *matrices


def all_givens(specs: Iterable[Spec]) -> list[tuple[Any, ...]]:
    made = [givens(e) for spec in specs for e in of_spec(spec).exercises]
    return [one for one in made if len(one) > 1]


@pytest.fixture(scope="module")
def run() -> tuple[list[Spec], Distinct]:
    """All sheets that there are of a space, and what they leave."""
    distinct = Distinct()
    return settled(ANY_NINE, 512, distinct), distinct


def test_five_hundred_and_twelve_of_as_many_are_delivered_and_no_other_is_left(
    run: tuple[list[Spec], Distinct],
) -> None:
    specs, distinct = run
    found = {entries for (_, *matrices) in all_givens(specs) for entries in [str(matrices)]}
    assert len(found) == 512
    with pytest.raises(NoInstance) as refused:
        distinct.settled(replace(ANY_NINE, sheet=513))
    assert str(refused.value) == (
        "compute-projections: there are no other good instances than those taken already; ask "
        "for fewer sheets, or widen --entries"
    )


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("compute-projections", 60),
        ("match-matrix", 60),
        ("change-column", 60),
        ("shape-check", 25),
        ("find-mistake", 25),
    ],
)
def test_a_narrow_space_gives_no_numbers_twice(kind: str, count: int) -> None:
    mistakes = {"find-mistake": ("rows-dotted",), "shape-check": ("inner-mismatch",)}
    spec = Spec((kind,), mistakes.get(kind, ()), d_in=2, d_out=1, entries=(0, 3))
    specs = settled(spec, count)
    found = all_givens(specs)
    assert len(set(found)) == len(found) == count
    # Here draws alone repeat themselves.
    drawn = all_givens(replace(one, variants=()) for one in specs)
    assert len(set(drawn)) < count


def test_two_exercises_of_one_sheet_differ_too() -> None:
    spec = replace(ANY_NINE, kinds=("compute-projections",) * 8, d_in=2, d_out=1)
    (only,) = settled(replace(spec, entries=(0, 1)), 1)
    found = all_givens([only])
    assert len(set(found)) == len(found) == 8
    with pytest.raises(NoInstance):
        settled(replace(spec, entries=(0, 1)), 3)


def test_exercises_about_sizes_alone_have_no_numbers_and_may_come_again() -> None:
    specs = settled(Spec(("predict-shape", "derive-formula"), d_in=3, d_out=2, role="q"), 5)
    assert [spec.variants for spec in specs] == [()] * 5
    assert numbers_in(of_spec(specs[0])) == ()


def test_more_sheets_change_none_before_them(run: tuple[list[Spec], Distinct]) -> None:
    assert run[0][:120] == settled(ANY_NINE, 120)


def test_the_code_of_a_settled_sheet_makes_it_again(run: tuple[list[Spec], Distinct]) -> None:
    specs = run[0]
    drawn_again = [spec for spec in specs if spec.variants and spec.variants[0] > 0]
    last = specs[-1]
    assert -512 <= last.variants[0] < 0, "the last ones are found by their places alone"
    for spec in (specs[0], drawn_again[-1], last):
        assert reproduce(code_of(spec)) == of_spec(spec)
        assert reproduce(code_of(spec)).spec == spec


def test_where_nothing_repeats_sheets_and_codes_are_those_of_generate() -> None:
    for n, spec in enumerate(settled(Spec(seed=7), 5), 1):
        assert spec == generate(seed=7, sheet=n).spec


def test_numbers_of_earlier_runs_are_kept_clear_of() -> None:
    first = settled(ANY_NINE, 60)
    other = replace(ANY_NINE, seed=2)
    second = settled(other, 60, Distinct(repeated(map(code_of, first))))
    assert set(all_givens(first)).isdisjoint(all_givens(second))
    assert len(set(all_givens(second))) == 60
    assert not set(all_givens(first)).isdisjoint(all_givens(settled(other, 60)))


def test_the_names_of_the_matrices_do_not_count_as_numbers() -> None:
    one, other, third = (
        generate("compute-projections", role=role, given=given).exercises[0]
        for role, given in (
            ("q", {**LESSON, "W_q": LESSON["W_k"]}),
            ("k", LESSON),
            ("v", LESSON),
        )
    )
    assert numbers_of(one) == numbers_of(other) != numbers_of(third)


LESSON = {
    "x": [1, 2, 3],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}


@pytest.mark.parametrize(
    ("d_in", "d_out", "entries", "role"),
    [
        (1, 2, (-1, 2), "q"),
        (1, 2, (1, 3), None),
        (2, 1, (1, 3), "k"),
        (2, 3, (-1, 1), "v"),
        (2, 3, (0, 1), "v"),
        # Sizes that are drawn have instances together with some others alone.
        (None, 1, (1, 2), "q"),
        (None, 2, (-1, 1), "k"),
    ],
)
def test_exactly_as_many_good_sheets_as_there_are_can_be_made(
    d_in: int | None, d_out: int | None, entries: tuple[int, int], role: str | None
) -> None:
    spec = Spec(("compute-projections",), d_in=d_in, d_out=d_out, entries=entries, role=role)
    count = space(spec).count
    distinct = Distinct()
    assert len(set(all_givens(settled(spec, count, distinct)))) == count
    with pytest.raises(NoInstance):
        distinct.settled(replace(spec, sheet=count + 1))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["change-column", "shape-check", "find-mistake"])
def test_no_kind_makes_fewer_sheets_than_were_counted(kind: str, seed: int) -> None:
    mistakes = ("rows-dotted",) if kind == "find-mistake" else ()
    spec = Spec((kind,), mistakes, d_in=2, d_out=1, entries=(1, 2), seed=seed)
    count = space(spec).count
    assert count > 0
    assert len(set(all_givens(settled(spec, count)))) == count


def test_where_sheets_run_out_that_is_said_of_draws_and_not_of_all_there_are() -> None:
    spec = Spec(("change-column",), d_in=2, d_out=1, entries=(1, 2), role="q")
    with pytest.raises(NoInstance) as refused:
        settled(spec, 100)
    assert str(refused.value) == (
        "change-column: no other numbers were found in 2000 draws; ask for fewer sheets, or widen "
        "--entries"
    )
