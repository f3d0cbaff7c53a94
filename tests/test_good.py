"""The rules of a good instance by name, and the end of a search that leads nowhere."""

from collections.abc import Callable, Sequence

import pytest

from qkvsym.draw import Entries, draw_column, draw_token
from qkvsym.errors import NoInstance
from qkvsym.good import RULES, Rejections, column_fault, weight_fault
from qkvsym.matrix import Matrix
from qkvsym.streams import Stream

Rows = tuple[tuple[int, ...], ...]
SEEDS = range(40)


@pytest.mark.parametrize(
    ("column", "value", "answer", "meets", "fault"),
    [
        ((2, 0, 1), 7, (), (), ""),
        ((0, 0, 0), 0, (), (), "zero-line"),
        ((2, 0, 1), 99, (), (), ""),
        ((2, 0, 1), -99, (), (), ""),
        ((2, 0, 1), 100, (), (), "answer-large"),
        ((2, 0, 1), -100, (), (), "answer-large"),
        ((2, 0, 1), 0, (), (), "answer-entries"),
        ((2, 0, 1), 7, (5, 7), (7,), "answer-entries"),
        ((2, 0, 1), 7, (5, 6), (4, 7), "answers-meet"),
        ((2, 0, 1), 7, (5, 6), (4, -7), ""),
    ],
)
def test_a_column_breaks_the_first_rule_in_order(
    column: Sequence[int], value: int, answer: Sequence[int], meets: Sequence[int], fault: str
) -> None:
    assert column_fault(column, value, answer, meets) == fault


@pytest.mark.parametrize(
    ("rows", "others", "fault"),
    [
        (((1, 2), (0, 3), (4, 0)), (), ""),
        (((1, 2), (0, 0), (4, 0)), (), "zero-line"),
        (((1, 2), (0, 3), (1, 2)), (), "equal-lines"),
        (((1, 2), (2, 3)), (), "symmetric"),
        (((1, 2), (3, 2)), (), ""),
        (((5,),), (), ""),
        (((1, 2, 3), (2, 0, 4), (3, 4, 5)), (), "symmetric"),
        (((1, 2), (0, 3), (4, 0)), (((2, 1), (3, 0), (0, 4)),), "permuted"),
        (((1, 2), (0, 3), (4, 0)), (((2, 1), (3, 0), (0, 5)),), ""),
        (
            ((1, 2), (0, 3), (4, 0)),
            (((9, 9), (8, 8), (7, 6)), ((1, 2), (0, 3), (4, 0))),
            "permuted",
        ),
    ],
)
def test_a_matrix_breaks_the_first_rule_in_order(
    rows: Rows, others: Sequence[Rows], fault: str
) -> None:
    assert weight_fault(Matrix(rows), [Matrix(other) for other in others]) == fault


def test_every_fault_is_a_rule_with_a_remedy() -> None:
    assert {"zero-line", "answer-large", "answer-entries", "answers-meet"} <= set(RULES)
    assert {"equal-lines", "symmetric", "permuted"} <= set(RULES)


@pytest.mark.parametrize(("rule", "cost"), [("token-zero", 1), ("mistakes-apart", 50)])
def test_a_search_ends_after_twenty_thousand_numbers_or_four_hundred_exercises(
    rule: str, cost: int
) -> None:
    rejected = Rejections("it")
    for _ in range(20_000 // cost - 1):
        rejected.note(rule)
    with pytest.raises(NoInstance) as ended:
        rejected.note(rule)
    assert RULES[rule][0] in str(ended.value)


def raised(call: Callable[[], object]) -> str:
    with pytest.raises(NoInstance) as refused:
        call()
    return str(refused.value)


def test_a_token_without_values_is_refused() -> None:
    assert raised(lambda: draw_token(Stream(("x",)), 3, (), Rejections("it"))) == (
        "it: no good instance was found: no entry of the token may be zero; widen --entries"
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_where_there_are_just_values_enough_none_comes_twice(seed: int) -> None:
    stream = Stream((f"seed {seed}",))
    token = draw_token(stream, 4, (1, 2, 3, 4), Rejections("it"))
    assert sorted(token.rows[0]) == [1, 2, 3, 4]
    column = draw_column(stream, 4, 1, Entries.within((1, 4), 0), 0)
    assert sorted(column) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("span", "size", "negatives", "most"),
    [((-5, 5), 3, 1, 1), ((-5, 5), 3, 2, 2), ((-5, 2), 4, 1, 2)],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_single_column_has_no_more_negative_entries_than_it_needs(
    span: tuple[int, int], size: int, negatives: int, most: int, seed: int
) -> None:
    column = draw_column(Stream((f"{seed}",)), size, 1, Entries.within(span, negatives), negatives)
    assert len(set(column)) == size
    assert sum(entry < 0 for entry in column) <= most
