"""The few words of English that a line of work may use as signs."""

from collections.abc import Mapping

from qkvsym.reading.syntax import Form

SHAPE_WORDS = ("shape", "size", "dim", "dims", "dimension", "dimensions")
LENGTH_WORDS = ("length", "len")
SIZE_WORDS = frozenset((*SHAPE_WORDS, *LENGTH_WORDS))
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
        *("now", "finally", "next", "also", "since", "with", "because"),
    )
)
"""What may stand before a claim."""

LEADS_ON = frozenset(("so", "as", "and", "which", "it", "is", "a"))
"""What may stand before the words row and column behind a shape."""

FALSE = frozenset(("false", "mistake", "wrong", "incorrect", "wrongly"))
"""What says that something is not so."""

UNREAL = frozenset(
    (
        *("if", "unless", "suppose", "assume", "when", "whether", "would", "could", "what", "why"),
        *("how", "which", "thought", "think", "want", "guess", "maybe", "perhaps", "check"),
        *("show", "try", "ask", "asks", "said", "says", "say", "wrote", *FALSE),
        *("instead",),
    )
)
"""What makes something else than a claim of the sentence behind it."""

NOT_BEFORE = UNREAL | SIZE_WORDS | {"not", "no", "never", "isn", "do", "does", "doesn", "did", "of"}
"""What cannot be passed over before a claim, for it makes another one of it."""

SAYS_OF_WHAT = (NOT_BEFORE - SIZE_WORDS - {"of"}) | {
    *("query", "key", "value", "queries", "keys", "values"),
    *("token", "input", "matrix", "weight", "weights"),
}
"""What says of another thing what stands behind the colon, or denies it."""

SHORT = frozenset(("a", "an", "it", "is", "my", "of", "so", "ex", "to"))
"""Words of one or two letters that are no names."""

CONCLUSIONS = frozenset(("so", "thus", "hence", "therefore", "then"))
"""What begins the claim that a sentence leads to."""

ALL = (
    *(("each", "of", "the", "three", what) for what in ("vectors", "results", "outputs")),
    ("each", "of", "the", "three"),
    *(("all", "three", what) for what in ("vectors", "results", "outputs")),
    *(("the", "three", what) for what in ("vectors", "results", "outputs")),
    *(("the", what) for what in ("results", "outputs")),
    *(("all", what) for what in ("vectors", "results", "outputs")),
    *((each, what) for each in ("each", "every") for what in ("vector", "result", "output")),
    ("all", "three"),
    ("all", "of", "them"),
    ("each", "of", "them"),
    ("each", "one"),
    ("all",),
    ("each",),
    ("they",),
)
"""What stands for every result."""

WITHOUT_NAME = (
    *((this, what) for this in ("the", "this") for what in ("product", "result")),
    ("this",),
    ("it",),
)
"""What stands for the result that is asked for, or was named before."""

BEGINS_ALL = frozenset(words[0] for words in ALL)

NUMBER_WORDS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
        ),
        1,
    )
}

SHAPE_BEGINS = frozenset(
    (*("torch", "size", "tensorshape", "r", "row", "column", "vector"), *NUMBER_WORDS)
)
"""What a shape may begin with, beside a number or a bracket."""

GIVES_A_REASON = ("because", "since", "due to")
"""What gives a reason for a short answer, and no other answer, whatever stands behind it."""

REASONS = ("because", "since", "as", "for", "so", "which", "where")
"""What begins a reason in words."""

_CANNOT = (("cannot",), ("can", "not"), ("can", "'", "t"))
_DO_NOT = (("do", "not"), ("does", "not"), ("don", "'", "t"), ("doesn", "'", "t"))
_IS_NOT = (("is", "not"), ("isn", "'", "t"), ("not",))

UNDEFINED = (
    ("undefined",),
    ("impossible",),
    ("is", "impossible"),
    ("none",),
    ("there", "is", "no", "product"),
    ("there", "is", "none"),
    ("is", "undefined"),
    ("no", "such", "product"),
    *((*no, "be", done) for no in _CANNOT for done in ("formed", "multiplied", "computed")),
    *((*no, what) for no in _DO_NOT for what in ("exist", "fit")),
    *((*no, what) for no in _IS_NOT for what in ("defined", "possible")),
)
"""The ways to say that there is no product."""

BEGINS_UNDEFINED = frozenset(words[0] for words in UNDEFINED)

VERBS = (
    ("is", "equal", "to"),
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
