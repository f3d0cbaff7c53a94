"""What pages have to say in numbers, in their order: the wordings, with every value spelled here.

The wordings themselves are those of the package, in a vocabulary of the test's own that writes
down the numbers of each typed value and nothing else. What a page says is then known number by
number, and neither a lost sign nor a number too many is left to chance.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from qkvsym import Matrix, Shape, Worksheet
from qkvsym.exercise import Exercise, Line, Part, line
from qkvsym.formats import Canvas, Format, Table, Vocabulary
from qkvsym.formula import (
    BigSum,
    Chain,
    ColumnDot,
    Entry,
    Name,
    Number,
    Product,
    ShapeProduct,
    Sum,
    Undefined,
)
from qkvsym.pages import ExercisePage, PartPage, exercise_pages, omissions
from qkvsym.renderer import built_in
from qkvsym.wording import Words
from tests.printed import UNDEFINED, Token

_LABEL = re.compile("«(.*?) (.*?): (.*?)»")
_SAID = re.compile(rf"⟨(\S+?)⟩|\b({UNDEFINED}|\d+)\b")


class Numbers:
    """The numbers of a typed value in the order in which people write them.

    An entry with its place, such as w_{12}, is the word for it: ``w1.2``.
    """

    def __call__(self, value: Any) -> Iterator[Token]:
        if isinstance(value, int):
            yield value
        elif isinstance(value, Undefined):
            yield UNDEFINED
        elif isinstance(value, Entry):
            yield from self.place(value)
        elif isinstance(value, Sum):
            yield from self.terms(value)
        else:
            inside = self.entries(value) if isinstance(value, Matrix) else _inside(value)
            for one in inside:
                yield from self(one)

    def entries(self, matrix: Matrix[Any]) -> Iterable[Any]:
        return chain.from_iterable(matrix.rows)

    def place(self, entry: Entry) -> Iterator[Token]:
        places = ".".join(map(str, entry.indices))
        if re.search(r"\d", places):
            yield f"{entry.name}{places}"

    def terms(self, total: Sum) -> Iterator[Token]:
        """A negative number that is added is taken away: the minus is not its sign."""
        first, *others = total.terms
        yield from self(first)
        for term in others:
            numbers = list(self(term))
            if self.is_taken_away(term):
                numbers[0] = abs(int(numbers[0]))
            yield from numbers

    def is_taken_away(self, term: Any) -> bool:
        return isinstance(term, Number)


class ByColumn(Numbers):
    """Matrices column by column."""

    def entries(self, matrix: Matrix[Any]) -> Iterable[Any]:
        return chain.from_iterable(matrix.columns)


class Aloud(Numbers):
    """As formulas are read aloud: the indices are numbers too, and nobody hears brackets."""

    def place(self, entry: Entry) -> Iterator[Token]:
        return (index for index in entry.indices if isinstance(index, int))

    def is_taken_away(self, term: Any) -> bool:
        return isinstance(next(iter(self(term)), None), int)


def _inside(value: Any) -> Iterable[Any]:
    """What a value is written of, from left to right; nothing for a name."""
    made: Mapping[type, Callable[[Any], Iterable[Any]]] = {
        str: lambda _: (),
        Name: lambda _: (),
        list: iter,
        tuple: iter,
        Number: lambda one: (one.value,),
        Fraction: lambda one: (one.numerator, one.denominator),
        Product: lambda one: one.factors,
        Chain: lambda one: one.members,
        Shape: lambda one: (one.rows, one.columns),
        ShapeProduct: lambda one: (one.left, one.right),
        ColumnDot: lambda one: (one.column,),
        BigSum: lambda one: (1, one.upper, one.body),
    }
    if type(value) not in made:
        raise TypeError(f"{value} has no numbers")
    return made[type(value)](value)


IN_ROWS, IN_COLUMNS, ALOUD = Numbers(), ByColumn(), Aloud()


@dataclass(frozen=True)
class Style:
    """Which numbers a format says in what order, and which of its own it adds.

    The items of a list are `counted` in the text, or only when they are shown. What is drawn is
    `drawn` label by label, or `in lines` from left to right, or `listed` in a table, or not there.
    `hints` come on a page of their own (`apart`), below each question (`inside`), or both. Of what
    is read `aloud`, only formulas have words of their own.
    """

    numbers: Numbers = IN_ROWS
    counted: bool = True
    figures: str = "drawn"
    hints: tuple[str, ...] = ("apart",)

    @property
    def aloud(self) -> bool:
        return self.numbers is ALOUD


def _marked(tokens: Iterable[Token]) -> str:
    return " ".join(f"⟨{token}⟩" for token in tokens)


def _vocabulary(style: Style) -> Vocabulary:
    def math(value: Any) -> str:
        return _marked(style.numbers(value))

    def numbered(items: Sequence[str]) -> str:
        return "\n".join(f"{n if style.counted else ''} {item}" for n, item in enumerate(items, 1))

    def nothing(*_: float) -> str:
        return ""

    def frame(width: float, height: float, alt: str, strokes: str) -> str:
        labels = [(float(x), float(y), said) for x, y, said in _LABEL.findall(strokes)]
        lines = groupby(labels, key=itemgetter(1))
        if style.figures == "in lines":
            labels = [label for _, line in lines for label in sorted(line)]
        return " ".join(said for _, _, said in labels)

    drawn = Canvas(
        frame=frame,
        box=nothing, marked=nothing, line=nothing, arrow=nothing,
        label=lambda x, y, shown: f"«{x} {y}: {shown}»",
        math=math,
    )  # fmt: skip
    # As every table does, it ends its lines.
    table = Table(lambda cells: " ".join(cells) + "\n", lambda cells: " ".join(cells) + "\n")
    return Vocabulary(
        escape=lambda prose: prose,
        math=math,
        display=lambda rows: " ".join(math(value) for row in rows for value in row),
        numbered=numbered,
        strong=lambda prose: prose,
        table=table if style.figures == "listed" else None,
        canvas=drawn if style.figures in ("drawn", "in lines") else None,
    )


@cache
def _words(style: Style) -> Words:
    return built_in().words_of(Format("told", "told", _vocabulary(style), (), lambda *_: ""))


def _read(said: str, style: Style) -> list[Token]:
    """The numbers of a text that the vocabulary has written; those not marked are of a template."""
    found = [marked or ("" if style.aloud else plain) for marked, plain in _SAID.findall(said)]
    return [int(one) if re.fullmatch(r"-?\d+", one) else one for one in found if one]


@cache
def told(sheet: Worksheet, page: str, style: Style, *, hints: bool = True) -> list[Token]:
    """Every number of a page in order."""
    words = _words(style)
    pages = exercise_pages(words, sheet)
    if page == "key":
        said = [piece for one in pages for piece in _solved(one)] + [*omissions(words, sheet)]
    else:
        said = [str(words.say(line("convention", file="sheet")))]
        said += [piece for one in pages for piece in _asked(one, style, hints)]
        said += [piece for one in pages for piece in _hints(one)] if _apart(style, hints) else []
    return _read("\n".join(map(str, said)), style)


def _apart(style: Style, hints: bool) -> bool:
    return hints and "apart" in style.hints


def _asked(page: ExercisePage, style: Style, hints: bool) -> Iterator[str]:
    yield f"{page.number} {page.prompt}"
    yield from page.figures
    for part in page.parts:
        yield from (part.ask, *part.options)
        if hints and "inside" in style.hints:
            of = len(part.hint_list)
            # Every hint is inside of the one before it.
            yield from (f"{n} {of} {hint}" for n, hint in enumerate(part.hint_list, 1))


def _hints(page: ExercisePage) -> Iterator[str]:
    for part in page.parts:
        if part.hints:
            yield f"{page.number} {part.hints}"


def _solved(page: ExercisePage) -> Iterator[str]:
    yield f"{page.number} {page.prompt}"
    yield from page.solved_figures
    for part in page.parts:
        yield from _answered(part)
    yield from page.notes
    for row in page.wrong_rows:
        yield from (row.value, row.probably)


def _answered(part: PartPage) -> Iterator[str]:
    yield from (part.ask, *part.steps)
    if not part.answer_in_steps:
        yield part.answer


@dataclass(frozen=True)
class Texts:
    """The numbers of the texts that a machine-readable sheet has for a part, line by line."""

    ask: list[Token]
    options: list[list[Token]]
    hints: list[list[Token]]
    steps: list[list[Token]]
    points: list[list[Token]]


def told_in_prompt(exercise: Exercise) -> list[Token]:
    return _read(_words(Style()).prompt(exercise), Style())


def told_in_texts(part: Part, kind: str) -> Texts:
    def read(lines: Iterable[Line]) -> list[list[Token]]:
        return [_read(_words(Style()).say(one, kind), Style()) for one in lines]

    answer = part.answer
    (ask,) = read([part.ask])
    options = read(option.label for option in answer.options)
    points = read(answer.value if answer.type == "text" else ())
    return Texts(ask, options, read(part.hints), read(part.steps), points)
