"""The catalogue of mistakes, held against plain loops that share no code with it."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from qkvsym.errors import UnknownName
from qkvsym.matrix import Matrix
from qkvsym.mistakes import (
    CATALOGUE,
    MISTAKES,
    mistake,
    usual_shapes,
    usual_values,
    wrong_shapes,
    wrong_values,
)
from qkvsym.rules import PROJECTIONS, ROLES, shapes_of, weight
from qkvsym.shapes import Shape

Rows = list[list[int]]
NUMBERS = {
    "one-matrix-for-all": 1,
    "length-from-rows": 2,
    "inner-mismatch": 3,
    "values-not-shape": 4,
    "k-v-swapped": 5,
    "rows-dotted": 6,
    "column-sums": 7,
    "dropped-term": 8,
    "sign-lost": 9,
    "outputs-reversed": 10,
    "same-column": 11,
}


def dot(row: list[int], W: Rows, j: int) -> int:
    total = 0
    for i in range(len(W)):
        total += row[i] * W[i][j]
    return total


def projected(row: list[int], W: Rows) -> list[int]:
    return [dot(row, W, j) for j in range(len(W[0]))]


def as_long_as(row: list[int], length: int) -> list[int]:
    made = []
    for place in range(length):
        made.append(row[place] if place < len(row) else 0)
    return made


def one_matrix_for_all(role: str, given: dict[str, Rows]) -> list[Rows]:
    return [] if role == "q" else [[projected(given["x"][0], given["W_q"])]]


def k_v_swapped(role: str, given: dict[str, Rows]) -> list[Rows]:
    other = {"k": "W_v", "v": "W_k"}.get(role)
    return [] if other is None else [[projected(given["x"][0], given[other])]]


def values_not_shape(role: str, given: dict[str, Rows]) -> list[Rows]:
    right = projected(given["x"][0], given[weight(role)])
    if len(right) == 1:
        # One entry is the same as a row and as a column.
        return []
    found = [[[value] for value in right]]
    if len(right) != len(given["x"][0]):
        found.append([as_long_as(right, len(given["x"][0]))])
    return found


def rows_dotted(role: str, given: dict[str, Rows]) -> list[Rows]:
    made = []
    for row in given[weight(role)]:
        total = 0
        for place in range(min(len(row), len(given["x"][0]))):
            total += given["x"][0][place] * row[place]
        made.append(total)
    return [[made]]


def column_sums(role: str, given: dict[str, Rows]) -> list[Rows]:
    W = given[weight(role)]
    return [[[sum(row[j] for row in W) for j in range(len(W[0]))]]]


def dropped_term(role: str, given: dict[str, Rows]) -> list[Rows]:
    x, W = given["x"][0], given[weight(role)]
    return [[projected(x, W[:-1])]] if len(x) > 1 else []


def sign_lost(role: str, given: dict[str, Rows]) -> list[Rows]:
    W = [[abs(entry) for entry in row] for row in given[weight(role)]]
    return [[projected([abs(entry) for entry in given["x"][0]], W)]]


def outputs_reversed(role: str, given: dict[str, Rows]) -> list[Rows]:
    return [[list(reversed(projected(given["x"][0], given[weight(role)])))]]


def same_column(role: str, given: dict[str, Rows]) -> list[Rows]:
    W = given[weight(role)]
    return [[[dot(given["x"][0], W, 0)] * len(W[0])]]


BY_LOOPS: dict[str, Callable[[str, dict[str, Rows]], list[Rows]]] = {
    "one-matrix-for-all": one_matrix_for_all,
    "length-from-rows": lambda role, given: [],
    "inner-mismatch": lambda role, given: [],
    "values-not-shape": values_not_shape,
    "k-v-swapped": k_v_swapped,
    "rows-dotted": rows_dotted,
    "column-sums": column_sums,
    "dropped-term": dropped_term,
    "sign-lost": sign_lost,
    "outputs-reversed": outputs_reversed,
    "same-column": same_column,
}


def drawn(length: int, rows: int, columns: int, seed: int) -> dict[str, Rows]:
    stream = Random(f"{length} {rows} {columns} {seed}")

    def matrix(m: int, n: int) -> Rows:
        return [[stream.randint(-9, 9) for _ in range(n)] for _ in range(m)]

    return {"x": matrix(1, length), **{weight(r): matrix(rows, columns) for r in ROLES}}


def fitting() -> Iterator[dict[str, Rows]]:
    for d_in, d_out, seed in product(range(1, 6), range(1, 6), range(2)):
        yield drawn(d_in, d_in, d_out, seed)


def matrices(given: dict[str, Rows]) -> dict[str, Matrix[int]]:
    return {name: Matrix.of(rows) for name, rows in given.items()}


def listed(values: tuple[Any, ...]) -> list[Rows]:
    return [[list(row) for row in value.rows] for value in values]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_mistake_gives_the_values_of_plain_loops_with_the_usual_one_first(name: str) -> None:
    for given in fitting():
        for role, step in PROJECTIONS.items():
            found = wrong_values(MISTAKES[name], step, matrices(given))
            assert listed(found) == BY_LOOPS[name](role, given)


@pytest.mark.parametrize("name", NUMBERS)
def test_where_the_product_is_undefined_only_a_forced_one_is_a_mistake(name: str) -> None:
    given = matrices(drawn(3, 2, 2, 1))
    for step in PROJECTIONS.values():
        values = wrong_values(MISTAKES[name], step, given)
        shapes = wrong_shapes(MISTAKES[name], step, shapes_of(given))
        assert bool(values) == bool(shapes) == (name == "inner-mismatch")


@pytest.mark.parametrize("sizes", [(3, 2, 2), (2, 3, 3), (1, 4, 2), (4, 2, 4), (2, 3, 2)])
def test_a_forced_product_is_cut_or_padded_or_turned_until_it_fits(
    sizes: tuple[int, int, int],
) -> None:
    length, rows, columns = sizes
    given = drawn(*sizes, seed=5)
    for role, step in PROJECTIONS.items():
        x, W = given["x"][0], given[weight(role)]
        # A token cut to the rows and a matrix cut to the token give the same numbers.
        forced = [[projected(as_long_as(x, rows), W)]]
        if length == columns:
            turned = [[row[i] for row in W] for i in range(columns)]
            forced.append([projected(x, turned)])
        assert listed(wrong_values(MISTAKES["inner-mismatch"], step, matrices(given))) == forced


def test_a_padded_token_and_a_cut_matrix_force_the_same_numbers() -> None:
    given = drawn(3, 2, 2, 9)
    cut = projected(given["x"][0][:2], given["W_q"])
    padded = projected(given["x"][0], [*given["W_q"], [0, 0]])
    forced = wrong_values(MISTAKES["inner-mismatch"], PROJECTIONS["q"], matrices(given))
    assert listed(forced)[0] == [cut] == [padded]


@pytest.mark.parametrize(
    ("name", "d_in", "d_out", "expected"),
    [
        ("length-from-rows", 3, 2, [(1, 3)]),
        ("length-from-rows", "d_in", "d_out", [(1, "d_in")]),
        ("values-not-shape", 3, 2, [(2, 1)]),
        ("values-not-shape", 3, 1, []),
        ("values-not-shape", "d_in", 1, []),
        ("values-not-shape", 1, 3, [(3, 1)]),
        ("values-not-shape", "d_in", "d_out", [("d_out", 1)]),
        ("rows-dotted", 3, 2, []),
        ("one-matrix-for-all", 3, 2, []),
    ],
)
def test_a_mistake_about_shapes_gives_its_wrong_shape(
    name: str, d_in: Any, d_out: Any, expected: list[tuple[Any, Any]]
) -> None:
    shapes = {"x": Shape(1, d_in), **{weight(r): Shape(d_in, d_out) for r in ROLES}}
    found = wrong_shapes(MISTAKES[name], PROJECTIONS["k"], shapes)
    assert list(found) == [Shape(*pair) for pair in expected]


@pytest.mark.parametrize("name", NUMBERS)
def test_the_shapes_of_wrong_values_are_those_of_their_numbers(name: str) -> None:
    for sizes in ((3, 3, 2), (2, 2, 3), (3, 2, 2)):
        given = matrices(drawn(*sizes, seed=2))
        values = wrong_values(MISTAKES[name], PROJECTIONS["v"], given)
        # Where a mistake rewrites the shape too, both readings are of one rule.
        shapes = wrong_shapes(MISTAKES[name], PROJECTIONS["v"], shapes_of(given))
        for shape, value in zip(shapes, values, strict=False):
            assert shape == value.shape


def test_another_roles_matrix_is_only_mistaken_for_this_one_where_it_is_given() -> None:
    given = matrices(drawn(3, 3, 2, 1))
    alone = {"x": given["x"], "W_k": given["W_k"]}
    for name in ("one-matrix-for-all", "k-v-swapped"):
        assert wrong_values(MISTAKES[name], PROJECTIONS["k"], given)
        assert wrong_values(MISTAKES[name], PROJECTIONS["k"], alone) == ()


def test_the_usual_wrong_values_are_the_first_of_every_mistake_that_applies() -> None:
    given = matrices(drawn(3, 3, 2, 1))
    usual = dict(usual_values(PROJECTIONS["k"], given, CATALOGUE))
    first = {
        one.id: found[0]
        for one in CATALOGUE
        if (found := wrong_values(one, PROJECTIONS["k"], given))
    }
    assert usual == first
    assert list(usual) == [n for n in NUMBERS if n not in ("length-from-rows", "inner-mismatch")]
    shapes = list(usual_shapes(PROJECTIONS["k"], shapes_of(given)))
    assert shapes == [("length-from-rows", Shape(1, 3)), ("values-not-shape", Shape(2, 1))]


def test_ids_and_numbers_of_mistakes_never_change() -> None:
    found = {one.id: one.number for one in CATALOGUE}
    assert {name: found.get(name) for name in NUMBERS} == NUMBERS
    assert len({one.number for one in CATALOGUE}) == len(CATALOGUE) == len(found)
    # A new mistake takes the next number.
    assert sorted(found.values()) == list(range(1, len(CATALOGUE) + 1))


def test_an_unknown_mistake_is_refused_with_the_nearest_name() -> None:
    assert mistake("rows-dotted").id == "rows-dotted"
    with pytest.raises(UnknownName) as refused:
        mistake("row-dotted")
    assert str(refused.value) == (
        "unknown mistake 'row-dotted': did you mean 'rows-dotted'? "
        f"there are {', '.join(sorted(MISTAKES))}"
    )
