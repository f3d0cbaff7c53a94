"""Answers that are compared as they are: the words of an option, a number."""

import re
from collections.abc import Sequence

_INDEX = re.compile(r"\\?[_^][{ ]?")
_SPELLING = str.maketrans("ₖᵥ", "kv")
_TICK = re.compile(r"\A[ \t]*(?:[-*+•][ \t]+)?\\?\[[xX✓✔]\\?\]")
_WORD = re.compile(r"[a-z]+(?:_[a-z]+)?|[0-9]+")
_MATRIX = re.compile(r"w_?[qkv]")
_NOT = "not|no|don|doesn|isn|never|neither|nor"
_DENIES = re.compile(rf"\b(?:{_NOT})\b")
_FEW_WORDS = 3

_NUMBER = re.compile(r"[0-9]{1,4}")
_BULLET = re.compile(r"[-*+•–][ \t]+")
_REASON = re.compile(r"[,;.]?\s(?:because|since|for|as|so|which|where)\b|[.;]\s|\(", re.IGNORECASE)
_WHAT = r"(?:entry|entries|columns?|lines?|places?|positions?)"
_COUNTED = re.compile(rf"[0-9]{{1,4}} {_WHAT}(?: (?:ha(?:s|ve) )?changed?s?)?[ \t]*[:,](?=.*[0-9])")
_UNCLEAR = re.compile(
    rf"\b(?:{_NOT}|without|except|but|or|if|maybe)\b|[-−–+][ \t]*[0-9]", re.IGNORECASE
)
_LIST = re.compile(
    rf"(?:[0-9\s,;:&.$*_]|and|numbers?|answer|the|it|is|in|only|{_WHAT})+", re.IGNORECASE
)


def option_named(text: str, labels: Sequence[str]) -> int:
    """The number, from 1, of the option that a line names by its number or its words; 0 for none.

    >>> option_named("columns", ("the rows of W_q", "the columns of W_q"))
    2
    >>> option_named("not the columns", ("the rows of W_q", "the columns of W_q"))
    0
    """
    said, options = _words(text), [_words(label) for label in labels]
    if said.strip().isdecimal() and 1 <= int(said) <= len(options):
        return int(said)
    named = [option for option in options if option in said]
    longest = [one for one in named if not any(one in more for more in named if more != one)]
    if len(longest) == 1:
        return 0 if _DENIES.search(said.replace(longest[0], " ")) else options.index(longest[0]) + 1
    denied = _DENIES.search(said) and len(said.split()) < _FEW_WORDS
    whole = [number for number, option in enumerate(options, 1) if said in option]
    return whole[0] if said.strip() and not denied and len(whole) == 1 else 0


def _words(text: str) -> str:
    """The words of a text between spaces, without what tells an s or a spelling of W_q apart."""
    spelled = _INDEX.sub("_", _TICK.sub("", text, count=1).lower().translate(_SPELLING))
    words = _WORD.findall(spelled)
    made = (f"w_{word[-1]}" if _MATRIX.fullmatch(word) else word for word in words)
    return (
        f" {' '.join(word[:-1] if len(word) > 3 and word[-1] == 's' else word for word in made)} "
    )


def numbers_said(text: str) -> tuple[int, ...]:
    """The different numbers that a line answers with; none where it is not clear which.

    >>> numbers_said("entry 2, for column 2 is the new one"), numbers_said("1 and 2")
    ((2,), (1, 2))
    >>> numbers_said("all but 2")
    ()
    """
    said = _BULLET.sub("", text.strip(), count=1) if _BULLET.match(text.strip()) else text.strip()
    reason = _REASON.search(said)
    if reason is not None and _NUMBER.search(said, 0, reason.start()):
        said = said[: reason.start()]
    said = _COUNTED.sub("", said, count=1)
    found = tuple(dict.fromkeys(map(int, _NUMBER.findall(said))))
    if _UNCLEAR.search(said) or (len(found) > 1 and not _LIST.fullmatch(said)):
        return ()
    return found
