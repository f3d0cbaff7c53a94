"""Answers on a paper of one's own: which line answers which part of which exercise."""

import re
from collections.abc import Iterator, Sequence

from qkvsym.errors import BadWork
from qkvsym.exercise import lettered
from qkvsym.judging.filled import OPTION, AnswerLine, Filled
from qkvsym.reading.work import WorkLine
from qkvsym.renderer import built_in
from qkvsym.worksheet import Worksheet

_EXERCISE = (
    *("exercise", "ex", "problem", "question", "task", "aufgabe", "übung", "exercice"),
    *("ejercicio", "esercizio", "opgave"),
)
_NUMBER = ("q", "number", "no", "nr")
_START = r"[ \t]*(?:[-*+•|][ \t]*)?(?:[#*_`\[]{1,6}[ \t]*|\\textbf\{)?"
_NUMBERED = re.compile(
    _START + r"(?:(?!(?:token|step|line|row|column|entry)\b)(?P<word>[^\W\d_]{1,12})\.?[ \t]*)?"
    r"\(?(?P<number>[0-9]{1,3})\)?[ \t]{0,9}(?:,?[ \t]{0,9}part[ \t]{0,9})?"
    r"(?:[.),]?[ \t]{0,9}\((?P<in>[A-Za-z])\)"
    r"|\.?(?P<bare>[a-hA-H])(?=[ \t]*[).:=]|[ \t*_`\]}]|\Z)\)?)"
    r"(?:\*\*|__|[*`_\]}])?[ \t]*(?P<sign>[:.=|])?",
    re.IGNORECASE,
)
_HEADING = re.compile(
    _START + rf"(?:({'|'.join(_EXERCISE)})[ \t.]*|(?:{'|'.join(_NUMBER)})[ \t.]*)?"
    r"#?([0-9]{1,3})(?![0-9])[.):]?[* \t]*",
    re.IGNORECASE,
)
_ENDS_A_NUMBER = re.compile(r"[.):][* \t]*\Z")
# Of a heading; without the space it is that of a number.
_SHARP = re.compile(r"#[ \t]")
_FIRST_PART = re.compile(r"[*_]{0,3}\(?[a-h]\)")
_BEHIND_A_NUMBER = re.compile(rf"\Z|[(–—-]|{_FIRST_PART.pattern}")
_CLAIMS = re.compile(r"[=:]")
_LETTER = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]+)?(?:[-*+•|][ \t]*)?(?:"
    r"\*{0,3}(?:\((?P<in>[a-hA-H])\)|(?P<shut>[a-hA-H])\)|(?P<dot>[a-h])[.:](?=[ \t]))\*{0,3}"
    r"|\*\*(?P<bold>[a-h])[.):]?\*\*|[Pp]art[ \t]+(?P<part>[a-h])\b)[ \t]*[:.=|]?"
)
_LINES_TO_A_LETTER = 20


_SHORT: Sequence[str] = ("integer", "choice")
"""What is answered with a number."""


def numbered(sheet: Worksheet, lines: Sequence[WorkLine]) -> Iterator[Filled]:
    """Answers on a paper of their own, each beginning with its number as in 2(b)."""
    paper = _Paper(sheet)
    placed = False
    for index, line in enumerate(lines):
        following = lines[index + 1 : index + 1 + _LINES_TO_A_LETTER]
        letter, end = paper.mark(line.text, following)
        placed = placed or bool(paper.exercise > 0 or letter)
        if letter:
            yield paper.begin(letter)
        rest = WorkLine(line.number, " " * end + line.text[end:])
        if not rest.text.strip():
            continue
        if paper.part is None:
            yield Filled(paper.exercise, "", [AnswerLine(rest)])
        elif OPTION.match(rest.text):
            paper.part.option(rest, as_printed=False)
        else:
            paper.part.lines.append(AnswerLine(rest))
    if not placed:
        raise BadWork(
            f"the sheet {sheet.code} has {len(sheet.exercises)} exercises, and the work does not "
            f"say which it answers; begin each answer with its number, as in 2(b)"
        )


def is_numbered(text: str) -> bool:
    """Whether a line begins with the number of an answer, as in 2(b)."""
    found = _NUMBERED.match(text)
    return found is not None and (_is_of_exercise(found["word"]) or _is_mark(found))


class _Paper:
    """Where on a paper the next line stands: in which exercise, and in which part of it."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.exercise = 1 if len(sheet.exercises) == 1 else 0
        self.part: Filled | None = None

    def mark(self, text: str, following: Sequence[WorkLine]) -> tuple[str, int]:
        """The letter that a line begins with, and where behind its marks the answer begins.

        Raises `BadWork` for an exercise that the sheet has not.
        """
        found = _NUMBERED.match(text)
        if found is not None:
            number, letter = int(found["number"]), (found["in"] or found["bare"]).lower()
            if _is_of_exercise(found["word"]) or (self._has(number, letter) and _is_mark(found)):
                self.exercise = number
                return letter, found.end()
        heading, end = self._heading(text, following), 0
        if heading is not None:
            self.exercise, self.part, end = int(heading[2]), None, heading.end()
        begins = _LETTER.match(text, end) if self.exercise else None
        return (_letter_of(begins), begins.end()) if begins is not None else ("", end)

    def _has(self, number: int, letter: str) -> bool:
        exercises = self.sheet.exercises[max(number - 1, 0) : number]
        return any(letter == own for one in exercises for own, _ in lettered(one.parts))

    def begin(self, letter: str) -> Filled:
        """The part that the lines from here on answer."""
        self.part = Filled(self.exercise, letter)
        return self.part

    def _heading(self, text: str, following: Sequence[WorkLine]) -> re.Match[str] | None:
        """The number of an exercise before its answers; None for a number that is an answer."""
        found = _HEADING.match(text)
        if found is None:
            return None
        number, behind = int(found[2]), text[found.end() :].strip()
        if not 1 <= number <= len(self.sheet.exercises):
            if found[1] and not (behind or self._is_open()):
                raise BadWork(
                    f"the sheet {self.sheet.code} has no exercise {number}; look at the number, "
                    f"and at the code of the sheet"
                )
            return None
        ends = _ENDS_A_NUMBER.search(found[0])
        begins = (
            _FIRST_PART.match(behind)
            or self._is_title(behind, number)
            or (found[1] and (ends or _BEHIND_A_NUMBER.match(behind)))
            or (
                behind
                and ends
                and found[0].lstrip().startswith(("#", "**"))
                and not self._is_open()
            )
            or (not behind and self._begins_anew(number, found[0], following))
        )
        return found if begins else None

    def _is_title(self, text: str, number: int) -> bool:
        exercise = self.sheet.exercises[number - 1]
        title = built_in().plain(exercise.title, exercise.kind)
        return text.strip(" \t*:.").lower() == title.strip(".").lower()

    def _begins_anew(self, number: int, mark: str, following: Sequence[WorkLine]) -> bool:
        """Whether a number that stands alone begins an exercise, and answers nothing."""
        if not self.exercise:
            return True
        if number == self.exercise and self._is_open():
            return False
        # The letters of another exercise begin anew; those of this one go on.
        lines = [line.text for line in following if line.text.strip()]
        for text in lines:
            letter = _LETTER.match(text)
            if letter is not None:
                return self.part is None or _letter_of(letter) <= self.part.letter
            if _NUMBERED.match(text) or _HEADING.fullmatch(text):
                break
        if self._is_open():
            return _SHARP.search(mark) is not None
        headed = "#" in mark or (bool(lines) and _CLAIMS.search(lines[0]))
        return bool(headed) and number > self.exercise

    def _is_open(self) -> bool:
        """Whether the part that comes last asks for a number, and has none yet."""
        last = self.part
        if last is None or last.lines or last.ticked:
            return False
        # None of an exercise that the sheet has not.
        return any(
            letter == last.letter and part.answer.type in _SHORT
            for exercise in self.sheet.exercises[self.exercise - 1 : self.exercise]
            for letter, part in lettered(exercise.parts)
        )


def _is_of_exercise(word: str | None) -> bool:
    """Whether a word before a number says that it is that of an exercise, and of no class."""
    return word is None or word.lower() in (*_EXERCISE, *_NUMBER)


def _is_mark(numbered: re.Match[str]) -> bool:
    """Whether another word before the number may be that of an exercise in another language."""
    shut = numbered["in"] or numbered["sign"] or numbered[0].rstrip().endswith(")")
    return bool(shut) and numbered["word"][0].isupper()


def _letter_of(mark: re.Match[str]) -> str:
    return next(one for one in mark.group("in", "shut", "dot", "bold", "part") if one).lower()
