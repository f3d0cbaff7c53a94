"""Plain text, for the terminal and for the strings of the machine-readable sheet."""

from collections.abc import Sequence
from dataclasses import replace

from qkvsym.formats import Format, Value, Vocabulary, framed, plain_list
from qkvsym.notation import spoken, text


def _display(rows: Sequence[Sequence[Value]]) -> str:
    return "\n\n" + "\n".join(f"    {text(formula)}" for row in rows for formula in row) + "\n\n"


VOCABULARY = Vocabulary(
    escape=lambda prose: prose,
    math=text,
    display=_display,
    numbered=plain_list,
    strong=lambda prose: prose,
)

SPOKEN = replace(VOCABULARY, math=spoken)
"""Words as they are read aloud, for who cannot see a drawing."""

FORMAT = Format(
    "text",
    "txt",
    VOCABULARY,
    ("derivation", "report", "marks", "grades", "space", "scores", "card"),
    framed("txt"),
)
