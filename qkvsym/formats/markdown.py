"""Markdown as GitHub reads it, with math between dollar signs."""

from collections.abc import Sequence

from qkvsym.formats import Format, Value, Vocabulary, framed, plain_list
from qkvsym.notation import latex

_ESCAPES = {ord(c): f"\\{c}" for c in r"\`*_{}[]()#+.!|~$:@^"}
_ESCAPES |= {ord("<"): "&lt;", ord(">"): "&gt;", ord("&"): "&amp;"}


def _spelled(formula: Value) -> str:
    # Markdown reads two backslashes as one before any math is seen.
    return latex(formula).replace(r"\\", r"\cr")


def _display(rows: Sequence[Sequence[Value]]) -> str:
    joined = (r" \qquad ".join(map(_spelled, row)) for row in rows)
    return "\n\n" + "\n\n".join(f"$$\n{row}\n$$" for row in joined) + "\n\n"


VOCABULARY = Vocabulary(
    escape=lambda prose: prose.translate(_ESCAPES),
    math=lambda formula: f"${_spelled(formula)}$",
    display=_display,
    numbered=plain_list,
    strong=lambda prose: f"**{prose}**",
)

FORMAT = Format("markdown", "md", VOCABULARY, ("worksheet", "key", "derivation"), framed("md"))
