"""Worksheets of one run, no two of which share an exercise's numbers.

A sheet of which the numbers were met before is drawn again, exercise by exercise; and where that
leads to nothing new, it takes the next of all instances there are. Which one it takes depends on
the sheets before it alone, so that more sheets at the end change none.
"""

from base64 import b32encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from math import gcd

from qkvsym.errors import NoInstance, NoSuchInstance, TooManyInstances
from qkvsym.exercise import Exercise, Kind, Request, make
from qkvsym.matrix import Matrix
from qkvsym.spec import LARGEST_SEED, Spec, items, spec_of
from qkvsym.streams import Source
from qkvsym.worksheet import Worksheet, of_spec, requests

_BYTES = 10
# A place behind the last one, whatever the sizes and the entries are.
_BEYOND_ALL = 2**10_000
_DRAWN_AGAIN = 8
_DRAWN_AT_MOST = 2_000
_MOST_MISSES = 20


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

        Raises `NoInstance` where no other numbers are left, or none can be found.
        """
        asked = requests(replace(spec, variants=()))
        variants = tuple(self._chosen(spec, n, *one) for n, one in enumerate(asked))
        return replace(spec, variants=variants if any(variants) else ())

    def _chosen(self, spec: Spec, n: int, kind: Kind, request: Request) -> int:
        refusal: NoInstance | None = None
        try:
            numbers = numbers_of(make(kind, request))
        except NoInstance as none_drawn:
            others, refusal = self._where_none_is_drawn(kind, request), none_drawn
        else:
            if not numbers or self.take([numbers]):
                return 0
            others = self._behind_the_first(kind, request)
        misses = 0
        for variant in others:
            try:
                numbers = numbers_of(make(*_variant(spec, n, variant)))
            except NoInstance:
                misses += variant > 0
                if misses == _MOST_MISSES:
                    break
                continue
            if not numbers or self.take([numbers]):
                return variant
        raise refusal or _none_left(kind, request)

    def _where_none_is_drawn(self, kind: Kind, request: Request) -> Iterator[int]:
        """Others, of other sizes where those are drawn too."""
        count = _places(kind, request)
        if count is not None:
            yield from self._at(kind, request, count)
        if count is None or not kind.counted:
            yield from range(1, _DRAWN_AT_MOST)

    def _behind_the_first(self, kind: Kind, request: Request) -> Iterator[int]:
        yield from range(1, _DRAWN_AGAIN)
        count = _places(kind, request)
        if count is None or not kind.counted:
            # What else such a kind draws makes other numbers of one instance.
            yield from range(_DRAWN_AGAIN, _DRAWN_AT_MOST)
        if count is not None:
            yield from self._at(kind, request, count)

    def _at(self, kind: Kind, request: Request, count: int) -> Iterator[int]:
        """The places of all instances; of a counted kind each is looked at but once in a run."""
        step = _step(count)
        if not kind.counted:
            yield from (-(n * step % count + 1) for n in range(count))
            return
        pool = kind.id, replace(request, source=Source(()))
        while self._looked_at[pool] < count:
            place = self._looked_at[pool] * step % count + 1
            self._looked_at[pool] += 1
            yield -place


def all_there_are(kind: Kind, request: Request) -> tuple[int | None, int | None]:
    """How many instances can be had by their places, and how many fillings there are.

    The instances are None where they are too many, both where a kind gives sizes alone. Raises
    `NoInstance` where the kind can have none.
    """
    try:
        make(kind, replace(request, pick=_BEYOND_ALL))
    except NoSuchInstance as beyond:
        return beyond.count, beyond.fillings
    except TooManyInstances as many:
        return None, many.fillings
    return None, None


def _places(kind: Kind, request: Request) -> int | None:
    """How many instances a code can name by their places; None where they are too many, or none."""
    try:
        count, _ = all_there_are(kind, request)
    except NoInstance:
        return None
    return None if count is None else min(count, LARGEST_SEED)


def _none_left(kind: Kind, request: Request) -> NoInstance:
    if kind.counted and _places(kind, request) is not None:
        return NoInstance(
            f"{kind.id}: there are no other good instances than those taken already; ask for "
            f"fewer sheets, or widen --entries"
        )
    return NoInstance(
        f"{kind.id}: no other numbers were found in {_DRAWN_AT_MOST} draws; ask for fewer "
        f"sheets, or widen --entries"
    )


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
