"""Telling prose from a claim that cannot be read."""

import re

from qkvsym.reading.phrases import NUMBER_WORDS, UNREAL

_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_CALL = re.compile(r"[A-Za-z0-9_]\(")
_SIGN = re.compile(r'[=\[\]{}<>@^|*/+×·∈!%#"]')
_MANY_WORDS = 4
_MANY = "|".join(word for word, number in NUMBER_WORDS.items() if number > 1)
_NUMBER = re.compile(rf"[0-9]|\b(?:{_MANY})\b", re.IGNORECASE)
_CLAIM = re.compile(
    r"\b(?:(?:q|k|v|query|key)\b[^.;=]{0,30}?"
    r"(?::|\b(?:is|are|has|have|becomes?|gives?|comes|works|cannot|does)\b)|we (?:get|have)"
    r"|(?:it|its [a-z]{1,12}|output|result)(?: vector)? (?:is|are|has|have))"
    rf"[^.;]{{0,25}}?\b(?:[0-9]+|{_MANY}|undefined|zero|scalar|not exist|be computed|"
    r"the same (?:shape|size|length))\b",
    re.IGNORECASE,
)

NOT_READ = "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2"


def is_prose(text: str) -> bool:
    """Whether a line that cannot be read makes no claim: words, and no sign of a formula."""
    words = _LONG_WORD.findall(text)
    if not words or _CALL.search(text) or "__" in text:
        return False
    signs = len(_SIGN.findall(text.rstrip(" !")))
    if "=" in text or "[" in text:
        return False
    return signs == 0 or (len(words) >= _MANY_WORDS and not set("{}<>@^|#%") & set(text))


def has_number(text: str) -> bool:
    """Whether a number from two on is in it, in digits or in words."""
    return _NUMBER.search(text) is not None


def claim_in_words(text: str) -> re.Match[str] | None:
    """Where a result and a number are put together in words that are not read; None for nowhere."""
    found = _CLAIM.search(text)
    if found is None or UNREAL.intersection(_LONG_WORD.findall(text.lower()[: found.start()])):
        return None
    return found
