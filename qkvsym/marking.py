"""Marks for work that was handed in: each piece, and a table of several."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Any, TextIO

from qkvsym.judging.verdicts import VERSION, Verification
from qkvsym.renderer import built_in
from qkvsym.report import ASCII_SIGNS, SIGNS, Drawing, columns, report, unpainted

UNREADABLE = 2
_FROM_GOOD_TO_BAD = (0, 3, 1, UNREADABLE)
_WIDEST = 100
_COLOURS: Mapping[str, Mapping[str, Any]] = {
    "ok": {"fg": "green"},
    "wrong": {"fg": "red", "bold": True},
    "follows": {"fg": "yellow"},
    "not-understood": {"fg": "magenta", "bold": True},
    "not-checked": {"dim": True},
    "missing": {"fg": "yellow"},
    "unreadable": {"fg": "red", "bold": True},
    "strong": {"bold": True},
}


@dataclass(frozen=True, slots=True)
class Marking:
    """One piece of work: its path, and the report on it or why there is none."""

    path: str
    verification: Verification | None = None
    refused: str = ""

    @property
    def exit_code(self) -> int:
        """The exit code of this piece alone; 2 where it cannot be read."""
        return UNREADABLE if self.verification is None else self.verification.exit_code

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The ids of the mistakes behind its first wrong line."""
        lines = self.verification.lines if self.verification else ()
        first = next((line for line in lines if line.verdict == "wrong"), None)
        return tuple(found.id for found in first.mistakes) if first else ()

    def as_json(self) -> str:
        """One JSON object on a line of its own, in ASCII."""
        made: dict[str, Any] = {"version": VERSION, "file": self.path}
        if self.verification is None:
            made["error"] = self.refused
        else:
            made.update(self.verification.to_dict())
        return json.dumps(made) + "\n"

    def as_text(self, look: "Look", count: int) -> str:
        """The report to read, under its name where there are several."""
        if self.verification is None:
            said = "\n".join(look.drawing.fitted(self.refused, 0))
            return look.titled(self.path, f"{said}\n\n")
        made = report(self.verification, look.drawing)
        return made if count == 1 else look.titled(self.path, made + "\n")


def worst(codes: Iterable[int]) -> int:
    """The exit code of several: unreadable is worst, then wrong, then incomplete."""
    return max(codes, key=_FROM_GOOD_TO_BAD.index)


@dataclass(frozen=True, slots=True)
class Look:
    """How reports look where they are printed."""

    drawing: Drawing

    def encoded(self, text: str) -> bytes:
        """The text in the encoding of the stream; what it lacks is spelled in ASCII."""
        return text.encode(self.drawing.encoding, "backslashreplace")

    def titled(self, path: str, text: str) -> str:
        """A text under the name of its file."""
        title = f"== {self.drawing.shown(path)} =="
        return f"{self.drawing.paint('strong', title)}\n\n{text}"

    def table(self, marked: Sequence[Marking]) -> str:
        """One line for each piece of work."""
        names = [self.drawing.shown(one.path) for one in marked]
        widest = max(map(columns, names))
        rows = [
            {"name": name + " " * (widest - columns(name)), **self._row(one)}
            for name, one in zip(names, marked, strict=True)
        ]
        return built_in().report("marks", {"rows": rows})

    def _row(self, one: Marking) -> dict[str, Any]:
        found = one.verification
        verdict = {0: "ok", 1: "wrong", 3: "missing"}.get(one.exit_code, "unreadable")
        row: dict[str, Any] = {
            "sign": self.drawing.sign(verdict),
            "refused": one.refused,
            "unsure": one.exit_code != 0,
            "mistakes": one.mistakes,
            **dict.fromkeys(("line", "of", "right", "not_understood", "missing"), 0),
        }
        if found is not None:
            row |= {
                "line": found.first_wrong.line if found.first_wrong else 0,
                "of": len(found.parts),
                "right": sum(part.verdict == "ok" for part in found.parts),
                "not_understood": found.count("not-understood"),
                "missing": len(found.missing),
            }
        return row


def look_of(stream: TextIO | None) -> Look:
    """The look for a stream: colours on a terminal only, signs that its encoding has."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    on_terminal = stream is not None and stream.isatty()
    coloured = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(get_terminal_size().columns, _WIDEST) if on_terminal else 80
    paint = painted if coloured else unpainted
    signs = SIGNS if _has_signs(encoding) else ASCII_SIGNS
    return Look(Drawing(signs, paint, width, encoding))


def _has_signs(encoding: str) -> bool:
    try:
        "".join(SIGNS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def painted(verdict: str, text: str) -> str:
    """The text in the colours of a verdict, for terminals that know ANSI's."""
    from click import style

    return style(text, **_COLOURS.get(verdict, {}))
