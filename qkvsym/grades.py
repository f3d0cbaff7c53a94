"""Grades of a class: a row for every sheet and every file, with points part by part.

What was marked is kept as verdicts alone, so that a thousand sheets take little memory.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO

from qkvsym.exercise import lettered, line
from qkvsym.formula import UNDEFINED
from qkvsym.judging.verdicts import Line, Verification
from qkvsym.manifest import Row, neutral
from qkvsym.one_line import one_line
from qkvsym.owners import Owned, Owners, Status
from qkvsym.renderer import built_in
from qkvsym.rules import ROLES
from qkvsym.weights import SheetPart, Weights, decimal
from qkvsym.worksheet import Worksheet

BEFORE_PARTS = ("id", "name", "email", "code", "file", "status", "points", "out_of", "percent")
BEHIND_PARTS = ("mistakes", "remark")
TO_BE_READ = "?"
"""The cell of a part in words, which a person reads and gives points for."""

EARNING = ("ok", "follows")
"""The verdicts that earn the points of a part: what follows from an earlier wrong value is a
right step, and is not counted again."""

_READ = ("marked", "doubtful")

COUNTED: tuple[Status, ...] = ("marked", "doubtful", "unknown person")
"""The works that a class report counts: each the one answer to a sheet of this class.

Left out are `several files`, of which none is preferred; a sheet with an `unknown code`, which is
no sheet of this class; and what has no verdicts: `unreadable` work, or work with `no code`. Work of
an `unknown person` answers a sheet of the class, whoever of it wrote it.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A wrong line: the mistakes that explain it, the likeliest first, and where it stands.

    `role` is the result that it is about, and `fits` whether its product exists.
    """

    mistakes: tuple[str, ...]
    part: SheetPart | None = None
    role: str = ""
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Graded:
    """One file: whose it is, the verdict on every part, the wrong lines; or why it was refused."""

    file: str
    owned: Owned
    verdicts: Mapping[SheetPart, str] = field(default_factory=dict)
    found: tuple[Found, ...] = ()
    exit_code: int = 2
    refused: str = ""

    @property
    def status(self) -> Status:
        """What became of it, looked at by itself."""
        if self.owned.status == "unknown code":
            return "unknown code"
        if self.refused:
            return "unreadable"
        return self.owned.status if self.verdicts else "no code"


@dataclass(frozen=True, slots=True)
class Grade:
    """A row of the grades: somebody's sheet, the file that was handed in for it, and remarks."""

    status: Status
    row: Row | None = None
    work: Graded | None = None
    remarks: tuple[str, ...] = ()

    @property
    def verdicts(self) -> Mapping[SheetPart, str]:
        """The verdict on every part; none where nothing could be read."""
        return self.work.verdicts if self.work else {}

    @property
    def counts(self) -> bool:
        """Whether a class report counts it."""
        return self.status in COUNTED

    def points(self, weights: Weights) -> tuple[Fraction, Fraction] | None:
        """The points, and out of how many; None where there are none to give.

        Parts in words are left out of both, so that all who have one sheet have it out of the
        same. Of several files none is preferred; a sheet of an unknown code has points of its own.
        """
        if not self.verdicts or self.status == "several files":
            return None
        parts = [(weights.of(p), v) for p, v in self.verdicts.items() if not p.in_words]
        right = (weight for weight, verdict in parts if verdict in EARNING)
        return sum(right, Fraction(0)), sum((weight for weight, _ in parts), Fraction(0))


# From a report to what is kept of it.


def graded(
    file: str, owned: Owned, verification: Verification, sheet: Worksheet | None = None
) -> Graded:
    """What is kept of the report on a file, which answers a sheet if it names one."""
    parts = {} if sheet is None else sheet_parts(sheet)
    verdicts = {parts[p.exercise, p.part]: p.verdict for p in verification.parts}
    wrong = (line for line in verification.lines if line.verdict == "wrong")
    found = tuple(_found(one, parts, sheet) for one in wrong)
    return Graded(file, owned, verdicts, found, verification.exit_code)


def sheet_parts(sheet: Worksheet) -> dict[tuple[str, str], SheetPart]:
    """The parts of a sheet by the number of the exercise and the letter."""
    made = {}
    for number, exercise in enumerate(sheet.exercises, 1):
        for letter, part in lettered(exercise.parts):
            in_words = part.answer.type == "text"
            made[str(number), letter] = SheetPart(
                number, letter, part.id, exercise.kind, in_words=in_words
            )
    return made


def _found(
    wrong: Line, parts: Mapping[tuple[str, str], SheetPart], sheet: Worksheet | None
) -> Found:
    ids = tuple(dict.fromkeys(found.id for found in wrong.mistakes))
    part = parts.get((wrong.exercise, wrong.part))
    where = next((found.where for found in wrong.mistakes), "")
    case = None
    if sheet is not None and part is not None:
        case = dict(lettered(sheet.exercises[part.exercise - 1].parts))[part.letter].case
    role = where if where in ROLES else case.role if case else ""
    return Found(ids, part, role, fits=case is None or case.out is not UNDEFINED)


# Rows.


def grades(owners: Owners, works: Sequence[Graded]) -> list[Grade]:
    """A row for each file under the sheet it answers, in the order of the manifest; then the rest.

    A sheet without a file has a row too, and a file without a person stands at the end.
    """
    of_row: dict[Row | None, list[Graded]] = {}
    speaking: dict[Row, list[Graded]] = {}
    for work in works:
        of_row.setdefault(work.owned.row, []).append(work)
        for row in work.owned.others:
            speaking.setdefault(row, []).append(work)
    # What is said of a file by which no sheet can be told.
    nobodys = "nobody" if owners.rows else "no_sheet"
    made = []
    for row in owners.rows:
        own = of_row.get(row, [])
        made += [_grade(row, work, own, nobodys) for work in own]
        if not own:
            made.append(_without_work(row, speaking.get(row, [])))
    return made + [_grade(None, work, [], nobodys) for work in of_row.get(None, [])]


def _grade(row: Row | None, work: Graded, own: Sequence[Graded], nobodys: str) -> Grade:
    status = work.status
    if len(own) > 1 and status in _READ:
        status = "several files"
    return Grade(status, row, work, tuple(_remarks(row, work, own, nobodys)))


def _without_work(row: Row, speaking: Iterable[Graded]) -> Grade:
    remarks = (_word("named_elsewhere", work=work.file) for work in speaking)
    return Grade("missing", row, remarks=tuple(remarks))


def _remarks(row: Row | None, work: Graded, own: Sequence[Graded], nobodys: str) -> Iterator[str]:
    owned = work.owned
    others = ", ".join(map(called, owned.others))
    if work.refused:
        yield work.refused
    if len(own) > 1:
        yield _word("several_files", files=", ".join(one.file for one in own))
    if owned.status == "doubtful" and row is not None:
        yield _word("doubtful", owner=called(row), others=others)
    if owned.status == "unknown code":
        yield _word("unknown_code", code=owned.code, others=others)
    if owned.status == "unknown person":
        yield _word("unknown_person", others=others)
    if work.status == "no code" and not work.refused:
        yield _word(nobodys if owned.status == "no code" else "no_sheet")
    unread = [part.place for part, v in work.verdicts.items() if v == "not-understood"]
    if unread:
        yield _word("not_understood", parts=", ".join(unread))
    if work.verdicts and all(verdict == "missing" for verdict in work.verdicts.values()):
        yield built_in().plain(line("blank", file="report"))


def _word(wording: str, /, **values: str) -> str:
    """Words of the grades."""
    return built_in().plain(line(wording, file="grades", **values))


def called(row: Row) -> str:
    """What a person is called: the id, else a name, an email or the code of the sheet."""
    return row.id or row.name or row.email or row.code


# The table.


def all_parts(made: Iterable[Grade]) -> tuple[SheetPart, ...]:
    """The parts of all sheets in the order of a sheet."""
    found = dict.fromkeys(part for grade in made for part in grade.verdicts)
    return tuple(sorted(found, key=lambda part: (part.exercise, part.letter)))


def written(made: Sequence[Grade], weights: Weights) -> bytes:
    """The grades as a CSV file, in UTF-8 with the mark by which spreadsheets know it."""
    places = tuple(dict.fromkeys(part.place for part in all_parts(made)))
    table = StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow((*BEFORE_PARTS, *places, *BEHIND_PARTS))
    writer.writerows(
        [neutral(one_line(cell)) for cell in _cells(grade, places, weights)] for grade in made
    )
    return table.getvalue().encode("utf-8-sig", "replace")


def _cells(grade: Grade, places: Iterable[str], weights: Weights) -> Iterator[str]:
    row, work = grade.row, grade.work
    yield from (row.id, row.name, row.email) if row else ("", "", "")
    yield (work.owned.code if work else "") or (row.code.upper() if row else "")
    yield work.file if work else ""
    yield grade.status
    yield from _sums(grade.points(weights))
    marks = {part.place: _mark(part, v, weights) for part, v in grade.verdicts.items()}
    yield from (marks.get(place, "") for place in places)
    explained = ("|".join(found.mistakes) for found in (work.found if work else ()))
    yield " ".join(dict.fromkeys(filter(None, explained)))
    yield "; ".join(grade.remarks)


def _sums(points: tuple[Fraction, Fraction] | None) -> Iterator[str]:
    if points is None:
        yield from ("", "", "")
        return
    got, out_of = points
    yield decimal(got)
    yield decimal(out_of)
    yield decimal(got / out_of * 100) if out_of else ""


def _mark(part: SheetPart, verdict: str, weights: Weights) -> str:
    weight = weights.of(part)
    if verdict == "not-checked" and weight:
        return TO_BE_READ
    return decimal(weight) if verdict in EARNING else "0"
