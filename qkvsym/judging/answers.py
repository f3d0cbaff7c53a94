"""Judging the answers on a worksheet, exercise by exercise and part by part."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qkvsym.errors import Unreadable
from qkvsym.exercise import Exercise, Part
from qkvsym.formula import Entry
from qkvsym.judging.claims import Subject
from qkvsym.judging.judge import Judge, JudgedLine, ReadLine
from qkvsym.judging.reading_work import vocabulary_of
from qkvsym.judging.sheets import Filled
from qkvsym.judging.verdicts import FirstWrong, Member, PartVerdict
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line, undressed, without_label
from qkvsym.reading.statements import read_shape
from qkvsym.reading.syntax import Reading, Ref, ShapeClaim
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import WorkLine, work_lines
from qkvsym.rules import shapes_of

_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass(slots=True)
class JudgedPart:
    """A part with its judged lines."""

    letter: str
    part: Part
    verdict: PartVerdict = "missing"
    lines: list[JudgedLine] = field(default_factory=list)


def problem_of_exercise(exercise: Exercise) -> Problem:
    """The givens of an exercise; a matrix that replaces another one stands in its place."""
    givens: dict[str, Any] = dict(exercise.givens)
    for name in [name for name in givens if name.endswith("_new")]:
        givens[name.removesuffix("_new")] = givens.pop(name)
    numbers = {name: held for name, held in givens.items() if isinstance(held, Matrix)}
    return Problem(shapes_of(givens), numbers if len(numbers) == len(givens) else {})


class ExerciseJudge:
    """Judges what was written into one exercise; its parts share what was found."""

    def __init__(self, exercise: Exercise, latex: bool) -> None:
        self.exercise = exercise
        self.latex = latex
        self.problem = problem_of_exercise(exercise)
        self.vocabulary: Vocabulary = vocabulary_of(self.problem)
        self.judge = Judge(self.problem)

    def judged(self, filled: Sequence[Filled]) -> list[JudgedPart]:
        """All parts of the exercise in order, those left blank too."""
        written: dict[str, Filled] = {one.letter: one for one in filled}
        made = []
        if "" in written:
            self.judge.judged(self._read(written[""].lines, None))
        for number, part in enumerate(self.exercise.parts):
            letter = chr(ord("a") + number)
            judged = JudgedPart(letter, part)
            if letter in written:
                self._part(written[letter], judged)
            made.append(judged)
        return made

    def _part(self, filled: Filled, judged: JudgedPart) -> None:
        kind = judged.part.answer.type
        if kind == "choice":
            self._choice(filled, judged)
        elif kind == "text":
            judged.lines = [JudgedLine(ReadLine(line)) for line in filled.lines]
            judged.verdict = "not-checked" if filled.lines else "missing"
        elif kind == "integer":
            self._integer(filled, judged)
        else:
            self._work(filled, judged)

    # Answers that are read as mathematics.

    def _work(self, filled: Filled, judged: JudgedPart) -> None:
        subject = self._subject(judged.part)
        read = self._read(filled.lines, subject, shapes=judged.part.answer.type == "shape")
        before = set(self.judge.answered), len(self.judge.shapes)
        judged.lines = self.judge.judged(read)
        found = {line.verdict for line in judged.lines}
        for verdict in ("wrong", "not-understood", "follows"):
            if verdict in found:
                judged.verdict = verdict
                return
        if "ok" in found and self._is_answered(judged.part, subject, *before):
            judged.verdict = "ok"

    def _is_answered(self, part: Part, subject: Subject, answered: set[str], shapes: int) -> bool:
        if part.answer.type == "shape":
            return len(self.judge.shapes) > shapes or self.judge.answered != answered
        if part.answer.type == "matrix":
            return self.judge.carried.claimed(subject.role)
        return subject.name in self.judge.answered

    def _subject(self, part: Part) -> Subject:
        """What an answer without a name is about."""
        role = part.case.role if part.case else "q"
        if part.answer.type == "formula":
            first = part.answer.value.members[0]
            if isinstance(first, Entry):
                letters = [index for index in first.indices if isinstance(index, str)]
                return Subject(Ref(0, 0, role, first.indices), role, "".join(letters))
        return Subject(Ref(0, 0, role), role)

    def _read(
        self, lines: Sequence[WorkLine], subject: Subject | None, shapes: bool = False
    ) -> list[ReadLine]:
        return [
            self._read_one(line, subject, shapes) for line in work_lines(list(lines), self.latex)
        ]

    def _read_one(self, line: WorkLine, subject: Subject | None, shapes: bool) -> ReadLine:
        if shapes:
            bare = without_label(undressed(line.text))
            try:
                shape, notes = read_shape(bare, self.vocabulary)
            except Unreadable:
                pass
            else:
                claim = ShapeClaim(shape.at, shape.end, None, shape)
                return ReadLine(line, Reading((claim,), notes), subject=subject)
        try:
            return ReadLine(line, read_line(line.text, self.vocabulary), subject=subject)
        except Unreadable as refused:
            return ReadLine(line, refused=refused, subject=subject)

    # Answers that are compared as they are.

    def _choice(self, filled: Filled, judged: JudgedPart) -> None:
        options = judged.part.answer.options
        if not filled.ticked:
            return
        chosen = [options[number - 1].id for number, _ in filled.ticked if number <= len(options)]
        number, line = filled.ticked[0]
        right = chosen == [judged.part.answer.value]
        judged.lines = [self._compared(line, str(number), right, judged.part)]
        judged.verdict = "ok" if right else "wrong"

    def _integer(self, filled: Filled, judged: JudgedPart) -> None:
        for line in filled.lines:
            bare = without_label(undressed(line.text))
            found = {int(number) for number in _NUMBER.findall(bare)}
            if not found:
                made = JudgedLine(ReadLine(line), "not-understood")
                made.reason, made.column = "a number is expected here", 1
                judged.lines.append(made)
                continue
            right = found == {judged.part.answer.value}
            got = ", ".join(map(str, sorted(found)))
            judged.lines.append(self._compared(line, got, right, judged.part))
        verdicts = [line.verdict for line in judged.lines]
        if verdicts:
            judged.verdict = verdicts[-1]

    def _compared(self, line: WorkLine, got: str, right: bool, part: Part) -> JudgedLine:
        value = part.answer.value
        options = [option.id for option in part.answer.options]
        expected = str(options.index(value) + 1) if options else str(value)
        made = JudgedLine(ReadLine(line), "ok" if right else "wrong")
        column = len(line.text) - len(line.text.lstrip()) + 1
        made.members = [Member(column, right, None, got, expected)]
        if not right:
            made.first = FirstWrong(line.number, 1)
            made.column = column
        return made


def by_exercise(filled: Sequence[Filled]) -> Mapping[int, list[Filled]]:
    """What was written, by the number of the exercise; parts met twice are joined."""
    found: dict[int, list[Filled]] = {}
    for one in filled:
        parts = found.setdefault(one.exercise, [])
        same = [part for part in parts if part.letter == one.letter]
        if same:
            joined = replace(
                same[0], lines=same[0].lines + one.lines, ticked=same[0].ticked + one.ticked
            )
            parts[parts.index(same[0])] = joined
        else:
            parts.append(one)
    return found
