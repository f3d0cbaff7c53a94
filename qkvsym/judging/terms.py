"""The terms of a sum that was written out, and those that the right sum has.

A right value from wrong terms is not right. Two terms are the same whatever the order of their
factors, and products that are worth nothing may be left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from qkvsym.formula import Formula, Number, Product, Sum
from qkvsym.judging.arithmetic import NUMBERS, plain
from qkvsym.judging.polynomial import Polynomial
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Add, Array, Mul, Neg, Node, Num

Pair = tuple[Any, Any, bool]
"""Two factors by their size, the smaller first, and whether the product is negative."""


def pair(left: Any, right: Any) -> Pair:
    """A product of two numbers, whatever their order and wherever the sign is."""
    a, b = abs(left), abs(right)
    negative = (left < 0) != (right < 0) and a != 0 != b
    return (a, b, negative) if a <= b else (b, a, negative)


def cells_of(node: Node) -> list[Node]:
    """The entries of what was written: of a list, or the node itself."""
    if isinstance(node, Array):
        return [cell for row in node.rows for cell in row]
    return [node]


def products_in(node: Node, scope: Scope) -> list[Pair] | None:
    """The terms of a sum whose every term is a product of two numbers; None for another."""
    if not isinstance(node, Add):
        return None
    found = []
    for term in node.terms:
        factors = _two_factors(term, scope)
        if factors is None:
            return None
        found.append(pair(*factors))
    return found


def _two_factors(term: Node, scope: Scope) -> tuple[Any, Any] | None:
    sign = 1
    if isinstance(term, Neg):
        sign, term = -1, term.body
    if not isinstance(term, Mul) or len(term.factors) != 2:
        return None
    first, second = term.factors
    if type(first) is Num and type(second) is Num:
        return sign * first.value, second.value
    left, right = plain(value_of(first, scope)), plain(value_of(second, scope))
    if not (isinstance(left, NUMBERS) and isinstance(right, NUMBERS)):
        return None
    if isinstance(left, Polynomial) or isinstance(right, Polynomial):
        return None
    return sign * left, right


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
    if len(products) == len(right) and list(products) == list(right):
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
    """Whether a formula differs from the right one in more than products worth nothing."""
    got, right = plain(got), plain(right)
    if isinstance(got, Matrix) and isinstance(right, Matrix):
        if len(got.entries) != len(right.entries):
            return True
        pairs = zip(got.entries, right.entries, strict=True)
        return any(wrong_symbols(one, other, numbers) for one, other in pairs)
    if isinstance(got, Polynomial) and isinstance(right, Polynomial):
        if got == right:
            return False
        return got.without_zeros(numbers) != right.without_zeros(numbers)
    # A formula that is a plain number says nothing about its terms.
    return isinstance(right, Polynomial) and isinstance(got, Polynomial)
