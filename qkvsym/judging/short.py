"""Judging short answers, which are compared as they are: a number, or an option of a choice."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from qkvsym.judging.asked import JudgedPart
from qkvsym.judging.filled import OPTION
from qkvsym.judging.judge import Judge, JudgedLine, ReadLine
from qkvsym.judging.verdicts import FirstWrong, Member
from qkvsym.reading.lines import is_value
from qkvsym.reading.prose import UNCHECKED
from qkvsym.reading.work import WorkLine

Said = tuple[WorkLine, tuple[int, ...]]
"""A line, and the numbers of what it answers with; none where it answers nothing."""
TAKES_BACK = (
    "these words may take the answer back, or add to it; write the answer alone, or begin a "
    "reason with because"
)
_SIGN = re.compile(r"[=:∈]")
_WORD = re.compile(r"[^\W\d_]")
NOT_CHECKED = "the words beside the answer are not checked"


class ShortAnswers(Protocol):
    """What answers a question for a number, or for one of several options, by its number."""

    expected: str
    """What is to be written, where nothing that was written answers."""

    def said(self, text: str) -> tuple[int, ...]:
        """The different numbers that a line answers with; none where it is not clear which."""

    def leaves(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing leaves the answers that were found as they are."""

    def names_other(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing names another answer than those found."""

    def denies(self, text: str, found: Collection[int]) -> bool:
        """Whether words of a line may deny what was found below it."""

    def explained(self, text: str) -> bool:
        """Whether something is claimed beside an answer, which is not checked."""

    def shown(self, number: int) -> str:
        """An answer as a report shows it."""


class ShortJudge:
    """Judges the lines of one part."""

    def __init__(self, answers: ShortAnswers, right: int) -> None:
        self._answers = answers
        self._right = right

    def judge(
        self,
        part: JudgedPart,
        said: Sequence[Said],
        judge: Judge,
        read: Callable[[Sequence[WorkLine]], Sequence[ReadLine]],
    ) -> None:
        """Compare each line that answers; refuse what could take an answer back, or add another.

        Claims beside an answer are read and judged as lines of any work.
        """
        claims = [
            one for one in read(sorted((one for one, _ in said), key=_number)) if _claims(one)
        ]
        # A line that goes on in the next one works something out.
        spread = {n for one in claims if len(_lines_of(one)) > 1 for n in _lines_of(one)}
        said = [(line, () if line.number in spread else numbers) for line, numbers in said]
        answers = [self._compared(line, numbers) for line, numbers in said if numbers]
        found = {number for _, numbers in said for number in numbers}
        first = min((line for line, numbers in said if numbers), key=_number, default=None)
        others = sorted((line for line, numbers in said if not numbers), key=_number)
        beside = {line.number for line in others if found}
        claims = [one for one in claims if one.line.number in beside]
        read_already = {number for one in claims for number in _lines_of(one)}
        remarks = []
        for line in (one for one in others if one.number not in read_already):
            if first is not None and self._leaves(line, found, first):
                remarks.append(JudgedLine(ReadLine(line)))
            else:
                answers.append(self._refused(line, found))
        part.lines = sorted([*answers, *remarks, *judge.judged(claims)], key=_place)
        if answers:
            verdicts = {one.verdict for one in answers}
            part.verdict = next(one for one in ("wrong", "not-understood", "ok") if one in verdicts)
            part.at = max(map(_place, answers))

    def _leaves(self, line: WorkLine, found: Collection[int], first: WorkLine) -> bool:
        if OPTION.match(line.text):
            # What a box says is no remark.
            return False
        if line.number > first.number:
            return self._answers.leaves(line.text, found)
        ticked = OPTION.match(first.text) is not None
        return not self._answers.denies(line.text, found) and (
            ticked or not self._answers.names_other(line.text, found)
        )

    def _refused(self, line: WorkLine, found: Collection[int]) -> JudgedLine:
        unclear = bool(found) or self._answers.names_other(line.text, ())
        made = JudgedLine(ReadLine(line), "not-understood")
        made.reason = TAKES_BACK if unclear else self._answers.expected
        made.column = line.column
        return made

    def _compared(self, line: WorkLine, numbers: tuple[int, ...]) -> JudgedLine:
        """A list of several is only right if the answer has several."""
        right = numbers == (self._right,)
        got = ", ".join(map(self._answers.shown, numbers))
        expected = self._answers.shown(self._right)
        made = JudgedLine(ReadLine(line), "ok" if right else "wrong")
        made.members = [Member(line.column, right, None, got, expected, line.text.strip())]
        if self._answers.explained(line.text):
            made.notes.append(NOT_CHECKED)
        if not right:
            made.first = FirstWrong(line.number, 1)
            made.column = line.column
        return made


def _claims(read: ReadLine) -> bool:
    """Whether a line claims something of a name, and says nothing beside it."""
    reading, text = read.reading, read.line.text
    if all(map(is_value, reading.statements)) or not _SIGN.search(text):
        return False
    begins = text[: min(one.at for one in reading.statements)]
    more = any(note.text in UNCHECKED for note in reading.notes)
    return not (more or _WORD.search(begins))


def _lines_of(read: ReadLine) -> range:
    """The numbers of the lines that were joined to one."""
    first = read.line.number
    return range(first, first + read.line.text.count("\n") + 1)


def _number(line: WorkLine) -> int:
    return line.number


def _place(line: JudgedLine) -> int:
    return line.source.line.number
