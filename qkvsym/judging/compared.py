"""Answers that are compared as they are: the words of an option, a number."""

import re
from collections.abc import Sequence

from qkvsym.reading import bounds

_INDEX = re.compile(r"\\?[_^][{ ]?")
_SPELLING = str.maketrans("ₖᵥ", "kv")
_TICK = re.compile(r"\A[ \t]*(?:[-*+•][ \t]+)?\\?\[[ xX✓✔]?\\?\]")
_WORD = re.compile(r"[a-z]+(?:_[a-z]+)?|[0-9]+")
_MATRIX = re.compile(r"w_?[qkv]")
_NOT = "not|no|don|doesn|isn|never|neither|nor"
_DENIES = re.compile(rf"\b(?:{_NOT})\b")
_FEW_WORDS = 3

_NUMBER = re.compile(r"[0-9]{1,4}")
_BULLET = re.compile(r"\A[ \t]*(?:[-*+•–][ \t]+)?(?:no\b\.?[ \t]*(?=[0-9]))?", re.IGNORECASE)
_WHAT = r"(?:entry|entries|columns?|lines?|places?|positions?|numbers?)"
_LISTED = rf"(?:[0-9\s,;&.$*_]|and|answer|the|it|is|in|only|{_WHAT})"
_LIST = re.compile(rf"{_LISTED}+", re.IGNORECASE)
_REMARK = re.compile(
    r"[,;.]?\s(?:because|since|for|which|where|not|as(?! well)|so(?! (?:is|are|do|does|did)))\b"
    rf"|[.;:]\s|\(|\s-\s|,\s(?!{_LISTED}|but\b|or\b)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"[0-9]{{1,4}} {_WHAT}(?: (?:ha(?:s|ve) )?changed?s?)?[ \t]*[:,](?={_LISTED}+\Z)",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\bas well\b|\bso (?:is|are|do|does|did)\b", re.IGNORECASE)
_UNCLEAR = re.compile(
    rf"\b(?:{_NOT}|without|except|but|or|if|maybe)\b|[-−–+][ \t]*[0-9]", re.IGNORECASE
)


def option_alone(text: str, labels: Sequence[str]) -> int:
    """The number, from 1, of the option that a line is, by its number or its words; 0 for none."""
    said, options = _words(text), [_words(label) for label in labels]
    if _NUMBER.fullmatch(said.strip()) and 1 <= int(said) <= len(options):
        return int(said)
    denied = _DENIES.search(said) and len(said.split()) < _FEW_WORDS
    whole = [number for number, option in enumerate(options, 1) if said in option]
    return whole[0] if said.strip() and not denied and len(whole) == 1 else 0


def option_named(text: str, labels: Sequence[str]) -> int:
    """The number, from 1, of the option that a line is, or speaks of; 0 for none, or several.

    >>> option_named("columns", ("the rows of W_q", "the columns of W_q"))
    2
    >>> option_named("not the columns", ("the rows of W_q", "the columns of W_q"))
    0
    """
    alone = option_alone(text, labels)
    said, options = _words(text), [_words(label) for label in labels]
    named = [option for option in options if option in said]
    longest = [one for one in named if not any(one in more for more in named if more != one)]
    if alone or len(longest) != 1:
        return alone
    return 0 if _DENIES.search(said.replace(longest[0], " ")) else options.index(longest[0]) + 1


def _words(text: str) -> str:
    """The words of a text between spaces, without what tells an s or a spelling of W_q apart.

    None of a line that is too long to be read.
    """
    if len(text) > bounds.LONGEST_LINE:
        return ""
    spelled = _INDEX.sub("_", _TICK.sub("", text, count=1).lower().translate(_SPELLING))
    words = _WORD.findall(spelled)
    made = (f"w_{word[-1]}" if _MATRIX.fullmatch(word) else word for word in words)
    return (
        f" {' '.join(word[:-1] if len(word) > 3 and word[-1] == 's' else word for word in made)} "
    )


def numbers_alone(text: str) -> bool:
    """Whether a line is a number or several, and nothing else."""
    short = len(text) <= bounds.LONGEST_LINE and _NUMBER.search(text)
    return bool(short and _LIST.fullmatch(_BULLET.sub("", text, count=1).strip()))


def numbers_said(text: str) -> tuple[int, ...]:
    """The different numbers that a line answers with; none where it is not clear which.

    >>> numbers_said("entry 2, for column 2 is the new one"), numbers_said("1 and 2")
    ((2,), (1, 2))
    >>> numbers_said("all but 2")
    ()
    """
    if len(text) > bounds.LONGEST_LINE:
        return ()
    said = _COUNTED.sub("", _BULLET.sub("", text, count=1).strip(), count=1)
    remark = next(
        (one for one in _REMARK.finditer(said) if _NUMBER.search(said[: one.start()])), None
    )
    if remark is not None and not _goes_on(said[remark.start() :]):
        said = said[: remark.start()]
    found = tuple(dict.fromkeys(map(int, _NUMBER.findall(said))))
    if (
        _ALSO.search(text)
        or _UNCLEAR.search(said)
        or (len(found) > 1 and not _LIST.fullmatch(said.replace("(", "").replace(")", "")))
    ):
        return ()
    return found


def _goes_on(rest: str) -> bool:
    """Whether what stands behind a number is more of the answer: 2; 1, or 3 (or 4)."""
    bare = rest.strip("().;: \t").removeprefix("or ")
    return bool(_NUMBER.search(bare) and _LIST.fullmatch(bare))
