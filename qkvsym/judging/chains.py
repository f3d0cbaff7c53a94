"""Judging a chain of equal things, member by member."""

from qkvsym.errors import NoSuchValue, Unreadable
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
from qkvsym.reading.syntax import Equation, Node, NoValue


class ChainJudge:
    """Judges chains against a problem; knows what the lines so far have found."""

    def __init__(self, text: str, problem: Problem, carried: Carried, role: str = "") -> None:
        # What a bare w is an entry of, where the line does not say what it is about.
        self.role = role
        self.text = text
        self.problem = problem
        self.carried = carried

    def judge(self, equation: Equation, before: Chain | None, subject: Subject | None) -> Chain:
        """The chain judged; it goes on from the chain before if it begins with an equals sign.

        `subject` is what a value without a name is about, as on an answer sheet.
        """
        if equation.continues:
            if before is None:
                raise Unreadable("there is no line before that goes on here", equation.at)
            chain = Chain(before.subject, before.expected, previous=before.previous)
            chain.previous_right, chain.worked = before.previous_right, before.worked
            anchor = -1
        else:
            anchor, chain = self._begun(equation, subject)
        for number, node in enumerate(equation.members):
            if number == anchor:
                chain.members.append(self._anchor(node, chain))
            else:
                self._member(number + 1, node, chain)
        last = equation.members[-1]
        found = None if chain.previous is None else chain.previous[0]
        # What came out as undefined is no result to go on from, unless it was meant.
        meant = found is not UNDEFINED or isinstance(last, NoValue)
        if chain.subject is not None and found is not None and meant:
            self.carried.record(chain.subject, found)
        return chain

    def _begun(self, equation: Equation, default: Subject | None) -> tuple[int, Chain]:
        for number, node in enumerate(equation.members):
            subject = subject_in(node)
            if subject is not None:
                return number, Chain(subject, self._expected(subject))
        first = equation.members[0]
        role = default.role if default else self.role
        subject = projection_in(first, self.problem) or column_in(first, self.problem, role)
        if subject is not None:
            return 0, Chain(subject, self._expected(subject))
        if default is not None and self._answers(equation, default):
            return -1, Chain(default, self._expected(default))
        if len(equation.members) == 1:
            raise Unreadable("say what this is, as in q = [4, 5]", equation.at, equation.end)
        # Pure arithmetic: everything must be worth what comes first.
        return 0, Chain(None, self._values(first, None))

    def _answers(self, equation: Equation, subject: Subject) -> bool:
        """Whether an equation that names nothing is about what was asked.

        One that begins with a number is a calculation on the way to a vector.
        """
        if len(equation.members) == 1 or subject.entry is not None:
            return True
        first = self._values(equation.members[0], subject)[0]
        expected = self._expected(subject)[0]
        return isinstance(plain(first), Matrix) or not isinstance(plain(expected), Matrix)

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
        return Member(node.at + 1, None, None, self.text[node.at : node.end], expected)

    def _expected_text(self, chain: Chain) -> str:
        subject = chain.subject
        if not chain.spelled and subject is None:
            chain.spelled = spelled(chain.expected[0])
        elif not chain.spelled and subject is not None:
            chain.spelled = expected_text(
                chain.expected[0], self.problem, subject.role, subject.letter, subject.entry
            )
        return chain.spelled

    def _got_text(self, node: Node, got: Values) -> str:
        world = self.problem.worlds[0]
        return spelled(got[0]) if world.numeric else self.text[node.at : node.end]

    def _member(self, number: int, node: Node, chain: Chain) -> None:
        try:
            got = self._values(node, chain.subject)
        except NoSuchValue as missing:
            if len(self.problem.worlds) == 1:
                chain.notes.append(str(missing))
            got = (UNDEFINED,) * len(self.problem.worlds)
        equal = all(map(same, got, chain.expected))
        follows = None if chain.previous is None else all(map(same, got, chain.previous))
        place = self._wrong_terms(node, got, chain) if equal and chain.subject else None
        chain.members.append(
            Member(
                node.at + 1, equal, follows, self._got_text(node, got), self._expected_text(chain)
            )
        )
        if equal and place is None:
            jumps = not chain.previous_right and not follows
            if jumps and chain.wrong is None:
                chain.wrong = self._wrong(number, node, got, chain, (None, None))
        elif chain.wrong is None and not (follows and not chain.previous_right):
            self._not_right(number, node, got, chain, place)
        chain.previous, chain.previous_right = got, equal and place is None

    def _not_right(
        self,
        number: int,
        node: Node,
        got: Values,
        chain: Chain,
        place: tuple[int | None, int | None] | None,
    ) -> None:
        said = got[0] is not UNDEFINED or isinstance(node, NoValue)
        if place is None and said and chain.subject and self._is_carried(got, chain.subject):
            chain.follows = True
            return
        if place is not None:
            chain.notes.append("the value is right, but it does not come from these terms")
        found = place or (self._first_entry(got, chain), self._first_term(node, got, chain))
        chain.wrong = self._wrong(number, node, got, chain, found)

    def _is_carried(self, got: Values, subject: Subject) -> bool:
        """Whether the value follows from what earlier lines have found."""
        world = self.problem.worlds[0]
        carried = expected_of(subject, world, self.carried.results(), symbolic=False)
        return len(got) == 1 and same(got[0], carried)

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
        scope = scope_of(world, chain.subject.role if chain.subject else self.role, world.results)
        try:
            return [products_in(cell, scope) for cell in cells_of(node)]
        except NoSuchValue:
            return []

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
        if not world.numeric or not isinstance(world.results[subject.role], Matrix):
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
