"""How many instances of a kind there are, and whether they are enough for a run."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, fsum, lgamma, log

from qkvsym.distinct import Distinct, all_there_are, numbers_of
from qkvsym.errors import BadOption, NoInstance
from qkvsym.every import MOST_KEPT, is_good
from qkvsym.exercise import Kind, Request, make
from qkvsym.matrix import Matrix
from qkvsym.spec import Spec, check
from qkvsym.worksheet import requests

_DOUBT = 1e-6
_DRAWN = 1_000
_ROOM = 4
_OTHERS_DRAWN = 4
_MANY = 40
"""So many repeats are those of a space that had better be looked at as a whole."""
# Of more fillings than this none that is looked at is good.
_MOST_SAMPLED = 10**40


@dataclass(frozen=True, slots=True)
class Space:
    """The instances of a kind under some options.

    `count` instances are good; where `exact` is false there are at least so many, and where there
    is a `doubt` that is wrong with that chance. `fillings` are the ways to fill the matrices with
    entries in the range, None where that is not all that makes an exercise. `share` is the good
    share of them, a guess from `looked_at` of them where that is not 0, and None where it is not
    known. Where there is none, `reason` says which rule is in the way.
    """

    count: int
    exact: bool
    doubt: float = 0.0
    fillings: int | None = None
    share: Fraction | None = None
    looked_at: int = 0
    reason: str = ""


def space(spec: Spec) -> Space:
    """The space of the one exercise of a spec; raises `AuthorError`.

    >>> space(Spec(("compute-projections",), d_in=2, d_out=3, entries=(0, 1))).count
    0
    """
    check(spec)
    (kind, request), *others = requests(spec)
    if others or spec.given is not None:
        raise BadOption("the instances of one kind can be counted, and of drawn numbers")
    count, fillings = all_there_are(kind, request)
    if fillings is None:
        raise BadOption(f"{kind.id} gives sizes and no numbers; there are none to be counted")
    try:
        if not kind.counted:
            return _of_uncounted(kind, request, count, fillings)
        if count is None:
            return _bounded(kind, request, fillings)
    except NoInstance as why:
        return Space(0, False, reason=str(why))
    if request.any_instance:
        return Space(fillings, True, 0.0, fillings, Fraction(1))
    return _counted(kind, request, count, fillings)


def _found_at(kind: Kind, request: Request, count: int) -> Iterator[str]:
    """The numbers at every place where the kind's mistakes show."""
    for place in range(1, count + 1):
        try:
            yield numbers_of(make(kind, replace(request, pick=place)))
        except NoInstance:
            continue


def _counted(kind: Kind, request: Request, count: int, fillings: int) -> Space:
    found = len(set(_found_at(kind, request, count)))
    share = Fraction(found, fillings) if fillings else None
    return Space(found, True, 0.0, fillings, share, 0, "" if found else _why_none(kind, request))


def _of_uncounted(kind: Kind, request: Request, count: int | None, fillings: int) -> Space:
    """What else the kind draws, such as a change, makes more of each instance than one."""
    if count is None or count > MOST_KEPT:
        return Space(_rounded_down(_at_least_of(kind, request, fillings)), False, _DOUBT)
    found: set[str] = set()
    for n in range(_OTHERS_DRAWN):
        found.update(_found_at(kind, _probe(request, n), count))
    return Space(len(found), False, reason="" if found else _why_none(kind, request))


def _why_none(kind: Kind, request: Request) -> str:
    try:
        make(kind, request)
    except NoInstance as why:
        return str(why)
    return ""


def _bounded(kind: Kind, request: Request, fillings: int) -> Space:
    least = _at_least_of(kind, request, fillings)
    if fillings > _MOST_SAMPLED:
        return Space(_rounded_down(least), False, _DOUBT, fillings)
    good = sum(_is_good_filling(kind, request, place) for place in _sampled(request, fillings))
    least = max(least, int(_least_expected(good) / _DRAWN * fillings))
    share = Fraction(good, _DRAWN)
    return Space(_rounded_down(least), False, _DOUBT, fillings, share, _DRAWN)


def _at_least_of(kind: Kind, request: Request, fillings: int) -> int:
    # Of the largest matrices a draw takes long, and a fifth of the draws says enough.
    count = _DRAWN if fillings <= _MOST_SAMPLED else _DRAWN // 5
    return _at_least(_drawn(kind, request, count))


def _rounded_down(bound: int) -> int:
    # Logarithms may differ in their last digits from one machine to the next.
    unit = int("1" + "0" * (len(str(bound)) - 2))
    return bound // unit * unit


def _sampled(request: Request, fillings: int) -> Iterator[int]:
    fraction = request.source.stream("fillings").fraction
    return (1 + int(fraction() * fillings) for _ in range(_DRAWN))


def _is_good_filling(kind: Kind, request: Request, place: int) -> bool:
    try:
        filled = make(kind, replace(request, any_instance=True, pick=place))
    except NoInstance:
        return False
    x, *weights = (given for given in filled.givens.values() if isinstance(given, Matrix))
    return not filled.unseen and is_good(x, weights, request.level, request.entries)


def _drawn(kind: Kind, request: Request, count: int) -> list[str]:
    return list(itertools.islice(_draws(kind, request), count))


def _draws(kind: Kind, request: Request) -> Iterator[str]:
    return (numbers_of(make(kind, _probe(request, n))) for n in itertools.count())


def _probe(request: Request, n: int) -> Request:
    """The same, drawn for nobody."""
    return replace(request, source=request.source.inside(f"probe {n}"))


def _at_least(drawn: Sequence[str]) -> int:
    """A bound from below, from how often draws repeat each other (the birthday problem).

    Whatever the chances of single instances are, two draws are the same with a chance of 1 in
    their number at least.
    """
    repeats = len(drawn) - len(set(drawn))
    pairs = len(drawn) * (len(drawn) - 1) // 2
    return max(len(set(drawn)), int(pairs / _most_expected(repeats)))


def _most_expected(seen: int) -> float:
    """The largest mean of a Poisson distribution that is not ruled out by seeing so few."""
    return _bisected(lambda mean: _chance_of_up_to(seen, mean) > _DOUBT, 20.0 + 4 * seen)


def _least_expected(seen: int) -> float:
    """The smallest mean of a Poisson distribution that is not ruled out by seeing so many."""
    if not seen:
        return 0.0
    return _bisected(lambda mean: 1 - _chance_of_up_to(seen - 1, mean) < _DOUBT, float(seen))


def _chance_of_up_to(seen: int, mean: float) -> float:
    # By logarithms: the single terms of a large mean are too small for a float.
    logs = (n * log(mean) - mean - lgamma(n + 1) for n in range(seen + 1))
    return fsum(map(exp, logs))


def _bisected(too_small: Callable[[float], bool], high: float) -> float:
    low = 0.0
    for _ in range(60):
        mean = (low + high) / 2
        low, high = (mean, high) if too_small(mean) else (low, mean)
    return high


def check_room(specs: Iterable[Spec], count: int, met: Iterable[str] = ()) -> None:
    """Raise `NoInstance` where so many sheets cannot be made without repeating numbers.

    `met` are digests of numbers that are not to come again. Where a few draws show that there is
    room enough no more is done; else all sheets are drawn, and none is kept.
    """
    met = list(met)
    if count == 1 and not met:
        return
    rest = iter(specs)
    first = next(rest)
    asked = list(requests(first))
    # Only exercises of one kind can have the same numbers.
    each = Counter(kind.id for kind, _ in asked)
    if all(_has_room(kind, request, count * each[kind.id] + len(met)) for kind, request in asked):
        return
    drawn = Distinct(met)
    for made, spec in enumerate([first, *rest]):
        try:
            drawn.settled(spec)
        except NoInstance as error:
            raise NoInstance(
                f"{count} sheets are asked for, and {made} can be made without repeating numbers: "
                f"{error}"
            ) from None


def _has_room(kind: Kind, request: Request, need: int) -> bool:
    """Whether draws repeat each other so seldom that there is room, in as few as show it."""
    met: set[str] = set()
    repeats = -1
    try:
        for drawn, numbers in enumerate(_draws(kind, request), 1):
            met.add(numbers)
            if drawn - len(met) != repeats:
                repeats = drawn - len(met)
                enough = _ROOM * need * _most_expected(repeats)
            if numbers == "" or drawn * (drawn - 1) // 2 >= enough:
                return True
            if repeats > _MANY:
                return False
    except NoInstance:
        pass
    return False
