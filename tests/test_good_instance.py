"""A good instance: every rule written again, and read on drawn, given and impossible instances."""

import json
import time
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

import qkvsym
from qkvsym.errors import NoInstance

Rows = list[list[int]]
LARGEST = 99

FITTING: tuple[dict[str, Rows], ...] = (
    {
        "x": [[2, 5, 3]],
        "W_q": [[0, 1], [2, 0], [0, 2]],
        "W_k": [[1, 2], [0, 2], [0, 1]],
        "W_v": [[2, 0], [1, 2], [1, 0]],
    },
    {
        "x": [[4, 1]],
        "W_q": [[3, 1, 3], [1, 3, 2]],
        "W_k": [[2, 0, 1], [0, 2, 0]],
        "W_v": [[3, 0, 2], [3, 3, 3]],
    },
)
RESULTS = (
    {"q": [10, 8], "k": [2, 17], "v": [12, 10]},
    {"q": [13, 7, 14], "k": [8, 2, 4], "v": [15, 3, 11]},
)


def columns(W: Rows) -> Rows:
    return [[row[j] for row in W] for j in range(len(W[0]))]


def dotted(x: Rows, W: Rows) -> list[int]:
    """The token, cut or filled up with zeros to the rows of W, dotted with every column."""
    token = [*x[0], *([0] * len(W))][: len(W)]
    return [sum(a * b for a, b in zip(token, column, strict=True)) for column in columns(W)]


def matrix_faults(name: str, W: Rows) -> Iterator[str]:
    for lines, what in ((W, "row"), (columns(W), "column")):
        if any(not any(line) for line in lines):
            yield f"{name} has a zero {what}"
        if any(one == other for one, other in combinations(lines, 2)):
            yield f"{name} has equal {what}s"
    if len(W) > 1 and columns(W) == W:
        # The identity is symmetric too.
        yield f"{name} is symmetric"


def pair_faults(weights: dict[str, Rows], answers: dict[str, list[int]]) -> Iterator[str]:
    for one, other in combinations(weights, 2):
        if sorted(columns(weights[one])) == sorted(columns(weights[other])):
            yield f"{one} is {other} with its columns permuted"
        for j, (a, b) in enumerate(zip(answers[one], answers[other], strict=True), 1):
            if a == b:
                yield f"the answers of {one} and {other} meet in place {j}"


def faults(x: Rows, weights: dict[str, Rows]) -> list[str]:
    """Every rule of a good instance that these givens break."""
    found = ["x has a zero"] if 0 in x[0] else []
    answers = {name: dotted(x, W) for name, W in weights.items()}
    for name, W in weights.items():
        found.extend(matrix_faults(name, W))
        answer = answers[name]
        if len(x[0]) == len(W) == len(W[0]):
            found.append(f"{name} is square")
        if len(set(answer)) < len(answer):
            found.append(f"the answer of {name} has equal entries")
        if 0 in answer:
            found.append(f"the answer of {name} has a zero")
        if max(map(abs, answer)) > LARGEST:
            found.append(f"the answer of {name} is over two digits")
    return [*found, *pair_faults(weights, answers)]


def split(givens: dict[str, Rows]) -> tuple[Rows, dict[str, Rows]]:
    return givens["x"], {name: W for name, W in givens.items() if name in ("W_q", "W_k", "W_v")}


def exercises(*kinds: str, **options: Any) -> list[dict[str, Any]]:
    text = qkvsym.render(qkvsym.generate(*kinds, **options), "json")
    found: list[dict[str, Any]] = json.loads(text)["exercises"]
    return found


def exercise_faults(exercise: dict[str, Any]) -> list[str]:
    """The faults of an exercise; a changed matrix must be as good as the one before."""
    givens = exercise["givens"]
    if "shape" in givens["x"]:
        return []
    x, weights = split(givens)
    found = faults(x, weights)
    for name in weights:
        if f"{name}_new" in givens:
            found += [f"changed: {fault}" for fault in faults(x, {name: givens[f"{name}_new"]})]
    return found


WITH_NUMBERS = (
    "compute-projections",
    "change-column",
    "match-matrix",
    "shape-check",
    "find-mistake",
)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"level": "easy"},
    {"level": "medium"},
    {"level": "hard"},
    {"d_in": 3, "d_out": 2, "entries": (-3, 3)},
    {"d_in": 2, "d_out": 3, "entries": (0, 4)},
    {"d_in": 5, "entries": (-2, 2)},
    {"d_out": 6},
    {"d_in": 1, "d_out": 3, "entries": (-9, 9)},
    {"d_in": 4, "d_out": 1, "entries": (-9, 9)},
)
SEEDS = 24


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_drawn_instance_is_good(options: dict[str, Any]) -> None:
    # One entry has no wrong shape, so no wrong solution about shapes can be shown there.
    kinds = WITH_NUMBERS if options.get("d_out") != 1 else WITH_NUMBERS[:-1]
    drawn = 0
    for seed in range(SEEDS):
        for exercise in exercises(*kinds, seed=seed, sheet=3, **options):
            assert exercise_faults(exercise) == [], exercise
            drawn += 1
    assert drawn == SEEDS * len(kinds)
    assert drawn * len(OPTIONS) >= (1_000 if kinds == WITH_NUMBERS else 900)


def test_every_drawn_wrong_solution_of_one_entry_is_good_and_about_no_shape() -> None:
    options = {"d_in": 4, "d_out": 1, "entries": (-9, 9), "sheet": 3}
    shown = set()
    for seed in range(SEEDS):
        (made,) = exercises("find-mistake", seed=seed, **options)
        assert exercise_faults(made) == [], made
        shown |= set(made["mistakes"])
    assert shown == {"one-matrix-for-all", "length-from-rows", "inner-mismatch"}


def test_the_lesson_s_set_of_results_of_one_entry_leaves_the_wrong_shape_out() -> None:
    kinds = [made["kind"] for made in exercises(d_in=3, d_out=1, entries=(-9, 9))]
    mistakes = [made["mistakes"] for made in exercises(d_in=3, d_out=1, entries=(-9, 9))]
    assert kinds.count("find-mistake") == 3
    assert ["values-not-shape"] not in mistakes
    with pytest.raises(NoInstance):
        exercises("find-mistake", mistakes=["values-not-shape"], d_in=3, d_out=1)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("match-matrix", {"d_in": 2, "d_out": 3, "entries": (0, 2)}),
        ("match-matrix", {"d_in": 3, "d_out": 2, "entries": (0, 2)}),
        ("find-mistake", {"d_in": 1, "d_out": 2, "entries": (0, 2)}),
        ("find-mistake", {"d_in": 2, "d_out": 3, "entries": (0, 2)}),
    ],
)
def test_matrices_of_few_values_are_neither_symmetric_nor_one_another_permuted(
    kind: str, options: dict[str, Any]
) -> None:
    # Only a product that cannot be formed has a square matrix, where d_in and d_out differ.
    mistakes = ["inner-mismatch"] if kind == "find-mistake" else []
    for seed in range(40):
        for exercise in exercises(kind, mistakes=mistakes, seed=seed, **options):
            assert exercise_faults(exercise) == [], exercise


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"x": [[2, 0, 3]]}, "x has a zero"),
        ({"W_q": [[0, 1], [0, 0], [5, 2]]}, "W_q has a zero row"),
        ({"W_k": [[0, 2], [0, 2], [0, 1]]}, "W_k has a zero column"),
        ({"W_v": [[2, 0], [2, 0], [1, 1]]}, "W_v has equal rows"),
        ({"W_v": [[2, 2], [1, 1], [3, 3]]}, "W_v has equal columns"),
        ({"W_k": [[1, 0], [0, 2], [2, 0]]}, "W_q is W_k with its columns permuted"),
        ({"W_q": [[0, 1], [2, 0], [0, 5]]}, "the answers of W_q and W_k meet in place 2"),
        ({"W_q": [[0, 5], [2, 0], [0, 0]]}, "the answer of W_q has equal entries"),
        ({"W_q": [[0, 5], [2, -2], [1, 0]]}, "the answer of W_q has a zero"),
        ({"W_q": [[0, 5], [20, 0], [1, 1]]}, "the answer of W_q is over two digits"),
    ],
)
def test_each_rule_is_told_apart_from_a_good_instance(broken: dict[str, Rows], fault: str) -> None:
    assert faults(*split(FITTING[0])) == []
    found = faults(*split({**FITTING[0], **broken}))
    assert fault in " / ".join(found)


def test_square_and_symmetric_matrices_are_no_good_instances() -> None:
    identity = {"W_q": [[1, 0], [0, 1]]}
    assert faults([[3, 5]], identity) == ["W_q is symmetric", "W_q is square"]
    assert faults([[3, 5]], {"W_q": [[1, 2], [0, 1]]}) == ["W_q is square"]


@pytest.mark.parametrize(("givens", "results"), list(zip(FITTING, RESULTS, strict=True)))
def test_the_instances_that_were_found_good_show_every_mistake(
    givens: dict[str, Rows], results: dict[str, list[int]]
) -> None:
    assert faults(*split(givens)) == []
    (exercise,) = exercises("compute-projections", given=givens)
    answers = {part["id"]: part["answer"]["value"] for part in exercise["parts"]}
    assert {role: answers[role] for role in results} == {r: [v] for r, v in results.items()}
    assert exercise["unseen"] == []
    assert len(exercise["mistakes"]) == 7


def test_the_numbers_of_the_lesson_are_no_model() -> None:
    (exercise,) = exercises("compute-projections", given="lesson")
    x, weights = split(exercise["givens"])
    assert faults(x, weights) == [
        "W_v has a zero row",
        "the answers of W_k and W_v meet in place 1",
    ]
    along = [sum(a * b for a, b in zip(x[0], row, strict=False)) for row in weights["W_q"]]
    assert along == x[0], "rows dotted is the token copied"


IMPOSSIBLE: tuple[tuple[str, dict[str, Any], str], ...] = (
    (
        "compute-projections",
        {"d_in": 2, "d_out": 2, "entries": (0, 1)},
        "compute-projections with d_in 2 and d_out 2: no good instance was found: "
        "d_in and d_out must differ; choose another --d-in or --d-out",
    ),
    (
        "predict-shape",
        {"d_in": 3, "d_out": 3},
        "predict-shape with d_in 3 and d_out 3: no good instance was found: "
        "d_in and d_out must differ; choose another --d-in or --d-out",
    ),
    (
        "compute-projections",
        {"d_in": 3, "d_out": 2, "entries": (0, 0)},
        "compute-projections with d_in 3 and d_out 2: no good instance was found: "
        "no entry of the token may be zero; widen --entries",
    ),
    (
        "match-matrix",
        {"d_in": 3, "d_out": 2, "entries": (50, 99)},
        "match-matrix with d_in 3 and d_out 2: no good instance was found: "
        "no answer may be over 99; narrow --entries or let them be negative, or choose a smaller "
        "--d-in",
    ),
    (
        "compute-projections",
        {"d_in": 3, "d_out": 2, "entries": (1, 1)},
        "compute-projections with d_in 3 and d_out 2: no good instance was found: "
        "the entries of an answer must differ from each other and from zero; "
        "widen --entries, or choose a smaller --d-out",
    ),
    (
        "find-mistake",
        {"d_in": 3, "d_out": 2, "entries": (1, 9), "mistakes": ["sign-lost"]},
        "find-mistake with d_in 3 and d_out 2: no good instance was found: "
        "every mistake must give a wrong answer of its own (sign-lost); "
        "widen --entries, or choose other sizes or fewer mistakes",
    ),
    (
        "compute-projections",
        {"d_in": 1, "d_out": 3, "mistakes": ["dropped-term"]},
        "compute-projections with d_in 1 and d_out 3: no good instance was found: "
        "every mistake must give a wrong answer of its own (dropped-term); "
        "widen --entries, or choose other sizes or fewer mistakes",
    ),
)


@pytest.mark.parametrize(("kind", "options", "message"), IMPOSSIBLE)
def test_impossible_options_are_refused_soon_with_the_rule_and_the_remedy(
    kind: str, options: dict[str, Any], message: str
) -> None:
    started = time.process_time()
    with pytest.raises(NoInstance) as refused:
        qkvsym.generate(kind, **options)
    assert str(refused.value) == message
    assert time.process_time() - started < 5


RANGES = ((0, 1), (-1, 1), (0, 3), (-9, 9), (2, 3), (-99, -1), (7, 7), (0, 99))
HALF = [
    (d_in, d_out)
    for d_in, d_out in product(range(1, 17), repeat=2)
    if ((d_in > 8) == (d_out > 8)) == (d_out % 2 == 1)
]
"""Half of the square of sizes; all of it is tried in tests/sweeps."""


def range_for(d_in: int, d_out: int) -> tuple[int, int]:
    """Each row and each column of the square of sizes meets every range twice."""
    return RANGES[(d_in + d_out) % len(RANGES)]


def good_or_refused(d_in: int, d_out: int) -> bool:
    """Whether there is an instance, which is good; fails where it is not, or takes long."""
    options = {"d_in": d_in, "d_out": d_out, "entries": range_for(d_in, d_out)}
    started = time.process_time()
    try:
        drawn = exercises("compute-projections", seed=d_out, **options)
    except NoInstance as refused:
        message = str(refused)
    else:
        message = ""
        assert [exercise_faults(exercise) for exercise in drawn] == [[]]
    assert time.process_time() - started < 5
    begins = f"compute-projections with d_in {d_in} and d_out {d_out}: no good instance was "
    assert not message or message.startswith(begins)
    return not message


@pytest.mark.parametrize("d_in", range(1, 17))
def test_every_size_and_range_gives_a_good_instance_or_a_refusal(d_in: int) -> None:
    found = {good_or_refused(d_in, d_out) for each, d_out in HALF if each == d_in}
    assert found == {True, False}


def test_every_size_meets_every_range_in_half_of_the_square() -> None:
    for side in (0, 1):
        met = {(sizes[side], range_for(*sizes)) for sizes in HALF}
        assert met == {*product(range(1, 17), RANGES)}
    assert len(HALF) == 16 * len(RANGES)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_usual_size_has_a_good_instance_where_no_entries_are_asked_for(level: str) -> None:
    for d_in in range(1, 17):
        # A long token makes few different sums of two digits: more than one column is needed.
        for d_out in range(1 if d_in < 8 else 3, 17, 3):
            if d_in != d_out:
                options = {"d_in": d_in, "d_out": d_out, "level": level}
                (drawn,) = exercises("compute-projections", seed=3, **options)
                assert exercise_faults(drawn) == []
