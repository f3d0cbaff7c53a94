"""Right work is right and a mistake is found, for drawn sizes, entries and notations.

Here what is claimed comes from the catalogue itself, and numbers and notation are drawn; the
simulated learners of `tests/simulator.py` have rules of their own.
"""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qkvsym import Matrix, Verification, verify
from qkvsym.formula import UNDEFINED
from qkvsym.mistakes import CATALOGUE, Mistake, wrong_values
from qkvsym.reading.syntax import Array, Div, Neg, Node, NoValue, Num
from qkvsym.rewrites import nowhere
from qkvsym.rules import PROJECTIONS, ROLES, apply
from tests.examples import examples
from tests.hands import HANDS, PLACE, Hand, spelled
from tests.judging_checks import miscounted, misjudged
from tests.simulator import MISTAKES

Givens = dict[str, Matrix[int]]


@st.composite
def givens(draw: st.DrawFn) -> Givens:
    """A token and three matrices, square ones too."""
    d_in = draw(st.integers(1, 5))
    d_out = draw(st.integers(1, 5) | st.just(d_in))
    entries = st.integers(-9, 9)

    def matrix(rows: int, columns: int) -> Matrix[int]:
        row = st.lists(entries, min_size=columns, max_size=columns)
        return Matrix.of(draw(st.lists(row, min_size=rows, max_size=rows)))

    return {"x": matrix(1, d_in), **{f"W_{role}": matrix(d_in, d_out) for role in ROLES}}


hands = st.sampled_from([HANDS[name] for name in HANDS])


def node_of(value: Any) -> Node:
    """A value as it is written down."""
    if value is UNDEFINED:
        return NoValue(*PLACE)
    if isinstance(value, Matrix):
        rows = tuple(tuple(map(node_of, row)) for row in value.rows)
        return Array(*PLACE, rows, flat=len(rows) == 1)
    if value < 0:
        return Neg(*PLACE, node_of(-value))
    if isinstance(value, Fraction) and value.denominator > 1:
        return Div(*PLACE, Num(*PLACE, value.numerator), Num(*PLACE, value.denominator))
    return Num(*PLACE, int(value))


def judged(given: Givens, hand: Hand, claims: dict[str, Any]) -> Verification:
    work = "\n".join(f"{name} = {spelled(node_of(value), hand)}" for name, value in claims.items())
    return verify(work, givens=given)


@examples(30)
@given(givens(), hands)
def test_right_results_are_right_in_every_notation(given: Givens, hand: Hand) -> None:
    right = {role: apply(PROJECTIONS[role], given) for role in ROLES}
    report = judged(given, hand, right)
    assert [line.verdict for line in report.lines] == ["ok"] * 3
    assert report.missing == ("shape",)
    assert judged(given, hand, given | right).exit_code == report.exit_code == 3
    d_out = given["W_q"].shape.columns
    written = "\n".join(f"{role}: 1 x {d_out}" for role in ROLES)
    assert {line.verdict for line in verify(written, givens=given).lines} == {"ok"}


OF_VALUES = [one for one in CATALOGUE if one.values is not nowhere and one.id != "inner-mismatch"]
"""The others are mistakes of the shape alone, slips, or made where there is no product."""


@pytest.mark.parametrize("mistake", OF_VALUES, ids=lambda one: one.id)
@examples(6)
@given(given=givens(), hand=hands, data=st.data())
def test_every_mistake_is_wrong_and_named(
    mistake: Mistake, given: Givens, hand: Hand, data: st.DataObject
) -> None:
    role = data.draw(st.sampled_from(ROLES))
    step = PROJECTIONS[role]
    values = wrong_values(mistake, step, given)
    assume(values)
    value = data.draw(st.sampled_from(values))
    right = apply(step, given)
    (line,) = judged(given, hand, {role: value}).lines
    if value == right:
        assert line.verdict == "ok"
        return
    assert line.verdict == "wrong"
    same = {one.id for one in CATALOGUE if value in wrong_values(one, step, given)}
    named = {found.id for found in line.mistakes}
    assert named
    assert named <= same
    if same == {mistake.id}:
        assert named == same


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
@examples(2)
@given(n=st.integers(1000, 10**9))
def test_any_simulated_learner_is_judged_as_loops_judge(mistake: str, n: int) -> None:
    assert misjudged(mistake, n, n + 1) == {}
    assert miscounted(mistake, n, n + 1) == {}
