"""What an exercise is: typed values, and lines that templates put into words.

Nothing here holds prose or a spelling. A `Line` names a wording (a macro of a template) and the
exact values that it speaks of; a format spells it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from qkvsym.draw import LEVELS, Level, Range
from qkvsym.errors import UnknownName
from qkvsym.formula import Formula
from qkvsym.good import Numbers, Rejections
from qkvsym.named import Named
from qkvsym.shapes import Shape
from qkvsym.streams import Source

_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class Line:
    """One wording and its values; `file` names its template where it is not the kind's own.

    Values are hashable pairs of a name and an exact value, so that lines can be compared.
    """

    id: str
    values: tuple[tuple[str, Any], ...] = ()
    file: str = ""


def line(wording: str, /, *, file: str = "", **values: Any) -> Line:
    """A line of the template named, else of the kind's own, else of those that kinds share."""
    return Line(wording, tuple(values.items()), file)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: what is stored, and the line that is printed."""

    id: str
    label: Line


AnswerType = Literal["matrix", "shape", "integer", "choice", "formula", "text"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A typed answer.

    The value is a `Matrix`, a `Shape`, an `int`, the id of an option, a `Chain`, or for text the
    lines that a marker looks for; `UNDEFINED` where a product cannot be formed.
    """

    type: AnswerType
    value: Any
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong value of a part, and the mistake that gives it."""

    mistake: str
    value: Any


@dataclass(frozen=True, slots=True)
class Case:
    """What the wording of a mistake may speak of: one projection and its sizes."""

    role: str
    weight: str
    product: Formula
    x: Shape
    W: Shape
    out: Any

    def __hash__(self) -> int:
        # Most lines hold a case, and their wordings are looked up by it.
        return hash((self.role, self.x.columns, self.W.rows, self.W.columns))


@dataclass(frozen=True, slots=True)
class Part:
    """One question with its typed answer, hints, worked steps and the wrong values to expect."""

    id: str
    ask: Line
    answer: Answer
    hints: tuple[Line, ...] = ()
    steps: tuple[Line, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    case: Case | None = None
    subject: str = ""

    @property
    def work_lines(self) -> int:
        """How many lines a learner needs to work this part out on paper, beside the answer."""
        if self.answer.type == "matrix":
            # As much where the answer is that there is none.
            columns = self.case.W.columns if self.case else 1
            return max(3, columns + 1 if isinstance(columns, int) else 3)
        return {"text": 2, "formula": 1}.get(self.answer.type, 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of an exercise: its template in ``templates/figures``, and what it shows.

    `solution` is what the drawing shows on the key, and leaves open on the sheet. A drawing that
    `tells` the answer even so stands on the key alone.
    """

    id: str
    values: Mapping[str, Any]
    solution: Any
    tells: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", Named(self.values))


@dataclass(frozen=True, slots=True)
class Unseen:
    """A mistake that a part cannot tell from the right answer, or from `other`, a mistake too."""

    mistake: str
    part: str
    other: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise: what is given, what is asked, and the mistakes it is made to show.

    `givens` are the matrices (or only shapes) by name; `facts` what its prompt says besides,
    `figures` what is drawn.
    `unseen` are mistakes that these numbers cannot show, and `shortened` is the matrix of which the
    last row or entry was left out; both happen only on the user's own givens.
    """

    kind: str
    level: str
    mistakes: tuple[str, ...]
    givens: Mapping[str, Any]
    parts: tuple[Part, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    title: Line = Line("title")
    unseen: tuple[Unseen, ...] = ()
    shortened: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "givens", Named(self.givens))
        object.__setattr__(self, "facts", Named(self.facts))


@dataclass(frozen=True, slots=True)
class Request:
    """What one exercise is to be made of; sizes and entries are drawn where they are None.

    `targets` are the mistakes asked for; empty means those that the kind shows by itself. `role`
    is the projection asked about, None those that the kind has. `any_instance` takes numbers that
    are not good too. `pick` is the place, from 1, in the order of all instances, of the one to
    take; 0 draws one.
    """

    level: Level
    source: Source
    targets: tuple[str, ...] = ()
    d_in: int | None = None
    d_out: int | None = None
    entries: Range | None = None
    given: Mapping[str, Numbers] | None = None
    role: str | None = None
    any_instance: bool = False
    pick: int = 0

    @property
    def as_it_is(self) -> bool:
        """Whether the numbers are taken although some mistakes may not show on them."""
        return self.given is not None or self.any_instance


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise; one module of `qkvsym.kinds` defines each.

    `build` yields candidates for a request until one is taken; `shows` are all mistakes it can
    be asked for.
    A kind is `counted` if it takes every good instance on which its mistakes show, whatever else
    it draws. A kind that `shows_one` is about one mistake an exercise; the others show all at
    once. None of it ever changes, nor does what `build` draws: worksheet codes depend on it. A
    mistake that is added later is added to new kinds.
    """

    id: str
    number: int
    level: str
    targets: tuple[str, ...]
    build: Callable[[Request, Rejections], Iterator[Exercise]]
    shows: tuple[str, ...] = ()
    shows_one: bool = False
    counted: bool = False


def make(kind: Kind, request: Request) -> Exercise:
    """The first candidate of a kind on which every target mistake shows.

    Raises `NoInstance` where none is found. On the user's own givens, or where any instance will
    do, the candidate is taken as it is, and the mistakes that it cannot show are named in it.
    """
    other_numbers = "give other numbers, or leave this kind or mistake out"
    rejected = Rejections(kind.id, "" if request.given is None else other_numbers)
    for exercise in kind.build(request, rejected):
        blind = unseen(exercise.parts, exercise.mistakes)
        missing = tuple(name for name in request.targets if name not in exercise.mistakes)
        if missing:
            raise rejected.impossible("mistakes-apart", f" ({', '.join(missing)})")
        if request.as_it_is or not blind:
            return _without_right_ones(exercise, blind)
        names = dict.fromkeys(hidden.mistake for hidden in blind)
        rejected.note("mistakes-apart", f" ({', '.join(names)})")
    raise rejected.last()


def _without_right_ones(exercise: Exercise, blind: tuple[Unseen, ...]) -> Exercise:
    return replace(exercise, parts=tuple(map(_without_right, exercise.parts)), unseen=blind)


def _without_right(part: Part) -> Part:
    right = part.answer.value
    wrong = tuple([w for w in part.wrong if w.value != right])
    return part if len(wrong) == len(part.wrong) else replace(part, wrong=wrong)


def unseen(parts: tuple[Part, ...], targets: tuple[str, ...]) -> tuple[Unseen, ...]:
    """Where a target gives the right answer or another target's; a target no part shows too."""
    found = []
    for part in parts:
        wrong = [w for w in part.wrong if w.mistake in targets]
        if len({part.answer.value, *(w.value for w in wrong)}) > len(wrong):
            continue  # they are all different, as nearly always
        for n, one in enumerate(wrong):
            if one.value == part.answer.value:
                found.append(Unseen(one.mistake, part.id, ""))
            for other in wrong[:n]:
                if other.value == one.value != part.answer.value:
                    found.append(Unseen(one.mistake, part.id, other.mistake))
    shown = {wrong.mistake for part in parts for wrong in part.wrong}
    return (*found, *(Unseen(name, "", "") for name in targets if name not in shown))


def lettered(parts: Iterable[_Any]) -> Iterator[tuple[str, _Any]]:
    """Parts with the letters by which a sheet calls them: a, b, c ..."""
    return ((chr(ord("a") + number), part) for number, part in enumerate(parts))


def level(name: str) -> Level:
    """The level of that id; raises `UnknownName` where there is none."""
    try:
        return LEVELS[name]
    except KeyError:
        raise UnknownName("level", name, LEVELS) from None
