"""Answers that are a number, or a list of several: which numbers a line answers with."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from qkvsym.judging.remarks import GRAMMAR, are_known, denies, is_sign, tokens, without_reason
from qkvsym.reading import bounds
from qkvsym.reading.work import spaces

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
_PLURAL = "entries|columns|lines|places|positions|numbers|components|elements|steps|rows"
_COUNTED_PLACE = rf"(?:{_PLURAL}|entry|column|line|place|position|component|element|step)"
_ENDS_OF_NUMBERS = ("st", "nd", "rd", "th")
_JOIN = frozenset((*",;&", "and"))
_EXPLAINS = frozenset(
    (
        *("where", "in", "at", "and", "with", "for", "has", "have", "from", "as", "column", "q"),
        *("k", "v", "w_q", "w_k", "w_v", "matrix", "vector", "result", "product", "output"),
        *("use", "used", "make", "made", "give", "come", "only", "just", "query", "key", "value"),
    )
)
_LED_BY = frozenset(("in", "at", "and", "only", "just", "where", *_ENDS_OF_NUMBERS))
"""What may stand right before a number, beside what is said of its place."""
_BULLET = re.compile(r"\A[ \t]*(?:[-*+•–][ \t]+)?(?:(?:no|nr)\b\.?[ \t]*(?=[0-9]))?", re.IGNORECASE)
# How many entries there are is not yet which.
_COUNTED = re.compile(
    rf"\A(?P<count>[0-9]{{1,4}}) {_COUNTED_PLACE}(?: (?:ha(?:s|ve) )?changed?s?)?[ \t]*[:,]"
    r"(?:[ \t]*namely\b)?(?=.{0,200}[0-9])",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"[0-9][ \t]+(?:[a-z]{{1,12}}[ \t]+)?(?:{_PLURAL}|mistakes?|errors?|slips?)\b|\bnumber of\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"[-–—−][0-9]")
_NTH = "|".join(_ORDINALS)
_NUMBERS = rf"(?:[0-9]{{1,4}}|{_NTH})(?:(?:, ?(?:and )?| and )(?:[0-9]{{1,4}}|{_NTH})){{0,15}}+\b"
_STAYS = (
    r"(?:stay(?:s|ed)?(?: (?:the same|as (?:it|they) (?:is|are|was|were)))?|unchanged|the same"
    r"|(?:do|does|did) not change"
)


def _said_of_others(more: str) -> re.Pattern[str]:
    """What denies a number, and what says of other numbers that they are not asked for."""
    return re.compile(
        rf"\b(?:and )?not (?:{_COUNTED_PLACE} )?(?P<denied>[0-9]{{1,4}})\b(?P<but>,? but\b)?"
        rf"|(?:\b(?:the|all|both) ){{0,2}}\b(?:rest"
        rf"|others?(?: (?:ones?|two|three|{_COUNTED_PLACE}))?"
        rf"|(?:{_COUNTED_PLACE} )?(?P<stay>{_NUMBERS})(?: {_COUNTED_PLACE})?)"
        rf"(?: (?:all|are|is|were|was)){{0,2}} {_STAYS}{more})\b",
        re.IGNORECASE,
    )


@dataclass(frozen=True, slots=True)
class _Topic:
    """What is asked for, and what may be said of it."""

    places: Sequence[str]
    about: Sequence[str]
    # What makes of first no number, as in the first mistake.
    first: Sequence[str]
    others: re.Pattern[str]


_TOPICS: Mapping[str, _Topic] = {
    "moved": _Topic(
        ("entry", "column", "place", "position", "component", "element"),
        (
            *("new", "change", "changed", "different", "differ", "affected", "replaced"),
            *("altered", "modified", "updated", "been", "would"),
        ),
        (),
        _said_of_others(""),
    ),
    "line": _Topic(
        ("line", "step"),
        ("wrong", "incorrect", "false", "mistake", "error", "slip", "contain"),
        ("wrong", "incorrect", "false", "mistake", "error", "slip"),
        _said_of_others("|right|correct|fine|ok|follows?"),
    ),
}
"""By the name of the part."""
_ANY = re.compile(rf"[0-9]|\b(?:{_NTH})\b", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]{1,4}")


class Numbers:
    """What answers a part that asks for one number, of an entry of a role's result or of a line."""

    expected = "one number is expected, as in 2"

    def __init__(self, part: str, role: str = "") -> None:
        self._topic = _TOPICS[part]
        self._role = role if part == "moved" else ""
        self._about = frozenset((*self._topic.places, *self._topic.about, *_ENDS_OF_NUMBERS))
        self._known = self._about | _EXPLAINS
        self._led_by = self._about | _LED_BY | GRAMMAR
        self._before_one = self._about.union(_ORDINALS, ("the",))
        self._between = _JOIN | self._about.union(("the", self._role, *"$*`_{}()[]"))

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
        line = _BULLET.sub(spaces, without_reason(text))
        counted = _COUNTED.match(line.lstrip())
        rest, others, denied_at = self._without_others(line)
        # In not 1 and 2 it is not clear which are denied.
        clear = denied_at is None or _ANY.search(rest, 0, denied_at) is not None
        rest = _COUNTED.sub("", rest.lstrip())
        if _COUNT.search(rest) or _RANGE.search(rest):
            return ()
        said = tokens(rest)
        places, beside = self._parted(said)
        numbers = tuple(dict.fromkeys(number for _, number in places))
        if counted is not None and int(counted["count"]) != len(numbers):
            return ()
        clear = clear and are_known(beside, self._known) and not others.intersection(numbers)
        return numbers if clear and self._are_listed(said, places) else ()

    def leaves(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing leaves the answers that were found as they are.

        >>> entry = Numbers("moved")
        >>> entry.leaves("Entries 1 and 3 stay.", {2}), entry.leaves("No, both changed", {2})
        (True, False)
        """
        rest, others, _ = self._without_others(without_reason(text))
        _, beside = self._parted(tokens(rest))
        return are_known(beside, self._known) and not (
            others.intersection(found) or self.names_other(text, found)
        )

    def names_other(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing names another number than those found."""
        rest, _, _ = self._without_others(without_reason(text))
        places, _ = self._parted(tokens(rest))
        return any(number not in found for _, number in places)

    def denies(self, text: str, found: Collection[int]) -> bool:
        """Whether words of a line may deny what was found below it."""
        rest, others, _ = self._without_others(text)
        return denies(tokens(rest)) or not others.isdisjoint(found)

    def explained(self, text: str) -> bool:
        """Whether a reason is given, or something is computed."""
        return "=" in text or without_reason(text) != text

    def shown(self, number: int) -> str:
        """The number."""
        return str(number)

    def _parted(self, said: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
        """The numbers with their places, and what stands beside them."""
        places, beside = list[tuple[int, int]](), list[str]()
        for at, one in enumerate(said):
            before, behind = said[max(at - 1, 0) : at], said[at + 1 : at + 2]
            if _DIGITS.fullmatch(one):
                places.append((at, int(one)))
            elif self._is_no_number(one, "".join(behind)):
                continue
            elif one in _ORDINALS:
                places.append((at, _ORDINALS[one]))
            elif one != "one" or self._before_one.isdisjoint(before):
                beside.append(one)
        return places, beside

    def _is_no_number(self, one: str, behind: str) -> bool:
        """Whether a word is known by the one behind it, as in x W_q, or the first mistake."""
        if one == "x":
            return behind.startswith("w_")
        return one == "first" and behind in self._topic.first

    def _are_listed(self, said: Sequence[str], places: Sequence[tuple[int, int]]) -> bool:
        """Whether numbers are those of places, and nothing but a list joins different ones."""
        apart = [
            said[first + 1 : second]
            for (first, number), (second, other) in pairwise(places)
            if number != other
        ]
        joined = all(self._between.issuperset(one) and not _JOIN.isdisjoint(one) for one in apart)
        return joined and all(self._is_of_place(said, at) for at, _ in places)

    def _is_of_place(self, said: Sequence[str], at: int) -> bool:
        """Whether a number is no index of another name, and counts or measures nothing."""
        before = [one for one in said[:at] if one not in "$*`{}()[]"][-1:]
        if before == ["_"]:
            return said[at - 2 : at - 1] == [self._role]
        word = before[0] if before else ":"
        return is_sign(word) or word in self._led_by or word == self._role or word.isdigit()

    def _without_others(self, text: str) -> tuple[str, set[int], int | None]:
        """The text without what it says of others, these, and where one is denied."""
        others, denied_at = set[int](), None
        for found in self._topic.others.finditer(text):
            said = (found["denied"] or found["stay"] or "").lower()
            others.update(int(one) for one in _DIGITS.findall(said))
            others.update(number for word, number in _ORDINALS.items() if word in said)
            if found["denied"] and not found["but"] and denied_at is None:
                denied_at = found.start()
        return self._topic.others.sub(spaces, text), others, denied_at
