"""What is drawn: sheets of every kind, level, mistake, role and size, good, any and given ones.

Draw n of a block is the same on every run. Everything that there is comes from the registries of
the package, so that what is added there is drawn too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import qkvsym
from qkvsym.draw import LEVELS
from qkvsym.kinds import kind, kind_ids
from qkvsym.shapes import MAX_SIZE
from tests.oracles.loops import ROLES, Rows

Options = dict[str, Any]
Plan = tuple[tuple[str, ...], Options]

SIDE_BY_SIDE = ("one-matrix-for-all", "k-v-swapped")
"""The mistakes that are made between matrices, so that they need three of them."""

_ENTRIES = ((-3, 4), (0, 5), (-5, 5), (-9, 9), (1, 9), (-20, 20))
_WIDE_ENTRIES = (None, (-9, 9), (-5, 5))
_ANY_ENTRIES = ((-1, 1), (0, 1), (-99, 99))
_BOUNDS = (2, 9, 99, 9999)
_NOT_ON_ONE = ("values-not-shape", "outputs-reversed", "same-column")
"""The mistakes that a result of one entry cannot show."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One sheet to be made: its kinds, its options, and the user's own numbers where it has any."""

    kinds: tuple[str, ...]
    options: Options = field(default_factory=dict)
    given: dict[str, Rows] | None = None

    @property
    def is_good(self) -> bool:
        """Whether every mistake must show on its numbers."""
        return self.given is None and not self.options.get("any_instance", False)

    @property
    def sort(self) -> str:
        """How its numbers are chosen."""
        return "given" if self.given else "good" if self.is_good else "any"

    def sheet(self) -> qkvsym.Worksheet:
        """The worksheet; raises `NoInstance` where the options leave none."""
        return qkvsym.generate(*self.kinds, **self.options, given=self.given)


@cache
def plans() -> tuple[Plan, ...]:
    """What is drawn in turn; each time with other sizes, entries and seeds."""
    return tuple(_plans())


def _plans() -> Iterator[Plan]:
    for name in kind_ids():
        for level in (None, *LEVELS):
            yield (name,), {"level": level}
        for mistake in kind(name).shows:
            yield (name,), {"mistakes": [mistake]}
        for role in ROLES if able_alone(name) else ():
            yield (name,), {"role": role}
        yield (name,), {"any_instance": True}
        yield (name,), {"given": True}
    yield (), {}
    yield (), {"any_instance": True}
    yield (), {"given": True}
    yield (), {"mistakes": list(SIDE_BY_SIDE)}
    yield kind_ids(), {}


def able_alone(name: str) -> bool:
    """Whether a kind can be about one role: one that only shows matrices mixed up cannot."""
    return not {*kind(name).shows} <= {*SIDE_BY_SIDE}


def draw(block: int, n: int, attempt: int) -> Draw:
    """Draw n of a block; a later attempt leaves the sizes and entries to the level."""
    stream = Random(f"{block} {n} {attempt}")
    kinds, planned = plans()[n % len(plans())]
    options: Options = {"level": stream.choice((None, *LEVELS)), **planned}
    options |= {"seed": stream.randrange(2**32), "sheet": 1 + stream.randrange(40)}
    if options.pop("given", False):
        return Draw(kinds, options, _numbers(stream, kinds))
    if attempt == 0:
        options |= _sizes(stream, options)
    if "sign-lost" in options.get("mistakes", ()):
        # Only negative entries can lose a sign.
        options["entries"] = (-5, 5)
    return Draw(kinds, options)


def _sizes(stream: Random, options: Options) -> Options:
    chance, d_in, d_out = stream.random(), None, None
    if chance < 0.05:
        d_in, d_out = stream.randint(1, MAX_SIZE), stream.randint(1, MAX_SIZE)
    elif chance < 0.08:
        d_in = stream.randint(1, MAX_SIZE)
    elif chance < 0.11:
        d_out = stream.randint(1, MAX_SIZE)
    elif chance < 0.50:
        d_in, d_out = stream.randint(2, 6), stream.randint(1, 6)
    mistakes = options.get("mistakes", ())
    hidden = d_out == 1 and any(name in _NOT_ON_ONE for name in mistakes)
    if hidden or (d_in == d_out and not options.get("any_instance", False)):
        d_out = None
    # A zero in the last row of a wide matrix, which is likely, leaves an entry right; and so many
    # different products of one number are large.
    if (d_out or 0) > 6 and (d_in == 1 or "dropped-term" in mistakes):
        d_out = 6
    entries = stream.choice((None, stream.choice(_ENTRIES)))
    if (d_in or 0) > 8 and d_out == 1:
        # As many different entries as there are rows.
        entries = None
    elif max(d_in or 0, d_out or 0) > 4 or 1 in (d_in, d_out):
        entries = stream.choice(_WIDE_ENTRIES)
    if options.get("any_instance", False) and stream.random() < 0.3:
        entries = stream.choice(_ANY_ENTRIES)
    return {"d_in": d_in, "d_out": d_out, "entries": entries}


def _numbers(stream: Random, kinds: tuple[str, ...]) -> dict[str, Rows]:
    """Numbers of the user, which coincide often; some do not fit where a kind is about that."""
    largest = MAX_SIZE if stream.random() < 0.1 else 5
    d_in, d_out = stream.randint(1, largest), stream.randint(1, largest)
    longer = stream.random() < 0.3 and kinds in (("shape-check",), ("find-mistake",))
    return numbers(stream, d_in % MAX_SIZE + 1 if longer else d_in, d_in, d_out)


def numbers(stream: Random, length: int, height: int, width: int) -> dict[str, Rows]:
    """A token and three matrices of whole numbers, small or large."""
    bound = stream.choice(_BOUNDS)

    def matrix(rows: int, columns: int) -> Rows:
        return [[stream.randint(-bound, bound) for _ in range(columns)] for _ in range(rows)]

    return {"x": matrix(1, length), **{f"W_{role}": matrix(height, width) for role in ROLES}}
