"""Telling prose from a claim that cannot be read."""

import re
from collections.abc import Iterator

from qkvsym.reading.phrases import NUMBER_WORDS, UNREAL

_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_CALL = re.compile(r"[A-Za-z0-9_]\(")
_SIGN = re.compile(r'[=\[\]{}<>@^|*/+×·∈!%#"]')
_MANY_WORDS = 4
_MANY = "|".join(word for word, number in NUMBER_WORDS.items() if number > 1)
_NUMBER = re.compile(rf"[0-9]|\b(?:{_MANY})\b", re.IGNORECASE)
_SIZE = re.compile(rf"{_NUMBER.pattern}|\bd_[a-z]", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:pages?|parts?|lines?|steps?|exercises?|questions?|tasks?|lessons?|sheets?|rows?|columns?"
    r"|tokens?) [0-9]{1,3}\b"
    r"(?! ?(?:x|by|×) ?[0-9d])",
    re.IGNORECASE,
)
# A verb is any word that does not join a result to something else that is done.
_JOINS = "and|or|in|for|from|of|to|at|on|by|the|then|as|we|i|you|using|first|next"
_VERB = rf"(?!(?:{_JOINS})\b)[a-z]{{2,}}"
_WORK = r"(?:products?|multiplications?|additions?|sums?|steps?|times|ways?)\b"
_COUNT = rf"\b(?:[0-9]+|{_MANY})\b"
_PARTS = r"(?:entry|entries|components?|elements?|numbers?|rows?|columns?)\b"
_RESULT = r"(?:q|k|v)(?:_?\{?[0-9₀-₉]{1,2}\}?)?(?![\w^])|(?:query|key)\b"
_OF_RESULT = (
    rf"\b(?:(?:{_RESULT})[^.;=]{{0,30}}?"
    r"(?::|\b(?:is|are|has|have|becomes?|gives?|comes|works|cannot|does)\b)"
    rf"|(?:{_RESULT}|(?:entry|component)\b(?: [0-9]{{1,2}})?|product|result|output)"
    rf"(?:['’]s)?(?: vector)?,? {_VERB}"
    r"|both(?: of them| vectors| results)? (?:are|have|get|got|come|turn|end)"
    r"|the (?:first|second|third|last)(?: one)? (?:is|gives|becomes|comes)"
    r"|we (?:get|have)|i (?:get|got)|(?:it|its [a-z]{1,12}) (?:is|are|has|have))"
)
_RESULT_NEAR = re.compile(rf"{_OF_RESULT}[^.;]{{0,25}}\Z", re.IGNORECASE)
_NEAR = 100
"""How far before a number the result may stand that it is put on, in characters."""
_WHAT = re.compile(
    rf"{_COUNT}(?! (?:[a-z]{{3,12}} )?{_WORK})|\bno {_PARTS}"
    rf"|\bone {_PARTS}(?! (?:for|per|in|of)\b)"
    r"|\b(?:undefined|zero|scalar|the same (?:shape|size|length)|a column vector)\b"
    r"|\b(?:up|out)(?: as)? a column\b"
    r"|(?:not|n['’]t) (?:exist|defined|possible|be (?:computed|formed|multiplied))\b",
    re.IGNORECASE,
)
_COUNT_OF = re.compile(rf"{_COUNT} {_PARTS} (?:in|for) (?:the )?(?:{_RESULT})", re.IGNORECASE)
_PRODUCT = re.compile(r"\b[A-Za-z]_\{?\w{1,4}\}? (?:times )?[A-Za-z]_\{?\w")

NOT_READ = "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2"
NO_SHAPE = "these words are not read; write the shape alone, as in 1 x 2"


def is_prose(text: str) -> bool:
    """Whether a line that cannot be read makes no claim: words, and no sign of a formula."""
    words = _LONG_WORD.findall(text)
    if not words or _CALL.search(text) or "__" in text:
        return False
    signs = len(_SIGN.findall(text.rstrip(" !")))
    if "=" in text or "[" in text:
        return False
    return signs == 0 or (len(words) >= _MANY_WORDS and not set("{}<>@^|#%") & set(text))


def number_in(text: str) -> re.Match[str] | None:
    """The first number from two on, in digits or in words, or name of a size; None for none.

    The number of a page, a step or a column is none.
    """
    return _SIZE.search(_PLACE.sub(_spaces, text))


def _places(text: str) -> Iterator[int]:
    return (found.start() for found in _WHAT.finditer(text))


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def has_number(text: str) -> bool:
    """Whether a number from two on is in it, in digits or in words."""
    return _NUMBER.search(text) is not None


def claim_in_words(text: str) -> re.Match[str] | None:
    """Where a result and a number, or two entries, are put together in words that are not read.

    None for nowhere.
    """
    text = _PLACE.sub(_spaces, text)
    # Numbers are fewer than the words that a claim may begin with.
    near = (_RESULT_NEAR.search(text, max(0, at - _NEAR), at) for at in _places(text))
    found = next(filter(None, near), None) or _COUNT_OF.search(text) or _PRODUCT.search(text)
    if found is None or UNREAL.intersection(_LONG_WORD.findall(text.lower()[: found.start()])):
        return None
    return found
