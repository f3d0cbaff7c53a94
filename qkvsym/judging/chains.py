"""Judging a chain of equal things, member by member."""

from typing import Any

from qkvsym.errors import NoSuchValue, NotGiven, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import plain
from qkvsym.judging.chain import Chain, WrongMember
from qkvsym.judging.claims import (
    Subject,
    Values,
    column_in,
    evaluated,
    expected_of,
    is_product_of,
    names_a_result,
    names_something,
    names_unknown,
    projection_in,
    same,
    says_how_many,
    scope_of,
    subject_in,
)
from qkvsym.judging.shape_claims import why_not_formed
from qkvsym.judging.spelled import expected_text, spelled
from qkvsym.judging.term_checks import TermChecks
from qkvsym.judging.verdicts import Member
from qkvsym.judging.worlds import not_told
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Array, Column, Equation, Node, NoValue, Ref, nodes
from qkvsym.rules import weight


class ChainJudge(TermChecks):
    """Judges chains against a problem; knows what the lines so far have found."""

    def judge(
        self, equation: Equation, before: Chain | None, subject: Subject | None, asked: bool
    ) -> Chain:
        """The chain judged; it goes on from the chain before if it begins with an equals sign.

        `subject` is what a value without a name is about, as on an answer sheet; it is `asked`
        for on the line itself, or only in the part that the line belongs to.
        """
        if equation.continues:
            if before is None:
                raise Unreadable("there is no line before that goes on here", equation.at)
            anchor, chain = None, before.going_on()
        else:
            anchor, chain = self._begun(equation, subject, asked)
        for number, node in enumerate(equation.members):
            if number == anchor:
                chain.members.append(self._anchor(node, chain))
            else:
                self._member(number + 1, node, chain)
        if chain.subject is not None:
            self._record(chain, chain.subject)
        elif chain.wrong is not None:
            self._record_given(equation.members[0], chain.wrong.got)
        return chain

    def _record(self, chain: Chain, subject: Subject) -> None:
        if chain.wrong is not None:
            self.carried.blame(subject.role)
        if chain.said is not None:
            self.carried.record(subject, chain.said[0])
        elif chain.wrong is not None:
            self.carried.record_formula(subject, chain.wrong.got)

    def _record_given(self, node: Node, got: Any) -> None:
        """What follows from a given that was miscopied is not blamed again."""
        if not isinstance(node, Ref) or node.indices or not isinstance(got, Matrix):
            return
        if node.name in self.problem.numbers and got.shape == self.problem.shapes[node.name]:
            self.carried.record_given(node.name, got)

    def _begun(
        self, equation: Equation, default: Subject | None, asked: bool
    ) -> tuple[int | None, Chain]:
        for number, node in enumerate(equation.members):
            subject = subject_in(node)
            if subject is not None:
                return number, Chain(subject, self._expected(subject))
        first = equation.members[0]
        alone = len(equation.members) == 1
        if default is not None and alone and self._answers(first, default, asked):
            return None, Chain(default, self._expected(default))
        role = default.role if default else self.role
        subject = column_in(first, self.problem, role) or projection_in(first, self.problem, role)
        if subject is not None:
            return 0, Chain(subject, self._expected(subject))
        if default is not None and not names_something(first):
            if self._answers(first, default, asked):
                return None, Chain(default, self._expected(default))
        elif alone:
            raise Unreadable("say what this is, as in q = [4, 5]", equation.at)
        # Pure arithmetic: everything must be worth what comes first.
        told = [one for one in equation.members if not isinstance(one, NoValue)]
        if len({names_something(one) for one in told}) == 2:
            self._check_numeric("this")
        expected = self._values(first, None)
        if names_a_result(first) and (expected[0] is UNDEFINED or isinstance(first, Array)):
            raise NotGiven("this product of results is not checked")
        if isinstance(first, Column):
            # A column is mostly written as a list.
            expected = tuple(value.T for value in expected)
        return 0, Chain(None, expected, of_column=isinstance(first, Column))

    def _answers(self, node: Node, subject: Subject, asked: bool) -> bool:
        """Whether a value that names nothing is about what was asked.

        A number beside a vector that is asked for is a calculation on the way to it.
        """
        if asked or subject.letter or isinstance(node, NoValue):
            return True
        if names_unknown(node, subject.role, self.problem.worlds[0]):
            return True
        expected = self._expected(subject)[0]
        return not isinstance(plain(expected), Matrix) or isinstance(
            plain(self._values(node, subject)[0]), Matrix
        )

    def _expected(self, subject: Subject) -> Values:
        return tuple(expected_of(subject, world, world.results) for world in self.problem.worlds)

    def _values(self, node: Node, subject: Subject | None) -> Values:
        letter, role = (subject.letter, subject.role) if subject else ("", self.role)
        return tuple(
            evaluated(node, scope_of(world, role, world.results), letter)
            for world in self.problem.worlds
        )

    def _anchor(self, node: Node, chain: Chain) -> Member:
        if chain.subject is None:
            chain.previous = chain.expected
        expected = self._expected_text(chain)
        written = self.text[node.at : node.end]
        return Member(node.at + 1, None, None, written, expected, written)

    def _expected_text(self, chain: Chain) -> str:
        subject = chain.subject
        if not chain.spelled and subject is None:
            chain.spelled = spelled(chain.expected[0])
        elif not chain.spelled and subject is not None:
            chain.spelled = expected_text(
                chain.expected[0], self.problem, subject.role, subject.letter, subject.entry
            )
        return chain.spelled

    def _member(self, number: int, node: Node, chain: Chain) -> None:
        named = names_something(node)
        if len(self.problem.worlds) > 1 and named and not says_how_many(node):
            self._check_sizes(node, chain.subject)
        if chain.subject is not None and not named:
            self._check_numbers(node, chain.subject)
        got, meant = self._got(node, chain)
        if chain.subject is not None:
            got = tuple(map(plain, got)) if chain.subject.entry is not None else got
            self._check_entry(chain.subject, node, got[0])
        equal = meant and all(map(same, got, chain.expected))
        follows = None if chain.previous is None else all(map(same, got, chain.previous))
        place = self.wrong_terms(node, got, chain) if equal and chain.subject else None
        chain.members.append(self._said(node, got, chain, equal, follows))
        if equal and place is None:
            jumps = not chain.previous_right and not follows and not chain.blamed
            if jumps and chain.wrong is None:
                chain.wrong = self._wrong(number, node, got, chain, (None, None))
        elif chain.wrong is None and follows and not chain.previous_right:
            chain.follows = True
        elif chain.wrong is None:
            self._not_right(number, node, got if meant else None, chain, place)
        chain.previous, chain.previous_right = got, equal and place is None
        if meant and not named:
            chain.said = got

    def _check_sizes(self, node: Node, subject: Subject | None) -> None:
        """What is written term by term needs the sizes that it runs over."""
        W = self.problem.shapes[
            weight(subject.role if subject else self.role or self.problem.roles[0])
        ]
        lists = [one for one in nodes(node) if isinstance(one, Array)]
        if isinstance(W.rows, str):
            self._check_told(W.rows, node)
        elif isinstance(W.columns, str) and not all(map(self._is_token, lists)):
            self._check_told(W.columns, node)

    def _check_told(self, size: str, node: Node) -> None:
        if size in self.problem.untold:
            raise not_told(size)
        raise Unreadable(
            f"this must hold for every {size}; write a sum over i, or the whole product", node.at
        )

    def _is_token(self, node: Node) -> bool:
        """Whether a list is of entries of the token alone."""
        return all(one.name == self.problem.token for one in nodes(node) if isinstance(one, Ref))

    def _check_numbers(self, node: Node, subject: Subject) -> None:
        if not isinstance(node, NoValue):
            self._check_numeric(subject.name, weight(subject.role))

    def _check_numeric(self, name: str, matrix: str = "the matrices") -> None:
        """Numbers can only be checked where numbers are given."""
        if not self.problem.worlds[0].numeric:
            raise NotGiven(
                f"{name} cannot be checked: {self.problem.token} and {matrix} "
                f"are not given as numbers"
            )

    def _check_entry(self, subject: Subject, node: Node, value: Any) -> None:
        """Refuse a list for q_1, and for q_j, which stands for each entry and not for all."""
        listed = isinstance(node, Array) if subject.letter else isinstance(value, Matrix)
        if listed and (subject.letter or subject.entry is not None):
            raise Unreadable(
                "an entry is one number; the result of token 2, say, is written q^{(2)}", node.at
            )

    def _got(self, node: Node, chain: Chain) -> tuple[Values, bool]:
        """What a member is worth, and whether it is worth anything, or means that it is not."""
        worlds, role = self.problem.worlds, chain.subject.role if chain.subject else ""
        try:
            got = self._values(node, chain.subject)
        except NoSuchValue as missing:
            if len(worlds) == 1:
                chain.notes.append(str(missing))
            return (UNDEFINED,) * len(worlds), False
        except NotGiven:
            if not names_unknown(node, role, worlds[0]):
                raise
            return (UNDEFINED,) * len(worlds), False
        if isinstance(got[0], Matrix) and chain.of_column:
            got = tuple(value.T if len(value.rows[0]) == 1 else value for value in got)
        meant = got[0] is not UNDEFINED or isinstance(node, NoValue)
        if not meant and self.problem.has_sizes:
            chain.notes.extend(filter(None, [why_not_formed(node, self.problem)]))
        return got, meant or is_product_of(node, worlds[0], role)

    def _said(
        self, node: Node, got: Values, chain: Chain, equal: bool, follows: bool | None
    ) -> Member:
        written = self.text[node.at : node.end]
        world, role = self.problem.worlds[0], chain.subject.role if chain.subject else ""
        unknown = got[0] is UNDEFINED and names_unknown(node, role, world)
        text = spelled(got[0]) if world.numeric and not unknown else written
        return Member(node.at + 1, equal, follows, text, self._expected_text(chain), written)

    def _not_right(
        self,
        number: int,
        node: Node,
        got: Values | None,
        chain: Chain,
        place: tuple[int | None, int | None] | None,
    ) -> None:
        if chain.subject and got and self._is_carried(node, got, chain.subject, place is not None):
            chain.follows = True
            return
        if chain.subject and got is None and self.carried.is_adrift(chain.subject):
            chain.follows = True
            return
        if place is not None:
            chain.notes.append("the value is right, but it does not come from these terms")
        found = place
        if found is None and got is not None:
            found = self.first_entry(got, chain), self.first_term(node, got, chain)
        chain.wrong = self._wrong(number, node, got or (UNDEFINED,), chain, found or (None, None))

    def _is_carried(self, node: Node, got: Values, subject: Subject, right: bool) -> bool:
        """Whether the value follows from what earlier lines have found.

        A right value does where it comes from a wrong formula.
        """
        if len(got) > 1 or (right and not self.carried.has_formula(subject.role)):
            return False
        if self.carried.is_adrift(subject) and not names_something(node):
            return True
        results = self.carried.results(subject, got[0])
        carried = expected_of(subject, self.problem.worlds[0], results)
        if same(got[0], carried):
            return True
        entries = self.carried.from_entries(subject.role)
        return subject.entry is None and entries is not None and same(got[0], entries)

    def _wrong(
        self,
        number: int,
        node: Node,
        got: Values,
        chain: Chain,
        found: tuple[int | None, int | None],
    ) -> WrongMember:
        products = tuple(
            tuple(found_here) if found_here is not None else None
            for found_here in self.products(node, chain)
        )
        return WrongMember(
            number, node, got[0], *found, products, chain.worked and chain.previous_right
        )
