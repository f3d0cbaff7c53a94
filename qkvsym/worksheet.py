"""A worksheet: what decides its numbers, its code, and its exercises in order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from qkvsym.codes import decode, encode
from qkvsym.draw import LARGEST_ANSWER, LEVELS, Numbers, Range, Source
from qkvsym.errors import BadCode, BadOption, BadSize, shown
from qkvsym.exercise import Exercise, Kind, Request, level, make
from qkvsym.givens import check_givens, digest, read_givens
from qkvsym.kinds import kind, kind_ids
from qkvsym.mistakes import CATALOGUE, mistake
from qkvsym.shapes import check_size

Given = str | Path | Mapping[str, Any]
"""The user's own givens: a TOML file, or a mapping of lists of integers."""

SCHEME = 0
"""The scheme of codes and streams; a new one only with a new major release."""

LARGEST_SEED = 2**64 - 1
_MOST_EXERCISES = 100
_MOST_SHEETS = 10**9
_LONGEST_TITLE = 200

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
"""The lesson's problem set: every kind once, the lesson's every mistake once, easy to hard."""


@dataclass(frozen=True, slots=True)
class Spec:
    """All that decides the numbers of a worksheet; its code holds exactly this.

    No kinds means the lesson's set; None means that the kind or its level decides. `given` is
    the digest of the user's own givens.
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


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Exercises in order, and the code that makes them again; the title is not in the code."""

    code: str
    spec: Spec
    title: str
    exercises: tuple[Exercise, ...]


def generate(
    *kinds: str,
    mistakes: Sequence[str] = (),
    level: str | None = None,
    seed: int = 1,
    sheet: int = 1,
    d_in: int | None = None,
    d_out: int | None = None,
    entries: Range | None = None,
    given: Given | None = None,
    title: str = "",
) -> Worksheet:
    """Draw one worksheet; without kinds, the lesson's problem set.

    Sizes go from 1 to 16, entries are a pair (lowest, highest). Sheets 1, 2, 3 ... of one seed
    are different worksheets. Raises `AuthorError`: `UnknownName`, `BadSize`, `BadOption`,
    `BadGivens`, or `NoInstance` where the options leave no good instance.

    >>> generate("compute-projections", seed=7).exercises[0].parts[1].id
    'q'
    """
    givens = _read(given)
    spec = Spec(
        kinds=tuple(kinds),
        mistakes=tuple(dict.fromkeys(mistakes)),
        level=level,
        d_in=d_in,
        d_out=d_out,
        entries=entries,
        seed=seed,
        sheet=sheet,
        given=None if givens is None else digest(givens),
    )
    check(spec)
    return _worksheet(spec, givens, title)


def reproduce(code: str, *, given: Given | None = None, title: str = "") -> Worksheet:
    """The worksheet of a code; `given` is needed, and must be the same, where it was used.

    >>> sheet = generate("predict-shape", seed=3)
    >>> reproduce(sheet.code) == sheet
    True
    """
    spec = spec_of(code)
    givens = _read(given)
    if spec.given is None and givens is not None:
        raise BadCode(
            f"the code {shown(code)} was made without givens; leave --given out, "
            f"or leave --code out to make a new sheet from them"
        )
    if spec.given is not None and givens is None:
        raise BadCode(
            f"the code {shown(code)} was made from a file of givens; name it with --given"
        )
    if givens is not None and digest(givens) != spec.given:
        raise BadCode(f"the code {shown(code)} was made from other givens than those in the file")
    return _worksheet(spec, givens, title)


def _read(given: Given | None) -> dict[str, Numbers] | None:
    if given is None or isinstance(given, Mapping):
        return None if given is None else check_givens(given)
    return read_givens(given)


def _worksheet(spec: Spec, givens: Mapping[str, Numbers] | None, title: str) -> Worksheet:
    return Worksheet(code_of(spec), spec, clean_title(title), tuple(_exercises(spec, givens)))


def clean_title(title: str) -> str:
    """A title on one line, without control characters; raises `BadOption` if it is too long."""
    if len(title) > _LONGEST_TITLE:
        raise BadOption(
            f"the title has {len(title)} characters; it may have up to {_LONGEST_TITLE}"
        )
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())


def check(spec: Spec) -> None:
    """Raise `AuthorError` where a spec names what does not exist or cannot go together."""
    for name in spec.kinds:
        kind(name)
    for name in spec.mistakes:
        mistake(name)
    if spec.level is not None:
        level(spec.level)
    for size, what in ((spec.d_in, "d_in"), (spec.d_out, "d_out")):
        if size is not None and isinstance(check_size(size, what), str):
            raise BadSize(f"{what} is {shown(size)}: a drawn size is a whole number")
    if len(spec.kinds) > _MOST_EXERCISES:
        raise BadOption(f"a sheet may have up to {_MOST_EXERCISES} exercises")
    _check_number(spec.seed, "seed", 0, LARGEST_SEED)
    _check_number(spec.sheet, "sheet", 1, _MOST_SHEETS)
    _check_entries(spec.entries)
    if spec.given is not None and (spec.d_in or spec.d_out or spec.entries):
        raise BadOption("the givens decide the sizes and the entries; leave those options out")
    items(spec)


def _check_number(value: int, what: str, lowest: int, highest: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise BadOption(
            f"the {what} is {shown(value)}; it is a whole number from {lowest} to {highest}"
        )


def _check_entries(entries: Range | None) -> None:
    if entries is None:
        return
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
        return list(LESSON_SET)
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


def _exercises(spec: Spec, givens: Mapping[str, Numbers] | None) -> Iterator[Exercise]:
    source = Source((f"scheme {SCHEME}", f"seed {spec.seed}", f"sheet {spec.sheet}"))
    seen: Counter[str] = Counter()
    for name, targets in items(spec):
        one = kind(name)
        # Named by what it is, not by its place: one more exercise changes no other.
        label = " ".join((name, *(targets if one.shows_one else ())))
        seen[label] += 1
        yield make(
            one,
            Request(
                level=LEVELS[spec.level or one.level],
                source=source.inside(f"{label} {seen[label]}"),
                targets=targets,
                d_in=spec.d_in,
                d_out=spec.d_out,
                entries=spec.entries,
                given=givens,
            ),
        )


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
        *(() if spec.given is None else (spec.given,)),
    ]
    return encode(numbers)


def _counted(numbers: Iterator[int]) -> list[int]:
    found = list(numbers)
    return [len(found), *found]


def _folded(value: int) -> int:
    return 2 * value if value >= 0 else -2 * value - 1


def _unfolded(value: int) -> int:
    return -(value + 1) // 2 if value % 2 else value // 2


def spec_of(code: str) -> Spec:
    """The spec that a code holds; raises `BadCode` with the reason where it holds none."""
    numbers = iter(decode(code))
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
            given=next(numbers, None),
        )
        check(replace(spec))
    except (StopIteration, KeyError, IndexError, ValueError, RuntimeError, BadOption, BadSize):
        raise unusable from None
    if next(numbers, None) is not None:
        raise unusable
    return spec


def _pair(values: list[int]) -> Range | None:
    if not values:
        return None
    lowest, highest = values
    return lowest, highest
