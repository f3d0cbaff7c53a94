"""What machine-readable sheets and data sets hold, against the typed values of the sheet."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from qkvsym import Matrix, Shape, Worksheet, render
from qkvsym.datasets.entry import entry_lines
from qkvsym.exercise import Answer, Case, Exercise, Line, Part
from qkvsym.formula import Chain, Formula, Undefined
from tests.printed import UNDEFINED, Token, differing, tokens
from tests.told import IN_ROWS, Texts, told_in_prompt, told_in_texts

HOW_TO_ANSWER = [1, 2, 3, 5, 3]
"""How a row and a shape are written is shown in every prompt of a data set."""

Wrong = dict[str, list[str]]
"""By the place, what is not the value that belongs there."""


def wrong_in_json(sheets: Iterable[Worksheet]) -> Wrong:
    """What machine-readable sheets hold that they should not: typed values, and texts."""
    found: Wrong = {}
    for sheet in sheets:
        read = json.loads(render(sheet, "json"))["exercises"]
        for exercise, data in zip(sheet.exercises, read, strict=True):
            wrong = [*_wrong_values(exercise, data), *_wrong_texts(exercise, data)]
            wrong += differing(told_in_prompt(exercise), tokens(data["prompt"]))
            found |= {f"{sheet.code} {data['id']}": wrong} if wrong else {}
    return found


def wrong_in_a_data_set(sheets: Iterable[Worksheet]) -> Wrong:
    """What the entries of a data set hold that they should not: as the sheet, and what is asked."""
    found: Wrong = {}
    for sheet in sheets:
        for exercise, line in zip(sheet.exercises, entry_lines(sheet), strict=True):
            entry = json.loads(line)
            texts = [told_in_texts(part, exercise.kind) for part in exercise.parts]
            asked = [number for one in texts for text in (one.ask, *one.options) for number in text]
            wanted = [*told_in_prompt(exercise), *asked, *HOW_TO_ANSWER]
            answers = [
                number
                for part, said in zip(exercise.parts, texts, strict=True)
                for number in _answer(part.answer, said)
            ]
            wrong = [*_wrong_values(exercise, entry), *_wrong_texts(exercise, entry)]
            wrong += differing(wanted, tokens(entry["prompt"]))
            wrong += differing(answers, tokens(entry["reference"]))
            found |= {entry["id"]: wrong} if wrong else {}
    return found


def _answer(answer: Answer, said: Texts) -> list[Token]:
    if answer.type == "text":
        return [number for point in said.points for number in point]
    return tokens(answer.value) if answer.type == "choice" else [*IN_ROWS(answer.value)]


def _wrong_texts(exercise: Exercise, data: Mapping[str, Any]) -> Iterator[str]:
    for part, written in zip(exercise.parts, data["parts"], strict=True):
        said, answer = told_in_texts(part, exercise.kind), written["answer"]
        options = [option["text"] for option in answer.get("options", ())]
        points = answer.get("points", ())
        read = ([written["ask"]], options, written["hints"], written["steps"], points)
        wanted = ([said.ask], said.options, said.hints, said.steps, said.points)
        for one, other in zip(wanted, read, strict=True):
            for line, text in zip(one, other, strict=True):
                yield from differing(line, tokens(text))


def _wrong_values(exercise: Exercise, data: Mapping[str, Any]) -> Iterator[str]:
    """Givens, facts, answers and wrong values that are not those of the exercise."""
    given = {
        name: {"shape": value} if isinstance(value, Shape) else value
        for name, value in exercise.givens.items()
    }
    facts = {n: value for n, value in exercise.facts.items() if not isinstance(value, Case)}
    parts = [_values(part) for part in exercise.parts]
    written = [
        [part["answer"]["value"], [(w["mistake"], w["value"]) for w in part["wrong"]]]
        for part in data["parts"]
    ]
    pairs = ((given, data["givens"]), (facts, data["facts"]), (parts, written))
    yield from (f"{other} should be {one}" for one, other in pairs if not _same(one, other))


def _values(part: Part) -> list[Any]:
    answer = part.answer.value if part.answer.type != "text" else None
    return [answer, [(one.mistake, one.value) for one in part.wrong]]


def _same(value: Any, written: Any) -> bool:
    """Whether what is written is a typed value; a text is compared by its numbers elsewhere."""
    if isinstance(value, Mapping):
        return set(value) == set(written) and all(_same(value[n], written[n]) for n in value)
    if isinstance(value, Matrix):
        return _same(value.rows, written)
    if isinstance(value, Shape):
        return _same((value.rows, value.columns), written)
    if isinstance(value, list | tuple):
        return len(value) == len(written) and all(map(_same, value, written))
    if isinstance(value, Undefined):
        return bool(written == UNDEFINED)
    if isinstance(value, Formula | Chain):
        return isinstance(written, str) and [*IN_ROWS(value)] == tokens(written)
    return isinstance(value, Line) or value is None or bool(value == written)
