"""Plain text, for the terminal and for the strings of the machine-readable sheet."""

from collections.abc import Sequence

from qkvsym.formats import Format, Vocabulary, framed, plain_list
from qkvsym.notation import text


def _display(rows: Sequence[Sequence[str]]) -> str:
    return "\n\n" + "\n".join(f"    {formula}" for row in rows for formula in row) + "\n\n"


VOCABULARY = Vocabulary(
    spell=text,
    escape=lambda prose: prose,
    math=lambda formula: formula,
    display=_display,
    numbered=plain_list,
    strong=lambda prose: prose,
)

FORMAT = Format("text", "txt", VOCABULARY, ("derivation", "report", "marks"), framed("txt"))
