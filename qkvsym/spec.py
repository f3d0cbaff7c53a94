"""What decides the numbers of a worksheet, and the code that holds it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from qkvsym.codes import decode, encode
from qkvsym.draw import LEVELS, Range
from qkvsym.errors import BadCode, BadOption, BadSize, UnknownName, shown
from qkvsym.exercise import Kind, level
from qkvsym.good import LARGEST_ANSWER
from qkvsym.kinds import kind, kind_ids
from qkvsym.mistakes import CATALOGUE, mistake
from qkvsym.rewrites import shape_can_be_wrong
from qkvsym.rules import ROLES
from qkvsym.shapes import check_size

SCHEME = 0
"""The scheme of codes and streams; a new one only with a new major release."""

LARGEST_SEED = 2**64 - 1
_MOST_EXERCISES = 100
_MOST_SHEETS = 10**9
_ROLES = ("", *ROLES)

Item = tuple[str, tuple[str, ...]]
"""A kind, and the mistakes that one exercise of it is about."""

LESSON_SET: tuple[Item, ...] = (
    ("predict-shape", ()),
    ("compute-projections", ()),
    ("match-matrix", ()),
    ("change-column", ()),
    ("shape-check", ()),
    ("find-mistake", ("one-matrix-for-all",)),
    ("find-mistake", ("length-from-rows",)),
    ("find-mistake", ("inner-mismatch",)),
    ("find-mistake", ("values-not-shape",)),
    ("derive-formula", ()),
)
"""The lesson's problem set, easy to hard: the kinds of the first release once, and each of the
lesson's mistakes once. A code without kinds means this set, so it never changes under `SCHEME`."""


@dataclass(frozen=True, slots=True)
class Spec:
    """All that decides the numbers of a worksheet; its code holds exactly this.

    No kinds means the lesson's set; None means that the kind or its level decides. `given` is
    the digest of the user's own givens. `variants` are none, or one for each exercise: 0 as it is
    drawn first, n drawn again for the n-th time, -n the n-th of all instances in their order.
    """

    kinds: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    level: str | None = None
    d_in: int | None = None
    d_out: int | None = None
    entries: Range | None = None
    seed: int = 1
    sheet: int = 1
    given: int | None = None
    role: str | None = None
    any_instance: bool = False
    variants: tuple[int, ...] = ()


def check(spec: Spec) -> None:
    """Raise `AuthorError` where a spec names what does not exist or cannot go together."""
    for name in (*spec.kinds, *spec.mistakes):
        if not isinstance(name, str):
            raise BadOption(f"{shown(name)} is no name of a kind or a mistake; names are texts")
    for name in spec.kinds:
        kind(name)
    for name in spec.mistakes:
        _check_mistake(name)
    if spec.level is not None:
        level(spec.level)
    for size, what in ((spec.d_in, "d_in"), (spec.d_out, "d_out")):
        if isinstance(size, str):
            raise BadSize(f"{what} is {shown(size)}: a drawn size is a whole number")
        if size is not None:
            check_size(size, what)
    _check_number(spec.seed, "seed", 0, LARGEST_SEED)
    _check_number(spec.sheet, "sheet", 1, _MOST_SHEETS)
    _check_entries(spec.entries)
    if spec.role is not None and spec.role not in ROLES:
        raise UnknownName("role", spec.role, ROLES)
    if spec.given is not None and spec.any_instance:
        raise BadOption("the givens are the instance; leave --any-instance out")
    if spec.given is not None and (spec.d_in or spec.d_out or spec.entries):
        raise BadOption("the givens decide the sizes and the entries; leave those options out")
    if len(spec.kinds) > _MOST_EXERCISES or len(items(spec)) > _MOST_EXERCISES:
        raise BadOption(f"a sheet may have up to {_MOST_EXERCISES} exercises")
    _check_variants(spec)


def askable() -> tuple[str, ...]:
    """The mistakes that a worksheet can be asked for: those that some kind can show."""
    able = {name for one in map(kind, kind_ids()) for name in one.shows}
    return tuple(one.id for one in CATALOGUE if one.id in able)


def _check_mistake(name: str) -> None:
    able = askable()
    if mistake(name, able).id not in able:
        raise BadOption(
            f"no kind can show {name}; the mistakes that can be asked for are "
            f"{', '.join(sorted(able))}"
        )


def _check_number(value: int, what: str, lowest: int, highest: int) -> None:
    if type(value) is not int or not lowest <= value <= highest:
        raise BadOption(
            f"the {what} is {shown(value)}; it is a whole number from {lowest} to {highest}"
        )


def _check_variants(spec: Spec) -> None:
    if spec.variants and (spec.given is not None or len(spec.variants) != len(items(spec))):
        raise BadOption("a sheet of drawn numbers has one variant for each exercise, or none")
    for variant in spec.variants:
        _check_number(variant, "variant", -LARGEST_SEED, LARGEST_SEED)


def _check_entries(entries: Range | None) -> None:
    if entries is None:
        return
    if not isinstance(entries, tuple) or len(entries) != 2:
        raise BadOption(f"the entries are {shown(entries)}; give the lowest and the highest")
    lowest, highest = entries
    for value in entries:
        _check_number(value, "range of entries", -LARGEST_ANSWER, LARGEST_ANSWER)
    if lowest > highest:
        raise BadOption(
            f"the entries go from {lowest} to {highest}; the lowest comes first, as in -3:3"
        )


def items(spec: Spec) -> list[Item]:
    """The exercises of a spec: each kind, with the mistakes asked for that it shows."""
    if not spec.kinds and not spec.mistakes:
        shapes = spec.d_out is None or shape_can_be_wrong(spec.d_out)
        return [item for item in LESSON_SET if shapes or "values-not-shape" not in item[1]]
    names = spec.kinds or dict.fromkeys(name for name, _ in LESSON_SET)
    found = [item for name in names for item in _items_of(kind(name), spec)]
    shown_ones = {name for _, targets in found for name in targets}
    for name in spec.mistakes:
        if name not in shown_ones:
            able = ", ".join(n for n in kind_ids() if name in kind(n).shows)
            raise BadOption(f"no kind of this sheet can show {name}; add one of {able}")
    return found


def _items_of(one: Kind, spec: Spec) -> Iterator[Item]:
    targets = tuple(name for name in spec.mistakes if name in one.shows)
    if not targets:
        if spec.mistakes and spec.kinds:
            raise BadOption(
                f"{one.id} can show none of the mistakes asked for; "
                f"it can show {', '.join(one.shows)}"
            )
        if not spec.mistakes:
            yield one.id, ()
    elif one.shows_one:
        yield from ((one.id, (name,)) for name in targets)
    else:
        yield one.id, targets


def code_of(spec: Spec) -> str:
    """The code that holds a spec."""
    levels = ["", *LEVELS]
    numbers = [
        SCHEME,
        *_counted(kind(name).number for name in spec.kinds),
        *_counted(mistake(name).number for name in spec.mistakes),
        levels.index(spec.level or ""),
        spec.d_in or 0,
        spec.d_out or 0,
        *_counted(_folded(value) for value in spec.entries or ()),
        spec.sheet - 1,
        spec.seed,
        *_behind_the_seed(spec),
    ]
    return encode(numbers)


def _behind_the_seed(spec: Spec) -> list[int]:
    """Nothing, or the digest of the givens alone, as ever; else all that came later."""
    if spec.role is None and not spec.any_instance and not spec.variants:
        return [] if spec.given is None else [spec.given]
    return [
        0 if spec.given is None else spec.given + 1,
        _ROLES.index(spec.role or "") * 2 + spec.any_instance,
        *map(_folded, spec.variants),
    ]


def _from_behind_the_seed(numbers: list[int]) -> dict[str, Any]:
    if len(numbers) < 2:
        return {"given": numbers[0] if numbers else None}
    given, role, *variants = numbers
    return {
        "given": given - 1 if given else None,
        "role": _ROLES[role // 2] or None,
        "any_instance": role % 2 == 1,
        "variants": tuple(map(_unfolded, variants)),
    }


def _counted(numbers: Iterator[int]) -> list[int]:
    found = list(numbers)
    return [len(found), *found]


def _folded(value: int) -> int:
    return 2 * value if value >= 0 else -2 * value - 1


def _unfolded(value: int) -> int:
    return -(value + 1) // 2 if value % 2 else value // 2


def spec_of(code: str) -> Spec:
    """The spec that a code holds; raises `BadCode` with the reason where it holds none."""
    numbers_of_code = decode(code)
    numbers = iter(numbers_of_code)
    unusable = BadCode(
        f"the code {shown(code)} holds something that this version does not know; "
        f"it may come from a newer one"
    )
    kinds = {kind(name).number: name for name in kind_ids()}
    mistakes = {one.number: one.id for one in CATALOGUE}
    try:
        if next(numbers) != SCHEME:
            raise unusable
        spec = Spec(
            kinds=tuple(kinds[next(numbers)] for _ in range(next(numbers))),
            mistakes=tuple(mistakes[next(numbers)] for _ in range(next(numbers))),
            level=[None, *LEVELS][next(numbers)],
            d_in=next(numbers) or None,
            d_out=next(numbers) or None,
            entries=_pair([_unfolded(next(numbers)) for _ in range(next(numbers))]),
            sheet=next(numbers) + 1,
            seed=next(numbers),
            **_from_behind_the_seed(list(numbers)),
        )
        check(spec)
    except (StopIteration, KeyError, IndexError, ValueError, RuntimeError, BadOption, BadSize):
        raise unusable from None
    if code_of(spec) != encode(numbers_of_code):
        raise unusable
    return spec


def _pair(values: list[int]) -> Range | None:
    if not values:
        return None
    lowest, highest = values
    return lowest, highest
