"""A worksheet that was filled in: which line answers which part of which exercise.

The blank sheet is printed once more, and what stands on it too is the sheet's own; all the rest
was written by the learner.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from qkvsym.errors import BadWork
from qkvsym.exercise import lettered
from qkvsym.exercise import line as wording
from qkvsym.judging.filled import OPTION, AnswerLine, Filled
from qkvsym.judging.papers import numbered
from qkvsym.reading import bounds
from qkvsym.reading.lines import without_struck
from qkvsym.reading.work import WorkLine, physical_lines, spaces, without_comment
from qkvsym.renderer import built_in, render
from qkvsym.worksheet import Worksheet

_CODE = re.compile(r"[>*\s]{0,9}([A-Za-z]{2,12})[*: \t]{1,6}`?([2-9A-Za-z]{2,40})`?[* \t]*")
_HEAD_LINE = re.compile(r"\\sheethead\{.{0,600}\{([2-9A-Za-z]{2,40})\}[ \t]*")
# A mark, or a word, may have been put before the number.
_BEFORE = r"[^\w\n]{0,9}(?:[A-Za-z]{1,12}[.: \t]{1,3})?[^\w\n]{0,3}"
_EXERCISE = re.compile(
    rf"[ \t]*#{{1,6}}[ \t]+{_BEFORE}([0-9]{{1,3}})\b|[ \t]*\*\*([0-9]{{1,3}})\. "
    rf"|[ \t]*\\exercise\{{{_BEFORE}([0-9]{{1,3}})\. "
)
_PART = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)?\(?([a-z])\)(?:\*\*|__)?(?=[ \t:.]|\Z)"
    r"|[ \t]*\\item\[(?:\\text(?:bf|it)\{)?\(?([a-z])\)\}?\]"
)
_ENDS = re.compile(r"[ \t]*(?:#{1,6}[ \t]+|\\end\{parts\}|\\section\*)")
_CLAIM = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?[$*`(]*[qkv][ \t$*`)]*(?:_?\{?[0-9]|[₀-₉]|\[[0-9]|=|:|is\b)"
)
_QUOTED = re.compile(r"\A[ \t]*(?:>[ \t]?)+")
# Boxes of a drawing may be filled in, and are not asked for.
_DRAWN = re.compile(r"[ \t]*(?:\\put\(|\Z)")
_ROW = re.compile(r"[ \t]*\|")
_BOX_OF_NOTHING = re.compile(r"(?:\\?\[[ xX✓✔]?\\?\]|[☐☑☒])[ \t]*\Z")
_STRUCK_TICK = re.compile(
    r"(?:[-*+•–—][ \t]{0,9})?(?:~~|<(?:del|s|strike)>|\\(?:sout|st)\{)\\?\[[ xX✓✔]\\?\]"
    r"(?=~~|</|\})"
)
_BLANK = re.compile(r"_{2,}")
_RULE = re.compile(
    r"\\hrulefill|\\blank\{[0-9.]{1,6}(?:cm|mm|pt|em|ex|in)\}|\\hspace\*\{\\fill\}|\\ruledline"
    r"|\\workspace\{[0-9]{1,3}\}"
)
_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_WORD = re.compile(r"\S+[ \t]*")
_LINES_OF_A_HEAD = 120
_A_PROMPT = 4
Place = tuple[int, str]
"""The number of an exercise, and the letter of a part or nothing for the exercise itself."""


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


def filled_parts(sheet: Worksheet, lines: Iterable[WorkLine], form: str) -> list[Filled]:
    """What the learner wrote, part by part; raises `BadWork` where the parts cannot be told.

    What stands in no part has no letter, and no exercise either where nothing says of which it is.
    """
    bare = _bare(form)
    lines = [WorkLine(line.number, _kept(bare(_QUOTED.sub(spaces, line.text)))) for line in lines]
    found = list(_found(sheet, lines, form))
    for part in found:
        _check_part(sheet, part)
    written = sum(len(part.lines) + len(part.ticked) + len(part.beside) for part in found)
    if written > bounds.MOST_LINES:
        raise BadWork(f"the work has more than {bounds.MOST_LINES} lines of its own")
    return found


def _bare(form: str) -> Callable[[str], str]:
    """What takes the comment off a line."""
    return without_comment if form == "tex" else str


def _kept(text: str) -> str:
    """The line without what is crossed out, and without an option that is, or whose tick is."""
    ticked = _STRUCK_TICK.search(text)
    kept = without_struck(text if ticked is None else text[: ticked.start()])
    if kept == text:
        return text
    kept = _BOX_OF_NOTHING.sub(spaces, kept)
    box = OPTION.match(kept)
    return "" if box is not None and not kept[box.end() :].strip("} \t") else kept


def _found(sheet: Worksheet, lines: Sequence[WorkLine], form: str) -> Iterator[Filled]:
    headings = [line.text for line in lines if _EXERCISE.match(line.text)]
    if not headings:
        return numbered(sheet, lines)
    printed = _Printed([*map(_bare(form), str(render(sheet, form)).splitlines())])
    parts = (line.text for line in lines if _PART.match(line.text))
    if any(map(printed.has, (*headings, *parts))):
        return _walked(lines, printed, printed.of_sheet(lines))
    if any(printed.asks(line.text) for line in lines):
        # The frame is of the user's own, and what is printed outside of parts is not known.
        return _walked(lines, printed, lambda _text, _place: True)
    return numbered(sheet, lines)


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
        bare = [_QUOTED.sub("", line).strip() for line in lines]
        self._lines = frozenset(bare)
        self._rows = [_cells(line) for line in bare if _ROW.match(line)]
        self._heads = dict(_places(bare))
        asked = ((at, _PART.sub("", head).strip()) for at, head in self._heads.items() if at[1])
        self._questions = {place: question for place, question in asked if question}
        begun = {line: _BLANK.split(_RULE.sub("____", line))[0].strip() for line in bare}
        self._before = tuple({before for line, before in begun.items() if before not in ("", line)})

    def has(self, text: str) -> bool:
        """Whether a line stands on the sheet itself, or no more of it than its beginning."""
        bare = text.strip()
        begun = len(bare) >= _A_PROMPT and any(one.startswith(bare) for one in self._before)
        return begun or bare in self._lines

    def has_row(self, text: str) -> bool:
        """Whether a line is a row of a printed table, of which empty cells may be filled in."""
        if not _ROW.match(text):
            return False
        cells = _cells(text)
        return any(
            len(row) == len(cells)
            and all(cell in ("", own) for cell, own in zip(row, cells, strict=True))
            for row in self._rows
        )

    def of_sheet(self, lines: Sequence[WorkLine]) -> Callable[[str, Place | None], bool]:
        """Whether a line is of the sheet: as it was printed, or written on, or in its place."""
        texts = [line.text.strip() for line in lines]
        copied = {
            place for place, head in self._heads.items() if any(t.startswith(head) for t in texts)
        }

        def is_of_sheet(text: str, place: Place | None) -> bool:
            if place in self._heads and place not in copied:
                return True
            head = self._heads.get(place) if place else None
            if self.has(text) or (head is not None and text.strip().startswith(head)):
                return True
            return place is None and bool(self.before(text))

        return is_of_sheet

    def before(self, text: str) -> str:
        """What stands before the blank in the line that this one is filled in from; else none."""
        margin = len(text) - len(text.lstrip())
        found = [one for one in self._before if text.startswith(one, margin)]
        return text[: margin + max(map(len, found))] if found else ""

    def asks(self, text: str) -> bool:
        """Whether a line has a question of the sheet behind a letter, in whatever frame."""
        return _PART.match(text) is not None and any(
            one in text for one in self._questions.values()
        )

    def behind(self, text: str, place: Place, begins: int) -> str:
        """What was written behind a question, at its place; `begins` is where the letter ends.

        A question may have been written anew, with fewer words.
        """
        question = self._questions.get(place, text)
        before, found, behind = text.partition(question)
        if found:
            return " " * len(before + found) + behind
        asked = {one for one in map(_bare_word, question.split()) if not one.isdigit()}
        end = begins
        for word in _WORD.finditer(text, begins):
            bare = _bare_word(word[0])
            if bare not in asked:
                return " " * end + text[end:]
            # A name may begin the answer.
            end = word.end() if _LONG_WORD.search(bare) else end
        return ""


def _bare_word(word: str) -> str:
    return word.strip("$*_`.,:;?! \t").lower()


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().split("|")]


def _places(lines: Iterable[str]) -> Iterator[tuple[Place, str]]:
    """The lines of a sheet that begin an exercise or a part of it."""
    exercise = 0
    for line in lines:
        starts, begins = _EXERCISE.match(line), _PART.match(line)
        if starts is not None:
            exercise = _number(starts)
            yield (exercise, ""), line
        elif _ENDS.match(line):
            exercise = 0
        elif begins is not None and exercise:
            yield (exercise, begins[1] or begins[2]), line


def _number(found: re.Match[str]) -> int:
    return int(found[1] or found[2] or found[3])


def _walked(
    lines: Iterable[WorkLine], printed: _Printed, of_sheet: Callable[[str, Place | None], bool]
) -> Iterator[Filled]:
    exercise = 0
    part: Filled | None = None
    for line in lines:
        text = line.text
        starts, begins = _EXERCISE.match(text), _PART.match(text)
        if starts is not None and of_sheet(text, (_number(starts), "")):
            exercise, part = _number(starts), None
        elif begins and exercise > 0 and of_sheet(text, (exercise, begins[1] or begins[2])):
            part = Filled(exercise, begins[1] or begins[2])
            behind = printed.behind(text, (exercise, part.letter), begins.end())
            if behind.strip():
                _into(part, WorkLine(line.number, behind), printed)
            yield part
        elif _ENDS.match(text) and of_sheet(text, None):
            part = None
            exercise = exercise if text.startswith("\\end") else 0
        elif part is not None:
            _into(part, line, printed)
        elif _DRAWN.match(text) or printed.has(text) or printed.has_row(text):
            continue
        elif not of_sheet(text, None) or (exercise and printed.before(text)):
            yield Filled(exercise, "", [AnswerLine(line)])


def _into(part: Filled, line: WorkLine, printed: _Printed) -> None:
    """Put a line into its part."""
    if OPTION.match(line.text):
        part.option(line, as_printed=printed.has(line.text))
    elif not printed.has(line.text):
        text = _BLANK.sub(spaces, _RULE.sub(spaces, line.text))
        if text.strip():
            before = printed.before(line.text)
            behind = text[len(before) :]
            if _CLAIM.match(behind):
                # The printed name and sign would only stand before another name.
                text = " " * len(before) + behind
            part.lines.append(AnswerLine(WorkLine(line.number, text), bool(before)))
