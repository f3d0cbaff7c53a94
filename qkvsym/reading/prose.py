"""Telling prose from a claim that cannot be read."""

import re

from qkvsym.reading.phrases import NUMBER_WORDS, UNREAL

_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_CALL = re.compile(r"[A-Za-z0-9_]\(")
_SIGNS = frozenset('=[]{}<>@^|*/+×·∈!%#"')
_MANY_WORDS = 4
_CLAIM = re.compile(
    r"\b(?:q|k|v|query|key)(?: vector)?(?: *:| (?:is|are|has|have|becomes|gives|comes|works)\b)"
    rf"[^.,;]{{0,25}}?\b(?:[0-9]+|{'|'.join(NUMBER_WORDS)}|undefined)\b",
    re.IGNORECASE,
)


def is_prose(text: str) -> bool:
    """Whether a line that cannot be read makes no claim: words, and no sign of a formula."""
    words = _LONG_WORD.findall(text)
    if not words or _CALL.search(text) or "__" in text:
        return False
    signs = sum(char in _SIGNS for char in text.rstrip(" !"))
    if "=" in text or "[" in text:
        return False
    return signs == 0 or (len(words) >= _MANY_WORDS and not set("{}<>@^|#%") & set(text))


def claim_in_words(text: str) -> re.Match[str] | None:
    """Where a result and a number are put together in words that are not read; None for nowhere."""
    found = _CLAIM.search(text)
    if found is None or UNREAL.intersection(_LONG_WORD.findall(text.lower()[: found.start()])):
        return None
    return found
