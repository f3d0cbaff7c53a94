"""A worksheet that was filled in: which line answers which part of which exercise.

The blank sheet is printed once more, and what stands on it too is the sheet's own; all the rest
was written by the learner.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from qkvsym.errors import BadWork
from qkvsym.exercise import Exercise, lettered
from qkvsym.exercise import line as wording
from qkvsym.reading import bounds
from qkvsym.reading.work import WorkLine, physical_lines
from qkvsym.renderer import built_in, render
from qkvsym.worksheet import Worksheet

_CODE = re.compile(r"[>*\s]{0,9}([A-Za-z]{2,12})[*: \t]{1,6}`?([2-9A-Za-z]{2,40})`?[* \t]*")
_HEAD_LINE = re.compile(r"\\sheethead\{.{0,600}\{([2-9A-Za-z]{2,40})\}[ \t]*")
_EXERCISE = re.compile(
    r"[> \t]*#{1,6}[ \t]+(?:[A-Za-z]{1,12}[ \t]+)?([0-9]{1,3})\b|[> \t]*\*\*([0-9]{1,3})\. "
    r"|\\exercise\{([0-9]{1,3})\. "
)
_PART = re.compile(
    r"[> \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)?\(?([a-z])\)(?:\*\*|__)?(?=[ \t:.]|\Z)"
    r"|\\item\[\(([a-z])\)\]"
)
_ENDS = re.compile(
    r"[> \t]*#{1,6}[ \t]+(?![0-9]|[A-Za-z]{1,12}[ \t]+[0-9])|\\end\{parts\}|\\section\*"
)
_START = r"[ \t>]*(?:[-*+•|][ \t]*)?(?:[#*]{1,6}[ \t]*)?(?:[A-Za-z]{1,12}[ \t]*)?"
_NUMBERED = re.compile(
    _START + r"\(?([0-9]{1,3})\)?[ \t]*"
    r"(?:[.)]?[ \t]*\(([A-Za-z])\)|\.?([a-hA-H])(?=[ \t]*[).:=]|[ \t]|\Z)\)?)(?:\*\*)?[ \t]*[:.=|]?"
)
_EXERCISE_ALONE = re.compile(_START + r"([0-9]{1,3})[.):]?[* \t]*(?=\(?[a-h]\)|\Z)")
_LETTER = re.compile(r"[ \t>]*(?:[-*+•][ \t]*)?(?:\*\*)?\(?([a-h])\)(?:\*\*)?[ \t]*[:.=]?")
_OPTION = re.compile(r"[> \t]*[-*+•][ \t]+\\?\[([^\]\\\n]{0,3})\\?\][ \t]|\\(chosen|option)\{")
_CLAIM = re.compile(r"[ \t$]*[qkv](?:_?\{?[0-9]|[ \t$]*(?:=|:|is\b))")
_NAMED = re.compile(
    r"(?<![A-Za-z_\\{])(?P<role>[qkvQKV])(?:_?\{?[0-9]{1,2}\}?)?[ \t$`*]{0,4}&?"
    r"(?:(?P<value>=|(?::|is\b)(?=[ \t$`*]{0,4}\[))|(?P<shape>(?::|is\b|has\b)(?!.{0,4}\())"
    r"|(?::|is\b))"
)
_BLANK = re.compile(r"_{2,}")
_RULE = re.compile(
    r"\\hrulefill|\\blank\{[^{}]{0,20}\}|\\hspace\*\{\\fill\}|\\ruledline|\\workspace\{[0-9]{1,3}\}"
)
_LINES_OF_A_HEAD = 120


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line of a part; `asked` where it stands in the place of the blank."""

    line: WorkLine
    asked: bool


@dataclass(slots=True)
class Filled:
    """What was written into one part: lines, and the numbers of the options that were ticked."""

    exercise: int
    letter: str
    lines: list[AnswerLine] = field(default_factory=list)
    ticked: list[tuple[int, WorkLine]] = field(default_factory=list)


def code_in(lines: Sequence[str]) -> str:
    """The code of a printed worksheet; empty where the text is no printed worksheet."""
    label = built_in().plain(wording("code_label", file="sheet"))
    for text in lines[:_LINES_OF_A_HEAD]:
        head = _HEAD_LINE.match(text)
        found = _CODE.fullmatch(text)
        if head is not None:
            return head[1]
        if found is not None and found[1] == label:
            return found[2]
    return ""


def code_on(text: str) -> str:
    """The code of the printed worksheet that a text is; empty where it is none."""
    return code_in(physical_lines(text))


def filled_parts(sheet: Worksheet, lines: Sequence[WorkLine], form: str) -> list[Filled]:
    """What the learner wrote, part by part; raises `BadWork` where the parts cannot be told."""
    if any(_EXERCISE.match(line.text) for line in lines):
        found = list(_walked(lines, _Printed(str(render(sheet, form)).splitlines())))
    else:
        found = list(_numbered(sheet, lines))
    for part in found:
        _check_part(sheet, part)
    written = sum(len(part.lines) for part in found)
    if written > bounds.MOST_LINES:
        raise BadWork(f"the work has more than {bounds.MOST_LINES} lines of its own")
    return found


def _check_part(sheet: Worksheet, part: Filled) -> None:
    if not part.letter:
        return
    known = 1 <= part.exercise <= len(sheet.exercises)
    if not known or part.letter not in dict(lettered(sheet.exercises[part.exercise - 1].parts)):
        raise BadWork(
            f"the sheet {sheet.code} has no part {part.exercise} ({part.letter}); look at the "
            f"number of the answer, and at the code of the sheet"
        )


class _Printed:
    """The lines of the blank sheet, and what stands before a blank in them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = frozenset(line.strip() for line in lines)
        blanks = (_BLANK.split(_RULE.sub("____", line))[0] for line in lines)
        self._before = tuple(
            {b.strip() for b, line in zip(blanks, lines, strict=True) if b.strip() != line.strip()}
            - {""}
        )

    def has(self, text: str) -> bool:
        """Whether a line stands on the sheet itself."""
        return text.strip() in self._lines

    def before(self, text: str) -> str:
        """What stands before the blank in the line that this one is filled in from; else none."""
        margin = len(text) - len(text.lstrip())
        found = [one for one in self._before if text.startswith(one, margin)]
        return text[: margin + max(map(len, found))] if found else ""


def _walked(lines: Iterable[WorkLine], printed: _Printed) -> Iterator[Filled]:
    exercise, option = 0, 0
    part: Filled | None = None
    for line in lines:
        starts, begins = _EXERCISE.match(line.text), _PART.match(line.text)
        if starts is not None:
            exercise, part = int(starts[1] or starts[2] or starts[3]), None
        elif begins is not None and exercise:
            part, option = Filled(exercise, begins[1] or begins[2]), 0
            yield part
        elif _ENDS.match(line.text):
            part = None
            exercise = exercise if line.text.startswith("\\end") else 0
        elif part is not None:
            option = _into(part, line, printed, option)


def _into(part: Filled, line: WorkLine, printed: _Printed, option: int) -> int:
    """Put a line into its part; returns how many options of the part have been met."""
    choice = _OPTION.match(line.text)
    if choice is not None:
        option += 1
        if choice[2] == "chosen" or (choice[1] or "").strip():
            part.ticked.append((option, line))
        return option
    if not printed.has(line.text):
        text = _BLANK.sub(_spaces, _RULE.sub(_spaces, line.text))
        if text.strip():
            before = printed.before(line.text)
            behind = text[len(before) :]
            if _CLAIM.match(behind):
                # The printed name and sign would only stand before another name.
                text = " " * len(before) + behind
            part.lines.append(AnswerLine(WorkLine(line.number, text), bool(before)))
    return option


def _spaces(found: re.Match[str]) -> str:
    # Every character keeps its place.
    return " " * len(found[0])


def _numbered(sheet: Worksheet, lines: Iterable[WorkLine]) -> Iterator[Filled]:
    """Answers on a paper of their own, each beginning with its number as in 2(b)."""
    part: Filled | None = None
    loose: list[AnswerLine] = []
    exercise = 1 if len(sheet.exercises) == 1 else 0
    for line in lines:
        text, begun = line.text, None
        found, alone = _NUMBERED.match(text), _EXERCISE_ALONE.match(text)
        if found is not None:
            exercise = int(found[1])
            begun, end = Filled(exercise, (found[2] or found[3]).lower()), found.end()
        elif alone is not None:
            exercise, text = int(alone[1]), " " * alone.end() + text[alone.end() :]
        letter = _LETTER.match(text) if begun is None and exercise else None
        if letter is not None:
            begun, end = Filled(exercise, letter[1]), letter.end()
        if begun is not None:
            part, text = begun, " " * end + text[end:]
            yield part
        if text.strip():
            made = AnswerLine(WorkLine(line.number, text), asked=False)
            (loose if part is None else part.lines).append(made)
    if part is None and len(sheet.exercises) > 1:
        raise BadWork(
            f"the sheet {sheet.code} has {len(sheet.exercises)} exercises, and the work does not "
            f"say which it answers; begin each answer with its number, as in 2(b)"
        )
    if loose and len(sheet.exercises) == 1:
        yield from _by_name(sheet.exercises[0], loose)


def _by_name(exercise: Exercise, lines: Iterable[AnswerLine]) -> Iterator[Filled]:
    """Lines without a number, each in the part that asks for the result that it names.

    A line that names none goes on with the one above it. One that names several, or may mean a
    value and a shape, is in no part.
    """
    letter = ""
    for one in lines:
        named = list(_NAMED.finditer(one.line.text))
        roles = {each["role"].lower() for each in named}
        kind = ""
        if named:
            kind = "matrix" if named[0]["value"] else "shape" if named[0]["shape"] else ""
            letter = _letter_of(exercise, roles.pop(), kind) if len(roles) == 1 else ""
        yield Filled(1, letter, [one])
        # A value may go on in the next line, and a shape does not.
        letter = "" if kind == "shape" else letter


def _letter_of(exercise: Exercise, role: str, kind: str) -> str:
    """The letter of the last part that asks for this of a role; empty where none does."""
    found = ""
    for letter, part in lettered(exercise.parts):
        if part.answer.type == kind and part.case is not None and part.case.role == role:
            found = letter
    return found
