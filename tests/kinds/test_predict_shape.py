"""The shape before the numbers, and the dimension that decides it."""

import json
from typing import Any

import pytest

import qkvsym
from qkvsym.exercise import Exercise
from qkvsym.shapes import Shape


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("predict-shape", **options).exercises[0]


def names(made: Exercise) -> tuple[str, str]:
    token, weight = made.givens
    return token, weight


@pytest.mark.parametrize("seed", range(1, 13))
def test_the_shape_is_one_by_the_columns_of_the_matrix(seed: int) -> None:
    made = exercise(seed=seed)
    token, weight = names(made)
    assert token == "x"
    assert weight in ("W_q", "W_k", "W_v")
    x, W = made.givens[token], made.givens[weight]
    assert x.columns == W.rows != W.columns
    shape, decides = made.parts
    assert (shape.id, shape.answer.type) == ("shape", "shape")
    assert shape.answer.value == Shape(1, W.columns)
    assert (decides.id, decides.answer.type) == ("decides", "choice")
    assert decides.answer.value == "columns"
    assert {option.id for option in decides.answer.options} == {"rows", "columns"}


def test_the_right_side_is_not_always_offered_at_the_same_place() -> None:
    firsts = {exercise(seed=seed).parts[1].answer.options[0].id for seed in range(12)}
    assert firsts == {"rows", "columns"}


def test_only_shapes_are_given_and_no_numbers() -> None:
    made = exercise(seed=2)
    assert all(type(value) is Shape for value in made.givens.values())


def test_every_role_is_drawn() -> None:
    assert {names(exercise(seed=seed))[1] for seed in range(1, 30)} == {"W_q", "W_k", "W_v"}


def test_the_wrong_answers_are_the_rows_and_a_column() -> None:
    shape, decides = exercise(d_in=3, d_out=4).parts
    assert [(w.mistake, w.value) for w in shape.wrong] == [
        ("length-from-rows", Shape(1, 3)),
        ("values-not-shape", Shape(4, 1)),
    ]
    assert [(w.mistake, w.value) for w in decides.wrong] == [("length-from-rows", "rows")]


def test_one_column_gives_a_result_that_no_column_can_be_mistaken_for() -> None:
    shape, _ = exercise(d_in=3, d_out=1).parts
    assert [w.mistake for w in shape.wrong] == ["length-from-rows"]


@pytest.mark.parametrize("seed", range(1, 9))
def test_hints_do_not_name_the_answer_and_the_steps_do(seed: int) -> None:
    sheet = qkvsym.generate("predict-shape", seed=seed, d_in=3)
    shape, decides = json.loads(qkvsym.render(sheet, "json"))["exercises"][0]["parts"]
    said = "{} x {}".format(*shape["answer"]["value"])
    assert shape["hints"]
    assert not any(said in hint for hint in shape["hints"])
    assert any(said in step for step in shape["steps"])
    assert decides["hints"]
    label = next(o["text"] for o in decides["answer"]["options"] if o["id"] == "columns")
    assert not any(label in hint for hint in decides["hints"])


def test_the_lesson_s_given_is_asked_by_its_sizes_alone() -> None:
    made = exercise(given="lesson")
    assert list(made.givens.values()) == [Shape(1, 3), Shape(3, 2)]
    assert made.parts[0].answer.value == Shape(1, 2)
