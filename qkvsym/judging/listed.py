"""Answers that are a number, or a list of several: which numbers a line answers with."""

import re
from collections.abc import Collection

from qkvsym.reading import bounds
from qkvsym.reading.phrases import GIVES_A_REASON, NUMBER_WORDS

_NUMBER = re.compile(r"(?<![0-9.])[0-9]{1,4}(?![0-9]|\.[0-9])")
_PLACES = "entries|columns|lines|places|positions|numbers|components|elements|steps"
_PLACE = rf"(?:{_PLACES}|entry|column|line|place|position|number|component|element|step|index)"
_WRONG = "wrong|incorrect|false"
# Nothing else may stand beside a number: what is not known here could deny it.
_BESIDE = (
    rf"[\s,;:&.$*_`!(){{}}\\\]\[#|✓✔✅→←]|->|<-|=>|</?(?:b|i|u|em|strong)>"
    r"|(?<=[0-9])(?:st|nd|rd|th)\b|[qkv](?=_?\{?\[?[0-9])|(?<=[a-z])['’][sdm]\b"
    rf"|\b(?:{_PLACE}|{_WRONG}|and|answer|ans|the|it|its|is|was|has|have|in|at|only|nr|be|are|this"
    r"|that|which|should|must|will|i|think|say|my|new|other|different|differs?|change[sd]?|just"
    r"|mistake|error|slip|contains|of course|textbf|emph|underline|boxed|mathbf|text|checkmark"
    rf"|first(?= (?:{_WRONG}|mistake|error|slip))|(?:new|changed|other|different|{_WRONG}) one"
    r"|of (?:the )?(?:query|key|value|vector|result|output|[qkv]))\b"
)
_ANSWER = re.compile(rf"(?:{_NUMBER.pattern}|{_BESIDE})+", re.IGNORECASE)
_NOTHING_MORE = re.compile(rf"(?:{_BESIDE})*", re.IGNORECASE)
_REASON = rf"(?:{'|'.join(GIVES_A_REASON)})\b"
# What may stand between the last number and a remark, and what begins one.
_TO_A_REMARK = re.compile(
    rf"(?:{_BESIDE})*?(?:[.;:,][ \t]|\(|[ \t][-–—][ \t]|\b(?={_REASON}|(?:so|as|where)\b))",
    re.IGNORECASE,
)
_BEGINS_A_REASON = re.compile(rf"[ \t(]*{_REASON}", re.IGNORECASE)
_ALSO = re.compile(
    r"\b(?:as well|also|too|or|maybe|except)\b|\bso (?:is|are|do|does|did)\b", re.IGNORECASE
)
_TAKEN_BACK = re.compile(r"\W*(?:not|no|unchanged|wrong|stays?|the same)\W*", re.IGNORECASE)
_LEFT_ALONE = re.compile(
    r"\b(?:stay(?:s|ed)?|same|unchanged|not|fine|right|ok|correct|before|was)\b", re.IGNORECASE
)
_BULLET = re.compile(r"\A[ \t]*(?:[-*+•–][ \t]+)?(?:no\b\.?[ \t]*(?=[0-9]))?", re.IGNORECASE)
# How many entries there are is not yet which.
_COUNTED = re.compile(
    rf"\A[0-9]{{1,4}} {_PLACE}(?: (?:ha(?:s|ve) )?changed?s?)?[ \t]*[:,](?:[ \t]*namely\b)?"
    r"(?=.{0,200}[0-9])",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"[0-9][ \t]+(?:{_PLACES}|mistakes?|errors?|slips?)\b", re.IGNORECASE)
_DENIED = re.compile(rf"\bnot (?:{_PLACE} )?[0-9]{{1,4}}\b", re.IGNORECASE)
_IN_WORDS = {
    **{word: number for word, number in NUMBER_WORDS.items() if number > 1},
    "second": 2,
    "third": 3,
    "fourth": 4,
}
_ANY = re.compile(rf"[0-9]+|\b(?:{'|'.join(_IN_WORDS)})\b", re.IGNORECASE)


def numbers_said(text: str) -> tuple[int, ...]:
    """The different numbers that a line answers with; none where it is not clear which.

    >>> numbers_said("entry 2, for column 2 is the new one"), numbers_said("1 and 2")
    ((2,), (1, 2))
    >>> numbers_said("all but 2"), numbers_said("2, no: 3"), numbers_said("2 stayed the same")
    ((), (), ())
    """
    if len(text) > bounds.LONGEST_LINE:
        return ()
    said = _COUNTED.sub("", _BULLET.sub("", text).strip())
    answer = _ANSWER.match(said)
    numbers = list(_NUMBER.finditer(said, 0, answer.end())) if answer else []
    if not numbers or _COUNT.search(said):
        return ()
    found = tuple(dict.fromkeys(int(one[0]) for one in numbers))
    return found if _adds_nothing(said, numbers[-1].end(), found) else ()


def _adds_nothing(said: str, end: int, found: tuple[int, ...]) -> bool:
    """Whether what stands behind the last number takes nothing of it back, and adds nothing."""
    if _NOTHING_MORE.fullmatch(said, end):
        return True
    begins = _TO_A_REMARK.match(said, end)
    if begins is None or _ALSO.search(said):
        return False
    remark = said[begins.end() :]
    if _BEGINS_A_REASON.match(remark):
        return True
    return not (_TAKEN_BACK.fullmatch(remark) or _has_other_number(remark, found))


def _has_other_number(text: str, found: Collection[int]) -> bool:
    """Whether a text has a number, in digits or in words, that is none of those found."""
    words = (one.lower() for one in _ANY.findall(_DENIED.sub("", text)))
    return any((_IN_WORDS.get(one) or int(one)) not in found for one in words)


def may_be_meant(text: str, found: Collection[int]) -> bool:
    """Whether a line that answers with no clear number may name another than those found.

    >>> may_be_meant("Entry 3 changed as well", {2}), may_be_meant("Entries 1 and 3 stay.", {2})
    (True, False)
    """
    begins = _ANSWER.match(text[: bounds.LONGEST_LINE].strip())
    if begins is None or not _has_other_number(begins[0], found):
        return False
    return _ALSO.search(text) is not None or not _LEFT_ALONE.search(text)
