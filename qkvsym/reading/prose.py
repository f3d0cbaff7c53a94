"""Telling prose from a claim that cannot be read."""

import re
from collections.abc import Iterator

from qkvsym.reading.phrases import NUMBER_WORDS, UNREAL
from qkvsym.reading.work import spaces

_LONG_WORD = re.compile(r"[A-Za-z]{2,}")
_CALL = re.compile(r"[A-Za-z0-9_]\(")
_SIGN = re.compile(r'[=\[\]{}<>@^|*/+×·∈!%#"]')
_MANY_WORDS = 4
_MANY = "|".join(word for word, number in NUMBER_WORDS.items() if number > 1)
_NUMBER = re.compile(rf"[0-9]|\b(?:{_MANY})\b", re.IGNORECASE)
_SIZE = re.compile(rf"{_NUMBER.pattern}|\bd_[a-z]", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:pages?|parts?|lines?|steps?|exercises?|questions?|tasks?|lessons?|sheets?|rows?|columns?"
    r"|tokens?) [0-9]{1,3}\b(?! ?(?:x|by|×) ?[0-9d])"
    rf"|\ball (?:of )?(?:the )?(?:[23]|two|three)\b(?! (?:x|by|×)\b)"
    rf"|\b(?:[0-9]{{1,3}}|{_MANY}) (?:more|points?|marks?|minutes?|hours?|others?)\b",
    re.IGNORECASE,
)
# What says of something what it is or has, and not what it is made of.
_SAYS = (
    r"(?:(?:is|are|was|were|be|has|have|had|can|ca|cannot|do|does|becomes?|became|gives?|gave|gets?|got"
    r"|makes?|contains?|holds?|yields?|equals?|comes?|came|consists? of|(?:turn|work)(?:s|ed)? out"
    r"|end(?:s|ed)? up|(?:amounts?|adds up|sums up) to)\b)"
)
_ADVERB = "only|just|then|also|now|still|will|must|should|[a-z]{2,12}ly"
_SIZED = rf"(?:[0-9]+|one|{_MANY}|d_[a-z]+)"
_WORK = r"(?:products?|multiplications?|additions?|sums?|steps?|times|ways?)\b"
_THING = r"(?:quer(?:y|ies)|keys?|values?|vectors?|results?|tokens?|matri(?:x|ces))\b"
_COUNT = rf"\b(?:[0-9]+|{_MANY}|d_[a-z]+)\b"
_PARTS = r"(?:entry|entries|components?|elements?|numbers?|rows?|columns?)\b"
_RESULT = r"(?:q|k|v)(?:_?\{?[0-9₀-₉]{1,2}\}?)?(?![\w^])|(?:query|key)\b"
_NTH = r"(?:first|second|third|last)"
_OF_RESULT = (
    rf"\b(?:(?:{_RESULT})[^.;:=\s]{{0,3}}"
    rf"(?:\s+(?!(?:uses?|needs?|depends?|which|that)\b)[^.;:=\s]+){{0,5}}?(?::|\s+{_SAYS})"
    rf"|(?:(?:the|its|each|{_NTH}) (?:entry|component)|(?:entry|component) [0-9]{{1,2}}"
    rf"|(?:the|this) product|result|output|both|it|its [a-z]{{1,12}}|they|we|i|the {_NTH}(?: one)?)"
    rf"(?: of them| vectors?| results?)?,?(?: (?:{_ADVERB})){{0,2}} {_SAYS})"
)
# Whatever is said of these, a number behind it is theirs, but for what it is made of or by.
_OF_ANY = (
    rf"\b(?:{_RESULT}|(?:value vector|vectors|results|outputs|(?:output|result) [a-z]{{1,12}})\b"
    rf"|(?:{_NTH}|[0-9]{{1,2}}(?:st|nd|rd|th)) (?:entry|component)\b"
    r"|(?:entry|component) [0-9]{1,2}\b|shapes (?:are\b|(?=:))|d_[a-z]+ (?:is\b|(?=:)))"
)
_MADE_OF = (
    r"(?:by|from|on|in|than|because|since|of the|uses?|used|using|needs?|needed|takes?|took"
    r"|depends?|which|that|with|for|at|after|before|times|multipl[a-z]+|x|W(?:_?\{?[qkv])?)\b"
)
# What stands behind these words is not what the result is.
_RESULT_NEAR = re.compile(
    rf"{_OF_RESULT}(?:\s+(?!(?:by|from|on|in|than|because|since|of the)\b)[^.;\s]+){{0,4}}\s*\Z",
    re.IGNORECASE,
)
_NEAR = 100
"""How far before a number the result may stand that it is put on, in characters."""
_POSSIBLE = "possible(?! to (?!compute|form|multiply|get|find))"
_WHAT = re.compile(
    rf"{_COUNT}(?! (?:[a-z]{{3,12}} )?{_WORK}| {_THING})|\bno {_PARTS}"
    rf"|\bone {_PARTS}(?! (?:for|per|in|of)\b)"
    r"|\b(?:undefined|zero|scalar|the same (?:shape|size|length)|(?<!not )a column vector)\b"
    r"|\b(?:up|out)(?: as)? a column\b"
    rf"|(?:not|n['’]t) (?:exist|defined|{_POSSIBLE}|be (?:computed|formed|multiplied))\b"
    rf"|\bim{_POSSIBLE}\b",
    re.IGNORECASE,
)
_ANY_BEFORE = re.compile(
    rf"{_OF_ANY}[^\s\w]{{0,3}}(?:\s++(?:result(?:s|ed) in\b|(?!{_MADE_OF})[^.;=\s]++)){{0,5}}?"
    rf"[\s(]*+(?!the same\b|{_COUNT} for\b)(?={_WHAT.pattern})",
    re.IGNORECASE,
)
_MATRIX = r"W_?\{?[qkv](?![\w^])"
_COUNT_OF = re.compile(
    rf"{_COUNT}(?: {_PARTS}|(?:,| and) {_COUNT}) (?:in|for) (?:the )?(?:{_RESULT})"
    rf"|{_COUNT} (?:entries|components|elements|numbers) each\b"
    rf"|\bthere (?:is|are) {_COUNT} {_PARTS} (?:in|of) {_MATRIX}"
    rf"|\b{_PARTS} (?:in|of) (?:the )?(?:{_RESULT}|{_MATRIX})[^\s\w]{{0,3}}"
    rf"(?: (?:is|are))? {_COUNT}",
    re.IGNORECASE,
)
_PRODUCT = r"\b[A-Za-z]_\{?\w{1,4}\}? (?:times )?[A-Za-z]_\{?\w"
_SUM = re.compile(
    rf"\b(?:sum|add up)\b[^.;]{{0,40}}{_PRODUCT}|{_PRODUCT}[^.;]{{0,4}} (?:plus|summed)\b",
    re.IGNORECASE,
)

_WRITTEN = re.compile(
    rf"(?<!\bnot )(?<!\bthan )\b(?:{_SIZED} ?(?:x|×|by) ?{_SIZED}|{_SIZED} rows? and {_SIZED}"
    rf"|{_SIZED} (?:entry|entries|components?|elements?))\b|(?<!not )\({_SIZED}, ?{_SIZED}\)"
    rf"|\b(?:it|they|answer|length)(?: (?!the\b)[a-z]+){{0,2}} {_SIZED}[ .!]*\Z",
    re.IGNORECASE,
)

NOT_READ = "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2"
WORDS_BEHIND = "the words behind the claim are not checked"
SAID_TO_BE_WRONG = "what is said to be wrong is not checked"
REASON_IN_WORDS = "the reason given in words is not checked"
UNCHECKED = frozenset((WORDS_BEHIND, SAID_TO_BE_WRONG, REASON_IN_WORDS))
"""What is noted where a line says more than what is read of it."""
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
    return _SIZE.search(_PLACE.sub(spaces, text))


def shape_in(text: str) -> re.Match[str] | None:
    """Where what looks like a shape stands, or a number of entries; None for nowhere."""
    return _WRITTEN.search(text)


def _places(text: str) -> Iterator[int]:
    return (found.start() for found in _WHAT.finditer(text))


def _without_places(text: str) -> re.Match[str] | None:
    ways = (_ANY_BEFORE, _COUNT_OF, _SUM)
    return next(filter(None, (way.search(text) for way in ways)), None)


def claim_in_words(text: str) -> re.Match[str] | None:
    """Where a result and a number, or two entries, are put together in words that are not read.

    None for nowhere.
    """
    text = _PLACE.sub(spaces, text)
    # Numbers are fewer than the words that a claim may begin with.
    near = (_RESULT_NEAR.search(text, max(0, at - _NEAR), at) for at in _places(text))
    found = next(filter(None, near), None) or _without_places(text)
    if found is None or UNREAL.intersection(_LONG_WORD.findall(text.lower()[: found.start()])):
        return None
    return found
