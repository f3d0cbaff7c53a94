"""Answers that are a number, or a list of several: which numbers a line answers with."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from qkvsym.judging.remarks import are_known, tokens, without_reason
from qkvsym.reading import bounds
from qkvsym.reading.lines import undressed

_ORDINALS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        (
            *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
            *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
            "sixteenth",
        ),
        1,
    )
}
_ABOUT: Mapping[str, Sequence[str]] = {
    "moved": ("new", "change", "changed", "different", "differ"),
    "line": ("wrong", "incorrect", "false", "mistake", "error", "slip", "contain"),
}
"""What may be said of the place that is asked for, by the name of the part."""
_ENDS_OF_NUMBERS = ("st", "nd", "rd", "th")
_PLACES = ("entry", "column", "line", "place", "position", "number", "component", "element", "step")
_JOIN = frozenset((*",;&", "and"))
_BETWEEN = _JOIN | frozenset((*"$*`_{}()[]", "the", "q", "k", "v", *_PLACES, *_ENDS_OF_NUMBERS))
"""What joins the numbers of a list."""
_PLURAL = "entries|columns|lines|places|positions|numbers|components|elements|steps"
_PLACE = rf"(?:{_PLURAL}|{'|'.join(_PLACES)})"
_BULLET = re.compile(r"\A[ \t]*(?:[-*+•–][ \t]+)?(?:(?:no|nr)\b\.?[ \t]*(?=[0-9]))?", re.IGNORECASE)
# How many entries there are is not yet which.
_COUNTED = re.compile(
    rf"\A[0-9]{{1,4}} {_PLACE}(?: (?:ha(?:s|ve) )?changed?s?)?[ \t]*[:,](?:[ \t]*namely\b)?"
    r"(?=.{0,200}[0-9])",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"[0-9][ \t]+(?:{_PLURAL}|mistakes?|errors?|slips?)\b", re.IGNORECASE)
_RANGE = re.compile(r"[-–—−][0-9]")
_NUMBERS = r"[0-9]{1,4}(?:(?:,|,? and|, ?and) ?[0-9]{1,4}){0,15}"
# What is said of others says nothing more of the answer.
_OTHERS = re.compile(
    rf"\b(?:and )?not (?:{_PLACE} )?(?P<denied>[0-9]{{1,4}})\b"
    rf"|(?:\b(?:the|all|both) ){{0,2}}\b(?:rest|others?(?: (?:ones?|two|three|{_PLACE}))?"
    rf"|(?:{_PLACE} )?(?P<stay>{_NUMBERS}))(?: (?:all|do|does|are|is|were|was)){{0,2}}"
    r" (?:stay(?:s|ed)?(?: (?:the same|as (?:it|they) (?:is|are|was|were)))?|not change|unchanged"
    r"|the same|right|correct|fine|ok|follows?)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0-9]{1,4}")


class Numbers:
    """What answers a part that asks for one number."""

    expected = "one number is expected, as in 2"

    def __init__(self, part: str) -> None:
        self._about = frozenset((*_ABOUT.get(part, ()), *_ENDS_OF_NUMBERS))
        self._before_one = self._about.union(_ORDINALS)

    def said(self, text: str) -> tuple[int, ...]:
        """The different numbers that a line answers with; none where it is not clear which.

        >>> entry = Numbers("moved")
        >>> entry.said("entry 2, for column 2 is the new one"), entry.said("1 and the third")
        ((2,), (1, 3))
        >>> entry.said("all but 2"), entry.said("2, no: 3"), entry.said("2 stayed the same")
        ((), (), ())
        """
        if len(text) > bounds.LONGEST_LINE:
            return ()
        # What begins a line of work, as Line 3: does, may be the answer.
        return self._said(text) or self._said(undressed(text))

    def leaves(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing leaves the answers that were found as they are.

        >>> entry = Numbers("moved")
        >>> entry.leaves("Entries 1 and 3 stay.", {2}), entry.leaves("No, both changed", {2})
        (True, False)
        """
        rest, others = _without_others(without_reason(text))
        _, beside = self._parted(tokens(rest))
        return are_known(beside, self._about) and not (
            others.intersection(found) or self.names_other(text, found)
        )

    def names_other(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing names another number than those found."""
        rest, _ = _without_others(without_reason(text))
        places, _ = self._parted(tokens(rest))
        return any(number not in found for _, number in places)

    def explained(self, text: str) -> bool:
        """Whether a reason is given, or something is computed."""
        return "=" in text or without_reason(text) != text

    def shown(self, number: int) -> str:
        """The number."""
        return str(number)

    def _said(self, text: str) -> tuple[int, ...]:
        rest, others = _without_others(without_reason(text))
        line = _COUNTED.sub("", _BULLET.sub("", rest).strip())
        if _COUNT.search(line) or _RANGE.search(line):
            return ()
        said = tokens(line)
        places, beside = self._parted(said)
        listed = all(
            _are_joined(said[first + 1 : second])
            for (first, number), (second, other) in pairwise(places)
            if number != other
        )
        numbers = tuple(dict.fromkeys(number for _, number in places))
        clear = listed and are_known(beside, self._about) and not others.intersection(numbers)
        return numbers if clear else ()

    def _parted(self, said: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
        """The numbers with their places, and what stands beside them."""
        places, beside = list[tuple[int, int]](), list[str]()
        for at, one in enumerate(said):
            before, behind = said[at - 1 : at] if at else (), said[at + 1 : at + 2]
            if _DIGITS.fullmatch(one):
                places.append((at, int(one)))
            elif one == "first" and not self._about.isdisjoint(behind):
                continue
            elif one in _ORDINALS:
                places.append((at, _ORDINALS[one]))
            elif one != "one" or self._before_one.isdisjoint(before):
                beside.append(one)
        return places, beside


def _are_joined(between: Sequence[str]) -> bool:
    """Whether what stands between two numbers makes a list of them."""
    return _BETWEEN.issuperset(between) and not _JOIN.isdisjoint(between)


def _without_others(text: str) -> tuple[str, set[int]]:
    """The text without what it says of other numbers than the answer, and these numbers."""
    found = [found["denied"] or found["stay"] or "" for found in _OTHERS.finditer(text)]
    return _OTHERS.sub(" ", text), {int(one) for said in found for one in _DIGITS.findall(said)}
