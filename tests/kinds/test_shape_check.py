"""The three comparisons in order, on work that passes and on work that fails each of them."""

from collections import Counter
from typing import Any

import pytest

import qkvsym
from qkvsym.errors import NoInstance
from qkvsym.exercise import Exercise
from qkvsym.formula import UNDEFINED
from qkvsym.shapes import Shape

SEEDS = range(1, 61)
PLACES = ("input", "weight", "output")
PASSES = ("agree", "agree", "agree")


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("shape-check", **options).exercises[0]


def verdicts(made: Exercise) -> tuple[str, ...]:
    return tuple(part.answer.value for part in made.parts[:3])


def by_counting(made: Exercise) -> tuple[str, ...]:
    """The three comparisons, made again by counting rows and entries."""
    x, W = (matrix.rows for matrix in made.givens.values())
    reported = made.facts["reported"].rows
    found = (
        len(x[0]) == made.facts["d_in"],
        len(W) == made.facts["d_in"],
        (len(reported), len(reported[0])) == (1, len(W[0])),
    )
    return tuple("agree" if same else "differ" for same in found)


def test_the_three_comparisons_come_in_order_before_the_product_and_the_remedy() -> None:
    parts = exercise(seed=1).parts
    assert [(part.id, part.answer.type) for part in parts] == [
        ("input", "choice"),
        ("weight", "choice"),
        ("output", "choice"),
        ("product", "shape"),
        ("fix", "text"),
    ]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_verdict_is_the_one_of_counting(level: str) -> None:
    for seed in SEEDS:
        made = exercise(seed=seed, level=level)
        assert verdicts(made) == by_counting(made)
        _, W = made.givens.values()
        assert made.facts["d_out"] == len(W.rows[0])


def test_sheets_pass_and_fail_at_each_of_the_three() -> None:
    found = Counter(verdicts(exercise(seed=seed)) for seed in SEEDS)
    for n, _ in enumerate(PLACES):
        failing = tuple("differ" if n == m else "agree" for m in range(3))
        assert found[failing] >= 3
    assert found[PASSES] >= 3
    # One thing is wrong at a time.
    assert len(found) == 4


def test_the_product_is_undefined_where_input_or_weight_differ_and_only_there() -> None:
    for seed in SEEDS:
        made = exercise(seed=seed)
        x, W = (matrix.rows for matrix in made.givens.values())
        product = made.parts[3].answer.value
        fails = verdicts(made)[:2] != ("agree", "agree")
        assert product == (UNDEFINED if fails else Shape(1, len(W[0])))
        assert (len(x[0]) != len(W)) == fails


def test_what_is_handed_in_for_a_product_that_fits_has_the_right_numbers() -> None:
    for seed in SEEDS:
        made = exercise(seed=seed)
        if made.parts[3].answer.value is UNDEFINED:
            continue
        x, W = (matrix.rows for matrix in made.givens.values())
        right = [sum(a * row[j] for a, row in zip(x[0], W, strict=True)) for j in range(len(W[0]))]
        handed_in = [entry for entry in made.facts["reported"].entries if entry]
        assert handed_in == right[: len(handed_in)]


@pytest.mark.parametrize(
    ("mistake", "places"),
    [
        ("inner-mismatch", {"input", "weight"}),
        ("length-from-rows", {"output"}),
        ("values-not-shape", {"output"}),
    ],
)
def test_a_mistake_asked_for_fails_where_it_belongs(mistake: str, places: set[str]) -> None:
    failed = set()
    for seed in range(1, 21):
        made = exercise(mistakes=[mistake], seed=seed)
        failed |= {p for p, v in zip(PLACES, verdicts(made), strict=True) if v == "differ"}
        assert made.mistakes == (mistake,)
        if mistake == "length-from-rows":
            assert made.facts["reported"].shape == Shape(1, made.facts["d_in"])
        if mistake == "values-not-shape":
            assert made.facts["reported"].shape == Shape(made.facts["d_out"], 1)
    assert failed == places


def test_the_remedy_is_about_what_fails() -> None:
    for seed in SEEDS:
        made = exercise(seed=seed)
        failing = [p for p, v in zip(PLACES, verdicts(made), strict=True) if v == "differ"]
        (point,) = made.parts[4].answer.value
        assert point.id == f"fix_{failing[0] if failing else 'none'}"


def test_the_hints_do_not_tell_whether_there_is_a_product() -> None:
    products = [exercise(seed=seed).parts[3] for seed in SEEDS]
    assert {product.answer.value is UNDEFINED for product in products} == {True, False}
    assert {tuple(hint.id for hint in product.hints) for product in products} == {
        ("hint_inner", "hint_outer")
    }


def test_each_comparison_has_a_hint_and_a_worked_step_of_its_own() -> None:
    for part, place in zip(exercise(seed=2).parts, PLACES, strict=False):
        assert [hint.id for hint in part.hints] == [f"hint_{place}"]
        assert [step.id for step in part.steps] == [f"step_{place}_{part.answer.value}"]


def test_a_result_of_one_entry_never_fails_at_the_output() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for seed in SEEDS:
        made = exercise(seed=seed, d_in=4, d_out=1)
        assert verdicts(made) == by_counting(made)
        if verdicts(made) == PASSES:
            assert made.facts["reported"].shape == made.parts[3].answer.value == Shape(1, 1)
            assert [point.id for point in made.parts[4].answer.value] == ["fix_none"]
        assert "values-not-shape" not in made.mistakes
        found[verdicts(made)] += 1
    # Where it would fail at the output, it passes.
    assert set(found) == {PASSES, ("differ", "agree", "agree"), ("agree", "differ", "agree")}
    assert found[PASSES] > max(count for found_, count in found.items() if found_ != PASSES)


@pytest.mark.parametrize("mistake", ["values-not-shape", "length-from-rows"])
def test_a_wrong_shape_asked_for_where_there_is_one_entry_is_refused_by_name(mistake: str) -> None:
    for seed in range(1, 6):
        with pytest.raises(NoInstance) as refused:
            exercise(mistakes=[mistake], d_in=4, d_out=1, seed=seed)
        assert str(refused.value) == (
            "shape-check with d_in 4 and d_out 1: no good instance was found: "
            f"every mistake must give a wrong answer of its own ({mistake}); "
            "widen --entries, or choose other sizes or fewer mistakes"
        )
    assert exercise(mistakes=["inner-mismatch"], d_in=4, d_out=1).mistakes == ("inner-mismatch",)
