"""What a learner wrote into the parts of a sheet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from qkvsym.reading.work import WorkLine

OPTION = re.compile(
    r"[ \t]*(?:(?:[-*+•–—]|[0-9]{1,2}[.)])[ \t]*)?(?:"
    r"(?:(?<=[-*+•–—.) \t])\\?\[(?P<inside>[ \t]{0,40}|[^\]\\\n0-9]{0,3}|[01])\\?\]"
    r"|\[(?P<mark>[ xX✓✔])\]|\((?P<round>[ \txX✓✔✗✘]?)\)|(?P<box>[☐☑☒□■✓✔✅✗✘❌]))(?![(\[])[ \t]*"
    r"|\\(?P<named>chosen|option)\{)"
)
"""An option of a choice, with what stands in its box."""
_EMPTY = ("", "-", "–", "—", "_", ".", "0", "o", "n", "no", "option")
_IN_BOX = ("inside", "mark", "round", "named")
_OPEN_BOXES = ("☐", "□", "✗", "✘", "❌")
_CROSS = re.compile(r"[^\w\n]*[✗✘☒❌]")
_CHECK = re.compile(r"[^\w\n]*[✓✔✅☑]")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line of a part; `asked` where it stands in the place of the blank."""

    line: WorkLine
    asked: bool = False


@dataclass(slots=True)
class Filled:
    """What was written into one part: lines, the numbers of the options ticked, and others."""

    exercise: int
    letter: str
    lines: list[AnswerLine] = field(default_factory=list)
    ticked: list[tuple[int, WorkLine]] = field(default_factory=list)
    # Options that are not ticked, and are not as they were printed.
    beside: list[AnswerLine] = field(default_factory=list)

    def option(self, box: re.Match[str], line: WorkLine, place: int, *, as_printed: bool) -> None:
        """Add an option with its box; its place, from 1, says which it is where no words do."""
        if is_ticked(box):
            self.ticked.append((place, line))
        elif not as_printed:
            self.beside.append(AnswerLine(line))

    def chosen(self) -> Sequence[tuple[int, WorkLine]]:
        """The options ticked; a cross ticks an option where no other has a check mark."""
        checked = any(_CHECK.match(line.text) for _, line in self.ticked)
        return [one for one in self.ticked if not (checked and _CROSS.match(one[1].text))]

    def add(self, more: "Filled") -> None:
        """What was written into the same part elsewhere."""
        self.lines += more.lines
        self.ticked += more.ticked
        self.beside += more.beside


def is_ticked(option: re.Match[str]) -> bool:
    """Whether something stands in the box, or the option is named the chosen one in TeX."""
    if option["box"] is not None:
        return option["box"] not in _OPEN_BOXES
    said = next(one for one in option.group(*_IN_BOX) if one is not None)
    return said.strip().lower() not in _EMPTY
