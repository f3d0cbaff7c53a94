"""Wordings in one format: templates' macros, with every value spelled or escaped by the format.

A macro holds literal prose and calls the vocabulary; what it prints is taken as it is only where
the format itself wrote it (`Markup`). Typed values are spelled as math, other text is escaped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, StrictUndefined, pass_context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from qkvsym.errors import BadTemplate, shown
from qkvsym.exercise import Exercise, Line, Part
from qkvsym.formats import Vocabulary
from qkvsym.formula import Chain, Entry, Formula, Name, Product, ShapeProduct, Undefined
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape

_TYPED = (Matrix, Shape, Formula, Chain, ShapeProduct, Undefined)
_COLUMNS_SIDE_BY_SIDE = 12
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A line of the table of wrong answers: the part's letter, what was got, how it came about."""

    letter: str
    value: Markup
    probably: tuple[Markup, ...]


class Words:
    """The wordings of all templates in one vocabulary."""

    def __init__(self, vocabulary: Vocabulary, loader: BaseLoader, compiled: BytecodeCache) -> None:
        self._vocabulary = vocabulary
        self._macros: dict[tuple[str, str], Callable[..., Markup]] = {}
        self._environment = ImmutableSandboxedEnvironment(
            block_start_string="<%",
            block_end_string="%>",
            variable_start_string="<<",
            variable_end_string=">>",
            comment_start_string="<#",
            comment_end_string="#>",
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            finalize=self._finalize(),
            loader=loader,
            bytecode_cache=compiled,
        )
        self._environment.globals.update(
            math=self.math,
            display=self.display,
            numbered=self.numbered,
            strong=lambda prose: Markup(vocabulary.strong(self.literal(prose))),
            blank=Markup(vocabulary.blank),
            say=self.say,
            prompt=self.prompt,
            heading=lambda exercise: self.say(Line("title"), exercise.kind),
            letter=lambda number: _LETTERS[number - 1],
            options=self.options,
            reason=lambda d, step: self.say(Line(step.id, {"d": d}, "derivation")),
            answer_blank=self.answer_blank,
            answer=self.answer,
            notes=self.notes,
            wrong_rows=self.wrong_rows,
            shape=Shape,
            indexed=lambda name, *indices: Entry(name, indices),
            product=lambda *names: Product(tuple(map(Name, names))),
        )

    def _finalize(self) -> Callable[..., Any]:
        # With a context, Jinja leaves constants for run time, when the format is known.
        @pass_context
        def finalize(_: Any, value: Any) -> Any:
            return self.literal(value)

        return finalize

    def literal(self, value: Any) -> Any:
        """A value as the format prints it: typed values as math, text made literal."""
        if isinstance(value, Markup | StrictUndefined):
            return value
        if isinstance(value, _TYPED):
            return self.math(value)
        if isinstance(value, int):
            return Markup(value)
        return Markup(self._vocabulary.escape(str(value)))

    def math(self, *members: Any) -> Markup:
        """Inline math: one value, or a chain of equal ones; a plain string is a name."""
        return Markup(self._vocabulary.math(self._vocabulary.spell.joined(members)))

    def display(self, *chains: Any) -> Markup:
        """Formulas that stand by themselves, side by side where they are narrow."""
        rows: list[list[str]] = []
        room = 0
        for chain in chains:
            members = chain if isinstance(chain, list) else [chain]
            columns = sum(len(m.rows[0]) for m in members if isinstance(m, Matrix))
            if columns > room or not rows:
                rows.append([])
                room = _COLUMNS_SIDE_BY_SIDE
            room -= columns
            rows[-1].append(self._vocabulary.spell(members))
        return Markup(self._vocabulary.display(rows))

    def numbered(self, lines: Sequence[Line], kind: str = "") -> Markup:
        """Lines as a numbered list."""
        return Markup(self._vocabulary.numbered([self.say(line, kind) for line in lines]))

    def say(self, line: Line, kind: str = "") -> Markup:
        """A line in words, on one line."""
        files = (line.file,) if line.file else (f"kinds/{kind}", "lines")
        return self._one_line(self._macro(files, line.id)(**line.values))

    def prompt(self, exercise: Exercise) -> Markup:
        """The prompt of an exercise: paragraphs and displayed formulas."""
        made = self._macro((f"kinds/{exercise.kind}",), "prompt")(exercise)
        lines = [line.strip() for line in made.splitlines()]
        text = "\n".join(lines).strip()
        while "\n\n\n" in text:
            text = text.replace("\n\n\n", "\n\n")
        return Markup(text)

    def options(self, part: Part, kind: str) -> Markup:
        """The options of a choice, one after the other."""
        return Markup("; ").join(self.say(option.label, kind) for option in part.answer.options)

    def answer_blank(self, part: Part) -> Markup:
        """The blank for the answer of a part, after the name of what is asked for."""
        blank = Markup(self._vocabulary.blank)
        return self.math(part.subject) + Markup(" = ") + blank if part.subject else blank

    def answer(self, part: Part, kind: str) -> Markup:
        """The answer of a part, in words or spelled."""
        answer = part.answer
        if answer.type == "text":
            return Markup(" ").join(self.say(point, kind) for point in answer.value)
        value = self._value(part, answer.value, kind)
        return self.math(part.subject, answer.value) if part.subject else value

    def _value(self, part: Part, value: Any, kind: str) -> Markup:
        for option in part.answer.options:
            if option.id == value:
                return self.say(option.label, kind)
        spelled: Markup = self.literal(value)
        return spelled

    def notes(self, exercise: Exercise) -> list[Markup]:
        """What the numbers of an exercise cannot show."""
        parts = {part.id: part for part in exercise.parts}
        found = []
        for hidden in exercise.unseen:
            values: dict[str, Any] = {"name": self._mistake_name(hidden.mistake)}
            wording = "not_here"
            if hidden.part:
                values["case"] = parts[hidden.part].case
                wording = "cannot_tell" if hidden.other else "cannot_show"
            if hidden.other:
                values["other"] = self._mistake_name(hidden.other)
            found.append(self.say(Line(wording, values, "sheet")))
        return found

    def _mistake_name(self, name: str) -> Markup:
        return self.say(Line("name", file=f"mistakes/{name}"))

    def wrong_rows(self, exercise: Exercise) -> list[WrongRow]:
        """Every wrong value to expect, once a part, with all the mistakes that give it."""
        found = []
        for letter, part in zip(_LETTERS, exercise.parts, strict=False):
            values: dict[Any, list[str]] = {}
            for wrong in part.wrong:
                values.setdefault(wrong.value, []).append(wrong.mistake)
            for value, mistakes in values.items():
                said = (
                    self.say(Line("probably", {"c": part.case}, f"mistakes/{mistake}"))
                    for mistake in mistakes
                )
                found.append(WrongRow(letter, self._value(part, value, exercise.kind), tuple(said)))
        return found

    def frame(self, page: str, values: Mapping[str, Any]) -> str:
        """A page frame, filled in."""
        return self._environment.get_template(page).render(values)

    @staticmethod
    def _one_line(made: str) -> Markup:
        return Markup(" ".join(made.split()))

    def _macro(self, files: Sequence[str], name: str) -> Callable[..., Markup]:
        key = files[0], name
        if key not in self._macros:
            self._macros[key] = self._find(files, name)
        return self._macros[key]

    def _find(self, files: Sequence[str], name: str) -> Callable[..., Markup]:
        for file in files:
            template = self._environment.get_template(f"{file}.j2")
            found = getattr(template.module, name, None)
            if found is not None:
                return found  # type: ignore[no-any-return]
        raise BadTemplate(f"template {shown(files[0] + '.j2')}: it has no macro {name}")
