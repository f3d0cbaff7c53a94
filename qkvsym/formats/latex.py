"""LaTeX for a plain TeX Live: article, geometry, amsmath."""

from collections.abc import Sequence

from qkvsym.formats import Format, Vocabulary, framed
from qkvsym.notation import latex

_ESCAPES = {ord(c): f"\\{c}" for c in "#$%&_{}"} | {
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


def _escape(prose: str) -> str:
    plain = prose.translate(_ESCAPES)
    if plain.isascii():
        return plain
    return "".join(
        c if c.isascii() or c in _ACCENTED else rf"\qkvchar{{{ord(c):X}}}" for c in plain
    )


def _display(rows: Sequence[Sequence[str]]) -> str:
    joined = (r" \qquad ".join(row) for row in rows)
    return "\n" + "\n".join(rf"\[ {row} \]" for row in joined) + "\n"


def _numbered(items: Sequence[str]) -> str:
    listed = "\n".join(rf"\item {item}" for item in items)
    return f"\n\\begin{{enumerate}}\n{listed}\n\\end{{enumerate}}\n"


VOCABULARY = Vocabulary(
    spell=latex,
    escape=_escape,
    math=lambda formula: f"${formula}$",
    display=_display,
    numbered=_numbered,
    strong=lambda prose: rf"\textbf{{{prose}}}",
    blank=r"\blank{4cm}",
)

FORMAT = Format("latex", "tex", VOCABULARY, ("worksheet", "key", "derivation"), framed("tex"))
