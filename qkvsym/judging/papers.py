"""Answers on a paper of one's own: which line answers which part of which exercise."""

import re
from collections.abc import Iterator, Sequence

from qkvsym.errors import BadWork
from qkvsym.judging.filled import OPTION, AnswerLine, Filled, is_ticked
from qkvsym.reading.work import WorkLine
from qkvsym.worksheet import Worksheet

_START = r"[ \t]*(?:[-*+•|][ \t]*)?(?:[#*]{1,6}[ \t]*)?"
_NUMBERED = re.compile(
    _START + r"(?:[A-Za-z]{1,12}[ \t]*)?\(?([0-9]{1,3})\)?[ \t]{0,9}"
    r"(?:[.)]?[ \t]{0,9}\(([A-Za-z])\)|\.?([a-hA-H])(?=[ \t]*[).:=]|[ \t]|\Z)\)?)"
    r"(?:\*\*)?[ \t]*[:.=|]?"
)
_EXERCISE_ALONE = re.compile(
    _START + r"(?:([A-Za-z]{1,12})[ \t.]*)?([0-9]{1,3})[.):]?[* \t]*(?=\(?[a-h]\)|\Z)"
)
_EXERCISE_HEADED = re.compile(
    r"[ \t]*#{1,6}[ \t]+(?:([A-Za-z]{1,12})[ \t]+)?#?([0-9]{1,3})[.):](?=[ \t]).{0,200}\Z"
)
_EXERCISE_WORDS = frozenset(
    ("exercise", "ex", "problem", "question", "q", "task", "number", "no", "nr")
)
_LETTER = re.compile(r"[ \t>]*(?:[-*+•][ \t]*)?(?:\*\*)?\(?([a-h])\)(?:\*\*)?[ \t]*[:.=]?")
_LINES_TO_A_LETTER = 20


def numbered(sheet: Worksheet, lines: Sequence[WorkLine]) -> Iterator[Filled]:
    """Answers on a paper of their own, each beginning with its number as in 2(b)."""
    part: Filled | None = None
    count = len(sheet.exercises)
    exercise, placed = (1, True) if count == 1 else (0, False)
    for index, line in enumerate(lines):
        following = lines[index + 1 : index + 1 + _LINES_TO_A_LETTER]
        heading = _heading(line.text, exercise, part, following, count)
        exercise, letter, end = _mark(line.text, exercise, heading)
        placed = placed or exercise > 0 or bool(letter)
        if letter:
            part = Filled(exercise, letter)
            yield part
        elif end:
            part = None
        rest = WorkLine(line.number, " " * end + line.text[end:])
        if rest.text.strip() and part is None:
            yield Filled(exercise, "", [AnswerLine(rest, asked=False)])
        elif rest.text.strip() and part is not None:
            _onto(part, rest)
    if not placed:
        raise BadWork(
            f"the sheet {sheet.code} has {count} exercises, and the work does not say which it "
            f"answers; begin each answer with its number, as in 2(b)"
        )


def _mark(text: str, exercise: int, heading: re.Match[str] | None) -> tuple[int, str, int]:
    """The exercise that a line answers, the letter it begins with, and where the answer begins."""
    found = _NUMBERED.match(text)
    if found is not None:
        return int(found[1]), (found[2] or found[3]).lower(), found.end()
    end = 0
    if heading is not None:
        exercise, end = int(heading[2]), heading.end()
    letter = _LETTER.match(text, end) if exercise else None
    return (exercise, letter[1], letter.end()) if letter is not None else (exercise, "", end)


def _onto(part: Filled, line: WorkLine) -> None:
    """Put a line into a part; an option that was copied from the sheet counts if it is ticked."""
    choice = OPTION.match(line.text)
    if choice is None:
        part.lines.append(AnswerLine(line, asked=False))
    elif is_ticked(choice):
        # Which it is, its words say.
        part.ticked.append((0, line))


def _heading(
    text: str, exercise: int, part: Filled | None, following: Sequence[WorkLine], exercises: int
) -> re.Match[str] | None:
    """The number of an exercise before its answers; None for a number that is an answer."""
    found = _EXERCISE_ALONE.match(text) or _EXERCISE_HEADED.match(text)
    if found is None or not 1 <= int(found[2]) <= exercises:
        return None
    if found.re is _EXERCISE_HEADED:
        return found
    if found[1]:
        return found if found[1].lower() in _EXERCISE_WORDS else None
    if found.end() < len(text.rstrip()) or not exercise:
        return found
    # The letters of another exercise begin anew; those of this one go on.
    for line in following:
        letter = _LETTER.match(line.text)
        if letter is not None:
            return found if part is None or letter[1] <= part.letter else None
        if _NUMBERED.match(line.text) or _EXERCISE_ALONE.match(line.text):
            return None
    return None
