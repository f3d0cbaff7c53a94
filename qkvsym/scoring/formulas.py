"""Formulas in a reply, judged by the verifier against the givens of the entry."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from qkvsym.errors import BadEntry, LearnerError, shown
from qkvsym.judging.answers import problem_of_givens
from qkvsym.judging.claims import RESULTS, Subject, subject_in
from qkvsym.judging.judge import Judge, ReadLine
from qkvsym.judging.reading_work import vocabulary_of
from qkvsym.judging.worlds import Problem
from qkvsym.reading.lines import read_line, undressed, without_label
from qkvsym.reading.syntax import Column, Equation, Indexed, Reading, Ref, Statement, nodes
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import WorkLine, physical_lines, work_lines
from qkvsym.rules import weight
from qkvsym.scoring.claims import DENIED, REJECTED

_MOST_LINES = 120
_SPAN = re.compile(
    r"\$\$?([^$\n]{1,600})\$\$?|\\\(([^\n]{1,600}?)\\\)|\\\[([^\n]{1,600}?)\\\]|`([^`\n]{1,600})`"
    r"|\\boxed\{([^\n]{1,600})\}"
)


@dataclass(frozen=True, slots=True)
class JudgedFormula:
    """A formula that was claimed: its line, what was written, whether it is right, or why not.

    A `rival` names a foreign matrix, or is a list in one line: it is no answer, but what stands
    near it is not the last word.
    """

    line: int
    text: str
    right: bool
    mistakes: tuple[str, ...] = ()
    rival: Literal["", "foreign", "list"] = ""


FoundFormula = JudgedFormula | Literal["unclear"] | None
SubjectOf = Callable[[Reading], Subject | None]
"""What a line is about that does not say so itself."""


class FormulaScorer:
    """Judges what a text says of one result: the last claim counts."""

    def __init__(self, formula: str, givens: Mapping[str, Any]) -> None:
        self.problem: Problem = problem_of_givens(givens)
        self.vocabulary: Vocabulary = vocabulary_of(self.problem)
        asked = _asked(formula, self.vocabulary)
        self.subject: Subject = asked[0]
        if self.subject.role not in self.problem.roles:
            raise BadEntry(f"the givens of an entry lack x or a matrix of {shown(formula)}")
        self.by_entries: bool = asked[1]

    def by_name(self, text: str) -> FoundFormula:
        """The last formula that is claimed of the result by its name."""
        return _last_claim(list(self._judged(text, _of_nothing)))

    def behind_label(self, text: str) -> FoundFormula:
        """The same behind a label of the part, where a formula alone is of the result too."""
        return _last_claim(list(self._judged(text, self._of_the_result)))

    def _of_the_result(self, reading: Reading) -> Subject | None:
        return self.subject if _is_a_formula(reading) else None

    def _judged(self, text: str, subject_of: SubjectOf) -> Iterator[JudgedFormula]:
        lines = [WorkLine(n, line) for n, line in enumerate(physical_lines(text), 1)]
        try:
            joined = list(work_lines(lines, False))[-_MOST_LINES:]
        except LearnerError:
            return
        written = [WorkLine(line.number, one) for line in joined for one in _candidates(line.text)]
        for one in written[-_MOST_LINES:]:
            made = self._judge(one, subject_of)
            if made is not None:
                yield made

    def _judge(self, line: WorkLine, subject_of: SubjectOf) -> JudgedFormula | None:
        try:
            reading = read_line(line.text, self.vocabulary)
        except LearnerError:
            return None
        if _is_rejected(line.text, reading):
            return None
        meant = [one for one in reading.statements if self._could_be_meant(one)]
        if len(meant) > 1:
            return self._judge_several(line, meant)
        if any(self._is_foreign(one) for one in meant):
            return JudgedFormula(line.number, line.text, False, rival="foreign")
        return self._judge_one(line, reading, subject_of)

    def _judge_several(self, line: WorkLine, meant: Sequence[Statement]) -> JudgedFormula:
        """Several formulas in a line are an answer where each of them is right."""
        each = [self._judge_one(line, Reading((one,)), self._of_the_result) for one in meant]
        if all(one is not None and one.right for one in each) and each[0]:
            return each[0]
        return JudgedFormula(line.number, line.text, False, rival="list")

    def _judge_one(
        self, line: WorkLine, reading: Reading, subject_of: SubjectOf
    ) -> JudgedFormula | None:
        judge = Judge(self.problem)
        (judged,) = judge.judged([ReadLine(line, reading, subject=subject_of(reading))])
        if judged.verdict == "wrong":
            about = [one for one in judge.values if one.subject.name == self.subject.name]
            names = judge.diagnoses().of_value(about[-1]) if about else ()
            return JudgedFormula(line.number, line.text, False, tuple(names)) if about else None
        right = judged.verdict == "ok" and self.subject.name in judge.answered
        right = right and self._says_how(reading)
        return JudgedFormula(line.number, line.text, True) if right else None

    def _could_be_meant(self, statement: Statement) -> bool:
        """Whether a statement is a formula of the result, or one that is said of nothing."""
        if not isinstance(statement, Equation) or not _weights_in(statement):
            return False
        about = subject_in(statement.members[0])
        if about is None:
            return len(statement.members) == 1
        return about.name == self.subject.name

    def _is_foreign(self, statement: Statement) -> bool:
        """Whether it names a matrix that is not given."""
        given = {"W", *map(weight, self.problem.roles)}
        return isinstance(statement, Equation) and not _weights_in(statement) <= given

    def _says_how(self, reading: Reading) -> bool:
        """Whether a right claim is written in what is given, as its part asks for it.

        That q is q is true, and so is that its entry j is the entry j of the product.
        """
        equations = [one for one in reading.statements if isinstance(one, Equation)]
        found = list(nodes(equations[-1].members[-1])) if equations else []
        names = [one.name for one in found if isinstance(one, Ref | Column)]
        given = bool(names) and not RESULTS.intersection(names)
        return given and not (self.by_entries and any(isinstance(n, Indexed) for n in found))


def _of_nothing(_: Reading) -> Subject | None:
    return None


def _last_claim(found: Sequence[JudgedFormula]) -> FoundFormula:
    if not found:
        return None
    judged = [one for one in found if not one.rival]
    if not judged:
        return "unclear" if any(one.rival == "list" for one in found) else None
    last = judged[-1]
    beside = [one for one in found if abs(last.line - one.line) <= 1]
    return "unclear" if any(one.rival or one.right != last.right for one in beside) else last


def _candidates(text: str) -> Iterator[str]:
    """A line, or the formulas that are set apart in its words."""
    spans = [(*found.span(), next(filter(None, found.groups()))) for found in _SPAN.finditer(text)]
    if not spans:
        yield text
    for at, end, span in spans:
        if not DENIED.search(text[max(0, at - 40) : at]) and not REJECTED.match(text, end):
            yield span


def _is_rejected(text: str, reading: Reading) -> bool:
    """Whether a statement of a line is said to be wrong right behind it."""
    bare = undressed(text.rstrip(" \t"))
    ends = [one.end for one in reading.statements]
    return any(REJECTED.match(read, at) for read in (bare, without_label(bare)) for at in ends)


def _weights_in(equation: Equation) -> set[str]:
    """The matrices that an equation names."""
    names = (one for member in equation.members for one in nodes(member))
    named = {one.name for one in names if isinstance(one, Ref | Column)}
    return {name for name in named if name.startswith("W")}


def _is_a_formula(reading: Reading) -> bool:
    """Whether a line says one thing, in names, and not of what."""
    if len(reading.statements) != 1:
        return False
    (statement,) = reading.statements
    if not isinstance(statement, Equation) or len(statement.members) != 1:
        return False
    return any(isinstance(one, Ref) for one in nodes(statement.members[0]))


def _asked(formula: str, vocabulary: Vocabulary) -> tuple[Subject, bool]:
    """What the formula of the answer is about, and whether it is written in single entries.

    Raises `BadEntry` where it does not say of what it is.
    """
    try:
        (statement,) = read_line(formula, vocabulary).statements
    except (LearnerError, ValueError):
        statement = None
    subject = subject_in(statement.members[0]) if isinstance(statement, Equation) else None
    if subject is None:
        raise BadEntry(
            f"the formula {shown(formula)} of an answer does not say what it is of, as in q = x W_q"
        )
    return subject, bool(subject.letter or subject.entry)
