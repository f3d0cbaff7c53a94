"""What a part of an exercise asks for, and whether it was said."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from qkvsym.exercise import Part
from qkvsym.formula import UNDEFINED, Entry
from qkvsym.judging.claims import Subject
from qkvsym.judging.explanations import ValueClaim
from qkvsym.judging.judge import About, Judge, JudgedLine
from qkvsym.judging.shape_claims import JudgedShape
from qkvsym.judging.verdicts import PartVerdict, Verdict
from qkvsym.reading.syntax import Ref, WrittenShape

_BAD: Sequence[PartVerdict] = ("wrong", "not-understood", "follows")


@dataclass(slots=True)
class JudgedPart:
    """A part with its judged lines, and the number of the last line that answers it."""

    letter: str
    part: Part
    verdict: PartVerdict = "missing"
    lines: list[JudgedLine] = field(default_factory=list)
    at: int | None = None
    # What was found of it, in its own lines and in those that answer several parts.
    found: set[Verdict] = field(default_factory=set)
    told: list[JudgedShape] = field(default_factory=list)

    def count(
        self, line: JudgedLine, verdict: Verdict, about: Sequence[About], judge: Judge
    ) -> None:
        """What a line says of the part, added to what the lines before it said."""
        self.at = line.source.line.number
        self.found.add(verdict)
        self.told.extend(one for one in about if isinstance(one, JudgedShape))
        bad = [one for one in _BAD if one in self.found]
        if bad:
            self.verdict = bad[0]
        elif "ok" in self.found and self._is_answered(judge):
            self.verdict = "ok"

    def verdict_on(self, line: JudgedLine) -> Verdict:
        """The verdict on what a line says of the part; something else on it may be wrong."""
        if line.verdict == "wrong" and not any(map(self._is_of_this, line.wrong)):
            return "ok"
        return line.verdict

    def _is_of_this(self, wrong: ValueClaim | JudgedShape) -> bool:
        if isinstance(wrong, JudgedShape):
            return _asks(self.part, wrong) or (wrong.of_all and self.part.answer.type == "shape")
        return _asks(self.part, wrong.subject)

    def _is_answered(self, judge: Judge) -> bool:
        kind, subject = self.part.answer.type, subject_of(self.part)
        if kind == "shape":
            if self.part.answer.value is UNDEFINED and subject.name in judge.answered:
                return True
            told = [one for one in self.told if _tells(one, subject.role, judge)]
            forms = {one.said.form for one in told if isinstance(one.said, WrittenShape)}
            # Rows and columns are the whole when both are told.
            return bool(told) and (forms - {"rows", "columns"} != set() or len(forms) != 1)
        if kind == "matrix":
            return judge.carried.claimed(subject.role)
        return any(_is_named(name, subject) for name in judge.answered)


def _tells(told: JudgedShape, role: str, judge: Judge) -> bool:
    """Whether a shape that was told is that of a role's result, or a part of it."""
    if not told.product or not told.role:
        return told.role == role
    # A product of shapes is that of every role whose sizes are these.
    shape = judge.problem.shape_of_result
    return bool(shape(told.role) == shape(role))


def subject_of(part: Part) -> Subject:
    """What an answer without a name is about."""
    role = part.case.role if part.case else "q"
    if part.answer.type == "formula":
        first = part.answer.value.members[0]
        if isinstance(first, Entry):
            letters = [index for index in first.indices if isinstance(index, str)]
            return Subject(Ref(0, 0, role, first.indices), role, "".join(letters))
    return Subject(Ref(0, 0, role), role)


def each_of(one: About, roles: Sequence[str]) -> Sequence[About]:
    """A shape that was said of every result, as one of each; anything else as it is."""
    if isinstance(one, JudgedShape) and one.of_all:
        return [replace(one, role=role) for role in roles]
    return [one]


def asking(one: About, parts: Sequence[JudgedPart], computed: bool) -> JudgedPart | None:
    """The part that asks for a result, or for a shape; None where none does.

    A shape that is told before anything is computed answers the first that asks for it.
    """
    found = [part for part in parts if _asks(part.part, one)]
    if not found:
        return None
    return found[-1] if computed else found[0]


def _is_named(name: str, subject: Subject) -> bool:
    """Whether a name is the subject's; where it has a letter, any other will do."""
    role, _, index = name.partition("_")
    return name == subject.name or (
        subject.letter != "" and role == subject.role and index.isalpha()
    )


def _asks(part: Part, one: About) -> bool:
    kind, subject = part.answer.type, subject_of(part)
    if kind == "formula":
        return isinstance(one, Subject) and _is_named(one.name, subject)
    if part.case is None or one.role != subject.role:
        return False
    if isinstance(one, JudgedShape):
        return kind == "shape"
    return kind == "matrix" or (kind == "shape" and part.answer.value is UNDEFINED)
