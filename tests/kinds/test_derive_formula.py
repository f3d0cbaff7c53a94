"""The general rule: its formula, one entry, and the shape, at every level."""

import json
from typing import Any

import pytest

import qkvsym
from qkvsym.exercise import Exercise
from qkvsym.notation import text
from qkvsym.shapes import Shape

SEEDS = range(1, 9)


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("derive-formula", **options).exercises[0]


def answers(made: Exercise) -> list[str]:
    return [text(part.answer.value) for part in made.parts]


def role_of(made: Exercise) -> str:
    _, weight = made.givens
    return weight.removeprefix("W_")


def test_the_parts_are_the_rule_the_entry_and_the_shape() -> None:
    for level in ("easy", "medium", "hard"):
        parts = exercise(level=level).parts
        assert [(part.id, part.answer.type) for part in parts] == [
            ("rule", "formula"),
            ("entry", "formula"),
            ("shape", "shape"),
        ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hard_sheet_has_sizes_by_name(seed: int) -> None:
    made = exercise(seed=seed)
    r = role_of(made)
    assert made.level == "hard"
    assert answers(made) == [
        f"{r} = x W_{r}",
        f"{r}_j = sum_{{i=1}}^{{d_in}} x_i w_{{ij}}",
        "1 x d_out",
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_medium_sheet_asks_for_entry_j_with_sizes_given(seed: int) -> None:
    made = exercise(level="medium", seed=seed)
    r = role_of(made)
    d_in, d_out = made.givens[f"W_{r}"].rows, made.givens[f"W_{r}"].columns
    terms = " + ".join(f"x_{i} w_{{{i}j}}" for i in range(1, d_in + 1))
    assert answers(made) == [f"{r} = x W_{r}", f"{r}_j = {terms}", f"1 x {d_out}"]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_easy_sheet_asks_for_one_entry_by_its_number(seed: int) -> None:
    made = exercise(level="easy", seed=seed)
    r = role_of(made)
    d_in, d_out = made.givens[f"W_{r}"].rows, made.givens[f"W_{r}"].columns
    (j,) = made.parts[1].answer.value.members[0].indices
    assert 1 <= j <= d_out
    terms = " + ".join(f"x_{i} w_{{{i}{j}}}" for i in range(1, d_in + 1))
    assert answers(made)[1] == f"{r}_{j} = {terms}"


def test_sizes_asked_for_are_kept_at_every_level() -> None:
    for level in ("easy", "medium", "hard"):
        made = exercise(level=level, d_in=3, d_out=2)
        assert list(made.givens.values()) == [Shape(1, 3), Shape(3, 2)]


def test_wrong_formulas_are_those_of_mistakes_and_never_the_right_one() -> None:
    seen = set()
    for seed in range(1, 21):
        entry = exercise(level="easy", seed=seed, d_in=3, d_out=2).parts[1]
        right = text(entry.answer.value)
        r, j = right[0], right[2]
        wrong = {one.mistake: text(one.value) for one in entry.wrong}
        assert right not in wrong.values()
        assert wrong["rows-dotted"] == f"{r}_{j} = x_1 w_{{{j}1}} + x_2 w_{{{j}2}}"
        assert wrong["column-sums"] == f"{r}_{j} = w_{{1{j}}} + w_{{2{j}}} + w_{{3{j}}}"
        assert wrong["dropped-term"] == f"{r}_{j} = x_1 w_{{1{j}}} + x_2 w_{{2{j}}}"
        # The first column is the right one for the first entry.
        assert ("same-column" in wrong) == (j != "1")
        seen.add(j)
    assert seen == {"1", "2"}


def test_the_wrong_shapes_are_those_of_the_lesson() -> None:
    shape = exercise(level="hard").parts[2]
    assert [(one.mistake, text(one.value)) for one in shape.wrong] == [
        ("length-from-rows", "1 x d_in"),
        ("values-not-shape", "d_out x 1"),
    ]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_hints_do_not_hold_the_formula_and_steps_do(level: str) -> None:
    for seed in SEEDS:
        sheet = qkvsym.generate("derive-formula", level=level, seed=seed)
        for part in json.loads(qkvsym.render(sheet, "json"))["exercises"][0]["parts"][:2]:
            right = part["answer"]["value"].split(" = ")[1]
            assert part["hints"]
            assert not any(right in hint for hint in part["hints"])
            assert any(right in step for step in part["steps"])


def test_the_formula_is_plain_text_without_a_program_s_notation() -> None:
    for level in ("easy", "medium", "hard"):
        for part in exercise(level=level).parts[:2]:
            assert not set("()*@'\"") & set(text(part.answer.value))
