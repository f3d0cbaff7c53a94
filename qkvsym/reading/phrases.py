"""The few words of English that a line of work may use as signs."""

from collections.abc import Mapping

from qkvsym.reading.syntax import Form

SHAPE_WORDS = ("shape", "size", "dim", "dims", "dimension", "dimensions")
LENGTH_WORDS = ("length", "len")
COUNTED: Mapping[str, Form] = {
    "entries": "length",
    "entry": "length",
    "components": "length",
    "numbers": "length",
    "elements": "length",
    "rows": "rows",
    "row": "rows",
    "columns": "columns",
    "column": "columns",
}
"""What can be counted of a vector or a matrix, and what the count is of its shape."""

CONNECTIVES = frozenset(
    (
        *("so", "thus", "hence", "therefore", "then", "and", "we", "get", "this", "gives"),
        *("now", "finally", "next", "also", "since", "with"),
    )
)
"""What may stand before a claim."""

REASONS = ("because", "since", "as", "for", "so", "which", "but", "where")
"""What begins a reason in words."""

UNDEFINED = (
    ("undefined",),
    ("is", "undefined"),
    ("is", "not", "defined"),
    ("not", "defined"),
    ("does", "not", "exist"),
    ("do", "not", "fit"),
    ("does", "not", "fit"),
    ("cannot", "be", "multiplied"),
    ("cannot", "be", "computed"),
    ("no", "such", "product"),
)
"""The ways to say that there is no product."""

BEGINS_UNDEFINED = frozenset(words[0] for words in UNDEFINED)
