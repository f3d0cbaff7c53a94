"""The exact value of what was written, in a world; nothing of it is ever run.

A value is a number or a polynomial, a `Matrix` of them, or `UNDEFINED` for a product that cannot
be formed. What names something that does not exist raises `Unreadable` with its place.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from qkvsym.errors import NoSuchValue, NotGiven, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import NUMBERS, added, bounded, multiplied, plain, same_length
from qkvsym.judging.worlds import World, no_matrix
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import (
    Add,
    Array,
    Column,
    Div,
    Index,
    Indexed,
    Mul,
    Neg,
    Node,
    NoValue,
    Num,
    Ref,
    Root,
    Series,
    Transpose,
    nodes,
)
from qkvsym.rules import ROLES, TOKEN, TOKENS
from qkvsym.shapes import Size

_COST_OF_TERM = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """What names stand for while a line is evaluated.

    `known` are the givens, `results` what q, k and v stand for, `role` whose matrix a bare W is,
    `letters` the numbers of index letters.
    """

    world: World
    known: Mapping[str, Matrix[Any]]
    results: Mapping[str, Any]
    role: str = ""
    letters: Mapping[str, int] = field(default_factory=dict)

    def over(self, letter: str, numbers: Iterable[int]) -> Iterator["Scope"]:
        """The same scope with a letter bound to each number in turn; the last one counts."""
        letters = dict(self.letters)
        scope = Scope(self.world, self.known, self.results, self.role, letters)
        for letters[letter] in numbers:
            yield scope


def value_of(node: Node, scope: Scope) -> Any:
    """The value of a node; raises `Unreadable` for what does not exist or is too large."""
    return _BY_TYPE[type(node)](node, scope)


def _num(node: Num, scope: Scope) -> Any:
    return node.value


def _ref(node: Ref, scope: Scope) -> Any:
    name = _whose(node, scope) if node.name == "W" else node.name
    if not node.token and name in scope.known:
        value = scope.known[name]
        return value if not node.indices else entry(value, node.indices, scope, node, name)
    lower = name.lower()
    if lower in ("q", "k", "v"):
        if lower not in scope.results:
            raise no_matrix(name)
        value = scope.results[lower]
    elif name == TOKEN and node.token and TOKENS in scope.known:
        value = scope.known[TOKENS]
    elif name not in scope.known:
        raise NotGiven(f"{name} is not given")
    else:
        value = scope.known[name]
    if node.token.isdigit() and TOKENS in scope.known and isinstance(value, Matrix):
        value = _row_of(value, node)
    return value if not node.indices else entry(value, node.indices, scope, node, name)


def _row_of(value: Matrix[Any], node: Ref) -> Matrix[Any]:
    """One of several tokens, or its result."""
    number = int(node.token)
    if not 1 <= number <= len(value.rows):
        raise NoSuchValue(f"there is no token {number}")
    return Matrix((value.rows[number - 1],))


def _whose(node: Ref | Column, scope: Scope) -> str:
    own = f"W_{scope.role}"
    if own in scope.known:
        return own
    weights = [name for name in scope.known if name.startswith("W")]
    if len(weights) == 1:
        return weights[0]
    if not weights:
        raise NotGiven("no weight matrix is given")
    raise Unreadable("it is not clear which of the matrices is meant", node.at)


def entry(
    value: Any, indices: tuple[Index, ...], scope: Scope, node: Node, name: str = "this"
) -> Any:
    """An entry of a value by its places, counted from 1."""
    if value is UNDEFINED:
        return UNDEFINED
    if not isinstance(value, Matrix):
        value = Matrix(((value,),))
    places = [_place(i, scope, node) for i in indices]
    rows = len(value.rows)
    if len(places) == 1:
        if rows > 1 < len(value.rows[0]):
            raise Unreadable("an entry of a matrix has two indices", node.at)
        places = [1, places[0]] if rows == 1 else [places[0], 1]
    if places[0] > rows or places[1] > len(value.rows[0]):
        if rows == 1:
            raise NoSuchValue(f"{name} has no entry {places[1]}")
        raise NoSuchValue(f"{name} has no entry in row {places[0]} and column {places[1]}")
    return value.rows[places[0] - 1][places[1] - 1]


def _place(index: Index, scope: Scope, node: Node) -> int:
    if isinstance(index, int):
        return index
    if index not in scope.letters:
        raise Unreadable(f"nothing says what the index {index} runs over", node.at)
    return scope.letters[index]


def _column(node: Column, scope: Scope) -> Any:
    name = _whose(node, scope) if node.name == "W" else node.name
    if name not in scope.known:
        raise NotGiven(f"{name} is not given")
    matrix = scope.known[name]
    j = _place(node.j, scope, node)
    if j > len(matrix.rows[0]):
        raise NoSuchValue(f"there is no column {j}: {name} is {matrix.shape}")
    return Matrix(tuple((row[j - 1],) for row in matrix.rows))


def _indexed(node: Indexed, scope: Scope) -> Any:
    return entry(value_of(node.body, scope), node.indices, scope, node)


def _neg(node: Neg, scope: Scope) -> Any:
    value = value_of(node.body, scope)
    if isinstance(value, Matrix):
        return value.map(lambda each: -each)
    return value if value is UNDEFINED else -value


def _add(node: Add, scope: Scope) -> Any:
    return _summed([value_of(term, scope) for term in node.terms], node, scope)


def _summed(values: Sequence[Any], node: Node, scope: Scope) -> Any:
    if all(type(value) is int for value in values):
        # Sums of a bounded number of bounded numbers are bounded.
        return sum(values)
    return added(values, node, scope.world.effort)


def _mul(node: Mul, scope: Scope) -> Any:
    total = value_of(node.factors[0], scope)
    for factor in node.factors[1:]:
        if type(factor) is Num and type(total) is int:
            total = bounded(total * factor.value, factor)
            continue
        value = value_of(factor, scope)
        if isinstance(factor, Array) and factor.flat and same_length(total, value):
            # Two lists of one length are dotted.
            value = value.T
        total = multiplied(total, value, factor, scope.world.effort)
    return total


def _div(node: Div, scope: Scope) -> Any:
    over, under = value_of(node.over, scope), plain(value_of(node.under, scope))
    if not isinstance(under, int | Fraction):
        raise Unreadable("only a number can stand under a fraction", node.under.at)
    if under == 0:
        raise Unreadable("nothing can be divided by 0", node.under.at)
    return multiplied(over, Fraction(1) / under, node, scope.world.effort)


def _root(node: Root, scope: Scope) -> Any:
    value = plain(value_of(node.body, scope))
    if not isinstance(value, int) or value < 0:
        raise Unreadable("only a whole number can stand under a root", node.at)
    if isqrt(value) ** 2 != value:
        raise NoSuchValue(f"the root of {value} is no exact number")
    return isqrt(value)


def _transpose(node: Transpose, scope: Scope) -> Any:
    value = value_of(node.body, scope)
    return value.T if isinstance(value, Matrix) else value


def _array(node: Array, scope: Scope) -> Any:
    rows = tuple([_row(row, scope) for row in node.rows])
    if any(len(row) != len(rows[0]) for row in rows):
        raise Unreadable("the rows have different lengths", node.at)
    return Matrix(rows)


def _row(cells: tuple[Node, ...], scope: Scope) -> tuple[Any, ...]:
    """The entries of a row; a whole row in it, as in [q, k, v], brings all of its own."""
    found: list[Any] = []
    for cell in cells:
        value = plain(value_of(cell, scope))
        if isinstance(value, NUMBERS):
            found.append(value)
        elif isinstance(value, Matrix) and len(value.rows) == 1:
            found.extend(value.rows[0])
        else:
            raise Unreadable("an entry must be one number", cell.at)
    return tuple(found)


def _series(node: Series, scope: Scope) -> Any:
    lower = 1 if node.lower is None else node.lower
    if lower < 1:
        raise Unreadable("places are counted from 1", node.at)
    upper = scope.world.size(_last_place(node) if node.upper is None else node.upper)
    if upper < lower:
        raise Unreadable("this sum has no terms", node.at)
    if node.index in scope.letters:
        raise Unreadable(f"the letter {node.index} is used already", node.at)
    numbers = range(lower, upper + 1)
    scope.world.effort.spend(len(numbers) * _COST_OF_TERM, node)
    terms = [value_of(node.body, each) for each in scope.over(node.index, numbers)]
    return _summed(terms, node, scope)


def _last_place(node: Series) -> Size:
    """The size that an index without a last place runs over."""
    of_result = any(
        isinstance(one, Ref) and one.name.lower() in ROLES and node.index in one.indices
        for one in nodes(node.body)
    )
    return "d_out" if of_result else "d_in"


def _no_value(node: NoValue, scope: Scope) -> Any:
    return UNDEFINED


_BY_TYPE: Mapping[type, Callable[[Any, Scope], Any]] = {
    Num: _num,
    Ref: _ref,
    Column: _column,
    Indexed: _indexed,
    Neg: _neg,
    Add: _add,
    Mul: _mul,
    Div: _div,
    Root: _root,
    Transpose: _transpose,
    Array: _array,
    Series: _series,
    NoValue: _no_value,
}
