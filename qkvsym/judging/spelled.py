"""Values of a learner's line as text: exact, on one line."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from qkvsym.formula import UNDEFINED, BigSum, Entry, Formula, Name, Number, Product, Sum
from qkvsym.judging.polynomial import Polynomial, Variable
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.notation import text
from qkvsym.reading.syntax import NoValue, WrittenShape
from qkvsym.rules import TOKEN, weight
from qkvsym.shapes import Shape, Size


def spelled(value: Any) -> str:
    """A value as text, such as [4, 5], 1/2, x_1 w_{11} + x_2 w_{21} or undefined."""
    if isinstance(value, Matrix):
        return text(value.map(_formula))
    return text(_formula(value))


def _formula(value: Any) -> Any:
    if not isinstance(value, Polynomial):
        return value
    terms = [
        _product(monomial, factor)
        for monomial, factor in sorted(value.terms.items(), key=lambda item: _order(item[0]))
    ]
    return Sum(tuple(terms)) if terms else 0


def _order(monomial: tuple[Variable, ...]) -> list[tuple[bool, int, int, str]]:
    return [(name.startswith("W"), i, j, name) for name, i, j in reversed(monomial)]


def _product(monomial: tuple[Variable, ...], factor: Any) -> Formula:
    # The token stands on the left.
    ordered = sorted(monomial, key=lambda variable: variable[0].startswith("W"))
    factors: list[Formula] = [] if factor == 1 and ordered else [Number(factor)]
    for name, i, j in ordered:
        factors.append(
            Entry("w", (i, j))
            if name.startswith("W")
            else Entry(name, (j,) if name == TOKEN else (i, j))
        )
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def expected_text(value: Any, problem: Problem, role: str, letter: str, entry: int | None) -> str:
    """What was expected; a general formula where the sizes are only names."""
    if value is UNDEFINED:
        shape = problem.shape_of_result(role)
        if entry is None or shape is UNDEFINED:
            return spelled(value)
        return f"no entry {entry}, for {role} is {shape}"
    if len(problem.worlds) == 1 and (not letter or problem.worlds[0].numeric):
        return spelled(value)
    place = letter or entry
    if not place:
        return text(Product((Name(problem.token), Name(weight(role)))))
    return _general(role, problem.shapes[weight(role)], place)


@lru_cache(maxsize=256)
def _general(role: str, W: Shape, place: Size) -> str:
    # Only formulas with an open index or with named sizes come this far: they need SymPy.
    from qkvsym.derivation import entry_formula

    # The sum runs over i, so that another letter stands for it where the place is i.
    made = entry_formula(role, W.rows, W.columns, "j" if place == "i" else place).members[1]
    return text(_exchanged(made) if place == "i" else made)


def _exchanged(made: Any) -> Any:
    """A formula with the letters i and j in each other's place."""
    other = {"i": "j", "j": "i"}
    if isinstance(made, Entry):
        return replace(made, indices=tuple(other.get(str(one), one) for one in made.indices))
    if isinstance(made, BigSum):
        return replace(made, index=other.get(made.index, made.index), body=_exchanged(made.body))
    if isinstance(made, Product):
        return Product(tuple(map(_exchanged, made.factors)))
    return Sum(tuple(map(_exchanged, made.terms))) if isinstance(made, Sum) else made


def shape_text(shape: Shape | WrittenShape | NoValue | Any) -> str:
    """A shape as text; a length as its number, a 1-D shape in brackets."""
    if isinstance(shape, WrittenShape):
        if shape.form == "1-D":
            return f"({shape.sizes[0]},)"
        return " x ".join(map(str, shape.sizes))
    if shape is UNDEFINED or isinstance(shape, NoValue):
        return "undefined"
    return str(shape)


def shape_of_value(value: Any) -> Any:
    """The shape of a value; that of a number is 1 x 1."""
    if isinstance(value, Matrix):
        return value.shape
    return value if value is UNDEFINED else Shape(1, 1)
