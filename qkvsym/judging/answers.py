"""Judging the answers on a worksheet, exercise by exercise and part by part."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from qkvsym.errors import Unreadable
from qkvsym.exercise import Exercise, lettered
from qkvsym.judging.asked import JudgedPart, asking, each_of, subject_of
from qkvsym.judging.claims import Subject
from qkvsym.judging.filled import AnswerLine, Filled, is_unclear
from qkvsym.judging.judge import About, Judge, JudgedLine, ReadLine
from qkvsym.judging.listed import Numbers
from qkvsym.judging.options import Options
from qkvsym.judging.reading_work import vocabulary_of
from qkvsym.judging.short import Said, ShortJudge
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line, read_shape_answer
from qkvsym.reading.syntax import Reading
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import WorkLine, work_lines
from qkvsym.renderer import built_in
from qkvsym.rules import shapes_of

_DENIED = re.compile(r"[\s(,:–-]{0,9}(?:no|not|wrong|false|[✗✘❌])[\s)!.]*\Z", re.IGNORECASE)


def problem_of_givens(given: Mapping[str, Any]) -> Problem:
    """Matrices and shapes by name; a matrix that replaces another one stands in its place."""
    givens: dict[str, Any] = dict(given)
    for name in [name for name in givens if name.endswith("_new")]:
        givens[name.removesuffix("_new")] = givens.pop(name)
    numbers = {name: held for name, held in givens.items() if isinstance(held, Matrix)}
    return Problem(shapes_of(givens), numbers if len(numbers) == len(givens) else {})


class ExerciseJudge:
    """Judges what was written into one exercise; its parts share what was found."""

    def __init__(self, exercise: Exercise, latex: bool) -> None:
        self.exercise = exercise
        self.latex = latex
        self.problem = problem_of_givens(exercise.givens)
        self.vocabulary: Vocabulary = vocabulary_of(self.problem)
        self.judge = Judge(self.problem)
        # What stands in no part.
        self.loose: list[JudgedLine] = []

    def judged(self, filled: Sequence[Filled]) -> list[JudgedPart]:
        """All parts of the exercise in order, those left blank too."""
        written: dict[str, Filled] = {one.letter: one for one in filled}
        made = {letter: JudgedPart(letter, part) for letter, part in lettered(self.exercise.parts)}
        if "" in written:
            read = self._read(written[""].lines, None, shapes=False)
            self.loose = self._by_name(self.judge.judged(read), list(made.values()))
        for letter, judged in made.items():
            if letter in written:
                self._part(written[letter], judged)
        return list(made.values())

    def _by_name(
        self, lines: Sequence[JudgedLine], parts: Sequence[JudgedPart]
    ) -> list[JudgedLine]:
        """Give each line to the part that asks for what it names; returns those that stay loose.

        A line that answers several parts stays loose, and counts for each of them.
        """
        loose, computed = [], False
        for line in lines:
            named: list[tuple[About, JudgedPart | None]] = []
            for one in line.about:
                computed = computed or isinstance(one, Subject)
                each = each_of(one, self.problem.roles)
                named.extend((single, asking(single, parts, computed)) for single in each)
            found = {part.letter: part for _, part in named if part is not None}
            for part in found.values():
                said = [one for one, other in named if other is part]
                part.count(line, part.verdict_on(line), said, self.judge)
            if len(found) == 1:
                next(iter(found.values())).lines.append(line)
            else:
                loose.append(line)
        return loose

    def _part(self, filled: Filled, judged: JudgedPart) -> None:
        kind = judged.part.answer.type
        if kind == "choice":
            self._choice(filled, judged)
            return
        # Where there is nothing to tick, a box is a bullet.
        boxes = [AnswerLine(line) for line in filled.ticked]
        filled = replace(filled, lines=_in_order([*filled.lines, *boxes, *filled.beside]))
        if kind == "text":
            judged.lines = [JudgedLine(ReadLine(one.line)) for one in filled.lines]
            judged.verdict = "not-checked" if filled.lines else "missing"
            judged.at = filled.lines[-1].line.number if filled.lines else None
        elif kind == "integer":
            self._integer(filled, judged)
        else:
            self._work(filled, judged)

    # Answers that are read as mathematics.

    def _work(self, filled: Filled, judged: JudgedPart) -> None:
        shapes = judged.part.answer.type == "shape"
        read = self._read(filled.lines, subject_of(judged.part), shapes)
        for line in self.judge.judged(read):
            judged.lines.append(line)
            judged.count(line, line.verdict, line.about, self.judge)

    def _read(
        self, lines: Sequence[AnswerLine], subject: Subject | None, shapes: bool
    ) -> list[ReadLine]:
        asked = {one.line.number for one in lines if one.asked}
        found = work_lines([one.line for one in lines], self.latex)
        return [self._read_one(line, subject, line.number in asked, shapes) for line in found]

    def _read_one(
        self, line: WorkLine, subject: Subject | None, asked: bool, shapes: bool
    ) -> ReadLine:
        made = ReadLine(line, subject=subject, asked=asked)
        vector = subject is not None and subject.entry is None and not subject.letter
        try:
            return replace(made, reading=self._reading(line.text, shapes, vector))
        except Unreadable as refused:
            return replace(made, refused=refused)

    def _reading(self, text: str, shapes: bool, vector: bool) -> Reading:
        if not shapes:
            return read_line(text, replace(self.vocabulary, row_asked=vector))
        return read_shape_answer(text, self.vocabulary)

    # Answers that are compared as they are.

    def _choice(self, filled: Filled, judged: JudgedPart) -> None:
        """Ticks, or the number or the words of an option."""
        offered = judged.part.answer.options
        labels = [built_in().plain(one.label, self.exercise.kind) for one in offered]
        others = [one.id for one in self.exercise.parts if one.answer.type == "choice"]
        others.remove(judged.part.id)
        options = Options(labels, judged.part.id, others)
        said = [(one.line, options.said(one.line.text)) for one in filled.lines]
        # Options may have been moved about or taken out, so words say which one is ticked.
        said += [(line, options.said(line.text)) for line in filled.chosen()]
        said += [(one.line, ()) for one in filled.beside if not _is_left(one.line, options)]
        right = [one.id for one in offered].index(judged.part.answer.value) + 1
        self._short(ShortJudge(options, right), said, judged)

    def _integer(self, filled: Filled, judged: JudgedPart) -> None:
        role = judged.part.case.role if judged.part.case else ""
        numbers = Numbers(judged.part.id, role)
        said = [(one.line, numbers.said(one.line.text)) for one in filled.lines]
        self._short(ShortJudge(numbers, judged.part.answer.value), said, judged)

    def _short(self, short: ShortJudge, said: Sequence[Said], judged: JudgedPart) -> None:
        def read(lines: Sequence[WorkLine]) -> Sequence[ReadLine]:
            return self._read([AnswerLine(line) for line in lines], None, shapes=False)

        short.judge(judged, said, self.judge, read)


def _in_order(lines: Sequence[AnswerLine]) -> list[AnswerLine]:
    return sorted(lines, key=lambda one: one.line.number)


def _is_left(option: WorkLine, options: Options) -> bool:
    """Whether an option that is not ticked says nothing: it is denied, or as it was printed."""
    return not is_unclear(option.text) and options.is_left(_DENIED.sub("", option.text))


def by_exercise(filled: Sequence[Filled]) -> Mapping[int, list[Filled]]:
    """What was written, by the number of the exercise; parts met twice are joined."""
    found: dict[int, dict[str, Filled]] = {}
    for one in filled:
        parts = found.setdefault(one.exercise, {})
        if one.letter in parts:
            parts[one.letter].add(one)
        else:
            parts[one.letter] = one
    return {exercise: list(parts.values()) for exercise, parts in found.items()}
