"""Markdown as GitHub reads it, with math between dollar signs."""

from collections.abc import Sequence

from qkvsym.formats import Format, Table, Value, Vocabulary, framed, plain_list
from qkvsym.notation import latex

_ESCAPES = {ord(c): f"\\{c}" for c in r"\`*_{}[]()#+.!|~$:@^"}
_ESCAPES |= {ord("<"): "&lt;", ord(">"): "&gt;", ord("&"): "&amp;"}


def _spelled(formula: Value) -> str:
    # Markdown reads two backslashes as one before any math is seen.
    return latex(formula).replace(r"\\", r"\cr")


def _display(rows: Sequence[Sequence[Value]]) -> str:
    joined = (r" \qquad ".join(map(_spelled, row)) for row in rows)
    return "\n\n" + "\n\n".join(f"$$\n{row}\n$$" for row in joined) + "\n\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


VOCABULARY = Vocabulary(
    escape=lambda prose: prose.translate(_ESCAPES),
    math=lambda formula: f"${_spelled(formula)}$",
    display=_display,
    numbered=plain_list,
    strong=lambda prose: f"**{prose}**",
    table=Table(lambda cells: f"{_row(cells)}|{'---|' * len(cells)}\n", _row),
)

FORMAT = Format(
    "markdown", "md", VOCABULARY, ("worksheet", "key", "derivation", "class-report"), framed("md")
)
