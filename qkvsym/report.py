"""The report on work as people read it in a terminal.

A line of work is shown as it was written, except that characters which a terminal would obey, or
which hide or turn text around, are shown by their numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from qkvsym.exercise import line
from qkvsym.judging.verdicts import Line, Verification
from qkvsym.renderer import built_in
from qkvsym.unicode_14 import category, is_wide

Paint = Callable[[str, str], str]
"""Puts a text into the colours of a verdict, or of `strong`."""

SIGNS: Mapping[str, str] = {
    "ok": "✓",
    "wrong": "✗",
    "follows": "→",
    "not-understood": "?",
    "not-checked": "·",
    "missing": "–",
    "unreadable": "!",
}
ASCII_SIGNS: Mapping[str, str] = {
    "ok": "+",
    "wrong": "x",
    "follows": ">",
    "not-understood": "?",
    "not-checked": ".",
    "missing": "-",
    "unreadable": "!",
}
_NARROWEST = 12
_INDENT = 8
_HANGING = 9
_NO_BREAK = "\xa0"
_LEFT_OF_CARET = 40


def unpainted(verdict: str, text: str) -> str:
    """The text as it is, for what is no terminal."""
    return text


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a report is drawn: the signs of the verdicts, its colours, its width in columns.

    What the encoding lacks is spelled in ASCII, before columns are counted.
    """

    signs: Mapping[str, str]
    paint: Paint = unpainted
    width: int = 80
    encoding: str = "utf-8"

    def shown(self, text: str) -> str:
        """A text that the terminal prints and does not obey."""
        made = "".join(map(_shown, text))
        return made.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def fitted(self, text: str, indent: int = _INDENT, hanging: int = 0) -> list[str]:
        """A text of our own in lines that fit, each behind the indent."""
        room = max(self.width - indent, _NARROWEST)
        # Not every encoding has the space at which a line does not break; none is printed.
        made = _NO_BREAK.join(map(self.shown, text.split(_NO_BREAK)))
        rows = wrap(made, room, subsequent_indent=" " * hanging)
        return [" " * indent + row.replace(_NO_BREAK, " ") for row in rows]

    def sign(self, verdict: str) -> str:
        """The sign of a verdict, in its colour."""
        return self.paint(verdict, self.signs[verdict])


PLAIN = Drawing(SIGNS)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the report: its rows, with the caret below the one that counts.

    `compared` are the rows that say what was expected and what was got.
    """

    rows: Sequence[str]
    line: Line
    first: bool
    compared: Sequence[str]


def _shown(char: str) -> str:
    if char == "\t":
        return " "
    if category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"<U+{ord(char):04X}>"
    return char


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    # The vowels and finals of a Korean syllable stand in the columns of its first letter.
    if category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if is_wide(char) else 1


def report(verification: Verification, look: Drawing = PLAIN) -> str:
    """The report as text, with a line break at its end."""
    first = verification.first_wrong
    lines: list[ShownLine] = []
    for judged in verification.lines:
        seen = any(shown.first for shown in lines)
        lines.append(_shown_line(judged, judged.verdict == "wrong" and not seen, look))
    page = {
        "lines": lines,
        "code": verification.code,
        "parts": _parts(verification),
        "missing": _missing(verification),
        "complete": verification.complete,
        "counts": _counts(verification),
        "first": first,
        "strong": lambda text: look.paint("strong", text),
        "fitted": look.fitted,
    }
    return built_in().report("report", page)


def _counts(verification: Verification) -> dict[str, int]:
    return {
        verdict.replace("-", "_"): verification.count(verdict)
        for verdict in ("ok", "wrong", "follows", "not-understood", "not-checked")
    }


def _parts(verification: Verification) -> dict[str, int]:
    """How many parts a worksheet has, how many are right, and how many are left to people."""
    verdicts = [part.verdict for part in verification.parts]
    return {
        "all": len(verdicts),
        "right": verdicts.count("ok"),
        "in_words": verdicts.count("not-checked"),
    }


def _missing(verification: Verification) -> str:
    """What is missing, in words; of a worksheet the parts by exercise."""
    names = list(verification.missing)
    if verification.parts:
        blank: dict[str, list[str]] = {}
        for part in verification.parts:
            if part.verdict == "missing":
                blank.setdefault(part.exercise, []).append(part.part)
        # A line does not break inside an exercise.
        names = [
            f"{exercise} ({', '.join(letters)})".replace(" ", _NO_BREAK)
            for exercise, letters in blank.items()
        ]
    else:
        names = [_word("missing_name", name=name) for name in names]
    said = _word("missing")
    return f"{said} {', '.join(names)}" if names else ""


def _shown_line(judged: Line, first: bool, look: Drawing) -> ShownLine:
    part = f"({judged.part}) " if judged.part else ""
    place = f"{judged.exercise} {part}" if judged.exercise else ""
    head = f"{judged.line:>4}  {place}"
    indent = columns(head) + 2
    rows, at, caret = _rows_and_caret(judged, max(look.width - indent, _NARROWEST), look)
    made = [
        f"{look.sign(judged.verdict)} {head}{row}" if n == 0 else " " * indent + row
        for n, row in enumerate(rows)
    ]
    if caret is not None:
        made.insert(at + 1, " " * (indent + caret) + "^")
    return ShownLine(made, judged, first, _compared(judged, look))


def _compared(judged: Line, look: Drawing) -> list[str]:
    """What was expected and what was got, on one row where that fits."""
    member = _wrong_member(judged)
    if member is None:
        return []
    got, expected = look.shown(member.got), look.shown(member.expected or "")
    if not expected:
        said = [_word("got", got=got)]
    else:
        said = [_word("expected_and_got", expected=expected, got=got)]
        if columns(said[0]) > look.width - _INDENT:
            said = [_word("expected", expected=expected), _word("got_below", got=got)]
    return [row for text in said for row in look.fitted(text, _INDENT, _HANGING)]


def _word(wording: str, /, **values: str) -> str:
    """Words of the report."""
    return built_in().plain(line(wording, file="report", **values))


def _wrong_member(judged: Line) -> Any:
    compared = (member for member in judged.members if member.equals_expected is not None)
    if judged.verdict != "wrong":
        return None
    return next((member for member in compared if member.column == judged.column), None)


def _rows_and_caret(judged: Line, room: int, look: Drawing) -> tuple[list[str], int, int | None]:
    """The rows of a line, the one that counts, and the column in it; None where none does.

    Space before all rows is left out, and what does not fit is cut.
    """
    physical = judged.text.split("\n")
    margin = min((len(row) - len(row.lstrip()) for row in physical if row.strip()), default=0)
    physical = [row[margin:] for row in physical]
    if judged.column is None or judged.verdict not in ("wrong", "not-understood"):
        return [_cut(row, 0, room, look)[0] for row in physical], 0, None
    offset, at = judged.column - 1 - margin, 0
    while at + 1 < len(physical) and offset > len(physical[at]):
        offset -= len(physical[at]) + 1 + margin
        at += 1
    rows, place = [], 0
    for n, row in enumerate(physical):
        text, column = _cut(row, max(offset, 0) if n == at else 0, room, look)
        rows.append(text)
        place = column if n == at else place
    return rows, at, place


def _cut(text: str, offset: int, room: int, look: Drawing) -> tuple[str, int]:
    """What fits of a text around an offset, and the column of the offset in it."""
    before, after = look.shown(text[:offset]), look.shown(text[offset:])
    if columns(before) + columns(after) <= room:
        return before + after, columns(before)
    left = min(_LEFT_OF_CARET, room // 2)
    if columns(before) > left:
        before = "..." + _first(before[::-1], max(left - 3, 0))[::-1]
    rest = room - columns(before)
    if columns(after) > rest:
        after = _first(after, max(rest - 3, 1)) + "..."
    return before + after, columns(before)


def _first(text: str, room: int) -> str:
    end, used = 0, 0
    while end < len(text) and used + columns(text[end]) <= room:
        used += columns(text[end])
        end += 1
    return text[:end]
