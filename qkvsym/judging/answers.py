"""Judging the answers on a worksheet, exercise by exercise and part by part."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from qkvsym.errors import Unreadable
from qkvsym.exercise import Exercise, Part, lettered
from qkvsym.judging.asked import JudgedPart, asking, each_of, subject_of
from qkvsym.judging.claims import Subject
from qkvsym.judging.filled import OPTION, AnswerLine, Filled
from qkvsym.judging.judge import About, Judge, JudgedLine, ReadLine
from qkvsym.judging.listed import may_be_meant, numbers_said
from qkvsym.judging.options import option_alone, option_named, option_ticked
from qkvsym.judging.reading_work import vocabulary_of
from qkvsym.judging.verdicts import FirstWrong, Member
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line, read_shape_answer, undressed
from qkvsym.reading.syntax import Reading
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import WorkLine, work_lines
from qkvsym.renderer import built_in
from qkvsym.rules import shapes_of

_LONGEST_LIST = 100
"""Of the options that a message names, in characters."""
_MARK = re.compile(r"[✓✔✅✗✘←]|<-")


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
        boxes = [AnswerLine(line) for _, line in filled.ticked]
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
        """Ticks, or the number or the words of an option; other lines are judged as any are."""
        labels, about = self._labels(judged.part), judged.part.id.lower()
        chosen, unclear = list[tuple[int, WorkLine]](), list[AnswerLine]()
        others = [one for one in filled.beside if not _is_left(one.line, labels)]
        for place, line in filled.ticked:
            # Options may have been moved about or taken out.
            number = option_ticked(line.text, labels, about) if _words_of(line) else place
            if 1 <= number <= len(labels):
                chosen.append((number, line))
            else:
                unclear.append(AnswerLine(line))
        # Where something is ticked, or is an option and nothing else, other lines are remarks.
        alone = bool(chosen) or any(option_alone(one.line.text, labels) for one in filled.lines)
        for one in filled.lines:
            text = one.line.text
            number = option_alone(text, labels) if alone else option_named(text, labels, about)
            if number:
                chosen.append((number, one.line))
            else:
                others.append(one)
        if unclear:
            # What is ticked says more than a remark.
            others += [*unclear, *(AnswerLine(line) for _, line in chosen)]
            chosen = []
        in_order = sorted(chosen, key=lambda one: one[1].number)
        self._chosen(in_order, _in_order(others), labels, judged)

    def _chosen(
        self,
        chosen: Sequence[tuple[int, WorkLine]],
        others: Sequence[AnswerLine],
        labels: Sequence[str],
        judged: JudgedPart,
    ) -> None:
        if not chosen:
            self._no_option(others, labels, judged)
            return
        numbers = list(dict.fromkeys(number for number, _ in chosen))
        options = judged.part.answer.options
        right = [options[number - 1].id for number in numbers] == [judged.part.answer.value]
        *before, last = (line for _, line in chosen)
        judged.lines = self.judge.judged(self._read(others, None, shapes=False))
        judged.lines.extend(JudgedLine(ReadLine(line)) for line in before)
        said = ", ".join(labels[number - 1] for number in numbers)
        judged.lines.append(self._compared(last, said, right, judged.part))
        judged.verdict, judged.at = "ok" if right else "wrong", last.number

    def _no_option(
        self, lines: Sequence[AnswerLine], labels: Sequence[str], judged: JudgedPart
    ) -> None:
        if not lines:
            return
        named = "; ".join(labels)
        told = f": {named}" if len(named) < _LONGEST_LIST else ", by its number or its words"
        judged.lines = [self._refused(one.line, f"an option is expected{told}") for one in lines]
        judged.verdict, judged.at = "not-understood", lines[-1].line.number

    def _labels(self, part: Part) -> list[str]:
        """The options of a choice in words."""
        return [
            built_in().plain(option.label, self.exercise.kind) for option in part.answer.options
        ]

    def _integer(self, filled: Filled, judged: JudgedPart) -> None:
        """A number; a list of several is only right if the answer has several."""
        answers: list[JudgedLine] = []
        found, others = set[int](), []
        for one in filled.lines:
            text = one.line.text
            # What begins a line of work, as Line 3: does, may be the answer.
            numbers = numbers_said(text) or numbers_said(undressed(text))
            if not numbers:
                others.append(one)
                continue
            found.update(numbers)
            right = numbers == (judged.part.answer.value,)
            got = ", ".join(map(str, numbers))
            answers.append(self._compared(one.line, got, right, judged.part))
        remarks = []
        for read in self._read(others, None, shapes=False):
            # What stands beside the number explains it, if it is not meant as another one.
            if found and (read.reading.statements or not may_be_meant(read.line.text, found)):
                remarks.append(read)
            else:
                answers.append(self._refused(read.line, "one number is expected, as in 2"))
        judged.lines = sorted([*answers, *self.judge.judged(remarks)], key=_number_of)
        if answers:
            said = {one.verdict for one in answers}
            judged.verdict = next(one for one in ("wrong", "not-understood", "ok") if one in said)
            judged.at = max(map(_number_of, answers))

    def _refused(self, line: WorkLine, reason: str) -> JudgedLine:
        made = JudgedLine(ReadLine(line), "not-understood")
        made.reason, made.column = reason, line.column
        return made

    def _compared(self, line: WorkLine, got: str, right: bool, part: Part) -> JudgedLine:
        value = part.answer.value
        options = [option.id for option in part.answer.options]
        expected = self._labels(part)[options.index(value)] if options else str(value)
        made = JudgedLine(ReadLine(line), "ok" if right else "wrong")
        made.members = [Member(line.column, right, None, got, expected, line.text.strip())]
        if not right:
            made.first = FirstWrong(line.number, 1)
            made.column = line.column
        return made


def _in_order(lines: Sequence[AnswerLine]) -> list[AnswerLine]:
    return sorted(lines, key=lambda one: one.line.number)


def _number_of(line: JudgedLine) -> int:
    return line.source.line.number


def _words_of(option: WorkLine) -> str:
    """What stands behind a box."""
    return OPTION.sub("", option.text, count=1).strip(" \t}")


def _is_left(option: WorkLine, labels: Sequence[str]) -> bool:
    """Whether an option that is not ticked says nothing: it has no mark behind it either."""
    said = not _words_of(option) or option_alone(option.text, labels) > 0
    return said and not _MARK.search(option.text)


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
