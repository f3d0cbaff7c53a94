"""Worksheets that were filled in, as Markdown and as LaTeX."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from qkvsym import Verification, Worksheet, generate, render, verify
from qkvsym.errors import BadCode, BadWork
from tests.filling import Entry, filled, places, right_entries
from tests.fuzzing.reports import check_report
from tests.fuzzing.target import Target, choosing, chosen, text_of
from tests.fuzzing.work_texts import WORDS, lines

_ASKED: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("compute-projections",), {"seed": 7}),
    (("predict-shape", "match-matrix"), {"seed": 2}),
    (("change-column", "shape-check"), {"seed": 3}),
    (("find-mistake",), {"mistakes": "inner-mismatch"}),
    (("derive-formula",), {}),
    (("compute-projections", "derive-formula"), {"d_in": 8, "d_out": 7}),
    ((), {}),
)
_FORMS = ("md", "tex")
_WAYS = len(_ASKED) * len(_FORMS) * 2


@cache
def _sheet(number: int) -> Worksheet:
    kinds, options = _ASKED[number]
    return generate(*kinds, **options)


@cache
def _page(number: int, form: str) -> str:
    return str(render(_sheet(number), form))


@cache
def _data(number: int) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(render(_sheet(number), "json"))
    return made


def _asked(data: bytes) -> tuple[int, str, bool]:
    """The sheet, its format, and whether the answers stand on the printed page."""
    way = chosen(data, _WAYS)
    return way // 4, _FORMS[way // 2 % 2], way % 2 == 0


def _text(data: bytes) -> str:
    """The answers put into the page, a line for each part, or else the work as it is."""
    number, form, on_the_page = _asked(data)
    text = text_of(data[1:])
    if not on_the_page:
        return text
    parts = (place for place, _ in places(_data(number)))
    return filled(
        _page(number, form), dict(zip(parts, map(_entry, text.split("\n")), strict=False))
    )


def _entry(line: str) -> Entry:
    """What one line says of a part: the answer, then the boxes ticked, then lines of work."""
    answer, *more = line.split("|")
    ticks = tuple(int(c) for c in more[0] if c in "123456789") if more else ()
    return Entry(answer, ticks, tuple(more[1:]))


def _read(data: bytes) -> Verification:
    return verify(_text(data), sheet=_sheet(_asked(data)[0]))


def _check(data: bytes, verification: Verification) -> None:
    check_report(verification, _text(data))


def _seeds() -> Iterator[bytes]:
    for way in range(0, _WAYS, 2):
        number = way // 4
        for notation in range(6):
            right = right_entries(_data(number), notation)
            told = [f"{one.answer}|{''.join(map(str, one.ticks))}" for one in right.values()]
            yield choosing(way, "\n".join(told))
            numbered = [
                f"{exercise}({part}) {entry.answer}" for (exercise, part), entry in right.items()
            ]
            yield choosing(way + 1, "\n".join(numbered))
    for number, line in enumerate(lines()):
        yield choosing(number % _WAYS // 2 * 2, "\n".join([line] * 4))


def _exercises(data: bytes) -> int:
    return min(len(_sheet(_asked(data)[0]).exercises), 5)


TARGET = Target(_read, (BadWork, BadCode), _check, _seeds, WORDS, pieces=_exercises, share=5)
