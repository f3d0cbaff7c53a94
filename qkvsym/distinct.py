"""Worksheets of one run, no two of which share an exercise's numbers.

A sheet of which the numbers were met before is drawn again, exercise by exercise; and where that
leads to nothing new, it takes the next of all instances there are. Which one it takes depends on
the sheets before it alone, so that more sheets at the end change none.
"""

from base64 import b32encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from math import gcd

from qkvsym.errors import NoInstance, NoSuchInstance, TooManyInstances
from qkvsym.exercise import Exercise, Kind, Request, make
from qkvsym.matrix import Matrix
from qkvsym.rules import shape_of
from qkvsym.spec import LARGEST_SEED, Spec, items, spec_of
from qkvsym.streams import Source
from qkvsym.worksheet import Worksheet, of_spec, requests

_BYTES = 10
BEYOND_ALL = 2**200
"""A place behind the last one of any instances."""

_DRAWN_AGAIN = 20
_DRAWN_WHERE_COUNTLESS = 2_000


def numbers_of(exercise: Exercise) -> str:
    """A digest of an exercise's numbers: of its kind, and the matrices it gives in their order.

    Empty where it gives no number, but sizes alone. The names of the matrices are not in it, so
    that a query and a key with the same numbers are the same.
    """
    rows = [str(given.rows) for given in exercise.givens.values() if isinstance(given, Matrix)]
    if not rows:
        return ""
    digest = sha256(" ".join((exercise.kind, *rows)).encode()).digest()
    return b32encode(digest[:_BYTES]).decode()


def numbers_in(sheet: Worksheet) -> tuple[str, ...]:
    """The digests of the numbers on a worksheet; exercises about sizes alone have none."""
    return tuple(filter(None, map(numbers_of, sheet.exercises)))


class Distinct:
    """Remembers the numbers of a run, some 100 bytes for each exercise."""

    def __init__(self, met: Iterable[str] = ()) -> None:
        self._met = set(met)
        # How many of all instances were looked at, by what an exercise is to be made of.
        self._looked_at: Counter[object] = Counter()

    def take(self, numbers: Iterable[str]) -> bool:
        """Whether none of the numbers was met before, nor twice here; remembers them if so."""
        found = list(numbers)
        if len(set(found)) < len(found) or not self._met.isdisjoint(found):
            return False
        self._met.update(found)
        return True

    def settled(self, spec: Spec) -> Spec:
        """The spec with variants of its exercises that were not met before; remembers them.

        Raises `NoInstance` where no other numbers are left.
        """
        variants: list[int] = []
        for n, (kind, request) in enumerate(requests(replace(spec, variants=()))):
            drawn = make(kind, request)
            numbers = numbers_of(drawn)
            if not numbers or self.take([numbers]):
                variants.append(0)
            else:
                variants.append(self._other(spec, n, _Pool.of(drawn, request)))
        return replace(spec, variants=tuple(variants) if any(variants) else ())

    def _other(self, spec: Spec, n: int, pool: "_Pool") -> int:
        for variant in range(1, _DRAWN_AGAIN + 1):
            if self._is_new(spec, n, variant):
                return variant
        try:
            return self._next_of_all(spec, n, pool)
        except TooManyInstances:
            pass
        for variant in range(_DRAWN_AGAIN + 1, _DRAWN_WHERE_COUNTLESS):
            if self._is_new(spec, n, variant):
                return variant
        raise NoInstance(
            f"{pool.kind}: no other numbers were found in {_DRAWN_WHERE_COUNTLESS} draws; ask for "
            f"fewer sheets, or widen --entries"
        )

    def _next_of_all(self, spec: Spec, n: int, pool: "_Pool") -> int:
        kind, request = _variant(spec, n, -BEYOND_ALL)
        try:
            make(kind, request)
        except NoSuchInstance as beyond:
            # No code holds a larger place.
            count = min(beyond.count, LARGEST_SEED)
        step = _step(count)
        while self._looked_at[pool] < count:
            place = self._looked_at[pool] * step % count + 1
            self._looked_at[pool] += 1
            if self._is_new(spec, n, -place):
                return -place
        raise NoInstance(
            f"{pool.kind}: there are no other good instances than those taken already; ask for "
            f"fewer sheets, or widen --entries"
        )

    def _is_new(self, spec: Spec, n: int, variant: int) -> bool:
        kind, request = _variant(spec, n, variant)
        try:
            return self.take([numbers_of(make(kind, request))])
        except NoSuchInstance:
            raise
        except NoInstance:
            # This one of all instances is none for this kind.
            return False


@dataclass(frozen=True, slots=True)
class _Pool:
    """What decides which instances there are for an exercise."""

    kind: str
    request: Request
    matrices: int
    excess: int

    @classmethod
    def of(cls, exercise: Exercise, request: Request) -> "_Pool":
        x, W, *others = map(shape_of, exercise.givens.values())
        anywhere = replace(request, source=Source(()))
        return cls(exercise.kind, anywhere, 2 + len(others), int(x.columns) - int(W.rows))


def _variant(spec: Spec, n: int, variant: int) -> tuple[Kind, Request]:
    """What exercise n, from 0, is to be made of in a variant of it."""
    variants = tuple(variant if place == n else 0 for place in range(len(items(spec))))
    return next(islice(requests(replace(spec, variants=variants)), n, None))


def _step(count: int) -> int:
    """A step that reaches every place of so many, and leaves neighbours far behind."""
    step = max(1, count * 618 // 1000)
    while gcd(step, count) > 1:
        step += 1
    return step


def repeated(codes: Iterable[str]) -> Iterator[str]:
    """The digests of the numbers of worksheets by their codes."""
    for code in codes:
        yield from numbers_in(of_spec(spec_of(code)))
