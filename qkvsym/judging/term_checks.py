"""Whether a value comes from the right terms, and which entry and term is the first wrong one."""

from qkvsym.judging.arithmetic import entries_of
from qkvsym.judging.carried import Carried
from qkvsym.judging.chain import Chain
from qkvsym.judging.claims import (
    Subject,
    Values,
    evaluated,
    expected_in,
    is_product_of,
    names_something,
    subject_in,
    symbolic_scope,
)
from qkvsym.judging.terms import (
    Pair,
    cells_of,
    products_in,
    right_products,
    wrong_symbols,
    wrong_term,
)
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Node, Ref


class TermChecks:
    """Looks at the terms of members; knows the problem, and what was found so far."""

    def __init__(self, text: str, problem: Problem, carried: Carried, role: str) -> None:
        # What a bare w is an entry of, where the line does not say what it is about.
        self.role = role
        self.text = text
        self.problem = problem
        self.carried = carried

    def products(self, node: Node, chain: Chain) -> list[list[Pair] | None]:
        """The written terms of every entry, where there are numbers."""
        world = self.problem.worlds[0]
        if not world.numeric or (chain.subject and chain.subject.letter):
            return []
        return [products_in(cell) for cell in cells_of(node)]

    def first_entry(self, got: Values, chain: Chain) -> int | None:
        """The number of the first entry that is not as expected; None where it cannot be told."""
        value, expected = got[0], chain.expected[0]
        if chain.subject is not None and chain.subject.entry is not None:
            return chain.subject.entry
        if not (isinstance(value, Matrix) and isinstance(expected, Matrix)):
            return None
        if value.shape != expected.shape:
            return None
        pairs = zip(value.entries, expected.entries, strict=True)
        return next((n for n, (one, other) in enumerate(pairs, 1) if one != other), None)

    def first_term(self, node: Node, got: Values, chain: Chain) -> int | None:
        """The number of the first wrong term of that entry; None where it shows no terms."""
        entry = self.first_entry(got, chain)
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
        for n, products in enumerate(self.products(node, chain)):
            if first + n > len(right):
                break
            term = None if products is None else wrong_term(products, right[first + n - 1])
            found.append((first + n, term))
        return found

    def wrong_terms(
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
        scope = symbolic_scope(world, subject.role)
        right = expected_in(subject, scope)
        value = evaluated(node, scope, subject.letter)
        if wrong_symbols(value, right, world.numbers):
            return subject.entry, None
        return None
