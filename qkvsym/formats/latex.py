"""LaTeX for a plain TeX Live: article, geometry, amsmath."""

import re
from collections.abc import Callable, Sequence

from qkvsym.formats import Canvas, Format, Value, Vocabulary, breakable, framed
from qkvsym.notation import latex

_ESCAPES = {ord(c): f"\\{c}" for c in "#%&_{}"} | {
    # The usual dollar sign comes from a font that a plain TeX has only as a bitmap.
    ord("$"): r"{\ttfamily\char36}",
    ord("\\"): r"\textbackslash{}",
    ord("~"): r"\textasciitilde{}",
    ord("^"): r"\textasciicircum{}",
    ord("<"): r"\textless{}",
    ord(">"): r"\textgreater{}",
    ord("|"): r"\textbar{}",
    # These join into other signs where they stand in pairs, or bend where they stand alone.
    ord("-"): "{-}",
    ord("'"): "{'}",
    ord("`"): "{`}",
    ord("!"): "{!}",
    ord("?"): "{?}",
    ord(","): "{,}",
    ord('"'): r"\qkvquote{}",
}
_ACCENTED = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽžŁłŸ")


_NOT_SPOKEN = re.compile(r"[^A-Za-z0-9 .,;:]")


def _escape(prose: str) -> str:
    return " ".join(map(_escape_word, prose.split(" ")))


def _escape_word(word: str) -> str:
    return breakable(word, r"\allowbreak{}", _escape_character)


def _escape_character(c: str) -> str:
    if c.isascii():
        return c.translate(_ESCAPES)
    return c if c in _ACCENTED else rf"\qkvchar{{{ord(c):X}}}"


_INLINE_ROOM = 56
_SMALL_ROOM = 100
_MATRIX = re.compile(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}")
_MARKUP = re.compile(r"\\[a-z]+|[{}_\s]")


def _math(value: Value) -> str:
    """Inline math; matrices are set small where a row of full size may not fit into a line."""
    formula = latex(value)
    if len(formula) <= _INLINE_ROOM:
        return f"${formula}$"
    width = max(map(_width, _MATRIX.findall(formula)), default=0)
    if width > _INLINE_ROOM:
        formula = formula.replace(r"\begin{bmatrix}", r"\left[\begin{smallmatrix}")
        formula = formula.replace(r"\end{bmatrix}", r"\end{smallmatrix}\right]")
    return rf"{{\scriptsize${formula}$}}" if width > _SMALL_ROOM else f"${formula}$"


def _width(matrix: str) -> int:
    """About how many characters the widest row of a matrix takes."""
    rows = ([_MARKUP.sub("", e) for e in row.split("&")] for row in matrix.split(r"\\"))
    return max(sum(len(entry) + 3 for entry in row) for row in rows)


def _display(rows: Sequence[Sequence[Value]]) -> str:
    joined = (r" \qquad ".join(map(latex, row)) for row in rows)
    return "\n" + "\n".join(rf"\[ {row} \]" for row in joined) + "\n"


def _numbered(items: Sequence[str]) -> str:
    listed = "\n".join(rf"\item {item}" for item in items)
    return f"\n\\begin{{enumerate}}\n{listed}\n\\end{{enumerate}}\n"


def _frame(width: float, height: float, alt: str, drawn: str) -> str:
    # The words stand in a string of the PDF, where brackets and backslashes have a meaning.
    words = _NOT_SPOKEN.sub(" ", alt)
    return rf"\drawing{{{width:g}}}{{{height:g}}}{{{words}}}" + f"{{%\n{drawn}}}\n"


def _put(x: float, y: float, what: str) -> str:
    return rf"\put({x:g},{-y:g}){{{what}}}" + "%\n"


def _box(command: str) -> Callable[[float, float, float, float], str]:
    return lambda x, y, width, height: _put(
        x, y + height, command.format(f"({width:g},{height:g})")
    )


def _stroke(command: str) -> Callable[[float, float, float, float], str]:
    def stroke(x: float, y: float, to_x: float, to_y: float) -> str:
        length = abs(to_x - x) + abs(to_y - y)
        slope = f"{_sign(to_x - x)},{_sign(y - to_y)}"
        return _put(x, y, rf"\{command}({slope}){{{length:g}}}")

    return stroke


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


CANVAS = Canvas(
    frame=_frame,
    box=_box(r"\framebox{}{{}}"),
    marked=_box(r"\marked{}"),
    line=_stroke("line"),
    arrow=_stroke("vector"),
    label=lambda x, y, shown: _put(x, y, rf"\makebox(0,0){{{shown}}}"),
    math=lambda value: f"${latex(value)}$",
)

VOCABULARY = Vocabulary(
    escape=_escape,
    math=_math,
    display=_display,
    numbered=_numbered,
    strong=lambda prose: rf"\textbf{{{prose}}}",
    canvas=CANVAS,
)

FORMAT = Format("latex", "tex", VOCABULARY, ("worksheet", "key", "derivation"), framed("tex"))
