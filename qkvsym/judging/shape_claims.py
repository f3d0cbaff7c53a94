"""Judging what is said of shapes: of a result, of a given, of a product of shapes."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import matmul
from typing import Any

from qkvsym.errors import LearnerError, NotGiven, SizesDiffer, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.carried import Carried
from qkvsym.judging.claims import Subject, is_product_of, subject_in
from qkvsym.judging.spelled import shape_of_value, shape_text
from qkvsym.judging.verdicts import Member
from qkvsym.judging.worlds import Problem, no_matrix, not_told
from qkvsym.reading.phrases import BEGINS_ALL
from qkvsym.reading.syntax import (
    Add,
    Array,
    Mul,
    Neg,
    Node,
    NoValue,
    Num,
    Ref,
    ShapeClaim,
    ShapeRule,
    Transpose,
    WrittenShape,
    nodes,
)
from qkvsym.rules import TOKEN, TOKENS, weight
from qkvsym.shapes import Shape

_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class JudgedShape:
    """A shape that was claimed: the role it is about, what was said, and whether it is right.

    `product` says that the shapes that were multiplied were written out too, `of_all` that it was
    said of every result.
    """

    role: str
    said: WrittenShape | NoValue
    right: bool
    follows: bool
    members: tuple[Member, ...]
    note: str = ""
    product: bool = False
    of_all: bool = False


class ShapeJudge:
    """Judges shapes against a problem."""

    def __init__(self, text: str, problem: Problem, carried: Carried) -> None:
        self.text = text
        self.problem = problem
        self.carried = carried

    def claim(self, claim: ShapeClaim, default: Subject | None) -> JudgedShape:
        """The shape, or the length, that something is said to have."""
        role = self._role(claim.subject, default)
        expected = self._shape_of(claim.subject, role, claim)
        self._check_told(claim.shape, expected)
        right = self._agrees(claim.shape, expected, role)
        follows = not right and self._agrees(claim.shape, self._carried(role), role)
        text = shape_text(self._told(claim.shape, expected))
        member = self._member(claim.shape, right, text)
        return JudgedShape(
            role, claim.shape, right, follows, (member,), of_all=not role and self._is_of_all(claim)
        )

    def _is_of_all(self, claim: ShapeClaim) -> bool:
        word = _WORD.match(self.text, claim.at)
        return claim.subject is None and word is not None and word[0].lower() in BEGINS_ALL

    def _role(self, node: Node | None, default: Subject | None) -> str:
        if node is None:
            return default.role if default else ""
        subject = subject_in(node)
        if subject is not None:
            if subject.entry is not None or subject.letter:
                raise Unreadable("an entry is one number; name the whole result", node.at)
            # The result of one of several tokens is a row of the role's.
            return subject.role if isinstance(node, Ref) and not _is_row(node, self.problem) else ""
        world = self.problem.worlds[0]
        return next((one for one in self.problem.roles if is_product_of(node, world, one)), "")

    def _shape_of(self, node: Node | None, role: str, claim: ShapeClaim) -> Any:
        if role:
            if role not in self.problem.roles:
                raise no_matrix(role)
            return self.problem.shape_of_result(role)
        if node is None:
            return self._common_shape(claim)
        return shape_in(node, self.problem)

    def _common_shape(self, claim: ShapeClaim) -> Any:
        shapes = [self.problem.shape_of_result(role) for role in self.problem.roles]
        if not shapes:
            raise NotGiven("no token and matrix are given")
        if any(shape != shapes[0] for shape in shapes):
            raise Unreadable("say what has this shape, as in q: 1 x 2", claim.at)
        return shapes[0]

    def _check_told(self, said: WrittenShape, expected: Any) -> None:
        """Numbers can only be compared with sizes that are numbers."""
        if expected is UNDEFINED or said.form == "1-D":
            return
        told = self._told(said, expected)
        sizes = (told.rows, told.columns) if isinstance(told, Shape) else (told,)
        open_sizes = []
        for size, one in zip(sizes, map(self.problem.size, said.sizes), strict=True):
            if size in self.problem.untold and isinstance(one, int):
                open_sizes.append(size)
            elif size != one:
                # It is wrong whatever the others are.
                return
        if open_sizes:
            raise not_told(open_sizes[0])

    def _carried(self, role: str) -> Any:
        if not self.problem.has_sizes:
            return UNDEFINED
        return shape_of_value(self.carried.result(role))

    def _agrees(self, said: WrittenShape, expected: Any, role: str) -> bool:
        if expected is UNDEFINED or said.form == "1-D":
            return False
        sizes = [self.problem.size(size, role) for size in said.sizes]
        if said.form == "shape":
            return sizes == [expected.rows, expected.columns]
        return bool(sizes[0] == self._told(said, expected))

    def _told(self, said: WrittenShape, expected: Any) -> Any:
        """What was told of the right shape: its length, its rows, its columns, or all of it."""
        if expected is UNDEFINED or said.form in ("shape", "1-D"):
            return expected
        if said.form != "length":
            return expected.rows if said.form == "rows" else expected.columns
        if expected.rows != 1 != expected.columns:
            raise Unreadable("a matrix has two sizes, as in 3 x 2", said.at)
        return expected.columns if expected.rows == 1 else expected.rows

    def _as_shape(self, said: WrittenShape) -> Shape:
        rows, columns = map(self.problem.size, said.sizes)
        return Shape(rows, columns)

    def rule(self, rule: ShapeRule) -> JudgedShape:
        """Shapes multiplied: they must be those of the givens, and the result theirs."""
        shapes = [self._as_shape(factor) for factor in rule.factors]
        role, problem = "", self.problem
        for one in problem.roles:
            if shapes == [problem.shapes[problem.token], problem.shapes[weight(one)]]:
                role = one
                break
        product = _multiplied(shapes)
        said = rule.result
        if isinstance(said, NoValue):
            agrees = product is UNDEFINED
        else:
            agrees = self._agrees(said, product, role)
        # Without sizes to compare with it is arithmetic on shapes; so it is the wrong way round.
        known = bool(role) or not problem.has_sizes or self._is_turned(shapes)
        note = "" if known else self._given_shapes()
        expected = product if known else problem.shape_of_result(problem.roles[0])
        member = self._member(said, agrees and known, shape_text(expected))
        return JudgedShape(role, said, agrees and known, False, (member,), note, True)

    def _is_turned(self, shapes: list[Shape]) -> bool:
        """Whether shapes are those of a weight matrix and the token, in this order."""
        given = self.problem.shapes
        token = given[self.problem.token]
        return any(shapes == [given[weight(role)], token] for role in self.problem.roles)

    def _member(self, said: WrittenShape | NoValue, right: bool, expected: str) -> Member:
        written = self.text[said.at : said.end]
        return Member(said.at + 1, right, None, shape_text(said), expected, written)

    def _given_shapes(self) -> str:
        named = (f"{name} is {shape}" for name, shape in self.problem.shapes.items())
        return f"these are not the sizes of what is given: {', '.join(named)}"


def _multiplied(shapes: list[Shape]) -> Any:
    try:
        return reduce(matmul, shapes)
    except SizesDiffer:
        return UNDEFINED


def shape_in(node: Node, problem: Problem) -> Any:
    """The shape of what a node writes; `UNDEFINED` where a product cannot be formed."""
    found = _BY_TYPE.get(type(node))
    if found is None:
        raise Unreadable("the shape of this cannot be told", node.at)
    return found(node, problem)


def _is_row(node: Ref, problem: Problem) -> bool:
    """Whether a name is that of one of several tokens, or of its result."""
    return bool(node.token) and TOKENS in problem.shapes


def _ref(node: Ref, problem: Problem) -> Any:
    if node.indices:
        raise Unreadable("an entry is one number; it has no shape", node.at)
    if _is_row(node, problem):
        name = TOKENS if node.name == TOKEN else node.name
        whole = _ref(Ref(node.at, node.end, name), problem)
        return whole if whole is UNDEFINED else Shape(1, whole.columns)
    role = node.name.lower()
    if role in problem.roles:
        return problem.shape_of_result(role)
    name = node.name
    if name == "W":
        weights = {shape for n, shape in problem.shapes.items() if n.startswith("W")}
        if len(weights) == 1:
            return weights.pop()
    if name not in problem.shapes:
        raise NotGiven(f"{name} is not given")
    return problem.shapes[name].named(name)


def _shapes_of_factors(node: Mul, problem: Problem) -> list[Any]:
    return [shape_in(factor, problem) for factor in node.factors if not isinstance(factor, Num)]


def _mul(node: Mul, problem: Problem) -> Any:
    shapes = _shapes_of_factors(node, problem)
    if UNDEFINED in shapes or not shapes:
        return UNDEFINED
    return _multiplied(shapes)


def why_not_formed(node: Node, problem: Problem) -> str:
    """The sizes that do not meet in a product; empty where that cannot be told."""
    for one in nodes(node):
        if isinstance(one, Mul):
            with suppress(LearnerError):
                shapes = _shapes_of_factors(one, problem)
                try:
                    if shapes and UNDEFINED not in shapes:
                        reduce(matmul, shapes)
                except SizesDiffer as why:
                    return str(why)
    return ""


def _transpose(node: Transpose, problem: Problem) -> Any:
    shape = shape_in(node.body, problem)
    return shape if shape is UNDEFINED else shape.T


def _add(node: Add, problem: Problem) -> Any:
    """The shape that all terms have; there is no sum of terms of different ones."""
    first, *others = [shape_in(term, problem) for term in node.terms]
    return first if all(shape == first for shape in others) else UNDEFINED


_BY_TYPE: Mapping[type, Callable[[Any, Problem], Any]] = {
    Ref: _ref,
    Mul: _mul,
    Transpose: _transpose,
    Add: _add,
    Neg: lambda node, problem: shape_in(node.body, problem),
    Array: lambda node, problem: Shape(len(node.rows), len(node.rows[0])),
}
