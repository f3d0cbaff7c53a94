"""The few words of English that a line of work may use as signs."""

SHAPE_WORDS = ("shape", "size", "dim", "dims", "dimension", "dimensions")
LENGTH_WORDS = ("length", "len")
COUNTED = ("entries", "entry", "components", "numbers", "elements", "columns")

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
