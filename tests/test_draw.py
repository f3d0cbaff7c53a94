"""Streams that depend on their names alone, and draws that keep to what a level promises."""

import ast
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import qkvsym
from qkvsym.draw import LEVELS, Entries, Sizes, draw_any, spans, values_for
from qkvsym.exercise import Exercise
from qkvsym.good import RULES, Rejections
from qkvsym.streams import Source, Stream

PACKAGE = Path(qkvsym.__file__).parent


def drawn(names: tuple[str, ...], count: int = 100) -> list[float]:
    stream = Stream(names)
    return [stream.fraction() for _ in range(count)]


def numbers(exercise: Exercise) -> dict[str, Any]:
    return {name: getattr(value, "rows", value) for name, value in exercise.givens.items()}


def sheet(*kinds: str, **options: Any) -> tuple[Exercise, ...]:
    return qkvsym.generate(*kinds, **options).exercises


GOLDEN_FRACTIONS = {
    ("a",): [0.6514738585584076, 0.2586508653674352, 0.18219009153332233],
    ("a", "b/c"): [0.4431579527136753, 0.4378758204127393, 0.06565325330970839],
    ("seed 7", "sheet 1", "W_k"): [0.4902249457009147, 0.4912917547482142, 0.6196850390321701],
}


@pytest.mark.parametrize("names", GOLDEN_FRACTIONS)
def test_a_stream_gives_the_same_numbers_for_ever(names: tuple[str, ...]) -> None:
    assert drawn(names, 3) == GOLDEN_FRACTIONS[names]


def test_a_stream_is_seeded_by_sha256_over_its_names_with_their_lengths() -> None:
    seed = int.from_bytes(sha256(b"1:a/3:b/c/").digest(), "big")
    source = Random(seed)
    assert drawn(("a", "b/c")) == [source.random() for _ in range(100)]


def test_choices_and_shuffles_stay_the_same_for_ever() -> None:
    stream = Stream(("a",))
    assert stream.shuffled(range(10)) == [6, 2, 1, 7, 9, 5, 3, 0, 8, 4]
    assert "".join(stream.choice("abcdef") for _ in range(8)) == "fbcbdfaa"


GOLDEN_NUMBERS = {
    "compute-projections": {
        "x": ((2, 3, 5),),
        "W_q": ((2, 0), (3, 1), (3, 0)),
        "W_k": ((3, 1), (0, 2), (0, 3)),
        "W_v": ((2, 3), (1, 1), (1, 0)),
    },
    "match-matrix": {
        "x": ((5, 4, 1),),
        "W_q": ((2, 3), (1, 3), (0, 3)),
        "W_k": ((3, 2), (3, 3), (1, 3)),
        "W_v": ((1, 2), (0, 3), (2, 0)),
    },
    "shape-check": {
        "x": ((4, 3, 2, 6),),
        "W_k": ((-2, 0, 0), (-1, 3, 3), (1, 1, 1), (0, 0, 1)),
    },
}


@pytest.mark.parametrize("kind", GOLDEN_NUMBERS)
def test_a_seed_gives_the_same_exercise_for_ever(kind: str) -> None:
    (exercise,) = sheet(kind, seed=7)
    assert numbers(exercise) == GOLDEN_NUMBERS[kind]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b/c"), ("a/b", "c")),
        (("a", "b"), ("ab",)),
        (("a", ""), ("a",)),
        (("1:a",), ("a",)),
        (("seed 1", "sheet 11"), ("seed 11", "sheet 1")),
        (("seed 1",), ("seed 11",)),
    ],
)
def test_names_that_look_alike_share_no_number(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert not set(drawn(one)) & set(drawn(other))


def test_a_source_opens_the_stream_of_its_whole_path() -> None:
    stream = Source(("seed 7",)).inside("sheet 1").stream("W_k")
    assert [stream.fraction() for _ in range(100)] == drawn(("seed 7", "sheet 1", "W_k"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"seed": 1}, {"seed": 11}),
        ({"seed": 1, "sheet": 11}, {"seed": 11, "sheet": 1}),
        ({"seed": 1, "sheet": 1}, {"seed": 1, "sheet": 2}),
    ],
)
def test_other_seeds_and_sheets_give_other_numbers_throughout(
    one: dict[str, int], other: dict[str, int]
) -> None:
    options = {"d_in": 4, "d_out": 3, "entries": (-9, 9)}
    for first, second in zip(sheet(**one, **options), sheet(**other, **options), strict=True):
        for name, value in numbers(first).items():
            if isinstance(value, tuple):
                assert value != numbers(second).get(name)


KINDS = ("compute-projections", "match-matrix", "change-column", "shape-check", "find-mistake")


@pytest.mark.parametrize("kind", KINDS)
def test_one_more_exercise_never_changes_another(kind: str) -> None:
    (alone,) = sheet(kind, seed=5)
    for beside in KINDS:
        behind, before = sheet(kind, beside, seed=5), sheet(beside, kind, seed=5)
        assert behind[0] == alone
        assert before[kind != beside] == alone or kind == beside
        assert before[0] == sheet(beside, seed=5)[0]


def test_the_second_exercise_of_a_kind_is_another_one() -> None:
    once, twice = sheet("match-matrix", "predict-shape", "match-matrix", seed=5)[::2]
    assert numbers(once) != numbers(twice)


def test_one_more_mistake_never_changes_the_exercise_of_another() -> None:
    kinds = ("find-mistake", "shape-check")
    first = {e.kind: e for e in sheet(*kinds, mistakes=["length-from-rows"], seed=5)}
    both = sheet(*kinds, mistakes=["inner-mismatch", "length-from-rows"], seed=5)
    kept = {e.kind: e for e in both if e in first.values()}
    assert kept == first
    assert len(both) == 4


def test_the_title_changes_no_number() -> None:
    assert sheet(seed=3, title="Monday") == sheet(seed=3)


def test_only_the_generator_method_whose_sequence_is_promised_is_used() -> None:
    users = []
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            imported = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            assert not {"random", "secrets", "numpy"} & set(imported), file
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [a.name for a in node.names] == ["Random"]
                users.append(tree)
    (tree,) = users
    called = {id(n.value): n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    made = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and _name(n.func) == "Random"]
    assert [called.get(id(node)) for node in made] == ["random"]


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def weights(exercise: Exercise) -> dict[str, tuple[int, ...]]:
    return {
        name: sum(rows, ())
        for name, rows in numbers(exercise).items()
        if name != "x" and isinstance(rows, tuple)
    }


@pytest.mark.parametrize("level", LEVELS)
def test_a_fifth_to_two_fifths_of_the_weights_are_zero(level: str) -> None:
    entries = [
        entry
        for seed in range(100)
        for exercise in sheet("compute-projections", "shape-check", level=level, seed=seed)
        for W in weights(exercise).values()
        for entry in W
    ]
    assert 0.2 <= entries.count(0) / len(entries) <= 0.4


@pytest.mark.parametrize("entries", [None, (-3, 3), (-9, 9)])
@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_matrix_has_more_negative_entries_than_its_level_allows(
    kind: str, level: str, entries: tuple[int, int] | None
) -> None:
    for seed in range(40):
        for exercise in sheet(kind, level=level, entries=entries, seed=seed):
            for name, W in weights(exercise).items():
                negatives = sum(entry < 0 for entry in W)
                assert negatives <= {"easy": 1, "medium": 2}[level], (name, exercise.givens)


@pytest.mark.parametrize("level", LEVELS)
def test_the_entries_of_a_token_all_differ_and_keep_to_the_level(level: str) -> None:
    lowest, highest = {"easy": (1, 5), "medium": (1, 6), "hard": (-4, 6)}[level]
    for seed in range(60):
        for exercise in sheet("compute-projections", "match-matrix", level=level, seed=seed):
            ((x),) = numbers(exercise)["x"]
            assert len(set(x)) == len(x)
            assert lowest <= min(x) <= max(x) <= highest


def test_entries_asked_for_are_kept_to_and_all_of_them_come_up() -> None:
    seen: set[int] = set()
    for seed in range(60):
        for exercise in sheet("compute-projections", entries=(-2, 3), seed=seed):
            seen.update(*numbers(exercise)["x"], *weights(exercise).values())
    assert seen == set(range(-2, 4))


# What is drawn from


@pytest.mark.parametrize(
    ("span", "negatives", "entries"),
    [
        ((0, 3), 1, Entries((1, 2, 3), (1, 2, 3), True, 1)),
        ((1, 3), 1, Entries((1, 2, 3), (1, 2, 3), False, 1)),
        ((2, 2), 0, Entries((2,), (2,), False, 0)),
        ((-2, 2), 4, Entries((-2, -1, 1, 2), (1, 2), True, 4)),
        ((-2, 0), 4, Entries((-2, -1), (), True, 256)),
        ((-3, -1), 0, Entries((-3, -2, -1), (), False, 256)),
        ((0, 0), 1, Entries((), (), True, 256)),
    ],
)
def test_entries_are_all_numbers_of_a_span_and_negative_ones_are_free_where_there_are_no_others(
    span: tuple[int, int], negatives: int, entries: Entries
) -> None:
    assert Entries.within(span, negatives) == entries


@pytest.mark.parametrize(
    ("sizes", "token", "weights"),
    [
        (Sizes(3, 3, 2), (1, 5), (0, 3)),
        (Sizes(4, 4, 2), (1, 5), (0, 4)),  # 16 rows of 2 entries are too few
        (Sizes(4, 4, 3), (1, 5), (0, 3)),
        (Sizes(1, 1, 3), (1, 5), (0, 6)),
        (Sizes(1, 2, 3), (1, 5), (0, 6)),
        (Sizes(2, 2, 16), (1, 5), (0, 9)),
        (Sizes(4, 4, 1), (1, 5), (0, 19)),
        (Sizes(5, 5, 1), (1, 5), (-24, 24)),  # the sum of a long column stays small
        (Sizes(8, 8, 2), (1, 5), (0, 6)),
        (Sizes(9, 9, 2), (1, 3), (0, 6)),
    ],
)
def test_a_level_s_numbers_are_widened_as_far_as_the_sizes_need(
    sizes: Sizes, token: tuple[int, int], weights: tuple[int, int]
) -> None:
    assert spans(LEVELS["easy"], None, sizes) == (token, weights)
    assert spans(LEVELS["easy"], (-7, 8), sizes) == ((-7, 8), (-7, 8))


@pytest.mark.parametrize(
    ("sizes", "negatives"),
    [
        (Sizes(3, 3, 2), 1),
        (Sizes(4, 4, 4), 2),
        (Sizes(6, 6, 4), 4),
        (Sizes(4, 4, 1), 1),
        (Sizes(7, 7, 1), 3),
        (Sizes(5, 6, 1), 3),
    ],
)
def test_one_entry_in_six_may_be_negative_and_half_of_a_long_column(
    sizes: Sizes, negatives: int
) -> None:
    of_token, of_weights = values_for(LEVELS["easy"], (-2, 2), sizes)
    assert of_weights == Entries((-2, -1, 1, 2), (1, 2), True, negatives)
    assert of_token == Entries((-2, -1, 1, 2), (1, 2), True, sizes.token)


def test_any_instance_is_drawn_from_the_whole_span_and_stays_the_same_for_ever() -> None:
    source = Source(("any",))
    found = draw_any(source, ("W_q", "W_v"), Sizes(2, 2, 3), LEVELS["easy"], (-1, 1))
    first, second = next(found), next(found)
    assert {name: matrix.rows for name, matrix in first.items()} == GOLDEN_ANY
    assert second != first
    entries = [e for _ in range(40) for matrix in next(found).values() for e in matrix.entries]
    assert {entries.count(value) > len(entries) / 4 for value in (-1, 0, 1)} == {True}


GOLDEN_ANY = {"x": ((0, -1),), "W_q": ((-1, 1, 1), (0, -1, 0)), "W_v": ((1, 0, -1), (1, -1, 1))}


@pytest.mark.parametrize(
    ("noted", "says"),
    [
        (["zero-line", "answer-large", "zero-line"], "answer-large"),
        (["symmetric", "zero-line"], "symmetric"),
        (["permuted", "symmetric", "answers-meet"], "permuted"),
        ([], "mistakes-apart"),
    ],
)
def test_a_search_that_ends_names_the_last_rule_that_a_candidate_met(
    noted: list[str], says: str
) -> None:
    rejected = Rejections("a sheet")
    for rule in noted:
        rejected.note(rule)
    rule, widen = RULES[says]
    assert str(rejected.last()) == f"a sheet: no good instance was found: {rule}; {widen}"
    assert str(Rejections("it", "do this").impossible(says, " (so)")) == (
        f"it: no good instance was found: {rule} (so); do this"
    )
