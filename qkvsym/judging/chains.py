"""Judging a chain of equal things, member by member."""

from typing import Any

from qkvsym.errors import NoSuchValue, NotGiven, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import entries_of, plain
from qkvsym.judging.carried import Carried
from qkvsym.judging.chain import Chain, WrongMember
from qkvsym.judging.claims import (
    Subject,
    Values,
    column_in,
    evaluated,
    expected_of,
    is_product_of,
    names_something,
    projection_in,
    same,
    scope_of,
    subject_in,
)
from qkvsym.judging.spelled import expected_text, spelled
from qkvsym.judging.terms import (
    Pair,
    cells_of,
    products_in,
    right_products,
    wrong_symbols,
    wrong_term,
)
from qkvsym.judging.verdicts import Member
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Column, Equation, Node, NoValue, Ref


class ChainJudge:
    """Judges chains against a problem; knows what the lines so far have found."""

    def __init__(self, text: str, problem: Problem, carried: Carried, role: str = "") -> None:
        # What a bare w is an entry of, where the line does not say what it is about.
        self.role = role
        self.text = text
        self.problem = problem
        self.carried = carried

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
            anchor, chain = -1, before.going_on()
        else:
            anchor, chain = self._begun(equation, subject, asked)
        for number, node in enumerate(equation.members):
            if number == anchor:
                chain.members.append(self._anchor(node, chain))
            else:
                self._member(number + 1, node, chain)
        if chain.subject is not None:
            self._record(chain, chain.subject)
        return chain

    def _record(self, chain: Chain, subject: Subject) -> None:
        if chain.said is not None:
            self.carried.record(subject, chain.said[0])
        elif chain.wrong is not None and chain.wrong.got is not None:
            self.carried.record_formula(subject, chain.wrong.got)

    def _begun(self, equation: Equation, default: Subject | None, asked: bool) -> tuple[int, Chain]:
        for number, node in enumerate(equation.members):
            subject = subject_in(node)
            if subject is not None:
                return number, Chain(subject, self._expected(subject))
        first = equation.members[0]
        alone = len(equation.members) == 1
        if default is not None and alone and self._answers(first, default, asked):
            return -1, Chain(default, self._expected(default))
        role = default.role if default else self.role
        subject = projection_in(first, self.problem, role) or column_in(first, self.problem, role)
        if subject is not None:
            return 0, Chain(subject, self._expected(subject))
        if default is not None and not names_something(first):
            if self._answers(first, default, asked):
                return -1, Chain(default, self._expected(default))
        elif alone:
            raise Unreadable("say what this is, as in q = [4, 5]", equation.at, equation.end)
        # Pure arithmetic: everything must be worth what comes first.
        expected = self._values(first, None)
        if isinstance(first, Column):
            # A column is mostly written as a list.
            expected = tuple(value.T for value in expected)
        return 0, Chain(None, expected, of_column=isinstance(first, Column))

    def _answers(self, node: Node, subject: Subject, asked: bool) -> bool:
        """Whether a value that names nothing is about what was asked.

        A number beside a vector that is asked for is a calculation on the way to it.
        """
        if asked or subject.entry is not None or subject.letter or isinstance(node, NoValue):
            return True
        expected = self._expected(subject)[0]
        return not isinstance(plain(expected), Matrix) or isinstance(
            plain(self._values(node, subject)[0]), Matrix
        )

    def _expected(self, subject: Subject) -> Values:
        return tuple(
            expected_of(subject, world, world.results, symbolic=False)
            for world in self.problem.worlds
        )

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
        if chain.subject is not None and not named:
            self._check_numbers(node, chain.subject)
        got, meant = self._got(node, chain)
        if chain.subject is not None and chain.subject.entry is not None:
            self._check_entry(got[0], node)
        equal = meant and all(map(same, got, chain.expected))
        follows = None if chain.previous is None else all(map(same, got, chain.previous))
        place = self._wrong_terms(node, got, chain) if equal and chain.subject else None
        chain.members.append(self._said(node, got, chain, equal, follows))
        if equal and place is None:
            jumps = not chain.previous_right and not follows and not chain.blamed
            if jumps and chain.wrong is None:
                chain.wrong = self._wrong(number, node, got, chain, (None, None))
        elif chain.wrong is None and not (follows and not chain.previous_right):
            self._not_right(number, node, got if meant else None, chain, place)
        chain.previous, chain.previous_right = got, equal and place is None
        if meant and not named:
            chain.said = got

    def _check_numbers(self, node: Node, subject: Subject) -> None:
        """Numbers can only be checked where numbers are given."""
        if not self.problem.worlds[0].numeric and not isinstance(node, NoValue):
            raise NotGiven(
                f"{subject.name} cannot be checked: {self.problem.token} and W_{subject.role} "
                f"are not given as numbers"
            )

    def _check_entry(self, value: Any, node: Node) -> None:
        if isinstance(plain(value), Matrix):
            raise Unreadable(
                "an entry is one number; the result of token 2, say, is written q^{(2)}",
                node.at,
                node.end,
            )

    def _got(self, node: Node, chain: Chain) -> tuple[Values, bool]:
        """What a member is worth, and whether it is worth anything, or means that it is not."""
        worlds = self.problem.worlds
        try:
            got = self._values(node, chain.subject)
        except NoSuchValue as missing:
            if len(worlds) == 1:
                chain.notes.append(str(missing))
            return (UNDEFINED,) * len(worlds), False
        role = chain.subject.role if chain.subject else ""
        if chain.subject is None and isinstance(got[0], Matrix) and chain.of_column:
            got = tuple(value.T if len(value.rows[0]) == 1 else value for value in got)
        meant = got[0] is not UNDEFINED or isinstance(node, NoValue)
        return got, meant or is_product_of(node, worlds[0], role)

    def _said(
        self, node: Node, got: Values, chain: Chain, equal: bool, follows: bool | None
    ) -> Member:
        written = self.text[node.at : node.end]
        text = spelled(got[0]) if self.problem.worlds[0].numeric else written
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
        if place is not None:
            chain.notes.append("the value is right, but it does not come from these terms")
        found = place
        if found is None and got is not None:
            found = self._first_entry(got, chain), self._first_term(node, got, chain)
        chain.wrong = self._wrong(number, node, got or (UNDEFINED,), chain, found or (None, None))

    def _is_carried(self, node: Node, got: Values, subject: Subject, right: bool) -> bool:
        """Whether the value follows from what earlier lines have found.

        A right value does where it comes from a wrong formula.
        """
        if len(got) > 1 or (right and not self.carried.differs(subject.role)):
            return False
        if self.carried.is_adrift(subject.role) and not names_something(node):
            return True
        carried = expected_of(
            subject, self.problem.worlds[0], self.carried.results(), symbolic=False
        )
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
            for found_here in self._products(node, chain)
        )
        return WrongMember(
            number, node, got[0], *found, products, chain.worked and chain.previous_right
        )

    def _products(self, node: Node, chain: Chain) -> list[list[Pair] | None]:
        """The written terms of every entry, where there are numbers."""
        world = self.problem.worlds[0]
        if not world.numeric or (chain.subject and chain.subject.letter):
            return []
        return [products_in(cell) for cell in cells_of(node)]

    def _first_entry(self, got: Values, chain: Chain) -> int | None:
        value, expected = got[0], chain.expected[0]
        if chain.subject is not None and chain.subject.entry is not None:
            return chain.subject.entry
        if not (isinstance(value, Matrix) and isinstance(expected, Matrix)):
            return None
        if value.shape != expected.shape:
            return None
        pairs = zip(value.entries, expected.entries, strict=True)
        return next((n for n, (one, other) in enumerate(pairs, 1) if one != other), None)

    def _first_term(self, node: Node, got: Values, chain: Chain) -> int | None:
        entry = self._first_entry(got, chain)
        found = self._terms_of_entries(node, chain)
        if entry is None or not found:
            return None
        place = entry if len(found) > 1 else 1
        return found[place - 1][1] if place <= len(found) else None

    def _terms_of_entries(self, node: Node, chain: Chain) -> list[tuple[int, int | None]]:
        """For each entry that is a sum of products, its number and its first wrong term."""
        subject, world = chain.subject, self.problem.worlds[0]
        if subject is None or subject.role not in world.steps:
            return []
        result = world.results[subject.role]
        if not world.numeric or not isinstance(result, Matrix) or len(result.rows) != 1:
            return []
        if not isinstance(subject.node, Ref):
            return []
        right = right_products(world, subject.role)
        first = subject.entry or 1
        found = []
        for n, products in enumerate(self._products(node, chain)):
            if first + n > len(right):
                break
            term = None if products is None else wrong_term(products, right[first + n - 1])
            found.append((first + n, term))
        return found

    def _wrong_terms(
        self, node: Node, got: Values, chain: Chain
    ) -> tuple[int | None, int | None] | None:
        """The entry and the term of a right value that comes from wrong terms; None for none.

        Only the first member that is worked out shows where its numbers come from.
        """
        world = self.problem.worlds[0]
        if not world.numeric or chain.worked or chain.subject is None:
            return None
        if names_something(node):
            return self._wrong_names(node, chain.subject)
        if not entries_of(got[0]):
            return None
        chain.worked = True
        for entry, term in self._terms_of_entries(node, chain):
            if term is not None:
                return entry, term
        return None

    def _wrong_names(self, node: Node, subject: Subject) -> tuple[int | None, None] | None:
        world = self.problem.worlds[0]
        if subject_in(node) is not None or is_product_of(node, world, subject.role):
            return None
        right = expected_of(subject, world, world.symbolic_results, symbolic=True)
        scope = scope_of(world, subject.role, world.symbolic_results, symbolic=True)
        value = evaluated(node, scope, subject.letter)
        if wrong_symbols(value, right, world.numbers):
            return subject.entry, None
        return None
