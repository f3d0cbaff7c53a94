"""The wrong rules on formulas, on symbols and on whatever else adds and multiplies."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest
import sympy

from qkvsym.derivation import symbols
from qkvsym.formula import UNDEFINED, Entry, Formula, Number, Product, Sum, as_formula, evaluate
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE, MISTAKES, wrong_values
from qkvsym.notation import text
from qkvsym.rules import PROJECTIONS, ROLES, weight
from qkvsym.shapes import Shape

Givens = dict[str, Matrix[Any]]
READABLE = [one.id for one in CATALOGUE if not one.numbers_only]
SIZES = list(product(range(1, 5), range(1, 5)))
SMALL = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)]
"""SymPy takes its time; the other tests of the rules have all sizes."""


def drawn(d_in: int, d_out: int, lowest: int = -9) -> Givens:
    stream = Random(f"{d_in} {d_out}")

    def matrix(m: int, n: int) -> Matrix[int]:
        return Matrix.of([[stream.randint(lowest, 9) for _ in range(n)] for _ in range(m)])

    return {"x": matrix(1, d_in), **{weight(role): matrix(d_in, d_out) for role in ROLES}}


def read(name: str, givens: Givens, entry: Any) -> tuple[Any, ...]:
    """What a mistake gives for k on entries of another type, with every entry read back."""
    return tuple(
        value if value is UNDEFINED else value.map(entry)
        for value in wrong_values(MISTAKES[name], PROJECTIONS["k"], givens)
    )


def of_a_formula(entry: Any) -> Any:
    return evaluate(as_formula(entry))


def test_only_what_looks_for_a_zero_or_rounds_needs_numbers() -> None:
    assert [one.id for one in CATALOGUE if one.numbers_only] == ["zero-kept", "scaled-early"]
    givens = {"x": Matrix.of([[2, 3]]), "W_k": Matrix.of([[1, 0], [0, 5]])}
    written = {name: matrix.map(Number) for name, matrix in givens.items()}
    assert read("zero-kept", givens, int) == (Matrix(((5, 17),)),)
    assert read("zero-kept", written, of_a_formula) == (Matrix(((2, 15),)),)
    with pytest.raises(AttributeError, match="numerator"):
        read("scaled-early", written, of_a_formula)


@pytest.mark.parametrize("name", READABLE)
def test_a_wrong_rule_written_out_has_the_value_of_the_rule_on_numbers(name: str) -> None:
    for sizes in SIZES:
        givens = drawn(*sizes)
        written = {of: matrix.map(Number) for of, matrix in givens.items()}
        right = wrong_values(MISTAKES[name], PROJECTIONS["k"], givens)
        assert read(name, written, of_a_formula) == right


@pytest.mark.parametrize("name", READABLE)
def test_a_wrong_rule_on_symbols_has_the_value_of_the_rule_on_numbers(name: str) -> None:
    for d_in, d_out in SIZES:
        # A symbol has no sign to lose.
        givens = drawn(d_in, d_out, lowest=0)
        W = Shape(d_in, d_out)
        named = {"x": symbols("x", Shape(1, d_in))}
        named |= {weight(role): symbols(weight(role), W) for role in ROLES}
        values = {
            symbol: Number(value)
            for of, matrix in named.items()
            for symbol, value in zip(matrix.entries, givens[of].entries, strict=True)
        }

        def put_in(formula: Formula, of: dict[Any, Number] = values) -> Formula:
            if isinstance(formula, Sum):
                return Sum(tuple(put_in(term, of) for term in formula.terms))
            if isinstance(formula, Product):
                return Product(tuple(put_in(factor, of) for factor in formula.factors))
            return of.get(formula, formula)  # type: ignore[return-value]

        found = read(name, named, lambda entry: evaluate(put_in(as_formula(entry))))
        assert found == wrong_values(MISTAKES[name], PROJECTIONS["k"], givens)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number that can do nothing but add and multiply."""

    value: int

    def __add__(self, other: Any) -> "Counted":
        return Counted(self.value + counted(other))

    def __mul__(self, other: Any) -> "Counted":
        return Counted(self.value * counted(other))

    __radd__, __rmul__ = __add__, __mul__


def counted(value: Any) -> int:
    if isinstance(value, Counted):
        return value.value
    assert value in (0, 1)
    return int(value)


@pytest.mark.parametrize("name", READABLE)
def test_a_wrong_rule_asks_for_nothing_but_sums_and_products(name: str) -> None:
    for sizes in SIZES:
        givens = drawn(*sizes, lowest=0)
        bare = {of: matrix.map(Counted) for of, matrix in givens.items()}
        right = wrong_values(MISTAKES[name], PROJECTIONS["k"], givens)
        assert read(name, bare, counted) == right


@pytest.mark.parametrize("name", READABLE)
def test_a_wrong_rule_can_be_read_on_the_symbols_of_sympy(name: str) -> None:
    for sizes in SMALL:
        givens = drawn(*sizes, lowest=0)
        names = {of: sympy.symbols(f"{of}:{len(m.entries)}") for of, m in givens.items()}
        known = {
            of: Matrix.of([names[of][n : n + m.shape.columns] for n in starts])
            for of, m in givens.items()
            for starts in [range(0, len(m.entries), int(m.shape.columns))]
        }
        put_in = {
            symbol: value
            for of, m in givens.items()
            for symbol, value in zip(names[of], m.entries, strict=True)
        }
        found = read(name, known, lambda entry: int(sympy.sympify(entry).subs(put_in)))  # noqa: B023
        assert found == wrong_values(MISTAKES[name], PROJECTIONS["k"], givens)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("dropped-term", "x_1 w_{11} + x_2 w_{21}"),
        ("same-column", "x_1 w_{11} + x_2 w_{21} + x_3 w_{31}"),
        ("token-reversed", "x_3 w_{11} + x_2 w_{21} + x_1 w_{31}"),
        ("rows-shifted", "x_1 w_{21} + x_2 w_{31} + x_3 w_{11}"),
        ("added-not-multiplied", "x_1 + w_{11} + x_2 + w_{21} + x_3 + w_{31}"),
        ("multiplied-not-added", "x_1 w_{11} x_2 w_{21} x_3 w_{31}"),
        ("outer-not-summed", "x_1 w_{11}"),
        ("token-copied", "x_1"),
        ("row-copied", "w_{11}"),
        ("sign-lost", "x_1 w_{11} + x_2 w_{21} + x_3 w_{31}"),
        (
            "one-number",
            "x_1 w_{11} + x_2 w_{21} + x_3 w_{31} + x_1 w_{12} + x_2 w_{22} + x_3 w_{32}",
        ),
    ],
)
def test_a_wrong_rule_on_symbols_is_written_as_a_hand_writes_it(name: str, first: str) -> None:
    named = {"x": symbols("x", Shape(1, 3)), "W_k": symbols("w", Shape(3, 2))}
    assert text(wrong_values(MISTAKES[name], PROJECTIONS["k"], named)[0].rows[0][0]) == first


def test_a_written_number_loses_its_sign_and_a_symbol_has_none() -> None:
    named = {"x": Matrix.of([[Number(-2), Entry("x", (2,))]]), "W_k": Matrix.of([[Number(-3)]] * 2)}
    (lost,) = wrong_values(MISTAKES["sign-lost"], PROJECTIONS["k"], named)
    assert text(lost.rows[0][0]) == "2*3 + x_2*3"


def test_what_is_padded_with_nothing_is_written_as_nothing() -> None:
    named = {"x": symbols("x", Shape(1, 2)), "W_k": symbols("w", Shape(2, 3))}
    copied = wrong_values(MISTAKES["token-copied"], PROJECTIONS["k"], named)
    assert [value.rows[0][-1] for value in copied] == [Entry("x", (2,)), 0]
