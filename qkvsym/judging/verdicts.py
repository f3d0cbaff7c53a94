"""What is said of work: frozen results, with the fields of the JSON that programs read."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

VERSION = 1

Verdict = Literal["ok", "wrong", "follows", "not-understood", "not-checked"]
"""Of a line: `follows` is a right step from an earlier wrong value, which is not counted again;
`not-checked` is prose, a given, or a claim that nothing given can decide."""

_SETTLED: Collection[Verdict] = ("ok", "not-checked")

PartVerdict = Literal["ok", "wrong", "follows", "not-understood", "not-checked", "missing"]


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a chain: where it begins (a column from 1), and what it is worth.

    `equals_expected` and `follows` (from the member before) are None where there is nothing to
    compare; `got` and `expected` are exact values as text, `written` is what was written.
    """

    column: int
    equals_expected: bool | None
    follows: bool | None
    got: str
    expected: str | None
    written: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A known mistake that explains a wrong line; `only` where no other one does."""

    id: str
    confidence: Literal["only", "several"]
    where: str
    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of work as it was written, and the verdict.

    On a paper spaces stand in the place of what was crossed out, and of the mark of the part.
    `column` (from 1) is the place of the first wrong member, or of what was not understood;
    `reason` says why it was not understood. `exercise` and `part` are those of a worksheet.
    """

    line: int
    text: str
    verdict: Verdict
    members: tuple[Member, ...] = ()
    mistakes: tuple[Diagnosis, ...] = ()
    notes: tuple[str, ...] = ()
    reason: str = ""
    column: int | None = None
    exercise: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class FirstWrong:
    """The first wrong line, and in it the member, the entry and the term, counted from 1."""

    line: int
    member: int | None = None
    entry: int | None = None
    term: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a worksheet; `line` is where its answer stands, if there is one."""

    exercise: str
    part: str
    id: str
    verdict: PartVerdict
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The report on one piece of work.

    `code` and `parts` are those of the worksheet that was filled in.
    """

    first_wrong: FirstWrong | None
    lines: tuple[Line, ...]
    missing: tuple[str, ...]
    code: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everything expected was given, read and right."""
        return not self.missing and all(line.verdict in _SETTLED for line in self.lines)

    def count(self, verdict: str) -> int:
        """How many lines have that verdict."""
        return sum(line.verdict == verdict for line in self.lines)

    @property
    def exit_code(self) -> int:
        """1 where something is wrong, 3 where something was not understood or is missing."""
        if self.first_wrong is not None:
            return 1
        return 0 if self.complete else 3

    def hints_only(self) -> "Verification":
        """The same report without what would give answers away.

        Expected values are left out, what members are worth (a formula may be worth the right
        value of another line), and of a mistake all but its name; that too where a part of the
        exercise asks for a mistake and has no right answer yet.
        """
        asked = {
            part.exercise for part in self.parts if part.id == "mistake" and part.verdict != "ok"
        }
        lines = tuple(
            replace(
                line,
                members=tuple(
                    replace(member, expected=None, got=_on_one_line(member.written))
                    for member in line.members
                ),
                mistakes=tuple(
                    replace(found, message="")
                    for found in line.mistakes
                    if line.exercise not in asked
                ),
            )
            for line in self.lines
        )
        return replace(self, lines=lines)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        return {"version": VERSION, "complete": self.complete, **asdict(self)}


def _on_one_line(written: str) -> str:
    """What was written over several lines, such as a matrix, on one."""
    return " ".join(map(str.strip, written.split("\n")))
