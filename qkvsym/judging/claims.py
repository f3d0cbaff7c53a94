"""What an equation claims: which result or entry it is about, and what it should be worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from qkvsym.errors import NoSuchValue, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import plain
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import Problem, World, no_matrix
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Column, Mul, Neg, Node, Num, Ref, Series, Transpose, nodes
from qkvsym.rules import ROLES, weight

RESULTS = frozenset("qkvQKV")
_NAMES = frozenset((Ref, Series, Column))
Values = tuple[Any, ...]
"""One value for each world of a problem."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a chain is about: a node that names a result, its role, and a free index letter."""

    node: Node
    role: str
    letter: str = ""
    entry: int | None = field(init=False, default=None)
    """The number of the one entry that it is about; None for a whole result."""

    def __post_init__(self) -> None:
        if isinstance(self.node, Ref) and len(self.node.indices) == 1:
            index = self.node.indices[0]
            if isinstance(index, int):
                object.__setattr__(self, "entry", index)

    @property
    def name(self) -> str:
        """The subject in words: q, or q_2."""
        if self.entry is not None:
            return f"{self.role}_{self.entry}"
        return f"{self.role}_{self.letter}" if self.letter else self.role

    @property
    def is_named(self) -> bool:
        """Whether it is what its name says: a whole result, or one entry; q - q is neither."""
        if isinstance(self.node, Transpose):
            return isinstance(self.node.body, Ref) and not self.node.body.indices
        return isinstance(self.node, Ref) and len(self.node.indices) <= 1


def names_something(node: Node) -> bool:
    """Whether a node holds a name, so that it says more than its number."""
    left = [node]
    while left:
        one = left.pop()
        kind = type(one)
        if kind in _NAMES:
            return True
        if kind is not Num:
            left.extend(one.parts)
    return False


def says_how_many(node: Node) -> bool:
    """Whether a formula is for all sizes: a sum over an index, or a product of whole matrices."""
    if isinstance(node, Series | Column) or (isinstance(node, Ref) and not node.indices):
        return True
    return any(map(says_how_many, node.parts))


def subject_in(node: Node) -> Subject | None:
    """What a member is about if it names one result; None where it names none, or several."""
    found = list(_results_in(node))
    if len({one.name.lower() for one in found}) != 1:
        return None
    bound = {one.index for one in nodes(node) if isinstance(one, Series)}
    indices = getattr(node, "indices", found[0].indices)
    letters = [i for i in indices if isinstance(i, str) and i not in bound]
    return Subject(node, found[0].name.lower(), letters[0] if letters else "")


def names_unknown(node: Node, role: str, world: World) -> bool:
    """Whether a formula of a role names the matrix of another role, and only its own is given.

    It is not the right formula then, whatever the other matrix may be; but a difference could
    take it out again.
    """
    if role not in world.steps or any(isinstance(one, Neg) for one in nodes(node)):
        return False
    names = {one.name for one in nodes(node) if isinstance(one, Ref | Column)}
    return any(weight(other) in names - world.shapes.keys() for other in ROLES)


def names_a_result(node: Node) -> bool:
    """Whether a member names q, k or v."""
    return any(True for _ in _results_in(node))


def _results_in(node: Node) -> Iterator[Ref]:
    if isinstance(node, Ref):
        if node.name in RESULTS:
            yield node
    else:
        for part in node.parts:
            yield from _results_in(part)


def scope_of(world: World, role: str, results: Mapping[str, Any]) -> Scope:
    """What names stand for in a world; a bare W is the matrix of the role."""
    return Scope(world, world.values, results, role)


def symbolic_scope(world: World, role: str) -> Scope:
    """What names stand for in a world whose entries are symbols, whatever their numbers."""
    return Scope(world, world.symbols, world.symbolic_results, role)


def evaluated(node: Node, scope: Scope, letter: str) -> Any:
    """The value of a node; a row of all its values where a letter is free."""
    if not letter:
        return value_of(node, scope)
    weight = scope.known.get(f"W_{scope.role}")
    if weight is None:
        raise Unreadable(f"nothing says what the index {letter} runs over", node.at)
    columns = len(weight.rows[0])
    places = range(1, columns + 1)
    row = [plain(value_of(node, each)) for each in scope.over(letter, places)]
    if any(value is UNDEFINED or isinstance(value, Matrix) for value in row):
        return UNDEFINED
    return Matrix((tuple(row),))


def expected_of(subject: Subject, world: World, results: Mapping[str, Any]) -> Any:
    """What the subject is worth where q, k and v stand for the results given.

    An entry that the result does not have is `UNDEFINED`.
    """
    return expected_in(subject, scope_of(world, subject.role, results))


def expected_in(subject: Subject, scope: Scope) -> Any:
    """What the subject is worth in a scope; `UNDEFINED` for an entry that is not there."""
    try:
        return evaluated(subject.node, scope, subject.letter)
    except NoSuchValue:
        if subject.role not in scope.results:
            raise no_matrix(subject.role) from None
        return UNDEFINED


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, shape and all; a 1 x 1 matrix is its one entry."""
    left, right = plain(left), plain(right)
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        return left.rows == right.rows
    return bool(left == right)


def projection_in(node: Node, problem: Problem, role: str) -> Subject | None:
    """The role whose product a node writes out by names, as x W_q does; None for another.

    A bare W is only taken for the matrix of the role.
    """
    world = problem.worlds[0]
    if not names_something(node):
        return None
    bare = any(isinstance(one, Ref | Column) and one.name == "W" for one in nodes(node))
    for one in [role] if bare and role in world.steps else world.steps:
        subject = Subject(Ref(node.at, node.end, one), one)
        if is_product_of(node, world, one):
            return subject
        scope = symbolic_scope(world, role if bare else one)
        value = value_of(node, scope)
        if not isinstance(value, Matrix):
            return None
        if same(value, world.symbolic_results[one]):
            return subject
    return None


def column_in(node: Node, problem: Problem, role: str) -> Subject | None:
    """The entry that the token dotted with a column makes, as in x . column 1; None for another.

    A column that does not say of which matrix is of the role's.
    """
    if not isinstance(node, Mul) or len(node.factors) != 2:
        return None
    token, column = node.factors
    if not isinstance(column, Column) or not isinstance(token, Ref):
        return None
    whose = column.name.removeprefix("W_") if column.name != "W" else role
    if token.name != problem.token or token.indices or whose not in problem.roles:
        return None
    letter = column.j if isinstance(column.j, str) else ""
    return Subject(Ref(node.at, node.end, whose, (column.j,)), whose, letter)


def is_product_of(node: Node, world: World, role: str) -> bool:
    """Whether a node names the operands of a role's product, in their order."""
    if not isinstance(node, Mul) or role not in world.steps:
        return False
    names = [factor.name for factor in node.factors if isinstance(factor, Ref)]
    plain_names = not any(f.indices for f in node.factors if isinstance(f, Ref))
    return plain_names and len(node.factors) == 2 and tuple(names) == world.steps[role].operands
