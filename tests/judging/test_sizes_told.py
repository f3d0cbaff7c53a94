"""Symbolic work is judged as far as its sizes are told, and never further."""

import pytest

import qkvsym
from qkvsym.judging.verification import verify

ENTRY = "q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}"
ROW = f"q = [{ENTRY.removeprefix('q_1 = ')}, x_1 w_{{12}} + x_2 w_{{22}} + x_3 w_{{32}}]"
D_IN = "nothing says how large d_in is; write d_in = 3, say"
EVERY = "this must hold for every d_in; write a sum over i, or the whole product"
D_OUT = "nothing says how large d_out is; write d_out = 3, say"


def said(*lines: str) -> list[str]:
    return [line.verdict for line in verify("\n".join(lines)).lines]


def notes(*lines: str) -> tuple[str, ...]:
    return verify("\n".join(lines)).lines[-1].notes


@pytest.mark.parametrize(
    "told", ["d_in = 3", "d_model = 3", "x = [x_1, x_2, x_3]", "x is 1 x 3", "W_q is 3 x 2"]
)
def test_a_sum_is_checked_as_soon_as_its_length_is_told(told: str) -> None:
    assert said(told, ENTRY)[-1] == "ok"
    assert said(told, ENTRY.removesuffix(" + x_3 w_{31}"))[-1] == "wrong"
    assert notes(ENTRY) == (D_IN,)


@pytest.mark.parametrize("told", ["d_in = 3\nd_out = 2", "W_q is 3 x 2", "d_in = 3\nd_k = 2"])
def test_a_row_is_checked_as_soon_as_both_sizes_are_told(told: str) -> None:
    assert said(told, ROW)[-1] == "ok"
    assert said(told, ROW.replace("w_{12}", "w_{21}"))[-1] == "wrong"
    assert notes("d_in = 3", ROW) == (D_OUT,)


def test_the_query_meets_the_key_so_that_one_tells_the_other_and_not_the_value() -> None:
    for told in ("d_k = 2", "d_q = 2"):
        assert said(told, "q: 1 x 2", "k: 1 x 2", "q: 1 x d_k") == ["not-checked", "ok", "ok", "ok"]
        assert said(told, "k: 1 x 3") == ["not-checked", "wrong"]
        assert notes(told, "v: 1 x 2") == (D_OUT,)
        assert said(told, "v: 1 x d_out", "q: 1 x d_out") == ["not-checked", "ok", "ok"]
    sizes = "d_k = 2\nd_v = 4"
    assert said(sizes, "v: 1 x d_v", "v: 1 x 4", "q: 1 x 2")[2:] == ["ok", "ok", "ok"]
    assert said(sizes, "v: 1 x d_k", "q: 1 x 4")[2:] == ["wrong", "wrong"]


def test_a_shape_in_numbers_is_not_checked_against_names() -> None:
    assert said("q: 1 x d_out", "q: d_in x d_out") == ["ok", "wrong"]
    assert notes("q: 1 x 2") == (D_OUT,)
    assert notes("d_in = 3", "len(q) = 3") == (D_OUT,)


def test_an_exercise_for_every_size_wants_formulas_for_every_size() -> None:
    sheet = qkvsym.generate("derive-formula", seed=1, level="hard")
    (exercise,) = sheet.exercises
    role = next(name for name in exercise.givens if name.startswith("W"))[-1]
    sums = [rf"{role}_j = \sum_i x_i w_{{ij}}", f"{role}_j = x_1 w_{{1j}} + x_2 w_{{2j}}"]
    for answer, verdict, reason in zip(sums, ("ok", "not-understood"), ("", EVERY), strict=True):
        (line,) = verify(f"1 (b) {answer}", sheet=sheet).lines
        assert (line.verdict, line.reason) == (verdict, reason)


def test_the_token_itself_is_checked_by_the_order_of_its_entries() -> None:
    assert said("x = [x_1, x_2, x_3]") == ["ok"]
    assert said("x = [x_1, x_3, x_2]") == ["wrong"]
