"""One rule, read on shapes, numbers, formulas and symbols: the readings agree."""

from collections.abc import Mapping
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from qkvsym.errors import SizesDiffer
from qkvsym.formula import Number, evaluate
from qkvsym.matrix import Matrix
from qkvsym.rules import (
    PROJECTIONS,
    ROLES,
    Step,
    apply,
    shape_of,
    shapes_of,
    weight,
    work,
    written_out,
)
from qkvsym.shapes import Shape
from tests.examples import examples

LESSON = {
    "x": Matrix.of([[1, 2, 3]]),
    "W_q": Matrix.of([[1, 0], [0, 1], [1, 1]]),
    "W_k": Matrix.of([[0, 1], [1, 0], [0, 2]]),
    "W_v": Matrix.of([[2, 0], [0, 2], [0, 0]]),
}
ENTRY = st.integers(-20, 20)


@st.composite
def instances(draw: Any) -> dict[str, Matrix[int]]:
    d_in, d_out = draw(st.integers(1, 5)), draw(st.integers(1, 5))

    def matrix(rows: int, columns: int) -> Matrix[int]:
        line = st.lists(ENTRY, min_size=columns, max_size=columns)
        return Matrix.of(draw(st.lists(line, min_size=rows, max_size=rows)))

    return {"x": matrix(1, d_in), **{weight(role): matrix(d_in, d_out) for role in ROLES}}


def by_loops(x: Matrix[int], W: Matrix[int]) -> list[int]:
    made = []
    for j in range(len(W.rows[0])):
        total = 0
        for i in range(len(W.rows)):
            total += x.rows[0][i] * W.rows[i][j]
        made.append(total)
    return made


def test_the_lesson_gives_its_own_results() -> None:
    results = work(PROJECTIONS.values(), LESSON)
    assert {role: results[role].rows for role in ROLES} == {
        "q": ((4, 5),),
        "k": ((2, 7),),
        "v": ((2, 4),),
    }


def test_each_role_uses_the_token_and_a_matrix_of_its_own() -> None:
    assert {role: (s.result, s.operands) for role, s in PROJECTIONS.items()} == {
        "q": ("q", ("x", "W_q")),
        "k": ("k", ("x", "W_k")),
        "v": ("v", ("x", "W_v")),
    }


@examples(40)
@given(instances())
def test_the_four_readings_of_a_rule_agree(givens: dict[str, Matrix[int]]) -> None:
    for step in PROJECTIONS.values():
        x, W = (givens[name] for name in step.operands)
        numbers = apply(step, givens)
        assert list(numbers.rows[0]) == by_loops(x, W)
        assert apply(step, shapes_of(givens)) == numbers.shape
        assert written_out(step, givens).map(evaluate) == numbers
        symbolic = apply(step, {n: sympy.Matrix(givens[n].rows) for n in step.operands})
        assert symbolic.tolist() == [list(row) for row in numbers.rows]


@examples(20)
@given(instances())
def test_a_written_out_entry_has_the_token_on_the_left_of_each_product(
    givens: dict[str, Matrix[int]],
) -> None:
    step = PROJECTIONS["k"]
    x, W = (givens[name] for name in step.operands)
    for j, entry in enumerate(written_out(step, givens).rows[0]):
        products = [Number(a) * Number(row[j]) for a, row in zip(x.rows[0], W.rows, strict=True)]
        assert entry == sum(products[1:], products[0])


def test_work_keeps_the_givens_and_lets_later_steps_use_earlier_results() -> None:
    again = Step("again", ("q", "M"), lambda q, M: q @ M)
    known = work([PROJECTIONS["q"], again], {**LESSON, "M": Matrix.of([[1], [2]])})
    assert known["again"].rows == ((14,),)
    assert known["x"] is LESSON["x"]
    assert "q" not in LESSON


def unfitting(reading: str) -> Mapping[str, Any]:
    numbers = {"x": Matrix.of([[1, 2, 3]]), "W_q": Matrix.of([[1, 2], [3, 4]])}
    if reading == "shapes":
        return shapes_of(numbers)
    if reading == "formulas":
        return {name: matrix.map(Number) for name, matrix in numbers.items()}
    return numbers


@pytest.mark.parametrize("reading", ["numbers", "shapes", "formulas"])
def test_sizes_that_differ_are_said_with_the_operands_names(reading: str) -> None:
    with pytest.raises(SizesDiffer) as refused:
        work([PROJECTIONS["q"]], unfitting(reading))
    assert str(refused.value) == "x is 1 x 3, W_q is 2 x 2: the inner sizes 3 and 2 differ"


def test_the_names_said_are_those_of_the_step_and_not_of_the_shapes() -> None:
    shapes = {"x": Shape(1, "n", "token"), "W_v": Shape("m", 2, "other")}
    with pytest.raises(SizesDiffer) as refused:
        apply(PROJECTIONS["v"], shapes)
    assert str(refused.value) == "x is 1 x n, W_v is m x 2: the inner sizes n and m differ"


def test_a_shape_is_its_own_shape() -> None:
    shape = Shape(2, "d_out")
    assert shape_of(shape) is shape
    assert shape_of(Matrix.of([[1, 2]])) == Shape(1, 2)
