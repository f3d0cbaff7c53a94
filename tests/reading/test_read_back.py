"""What is spelled is read back: every statement, in every notation, is the one that was spelled."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkvsym.formula import BigSum, Chain, ColumnDot, Entry, Formula, Name, Number, Product, Sum
from qkvsym.matrix import Matrix
from qkvsym.notation import Spelling, latex, text
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import (
    Add,
    Array,
    Column,
    Div,
    Equation,
    Mul,
    Neg,
    Node,
    NoValue,
    Num,
    Ref,
    Series,
    ShapeClaim,
    ShapeRule,
    SizeClaim,
    WrittenShape,
)
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.shapes import Shape
from tests.drawn_nodes import WEIGHTS, equations
from tests.examples import examples
from tests.hands import HANDS, PLACE, placeless, spelled

NOTHING_KNOWN = Vocabulary()


def read_back(line: str, vocabulary: Vocabulary = NOTHING_KNOWN) -> Any:
    """The only statement of a line, without the places where it stands."""
    (statement,) = read_line(line, vocabulary).statements
    return placeless(statement)


@pytest.mark.parametrize("name", HANDS)
@examples(15)
@given(equation=equations())
def test_an_equation_is_read_back_in_every_notation(name: str, equation: Equation) -> None:
    line = " = ".join(spelled(member, HANDS[name]) for member in equation.members)
    assert read_back(line) == equation, line


# What the package prints itself.

SPELLINGS = {"text": text, "latex": latex}
exact = st.integers(-999, 999) | st.fractions(-99, 99, max_denominator=99)
numbers = exact.map(Number)
# Where nothing says how large x is, x_{12} may be meant as two indices, and is refused.
indices = st.integers(1, 9) | st.sampled_from("ij")
entries = st.builds(lambda i: Entry("x", (i,)), indices) | st.builds(
    lambda i, j: Entry("w", (i, j)), indices, indices
)
pairs = st.builds(lambda i, j: Product((Entry("x", (i,)), Entry("w", (i, j)))), indices, indices)
products = pairs | st.lists(numbers, min_size=2, max_size=3).map(lambda one: Product(tuple(one)))
sums = st.lists(numbers | products, min_size=2, max_size=5).map(lambda one: Sum(tuple(one)))
formulas = st.one_of(
    *(numbers, products, sums, entries),
    st.builds(lambda name: Product((Name("x"), Name(name))), st.sampled_from(WEIGHTS)),
    st.builds(BigSum, st.just("i"), st.integers(1, 16) | st.just("d_in"), pairs),
    st.builds(ColumnDot, st.just("x"), st.integers(1, 16)),
)


def matrices(cells: st.SearchStrategy[Any]) -> st.SearchStrategy[Matrix[Any]]:
    row = st.integers(1, 3).map(lambda width: st.lists(cells, min_size=width, max_size=width))
    return row.flatmap(lambda one: st.lists(one, min_size=1, max_size=3)).map(Matrix.of)


chains = st.lists(formulas | matrices(exact) | matrices(sums), min_size=1, max_size=4)


def node_of(value: Any, spelling: Spelling) -> Node:
    """What a reader should make of a value that the package spells."""
    if isinstance(value, int | Fraction):
        return _number(Fraction(value))
    if isinstance(value, Matrix):
        rows = tuple(tuple(node_of(cell, spelling) for cell in row) for row in value.rows)
        return Array(*PLACE, rows, flat=len(rows) == 1 and spelling is text)
    return _OF_FORMULA[type(value)](value, spelling)


def _number(value: Fraction) -> Node:
    if value < 0:
        return Neg(*PLACE, _number(-value))
    over = Num(*PLACE, value.numerator)
    return over if value.denominator == 1 else Div(*PLACE, over, Num(*PLACE, value.denominator))


def _all(parts: tuple[Formula, ...], spelling: Spelling) -> tuple[Node, ...]:
    return tuple(node_of(part, spelling) for part in parts)


_OF_FORMULA: dict[type, Callable[[Any, Spelling], Node]] = {
    Number: lambda one, spelling: _number(Fraction(one.value)),
    Name: lambda one, spelling: Ref(*PLACE, one.id),
    Entry: lambda one, spelling: Ref(*PLACE, one.name.replace("w", "W"), one.indices),
    Product: lambda one, spelling: Mul(*PLACE, _all(one.factors, spelling)),
    Sum: lambda one, spelling: Add(*PLACE, _all(one.terms, spelling)),
    BigSum: lambda one, spelling: Series(
        *(*PLACE, one.index, 1, one.upper, node_of(one.body, spelling))
    ),
    ColumnDot: lambda one, spelling: Mul(
        *PLACE, (Ref(*PLACE, one.token), Column(*PLACE, "W", one.column))
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
@examples(30)
@given(members=chains)
def test_what_the_package_prints_is_read_back(name: str, members: list[Any]) -> None:
    spelling = SPELLINGS[name]
    line = spelling(Chain((Name("q"), *members)))
    nodes = tuple(node_of(member, spelling) for member in members)
    assert read_back(line) == Equation(*PLACE, (Ref(*PLACE, "q"), *nodes)), line


@pytest.mark.parametrize("name", SPELLINGS)
def test_an_entry_is_read_back_whatever_the_sizes(name: str) -> None:
    entries = [Entry("w", (i, j)) for i in range(1, 17) for j in range(1, 17)]
    entries += [Entry(vector, (i,)) for vector in "xqkv" for i in range(1, 17)]
    for size in (2, 9, 10, 16):
        vocabulary = Vocabulary({"d_in": size, "d_out": size})
        for entry in entries:
            if max(entry.indices) <= size:
                node = node_of(entry, SPELLINGS[name])
                assert read_back(SPELLINGS[name](Chain((Name("q"), entry))), vocabulary) == (
                    Equation(*PLACE, (Ref(*PLACE, "q"), node))
                )


# Shapes.

sizes = st.integers(1, 9999) | st.sampled_from(("d_in", "d_out"))
shapes = st.builds(Shape, sizes, sizes)
OF_SHAPES = (
    "{0}: {1} x {2}",
    "{0}: {1}×{2}",
    "shape({0}) = ({1}, {2})",
    "{0}.shape = ({1}, {2})",
    "{0}.shape = torch.Size([{1}, {2}])",
    "size of {0}: {1} by {2}",
    "{0} has shape {1} x {2}",
    "{0} ∈ R^({1} x {2})",
    r"{0} \in \mathbb{{R}}^{{{1} \times {2}}}",
)
OF_LENGTHS = (
    ("{0}.shape = ({1},)", "1-D"),
    ("{0}.shape = torch.Size([{1}])", "1-D"),
    ("{0} has length {1}", "length"),
    ("len({0}) = {1}", "length"),
)


def written(shape: Shape) -> WrittenShape:
    return WrittenShape(*PLACE, (shape.rows, shape.columns))


@pytest.mark.parametrize("form", OF_SHAPES)
@examples(10)
@given(subject=st.sampled_from("qkv").map(lambda name: Ref(*PLACE, name)), shape=shapes)
def test_a_shape_is_read_back(form: str, subject: Ref, shape: Shape) -> None:
    line = form.format(subject.name, shape.rows, shape.columns)
    assert read_back(line) == ShapeClaim(*PLACE, subject, written(shape)), line


@pytest.mark.parametrize(("line", "form"), OF_LENGTHS)
@examples(5)
@given(size=st.integers(1, 9999))
def test_one_size_is_read_back(line: str, form: Any, size: int) -> None:
    claim = ShapeClaim(*PLACE, Ref(*PLACE, "k"), WrittenShape(*PLACE, (size,), form))
    assert read_back(line.format("k", size)) == claim


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("result", ["= {}", "-> {}", "= ({})", "is undefined"])
@examples(10)
@given(factors=st.lists(shapes, min_size=2, max_size=3), shape=shapes)
def test_a_product_of_shapes_is_read_back(
    name: str, result: str, factors: list[Shape], shape: Shape
) -> None:
    spelling = SPELLINGS[name]
    told = result.format(spelling(shape))
    line = "".join(f"({spelling(factor)})" for factor in factors) + f" {told}"
    right = NoValue(*PLACE) if "un" in result else written(shape)
    assert read_back(line) == ShapeRule(*PLACE, tuple(map(written, factors)), right), line


@examples(10)
@given(st.sampled_from(("d_in", "d_out", "d_k", "d_model")), st.integers(1, 16))
def test_a_size_is_read_back(name: str, size: int) -> None:
    assert read_back(f"{name} = {size}") == SizeClaim(*PLACE, name, size)
    assert read_back(f"{latex.name(name)} = {size}") == SizeClaim(*PLACE, name, size)
