"""What a learner wrote into the parts of a sheet."""

import re
from dataclasses import dataclass, field

from qkvsym.reading.work import WorkLine

OPTION = re.compile(r"[> \t]*[-*+•][ \t]+\\?\[([^\]\\\n]{0,3})\\?\][ \t]|\\(chosen|option)\{")
"""An option of a choice, with what stands in its box."""


def is_ticked(option: re.Match[str]) -> bool:
    """Whether something stands in the box, or the option is named the chosen one in TeX."""
    return option[2] == "chosen" or bool((option[1] or "").strip())


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line of a part; `asked` where it stands in the place of the blank."""

    line: WorkLine
    asked: bool


@dataclass(slots=True)
class Filled:
    """What was written into one part: lines, the numbers of the options ticked, and others."""

    exercise: int
    letter: str
    lines: list[AnswerLine] = field(default_factory=list)
    ticked: list[tuple[int, WorkLine]] = field(default_factory=list)
    # Options that are not ticked, and are not as they were printed.
    beside: list[AnswerLine] = field(default_factory=list)
