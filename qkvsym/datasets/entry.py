"""The entries of a data set: one object for each exercise of a worksheet, which stands alone."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from qkvsym import __version__
from qkvsym.environments import template_errors
from qkvsym.exercise import Exercise, lettered, line
from qkvsym.formats import format_named
from qkvsym.formats.json import exercise_data
from qkvsym.matrix import Matrix
from qkvsym.notation import CONVENTION, text
from qkvsym.renderer import Renderer, built_in
from qkvsym.shapes import Shape
from qkvsym.spec import Spec
from qkvsym.wording import Words
from qkvsym.worksheet import Worksheet

VERSION = 1
_WORDS = "dataset"

_A_ROW, _A_SHAPE = Matrix(((1, 2, 3),)), Shape(5, 3)
"""How answers are written; no answer is of that shape, so that none can be copied from there."""


def file_name(code: str, sheets: int, suffix: str) -> str:
    """The name of a data set: its first code and the number of its sheets.

    >>> file_name("WHA7", 1000, "jsonl")
    'WHA7.x1000.jsonl'
    """
    return f"{code}.x{sheets}.{suffix}"


def entry_lines(sheet: Worksheet, *, renderer: Renderer | None = None) -> list[bytes]:
    """The entries of a worksheet as lines of JSON, in ASCII and with their line breaks.

    Raises `BadTemplate`.
    """
    return [
        json.dumps(entry, separators=(",", ":")).encode("ascii") + b"\n"
        for entry in entries(sheet, renderer=renderer)
    ]


def entries(sheet: Worksheet, *, renderer: Renderer | None = None) -> Iterator[dict[str, Any]]:
    """The entries of a worksheet, one for each exercise in order; raises `BadTemplate`."""
    words = (renderer or built_in()).words_of(format_named("json", "worksheet"))
    for number, exercise in enumerate(sheet.exercises, 1):
        with template_errors():
            made = _entry(sheet, number, exercise, words)
        yield made


def _entry(sheet: Worksheet, number: int, exercise: Exercise, words: Words) -> dict[str, Any]:
    data = exercise_data(number, exercise, words)
    parts = [{"part": letter, **part} for letter, part in lettered(data["parts"])]
    return {
        "version": VERSION,
        **data,
        "id": f"{sheet.code}.{number}",
        "code": sheet.code,
        "exercise": number,
        "prompt": _prompt(data, words),
        "reference": _reference(exercise, data),
        "parts": parts,
        "metadata": _metadata(sheet.spec, exercise),
    }


def _prompt(data: Mapping[str, Any], words: Words) -> str:
    """All that is asked, with the givens and the options, so that nothing else is needed."""
    questions = [
        f"({letter}) {part['ask']}{_options(part['answer'], words)}"
        for letter, part in lettered(data["parts"])
    ]
    how = words.say(line("how_to_answer", file=_WORDS, row=_A_ROW, shape=_A_SHAPE))
    return "\n\n".join((data["prompt"], "\n".join(questions), how))


def _options(answer: Mapping[str, Any], words: Words) -> str:
    if answer["type"] != "choice":
        return ""
    options = tuple((option["id"], option["text"]) for option in answer["options"])
    return f" {words.say(line('one_of', file=_WORDS, options=options))}"


def _reference(exercise: Exercise, data: Mapping[str, Any]) -> str:
    """The right answer to all parts, as a reply would give it."""
    return "\n".join(
        f"({letter}) {_spelled(part.answer.value, written['answer']['value'])}"
        for part, (letter, written) in zip(exercise.parts, lettered(data["parts"]), strict=True)
    )


def _spelled(value: Any, written: Any) -> str:
    return text(value) if isinstance(value, Matrix | Shape) else str(written)


def _metadata(spec: Spec, exercise: Exercise) -> dict[str, Any]:
    """What the exercise was made of; a size without a number is null, and a role not asked for."""
    shapes = {
        name: value.shape if isinstance(value, Matrix) else value
        for name, value in exercise.givens.items()
    }
    d_in = shapes["x"].columns
    d_out = next(shape.columns for name, shape in shapes.items() if name != "x")
    return {
        "seed": spec.seed,
        "sheet": spec.sheet,
        "d_in": d_in if isinstance(d_in, int) else None,
        "d_out": d_out if isinstance(d_out, int) else None,
        "entries": list(spec.entries) if spec.entries else None,
        "role": spec.role,
        "any_instance": spec.any_instance,
        "convention": CONVENTION,
        "qkvsym": __version__,
    }
