"""An entry of a data set as it is scored: field by field checked, for anybody may write one."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from qkvsym.errors import BadEntry, shown
from qkvsym.exercise import lettered
from qkvsym.formula import UNDEFINED
from qkvsym.matrix import Matrix
from qkvsym.reading import bounds
from qkvsym.rules import ROLES, weight
from qkvsym.shapes import MAX_SIZE, Shape, Size

Entry = Mapping[str, Any] | str | bytes
"""An entry of a data set: the object of a line, or the line itself."""

TYPES = ("matrix", "shape", "integer", "choice", "formula", "text")
LARGEST_ENTRY = 1024 * 1024
_MOST_PARTS = 26
_LONGEST_ID = 64
_LARGEST_NUMBER = 10**bounds.MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Asked:
    """One part of an entry: its letter, the typed right value, and the wrong ones to expect.

    `role` is the projection that a name in a reply must be of; empty where any may be meant.
    `options` are the ids of a choice and their words.
    """

    id: str
    letter: str
    type: str
    value: Any
    role: str = ""
    options: tuple[tuple[str, str], ...] = ()
    wrong: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Exam:
    """What is needed of an entry to score a reply to it."""

    id: str
    kind: str
    prompt: str
    givens: Mapping[str, Any]
    parts: tuple[Asked, ...]

    @property
    def checked(self) -> tuple[Asked, ...]:
        """The parts that can be checked: all but those that ask for words."""
        return tuple(part for part in self.parts if part.type != "text")


def exam_of(entry: Entry) -> Exam:
    """The entry, checked; raises `BadEntry` with what is wrong in it.

    >>> exam_of('{"id": "A.1", "parts": []}')
    Traceback (most recent call last):
    qkvsym.errors.BadEntry: the entry 'A.1' has no parts; an entry is a line of a data set
    """
    fields = fields_of(entry)
    name = _text(fields.get("id", ""), "the id of an entry", _LONGEST_ID)
    where = f"the entry {shown(name)}" if name else "the entry"
    parts = fields.get("parts")
    if not isinstance(parts, list | tuple) or not parts:
        raise BadEntry(f"{where} has no parts; an entry is a line of a data set")
    if len(parts) > _MOST_PARTS:
        raise BadEntry(f"{where} has {len(parts)} parts; it may have up to {_MOST_PARTS}")
    givens = _givens(fields.get("givens", {}), where)
    made = tuple(
        _part(letter, part, givens, f"{where}, part {number}")
        for number, (letter, part) in enumerate(lettered(parts), 1)
    )
    if len({part.id for part in made}) < len(made):
        raise BadEntry(f"{where} has two parts of one id; each needs an id of its own")
    exam = Exam(
        name,
        _text(fields.get("kind", ""), f"{where}: its kind", _LONGEST_ID),
        _text(fields.get("prompt", ""), f"{where}: its prompt", bounds.LARGEST_FILE),
        givens,
        made,
    )
    if not exam.checked:
        raise BadEntry(f"{where} has no part that can be checked: all of them ask for words")
    return exam


def fields_of(entry: Entry) -> Mapping[str, Any]:
    """The fields of an entry, or of its line; raises `BadEntry` where there are none."""
    if isinstance(entry, str | bytes):
        entry = read_object(entry)
    if not isinstance(entry, Mapping):
        raise BadEntry(f"an entry is an object, and no {type(entry).__name__}")
    return entry


def read_object(line: str | bytes) -> Mapping[str, Any]:
    """The JSON object on a line; raises `BadEntry` where there is none."""
    if len(line) > LARGEST_ENTRY:
        raise BadEntry(f"the line is longer than {LARGEST_ENTRY // 1024} KiB")
    try:
        made = json.loads(line)
    except RecursionError:
        raise BadEntry("the line is no JSON: it is nested too deep") from None
    except UnicodeDecodeError:
        raise BadEntry("the line is no UTF-8; data sets are written in UTF-8") from None
    except ValueError as error:
        raise BadEntry(f"the line is no JSON: {shown(str(error))[1:-1]}") from None
    if not isinstance(made, dict):
        raise BadEntry(f"the line holds {shown(made)}; it should hold an object")
    return made


def _text(value: Any, what: str, longest: int) -> str:
    if not isinstance(value, str):
        raise BadEntry(f"{what} is {shown(value)}; it is a text")
    if len(value) > longest:
        raise BadEntry(f"{what} has {len(value)} characters; it may have up to {longest}")
    return value


def _part(letter: str, part: Any, givens: Mapping[str, Any], where: str) -> Asked:
    if not isinstance(part, Mapping):
        raise BadEntry(f"{where} is {shown(part)}; it is an object")
    name = _text(part.get("id", ""), f"{where}: its id", _LONGEST_ID)
    answer = part.get("answer")
    if not name or not isinstance(answer, Mapping):
        raise BadEntry(f"{where} needs an id and an answer, which is an object")
    kind = answer.get("type")
    if kind not in TYPES:
        raise BadEntry(f"{where}: its answer is of the type {shown(kind)}; {_OF_TYPES}")
    options = tuple(_options(answer.get("options", ()), where)) if kind == "choice" else ()
    value = _value(kind, answer.get("value"), where)
    if kind == "choice" and value not in dict(options):
        raise BadEntry(f"{where}: {shown(value)} is none of its options")
    wrong = tuple(_wrong(kind, part.get("wrong", ()), where))
    return Asked(name, letter, kind, value, _role(name, givens), options, wrong)


_OF_TYPES = f"types are {', '.join(TYPES)}"


def _role(part: str, givens: Mapping[str, Any]) -> str:
    """The role that a part is about, by its id or because there is only one matrix."""
    named = part.removesuffix("-shape")
    if named in ROLES:
        return named
    given = [role for role in ROLES if weight(role) in givens]
    return given[0] if len(given) == 1 else ""


def _options(options: Any, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(options, list | tuple) or not 2 <= len(options) <= _MOST_PARTS:
        raise BadEntry(f"{where}: a choice has 2 to {_MOST_PARTS} options")
    for option in options:
        if not isinstance(option, Mapping):
            raise BadEntry(f"{where}: an option is {shown(option)}; it is an object")
        name = _text(option.get("id"), f"{where}: the id of an option", _LONGEST_ID)
        words = _text(option.get("text", name), f"{where}: the text of an option", 200)
        if not name.strip():
            raise BadEntry(f"{where}: an option has no id")
        yield name, words


def _wrong(kind: str, wrong: Any, where: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(wrong, list | tuple) or len(wrong) > 100:
        raise BadEntry(f"{where}: the wrong values are no list, or more than 100")
    for one in wrong:
        if not isinstance(one, Mapping):
            raise BadEntry(f"{where}: a wrong value is {shown(one)}; it is an object")
        mistake = _text(one.get("mistake"), f"{where}: a mistake", _LONGEST_ID)
        yield mistake, _value(kind, one.get("value"), where)


def _value(kind: str, value: Any, where: str) -> Any:
    """A value as its type has it; raises `BadEntry` where it is of another type."""
    if kind in ("matrix", "shape"):
        if value == "undefined":
            return UNDEFINED
        made = _matrix(value) if kind == "matrix" else _shape(value)
        if made is not None:
            return made
    elif kind == "integer" and _is_integer(value):
        return value
    elif kind in ("choice", "formula", "text"):
        longest = bounds.LARGEST_FILE if kind == "text" else bounds.LONGEST_LINE
        return _text(value, f"{where}: its answer", longest)
    raise BadEntry(f"{where}: {shown(value)} is no value of the type {kind}")


def _is_integer(value: Any) -> bool:
    return type(value) is int and abs(value) < _LARGEST_NUMBER


def _matrix(rows: Any) -> Matrix[int] | None:
    if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        return None
    if not rows or not rows[0] or len(rows) * len(rows[0]) > bounds.MOST_CELLS:
        return None
    if len({len(row) for row in rows}) > 1 or not all(_is_integer(e) for row in rows for e in row):
        return None
    return Matrix(tuple(tuple(row) for row in rows))


def _shape(sizes: Any) -> Shape | None:
    if not isinstance(sizes, list | tuple) or len(sizes) != 2 or not all(map(is_size, sizes)):
        return None
    return Shape(sizes[0], sizes[1])


def is_size(size: Size) -> bool:
    """Whether a size is a whole number within bounds, or one of those that have a name."""
    if isinstance(size, str):
        return size in ("d_in", "d_out")
    return _is_integer(size) and 1 <= size <= bounds.LARGEST_SIZE_CLAIMED


def _givens(givens: Any, where: str) -> dict[str, Any]:
    """The matrices, or their shapes, by the names that they have in the exercise."""
    if not isinstance(givens, Mapping):
        raise BadEntry(f"{where}: its givens are {shown(givens)}; they are an object")
    names = ("x", *(f"{weight(role)}{end}" for role in ROLES for end in ("", "_new")))
    made: dict[str, Any] = {}
    for name, value in givens.items():
        told = value.get("shape") if isinstance(value, Mapping) else None
        one = _matrix(value) if told is None else _shape(told)
        if name not in names or one is None or _is_large(one):
            raise BadEntry(f"{where}: its given {shown(name)} is {shown(value)}; it cannot be used")
        made[name] = one
    return made


def _is_large(given: Matrix[int] | Shape) -> bool:
    shape = given.shape if isinstance(given, Matrix) else given
    return any(isinstance(n, int) and n > MAX_SIZE for n in (shape.rows, shape.columns))
