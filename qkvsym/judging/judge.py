"""Judging the lines of one piece of work, in order, against one problem."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from qkvsym.errors import NoSuchValue, NotGiven, Unreadable
from qkvsym.judging.arithmetic import NUMBERS
from qkvsym.judging.carried import Carried
from qkvsym.judging.chain import Chain, WrongMember
from qkvsym.judging.chains import ChainJudge
from qkvsym.judging.claims import Subject, names_a_result, scope_of
from qkvsym.judging.diagnosis import Diagnoses
from qkvsym.judging.explanations import ValueClaim
from qkvsym.judging.shape_claims import JudgedShape, ShapeJudge
from qkvsym.judging.terms import term_values
from qkvsym.judging.verdicts import FirstWrong, Member, Verdict
from qkvsym.judging.worlds import Problem
from qkvsym.reading.syntax import (
    Equation,
    Node,
    Reading,
    Ref,
    ShapeRule,
    SizeClaim,
    Statement,
)
from qkvsym.reading.work import WorkLine


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line and how it was read; `refused` says why it was not.

    `given` are those of its statements that define a given; `subject` is what a value without a
    name is about, as in an answer to a question, which is `asked` for on the line itself or in
    the part that it belongs to.
    """

    line: WorkLine
    reading: Reading = field(default_factory=lambda: Reading(()))
    refused: Unreadable | None = None
    given: tuple[Statement, ...] = ()
    subject: Subject | None = None
    asked: bool = False


About = Subject | JudgedShape
"""A result that something is said of, or its shape."""


@dataclass(slots=True)
class JudgedLine:
    """A line while it is judged; wrong claims wait for the lines after it to be named."""

    source: ReadLine
    verdict: Verdict = "not-checked"
    members: list[Member] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    reason: str = ""
    column: int | None = None
    first: FirstWrong | None = None
    wrong: list[ValueClaim | JudgedShape] = field(default_factory=list)
    # The results that something is said of, in order; a shape with what was said.
    about: list[About] = field(default_factory=list)


_WORST: Sequence[Verdict] = ("not-checked", "ok", "follows", "not-understood", "wrong")


class Judge:
    """Judges lines one after the other; keeps what was claimed, for the diagnoses."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.carried = Carried(problem.worlds[0])
        self.values: list[ValueClaim] = []
        self.shapes: list[JudgedShape] = []
        self.answered: set[str] = set()
        # Whether something was claimed that nothing given can decide.
        self.unchecked = False
        self._open: Chain | None = None
        self._role = ""

    def judged(self, lines: Iterable[ReadLine]) -> list[JudgedLine]:
        """All lines with their verdicts; the mistakes are still to be named."""
        return [self._line(line) for line in lines]

    def diagnoses(self) -> Diagnoses:
        """What names the mistakes, once all lines are judged."""
        return Diagnoses(self.problem, self.values, self.shapes)

    def _line(self, source: ReadLine) -> JudgedLine:
        self.problem.effort.begin_line()
        line = JudgedLine(source)
        line.notes = [note.text for note in source.reading.notes]
        if source.refused is not None:
            return self._refuse(line, source.refused)
        if source.given:
            line.notes.append("given")
        for statement in source.reading.statements:
            if any(statement is one for one in source.given):
                continue
            try:
                self._statement(statement, line)
            except Unreadable as refused:
                return self._refuse(line, refused)
            except NotGiven as missing:
                line.notes.append(str(missing))
                self.unchecked = not self.problem.numbers
            except NoSuchValue as missing:
                # It stands where the line says what it is about.
                return self._refuse(line, Unreadable(str(missing), statement.at))
        return line

    def _refuse(self, line: JudgedLine, refused: Unreadable) -> JudgedLine:
        self._raise_to(line, "not-understood")
        line.reason = refused.reason
        if line.verdict == "not-understood":
            # What a line goes on from may stand further right than it is long.
            line.column = min(refused.at, len(line.source.line.text)) + 1
        return line

    def _raise_to(self, line: JudgedLine, verdict: Verdict) -> None:
        line.verdict = max(line.verdict, verdict, key=_WORST.index)

    def _statement(self, statement: Statement, line: JudgedLine) -> None:
        text = line.source.line.text
        if isinstance(statement, Equation):
            self._equation(statement, line)
        elif isinstance(statement, SizeClaim):
            self._size(statement, line)
        else:
            judge = ShapeJudge(text, self.problem, self.carried)
            if isinstance(statement, ShapeRule):
                self._shape(judge.rule(statement), line)
            else:
                self._shape(judge.claim(statement, line.source.subject), line)

    def _size(self, claim: SizeClaim, line: JudgedLine) -> None:
        problem = self.problem
        expected = problem.size(claim.name)
        if isinstance(expected, str):
            return
        right = claim.size == expected
        written = line.source.line.text[claim.at : claim.end]
        member = Member(claim.at + 1, right, None, str(claim.size), str(expected), written)
        line.members.append(member)
        self._conclude(line, "ok" if right else "wrong", 1)

    def _conclude(
        self, line: JudgedLine, verdict: Verdict, number: int, *place: int | None
    ) -> None:
        """The verdict on one statement of a line, whose wrong member has that number.

        `place` are the wrong entry and the wrong term in it, as far as they are known.
        """
        if verdict == "wrong" and line.verdict != "wrong":
            line.first = FirstWrong(line.source.line.number, number, *place)
            line.column = line.members[number - 1].column
        self._raise_to(line, verdict)

    # Shapes.

    def _shape(self, judged: JudgedShape, line: JudgedLine) -> None:
        line.members.extend(judged.members)
        if judged.note:
            line.notes.append(judged.note)
        self.shapes.append(judged)
        line.about.append(judged)
        if judged.right:
            self._conclude(line, "ok", len(line.members))
        elif judged.follows:
            self._conclude(line, "follows", len(line.members))
        else:
            line.wrong.append(judged)
            self._conclude(line, "wrong", len(line.members))

    # Equations.

    def _equation(self, equation: Equation, line: JudgedLine) -> None:
        alone = len(equation.members) == 1 and not equation.continues
        if alone and not line.source.subject and self._is_a_name(equation.members[0], line):
            return
        text, source = line.source.line.text, line.source
        before, self._open = self._open, None
        judge = ChainJudge(text, self.problem, self.carried, self._role)
        chain = judge.judge(equation, before, source.subject, source.asked)
        self._open = chain
        self._role = chain.subject.role if chain.subject else self._role
        start = len(line.members)
        line.members.extend(chain.members)
        line.notes.extend(chain.notes)
        if chain.subject is not None:
            line.about.append(chain.subject)
        self._remember(chain, equation)
        if chain.wrong is not None:
            self._wrong_chain(chain.wrong, chain, line, start)
        elif len(equation.members) > 1 or chain.subject is not None or equation.continues:
            self._conclude(line, "follows" if chain.follows else "ok", len(line.members))

    def _is_a_name(self, node: Node, line: JudgedLine) -> bool:
        """Whether a member alone is a name alone on its line, which says nothing."""
        if not names_a_result(node):
            return False
        if isinstance(node, Ref) and len(line.source.reading.statements) == 1:
            return True
        raise Unreadable("nothing is said of this; is an equals sign missing?", node.at)

    def _remember(self, chain: Chain, equation: Equation) -> None:
        if chain.subject is None or chain.previous is None:
            return
        # q = q says nothing of q.
        if chain.subject.is_named and not all(map(names_a_result, equation.members)):
            self.answered.add(chain.subject.name)
        if chain.wrong is not None or chain.blamed or chain.said is None:
            return
        claim = ValueClaim(chain.subject, chain.said[0], wrong=False)
        if chain.claim is None:
            chain.claim = len(self.values)
            self.values.append(claim)
        else:
            # The line that it goes on from said the same of the same result.
            self.values[chain.claim] = claim

    def _wrong_chain(self, wrong: WrongMember, chain: Chain, line: JudgedLine, start: int) -> None:
        self._conclude(line, "wrong", start + wrong.number, wrong.entry, wrong.term)
        if chain.subject is None:
            return
        claim = ValueClaim(
            chain.subject,
            wrong.got,
            wrong=True,
            node=wrong.node,
            products=wrong.products,
            terms=tuple(self._terms(wrong, chain.subject)),
            late=wrong.late,
        )
        if chain.claim is None:
            self.values.append(claim)
        else:
            # What the lines before said of the same chain was on the way to this.
            self.values[chain.claim] = claim
        line.wrong.append(claim)

    def _terms(self, wrong: WrongMember, subject: Subject) -> list[object]:
        world = self.problem.worlds[0]
        if not world.numeric or subject.entry is None:
            return []
        if not isinstance(wrong.got, NUMBERS):
            return []
        return term_values(wrong.node, scope_of(world, subject.role, world.results)) or []
