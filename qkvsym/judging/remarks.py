"""What may stand beside a short answer, an option or a number, and takes nothing of it back.

Words that are not known could deny the answer, or give another one, so only those that are known
may stand beside it. Behind because anything may be said.
"""

import re
from collections.abc import Collection, Sequence

from qkvsym.judging.filled import OPTION
from qkvsym.reading import bounds

GRAMMAR = frozenset(
    (
        *("a", "the", "it", "its", "is", "are", "was", "be", "they", "these", "this", "that"),
        *("of", "by", "my", "i", "we", "think", "say", "so", "then", "here", "must", "yes", "do"),
        *("s", "d", "m", "ok", "sure", "clearly", "answer", "ans", "an", "option", "choice", "to"),
        *("number", "chosen", "only", "just", "will", "should", "therefore", "thus", "hence"),
        *("textbf", "textit", "emph", "text", "mathbf", "underline", "boxed", "checkmark"),
    )
)
"""Words that are part of no answer."""
_EXPLAINS = frozenset(
    (
        *("from", "with", "and", "x", "made", "make", "give", "use", "used", "decide", "set"),
        *("come", "came", "matrix", "output", "length", "size", "shape", "dimension", "inner"),
        *("outer", "match", "belong", "done", "has", "have", "had", "as", "many", "like", "fit"),
        *("equal", "each", "per", "for", "in", "at", "row", "column", "entry", "component"),
        *("element", "token", "vector", "query", "key", "value", "input", "weight", "rule", "q"),
        *("k", "v", "w", "w_q", "w_k", "w_v", "d_in", "d_out", "product", "result", "count"),
        *("need", "sum", "line", "place", "position", "step", "index", "neq"),
    )
)
_SIGNS = frozenset((*",;:.&$*_`!(){}\\[]#|✓✔✅→←'\"-–—+·×=@^", "->", "<-", "=>"))
_REASON = re.compile(r"\b(?:because|since|due to)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z]+(?:_[a-z]+)?|[0-9]+(?:\.[0-9]+)?|->|=>|<-|!=|\.{2,}|\S")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|code|sub|sup)>")
_INDEX = re.compile(r"\}?\\?[_^][{( ]*")
_UNEQUAL = re.compile(r"(?<=[0-9])[$ ]*(?:!=|≠|\\neq?\b)[$ ]*(?=[0-9])")
_SPELLING = str.maketrans("ₖᵥ₀₁₂₃₄₅₆₇₈₉’", "kv0123456789'")
_PRODUCT = re.compile(r"\bx(?=w)")
_MATRIX = re.compile(r"w_?[qkv]")
_SHORTEST_PLURAL = 4


def without_reason(text: str) -> str:
    """The text up to the word that begins a reason.

    >>> without_reason("W_k, because A has 3 entries")
    'W_k, '
    """
    found = _REASON.search(text)
    return text if found is None else text[: found.start()]


def tokens(text: str) -> Sequence[str]:
    """The words, numbers and signs of a text; a word is one, however a plural or W_q is written.

    None of a line that is too long to be read.

    >>> tokens("the columns of $W_{q}$")
    ['the', 'column', 'of', '$', 'w_q', '}', '$']
    """
    if len(text) > bounds.LONGEST_LINE:
        return ()
    box = OPTION.match(text)
    bare = text[box.end() :] if box else text
    plain = _INDEX.sub("_", _TAG.sub(" ", bare.lower().translate(_SPELLING)))
    plain = _PRODUCT.sub("x ", plain)
    return [_word(one) for one in _TOKEN.findall(_UNEQUAL.sub(" = ", plain))]


def _word(token: str) -> str:
    if _MATRIX.fullmatch(token):
        return f"w_{token[-1]}"
    if len(token) >= _SHORTEST_PLURAL and token.endswith("s") and not token.endswith("ss"):
        return f"{token[:-3]}y" if token.endswith("ies") else token[:-1]
    return token


def is_sign(token: str) -> bool:
    """Whether a token is neither a word nor a number."""
    return not token[0].isalnum()


def are_known(said: Collection[str], more: Collection[str] = ()) -> bool:
    """Whether every word and sign is known to change no answer, or is one of `more`."""
    return all(
        one in (_SIGNS if is_sign(one) else _EXPLAINS) or one in GRAMMAR or one in more
        for one in said
    )
