"""Plain text, for the terminal and for the strings of the machine-readable sheet."""

from collections.abc import Sequence

from qkvsym.formats import Format, Value, Vocabulary, framed, plain_list
from qkvsym.notation import text


def _display(rows: Sequence[Sequence[Value]]) -> str:
    return "\n\n" + "\n".join(f"    {text(formula)}" for row in rows for formula in row) + "\n\n"


VOCABULARY = Vocabulary(
    escape=lambda prose: prose,
    math=text,
    display=_display,
    numbered=plain_list,
    strong=lambda prose: prose,
)

FORMAT = Format("text", "txt", VOCABULARY, ("derivation", "report", "marks"), framed("txt"))
