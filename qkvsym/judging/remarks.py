"""What may stand beside a short answer, an option or a number, and takes nothing of it back.

Words that are not known could deny the answer, or give another one, so only those that are known
may stand beside it. Behind because anything may be said.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from qkvsym.judging.filled import OPTION
from qkvsym.reading import bounds
from qkvsym.reading.phrases import GIVES_A_REASON
from qkvsym.reading.symbols import SUBSCRIPTS
from qkvsym.reading.vocabulary import WRITTEN_OUT

GRAMMAR = frozenset(
    (
        *("a", "an", "the", "it", "its", "is", "are", "was", "be", "they", "these", "this", "that"),
        *("of", "by", "my", "i", "am", "we", "think", "believe", "say", "so", "then", "here", "to"),
        *("must", "will", "should", "yes", "do", "s", "d", "m", "sure", "surely", "clearly"),
        *("obviously", "definitely", "certainly", "course", "therefore", "thus", "hence"),
        *("answer", "ans", "solution", "option", "choice", "number", "chosen", "checkmark"),
        *("textbf", "textit", "texttt", "textsf", "textnormal", "textsuperscript", "emph", "text"),
        *("mathbf", "mathrm", "underline", "uline", "boxed", "fbox", "mbox", "ensuremath"),
    )
)
"""Words that are part of no answer."""
SPOKEN: Mapping[str, str] = {f"w_{role}": word for word, role in WRITTEN_OUT.items()}
"""The matrices, and what each is called in words."""
NAMES = frozenset(("x", *SPOKEN))
EXPLAINS = NAMES | frozenset(
    (
        *("from", "with", "and", "make", "made", "give", "use", "used", "decide", "determine"),
        *("set", "come", "came", "matrix", "output", "length", "size", "shape", "dimension"),
        *("belong", "done", "ok", "has", "have", "had", "as", "many", "like", "for", "in", "at"),
        *("row", "column", "entry", "component", "element", "token", "vector"),
        *("query", "key", "value", "input", "weight", "rule", "q", "k", "v", "w", "d_in", "d_out"),
        *("product", "result"),
        *("need", "sum", "compute", "computed", "obtain", "obtained", "produce", "produced"),
    )
)
"""Words that explain an answer, and neither deny nor change it."""
SIGNS = frozenset((*",;:.&$*_`!(){}\\[]#|✓✔✅→←'\"-–—=", "->", "<-", "=>"))
_DENYING = frozenset(
    (
        *("not", "no", "never", "neither", "nor", "none", "but", "except", "or", "wrong", "false"),
        *("unless", "without", "cannot", "can", "isn", "doesn", "don", "wasn", "aren", "unlike"),
    )
)
_REASON = re.compile(rf"\b(?:{'|'.join(GIVES_A_REASON)})\b", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z]+(?:_[a-z]+)?|[0-9]+(?:\.[0-9]+)?|->|=>|<-|!=|\.{2,}|\S")
_LAYOUT = re.compile(
    r"\\(?:noindent|q?quad|large|small|bf|it|par|bigskip|medskip|smallskip|centering|hfill)\b"
    r"|\\[hv]space\*?\{[^{}]{0,20}\}|\\(?:text)?color\{[a-z]{1,20}\}"
    r"|\\(?:begin|end)\{[a-z]{1,12}\*?\}|\\\\(?:\[[^\]]{0,10}\])?|~|&nbsp;|\ufe0f"
    r"|</?(?:b|i|u|p|em|strong|code|sub|sup|mark|span|br) ?/?>"
)
_INDEX = re.compile(r"\}?\\?[_^][{( ]*(?:\\(?:text|mathrm|mathit|rm)[{ ]?)?")
_INSTEAD = re.compile(r"\b(?:instead of|rather than|(?:and|but) not)\b")
# As in !2, W_k = !W_q, -W_k and W_k', which are something else than what they are glued to.
_GLUED = re.compile(
    r"!(?=[$*_({\[\\]{0,4}\w)|=!|[-−–](?=[$*_({\[\\]{0,4}w)|(?<=[a-z0-9}$])'(?![a-z])"
)
_PRODUCT = re.compile(r"\bx(?=w)")
_SPELLING = str.maketrans({**SUBSCRIPTS, "ᵥ": "v", "’": "'"})
_MATRIX = re.compile(r"w_?[qkv]")
_PLURAL = re.compile(r"(?:(?P<y>\w+)ies|(?P<es>\w+(?:ch|sh|x|ss))es|(?P<s>\w{2,}[^\Ws])s)\Z")
_UNKNOWN = " ? "


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
    plain = (text[box.end() :] if box else text).lower().translate(_SPELLING)
    plain = _INDEX.sub("_", _LAYOUT.sub(" ", plain))
    plain = _INSTEAD.sub("not", _GLUED.sub(_UNKNOWN, _PRODUCT.sub("x ", plain)))
    return [_word(one) for one in _TOKEN.findall(plain)]


def _word(token: str) -> str:
    if _MATRIX.fullmatch(token):
        return f"w_{token[-1]}"
    found = _PLURAL.match(token)
    if found is None:
        return token
    return f"{found['y']}y" if found["y"] else found["es"] or found["s"]


def is_sign(token: str) -> bool:
    """Whether a token is neither a word nor a number."""
    return not token[0].isalnum()


def are_known(said: Collection[str], more: Collection[str] = EXPLAINS) -> bool:
    """Whether every word and sign changes no answer: grammar, or one of `more`."""
    return all(one in (SIGNS if is_sign(one) else GRAMMAR) or one in more for one in said)


def denies(said: Collection[str]) -> bool:
    """Whether words may deny what stands behind them."""
    return not _DENYING.isdisjoint(said)
