"""The machine-readable sheet, field by field, for every kind."""

import json
import re
from typing import Any

import pytest

import qkvsym
from qkvsym.kinds import kind_ids
from qkvsym.mistakes import MISTAKES
from qkvsym.spec import askable

TYPES = {"matrix", "shape", "integer", "choice", "formula", "text"}


def read(sheet: qkvsym.Worksheet) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(qkvsym.render(sheet, "json"))
    return made


def is_integer(value: Any) -> bool:
    return type(value) is int


def is_matrix(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(isinstance(row, list) and row for row in value)
        and len({len(row) for row in value}) == 1
        and all(is_integer(entry) for row in value for entry in row)
    )


def is_shape(value: Any) -> bool:
    sizes = isinstance(value, list) and len(value) == 2
    return sizes and all(is_integer(size) or (isinstance(size, str) and size) for size in value)


def is_text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() == value != "" and "\n" not in value


FITS = {
    "matrix": lambda value: value == "undefined" or is_matrix(value),
    "shape": lambda value: value == "undefined" or is_shape(value),
    "integer": is_integer,
    "choice": is_text,
    "formula": is_text,
    "text": is_text,
}


def check_answer(answer: dict[str, Any]) -> None:
    kind = answer["type"]
    assert kind in TYPES
    assert FITS[kind](answer["value"]), answer
    extra = {"text": {"points"}, "choice": {"options"}}.get(kind, set())
    assert set(answer) == {"type", "value"} | extra
    if kind == "text":
        assert all(map(is_text, answer["points"]))
        assert answer["value"] == " ".join(answer["points"])
    if kind == "choice":
        assert all(set(option) == {"id", "text"} for option in answer["options"])
        texts = [option["text"] for option in answer["options"]]
        assert answer["value"] in [option["id"] for option in answer["options"]]
        assert all(map(is_text, texts))
        assert len(set(texts)) == len(texts) > 1


def check_part(part: dict[str, Any]) -> None:
    assert set(part) == {"id", "ask", "answer", "hints", "steps", "wrong"}
    assert is_text(part["id"])
    assert is_text(part["ask"])
    check_answer(part["answer"])
    assert all(map(is_text, [*part["hints"], *part["steps"]]))
    for wrong in part["wrong"]:
        assert set(wrong) == {"mistake", "value"}
        assert wrong["mistake"] in MISTAKES
        assert FITS[part["answer"]["type"]](wrong["value"]), wrong
        assert wrong["value"] != part["answer"]["value"]


def check_exercise(number: int, exercise: dict[str, Any]) -> None:
    assert set(exercise) == {
        "id", "kind", "level", "mistakes", "givens", "facts", "prompt", "parts", "unseen",
        "shortened",
    }  # fmt: skip
    assert exercise["id"] == str(number)
    assert exercise["kind"] in kind_ids()
    assert exercise["level"] in ("easy", "medium", "hard")
    assert set(exercise["mistakes"]) <= set(MISTAKES)
    assert exercise["prompt"].strip() == exercise["prompt"] != ""
    for value in exercise["givens"].values():
        assert is_matrix(value) or (set(value) == {"shape"} and is_shape(value["shape"]))
    assert exercise["shortened"] in ("", *exercise["givens"])
    ids = [part["id"] for part in exercise["parts"]]
    assert len(set(ids)) == len(ids) > 0
    for part in exercise["parts"]:
        check_part(part)
    for hidden in exercise["unseen"]:
        assert set(hidden) == {"mistake", "part", "other"}
        assert hidden["mistake"] in MISTAKES
        assert hidden["part"] in (*ids, "")
        assert hidden["other"] in (*MISTAKES, "")


def check_sheet(sheet: qkvsym.Worksheet) -> None:
    made = read(sheet)
    assert set(made) == {
        "version", "code", "seed", "sheet", "title", "convention", "omitted", "exercises",
    }  # fmt: skip
    assert (made["version"], made["convention"]) == (1, "row")
    assert (made["code"], made["seed"]) == (sheet.code, sheet.spec.seed)
    assert is_text(made["title"])
    for left_out in made["omitted"]:
        assert set(left_out) == {"kind", "mistakes"}
        assert left_out["kind"] in kind_ids()
        assert set(left_out["mistakes"]) <= set(MISTAKES)
    assert len(made["omitted"]) == len(sheet.omitted)
    assert len(made["exercises"]) == len(sheet.exercises)
    for number, exercise in enumerate(made["exercises"], 1):
        check_exercise(number, exercise)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("name", kind_ids())
def test_every_field_has_the_type_of_the_contract(name: str, level: str) -> None:
    for seed in range(1, 9):
        check_sheet(qkvsym.generate(name, level=level, seed=seed))


def test_the_lesson_s_set_keeps_the_contract_on_drawn_and_on_given_numbers() -> None:
    check_sheet(qkvsym.generate(seed=2))
    check_sheet(qkvsym.generate(given="lesson"))


@pytest.mark.parametrize("mistake", sorted(askable()))
def test_every_mistake_that_can_be_asked_for_keeps_the_contract(mistake: str) -> None:
    check_sheet(qkvsym.generate(mistakes=[mistake], level="hard"))


def test_the_worked_example_is_stored_as_the_contract_shows_it() -> None:
    made = read(qkvsym.generate("compute-projections", given="lesson"))["exercises"][0]
    assert made["givens"] == {
        "x": [[1, 2, 3]],
        "W_q": [[1, 0], [0, 1], [1, 1]],
        "W_k": [[0, 1], [1, 0], [0, 2]],
        "W_v": [[2, 0], [0, 2], [0, 0]],
    }
    parts = {part["id"]: part for part in made["parts"]}
    assert parts["q"]["answer"] == {"type": "matrix", "value": [[4, 5]]}
    assert parts["q-shape"]["answer"] == {"type": "shape", "value": [1, 2]}
    assert {"mistake": "rows-dotted", "value": [[1, 2, 3]]} in parts["q"]["wrong"]


def test_undefined_is_a_value() -> None:
    made = read(qkvsym.generate("find-mistake", mistakes=["inner-mismatch"]))
    right = made["exercises"][0]["parts"][-1]["answer"]
    assert right == {"type": "matrix", "value": "undefined"}


def test_formulas_are_plain_text_and_never_a_program_s_own_notation() -> None:
    for seed in range(1, 6):
        for level in ("easy", "medium", "hard"):
            made = read(qkvsym.generate("derive-formula", level=level, seed=seed))
            for part in made["exercises"][0]["parts"][:2]:
                for value in (part["answer"]["value"], *(w["value"] for w in part["wrong"])):
                    assert "Matrix" not in value
                    assert not set("[]()'\\$") & set(value)


def test_a_row_of_a_matrix_stands_on_one_line() -> None:
    made = qkvsym.render(qkvsym.generate("compute-projections", given="lesson"), "json")
    assert "[1, 2, 3]" in made


def test_a_derivation_is_stored_with_its_shapes_formulas_and_reasons() -> None:
    made = json.loads(qkvsym.render(qkvsym.derive(d_in=3, role="v"), "json"))
    assert set(made) == {"version", "convention", "derivations"}
    (one,) = made["derivations"]
    assert (one["role"], one["weight"]) == ("v", "W_v")
    assert (one["x"], one["W"], one["shape"]) == ([1, 3], [3, "d_out"], [1, "d_out"])
    assert [step["id"] for step in one["steps"]] == ["sizes", "inner", "outer", "rule", "entry"]
    assert one["steps"][-1]["formulas"] == ["v_j = x_1 w_{1j} + x_2 w_{2j} + x_3 w_{3j}"]
    for step in one["steps"]:
        assert set(step) == {"id", "formulas", "latex", "reason"}
        assert len(step["formulas"]) == len(step["latex"])
        assert is_text(step["reason"])


def test_a_matrix_that_lost_its_last_row_or_entry_is_named_and_noted_on_the_key() -> None:
    sheet = qkvsym.generate(given="lesson")
    lesson = read(qkvsym.generate("compute-projections", given="lesson"))["exercises"][0]["givens"]
    shortened = 0
    for exercise in read(sheet)["exercises"]:
        changed = [
            name
            for name, given in exercise["givens"].items()
            if isinstance(given, list) and not name.endswith("_new") and given != lesson[name]
        ]
        assert changed == ([exercise["shortened"]] if exercise["shortened"] else [])
        for name in changed:
            cut = [row[:-1] for row in lesson[name]] if name == "x" else lesson[name][:-1]
            assert exercise["givens"][name] == cut
            shortened += 1
    assert shortened > 0
    key = qkvsym.render(sheet, "md", page="key")
    assert (
        len(re.findall(r"^> The last (entry|row) of .* was left out here", key, re.M)) == shortened
    )


def test_drawn_numbers_are_never_shortened_nor_is_an_exercise_left_out() -> None:
    for seed in range(1, 6):
        made = read(qkvsym.generate(seed=seed))
        assert made["omitted"] == []
        assert {exercise["shortened"] for exercise in made["exercises"]} == {""}
