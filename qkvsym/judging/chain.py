"""A chain of equal things while it is judged, and its first wrong member."""

from dataclasses import dataclass, field
from typing import Any

from qkvsym.judging.claims import Subject, Values
from qkvsym.judging.terms import Pair
from qkvsym.judging.verdicts import Member
from qkvsym.reading.syntax import Node


@dataclass(frozen=True, slots=True)
class WrongMember:
    """The first wrong member of a chain: its number from 1, the place, and what was written.

    `products` are its terms, entry by entry, where they are products of two numbers. `late` says
    that the member before it was worked out and right.
    """

    number: int
    node: Node
    got: Any
    entry: int | None = None
    term: int | None = None
    products: tuple[tuple[Pair, ...] | None, ...] = ()
    late: bool = False


@dataclass(slots=True)
class Chain:
    """A chain while it is judged.

    `said` is the last value in it that was given as such and not by names. `blamed` says that a
    line that it goes on from is wrong already, and `claim` where its value stands among those
    that were claimed.
    """

    subject: Subject | None
    expected: Values
    members: list[Member] = field(default_factory=list)
    previous: Values | None = None
    previous_right: bool = True
    wrong: WrongMember | None = None
    follows: bool = False
    worked: bool = False
    blamed: bool = False
    of_column: bool = False
    said: Values | None = None
    claim: int | None = None
    spelled: str = ""
    notes: list[str] = field(default_factory=list)

    def going_on(self) -> "Chain":
        """The same chain on the next line."""
        return Chain(
            self.subject,
            self.expected,
            previous=self.previous,
            previous_right=self.previous_right,
            worked=self.worked,
            of_column=self.of_column,
            blamed=self.blamed or self.wrong is not None or self.follows,
            claim=self.claim,
            spelled=self.spelled,
        )
