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

NOT_BEFORE = frozenset(
    (
        *("not", "no", "never", "wrong", "if", "unless", "instead", "isn", "doesn", "of"),
        *("because", "suppose", "assume"),
        *SHAPE_WORDS,
        *LENGTH_WORDS,
    )
)
"""What cannot be passed over before a claim, for it makes another one of it."""

REASONS = ("because", "since", "as", "for", "so", "which", "but", "where")
"""What begins a reason in words."""

UNDEFINED = (
    ("undefined",),
    ("impossible",),
    ("is", "impossible"),
    ("none",),
    ("can", "'", "t", "be", "multiplied"),
    ("doesn", "'", "t", "exist"),
    ("doesn", "'", "t", "fit"),
    ("don", "'", "t", "fit"),
    ("there", "is", "no", "product"),
    ("there", "is", "none"),
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

VERBS = (
    ("is",),
    ("are",),
    ("has",),
    ("have",),
    ("should", "be"),
    ("should", "have"),
    ("must", "be"),
    ("must", "have"),
    ("will", "be"),
    ("will", "have"),
)
"""What joins a name to a shape, or to a length."""
