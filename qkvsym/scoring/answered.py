"""Files of entries and answers: read a line at a time, so that memory stays flat."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from qkvsym.errors import BadEntry, shown
from qkvsym.scoring.entries import LARGEST_ENTRY, read_object
from qkvsym.scoring.reader import Reply
from qkvsym.scoring.scores import Score, scored

ANSWER_FIELDS = ("answer", "response")
"""The fields that may hold the answer; the first that is there counts."""

_LARGEST_LINE = LARGEST_ENTRY + 1


class Lines(Protocol):
    """What lines of bytes are read from, as from a file."""

    def readline(self, most: int, /) -> bytes:
        """The next line, or its first `most` bytes; none at the end."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line of a file with its number: the score, or why there is none."""

    number: int
    score: Score | None = None
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        if self.score is None:
            return {"version": 1, "line": self.number, "error": self.error}
        return {"line": self.number, **self.score.to_dict()}


def numbered_lines(file: Lines) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with their numbers.

    One that is too long is the last one, cut off: its end may never come.
    """
    number = 0
    while line := file.readline(_LARGEST_LINE):
        number += 1
        if len(line) > LARGEST_ENTRY:
            yield number, line
            return
        if line.strip():
            yield number, line


def _object_on(line: bytes) -> Mapping[str, Any]:
    if len(line) > LARGEST_ENTRY:
        raise BadEntry(
            f"the line is longer than {LARGEST_ENTRY // 1024} KiB; nothing behind it is read"
        )
    return read_object(line.rstrip())


def scored_lines(file: Lines, answers: Lines | None = None) -> Iterator[ScoredLine]:
    """The score of every line of a file of entries, in order.

    The answers stand in the entries, or in a file of their own with the `id` of each. Where both
    files have one order nothing is kept; else the answers are kept that are ahead of their entry.
    What is wrong in a line is said of it, and the next one is read.
    """
    by_id = None if answers is None else _Answers(answers)
    for number, line in numbered_lines(file):
        try:
            entry = _object_on(line)
            reply = _reply(entry) if by_id is None else by_id.of(entry.get("id"))
            yield ScoredLine(number, scored(reply, entry))
        except BadEntry as error:
            yield ScoredLine(number, error=str(error))


def _reply(entry: Mapping[str, Any]) -> Reply:
    for name in ANSWER_FIELDS:
        if name in entry:
            return _checked(entry[name])
    raise BadEntry(
        f"the line has no answer; it is a field {' or '.join(ANSWER_FIELDS)}, or name the file of "
        f"the answers with --answers"
    )


def _checked(reply: Any) -> Reply:
    if reply is None or isinstance(reply, str | Mapping):
        return reply
    raise BadEntry(f"the answer is {shown(reply)}; it is a text, or a text for each part")


class _Answers:
    """Answers by the id of their entry, read as far as they are asked for."""

    def __init__(self, file: Lines) -> None:
        self._lines: Iterable[tuple[int, bytes]] = numbered_lines(file)
        self._ahead: dict[str, Reply] = {}

    def of(self, name: Any) -> Reply:
        """The answer to an entry; raises `BadEntry` where there is none."""
        if not isinstance(name, str) or not name:
            raise BadEntry("the entry has no id, by which its answer could be found")
        if name in self._ahead:
            return self._ahead.pop(name)
        for number, line in self._lines:
            found, reply = self._read(number, line)
            if found == name:
                return reply
            self._ahead.setdefault(found, reply)
        raise BadEntry(f"there is no answer with the id {shown(name)}")

    def _read(self, number: int, line: bytes) -> tuple[str, Reply]:
        try:
            held = _object_on(line)
            name = held.get("id")
            if not isinstance(name, str):
                raise BadEntry("it has no id")
            return name, _reply(held)
        except BadEntry as error:
            raise BadEntry(f"line {number} of the answers cannot be used: {error}") from None
