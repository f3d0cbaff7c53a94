"""Which option of a choice a line of an answer is, or speaks of."""

import re
from collections.abc import Collection, Sequence

from qkvsym.judging.remarks import (
    EXPLAINS,
    GRAMMAR,
    NAMES,
    SPOKEN,
    are_known,
    denies,
    is_sign,
    tokens,
    without_reason,
)
from qkvsym.reading.phrases import NUMBER_WORDS

_NUMBER = re.compile(r" ([0-9]{1,4}) ")
_DENIED = r" not (?:{0})(?: n?or (?:{0}))*(?P<but> but)?(?= )"
_COMPUTED = NAMES | {"q", "k", "v"}
# A number beside these counts or compares something, and chooses nothing.
_BEFORE_A_COUNT = ("=", "x", "×", "has", "have", "both")
_BEHIND_A_COUNT = ("=", "x", "×", "row", "column", "entry", "component", "element")
_MOST_TELLING = 2
_LONGEST_LIST = 100
"""Of the options that a message names, in characters."""


class Options:
    """What answers a choice: the number or the words of an option.

    What the options are `about` may be named too: "A is W_k"; not what `others` are about.
    """

    def __init__(self, labels: Sequence[str], about: str = "", others: Sequence[str] = ()) -> None:
        self._labels = labels
        letters = [one for one in (about, *others) if len(one) == 1]
        self._letters = re.compile(rf"\b(?:{'|'.join(letters)})\b") if letters else None
        own, theirs = (set(self._tokens(one)) for one in (about, " ".join(others)))
        self._known = (EXPLAINS | {*NUMBER_WORDS} | own) - theirs
        self._options = [_line(tokens(label)) for label in labels]
        words = [frozenset(option.split()) for option in self._options]
        common = frozenset[str]().union(*words).intersection(*words)
        self._telling = [_telling(one - common) for one in words]
        self._of_others = [
            frozenset[str]().union(*words, *self._telling) - own - {*telling}
            for own, telling in zip(words, self._telling, strict=True)
        ]
        # What names each option among other words.
        self._forms = {
            number: {form for form in (option.strip(), *telling) if form}
            for number, (option, telling) in enumerate(
                zip(self._options, self._telling, strict=True), 1
            )
        }
        forms = sorted({form for own in self._forms.values() for form in own}, key=len)
        self._denied = re.compile(_DENIED.format("|".join(map(re.escape, reversed(forms)))))
        named = "; ".join(labels)
        told = f": {named}" if len(named) < _LONGEST_LIST else ", by its number or its words"
        self.expected = f"an option is expected{told}"

    def said(self, text: str) -> tuple[int, ...]:
        """The number, from 1, of the option that a line is, or speaks of; none where it is unclear.

        >>> side = Options(("the rows of W_q", "the columns of W_q"))
        >>> side.said("the columns, for W_q has 2"), side.said("columns, not rows")
        ((2,), (2,))
        >>> side.said("not the columns"), side.said("columns, or the rows")
        ((), ())
        """
        said = self._tokens(without_reason(text))
        if not are_known(list(filter(is_sign, said))) or _is_computed(said):
            return ()
        bare, denied, may_deny_all = self._without_others(_line(said))
        named = self._alone(bare) or self._told(bare) or self._whole(bare)
        return (named,) if named and named not in denied and not may_deny_all else ()

    def is_left(self, text: str) -> bool:
        """Whether an option that is not ticked stands as it was printed, or no more of it."""
        printed = {word for label in self._labels for word in tokens(label)}
        said = self._tokens(text)
        signs = {one for one in said if is_sign(one)}
        words = [one for one in said if not is_sign(one)]
        alone = not words or self._alone(_line(words)) > 0
        return alone and printed.issuperset(words) and signs <= {*"${}\\.,()"}

    def leaves(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing leaves the answers that were found as they are."""
        said = self._tokens(without_reason(text))
        bare, denied, _ = self._without_others(_line(said))
        return (
            not denied.intersection(found)
            and are_known(list(filter(is_sign, said)))
            and all(self._may_stand_beside(bare, number) for number in found)
        )

    def names_other(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing names another option than those found."""
        bare, _, _ = self._without_others(_line(self._tokens(without_reason(text))))
        others = (forms for number, forms in self._forms.items() if number not in found)
        return any(f" {form} " in bare for forms in others for form in forms)

    def denies(self, text: str, found: Collection[int]) -> bool:
        """Whether words of a line may deny what was found below it."""
        bare, denied, _ = self._without_others(_line(self._tokens(text)))
        return denies(bare.split()) or not denied.isdisjoint(found)

    def explained(self, text: str) -> bool:
        """Whether a reason is given, or something is said with numbers."""
        said = self._tokens(text)
        numbers = any(one.isdigit() for one in said) and not self._alone(_line(said))
        return numbers or "=" in said or without_reason(text) != text

    def shown(self, number: int) -> str:
        """The words of the option."""
        return self._labels[number - 1]

    def _tokens(self, text: str) -> Sequence[str]:
        """Words and signs; the name of a part, such as A, is told from the word a."""
        if self._letters is not None:
            text = self._letters.sub(lambda found: f"part_{found[0].lower()}", text)
        return tokens(text)

    def _alone(self, line: str) -> int:
        """The option that a line is, by its number or by words of its own; 0 for none."""
        words = line.split()
        number = _NUMBER.fullmatch(line)
        if number is not None:
            return int(number[1]) if 1 <= int(number[1]) <= len(self._options) else 0
        # A word of a long title is not yet the title.
        whole = [
            number
            for number, option in enumerate(self._options, 1)
            if line in option and 2 * len(words) >= len(option.split())
        ]
        return whole[0] if words and len(whole) == 1 else 0

    def _told(self, line: str) -> int:
        """The option that a word tells from all others; 0 where others are told of too."""
        words = {*line.split()}
        told = [n for n, telling in enumerate(self._telling, 1) if words.intersection(telling)]
        return told[0] if len(told) == 1 and self._may_stand_beside(line, told[0]) else 0

    def _whole(self, line: str) -> int:
        """The option all whose words stand in a line, if what is beside them changes nothing."""
        named = [n for n, option in enumerate(self._options, 1) if option in line]
        if len(named) != 1:
            return 0
        beside = line.replace(self._options[named[0] - 1], " ")
        return named[0] if self._may_stand_beside(beside, named[0]) else 0

    def _may_stand_beside(self, line: str, number: int) -> bool:
        """Whether words are known, and tell of no other option than this one."""
        words, own = {*line.split()}, {*self._options[number - 1].split()}
        names = words & NAMES if len(own) > 1 and own & NAMES else set[str]()
        known = are_known(words, self._known.union(self._telling[number - 1]))
        return known and words.isdisjoint(self._of_others[number - 1]) and names <= own

    def _without_others(self, line: str) -> tuple[str, set[int], bool]:
        """The words without the options that are denied, which these are, and what may be denied.

        In not the first and the second it is not clear what is.
        """
        denied, first = set[int](), False
        for found in self._denied.finditer(line):
            behind = line[found.end() :].strip()
            first = first or not (line[: found.start()].strip() or found["but"] or not behind)
            said = f"{found[0]} "
            denied.update(
                number
                for number, forms in self._forms.items()
                if any(f" {form} " in said for form in forms)
            )
        bare = self._denied.sub(" ", line)
        return f" {' '.join(bare.split())} ", denied, first


def _is_computed(said: Sequence[str]) -> bool:
    """Whether a line works something out, as x W_q = [1, 2] does, and chooses nothing."""
    left = said[: said.index("=")] if "=" in said else ()
    words = {one for one in left if not is_sign(one)}
    return bool(words) and words <= _COMPUTED


def _is_part(token: str) -> bool:
    return not is_sign(token) and token not in GRAMMAR


def _line(said: Sequence[str]) -> str:
    """The words and numbers between spaces, without what is part of no answer and denies none."""
    kept = []
    compared = {
        at
        for begin, one in enumerate(said[1:-1])
        if one == "and" and said[begin].isdigit() and said[begin + 2].isdigit()
        for at in (begin, begin + 2)
    }
    for at, (one, before, behind) in enumerate(
        zip(said, ("", *said), (*said[1:], ""), strict=False)
    ):
        if one.isdigit():
            counted = before in _BEFORE_A_COUNT or behind in _BEHIND_A_COUNT
            passed = counted or at in compared
        elif one in ("only", "just"):
            passed = before != "not"
        elif one == "both":
            # As in: both have 3 entries.
            passed = bool(behind) and not is_sign(behind)
        elif one == "x" and not behind:
            # A cross, and no token.
            kept.append("?")
            continue
        elif one in ("inner", "outer"):
            passed = behind in ("size", "dimension")
        else:
            passed = not _is_part(one)
        if not passed:
            kept.append(one)
    return f" {' '.join(kept)} "


def _telling(words: Collection[str]) -> Collection[str]:
    """The words that tell an option from the others; of many none does by itself."""
    if len(words) > _MOST_TELLING:
        return ()
    return {*words, *(SPOKEN[word] for word in words if word in SPOKEN)}
