"""Wordings in one format: templates' macros, with every value spelled or escaped by the format.

A macro holds literal prose and calls the vocabulary; what it prints is taken as it is only where
the format itself wrote it (`Markup`). Typed values are spelled as math, other text is escaped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, pass_context
from markupsafe import Markup

from qkvsym.drawing import drawing_words
from qkvsym.environments import BuiltIn
from qkvsym.errors import BadTemplate, shown
from qkvsym.exercise import Exercise, Figure, Line, line
from qkvsym.formats import Vocabulary
from qkvsym.formats.text import SPOKEN
from qkvsym.formula import Chain, Entry, Formula, Name, Product, ShapeProduct, Undefined
from qkvsym.gaps import GAP, MARK, LookedInto
from qkvsym.matrix import Matrix
from qkvsym.one_line import told
from qkvsym.shapes import Shape

_TYPED = (Matrix, Shape, Formula, Chain, ShapeProduct, Undefined)
_AS_IT_IS = (int, StrictUndefined)
_SMALL = frozenset({int, str, Shape})
_LARGE = frozenset({Matrix, Chain, Product})
_ROOM_IN_A_ROW = 66
_LINES_KEPT = 8192


def _width(chain: Any) -> int:
    """About how many characters a displayed formula takes; a whole row where it has no matrix."""
    matrices = (
        [m for m in chain if isinstance(m, Matrix)] if isinstance(chain, list | tuple) else []
    )
    columns = [column for matrix in matrices for column in matrix.columns]
    entries = sum([max(map(len, map(str, column))) + 2 for column in columns])
    return entries + 8 if matrices else _ROOM_IN_A_ROW


def _is_matrix(value: Any) -> bool:
    if value is GAP:
        raise LookedInto
    return isinstance(value, Matrix)


def side_by_side(chains: Iterable[Any]) -> list[list[Any]]:
    """Formulas in rows that a page has room for."""
    rows: list[list[Any]] = []
    room = 0
    for chain in chains:
        width = _width(chain)
        if width > room:
            rows.append([])
            room = _ROOM_IN_A_ROW
        room -= width
        rows[-1].append(chain)
    return rows


class Words:
    """The wordings of all templates in one vocabulary."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        environment: Environment,
        folder: Path,
        also: Callable[[Vocabulary], "Words"],
    ) -> None:
        self._vocabulary = vocabulary
        self.folder = folder
        self._also = also
        self._macros: dict[tuple[str, str], Callable[..., Markup]] = {}
        # Most lines speak of a role and a few sizes, and come again on the next sheet; those that
        # kinds keep are known by what they are, others by what they say.
        self._said: dict[tuple[int, str], tuple[Line, Markup]] = {}
        # A user's template may do with a value, and with what is printed for it, whatever it likes.
        self._large = _LARGE if isinstance(environment, BuiltIn) else frozenset[type]()
        self._symbol = lru_cache(maxsize=_LINES_KEPT)(lambda one: Markup(vocabulary.math((one,))))
        self._filled = lru_cache(maxsize=_LINES_KEPT)(self._fill)
        self._around = lru_cache(maxsize=_LINES_KEPT)(self._around_gap)
        self._environment = environment
        self._environment.finalize = self._finalize()
        self._environment.globals.pop("lipsum", None)
        self._environment.tests["matrix"] = _is_matrix
        self._environment.globals.update(
            math=self.math,
            display=self.display,
            numbered=self.numbered,
            strong=lambda prose: Markup(vocabulary.strong(self.literal(prose))),
            say=self.say,
            reason=lambda d, step: self.say(line(step.id, file="derivation", d=d)),
            shape=Shape,
            indexed=lambda name, *indices: Entry(name, indices),
            product=lambda *names: Product(tuple(map(Name, names))),
            **drawing_words(vocabulary),
        )

    def _finalize(self) -> Callable[..., Any]:
        # With a context, Jinja leaves constants for run time, when the format is known.
        @pass_context
        def finalize(_: Any, value: Any) -> Any:
            return value if type(value) is Markup else self.literal(value)

        return finalize

    def literal(self, value: Any) -> Any:
        """A value as the format prints it: typed values as math, text made literal."""
        if isinstance(value, str):
            return value if isinstance(value, Markup) else Markup(self._vocabulary.escape(value))
        if isinstance(value, _TYPED):
            return self.math(value)
        if value is GAP:
            return Markup(MARK)
        if isinstance(value, _AS_IT_IS):
            return value
        return Markup(self._vocabulary.escape(str(value)))

    def math(self, *members: Any) -> Markup:
        """Inline math: one value, or a chain of equal ones; a plain string is a name."""
        if len(members) == 1 and type(members[0]) in _SMALL:
            return self._symbol(members[0])
        return Markup(self._vocabulary.math(members))

    def display(self, *chains: Any) -> Markup:
        """Formulas that stand by themselves, side by side where they are narrow."""
        return Markup(self._vocabulary.display(side_by_side(chains)))

    def numbered(self, lines: Sequence[Line], kind: str = "") -> Markup:
        """Lines as a numbered list; nothing for none."""
        if not lines:
            return Markup()
        return Markup(self._vocabulary.numbered([self.say(line, kind) for line in lines]))

    def say(self, line: Line, kind: str = "") -> Markup:
        """A line in words, on one line."""
        kept = self._said.get((id(line), kind))
        if kept is None or kept[0] is not line:
            if len(self._said) >= _LINES_KEPT:
                self._said.clear()
            kept = self._said[id(line), kind] = line, self._say(line, kind)
        return kept[1]

    def _say(self, line: Line, kind: str) -> Markup:
        large = [value for _, value in line.values if type(value) in self._large]
        if not large:
            return self._filled(line, kind)
        if len(large) > 1:
            return self._fill(line, kind)
        values = [(name, GAP if value is large[0] else value) for name, value in line.values]
        around = self._around(line.id, line.file, kind, tuple(values))
        if around is None:
            return self._fill(line, kind)
        return Markup(" ".join(self._vocabulary.math(tuple(large)).join(around).split()))

    def _around_gap(
        self, wording: str, file: str, kind: str, values: tuple[tuple[str, Any], ...]
    ) -> list[str] | None:
        """What a line says before, between and after its gaps; None where that depends on them."""
        try:
            return str.split(self._fill(Line(wording, values, file), kind), MARK)
        except (LookedInto, TypeError):
            return None

    def _fill(self, line: Line, kind: str) -> Markup:
        files = (line.file,) if line.file else (f"kinds/{kind}", "lines")
        made = self._macro(files, line.id, [name for name, _ in line.values])(**dict(line.values))
        # The split of a plain string: that of Markup makes Markup of every word.
        return Markup(" ".join(str.split(made)))

    def figure(self, figure: Figure, solution: Any) -> Markup:
        """A drawing, or a table of what it shows; nothing in a format that has neither."""
        file = (f"figures/{figure.id}",)
        given = {"f": figure.values, "solution": solution}
        canvas = self._vocabulary.canvas
        if canvas:
            given["alt"] = self._also(SPOKEN).alternative(figure, solution)
            drawn = self._also(replace(self._vocabulary, math=canvas.math, strong=str))
            return Markup(drawn._macro(file, "drawing", list(given))(**given).strip())
        if self._vocabulary.table:
            return Markup(self._macro(file, "listed", list(given))(**given).strip())
        return Markup()

    def alternative(self, figure: Figure, solution: Any) -> str:
        """What a drawing shows, in words on one line."""
        made = self._macro((f"figures/{figure.id}",), "alt", ["f", "solution"])
        return " ".join(str.split(made(f=figure.values, solution=solution)))

    def alternatives(self, said: Sequence[Markup]) -> Markup:
        """Several things of which one holds."""
        return self._macro(("sheet",), "otherwise", [])().join(said)

    def prompt(self, exercise: Exercise) -> Markup:
        """The prompt of an exercise: paragraphs and displayed formulas."""
        made = self._macro((f"kinds/{exercise.kind}",), "prompt", ["e"])(e=exercise)
        lines = [line.strip() for line in str(made).splitlines()]
        text = "\n".join(lines).strip()
        while "\n\n\n" in text:
            text = text.replace("\n\n\n", "\n\n")
        return Markup(text)

    def frame(self, page: str, values: Mapping[str, Any]) -> str:
        """A page frame, filled in; a plain string, for the page is finished."""
        return str(self._environment.get_template(page).render(values))

    def _macro(
        self, files: Sequence[str], name: str, given: Sequence[str]
    ) -> Callable[..., Markup]:
        key = files[0], name
        if key not in self._macros:
            self._macros[key] = self._find(files, name, given)
        return self._macros[key]

    def _find(self, files: Sequence[str], name: str, given: Sequence[str]) -> Callable[..., Markup]:
        for file in files:
            template = self._environment.get_template(f"{file}.j2")
            found = getattr(template.module, name, None)
            if found is None:
                continue
            if set(getattr(found, "arguments", ["not a macro"])) != set(given):
                where = told(template.filename or file)
                raise BadTemplate(
                    f"template {where}: {name} must be a macro that takes ({', '.join(given)})"
                )
            return found  # type: ignore[no-any-return]
        raise BadTemplate(f"template {shown(files[0] + '.j2')}: it has no macro {name}")
