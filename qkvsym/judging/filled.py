"""What a learner wrote into the parts of a sheet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from qkvsym.reading import bounds
from qkvsym.reading.work import WorkLine

OPTION = re.compile(
    r"[ \t]*(?:(?:[-*+•–—]|[0-9]{1,2}[.)])[ \t]*)?(?:"
    r"(?:(?<=[-*+•–—.) \t])\\?\[(?P<inside>[ \t]{0,40}|[^\]\\\n0-9]{0,3}|[01])\\?\]"
    r"|\[(?P<mark>[ xX✓✔])\]|\((?P<round>[ \txX✓✔✗✘]?)\)|(?P<box>[☐☑☒□■✓✔✅✗✘❌○●◉⊠🗹🗷]))"
    r"\ufe0f?(?![(\[])[ \t]*|\\(?P<named>chosen|option)\{)"
)
"""An option of a choice, with what stands in its box."""
_TICKS = frozenset(
    (
        *("x", "xx", "v", "y", "yes", "ja", "j", "oui", "si", "ok", "+", "*", "1", "×", "•", "●"),
        *("✓", "✔", "✅", "✗", "✘", "❌", "☑", "☒", "■", "◉", "⊠", "🗹", "🗷", "chosen"),
    )
)
_EMPTY = frozenset(("", "-", "–", "—", "_", ".", "0", "o", "n", "no", "☐", "□", "○", "option"))
_NO_TICK_ALONE = frozenset("✗✘❌🗷")
"""What is a tick in a box, and says no by itself."""
_CROSS = re.compile(r"[^\w\n]*[✗✘❌🗷]")
_NEXT = re.compile(
    r"(?<![^\s}])(?:[-*+•][ \t]+)?(?:\[[ xX✓✔]?\](?!\()|[☐☑☒□■○●◉]|\\(?:chosen|option)\{)"
)


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line of a part; `asked` where it stands in the place of the blank."""

    line: WorkLine
    asked: bool = False


@dataclass(slots=True)
class Filled:
    """What was written into one part: lines, the options ticked, and others."""

    exercise: int
    letter: str
    lines: list[AnswerLine] = field(default_factory=list)
    ticked: list[WorkLine] = field(default_factory=list)
    # Options that are not ticked, and are not as they were printed.
    beside: list[AnswerLine] = field(default_factory=list)

    def option(self, line: WorkLine, *, as_printed: bool) -> None:
        """Add the options of a line, which begins with one, each with its box."""
        for one in _each_option(line):
            box = OPTION.match(one.text)
            if box is not None and _is_ticked(box):
                self.ticked.append(one)
            elif not as_printed:
                self.beside.append(AnswerLine(one))

    def chosen(self) -> Sequence[WorkLine]:
        """The options ticked; a cross ticks an option where no other has another mark."""
        marked = [line for line in self.ticked if not _CROSS.match(line.text)]
        return marked or self.ticked

    def add(self, more: "Filled") -> None:
        """What was written into the same part elsewhere."""
        self.lines += more.lines
        self.ticked += more.ticked
        self.beside += more.beside


def _each_option(line: WorkLine) -> Iterator[WorkLine]:
    """The options that stand beside each other in a line, each at its place."""
    found = _NEXT.finditer(line.text) if len(line.text) <= bounds.LONGEST_LINE else ()
    begins = [one.start() for one in found]
    for at, end in pairwise([0, *begins[1:], len(line.text)]):
        yield replace(line, text=" " * at + line.text[at:end])


def _is_ticked(option: re.Match[str]) -> bool:
    """Whether what stands in the box is a tick, or the option is named the chosen one in TeX."""
    return _mark(option) in _TICKS - (_NO_TICK_ALONE if option["box"] else frozenset())


def _mark(option: re.Match[str]) -> str:
    """What stands in the box, or is the box."""
    groups = option.group("inside", "mark", "round", "box", "named")
    return next(one for one in groups if one is not None).strip().lower()


def is_unclear(text: str) -> bool:
    """Whether something stands in the box of an option that is no tick, and does not leave it open.

    >>> is_unclear("- [?] W_k"), is_unclear("- [x] W_k"), is_unclear("- [ ] W_k")
    (True, False, False)
    """
    option = OPTION.match(text)
    return option is not None and _mark(option) not in _TICKS | _EMPTY
