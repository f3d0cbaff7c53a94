"""The report on a class: which mistakes were made, how often, and where.

It is made to be shown to the class, so it holds counts and nobody's name.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from qkvsym.exercise import Case, Line, line
from qkvsym.grades import EARNING, Found, Grade, all_parts
from qkvsym.layout import Layout
from qkvsym.mistakes import CATALOGUE, MISTAKES
from qkvsym.owners import Status
from qkvsym.parts import case_of
from qkvsym.renderer import built_in
from qkvsym.rules import PROJECTIONS, weight
from qkvsym.shapes import Shape
from qkvsym.weights import SheetPart

FORMATS = ("html", "md")
"""The formats that a report has."""

_TO_EXPLAIN = 3
_BLOCKS = 20
_ORDER = {mistake.id: number for number, mistake in enumerate(CATALOGUE)}


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    count: int
    of: int

    @property
    def percent(self) -> int:
        """The share in whole percents; halves are rounded up."""
        return (200 * self.count + self.of) // (2 * self.of) if self.of else 0

    @property
    def bar(self) -> str:
        """A bar of blocks, twenty for everybody; never none for somebody."""
        blocks = (2 * _BLOCKS * self.count + self.of) // (2 * self.of) if self.of else 0
        return "\u2588" * max(blocks, 1 if self.count else 0)


@dataclass(frozen=True, slots=True)
class PartShare:
    """How a part went: who has it right, and how many others are wrong, not understood, missing.

    `unread` are answers in words, that nobody has read yet: such a part has no share. `id` is
    empty where sheets differ.
    """

    letter: str
    id: str
    right: Share
    wrong: int
    not_understood: int
    missing: int
    unread: int

    @property
    def others(self) -> tuple[tuple[str, int], ...]:
        """How many do not have it right, by what became of it; only what there is."""
        found = (
            ("wrong", self.wrong),
            ("not_understood", self.not_understood),
            ("blank", self.missing),
            ("unread", self.unread),
        )
        return tuple((what, count) for what, count in found if count)


@dataclass(frozen=True, slots=True)
class ExerciseShares:
    """The parts of an exercise, under its number and the name of its kind."""

    number: int
    title: Line
    parts: tuple[PartShare, ...]


@dataclass(frozen=True, slots=True)
class MistakeCount:
    """A mistake: how many made it, in how many lines, where, and the words about it.

    `possible` are further lines that it would explain too, where another is the likelier one.
    """

    id: str
    people: Share
    times: int
    possible: int
    places: tuple[tuple[str, int], ...]
    case: Case

    def says(self, wording: str) -> Line:
        """One of its wordings that speak of sizes and of a result."""
        return line(wording, file=f"mistakes/{self.id}", c=self.case)

    @property
    def title(self) -> Line:
        """Its name."""
        return line("title", file=f"mistakes/{self.id}")


@dataclass(frozen=True, slots=True)
class ClassReport:
    """Counts of a class.

    `sheets` are those of the manifest, or of all that came where there is none; what is said of
    parts and mistakes is about the `counted` works. `left_out` is what is not counted, by its
    status: how many files, and with `several files` how many sheets. `nobodys` are counted works
    of which it cannot be told whose they are.
    """

    sheets: int
    handed_in: int
    missing: int
    left_out: tuple[tuple[Status, int], ...]
    nobodys: int
    counted: int
    exercises: tuple[ExerciseShares, ...]
    mistakes: tuple[MistakeCount, ...]
    unexplained: Share
    unexplained_times: int

    @property
    def to_explain(self) -> tuple[MistakeCount, ...]:
        """The most frequent mistakes; a slip in one number is nothing to explain."""
        lasting = (one for one in self.mistakes if not MISTAKES[one.id].slip)
        return tuple(lasting)[:_TO_EXPLAIN]


def class_report(made: Sequence[Grade]) -> ClassReport:
    """What the grades of a class say about all together."""
    counted = [grade for grade in made if grade.counts]
    sheets = {grade.row for grade in made if grade.row is not None}
    handed_in = {grade.row for grade in made if grade.row is not None and grade.work}
    unexplained = [sum(not one.mistakes for one in _found(grade)) for grade in counted]
    return ClassReport(
        sheets=len(sheets) or len(made),
        handed_in=len(handed_in) if sheets else len(made),
        missing=len(sheets - handed_in),
        left_out=tuple(_left_out(made)),
        nobodys=sum(grade.status == "unknown person" for grade in counted),
        counted=len(counted),
        exercises=tuple(_exercises(counted)),
        mistakes=tuple(sorted(_mistakes(counted), key=_most_frequent_first)),
        unexplained=Share(sum(map(bool, unexplained)), len(counted)),
        unexplained_times=sum(unexplained),
    )


def _left_out(made: Sequence[Grade]) -> Iterable[tuple[Status, int]]:
    """How many works are not counted, by their status; only those that there are."""
    handed_in = [grade for grade in made if grade.work and not grade.counts]
    files = Counter(grade.status for grade in handed_in)
    files["several files"] = len({g.row for g in handed_in if g.status == "several files"})
    return ((status, files[status]) for status in get_args(Status) if files[status])


def _found(grade: Grade) -> tuple[Found, ...]:
    return grade.work.found if grade.work else ()


def _most_frequent_first(one: MistakeCount) -> tuple[int, int, int]:
    return -one.people.count, -one.times, _ORDER[one.id]


# Parts.


def _exercises(counted: Sequence[Grade]) -> Iterable[ExerciseShares]:
    """The exercises of all sheets; where sheets differ, one number may have several kinds."""
    verdicts: dict[tuple[int, str, str], Counter[str]] = {}
    ids: dict[tuple[int, str, str], set[str]] = {}
    in_words: dict[tuple[int, str, str], bool] = {}
    order = {kind: n for n, kind in enumerate(dict.fromkeys(p.kind for p in all_parts(counted)))}
    for grade in counted:
        for part, verdict in grade.verdicts.items():
            key = (part.exercise, part.kind, part.letter)
            verdicts.setdefault(key, Counter())[verdict] += 1
            ids.setdefault(key, set()).add(part.id)
            in_words[key] = part.in_words
    exercises: dict[tuple[int, str], list[PartShare]] = {}
    for key in sorted(verdicts, key=lambda key: (key[0], order[key[1]], key[2])):
        number, kind, letter = key
        share = _part_share(letter, ids[key], in_words[key], verdicts[key])
        exercises.setdefault((number, kind), []).append(share)
    for (number, kind), parts in exercises.items():
        yield ExerciseShares(number, line("title", file=f"kinds/{kind}"), tuple(parts))


def _part_share(letter: str, ids: set[str], in_words: bool, found: Counter[str]) -> PartShare:
    right = sum(found[verdict] for verdict in EARNING)
    return PartShare(
        letter=letter,
        id=min(ids) if len(ids) == 1 else "",
        right=Share(right, 0 if in_words else found.total()),
        wrong=found["wrong"],
        not_understood=found["not-understood"],
        missing=found["missing"],
        unread=found["not-checked"],
    )


# Mistakes.


def _mistakes(counted: Sequence[Grade]) -> Iterable[MistakeCount]:
    people: Counter[str] = Counter()
    times: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    places: dict[str, Counter[SheetPart | None]] = {}
    cases: dict[str, Counter[tuple[str, bool]]] = {}
    for grade in counted:
        explained = [one for one in _found(grade) if one.mistakes]
        people.update({one.mistakes[0] for one in explained})
        for one in explained:
            likeliest, *others = one.mistakes
            times[likeliest] += 1
            possible.update(others)
            places.setdefault(likeliest, Counter())[one.part] += 1
            cases.setdefault(likeliest, Counter())[one.role, one.fits] += 1
    for name, count in people.items():
        yield MistakeCount(
            id=name,
            people=Share(count, len(counted)),
            times=times[name],
            possible=possible[name],
            places=_placed(places[name]),
            case=_case(*_usual(cases[name])),
        )


def _placed(found: Mapping[SheetPart | None, int]) -> tuple[tuple[str, int], ...]:
    """How often at which place, the most frequent first."""
    at: Counter[tuple[int, str]] = Counter()
    for part, count in found.items():
        if part is not None:
            at[part.exercise, part.letter] += count
    ordered = sorted(at, key=lambda place: (-at[place], place))
    return tuple((f"{number} ({letter})", at[number, letter]) for number, letter in ordered)


def _usual(found: Mapping[tuple[str, bool], int]) -> tuple[str, bool]:
    return min(found, key=lambda key: (-found[key], key))


def _case(role: str, fits: bool) -> Case:
    """What the wordings may speak of: no sheet's numbers, for everybody may have others."""
    step = PROJECTIONS[role or "k"]
    token = Shape(1, "d_in" if fits else "d_x")
    return case_of(step, {step.operands[0]: token, weight(step.result): Shape("d_in", "d_out")})


# Pages.


def report_page(made: ClassReport, form: str) -> str:
    """The report as a page in one of the `FORMATS`."""
    values: dict[str, Any] = {"report": made, "layout": Layout()}
    return built_in().report("class-report", values, form)
