"""What of all that there is must have been drawn, read off the registries of the package."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from qkvsym.draw import LEVELS
from qkvsym.kinds import kind, kind_ids
from qkvsym.mistakes import CATALOGUE, ON_KEYS
from qkvsym.shapes import MAX_SIZE
from tests.oracles.batches import NUMPY
from tests.oracles.drawn import able_alone
from tests.oracles.loops import ROLES
from tests.oracles.maxima import WITHOUT_VALUES

BEYOND_LAYERS = ("multiplied-not-added", "scaled-early", *WITHOUT_VALUES)
"""The mistakes that are no linear layer, or give no matrix."""


def needed(routes: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Everything that has to be drawn, and looked at by every route that is asked."""
    for name in kind_ids():
        yield "kind", name
        yield from (("level", name, level) for level in LEVELS)
        yield from (("target", name, mistake) for mistake in kind(name).shows)
        yield from (("numbers", name, sort) for sort in ("good", "any", "given"))
        yield from (("role", name, role) for role in ROLES if able_alone(name))
    yield from ((side, n) for side in ("d_in", "d_out") for n in range(1, MAX_SIZE + 1))
    yield from (("lesson", sort) for sort in ("good", "any", "given"))
    yield from (("wrong", mistake) for mistake in ON_KEYS)
    yield from (("numpy", mistake) for mistake in NUMPY)
    for one in CATALOGUE:
        yield "catalogue", one.id
        if "torch" in routes and one.id not in BEYOND_LAYERS:
            yield "torch", one.id
        if "maxima" in routes and one.id not in WITHOUT_VALUES:
            yield "maxima", one.id


def never_drawn(covered: Counter[Any], routes: tuple[str, ...]) -> list[str]:
    """What was not drawn, or not looked at by one of the routes."""
    return [" ".join(map(str, one)) for one in needed(routes) if not covered[one]]
