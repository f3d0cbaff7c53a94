"""What worksheet codes depend on: the numbers of many sheets, and the tables that draws read.

The numbers are pinned by digests in ``data/golden_numbers.json``. Only a new scheme of codes may
change them; then ``python tests/test_stability.py`` writes the file anew.
"""

import json
from collections.abc import Iterator
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import qkvsym
from qkvsym.draw import LEVELS
from qkvsym.exercise import Case, Exercise, Line
from qkvsym.formula import Undefined
from qkvsym.kinds import kind, kind_ids
from qkvsym.kinds.change_column import CHANGES_TRIED
from qkvsym.kinds.find_mistake import ABOUT_SEVERAL, LESSON_MISTAKES
from qkvsym.kinds.find_mistake import SHOWN as CAN_BE_SHOWN
from qkvsym.kinds.match_matrix import LABELS
from qkvsym.kinds.shape_check import COMPARISONS, FAILS_FOR
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE
from qkvsym.notation import text
from qkvsym.rules import ROLES
from qkvsym.shapes import Shape
from qkvsym.spec import LESSON_SET, SCHEME

FILE = Path(__file__).with_name("data") / "golden_numbers.json"
KINDS = (
    "predict-shape",
    "compute-projections",
    "match-matrix",
    "change-column",
    "shape-check",
    "find-mistake",
    "derive-formula",
)
NUMERIC = KINDS[1:6]
SHOWN = (
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
Specs = Iterator[tuple[tuple[str, ...], dict[str, Any]]]


def specs() -> Specs:
    """What the pinned sheets are made of: kinds, and the options beside them."""
    for n, name in enumerate(KINDS):
        for m, level in enumerate(("easy", "medium", "hard")):
            yield (name,), {"level": level, "seed": 10 * n + m}
    for name in NUMERIC:
        yield (name,), {"d_in": 1, "d_out": 2, "seed": 3, "mistakes": MADE_SMALL.get(name, [])}
        yield (name,), {"d_in": 16, "d_out": 3, "seed": 4, "level": "hard"}
    for name in ("predict-shape", "derive-formula"):
        yield (name,), {"d_in": 16, "d_out": 1, "seed": 3, "level": "easy"}
    yield ("compute-projections", "change-column"), {"d_in": 3, "d_out": 16, "seed": 5}
    yield ("compute-projections", "match-matrix"), {"d_in": 4, "d_out": 1, "seed": 6}
    for entries in ((-3, 3), (0, 5), (-99, 99)):
        yield NUMERIC, {"d_in": 3, "d_out": 2, "entries": entries, "seed": 8}
    for n, mistake in enumerate(SHOWN):
        yield ("find-mistake",), {"mistakes": [mistake], "level": "hard", "seed": 20 + n}
    yield (), {"mistakes": ["inner-mismatch", "k-v-swapped"], "seed": 2}
    yield (
        ("shape-check", "find-mistake"),
        {"mistakes": ["length-from-rows", "inner-mismatch"], "seed": 2**64 - 1, "sheet": 10**9},
    )
    for name in KINDS:
        yield (name,), {"given": "lesson", "seed": 2}
    yield (), {"given": "lesson"}
    for seed, sheet in ((0, 1), (1, 1), (1, 2), (7, 3), (12345, 40)):
        yield (), {"seed": seed, "sheet": sheet}
    yield ("match-matrix", "predict-shape", "match-matrix", "match-matrix"), {"seed": 9}
    yield ("find-mistake", "find-mistake", "shape-check", "find-mistake"), {"seed": 9}


MADE_SMALL = {"find-mistake": ["length-from-rows"]}


def named(kinds: tuple[str, ...], options: dict[str, Any]) -> str:
    """A name for a spec, which is its key in the file."""
    said = (f"{name}={options[name]}" for name in options if options[name] not in (None, []))
    return " ".join((*(kinds or ("lesson set",)), *said))


SPECS = {named(kinds, options): (kinds, options) for kinds, options in specs()}


def value(of: Any) -> Any:
    """A value without words, as JSON can hold it."""
    if isinstance(of, Matrix):
        return [list(row) for row in of.rows]
    if isinstance(of, Shape):
        return {"shape": [of.rows, of.columns]}
    if isinstance(of, Undefined):
        return {"undefined": True}
    if isinstance(of, tuple | list):
        return [value(item) for item in of if not isinstance(item, Line)]
    return of if of is None or isinstance(of, int | str) else text(of)


def numbers(exercise: Exercise) -> dict[str, Any]:
    """What a code promises of an exercise: all that is given, and the answers; no prose."""
    facts = {name: held for name, held in exercise.facts.items() if not isinstance(held, Case)}
    answers = [
        [part.id, part.answer.type, value(part.answer.value), [o.id for o in part.answer.options]]
        for part in exercise.parts
    ]
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "givens": [[name, value(given)] for name, given in exercise.givens.items()],
        "facts": [[name, value(held)] for name, held in facts.items()],
        "answers": answers,
    }


def canonical(sheet: qkvsym.Worksheet) -> str:
    """The numbers of a sheet as one text, the same for the same numbers."""
    held = {"code": sheet.code, "exercises": [numbers(one) for one in sheet.exercises]}
    return json.dumps(held, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def digest(name: str) -> str:
    kinds, options = SPECS[name]
    sheet = qkvsym.generate(*kinds, **options)
    return sha256(canonical(sheet).encode("ascii")).hexdigest()[:16]


@pytest.mark.parametrize("name", SPECS)
def test_a_code_gives_the_same_numbers_for_ever(name: str) -> None:
    assert digest(name) == json.loads(FILE.read_text("utf-8")).get(name)


def test_the_pinned_sheets_are_those_of_the_file_and_of_every_kind_and_mistake() -> None:
    pinned = json.loads(FILE.read_text("utf-8"))
    assert list(pinned) == list(SPECS)
    assert len(pinned) >= 60
    assert len(set(pinned.values())) == len(pinned)
    assert {name for kinds, _ in SPECS.values() for name in kinds} == set(kind_ids())
    about = {m for _, options in SPECS.values() for m in options.get("mistakes", ())}
    assert about == {one.id for one in CATALOGUE if one.number <= 11}


def test_a_digest_is_of_the_numbers_and_of_no_word() -> None:
    sheet = qkvsym.generate(seed=1)
    assert canonical(sheet) == canonical(qkvsym.generate(seed=1, title="Other"))
    assert canonical(sheet) != canonical(qkvsym.generate(seed=2))
    for exercise in sheet.exercises:
        held = json.dumps(numbers(exercise))
        lines = exercise.facts.get("lines", ())
        for line in (*lines, *(part.ask for part in exercise.parts)):
            assert f'"{line.id}"' not in held


OF_COLUMNS = ("values-not-shape", "rows-dotted", "column-sums", "dropped-term")
OF_SHAPES = ("length-from-rows", "values-not-shape")
OF_VALUES = ("sign-lost", "outputs-reversed", "same-column")
OF_PROJECTIONS = (
    "one-matrix-for-all",
    "length-from-rows",
    "values-not-shape",
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
)
OF_CHECKS = ("inner-mismatch", "length-from-rows", "values-not-shape")
GOLDEN_KINDS: dict[str, tuple[int, str, tuple[str, ...], tuple[str, ...], bool]] = {
    "predict-shape": (1, "easy", OF_SHAPES, OF_SHAPES, False),
    "compute-projections": (2, "easy", OF_PROJECTIONS, (*OF_PROJECTIONS, *OF_VALUES), False),
    "match-matrix": (3, "easy", ("k-v-swapped",), ("k-v-swapped",), False),
    "change-column": (4, "medium", OF_COLUMNS, (*OF_COLUMNS, *OF_VALUES), False),
    "shape-check": (5, "medium", OF_CHECKS, OF_CHECKS, True),
    "find-mistake": (6, "medium", (), SHOWN, True),
    "derive-formula": (7, "hard", OF_SHAPES, OF_SHAPES, False),
}


@pytest.mark.parametrize("name", GOLDEN_KINDS)
def test_what_a_kind_says_of_itself_never_changes(name: str) -> None:
    one = kind(name)
    held = (one.number, one.level, one.targets, one.shows, one.shows_one)
    assert held == GOLDEN_KINDS[name]


def test_the_levels_never_change_nor_does_their_order() -> None:
    assert [(name, *astuple(level)) for name, level in LEVELS.items()] == [
        ("easy", "easy", (2, 3), (1, 5), (0, 3), 1),
        ("medium", "medium", (2, 4), (1, 6), (-2, 3), 2),
        ("hard", "hard", (3, 5), (-4, 6), (-4, 5), 256),
    ]


def test_the_lesson_set_never_changes() -> None:
    assert LESSON_SET == (
        ("predict-shape", ()),
        ("compute-projections", ()),
        ("match-matrix", ()),
        ("change-column", ()),
        ("shape-check", ()),
        ("find-mistake", ("one-matrix-for-all",)),
        ("find-mistake", ("length-from-rows",)),
        ("find-mistake", ("inner-mismatch",)),
        ("find-mistake", ("values-not-shape",)),
        ("derive-formula", ()),
    )


def test_the_numbers_and_the_order_of_mistakes_never_change() -> None:
    assert [(one.id, one.number) for one in CATALOGUE][:11] == [
        (name, number) for number, name in enumerate(SHOWN, 1)
    ]


def test_the_tables_that_draws_read_never_change() -> None:
    assert SCHEME == 0
    assert ROLES == ("q", "k", "v")
    assert LABELS == ("A", "B", "C")
    assert COMPARISONS == ("input", "weight", "output")
    assert list(FAILS_FOR.items()) == [
        ("inner-mismatch", ("input", "weight")),
        ("length-from-rows", ("output",)),
        ("values-not-shape", ("output",)),
    ]
    assert SHOWN[:4] == LESSON_MISTAKES
    assert CAN_BE_SHOWN == SHOWN
    assert ABOUT_SEVERAL == ("one-matrix-for-all", "k-v-swapped")
    assert CHANGES_TRIED == 40


def test_forms_of_a_mistake_that_came_later_change_no_options() -> None:
    # Here the first product left out, which is a later form, gives what is shown.
    (made,) = qkvsym.generate(
        "find-mistake", mistakes=["same-column"], level="easy", seed=42
    ).exercises
    offered = [option.id for option in made.parts[0].answer.options]
    assert offered == ["same-column", "inner-mismatch", "dropped-term", "column-sums"]
    assert {one.id: one.drawn for one in CATALOGUE if one.drawn is not None} == {
        "dropped-term": 1,
        "same-column": 1,
    }


if __name__ == "__main__":
    made = {name: digest(name) for name in SPECS}
    FILE.write_text(json.dumps(made, ensure_ascii=True, indent=1) + "\n", encoding="utf-8")
    print(f"{len(made)} digests in {FILE}")
