"""The terms of a sum that was written out, and those that the right sum has.

A right value from wrong terms is not right. Two terms are the same whatever the order of their
factors, and products that are worth nothing may be left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from qkvsym.formula import Exact, Formula, Number, Product, Sum
from qkvsym.judging.arithmetic import plain
from qkvsym.judging.polynomial import Monomial, Polynomial
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Add, Array, Div, Mul, Neg, Node, Num

Pair = tuple[Any, Any, bool]
"""Two factors by their size, the smaller first, and whether the product is negative."""


def pair(left: Any, right: Any) -> Pair:
    """A product of two numbers, whatever their order and wherever the sign is."""
    low, high = sorted((abs(left), abs(right)))
    return low, high, left * right < 0


def cells_of(node: Node) -> list[Node]:
    """The entries of what was written: of a list, or the node itself."""
    if isinstance(node, Array):
        return [cell for row in node.rows for cell in row]
    return [node]


def products_in(node: Node) -> list[Pair] | None:
    """The terms of a sum whose every term is a product of two numbers; None for another.

    What was put together before it was multiplied, as in (2 + 3)*1, shows no terms.
    """
    if not isinstance(node, Add):
        return None
    found = []
    for term in node.terms:
        factors = _two_factors(term)
        if factors is None:
            return None
        found.append(pair(*factors))
    return found


def _two_factors(term: Node) -> tuple[Exact, Exact] | None:
    sign = 1
    if isinstance(term, Neg):
        sign, term = -1, term.body
    if not isinstance(term, Mul) or len(term.factors) != 2:
        return None
    left, right = map(literal, term.factors)
    return None if left is None or right is None else (sign * left, right)


def literal(node: Node) -> Exact | None:
    """The number that was written as such, with its sign or as a fraction; None for another."""
    if isinstance(node, Num):
        return node.value
    if isinstance(node, Neg):
        body = literal(node.body)
        return None if body is None else -body
    if isinstance(node, Div):
        over, under = literal(node.over), literal(node.under)
        return None if over is None or not under else Fraction(over) / under
    return None


def products_of(written: Formula | int) -> list[Pair] | None:
    """The products of a sum that a rule writes out; None where it is no sum of products."""
    if not isinstance(written, Formula):
        return []
    terms = written.terms if isinstance(written, Sum) else (written,)
    found = []
    for term in terms:
        factors = term.factors if isinstance(term, Product) else ()
        if len(factors) != 2 or not all(isinstance(factor, Number) for factor in factors):
            return None
        left, right = (factor.value for factor in factors if isinstance(factor, Number))
        found.append(pair(left, right))
    return found


def right_products(world: World, role: str) -> list[list[Pair]]:
    """For each entry of a role's right result, its products."""
    kept: list[list[Pair]] | None = world.kept_products.get(role)
    if kept is None:
        written = world.written_results[role].entries
        kept = world.kept_products[role] = [products_of(entry) or [] for entry in written]
    return kept


def without_zeros(products: Sequence[Pair]) -> Counter[Pair]:
    """The products that are worth something, each as often as it comes."""
    return Counter(p for p in products if p[0] and p[1])


def wrong_term(products: Sequence[Pair], right: Sequence[Pair]) -> int | None:
    """The number of the first term that the right sum does not have; None where all agree.

    Where only terms are missing it is the place behind the last.
    """
    if list(products) == list(right):
        return None
    left = without_zeros(right)
    for number, one in enumerate(products, 1):
        if not (one[0] and one[1]):
            continue
        if left[one] == 0:
            return number
        left[one] -= 1
    return len(products) + 1 if left.total() else None


def term_values(node: Node, scope: Scope) -> list[Any] | None:
    """The numbers that the terms of a sum are worth; None for what is no sum."""
    if not isinstance(node, Add):
        return None
    return [plain(value_of(term, scope)) for term in node.terms]


def wrong_symbols(got: Any, right: Any, numbers: Mapping[Any, Any]) -> bool:
    """Whether a formula has a term that the right one has not, or lacks one worth something.

    Numbers may stand for some of the entries, as in x_1*1 + x_2*0.
    """
    got, right = plain(got), plain(right)
    if isinstance(got, Matrix) and isinstance(right, Matrix):
        if len(got.entries) != len(right.entries):
            return True
        pairs = zip(got.entries, right.entries, strict=True)
        return any(wrong_symbols(one, other, numbers) for one, other in pairs)
    if not (isinstance(got, Polynomial) and isinstance(right, Polynomial)):
        return False
    left = dict(right.terms)
    if any(len(monomial) != 2 or factor != 1 for monomial, factor in left.items()):
        # Only sums of products of two entries show where each comes from.
        return False
    constant = got.terms.get(())
    for monomial, factor in got.terms.items():
        if monomial:
            meant = next((m for m in left if _stands_for(monomial, factor, m, numbers)), None)
            if meant is None:
                return True
            del left[meant]
    worth = [prod(numbers[entry] for entry in monomial) for monomial in left]
    return bool(sum(worth) != constant if constant else any(worth))


def _stands_for(
    monomial: Monomial, factor: Exact, right: Monomial, numbers: Mapping[Any, Any]
) -> bool:
    """Whether entries with a number before them are a right product, partly put in numbers."""
    rest = list(right)
    for entry in monomial:
        if entry not in rest:
            return False
        rest.remove(entry)
    return bool(factor == prod(numbers[entry] for entry in rest))
