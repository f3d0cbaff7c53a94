"""PDF that is tagged and can be read aloud (PDF/UA-1), set by Typst within the process.

Typst's wheel holds the compiler and the fonts; no TeX, no browser and no network is needed. Text
is handed over in string literals, in which nothing but a quote and a backslash has a meaning.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, cast

from qkvsym.errors import BadTemplate, shown
from qkvsym.formats import Canvas, Format, Value, Vocabulary, Words, breakable, framed
from qkvsym.notation import spoken, typst
from qkvsym.one_line import told

if TYPE_CHECKING:
    from typst import Compiler, TypstError

_ROOM_IN_A_LINE = 30
_FONTS_HAVE = (
    "\x20-\x7e\xa0-\xac\xae-\u0377\u038e-\u03a1\u03a3-\u04ff\u0531-\u0556\u05d0-\u05ea"
    "\u0900-\u097f\u10d0-\u10ff\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u2074-\u208e\u2090-\u209c"
    "\u20a0-\u20c0\u2100-\u2151\u2153-\u2184\u2190-\u23ff\u2460-\u262f"
)
_PLACE = re.compile(r"__typst_py_bytes__\.typ:([0-9]+):")
_OTHER = re.compile(f"[^{_FONTS_HAVE}]")
# Marks above or below a letter, of which so many would pile up over other lines.
_MARK = "[\u0300-\u036f\u0483-\u0489\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957]"
_PILED = re.compile(f"(?<={_MARK}{{3}}){_MARK}")


def literal(prose: str) -> str:
    """Text as a string literal of Typst.

    A character that no font has, and a mark too many on one letter, is named by its number.
    """
    return '"' + " ".join(map(_word, prose.split(" "))) + '"'


def _word(word: str) -> str:
    unpiled = _PILED.sub(lambda mark: _number(mark[0]), word)
    return breakable(unpiled, r"\u{200b}", _character)


def _character(c: str) -> str:
    return _number(c) if _OTHER.match(c) else rf"\{c}" if c in '"\\' else c


def _number(c: str) -> str:
    return f"[U+{ord(c):X}]"


def _formula(value: Value) -> str:
    return f"m({literal(spoken(value))}, ${typst(value)}$)"


def _math(value: Value) -> str:
    made = _formula(value)
    source = typst(value)
    # A matrix that may be wider than a line is measured, and set smaller where it is; all else
    # is broken at its signs.
    wide = "mat(" in source and len(source) > _ROOM_IN_A_LINE
    return f"#fitted({made});" if wide else f"#{made};"


def _display(rows: Sequence[Sequence[Value]]) -> str:
    made = (f"#displayed({', '.join(map(_formula, row))})" for row in rows)
    return "\n" + "\n".join(made) + "\n"


def _placed(command: str) -> Callable[..., str]:
    return lambda *places: f"#{command}({', '.join(f'{place:g}' for place in places)})\n"


CANVAS = Canvas(
    frame=lambda width, height, alt, drawn: (
        f"\n#drawing({width:g}, {height:g}, {literal(alt)})[\n{drawn}]\n"
    ),
    box=_placed("framed"),
    marked=_placed("marked"),
    line=_placed("stroke"),
    arrow=_placed("arrow"),
    label=lambda x, y, shown: f"#label-at({x:g}, {y:g})[{shown}]\n",
    math=lambda value: f"#{_formula(value)};",
)

VOCABULARY = Vocabulary(
    escape=lambda prose: f"#{literal(prose)};",
    math=_math,
    display=_display,
    numbered=lambda items: f"\n#enum({', '.join(f'[{item}]' for item in items)})\n",
    strong=lambda prose: f"#strong[{prose}];",
    canvas=CANVAS,
)


def compiled(source: str, words: Words) -> bytes:
    """The PDF of a Typst source, which may show files of the templates' folder.

    Raises `BadTemplate` where Typst refuses it: the built-in frames never give it a reason.
    """
    from typst import TypstError

    compiler = _compiler(words.folder, get_ident())
    try:
        made = compiler.compile(source.encode(), format="pdf", pdf_standards="ua-1")
    except TypstError as error:
        raise BadTemplate(_reason(error, source)) from None
    return cast(bytes, made)


@lru_cache(maxsize=64)
def _compiler(folder: Path, thread: int) -> "Compiler":
    """A compiler of a thread's own, for one can set but one page at a time."""
    from typst import Compiler

    # Fonts of the system would make other bytes on another machine.
    return Compiler(root=folder, ignore_system_fonts=True)


def _reason(error: "TypstError", source: str) -> str:
    """The fault and its line, where it is in the page itself and not in a file that it includes."""
    lines = source.split("\n")
    places = (int(found[1]) for found in _PLACE.finditer(error.diagnostic))
    line = next((lines[n - 1].strip() for n in places if 1 <= n <= len(lines)), "")
    at = f", at {shown(line)}" if line else ""
    hints = "".join(f"; {told(hint)}" for hint in error.hints)
    says = told(error.message)
    return f"the PDF cannot be set: {says}{at}{hints}; mend the template that wrote it"


FORMAT = Format("pdf", "pdf", VOCABULARY, ("worksheet", "key"), framed("typ"), compiled)
