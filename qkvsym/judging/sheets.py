"""A worksheet that was filled in: which line answers which part of which exercise.

The blank sheet is printed once more, and what stands on it too is the sheet's own; all the rest
was written by the learner.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from qkvsym.errors import BadWork
from qkvsym.reading import bounds
from qkvsym.reading.work import WorkLine
from qkvsym.renderer import render
from qkvsym.worksheet import Worksheet

_CODE_LINE = re.compile(r"[A-Za-z]{2,12}: `([2-9A-Za-z]{2,40})`[ \t]*")
_HEAD_LINE = re.compile(r"\\sheethead\{.{0,600}\{([2-9A-Za-z]{2,40})\}[ \t]*")
_EXERCISE = re.compile(r"## ([0-9]{1,3})\. |\\exercise\{([0-9]{1,3})\. ")
_PART = re.compile(r"\*\*\(([a-z])\)\*\*|\\item\[\(([a-z])\)\]")
_ENDS = re.compile(r"## (?![0-9])|\\end\{parts\}|\\section\*")
_NUMBERED = re.compile(
    r"[ \t]*(?:[-*][ \t])?(?:\*\*)?([0-9]{1,3})[ \t]*[.]?[ \t]*\(?([a-z])\)(?:\*\*)?[ \t]*[:.]?"
)
_OPTION = re.compile(r"[ \t]*[-*] \[([^\]\n]{0,3})\] |\\(chosen|option)\{")
_TICKS = frozenset({"x", "X", "✓", "✔", "*", "chosen"})
_BLANK = re.compile(r"_{2,}")
_RULE = re.compile(
    r"\\hrulefill|\\blank\{[^{}]{0,20}\}|\\hspace\*\{\\fill\}|\\ruledline|\\workspace\{\d+\}"
)
_LINES_OF_A_HEAD = 60


@dataclass(slots=True)
class Filled:
    """What was written into one part: lines, and the numbers of the options that were ticked."""

    exercise: int
    letter: str
    lines: list[WorkLine] = field(default_factory=list)
    ticked: list[tuple[int, WorkLine]] = field(default_factory=list)


def code_in(lines: Sequence[str]) -> str:
    """The code of a printed worksheet; empty where the text is no printed worksheet."""
    for text in lines[:_LINES_OF_A_HEAD]:
        found = _CODE_LINE.fullmatch(text) or _HEAD_LINE.match(text)
        if found is not None:
            return found[1]
    return ""


def filled_parts(sheet: Worksheet, lines: Sequence[WorkLine], form: str) -> list[Filled]:
    """What the learner wrote, part by part; raises `BadWork` where the parts cannot be told."""
    printed = frozenset(map(str.strip, render(sheet, form).splitlines()))
    if any(_EXERCISE.match(line.text) for line in lines):
        found = list(_walked(lines, printed))
    else:
        found = list(_numbered(sheet, lines))
    written = sum(len(part.lines) for part in found)
    if written > bounds.MOST_LINES:
        raise BadWork(f"the work has more than {bounds.MOST_LINES} lines of its own")
    return found


def _walked(lines: Iterable[WorkLine], printed: frozenset[str]) -> Iterator[Filled]:
    exercise, part, option = 0, None, 0
    for line in lines:
        starts, begins = _EXERCISE.match(line.text), _PART.match(line.text)
        if starts is not None:
            exercise, part = int(starts[1] or starts[2]), None
        elif begins is not None and exercise:
            part, option = Filled(exercise, begins[1] or begins[2]), 0
            yield part
        elif _ENDS.match(line.text):
            part = None
            exercise = exercise if line.text.startswith("\\end") else 0
        elif part is not None:
            option = _into(part, line, printed, option)


def _into(part: Filled, line: WorkLine, printed: frozenset[str], option: int) -> int:
    """Put a line into its part; returns how many options of the part have been met."""
    choice = _OPTION.match(line.text)
    if choice is not None:
        option += 1
        if (choice[1] or choice[2] or "").strip() in _TICKS:
            part.ticked.append((option, line))
        return option
    if line.text.strip() not in printed:
        text = _BLANK.sub(_spaces, _RULE.sub(_spaces, line.text))
        if text.strip():
            part.lines.append(WorkLine(line.number, text))
    return option


def _spaces(found: re.Match[str]) -> str:
    # Every character keeps its place.
    return " " * len(found[0])


def _numbered(sheet: Worksheet, lines: Iterable[WorkLine]) -> Iterator[Filled]:
    """Answers on a paper of their own, each beginning with its number as in 2(b)."""
    part: Filled | None = None
    loose: list[WorkLine] = []
    for line in lines:
        found = _NUMBERED.match(line.text)
        if found is not None:
            part = Filled(int(found[1]), found[2])
            yield part
            line = WorkLine(line.number, " " * found.end() + line.text[found.end() :])
        if line.text.strip():
            (loose if part is None else part.lines).append(line)
    if part is None and len(sheet.exercises) > 1:
        raise BadWork(
            f"the sheet {sheet.code} has {len(sheet.exercises)} exercises, and the work does not "
            f"say which it answers; begin each answer with its number, as in 2(b)"
        )
    if loose and len(sheet.exercises) == 1:
        yield Filled(1, "", loose)
