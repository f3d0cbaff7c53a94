"""The grades of a class as a terminal shows them."""

from collections.abc import Sequence
from typing import Any

from qkvsym.exercise import line
from qkvsym.grades import Grade, called
from qkvsym.marking import Look
from qkvsym.renderer import built_in
from qkvsym.report import columns
from qkvsym.weights import Weights, decimal

_OF_EXIT_CODE = {0: "ok", 1: "wrong", 3: "missing"}
_OF_STATUS = {"missing": "missing", "unreadable": "unreadable"}
_NOBODY = "?"


def grade_table(made: Sequence[Grade], weights: Weights, look: Look) -> str:
    """A line for each row of the grades, with its remarks below it."""
    people = [look.drawing.shown(_person(grade)) for grade in made]
    points = [_points(grade, weights) for grade in made]
    rows: list[dict[str, Any]] = [
        {
            "sign": look.drawing.sign(_verdict(grade)),
            "person": person,
            "points": point if grade.work else point.rstrip(),
            "file": look.drawing.shown(grade.work.file) if grade.work else "",
            "remarks": [row for said in grade.remarks for row in look.drawing.fitted(said, 4, 2)],
        }
        for grade, person, point in zip(made, _even(people), _even(points), strict=True)
    ]
    return built_in().report("grades", {"rows": rows})


def _even(cells: Sequence[str]) -> list[str]:
    widest = max(map(columns, cells), default=0)
    return [cell + " " * (widest - columns(cell)) for cell in cells]


def _person(grade: Grade) -> str:
    row = grade.row
    if row is None:
        return _NOBODY
    return f"{called(row)}  {row.name}" if row.name not in ("", called(row)) else called(row)


def _points(grade: Grade, weights: Weights) -> str:
    found = grade.points(weights)
    if found is None:
        return grade.status
    points, of = map(decimal, found)
    said = built_in().plain(line("out_of", file="grades", points=points, of=of))
    return said if grade.status == "marked" else f"{said}, {grade.status}"


def _verdict(grade: Grade) -> str:
    if grade.status in _OF_STATUS:
        return _OF_STATUS[grade.status]
    if grade.status != "marked" or grade.work is None:
        return "not-understood"
    return _OF_EXIT_CODE[grade.work.exit_code]
