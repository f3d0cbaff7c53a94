"""What a part of a worksheet counts for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from qkvsym.errors import BadOption, shown

LARGEST_WEIGHT = 1000
IN_WORDS = "text"
"""What names all parts that are answered in words, which a person reads."""

_SMALLEST_PART = 100
_WEIGHT = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,6}|/[0-9]{1,4})?")
_SHOWN_NAMES = 60


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A part of a worksheet: the number of its exercise, its letter, its id, and its kind."""

    exercise: int
    letter: str
    id: str
    kind: str
    in_words: bool = False

    @property
    def place(self) -> str:
        """Where it stands, as in 2b."""
        return f"{self.exercise}{self.letter}"

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called where weights are set."""
        words = (IN_WORDS,) if self.in_words else ()
        return (self.place, str(self.exercise), self.id, *words)


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights that were set, by what they name; every other part counts one point."""

    given: tuple[tuple[str, Fraction], ...] = ()

    def of(self, part: SheetPart) -> Fraction:
        """What a part counts; of several that name it, the last that was set."""
        names = part.names
        return next((weight for name, weight in reversed(self.given) if name in names), Fraction(1))

    def check(self, parts: Iterable[SheetPart]) -> None:
        """Raise `BadOption` where a weight names none of the parts, if there are any."""
        found = sorted(parts, key=lambda part: (part.exercise, part.letter))
        known = {name for part in found for name in part.names}
        for name, _ in self.given if found else ():
            if name not in known:
                places = dict.fromkeys(part.place for part in found)
                ids = dict.fromkeys(part.id for part in found)
                words = (IN_WORDS,) if IN_WORDS in known else ()
                listed = ", ".join([*places, *ids, *words][:_SHOWN_NAMES])
                raise BadOption(
                    f"no part is called {shown(name)}, for which --weight sets a weight: name an "
                    f"exercise by its number, or one of {listed}"
                )


def weights_of(given: Iterable[str]) -> Weights:
    """The weights of texts such as 1a=2; raises `BadOption` where one cannot be read.

    >>> weights_of(["q=1/2"]).given
    (('q', Fraction(1, 2)),)
    """
    return Weights(tuple(map(_weight, given)))


def _weight(text: str) -> tuple[str, Fraction]:
    name, sign, number = (piece.strip() for piece in text.partition("="))
    if not (name and sign and number):
        raise BadOption(f"the weight {shown(text)} cannot be read: write PART=N, as in 1a=2")
    if not _WEIGHT.fullmatch(number) or number.endswith(("/0", "/00", "/000", "/0000")):
        raise BadOption(
            f"the weight of {shown(name)} is {shown(number)}: it is a number such as 2, 0.5 or 1/2"
        )
    weight = Fraction(number)
    if weight > LARGEST_WEIGHT:
        raise BadOption(f"the weight of {shown(name)} is more than {LARGEST_WEIGHT}")
    if (weight * _SMALLEST_PART).denominator > 1:
        raise BadOption(
            f"the weight of {shown(name)} is {shown(number)}, which two decimals do not hold; "
            f"write it with two, or make all weights larger"
        )
    return name, weight


def decimal(value: Fraction) -> str:
    """A number with at most two decimals; what has more is rounded.

    >>> decimal(Fraction(5, 2)), decimal(Fraction(200, 3)), decimal(Fraction(10))
    ('2.5', '66.67', '10')
    """
    whole, rest = divmod(int(value * _SMALLEST_PART + Fraction(1, 2)), _SMALLEST_PART)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")
