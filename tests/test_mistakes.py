"""The catalogue of mistakes, held against plain loops that share no code with it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from qkvsym.errors import UnknownName
from qkvsym.formula import UNDEFINED
from qkvsym.matrix import Matrix
from qkvsym.mistakes import (
    CATALOGUE,
    MISTAKES,
    ON_KEYS,
    mistake,
    one_differs,
    usual_shapes,
    usual_values,
    wrong_shapes,
    wrong_values,
)
from qkvsym.rules import PROJECTIONS, ROLES, shapes_of, weight
from qkvsym.shapes import Shape
from tests.oracles.wrong_loops import BY_LOOPS, Given, Rows, as_long_as, projected, turned

NUMBERS = {name: number for number, name in enumerate(BY_LOOPS, 1)}
OLD = list(NUMBERS)[:11]
ABOUT_SEVERAL_ROWS = (
    *("wrong-matrix", "three-added", "three-joined", "weights-transposed"),
    *("called-undefined", "scaled-early"),
)


def drawn(length: int, rows: int, columns: int, seed: int, bound: int = 9) -> Given:
    stream = Random(f"{length} {rows} {columns} {seed}")

    def matrix(m: int, n: int) -> Rows:
        return [[stream.randint(-bound, bound) for _ in range(n)] for _ in range(m)]

    return {"x": matrix(1, length), **{weight(r): matrix(rows, columns) for r in ROLES}}


def fitting(bound: int = 9) -> Iterator[Given]:
    for d_in, d_out, seed in product(range(1, 6), range(1, 6), range(2)):
        yield drawn(d_in, d_in, d_out, seed, bound)


def matrices(given: Given) -> dict[str, Matrix[Any]]:
    return {name: Matrix.of(rows) for name, rows in given.items()}


def listed(values: tuple[Any, ...]) -> list[Any]:
    return [
        "undefined" if value is UNDEFINED else [list(row) for row in value.rows] for value in values
    ]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_mistake_gives_the_values_of_plain_loops_with_the_usual_one_first(name: str) -> None:
    for given in fitting():
        for role, step in PROJECTIONS.items():
            found = wrong_values(MISTAKES[name], step, matrices(given))
            assert listed(found) == BY_LOOPS[name](role, given)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_mistake_is_made_on_fractions_as_on_whole_numbers(name: str) -> None:
    for given in fitting():
        given["x"] = [[Fraction(entry, 3) for entry in given["x"][0]]]
        given["W_k"] = [[Fraction(entry, 7) for entry in row] for row in given["W_k"]]
        found = wrong_values(MISTAKES[name], PROJECTIONS["k"], matrices(given))
        assert listed(found) == BY_LOOPS[name]("k", given)


@pytest.mark.parametrize("name", NUMBERS)
def test_no_two_forms_of_a_mistake_are_alike_and_those_of_a_new_one_are_wrong(name: str) -> None:
    # On large numbers nothing is alike by chance.
    for given in fitting(10**9):
        for role, step in PROJECTIONS.items():
            found = listed(wrong_values(MISTAKES[name], step, matrices(given)))
            assert all(one not in found[:n] for n, one in enumerate(found))
            # None of these numbers is 0, nor does a mistake of before say anything everywhere.
            if name not in (*OLD, "zero-kept"):
                assert [projected(given["x"][0], given[weight(role)])] not in found


@pytest.mark.parametrize("d_out", [2, 3, 7, 9, 12, 16])
def test_what_was_scaled_early_is_exact_or_rounded_half_away_from_zero(d_out: int) -> None:
    for seed, bound in product(range(5), (9, 10**12)):
        given = drawn(3, 3, d_out, seed, bound)
        found = wrong_values(MISTAKES["scaled-early"], PROJECTIONS["q"], matrices(given))
        assert listed(found) == BY_LOOPS["scaled-early"]("q", given)
        assert {type(entry) for value in found for entry in value.entries} == {Fraction}


@pytest.mark.parametrize(
    ("right", "rounded"), [(1, 71), (-1, -71), (3, 212), (-3, -212), (0, 0), (100, 7071)]
)
def test_a_root_is_rounded_to_two_places_first(right: int, rounded: int) -> None:
    given = {"x": Matrix.of([[1]]), "W_q": Matrix.of([[right, 0]])}
    found = wrong_values(MISTAKES["scaled-early"], PROJECTIONS["q"], given)
    assert found[0].rows == ((Fraction(rounded, 100), 0),)


def test_a_token_of_several_rows_makes_only_the_mistakes_that_are_of_no_single_row() -> None:
    stack = drawn(3, 3, 3, 4)
    stack["x"].append([1, 0, -2])
    alone = [{**stack, "x": [row]} for row in stack["x"]]
    applying = set()
    for name in list(NUMBERS)[11:]:
        for role, step in PROJECTIONS.items():
            found = listed(wrong_values(MISTAKES[name], step, matrices(stack)))
            applying |= {name} if found else set()
            by_row = [BY_LOOPS[name](role, one) for one in alone]
            if found and name != "called-undefined":
                assert found == [[*a, *b] for a, b in zip(*by_row, strict=True)]
    assert applying == set(ABOUT_SEVERAL_ROWS)


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
            forced.append([projected(x, turned(W))])
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
        ("shape-of-weight", 3, 2, [(3, 2)]),
        ("shape-of-weight", 3, 3, [(3, 3)]),
        ("shape-of-weight", 1, 2, []),
        ("shape-of-weight", "d_in", "d_out", [("d_in", "d_out")]),
        ("wrong-matrix", 3, 2, []),
        ("token-copied", 3, 2, []),
        ("slip-in-entry", 3, 2, []),
    ],
)
def test_a_mistake_about_shapes_gives_its_wrong_shape(
    name: str, d_in: Any, d_out: Any, expected: list[tuple[Any, Any]]
) -> None:
    shapes = {"x": Shape(1, d_in), **{weight(r): Shape(d_in, d_out) for r in ROLES}}
    found = wrong_shapes(MISTAKES[name], PROJECTIONS["k"], shapes)
    assert list(found) == [Shape(*pair) for pair in expected]


@pytest.mark.parametrize("sizes", [(3, 2), (1, 1), (3, 3), ("d_in", "d_out")])
def test_a_product_taken_for_impossible_has_no_shape_either(sizes: tuple[Any, Any]) -> None:
    shapes = {"x": Shape(1, sizes[0]), "W_k": Shape(*sizes)}
    assert wrong_shapes(MISTAKES["called-undefined"], PROJECTIONS["k"], shapes) == (UNDEFINED,)
    # Where the two inner sizes differ it is right.
    longer = {**shapes, "x": Shape(1, "n")}
    assert wrong_shapes(MISTAKES["called-undefined"], PROJECTIONS["k"], longer) == ()


@pytest.mark.parametrize("name", NUMBERS)
def test_the_shapes_of_wrong_values_are_those_of_their_numbers(name: str) -> None:
    for sizes in ((3, 3, 2), (2, 2, 3), (3, 2, 2)):
        given = matrices(drawn(*sizes, seed=2))
        values = wrong_values(MISTAKES[name], PROJECTIONS["v"], given)
        # Where a mistake rewrites the shape too, both readings are of one rule.
        shapes = wrong_shapes(MISTAKES[name], PROJECTIONS["v"], shapes_of(given))
        for shape, value in zip(shapes, values, strict=False):
            assert shape == (value if value is UNDEFINED else value.shape)


def test_another_roles_matrix_is_only_mistaken_for_this_one_where_it_is_given() -> None:
    given = matrices(drawn(3, 3, 2, 1))
    alone = {"x": given["x"], "W_k": given["W_k"]}
    for name in ("one-matrix-for-all", "k-v-swapped", "wrong-matrix"):
        assert wrong_values(MISTAKES[name], PROJECTIONS["k"], given)
        assert wrong_values(MISTAKES[name], PROJECTIONS["k"], alone) == ()


def test_of_the_other_matrices_those_that_fit_are_taken_in_the_order_of_the_roles() -> None:
    given = drawn(3, 3, 2, 1)
    x, mistaken = given["x"][0], MISTAKES["wrong-matrix"]
    query, key, value = ([projected(x, given[weight(role)])] for role in ROLES)
    found = {r: listed(wrong_values(mistaken, PROJECTIONS[r], matrices(given))) for r in ROLES}
    assert found == {"q": [key, value], "k": [query, value], "v": [query, key]}
    wider = {**given, "W_v": [[1, 2, 3, 4]] * 3, "W_k": [[1, 2]] * 4}
    found = {r: listed(wrong_values(mistaken, PROJECTIONS[r], matrices(wider))) for r in ROLES}
    last = [projected(x, wider["W_v"])]
    # A matrix that fits is taken where the right one does not fit, too.
    assert found == {"q": [last], "k": [query, last], "v": [query]}


@pytest.mark.parametrize("name", ["three-added", "three-joined"])
@pytest.mark.parametrize("role", ROLES)
def test_three_results_are_taken_together_only_where_three_matrices_are_alike(
    name: str, role: str
) -> None:
    given = drawn(3, 3, 2, 1)
    assert len(wrong_values(MISTAKES[name], PROJECTIONS[role], matrices(given))) == 1
    for other in ROLES:
        if other != role:
            lacking = {n: rows for n, rows in given.items() if n != weight(other)}
            assert wrong_values(MISTAKES[name], PROJECTIONS[role], matrices(lacking)) == ()
        for odd in ([[1, 2, 3]] * 3, [[1, 2]] * 4):
            uneven = matrices({**given, weight(other): odd})
            assert wrong_values(MISTAKES[name], PROJECTIONS[role], uneven) == ()


def test_the_usual_wrong_values_are_the_first_of_every_mistake_that_applies() -> None:
    given = matrices(drawn(3, 3, 2, 1))
    usual = dict(usual_values(PROJECTIONS["k"], given, CATALOGUE))
    first = {
        one.id: found[0]
        for one in CATALOGUE
        if (found := wrong_values(one, PROJECTIONS["k"], given))
    }
    assert usual == first
    # On a matrix that is not square, nothing can be turned over or change places.
    elsewhere = ("length-from-rows", "inner-mismatch", "shape-of-weight", "weights-transposed")
    elsewhere += ("order-swapped", "slip-in-term", "slip-in-entry")
    assert list(usual) == [n for n in NUMBERS if n not in elsewhere]
    few = usual_values(PROJECTIONS["k"], given, [MISTAKES["row-copied"], MISTAKES["three-added"]])
    assert dict(few) == {name: first[name] for name in ("row-copied", "three-added")}


def test_the_usual_wrong_shapes_are_those_of_the_mistakes_on_keys() -> None:
    shapes = shapes_of(matrices(drawn(3, 3, 2, 1)))
    assert list(usual_shapes(PROJECTIONS["k"], shapes)) == [
        ("length-from-rows", Shape(1, 3)),
        ("values-not-shape", Shape(2, 1)),
    ]


@pytest.mark.parametrize(
    ("got", "right", "differs"),
    [
        ([1, 2, 3], [1, 2, 3], False),
        ([1, 0, 3], [1, 2, 3], True),
        ([4], [5], True),
        ([3, 2, 1], [1, 2, 3], False),
        ([1, 2], [1, 2, 3], False),
        ([1, 2, 3, 4], [1, 2, 3], False),
        ([], [], False),
        ((1, 2), [1, 3], True),
    ],
)
def test_a_slip_is_one_place_that_differs(got: Any, right: Any, differs: bool) -> None:
    assert one_differs(got, right) is differs


def test_ids_and_numbers_of_mistakes_never_change() -> None:
    found = {one.id: one.number for one in CATALOGUE}
    assert {name: found.get(name) for name in NUMBERS} == NUMBERS
    assert len({one.number for one in CATALOGUE}) == len(CATALOGUE) == len(found)
    # A new mistake takes the next number.
    assert sorted(found.values()) == list(range(1, len(CATALOGUE) + 1))
    assert list(ON_KEYS) == OLD


def test_an_unknown_mistake_is_refused_with_the_nearest_name() -> None:
    assert mistake("rows-dotted").id == "rows-dotted"
    with pytest.raises(UnknownName) as refused:
        mistake("row-dotted")
    assert str(refused.value) == (
        "unknown mistake 'row-dotted': did you mean 'rows-dotted'? "
        f"there are {', '.join(sorted(MISTAKES))}"
    )
    with pytest.raises(UnknownName) as refused:
        mistake("row-dotted", ["zero-kept", "sign-lost"])
    assert str(refused.value) == "unknown mistake 'row-dotted': there are sign-lost, zero-kept"
