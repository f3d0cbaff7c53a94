"""Which of the values that a text mentions it claims as the answer; none, where it may be several.

A value counts by what stands before it: the name of the result, a word that concludes, a box; else
it must be the first thing said, or the only value. The last claim counts. Another value beside it,
with nothing or a word such as *or* between them, makes the answer unclear.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape

HEDGE = re.compile(
    r"\b(?:or|either|unless|alternative(?:ly)?|otherwise|maybe|perhaps|possibl[ye]|possibility|might|could"
    r"|another|unsure|guess|options?)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:\b[0-9]{1,2}[.)]|\b(?:and|also|both|but|the|a|is|are|it|they|be|then|else|answer|entry"
    r"|entries|lines?|query|key|value|vector|row|shape|of|has|[qkv]|final)\b"
    r"|[\s,;:.=/|()\[\]&·\"'•*+>#-])*+",
    re.IGNORECASE,
)
CONCLUDES = re.compile(
    r"\b(?:answers?|therefore|thus|hence|conclusion|concludes?|so|final(?:ly)?)\b[^.\n;]{0,60}\Z",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"(?:\b(?:not|no(?!:)|never|(?:is|are|do|does|was)n['’]t|neither|nor|instead of|rather than"
    r"|unlike)\b|≠)[ \"'*(:]{0,3}(?:(?!but\b)[\w']{1,20}[ \"'*(=]{1,3}){0,2}\Z",
    re.IGNORECASE,
)
"""What stands before a value that is said not to be the answer."""

REJECTED = re.compile(
    r"[ \"'*)\]]{0,3}(?:(?:is|are|was|would be|were) (?:(?:all|just|both|[a-z]{2,12}ly) )?"
    r"(?:wrong|incorrect|not|false|untrue|invalid|mistaken)"
    r"|(?:isn|aren|wasn)['’]t|can(?:not|['’]t) be|[(:,-] ?(?:wrong|incorrect|false)\b(?! ?[:=]))\b",
    re.IGNORECASE,
)
"""The same behind it."""

_CORRECTS = re.compile(
    r"\b(?:wait|no|sorry|correction|corrected|actually|i meant?"
    r"|rather(?! than)|scratch that)\b",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"\b(?:vs|versus|plus|as well as|as well|respectively|oder|und|ou|et|o|y|e|too|together"
    r"|with|nor|x)\b",
    re.IGNORECASE,
)
_EXPLAINS = re.compile(
    r"\b(?:because|since|for|while|whereas|where|when|which|that|so|thus|therefore|hence|should"
    r"|must|would|needs?|gives?|gave|makes?|made|decides?|reads?|contains?|uses?|used|says?|said"
    r"|match(?:es)?|equals?|were|was|fits?|follows?|becomes?|became|over|against|without|opposed"
    r"|contrast|beats?|means?|get|yields?|conclusion|reversed|transposed|by|into|from|to|in)\b|->",
    re.IGNORECASE,
)
_WORD_FREE = re.compile(r"[^\w\s]|<br ?/?>")
_WORD = re.compile(r"[^\W\d_]+")
_NAME_AT_END = re.compile(r"\b[qkv]'? ?[=:∈] ?\Z|\b(?:q|k|v|query|key|value) is \Z")
_MOST_WORDS_BETWEEN = 3
_CLAUSE_ENDS = re.compile(r"\n|[.;:](?=\s|\Z)|\b(?:because|since|as|for|while|whereas)\b")
_NEARBY = 100
_BEFORE = 90
MOST_MENTIONS = 100
"""How many values of one text are looked at, the last ones."""

_WORDS_BEFORE = 8


@dataclass(frozen=True, slots=True)
class Mention:
    """A value that is mentioned: where, what it is said to be of, and whether it is a conclusion.

    `name` is None where nothing is named. A mention that `refers` to something else is no answer.
    """

    at: int
    end: int
    value: Any
    name: str | None = None
    concludes: bool = False
    told: Any = None


def concludes_at(text: str, at: int) -> bool:
    """Whether the words before a place conclude."""
    return bool(CONCLUDES.search(text[max(0, at - _BEFORE) : at]))


Found = Mention | Literal["unclear"] | None


def claimed(mentions: Sequence[Mention], text: str, names: frozenset[str]) -> Found:
    """The mention that is the answer of a part whose result has one of the names."""
    able = [one for one in mentions if one.name is None or one.name in names]
    able = _corrected(able, text)
    if not able:
        return None
    chosen = _chosen(able, text)
    if chosen is None:
        return "unclear"
    # What is said first may be said again, in a list of all that it could be.
    strong = chosen.name or chosen.concludes
    said = [chosen] if strong else [one for one in able if one.value == chosen.value]
    return "unclear" if any(_rivals(one, each, text) for one in able for each in said) else chosen


def named(mentions: Sequence[Mention], text: str, names: frozenset[str]) -> Found:
    """The same of a text that answers several parts: only what is named counts."""
    beside = [one for one in mentions if one.name is None or one.name in names]
    if not any(one.name in names for one in beside):
        return None
    beside = _corrected(beside, text)
    able = [one for one in beside if one.name in names] or beside[:1]
    return "unclear" if any(_rivals(one, able[-1], text) for one in beside) else able[-1]


def _corrected(able: list[Mention], text: str) -> list[Mention]:
    """The mentions from the last one on that corrects another before it."""
    for n in range(len(able) - 1, 0, -1):
        before, one = able[n - 1], able[n]
        if before.value == one.value or not _ends_there(text, one, one):
            continue
        if _CORRECTS.search(text[max(before.end, one.at - _NEARBY) : one.at]):
            return able[n:]
    return able


def _chosen(able: Sequence[Mention], text: str) -> Mention | None:
    strong = [one for one in able if one.name or one.concludes]
    if strong:
        return strong[-1]
    if _is_first_said(able, text):
        return able[0]
    values = [one.value for one in able]
    return able[-1] if all(value == values[0] for value in values) else None


def _is_first_said(able: Sequence[Mention], text: str) -> bool:
    """Whether the first clause that says anything says one value, after a few words at most."""
    first = able[0]
    before = text[: first.at].strip()
    ends = _CLAUSE_ENDS.search(text, first.end)
    end = ends.start() if ends else len(text)
    if isinstance(first.value, Matrix | Shape | tuple):
        # What explains such a value says what others are of.
        return False
    alone = all(one.value == first.value or one.at >= end for one in able)
    leads = not before and text[first.end : first.end + 1] in ("", *"\n.,;: )")
    return (alone or leads) and len(before.split()) <= _WORDS_BEFORE and "\n" not in before


def _rivals(one: Mention, chosen: Mention, text: str) -> bool:
    """Whether another value stands beside the chosen one as if it were an answer too."""
    if one.value == chosen.value:
        return False
    first, second = sorted((one, chosen), key=lambda mention: mention.at)
    gap = text[first.end : second.at]
    if gap.strip() == "=" and _entries(first.value) == _entries(second.value):
        # A column and the row that it is turned into.
        return False
    if len(gap) > _NEARBY:
        return False
    if HEDGE.search(gap):
        return True
    if _FILLER.fullmatch(gap) and _ends_there(text, second, one):
        return True
    return _are_side_by_side(gap, text, second)


def _are_side_by_side(gap: str, text: str, second: Mention) -> bool:
    """Whether a few words or signs, of whatever kind, are all that stands between two values.

    What explains the one by the other has a verb or a reason in it, or goes on.
    """
    gap = _NAME_AT_END.sub(" ", gap)
    joined = _JOINS.sub(" ", gap)
    if "=" in gap or _EXPLAINS.search(joined):
        return False
    if joined != gap and _FILLER.fullmatch(_WORD_FREE.sub("", joined)):
        return True
    few = len(_WORD.findall(joined)) <= _MOST_WORDS_BETWEEN
    return few and _ends_there(text, second, second)


def _entries(value: Any) -> Any:
    return value.entries if isinstance(value, Matrix) else value


def _ends_there(text: str, second: Mention, one: Mention) -> bool:
    """Whether nothing is said of the second value that makes it something else than an answer."""
    behind = text[second.end : second.end + 40].lstrip(" *)]\"'")
    joins = re.match(r"and\b", behind) or HEDGE.match(behind) or _JOINS.match(behind)
    goes_on = re.match(r"[A-Za-z]", behind) and not joins
    return second is not one or not goes_on
