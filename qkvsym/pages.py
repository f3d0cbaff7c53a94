"""What page frames see of a worksheet: exercises and parts whose wordings are made when asked for.

A worksheet page never asks for answers, so it never pays for them; the key asks again for the
prompts of the sheet, which are there already.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from jinja2 import TemplateRuntimeError
from markupsafe import Markup

from qkvsym.draw import LEVELS
from qkvsym.exercise import Case, Exercise, Line, Part, lettered, line
from qkvsym.matrix import Matrix
from qkvsym.wording import Words, side_by_side
from qkvsym.worksheet import Worksheet

T = TypeVar("T")
_HALF_A_PAGE = 26
_LINES_KEPT = 4096


class made_once(Generic[T]):
    """A property that is made when it is first asked for.

    Jinja takes an AttributeError for a missing attribute, so one from inside is said otherwise.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__

    def __get__(self, page: Any, owner: type) -> T:
        try:
            value = page.__dict__[self._name] = self._make(page)
        except AttributeError as error:
            raise TemplateRuntimeError(str(error)).with_traceback(error.__traceback__) from None
        return value


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A line of the table of wrong answers: the part's letter, what was got, how it came about."""

    letter: str
    value: Markup
    probably: Markup


class PartPage:
    """A part as a page prints it."""

    def __init__(self, words: Words, kind: str, letter: str, part: Part) -> None:
        self._words = words
        self._kind = kind
        self._part = part
        self.letter = letter
        self.type = part.answer.type
        self.work_lines = part.work_lines

    @made_once
    def ask(self) -> Markup:
        """The question."""
        return self._words.say(self._part.ask, self._kind)

    @made_once
    def options(self) -> list[Markup]:
        """The options of a choice; none for other answers."""
        return [self._words.say(option.label, self._kind) for option in self._part.answer.options]

    @made_once
    def answer_in_steps(self) -> bool:
        """Whether the worked lines say the whole answer already, as they do for some texts."""
        return self.type == "text" and bool(self._part.steps)

    @made_once
    def hints(self) -> Markup:
        """The ladder of hints as a numbered list; empty where there are none."""
        return self._words.numbered(self._part.hints, self._kind)

    @made_once
    def hint_list(self) -> list[Markup]:
        """The hints one by one, for a page that shows the next one on request."""
        return [self._words.say(hint, self._kind) for hint in self._part.hints]

    @made_once
    def steps(self) -> list[Markup]:
        """The worked lines."""
        return [self._words.say(step, self._kind) for step in self._part.steps]

    @made_once
    def subject(self) -> Markup:
        """The name of what is asked for and an equals sign; nothing where it has no name."""
        if not self._part.subject:
            return Markup()
        return self._words.math(self._part.subject) + Markup(" = ")

    @made_once
    def answer(self) -> Markup:
        """The answer, in words or spelled."""
        answer = self._part.answer
        if answer.type == "text":
            return Markup(" ").join(self._words.say(point, self._kind) for point in answer.value)
        if self._part.subject:
            return self._words.math(self._part.subject, answer.value)
        return self.spelled(answer.value)

    def spelled(self, value: Any) -> Markup:
        """A value of the kind of this answer: the label of an option, or math."""
        for option in self._part.answer.options:
            if option.id == value:
                return self._words.say(option.label, self._kind)
        if isinstance(value, Matrix) and len(value.rows) > len(value.rows[0]) == 1:
            return self._words.say(line("as_column", file="sheet", row=value.T))
        literal: Markup = self._words.literal(value)
        return literal

    def wrong_rows(self) -> Iterator[WrongRow]:
        """Every wrong value to expect, with all the mistakes that give it."""
        # A question about a shape alone has no numbers that could be right.
        wording = "probably_shape" if self.type == "shape" else "probably"
        values: dict[Any, list[str]] = {}
        for wrong in self._part.wrong:
            values.setdefault(wrong.value, []).append(wrong.mistake)
        for value, mistakes in values.items():
            said = [self._words.say(_about(wording, name, self._part.case)) for name in mistakes]
            probably = said[0] if len(said) == 1 else self._words.alternatives(said)
            yield WrongRow(self.letter, self.spelled(value), probably)


@lru_cache(maxsize=_LINES_KEPT)
def _about(wording: str, mistake: str, case: Case | None) -> Line:
    return line(wording, file=f"mistakes/{mistake}", c=case)


class ExercisePage:
    """An exercise as a page prints it."""

    def __init__(self, words: Words, number: int, exercise: Exercise) -> None:
        self._words = words
        self._exercise = exercise
        self.number = number
        self.parts = [
            PartPage(words, exercise.kind, letter, part)
            for letter, part in lettered(exercise.parts)
        ]

    @made_once
    def heading(self) -> Markup:
        """The name of the kind."""
        return self._words.say(self._exercise.title, self._exercise.kind)

    @made_once
    def level(self) -> Markup:
        """The name of the level."""
        return self._words.say(line("level", file="sheet", id=self._exercise.level))

    @made_once
    def difficulty(self) -> int:
        """The level as a number, from 1 for the easiest."""
        return list(LEVELS).index(self._exercise.level) + 1

    @made_once
    def prompt(self) -> Markup:
        """What is given, in paragraphs and displayed formulas."""
        return self._words.prompt(self._exercise)

    @made_once
    def figures(self) -> list[Markup]:
        """The drawings of the sheet, with what is asked for left open."""
        found = (figure for figure in self._exercise.figures if not figure.tells)
        return [self._words.figure(figure, None) for figure in found]

    @made_once
    def solved_figures(self) -> list[Markup]:
        """The drawings of the key."""
        return [self._words.figure(one, one.solution) for one in self._exercise.figures]

    @made_once
    def prompt_lines(self) -> int:
        """About how many lines the heading and the prompt take in print."""
        given = self._exercise.givens.items()
        rows = side_by_side([name, value] for name, value in given if isinstance(value, Matrix))
        tallest = (max(len(matrix.rows) for _, matrix in row) for row in rows)
        return 6 + (sum(tallest) or 1) + 2 * len(self._exercise.facts.get("lines", ()))

    @made_once
    def lines(self) -> int:
        """About how many lines must stay together: a short exercise whole, else its beginning."""
        whole = self.prompt_lines + sum(part.work_lines + 3 for part in self.parts)
        return whole if whole <= _HALF_A_PAGE else self.prompt_lines + 6

    @made_once
    def wrong_rows(self) -> list[WrongRow]:
        """The table of wrong answers of all parts."""
        return [row for part in self.parts for row in part.wrong_rows()]

    @made_once
    def notes(self) -> list[Markup]:
        """What was done to the numbers of this exercise, and what they cannot show."""
        cases = {part.id: part.case for part in self._exercise.parts}
        found = []
        if self._exercise.shortened:
            said = line("shortened", file="sheet", name=self._exercise.shortened)
            found.append(self._words.say(said))
        for hidden in self._exercise.unseen:
            values: dict[str, Any] = {"name": self._mistake_name(hidden.mistake)}
            if hidden.part:
                values["case"] = cases[hidden.part]
            if hidden.other:
                values["other"] = self._mistake_name(hidden.other)
            wording = "cannot_tell" if hidden.other else "cannot_show"
            found.append(
                self._words.say(
                    line(wording if hidden.part else "not_here", file="sheet", **values)
                )
            )
        return found

    def _mistake_name(self, name: str) -> Markup:
        return self._words.say(line("title", file=f"mistakes/{name}"))


def omissions(words: Words, worksheet: Worksheet) -> list[Markup]:
    """What the user's own numbers left no exercise for."""
    found = []
    for kind, targets in worksheet.omitted:
        title = words.say(line("title"), kind)
        names = [words.say(line("title", file=f"mistakes/{name}")) for name in targets]
        said = line("omitted", file="sheet", title=title, name=Markup(", ").join(names))
        found.append(words.say(said))
    return found


def exercise_pages(words: Words, worksheet: Worksheet) -> list[ExercisePage]:
    """All exercises of a worksheet, as pages print them."""
    return [ExercisePage(words, n, e) for n, e in enumerate(worksheet.exercises, 1)]
