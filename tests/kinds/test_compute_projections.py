"""The worked example: five steps, and a key that shows every entry."""

import json
import re
from typing import Any

import pytest

import qkvsym
from qkvsym.exercise import Exercise
from qkvsym.notation import text

LESSON_LINES = {
    "q": [
        "x . column 1 = 1*1 + 2*0 + 3*1 = 1 + 0 + 3 = 4",
        "x . column 2 = 1*0 + 2*1 + 3*1 = 0 + 2 + 3 = 5",
    ],
    "k": [
        "x . column 1 = 1*0 + 2*1 + 3*0 = 0 + 2 + 0 = 2",
        "x . column 2 = 1*1 + 2*0 + 3*2 = 1 + 0 + 6 = 7",
    ],
    "v": [
        "x . column 1 = 1*2 + 2*0 + 3*0 = 2 + 0 + 0 = 2",
        "x . column 2 = 1*0 + 2*2 + 3*0 = 0 + 4 + 0 = 4",
    ],
}
ROLES = ("q", "k", "v")


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("compute-projections", **options).exercises[0]


def parts_in_json(**options: Any) -> dict[str, Any]:
    sheet = qkvsym.generate("compute-projections", **options)
    (made,) = json.loads(qkvsym.render(sheet, "json"))["exercises"]
    return {part["id"]: part for part in made["parts"]}


def test_the_parts_are_the_five_steps_of_the_lesson() -> None:
    parts = exercise(seed=3).parts
    assert [(part.id, part.answer.type) for part in parts] == [
        ("shape", "shape"),
        ("q", "matrix"),
        ("k", "matrix"),
        ("v", "matrix"),
        ("q-shape", "shape"),
        ("k-shape", "shape"),
        ("v-shape", "shape"),
    ]


def test_the_lesson_s_own_numbers_give_the_lesson_s_own_answers() -> None:
    answers = {part.id: part.answer.value for part in exercise(given="lesson").parts}
    assert {role: answers[role].rows for role in ROLES} == {
        "q": ((4, 5),),
        "k": ((2, 7),),
        "v": ((2, 4),),
    }
    assert {text(answers[name]) for name in ("shape", "q-shape", "k-shape", "v-shape")} == {"1 x 2"}


@pytest.mark.parametrize("role", ROLES)
def test_the_key_shows_every_entry_as_the_token_dotted_with_a_column(role: str) -> None:
    steps = parts_in_json(given="lesson")[role]["steps"]
    assert steps[:-1] == LESSON_LINES[role]
    assert steps[-1].startswith(f"{role} = [")


def test_negative_factors_stand_in_brackets() -> None:
    given = {
        "x": [2, -3],
        "W_q": [[-4, 1], [1, 2]],
        "W_k": [[1, -1], [-2, 3]],
        "W_v": [[3, 2], [1, -5]],
    }
    assert parts_in_json(given=given)["q"]["steps"][:-1] == [
        "x . column 1 = 2*(-4) + (-3)*1 = -8 - 3 = -11",
        "x . column 2 = 2*1 + (-3)*2 = 2 - 6 = -4",
    ]


def test_one_entry_of_the_token_is_worked_without_a_sum() -> None:
    parts = parts_in_json(d_in=1, d_out=2, seed=2)
    x, W = exercise(d_in=1, d_out=2, seed=2).givens["x"], exercise(d_in=1, d_out=2, seed=2).givens
    a, b = x.rows[0][0], W["W_q"].rows[0][0]
    assert parts["q"]["steps"][0] == f"x . column 1 = {a}*{b} = {a * b}"


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_ladder_of_hints_ends_with_the_first_line_and_holds_no_answer_before(
    level: str, seed: int
) -> None:
    part = parts_in_json(level=level, seed=seed)["q"]
    *rungs, last = part["hints"]
    (row,) = part["answer"]["value"]
    assert len(rungs) == 3
    assert part["steps"][0] in last
    assert part["steps"][0].split(" = ")[1].split(" + ")[0] in rungs[-1]
    for rung in rungs:
        assert text_of(row) not in rung
        assert f"= {row[0]}" not in rung


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_ladder_of_the_query_serves_key_and_value_too_and_the_lengths_are_counted(
    level: str, seed: int
) -> None:
    parts = {part.id: part for part in exercise(level=level, seed=seed).parts}
    made = parts_in_json(level=level, seed=seed)
    for role in ("k", "v"):
        assert [hint.id for hint in parts[role].hints] == ["hint_same_way"]
        (hint,) = made[role]["hints"]
        # It names the matrix to take, and no number of the answer.
        assert f"W_{role}" in hint
        assert not set(re.findall(r"-?\d+", hint)) & set(map(str, made[role]["answer"]["value"][0]))
    for role in ROLES:
        (counted,) = parts[f"{role}-shape"].hints
        assert counted.id == "hint_count"
        rows, columns = made[f"{role}-shape"]["answer"]["value"]
        (hint,) = made[f"{role}-shape"]["hints"]
        assert f"{rows} x {columns}" not in hint
        assert str(columns) not in hint


def test_the_ladder_for_an_answer_of_one_entry_stops_before_the_whole_line() -> None:
    for seed in range(1, 6):
        part = parts_in_json(d_in=3, d_out=1, seed=seed)["q"]
        assert len(part["hints"]) == 3
        ((answer,),) = part["answer"]["value"]
        for hint in part["hints"]:
            assert part["steps"][0] not in hint
            assert f"= {answer}" not in hint


def text_of(row: list[int]) -> str:
    return f"[{', '.join(map(str, row))}]"


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_hints_for_the_shape_do_not_name_it(seed: int) -> None:
    part = parts_in_json(seed=seed)["shape"]
    rows, columns = part["answer"]["value"]
    assert part["hints"]
    assert all(f"{rows} x {columns}" not in hint for hint in part["hints"])


def test_an_answer_that_a_mistake_also_gives_is_never_listed_as_wrong() -> None:
    for given in ("lesson", None):
        for part in exercise(given=given, seed=4).parts:
            assert all(wrong.value != part.answer.value for wrong in part.wrong)


def test_what_the_lesson_s_numbers_cannot_show_is_said() -> None:
    unseen = [(u.mistake, u.part, u.other) for u in exercise(given="lesson").unseen]
    # W_v ends with a row of zeros, so a dropped last product changes nothing.
    assert unseen == [("dropped-term", "v", "")]
    assert exercise(seed=4).unseen == ()
