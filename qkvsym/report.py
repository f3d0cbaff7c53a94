"""The report on work as people read it in a terminal.

A line of work is shown as it was written, except that characters which a terminal would obey, or
which hide or turn text around, are shown by their numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any
from unicodedata import category, combining, east_asian_width

from qkvsym.exercise import line
from qkvsym.judging.verdicts import Line, Verification
from qkvsym.renderer import built_in

Paint = Callable[[str, str], str]
"""Puts a text into the colours of a verdict, or of `strong`."""

SIGNS: Mapping[str, str] = {
    "ok": "✓",
    "wrong": "✗",
    "follows": "→",
    "not-understood": "?",
    "not-checked": "·",
    "missing": "–",
}
ASCII_SIGNS: Mapping[str, str] = {
    "ok": "+",
    "wrong": "x",
    "follows": ">",
    "not-understood": "?",
    "not-checked": ".",
    "missing": "-",
}
_NARROWEST = 40
_NO_BREAK = "\xa0"
_LEFT_OF_CARET = 40


def unpainted(verdict: str, text: str) -> str:
    """The text as it is, for what is no terminal."""
    return text


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a report is drawn: the signs of the verdicts, its colours, and its width in columns."""

    signs: Mapping[str, str]
    paint: Paint = unpainted
    width: int = 80


PLAIN = Drawing(SIGNS)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the report: its sign and number, its text, and a caret below it where needed.

    The texts of `sentences` are wrapped already.
    """

    head: str
    texts: Sequence[str]
    caret: str
    line: Line
    first: bool
    got: str
    expected: str
    sentences: Sequence[Sequence[str]]


def shown_text(text: str) -> str:
    """A text that a terminal prints and does not obey."""
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char == "\t":
        return " "
    if category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"<U+{ord(char):04X}>"
    return char


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def report(verification: Verification, look: Drawing = PLAIN) -> str:
    """The report as text, with a line break at its end."""
    first = verification.first_wrong
    seen_first = False
    lines = []
    for judged in verification.lines:
        is_first = judged.verdict == "wrong" and not seen_first and first is not None
        seen_first = seen_first or is_first
        lines.append(_shown_line(judged, is_first, look))
    page = {
        "lines": lines,
        "code": verification.code,
        "parts": _parts(verification),
        "missing": _missing(verification, look),
        "complete": verification.complete,
        "counts": _counts(verification),
        "first": first,
        "strong": lambda text: look.paint("strong", text),
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


def _missing(verification: Verification, look: Drawing) -> list[str]:
    """What is missing, in lines that fit; of a worksheet the parts by exercise."""
    names = list(verification.missing)
    if verification.parts:
        blank: dict[str, list[str]] = {}
        for part in verification.parts:
            if part.verdict == "missing":
                blank.setdefault(part.exercise, []).append(part.part)
        names = [f"{exercise} ({', '.join(letters)})" for exercise, letters in blank.items()]
        # A line does not break inside an exercise.
        names = [name.replace(" ", _NO_BREAK) for name in names]
    else:
        names = [built_in().plain(line("missing_name", file="report", name=n)) for n in names]
    said = built_in().plain(line("missing", file="report"))
    rows = wrap(f"{said} {', '.join(names)}", look.width, subsequent_indent="  ") if names else []
    return [row.replace(_NO_BREAK, " ") for row in rows]


def _shown_line(judged: Line, first: bool, look: Drawing) -> ShownLine:
    place = f"{judged.exercise}({judged.part}) " if judged.exercise else ""
    head = f"{judged.line:>4}  {place}"
    sign = look.paint(judged.verdict, look.signs[judged.verdict])
    texts, caret = _text_and_caret(judged, look.width - columns(head) - 2)
    wrong = _wrong_member(judged)
    return ShownLine(
        head=f"{sign} {head}",
        texts=texts,
        caret=" " * (columns(head) + 2) + caret if caret else "",
        line=judged,
        first=first,
        got=shown_text(wrong.got) if wrong else "",
        expected=shown_text(wrong.expected or "") if wrong else "",
        sentences=[_wrapped(found.message, look) for found in judged.mistakes],
    )


def _wrong_member(judged: Line) -> Any:
    at = judged.column
    return next(
        (m for m in judged.members if m.column == at and m.equals_expected is not None), None
    )


def _wrapped(message: str, look: Drawing) -> list[str]:
    return wrap(message, max(_NARROWEST, look.width - 9), break_long_words=False)


def _text_and_caret(judged: Line, room: int) -> tuple[list[str], str]:
    """The text of a line, cut to what fits, and the caret below the place that counts.

    Of work on several lines only the one with the place is cut and gets the caret.
    """
    physical = judged.text.split("\n")
    if judged.column is None or judged.verdict not in ("wrong", "not-understood"):
        return [_cut(text, 0, max(room, _NARROWEST))[0] for text in physical], ""
    offset, row = judged.column - 1, 0
    while row + 1 < len(physical) and offset > len(physical[row]):
        offset -= len(physical[row]) + 1
        row += 1
    text, place = _cut(physical[row], offset, max(room, _NARROWEST))
    above = [_cut(text, 0, max(room, _NARROWEST))[0] for text in physical[:row]]
    return [*above, text], " " * place + "^"


def _cut(text: str, offset: int, room: int) -> tuple[str, int]:
    """What fits of a text around an offset, and the column of the offset in it."""
    before, after = shown_text(text[:offset]), shown_text(text[offset:])
    if columns(before) + columns(after) <= room:
        return before + after, columns(before)
    if columns(before) > _LEFT_OF_CARET:
        before = "..." + _last(before, _LEFT_OF_CARET - 3)
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


def _last(text: str, room: int) -> str:
    return _first(text[::-1], room)[::-1]
