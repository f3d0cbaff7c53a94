"""Which option of a choice a line of an answer is, or speaks of."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from qkvsym.judging.remarks import GRAMMAR, are_known, is_sign, tokens, without_reason
from qkvsym.reading.phrases import NUMBER_WORDS

_NUMBER = re.compile(r" ([0-9]{1,4}) ")
_NOT = frozenset(
    ("not", "no", "don", "doesn", "isn", "wasn", "never", "neither", "nor", "nothing", "none")
)
_FEW_WORDS = 3
_DENIED = r" (?:and )?(?:not|instead|rather than) (?:{})(?= )"
_ENDS_AN_ANSWER = frozenset((*",;:.(-–—#|", "<-"))
_SPOKEN: Mapping[str, str] = {"w_q": "query", "w_k": "key", "w_v": "value"}
_NAMES = frozenset(("x", "q", "k", "v", *_SPOKEN))
_MOST_TELLING = 2
_LONGEST_LIST = 100
"""Of the options that a message names, in characters."""


class Options:
    """What answers a choice: the number or the words of an option.

    What the options are `about` may be named too: "A is W_k".
    """

    def __init__(self, labels: Sequence[str], about: str = "") -> None:
        self._labels = labels
        self._known = (*NUMBER_WORDS, about.lower())
        self._options = [_line(tokens(label)) for label in labels]
        words = [frozenset(option.split()) for option in self._options]
        common = frozenset[str]().union(*words).intersection(*words)
        self._telling = [_telling(one - common) for one in words]
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
        said = tokens(without_reason(text))
        if not are_known(list(filter(is_sign, said))) or _is_computed(said):
            return ()
        bare, denied = self._without_others(_line(said))
        named = self._alone(_line(said)) or self._alone(bare) or self._whole(bare)
        named = named or self._before_a_sign(said)
        return (named,) if named and named not in denied else ()

    def is_alone(self, text: str) -> bool:
        """Whether a text is an option, by its number or its words, and nothing else."""
        return self._alone(_line(tokens(text))) > 0

    def leaves(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing leaves the answers that were found as they are."""
        said = tokens(without_reason(text))
        bare, denied = self._without_others(_line(said))
        return (
            not denied.intersection(found)
            and are_known(list(filter(is_sign, said)))
            and all(self._may_stand_beside(bare, number) for number in found)
        )

    def names_other(self, text: str, found: Collection[int]) -> bool:
        """Whether a line that answers nothing names another option than those found."""
        bare, _ = self._without_others(_line(tokens(without_reason(text))))
        others = (forms for number, forms in self._forms() if number not in found)
        return any(f" {form} " in bare for forms in others for form in forms)

    def explained(self, text: str) -> bool:
        """Whether a reason is given, or something is said with numbers."""
        said = tokens(text)
        numbers = any(one.isdigit() for one in said) and not self.is_alone(text)
        return numbers or "=" in said or without_reason(text) != text

    def shown(self, number: int) -> str:
        """The words of the option."""
        return self._labels[number - 1]

    def _forms(self) -> Iterator[tuple[int, Collection[str]]]:
        """The number of each option, and what names it among other words."""
        for number, (option, telling) in enumerate(
            zip(self._options, self._telling, strict=True), 1
        ):
            yield number, {form for form in (option.strip(), *telling) if form}

    def _alone(self, line: str) -> int:
        """The option that a line is, by its number or by words of its own; 0 for none."""
        words = line.split()
        number = _NUMBER.fullmatch(line)
        if number is not None:
            return int(number[1]) if 1 <= int(number[1]) <= len(self._options) else 0
        denied = len(words) < _FEW_WORDS and not _NOT.isdisjoint(words)
        whole = [number for number, option in enumerate(self._options, 1) if line in option]
        return whole[0] if words and not denied and len(whole) == 1 else 0

    def _whole(self, line: str) -> int:
        """The option all whose words stand in a line, if what is beside them changes nothing."""
        named = [option for option in self._options if option.strip() and option in line]
        longest = [one for one in named if not any(one in more for more in named if more != one)]
        if len(longest) != 1:
            return 0
        number = self._options.index(longest[0]) + 1
        beside = line.replace(longest[0], " ", 1)
        return number if self._may_stand_beside(beside, number) else 0

    def _before_a_sign(self, said: Sequence[str]) -> int:
        """The option before the first sign, if what is behind it changes nothing."""
        begins = next((at for at, one in enumerate(said) if _is_part(one)), len(said))
        signs = (at for at in range(begins, len(said)) if said[at] in _ENDS_AN_ANSWER)
        end = next(signs, len(said))
        number = self._alone(_line(said[:end]))
        behind, denied = self._without_others(_line(said[end:]))
        left = number not in denied and self._may_stand_beside(behind, number)
        return number if left else 0

    def _may_stand_beside(self, line: str, number: int) -> bool:
        """Whether words are known, and tell of no other option than this one."""
        words = {word for word in line.split() if not word.isdigit()}
        own = {*self._options[number - 1].split(), *self._telling[number - 1]}
        telling = frozenset[str]().union(*self._telling)
        return are_known(words, (*self._known, *own)) and not words & (telling - own)

    def _without_others(self, line: str) -> tuple[str, set[int]]:
        """The words without the options that are denied, and which these are."""
        denied = set()
        for number, forms in self._forms():
            longest_first = sorted(forms, key=len, reverse=True)
            pattern = _DENIED.format("|".join(map(re.escape, longest_first)))
            line, count = re.subn(pattern, " ", line)
            if count:
                denied.add(number)
        return f" {' '.join(line.split())} ", denied


def _is_computed(said: Sequence[str]) -> bool:
    """Whether a line works something out, as x W_q = [1, 2] does, and chooses nothing."""
    left = said[: said.index("=")] if "=" in said else ()
    words = {one for one in left if not is_sign(one)}
    return bool(words) and words <= _NAMES and ":" not in left


def _is_part(token: str) -> bool:
    return not is_sign(token) and token not in GRAMMAR


def _line(said: Sequence[str]) -> str:
    """The words and numbers between spaces, without those that are part of no answer."""
    # As in: both have 3 entries.
    behind = (*said[1:], ".")
    kept = (
        one
        for one, next_one in zip(said, behind, strict=False)
        if _is_part(one) and (one != "both" or is_sign(next_one))
    )
    return f" {' '.join(kept)} "


def _telling(words: Collection[str]) -> Collection[str]:
    """The words that tell an option from the others; of many none does by itself."""
    if len(words) > _MOST_TELLING:
        return ()
    return {*words, *(_SPOKEN[word] for word in words if word in _SPOKEN)}
