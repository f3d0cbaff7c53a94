"""Telling prose from a claim that cannot be read."""

import re

_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_CALL = re.compile(r"[A-Za-z0-9_]\(")
_SIGNS = frozenset('=[]{}<>@^|*/+×·∈!%#"')
_MANY_WORDS = 4


def is_prose(text: str) -> bool:
    """Whether a line that cannot be read makes no claim: words, and no sign of a formula."""
    words = _LONG_WORD.findall(text)
    if not words or _CALL.search(text) or "__" in text:
        return False
    signs = sum(char in _SIGNS for char in text)
    if "=" in text or "[" in text:
        return False
    return signs == 0 or (len(words) >= _MANY_WORDS and not set("{}<>@^|#%") & set(text))
