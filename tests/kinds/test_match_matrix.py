"""Three outputs without labels, and the matrices that made them."""

import json
from typing import Any

import pytest

import qkvsym
from qkvsym.errors import NoInstance
from qkvsym.exercise import Exercise
from qkvsym.notation import text

SEEDS = range(1, 25)


def exercise(**options: Any) -> Exercise:
    return qkvsym.generate("match-matrix", **options).exercises[0]


def made_by(made: Exercise, name: str) -> list[int]:
    x, W = made.givens["x"].rows[0], made.givens[name].rows
    return [sum(x[i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_label_stands_for_the_output_of_its_answer(seed: int) -> None:
    made = exercise(seed=seed)
    outputs = {label: list(output.rows[0]) for label, output in made.facts["outputs"]}
    assert [part.id for part in made.parts] == list(outputs) == ["A", "B", "C"]
    answers = [part.answer.value for part in made.parts]
    assert sorted(answers) == ["W_k", "W_q", "W_v"]
    for part in made.parts:
        assert outputs[part.id] == made_by(made, part.answer.value)
        assert [option.id for option in part.answer.options] == ["W_q", "W_k", "W_v"]


def test_the_labels_never_stand_in_the_order_q_k_v() -> None:
    orders = {tuple(p.answer.value for p in exercise(seed=s).parts) for s in SEEDS}
    assert ("W_q", "W_k", "W_v") not in orders
    assert len(orders) == 5


@pytest.mark.parametrize("seed", SEEDS)
def test_one_entry_is_enough_to_tell_the_outputs_apart(seed: int) -> None:
    made = exercise(seed=seed, level="hard")
    rows = [output.rows[0] for _, output in made.facts["outputs"]]
    for column in zip(*rows, strict=True):
        assert len(set(column)) == 3


def test_the_worked_entry_is_the_one_that_the_hint_points_to() -> None:
    made = exercise(given="lesson")
    # k_1 = v_1 = 2 on the lesson's numbers, so its first entries cannot tell.
    for part in made.parts:
        (entry, match) = part.steps
        chain = dict(entry.values)["chain"]
        assert text(chain.members[0]) == "x . column 2"
        assert dict(match.values)["j"] == 2
        output = dict(match.values)["output"]
        assert text(chain.members[-1]) == str(output.rows[0][1])
    (ladder, *others) = (part.hints for part in made.parts)
    assert [hint.id for hint in ladder] == ["hint_one_entry", "hint_entries"]
    assert [dict(hint.values) for hint in ladder] == [{"j": 2}, {"j": 2}]
    # One ladder serves all three labels.
    assert others == [(), ()]


def test_outputs_that_no_entry_tells_apart_are_refused() -> None:
    same = [[1, 2], [3, 4]]
    given = {"x": [1, 1], "W_q": same, "W_k": same, "W_v": [[1, 2], [5, 6]]}
    with pytest.raises(NoInstance) as refused:
        exercise(given=given)
    assert str(refused.value) == (
        "match-matrix: no good instance was found: there must be a place in which q, k and v all "
        "differ; give other numbers, or leave this kind or mistake out"
    )


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_swap_of_key_and_value_is_the_wrong_match_to_expect(seed: int) -> None:
    made = exercise(seed=seed)
    wrong = {p.answer.value: [(w.mistake, w.value) for w in p.wrong] for p in made.parts}
    assert wrong == {
        "W_q": [],
        "W_k": [("k-v-swapped", "W_v")],
        "W_v": [("k-v-swapped", "W_k")],
    }


def test_no_hint_names_a_matrix() -> None:
    for seed in SEEDS:
        hints = [hint for part in exercise(seed=seed).parts for hint in part.hints]
        assert len(hints) == 2
        assert all(set(dict(hint.values)) == {"j"} for hint in hints)
    sheet = json.loads(qkvsym.render(qkvsym.generate("match-matrix", seed=3), "json"))
    for part in sheet["exercises"][0]["parts"]:
        assert not any(f"W_{role}" in hint for hint in part["hints"] for role in "qkv")
