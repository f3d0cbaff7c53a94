"""The machine-readable sheet and derivation: the contract that other programs build on.

Matrices are lists of rows, shapes lists of two sizes, formulas plain text, "undefined" the value
of a product that cannot be formed.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from qkvsym.derivation import Derivation
from qkvsym.exercise import Answer, Case, Exercise, Line, Part, line
from qkvsym.formats import Format, Words
from qkvsym.formats.text import VOCABULARY
from qkvsym.formula import Undefined
from qkvsym.matrix import Matrix
from qkvsym.notation import CONVENTION, latex, text
from qkvsym.roster import Person
from qkvsym.shapes import Shape

VERSION = 1


def _write(page: str, values: Mapping[str, Any], words: Words) -> str:
    made = _derivations(values, words) if page == "derivation" else _sheet(values, words)
    return _rows_on_one_line(json.dumps(made, ensure_ascii=False, indent=1)) + "\n"


def _rows_on_one_line(text: str) -> str:
    # No string holds a line break of its own: JSON escapes it.
    return re.sub(r"\[\n\s*(-?\d+(?:,\n\s*-?\d+)*)\n\s*\]", _on_one_line, text)


def _on_one_line(row: re.Match[str]) -> str:
    return f"[{', '.join(entry.strip() for entry in row[1].split(','))}]"


def _sheet(values: Mapping[str, Any], words: Words) -> dict[str, Any]:
    sheet = values["sheet"]
    return {
        "version": VERSION,
        "code": sheet.code,
        "seed": sheet.spec.seed,
        "sheet": sheet.spec.sheet,
        "title": str(values["title"]),
        **_person(sheet.person),
        "convention": CONVENTION,
        "omitted": [{"kind": name, "mistakes": list(targets)} for name, targets in sheet.omitted],
        "exercises": [exercise_data(n, e, words) for n, e in enumerate(sheet.exercises, 1)],
    }


def _person(person: Person | None) -> dict[str, Any]:
    if person is None:
        return {}
    return {"person": {"id": person.id, "name": person.name, "email": person.email}}


def exercise_data(number: int, exercise: Exercise, words: Words) -> dict[str, Any]:
    """An exercise with its answers as JSON holds it; `number` is its place on the sheet."""
    return {
        "id": str(number),
        "kind": exercise.kind,
        "level": exercise.level,
        "mistakes": list(exercise.mistakes),
        "givens": {name: _given(value) for name, value in exercise.givens.items()},
        "facts": {
            name: _fact(value, exercise.kind, words)
            for name, value in exercise.facts.items()
            if not isinstance(value, Case)
        },
        "prompt": words.prompt(exercise),
        "parts": [_part(part, exercise.kind, words) for part in exercise.parts],
        "unseen": [
            {"mistake": hidden.mistake, "part": hidden.part, "other": hidden.other}
            for hidden in exercise.unseen
        ],
        "shortened": exercise.shortened,
    }


def _given(value: Any) -> Any:
    return {"shape": _value(value)} if isinstance(value, Shape) else _value(value)


def _fact(value: Any, kind: str, words: Words) -> Any:
    """What a prompt says besides the givens: values, named values, or the lines of a solution."""
    if isinstance(value, Line):
        return words.say(value, kind)
    if isinstance(value, tuple | list):
        return [_fact(item, kind, words) for item in value]
    return None if value is None else _value(value)


def _part(part: Part, kind: str, words: Words) -> dict[str, Any]:
    return {
        "id": part.id,
        "ask": words.say(part.ask, kind),
        "answer": _answer(part.answer, kind, words),
        "hints": [words.say(hint, kind) for hint in part.hints],
        "steps": [words.say(step, kind) for step in part.steps],
        "wrong": [{"mistake": w.mistake, "value": _value(w.value)} for w in part.wrong],
    }


def _answer(answer: Answer, kind: str, words: Words) -> dict[str, Any]:
    if answer.type == "text":
        points = [words.say(point, kind) for point in answer.value]
        return {"type": "text", "value": " ".join(points), "points": points}
    if answer.type == "choice":
        options = [{"id": o.id, "text": words.say(o.label, kind)} for o in answer.options]
        return {"type": "choice", "value": answer.value, "options": options}
    return {"type": answer.type, "value": _value(answer.value)}


def _value(value: Any) -> Any:
    if isinstance(value, Matrix):
        return list(map(list, value.rows))
    if isinstance(value, Shape):
        return [value.rows, value.columns]
    if isinstance(value, int | str):
        return value
    return "undefined" if isinstance(value, Undefined) else text(value)


def _derivations(values: Mapping[str, Any], words: Words) -> dict[str, Any]:
    found = [_derivation(one, words) for one in values["derivations"]]
    return {"version": VERSION, "convention": CONVENTION, "derivations": found}


def _derivation(derivation: Derivation, words: Words) -> dict[str, Any]:
    return {
        "role": derivation.role,
        "weight": derivation.weight,
        "x": _value(derivation.x),
        "W": _value(derivation.W),
        "shape": _value(derivation.shape),
        "steps": [
            {
                "id": step.id,
                "formulas": [text(formula) for formula in step.formulas],
                "latex": [latex(formula) for formula in step.formulas],
                "reason": words.say(line(step.id, file="derivation", d=derivation)),
            }
            for step in derivation.steps
        ],
    }


FORMAT = Format("json", "json", VOCABULARY, ("worksheet", "derivation"), _write)
