"""What lines are judged against: the givens, by numbers and by symbols, and the right results.

A `World` has one size for everything. Givens with numbers make one world. Where the sizes are
only names, a formula is right if it is right in several worlds of different sizes, whose entries
are all symbols.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from qkvsym.errors import NotGiven, SizesDiffer
from qkvsym.formula import UNDEFINED
from qkvsym.judging.effort import Effort
from qkvsym.judging.polynomial import Polynomial, Variable
from qkvsym.matrix import Matrix
from qkvsym.rules import ROLES, TOKEN, TOKENS, Step, apply, project, weight, written_out
from qkvsym.shapes import Shape, Size

_SAMPLE_SIZES = ((3, 2), (2, 4), (5, 3))
_SQUARE = (4, 4)


def step_of(role: str, token: str) -> Step:
    """The projection of a role, of one token x or of the rows of X."""
    return Step(role, (token, weight(role)), project)


def result_of(step: Step, known: Mapping[str, Any]) -> Any:
    """The right result of a step, or `UNDEFINED` where the product cannot be formed."""
    try:
        return apply(step, known)
    except SizesDiffer:
        return UNDEFINED


def symbols_of(name: str, rows: int, columns: int) -> Matrix[Polynomial]:
    """A matrix of its own entries, as symbols."""
    return Matrix(
        tuple(
            tuple(Polynomial.of((name, i, j)) for j in range(1, columns + 1))
            for i in range(1, rows + 1)
        )
    )


def not_told(size: Size) -> NotGiven:
    """What says that a claim needs the number of a size."""
    return NotGiven(f"nothing says how large {size} is; write {size} = 3, say")


def no_matrix(result: str) -> NotGiven:
    """What says that a result needs a matrix, or the token, that is not given."""
    return NotGiven(f"{result} cannot be checked: W_{result.lower()} or the token is not given")


class World:
    """Givens of definite sizes: their values (numbers, or symbols again) and their symbols."""

    def __init__(
        self,
        shapes: Mapping[str, Shape],
        numbers: Mapping[str, Matrix[Any]],
        token: str,
        effort: Effort,
    ) -> None:
        self.effort = effort
        self.shapes = shapes
        self.numeric = bool(numbers)
        self._numbers = numbers
        # The products of every right result, once they are asked for.
        self.kept_products: dict[str, Any] = {}
        self.steps = {
            role: step_of(role, token)
            for role in ROLES
            if token in shapes and weight(role) in shapes
        }

    @cached_property
    def symbols(self) -> dict[str, Matrix[Polynomial]]:
        """Every given as a matrix of its own entries."""
        return {
            name: symbols_of(name, int(shape.rows), int(shape.columns))
            for name, shape in self.shapes.items()
        }

    @cached_property
    def values(self) -> Mapping[str, Matrix[Any]]:
        """The givens by value: numbers, or symbols where there are none."""
        return self._numbers or self.symbols

    @cached_property
    def results(self) -> dict[str, Any]:
        """The right result of every role that can be told, by value."""
        return {role: result_of(step, self.values) for role, step in self.steps.items()}

    @cached_property
    def symbolic_results(self) -> dict[str, Any]:
        """The right result of every role that can be told, in symbols."""
        return {role: result_of(step, self.symbols) for role, step in self.steps.items()}

    @cached_property
    def written_results(self) -> dict[str, Any]:
        """Every result as the sums of products that a hand writes; only where it is defined."""
        return {
            role: written_out(step, self.values)
            for role, step in self.steps.items()
            if self.results[role] is not UNDEFINED
        }

    @cached_property
    def numbers(self) -> dict[Variable, Any]:
        """The number of every entry."""
        return {
            (name, i, j): entry
            for name, matrix in self.values.items()
            for i, row in enumerate(matrix.rows, 1)
            for j, entry in enumerate(row, 1)
        }

    def size(self, size: Size) -> int:
        """A size as a number in this world; raises `NotGiven` where nothing tells it."""
        if isinstance(size, int):
            return size
        shapes = self.shapes
        weight_shape = next((shape for name, shape in shapes.items() if name.startswith("W")), None)
        if weight_shape is None:
            raise not_told(size)
        return int(weight_shape.rows if size == "d_in" else weight_shape.columns)


@dataclass(frozen=True)
class Problem:
    """The givens of one exercise, or of one file of work.

    `shapes` are those of the token and of the weight matrices, by name; `numbers` their entries,
    empty for symbolic work. Names of sizes stand for any size, but those that are `untold` for
    numbers that were not given. `effort` is what may be calculated for all of it.
    """

    shapes: Mapping[str, Shape]
    numbers: Mapping[str, Matrix[Any]] = field(default_factory=dict)
    untold: frozenset[Size] = frozenset()
    effort: Effort = field(default_factory=Effort, compare=False)

    @cached_property
    def token(self) -> str:
        """The name of the token, or of the tokens."""
        return TOKENS if TOKENS in self.shapes and TOKEN not in self.shapes else TOKEN

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles whose result can be told."""
        if self.token not in self.shapes:
            return ()
        return tuple(role for role in ROLES if weight(role) in self.shapes)

    @cached_property
    def has_sizes(self) -> bool:
        """Whether the sizes of a role's product are numbers."""
        sizes = (n for shape in self.shapes.values() for n in (shape.rows, shape.columns))
        return bool(self.roles) and all(isinstance(size, int) for size in sizes)

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """One world where the sizes are numbers, several where they are names."""
        if all(isinstance(n, int) for s in self.shapes.values() for n in (s.rows, s.columns)):
            return (World(self.shapes, self.numbers, self.token, self.effort),)
        return tuple(self._sample(*sizes) for sizes in _SAMPLE_SIZES)

    @cached_property
    def symbolic_worlds(self) -> tuple[World, ...]:
        """Worlds of symbols in which mistakes of formulas are looked for.

        In a square one a formula with its indices swapped can be worked out.
        """
        if len(self.worlds) > 1:
            return (self._sample(*_SQUARE),)
        shapes = self.shapes
        widest = max(max(int(s.rows), int(s.columns)) for s in shapes.values())
        square = {
            n: Shape(s.rows if n == self.token else widest, widest) for n, s in shapes.items()
        }
        different = (shapes,) if square == shapes else (shapes, square)
        return tuple(World(each, {}, self.token, self.effort) for each in different)

    def _sample(self, d_in: int, d_out: int) -> World:
        sizes = {"d_in": d_in, "d_out": d_out}

        def number(size: Size) -> int:
            return size if isinstance(size, int) else sizes[size]

        shapes = {
            name: Shape(number(shape.rows), number(shape.columns))
            for name, shape in self.shapes.items()
        }
        return World(shapes, {}, self.token, self.effort)

    def shape_of_result(self, role: str) -> Any:
        """The shape of a role's right result, or `UNDEFINED`."""
        return result_of(step_of(role, self.token), self.shapes)

    @cached_property
    def sizes(self) -> dict[str, Size]:
        """What the names of sizes stand for: d_in, d_out, and those of each role."""
        weights = {name: shape for name, shape in self.shapes.items() if name.startswith("W")}
        if not weights:
            return {}
        first = next(iter(weights.values()))
        own = {f"d_{name[-1]}": shape.columns for name, shape in weights.items()}
        # The key's size is the query's too, for they meet.
        own.setdefault("d_k", own.get("d_q", first.columns))
        sizes = {"d_in": first.rows, "d_model": first.rows, "d_q": own["d_k"], **own}
        if len({shape.columns for shape in weights.values()}) == 1:
            sizes["d_out"] = first.columns
        return sizes

    def size(self, size: Size, role: str = "") -> Size:
        """A size by its number, if it is a name that stands for one; d_out may be each role's."""
        if size == "d_out" and role in self.roles:
            return self.shapes[weight(role)].columns
        return self.sizes.get(size, size) if isinstance(size, str) else size


def symbolic_problem(sizes: Mapping[str, Size]) -> Problem:
    """The three projections of a token without numbers; a size that is not known is a name.

    >>> str(symbolic_problem({"d_k": 2}).shapes["W_q"])
    'd_in x 2'
    """
    d_in = sizes.get("d_in", sizes.get("d_model", "d_in"))
    d_out = sizes.get("d_out", "d_out")
    # The query meets the key, so that each tells the other's size.
    met = sizes.get("d_k", sizes.get("d_q", d_out))
    columns = {"q": sizes.get("d_q", met), "k": met, "v": sizes.get("d_v", d_out)}
    weights = {weight(role): Shape(d_in, columns[role]) for role in ROLES}
    return Problem({TOKEN: Shape(1, d_in), **weights})
