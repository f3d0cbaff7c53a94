"""A worksheet: its code, and its exercises in order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, repeat
from operator import itemgetter
from pathlib import Path
from typing import Any

from qkvsym.draw import LEVELS, Range
from qkvsym.errors import BadCode, BadOption, NoInstance, shown
from qkvsym.exercise import Exercise, Kind, Request, make
from qkvsym.givens import check_givens, digest, read_givens
from qkvsym.good import Numbers
from qkvsym.kinds import kind
from qkvsym.one_line import one_line
from qkvsym.roster import Person
from qkvsym.spec import SCHEME, Item, Spec, check, code_of, items, spec_of
from qkvsym.streams import Source

Given = str | Path | Mapping[str, Any]
"""The user's own givens: a TOML file, or a mapping of lists of integers."""

_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Exercises in order, and the code that makes them again.

    The title and the person whose sheet it is are not in the code. `omitted` are the items of the
    lesson's set that the user's own numbers cannot show.
    """

    code: str
    spec: Spec
    title: str
    exercises: tuple[Exercise, ...]
    omitted: tuple[Item, ...] = ()
    person: Person | None = None


def generate(
    *kinds: str,
    mistakes: str | Sequence[str] = (),
    level: str | None = None,
    seed: int = 1,
    sheet: int = 1,
    d_in: int | None = None,
    d_out: int | None = None,
    entries: Range | None = None,
    given: Given | None = None,
    role: str | None = None,
    any_instance: bool = False,
    title: str = "",
) -> Worksheet:
    """Draw one worksheet; without kinds, the lesson's problem set.

    Sizes go from 1 to 16, entries are a pair (lowest, highest). Sheets 1, 2, 3 ... of one seed
    are drawn each by itself. `role` is q, k or v where one projection is to be asked about. With
    `any_instance` numbers are taken that the rules of a good instance reject. Raises
    `AuthorError`: `UnknownName`, `BadSize`, `BadOption`, `BadGivens`, or `NoInstance` where the
    options leave no good instance.

    >>> generate("compute-projections", seed=7).exercises[0].parts[1].id
    'q'
    """
    spec, givens = asked(
        *kinds,
        mistakes=mistakes,
        level=level,
        seed=seed,
        sheet=sheet,
        d_in=d_in,
        d_out=d_out,
        entries=entries,
        given=given,
        role=role,
        any_instance=any_instance,
    )
    return of_spec(spec, givens, title)


def asked(
    *kinds: str,
    mistakes: str | Sequence[str] = (),
    entries: Range | None = None,
    given: Given | None = None,
    **others: Any,
) -> tuple[Spec, dict[str, Numbers] | None]:
    """The spec of what is asked of `generate`, and the user's own givens; raises `AuthorError`."""
    givens = _read(given)
    names = (mistakes,) if isinstance(mistakes, str) else mistakes
    spec = Spec(
        kinds=kinds,
        mistakes=tuple(dict.fromkeys(names)),
        entries=tuple(entries) if isinstance(entries, list) else entries,
        given=None if givens is None else digest(givens),
        **others,
    )
    check(spec)
    return spec, givens


def reproduce(code: str, *, given: Given | None = None, title: str = "") -> Worksheet:
    """The worksheet of a code; `given` is needed, and must be the same, where it was used.

    >>> sheet = generate("predict-shape", seed=3)
    >>> reproduce(sheet.code) == sheet
    True
    """
    spec, givens = asked_by_code(code, given)
    return of_spec(spec, givens, title)


def asked_by_code(code: str, given: Given | None) -> tuple[Spec, dict[str, Numbers] | None]:
    """The spec that a code holds, and its givens; raises `BadCode` and `BadGivens`."""
    spec = spec_of(code)
    givens = _read(given)
    if spec.given is None and givens is not None:
        raise BadCode(
            f"the code {shown(code)} was made without givens; leave --given out, "
            f"or make a new sheet from them"
        )
    if spec.given is not None and givens is None:
        raise BadCode(
            f"the code {shown(code)} was made from a file of givens; name it with --given"
        )
    if givens is not None and digest(givens) != spec.given:
        raise BadCode(f"the code {shown(code)} was made from other givens than those in the file")
    return spec, givens


def _read(given: Given | None) -> dict[str, Numbers] | None:
    if given is None or isinstance(given, Mapping):
        return None if given is None else check_givens(given)
    return read_givens(given)


def of_spec(spec: Spec, givens: Mapping[str, Numbers] | None = None, title: str = "") -> Worksheet:
    """The worksheet of a spec that was checked; raises `NoInstance` and `BadOption`."""
    made: list[Exercise] = []
    omitted: list[Item] = []
    for one, request in requests(spec, givens):
        try:
            made.append(make(one, request))
        except NoInstance:
            # Who asked for the lesson's set did not ask for this kind by name.
            if givens is None or spec.kinds or spec.mistakes:
                raise
            omitted.append((one.id, request.targets))
    title = clean_title(title)
    return Worksheet(code_of(spec), spec, title, tuple(made), tuple(omitted))


def clean_title(title: str) -> str:
    """A title on one line, without control characters; raises `BadOption` if it is too long."""
    if not isinstance(title, str):
        raise BadOption(f"the title is {shown(title)}; it is a text")
    if len(title) > _LONGEST_TITLE:
        raise BadOption(
            f"the title has {len(title)} characters; it may have up to {_LONGEST_TITLE}"
        )
    return one_line(title)


def requests(
    spec: Spec, givens: Mapping[str, Numbers] | None = None
) -> Iterator[tuple[Kind, Request]]:
    """What each exercise of a spec is to be made of, in order."""
    source = Source((f"scheme {SCHEME}", f"seed {spec.seed}", f"sheet {spec.sheet}"))
    seen: Counter[str] = Counter()
    variants = spec.variants or repeat(0)
    for (name, targets), variant in zip(_in_order(items(spec), source), variants, strict=False):
        one = kind(name)
        # Named by what it is, not by its place: one more exercise changes no other.
        label = " ".join((name, *(targets if one.shows_one else ())))
        seen[label] += 1
        inside = source.inside(f"{label} {seen[label]}")
        yield (
            one,
            Request(
                level=LEVELS[spec.level or one.level],
                source=inside.inside(f"again {variant}") if variant > 0 else inside,
                targets=targets,
                d_in=spec.d_in,
                d_out=spec.d_out,
                entries=spec.entries,
                given=givens,
                role=spec.role,
                any_instance=spec.any_instance,
                pick=max(0, -variant),
            ),
        )


def _in_order(asked: list[Item], source: Source) -> Iterator[Item]:
    """The items, but those of one kind and several mistakes in a drawn order.

    In a known order the first exercise to find a mistake would always be about the first mistake.
    """
    for name, group in groupby(asked, key=itemgetter(0)):
        few = list(group)
        yield from source.stream(f"order of {name}").shuffled(few) if few[1:] else few
