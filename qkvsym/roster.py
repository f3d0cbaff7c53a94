"""A class list: who gets a sheet of their own."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import accumulate
from pathlib import Path
from unicodedata import ucd_3_2_0

from qkvsym.errors import BadRoster, shown
from qkvsym.named import Named
from qkvsym.one_line import one_line
from qkvsym.streams import digest
from qkvsym.tables import content_of, decoded

_LARGEST = 32 * 2**20
_MOST_PEOPLE = 200_000
_MOST_COLUMNS = 100
_LONGEST_CELL = 2_000
_SHOWN_HEADINGS = 8
_SEED_BYTES = 4
_BRIEF = 36
_SPELLED_OUT = 0x250
_DELIMITERS = ",;\t"
_SEPARATOR = re.compile(r"sep=([,;\t])\r?\n?")

# Headings in small letters and digits alone; where a list has several of them, the first is used.
_HEADINGS = {
    "id": (
        *["id", "studentid", "studentnumber", "studentno", "matriculationnumber"],
        *["matriculationno", "matriculation", "idnumber", "userid", "username", "user", "login"],
        *["loginid", "netid", "uid", "sisuserid", "sisloginid", "sisid", "personid"],
        *["candidatenumber", "candidateid", "registrationnumber"],
    ),
    "name": ("name", "fullname", "studentname", "student", "displayname"),
    "first": ("firstname", "givenname", "givennames", "forename", "first"),
    "last": ("lastname", "surname", "familyname", "last"),
    "email": ("email", "mail", "emailaddress", "mailaddress"),
}
_EXAMPLE = "id, name, email"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a class list; `cells` are all columns of the list, by their headings.

    Every text stands on one line, without characters that hide it or turn it around.
    """

    id: str
    name: str = ""
    email: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", _composed(one_line(self.id)))
        object.__setattr__(self, "name", one_line(self.name))
        object.__setattr__(self, "email", one_line(self.email))
        cells = {heading: one_line(cell) for heading, cell in self.cells.items()}
        object.__setattr__(self, "cells", Named(cells))

    @property
    def called(self) -> str:
        """What a page calls the person: the name, else the email, else the id."""
        return self.name or self.email or self.id

    @property
    def also(self) -> str:
        """The id, where it is neither the name nor the email."""
        return "" if self.id in (self.name, self.email, self.called) else self.id

    @property
    def brief(self) -> str:
        """What the foot of every page has room for: the name, else the id, else how it begins."""
        names = (self.called, self.id)
        return next((name for name in names if _width(name) <= _BRIEF), _cut(self.called))


def _width(text: str) -> int:
    # Where a format has no letter for a character, it writes out its number.
    return sum(1 if ord(c) < _SPELLED_OUT else 9 for c in text)


def _cut(text: str) -> str:
    widths = accumulate(map(_width, text))
    return text[: sum(width <= _BRIEF - 3 for width in widths)].rstrip() + "..."


def _composed(text: str) -> str:
    # An accent may be saved as a letter of its own; the tables of Unicode 3.2 never change.
    return ucd_3_2_0.normalize("NFC", text)


def seed_of(term: str, id: str, seed: int) -> int:
    """The seed of a person's sheet, 32 bits: of nothing but the term, the id and the run's seed.

    Whoever else is on the list, and in which order, does not matter. Of many people two may have
    one seed: of 10,000 in 1 of 86 lists.

    >>> seed_of("2025", "ada", 1) == seed_of("2025", "ada", 1) != seed_of("2026", "ada", 1)
    True
    """
    names = ("person", _composed(term), _composed(id), str(seed))
    return int.from_bytes(digest(names)[:_SEED_BYTES], "big")


def read_roster(path: str | Path) -> tuple[Person, ...]:
    """The people of a CSV file whose first line has the headings, in their order.

    Columns are found by their headings, in any case and spelling: an id, a name (or a first and a
    last name) and an email; without an id the email is the id, else the name. Raises `BadRoster`,
    with the file and the line.
    """
    where = f"the roster {shown(str(path))}"
    content = content_of(path, "roster", _LARGEST, BadRoster)
    records = _records(decoded(content, where, BadRoster), where)
    at, headings = next(records, (1, []))
    if not headings:
        raise BadRoster(f"{where} is empty; its first line has the headings, as in {_EXAMPLE}")
    columns = _columns(headings, f"{where}, line {at}")
    people: dict[str, Person] = {}
    lines: dict[str, int] = {}
    for at, cells in records:
        here = f"{where}, line {at}"
        person = _person(cells, columns, here)
        if person.id in people:
            raise BadRoster(
                f"{here}: the id {shown(person.id)} is that of line {lines[person.id]} too; "
                f"give each person their own"
            )
        if len(people) == _MOST_PEOPLE:
            raise BadRoster(f"{here}: there are more than {_MOST_PEOPLE:,} people; split the list")
        people[person.id], lines[person.id] = person, at
    if not people:
        raise BadRoster(f"{where} has headings and nobody below them; add a line for each person")
    return tuple(people.values())


@dataclass(frozen=True, slots=True)
class _Columns:
    """The headings, and in which columns a person's id, names and email stand."""

    headings: tuple[str, ...]
    found: Mapping[str, int]

    @property
    def id(self) -> str:
        """The heading under which ids stand."""
        return self.headings[next(self.found[r] for r in _ID_FROM if r in self.found)]


_ID_FROM = ("id", "email", "name", "last", "first")


def _columns(headings: Sequence[str], where: str) -> _Columns:
    names = tuple(map(one_line, headings))
    if len(names) > _MOST_COLUMNS:
        raise BadRoster(
            f"{where}: there are {len(names)} columns; up to {_MOST_COLUMNS} are read, so leave "
            f"some out"
        )
    for place, name in enumerate(names):
        if name and name in names[:place]:
            raise BadRoster(
                f"{where}: the columns {names.index(name) + 1} and {place + 1} are both headed "
                f"{shown(name)}; give each a heading of its own"
            )
    found = _found(names)
    if not found.keys() & set(_ID_FROM):
        listed = ", ".join(shown(name) for name in names[:_SHOWN_HEADINGS] if name)
        more = f" and {len(names) - _SHOWN_HEADINGS} more" if len(names) > _SHOWN_HEADINGS else ""
        raise BadRoster(
            f"{where}: no heading is that of an id, a name or an email; there are {listed}{more}; "
            f"write headings as in {_EXAMPLE}"
        )
    return _Columns(names, found)


def _found(headings: Sequence[str]) -> dict[str, int]:
    """By what people are known from, the columns that have it."""
    spelled = ["".join(filter(str.isalnum, heading.casefold())) for heading in headings]
    return {
        role: spelled.index(next(name for name in known if name in spelled))
        for role, known in _HEADINGS.items()
        if not set(known).isdisjoint(spelled)
    }


def _person(cells: Sequence[str], columns: _Columns, where: str) -> Person:
    headings = columns.headings
    for place, cell in enumerate(cells, 1):
        if cell.strip() and (place > len(headings) or not headings[place - 1]):
            raise BadRoster(
                f"{where}: {shown(cell)} in column {place} has no heading; put a cell with a comma "
                f"in it between quotes, or add a heading"
            )
    cells = [*cells, *[""] * (len(headings) - len(cells))]
    held = {role: one_line(cells[place]) for role, place in columns.found.items()}
    parts = (held.get(part, "") for part in ("first", "last"))
    name = held.get("name") or " ".join(part for part in parts if part)
    email = held.get("email", "")
    known = held.get("id", email if "email" in held else name)
    if not known:
        raise BadRoster(
            f"{where}: nothing stands under {shown(columns.id)}, by which people are told apart; "
            f"fill it in"
        )
    named = dict(zip(headings, cells, strict=False))
    named.pop("", None)
    return Person(known, name, email, named)


def _records(text: str, where: str) -> Iterator[tuple[int, list[str]]]:
    """The rows in which something stands, each with the number of its first line."""
    told = _SEPARATOR.match(text)
    delimiter = told[1] if told else _delimiter(text)
    lines = StringIO(text, newline="")
    before = 0
    if told:
        next(lines)
        before = 1
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    at = 1 + before
    try:
        for cells in reader:
            while cells and not one_line(cells[-1]):
                cells.pop()
            if cells:
                _check_lengths(cells, f"{where}, line {at}")
                yield at, cells
            at = reader.line_num + before + 1
    except csv.Error as error:
        raise BadRoster(f"{where}, line {at}: {_fault(error)}") from None


def _check_lengths(cells: Sequence[str], where: str) -> None:
    for place, cell in enumerate(cells, 1):
        if len(cell) > _LONGEST_CELL:
            raise BadRoster(
                f"{where}: the cell in column {place} has {len(cell):,} characters; it may have "
                f"up to {_LONGEST_CELL:,}"
            )


def _fault(error: csv.Error) -> str:
    if "limit" in str(error):
        return f"a cell has more than {_LONGEST_CELL:,} characters; is a quote not closed?"
    if "unexpected end" in str(error):
        return "a quote is opened and not closed; close it, or leave it out"
    return "a quote stands in a cell that is between quotes; write it twice"


def _delimiter(text: str) -> str:
    """The sign that the headings are parted by: the one that gives the most that are known."""

    def worth(delimiter: str) -> tuple[int, int]:
        headings = _first(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
        return len(_found(headings)), len(headings)

    return max(_DELIMITERS, key=worth)


def _first(rows: Iterable[list[str]]) -> list[str]:
    try:
        filled = ([cell for cell in cells if one_line(cell).strip(_DELIMITERS)] for cells in rows)
        return next((cells for cells in filled if cells), [])
    except csv.Error:
        return []
