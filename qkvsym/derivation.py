"""The general formula of a projection, derived with SymPy from the rule that computes it.

The rule of `qkvsym.rules` is read on shapes first, for a product of matrix symbols whose inner
sizes differ raises nothing in SymPy, and then on symbols: on `MatrixSymbol` where a size is a
name, entry by entry where it is a number. What SymPy gives is read back into formulas that
count from 1 and keep the order of the token's entries, because print follows the hand.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from qkvsym.errors import BadOption, shown
from qkvsym.formula import (
    BigSum,
    Chain,
    Entry,
    Formula,
    Index,
    Name,
    Product,
    ShapeProduct,
    Sum,
)
from qkvsym.matrix import Matrix
from qkvsym.notation import latex
from qkvsym.rules import PROJECTIONS, ROLES, Step, apply
from qkvsym.shapes import Shape, Size, check_size


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """One step: an id, by which templates give its reason, and the formulas that it writes."""

    id: str
    formulas: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Derivation:
    """The derivation of one projection; `shape` is the shape of its result, 1 x d_out."""

    role: str
    weight: str
    x: Shape
    W: Shape
    shape: Shape
    steps: tuple[DerivationStep, ...]

    def _repr_latex_(self) -> str:
        return Derivations([self])._repr_latex_()


class Derivations(tuple[Derivation, ...]):
    """Derivations of several roles; in a notebook they show themselves as LaTeX."""

    __slots__ = ()

    def _repr_latex_(self) -> str:
        lines = [f for one in self for step in one.steps for f in step.formulas]
        body = r" \\ ".join(_aligned(latex(formula)) for formula in lines)
        return rf"$\begin{{aligned}} {body} \end{{aligned}}$"


def _aligned(line: str) -> str:
    # The first relation of a line is where lines meet.
    places = [place for place in (line.find(" = "), line.find(r" \to ")) if place >= 0]
    cut = min(places, default=-1)
    return f"& {line}" if cut < 0 else f"{line[:cut]} &{line[cut:]}"


def derive(
    *,
    d_in: Size = "d_in",
    d_out: Size = "d_out",
    rows: Size | None = None,
    role: str = "all",
) -> Derivations:
    """Derive the projection of one role, or of all three.

    Sizes are whole numbers from 1 to 16 or names; `rows` are the rows of W where they are not
    d_in. Raises `BadSize` for other sizes, `BadOption` for another role, and `SizesDiffer`,
    which names the two inner sizes, where the product cannot be formed.

    >>> from qkvsym.notation import text
    >>> [text(formula) for formula in derive(role="q")[0].steps[-1].formulas]
    ['q_j = sum_{i=1}^{d_in} x_i w_{ij}']
    """
    if role not in (*ROLES, "all"):
        raise BadOption(f"unknown role {shown(role)}: a role is q, k, v or all")
    x = Shape(1, check_size(d_in, "d_in"), "x")
    height = check_size(x.columns if rows is None else rows, "rows")
    width = check_size(d_out, "d_out")
    return Derivations(_derive(one, x, height, width) for one in ROLES if role in (one, "all"))


@lru_cache(maxsize=256)
def _derive(role: str, x: Shape, rows: Size, d_out: Size) -> Derivation:
    step = PROJECTIONS[role]
    token, weight = step.operands
    W = Shape(rows, d_out, weight)
    out = apply(step, {token: x, weight: W})
    operands = Product(tuple(Name(name) for name in step.operands))
    steps = [
        DerivationStep("sizes", (Chain((Name(token), x), ":"), Chain((Name(weight), W), ":"))),
        DerivationStep("inner", (ShapeProduct(x, W),)),
        DerivationStep("outer", (Chain((ShapeProduct(x, W), out), "->"),)),
        DerivationStep("rule", (Chain((Name(role), operands)),)),
    ]
    if isinstance(x.columns, int) and isinstance(d_out, int):
        steps.append(DerivationStep("written", _written(step, x, W)))
    steps.append(DerivationStep("entry", entry_formulas(role, x.columns, d_out)))
    return Derivation(role, weight, x, W, out, tuple(steps))


def _written(step: Step, x: Shape, W: Shape) -> tuple[Chain, ...]:
    token, weight = step.operands
    return (
        Chain((Name(token), symbols("x", x))),
        Chain((Name(weight), symbols("w", W))),
    )


def symbols(name: str, shape: Shape) -> Matrix[Formula]:
    """A matrix of its own entries, x_1 or w_{11}, for a shape of numeric sizes."""
    rows, columns = range(1, int(shape.rows) + 1), range(1, int(shape.columns) + 1)
    if name == "x":
        return Matrix.of([[Entry(name, (i,)) for i in columns]])
    return Matrix.of([[Entry(name, (i, j)) for j in columns] for i in rows])


@lru_cache(maxsize=256)
def entry_formulas(role: str, d_in: Size, d_out: Size) -> tuple[Chain, ...]:
    """The formula of every entry; of entry j where d_out is the name of a size."""
    places: list[Index] = ["j"] if isinstance(d_out, str) else list(range(1, d_out + 1))
    return tuple(entry_formula(role, d_in, d_out, j) for j in places)


@lru_cache(maxsize=1024)
def entry_formula(role: str, d_in: Size, d_out: Size, j: Index) -> Chain:
    """r_j as SymPy gives it for the rule: a sum over i, or written out for a numeric d_in."""
    place = _symbol(j, nonnegative=True) if isinstance(j, str) else j - 1
    return Chain((Entry(role, (j,)), _read(_product(role, d_in, d_out, j)[0, place])))


@lru_cache(maxsize=256)
def _product(role: str, d_in: Size, d_out: Size, j: Index) -> Any:
    """The rule read on SymPy's matrix symbols, written out where every size is a number."""
    from sympy import MatrixSymbol

    step = PROJECTIONS[role]
    token, weight = step.operands
    x = MatrixSymbol("x", 1, _size(d_in))
    W = MatrixSymbol("w", _size(d_in), _size(d_out))
    if all(isinstance(size, int) for size in (d_in, d_out, j)):
        return apply(step, {token: x.as_explicit(), weight: W.as_explicit()})
    return apply(step, {token: x, weight: W})


def _size(size: Size) -> Any:
    return _symbol(size, positive=True) if isinstance(size, str) else size


def _symbol(name: str, **assumptions: bool) -> Any:
    from sympy import Symbol

    return Symbol(name, integer=True, **assumptions)


def _read(expression: Any) -> Formula:
    """A SymPy expression for an entry, read back in the order of the token's entries."""
    from sympy import Sum as SymPySum
    from sympy.matrices.expressions.matexpr import MatrixElement

    if isinstance(expression, SymPySum):
        (index, lower, upper), *nested = expression.limits
        if nested or lower != 0:
            raise AssertionError(f"a sum over one index from 0 was expected, not {expression}")
        named = expression.function.xreplace({index: _symbol("i", nonnegative=True)})
        size = upper + 1
        if size.is_Integer:
            terms = (named.xreplace({_symbol("i", nonnegative=True): n}) for n in range(int(size)))
            return Sum(tuple(map(_read, terms))) if size > 1 else _read(next(terms))
        return BigSum("i", str(size), _read(named))
    if expression.is_Add:
        return Sum(tuple(sorted(map(_read, expression.args), key=_place)))
    if expression.is_Mul:
        return Product(tuple(sorted(map(_read, expression.args), key=_kind_of_factor)))
    if isinstance(expression, MatrixElement):
        row, column = (_index(place) for place in expression.indices)
        name = str(expression.parent)
        return Entry(name, (column,) if name == "x" else (row, column))
    raise AssertionError(f"an entry of a projection was expected, not {expression}")


def _index(place: Any) -> Index:
    # SymPy counts from 0, print from 1; a named index is the same name in both.
    return int(place) + 1 if place.is_Integer else str(place)


def _place(term: Formula) -> Index:
    token = term.factors[0] if isinstance(term, Product) else term
    return token.indices[0] if isinstance(token, Entry) else 0


def _kind_of_factor(factor: Formula) -> bool:
    return isinstance(factor, Entry) and factor.name != "x"
