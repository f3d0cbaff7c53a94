"""Worksheets: what may be asked for, which exercises that makes, and the code that repeats it."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import qkvsym
from qkvsym.errors import AuthorError, BadCode, BadOption, BadSize, NoInstance, UnknownName
from qkvsym.spec import LESSON_SET, Spec, check, code_of, spec_of
from qkvsym.worksheet import requests
from tests.examples import examples

KINDS = (
    "change-column",
    "compute-projections",
    "derive-formula",
    "find-mistake",
    "match-matrix",
    "predict-shape",
    "shape-check",
)
LESSON_MISTAKES = ("one-matrix-for-all", "length-from-rows", "inner-mismatch", "values-not-shape")
ALL_MISTAKES = (
    "column-sums",
    "dropped-term",
    "inner-mismatch",
    "k-v-swapped",
    "length-from-rows",
    "one-matrix-for-all",
    "outputs-reversed",
    "rows-dotted",
    "same-column",
    "sign-lost",
    "values-not-shape",
)
COLUMN_MISTAKES = ("values-not-shape", "rows-dotted", "column-sums", "dropped-term")


def refused(error: type[AuthorError], *kinds: str, **options: Any) -> str:
    with pytest.raises(error) as said:
        qkvsym.generate(*kinds, **options)
    return str(said.value)


def made(*kinds: str, **options: Any) -> list[tuple[str, tuple[str, ...]]]:
    return [(e.kind, e.mistakes) for e in qkvsym.generate(*kinds, **options).exercises]


# Codes


deciding: dict[str, st.SearchStrategy[Any]] = {
    "level": st.sampled_from(["easy", "medium", "hard"]),
    "seed": st.integers(0, 2**64 - 1),
    "sheet": st.integers(1, 10**9),
}
bound = st.integers(-99, 99)
any_size = {"d_in": st.integers(1, 16), "d_out": st.integers(1, 16)}
any_range = {"entries": st.tuples(bound, bound).map(lambda pair: (min(pair), max(pair)))}
usual_size = {"d_in": st.integers(2, 6), "d_out": st.integers(1, 6)}
usual_range = {"entries": st.sampled_from([(0, 5), (-3, 3), (-9, 9), (-5, 8)])}
asked: st.SearchStrategy[tuple[list[str], list[str]]] = st.one_of(
    st.tuples(st.lists(st.sampled_from(KINDS), max_size=4), st.just([])),
    st.tuples(
        st.lists(st.sampled_from(["compute-projections", "find-mistake"]), max_size=3),
        st.lists(st.sampled_from(COLUMN_MISTAKES), min_size=1, max_size=4, unique=True),
    ),
)


@examples(200)
@given(asked, st.fixed_dictionaries({}, optional={**deciding, **any_size, **any_range}))
def test_a_code_holds_the_whole_spec(
    named: tuple[list[str], list[str]], options: dict[str, Any]
) -> None:
    kinds, mistakes = named
    spec = qkvsym.Spec(kinds=tuple(kinds), mistakes=tuple(mistakes), **options)
    check(spec)
    assert spec_of(code_of(spec)) == spec


@examples(60)
@given(asked, st.fixed_dictionaries({}, optional={**deciding, **usual_size, **usual_range}))
def test_a_code_makes_the_same_worksheet_again(
    named: tuple[list[str], list[str]], options: dict[str, Any]
) -> None:
    kinds, mistakes = named
    assume(options.get("d_in") != options.get("d_out") or "d_in" not in options)
    try:
        sheet = qkvsym.generate(*kinds, mistakes=mistakes, **options)
    except NoInstance:
        assume(False)
    assert qkvsym.reproduce(sheet.code) == sheet
    assert qkvsym.reproduce(sheet.code.lower()).exercises == sheet.exercises


GOLDEN: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("X6E6D", (), {"seed": 7}),
    ("BSVVGA", ("compute-projections",), {"seed": 7}),
    ("VUUSY4", ("change-column",), {"seed": 7}),
    ("CTASYD", ("match-matrix",), {"seed": 7}),
    ("DWDTYZ", ("shape-check",), {"seed": 7}),
    ("WXXTYQ", ("find-mistake",), {"seed": 7}),
    ("DRJV3Q", ("predict-shape",), {"seed": 3}),
    ("SA29VQX88C9V7R", (), {"given": "lesson"}),
    (
        "ZVA8VSZV2RZEJ66CAVACW42GPPY7MFAXBG9N4Q",
        ("find-mistake", "shape-check"),
        {
            "mistakes": ["inner-mismatch", "length-from-rows"],
            "level": "hard",
            "d_in": 3,
            "d_out": 5,
            "entries": (-4, 9),
            "seed": 2**64 - 1,
            "sheet": 10**9,
        },
    ),
)


@pytest.mark.parametrize(("code", "kinds", "options"), GOLDEN)
def test_the_code_of_a_sheet_stays_the_same_for_ever(
    code: str, kinds: tuple[str, ...], options: dict[str, Any]
) -> None:
    sheet = qkvsym.generate(*kinds, **options)
    assert sheet.code == code
    assert qkvsym.reproduce(code, given=options.get("given")) == sheet


GOLDEN_NAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("SZPV3S", {"kinds": ("change-column",)}),
    ("PXTX9", {"kinds": ("compute-projections",)}),
    ("5VQTGV", {"kinds": ("derive-formula",)}),
    ("U5SV3U", {"kinds": ("find-mistake",)}),
    ("RXNV3V", {"kinds": ("match-matrix",)}),
    ("NVSXJ", {"kinds": ("predict-shape",)}),
    ("T3RV3X", {"kinds": ("shape-check",)}),
    ("NYXGJR", {"mistakes": ("column-sums",)}),
    ("6HYGJ2", {"mistakes": ("dropped-term",)}),
    ("8M244M", {"mistakes": ("inner-mismatch",)}),
    ("9P344H", {"mistakes": ("k-v-swapped",)}),
    ("P22339", {"mistakes": ("length-from-rows",)}),
    ("6HZ23M", {"mistakes": ("one-matrix-for-all",)}),
    ("7KZGJX", {"mistakes": ("outputs-reversed",)}),
    ("S7444D", {"mistakes": ("rows-dotted",)}),
    ("Q42HJK", {"mistakes": ("same-column",)}),
    ("P2ZGJW", {"mistakes": ("sign-lost",)}),
    ("R5344G", {"mistakes": ("values-not-shape",)}),
    ("V954Q", {"level": "easy"}),
    ("5J54D", {"level": "medium"}),
    ("VB96Y", {"level": "hard"}),
)


@pytest.mark.parametrize(("code", "named"), GOLDEN_NAMES)
def test_every_kind_mistake_and_level_keeps_its_number(code: str, named: dict[str, Any]) -> None:
    assert code_of(qkvsym.Spec(**named)) == code
    assert spec_of(code) == qkvsym.Spec(**named)


def test_a_range_of_entries_given_as_a_list_is_the_same_range() -> None:
    as_list = qkvsym.generate("compute-projections", entries=[0, 3])  # type: ignore[arg-type]
    assert as_list == qkvsym.generate("compute-projections", entries=(0, 3))


def test_the_code_holds_the_numbers_but_not_the_title() -> None:
    plain = qkvsym.generate(seed=4)
    titled = qkvsym.generate(seed=4, title="Monday, group 2")
    assert (titled.code, titled.exercises) == (plain.code, plain.exercises)
    assert qkvsym.reproduce(plain.code, title="Monday, group 2") == titled
    assert titled != plain


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 5},
        {"sheet": 2},
        {"level": "hard"},
        {"d_in": 4},
        {"d_out": 4},
        {"entries": (0, 4)},
        {"mistakes": ["rows-dotted"]},
    ],
)
def test_whatever_decides_the_numbers_decides_the_code(other: dict[str, Any]) -> None:
    plain = qkvsym.generate("compute-projections", seed=4).code
    assert qkvsym.generate("compute-projections", **{"seed": 4, **other}).code != plain


LESSON_CODE = "SA29VQX88C9V7R"
OTHER = {
    "x": [1, 2, 4],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}


@pytest.mark.parametrize(
    ("code", "given_again", "message"),
    [
        (
            LESSON_CODE,
            None,
            f"the code '{LESSON_CODE}' was made from a file of givens; name it with --given",
        ),
        (
            LESSON_CODE,
            OTHER,
            f"the code '{LESSON_CODE}' was made from other givens than those in the file",
        ),
        (
            "DRJV3Q",
            "lesson",
            "the code 'DRJV3Q' was made without givens; leave --given out, "
            "or make a new sheet from them",
        ),
    ],
)
def test_the_code_of_given_numbers_asks_for_the_same_numbers(
    code: str, given_again: Any, message: str
) -> None:
    assert qkvsym.reproduce(LESSON_CODE, given={**OTHER, "x": [1, 2, 3]}).code == LESSON_CODE
    with pytest.raises(BadCode) as said:
        qkvsym.reproduce(code, given=given_again)
    assert str(said.value) == message


# Which exercises a sheet has


def test_without_kinds_a_sheet_is_the_problem_set_of_the_lesson() -> None:
    sheet = qkvsym.generate(seed=2)
    assert [exercise.kind for exercise in sheet.exercises] == [
        "predict-shape",
        "compute-projections",
        "match-matrix",
        "change-column",
        "shape-check",
        "find-mistake",
        "find-mistake",
        "find-mistake",
        "find-mistake",
        "derive-formula",
    ]
    found = [e.mistakes for e in sheet.exercises if e.kind == "find-mistake"]
    assert sorted(found) == sorted((mistake,) for mistake in LESSON_MISTAKES)
    assert sheet.omitted == ()
    assert [e.level for e in sheet.exercises] == ["easy"] * 3 + ["medium"] * 6 + ["hard"]


def test_one_level_can_be_asked_for_all_exercises() -> None:
    for level in ("easy", "medium", "hard"):
        assert {e.level for e in qkvsym.generate(level=level).exercises} == {level}


def test_kinds_come_in_the_order_asked_for_and_as_often() -> None:
    kinds = ("match-matrix", "predict-shape", "match-matrix")
    assert [kind for kind, _ in made(*kinds)] == list(kinds)


def test_a_mistake_alone_brings_every_kind_that_can_show_it() -> None:
    assert made(mistakes=["inner-mismatch"]) == [
        ("shape-check", ("inner-mismatch",)),
        ("find-mistake", ("inner-mismatch",)),
    ]
    assert made(mistakes=["k-v-swapped"]) == [
        ("compute-projections", ("k-v-swapped",)),
        ("match-matrix", ("k-v-swapped",)),
        ("find-mistake", ("k-v-swapped",)),
    ]


def test_each_kind_targets_those_of_the_mistakes_asked_for_that_it_can_show() -> None:
    mistakes = ["length-from-rows", "k-v-swapped", "length-from-rows"]
    assert made("predict-shape", "match-matrix", "compute-projections", mistakes=mistakes) == [
        ("predict-shape", ("length-from-rows",)),
        ("match-matrix", ("k-v-swapped",)),
        ("compute-projections", ("length-from-rows", "k-v-swapped")),
    ]


@pytest.mark.parametrize("kind", ["find-mistake", "shape-check"])
def test_a_kind_about_one_mistake_makes_one_exercise_for_each(kind: str) -> None:
    mistakes = ["values-not-shape", "inner-mismatch", "length-from-rows"]
    found = made(kind, mistakes=mistakes, d_in=4, d_out=2)
    assert [kinds for kinds, _ in found] == [kind] * 3
    # They come in a drawn order, each mistake once.
    assert sorted(m for _, targets in found for m in targets if m in mistakes) == sorted(mistakes)
    assert all(set(targets) & set(mistakes) for _, targets in found)
    for mistake in mistakes:
        alone = qkvsym.generate(kind, mistakes=[mistake], d_in=4, d_out=2).exercises
        assert set(alone) <= set(
            qkvsym.generate(kind, mistakes=mistakes, d_in=4, d_out=2).exercises
        )


def test_the_wrong_solutions_of_the_lesson_s_set_come_in_a_drawn_order() -> None:
    orders = set()
    for seed in range(1, 41):
        found = [
            e.mistakes for e in qkvsym.generate(seed=seed).exercises if e.kind == "find-mistake"
        ]
        assert sorted(found) == sorted((mistake,) for mistake in LESSON_MISTAKES)
        orders.add(tuple(found))
    assert len(orders) > 12
    assert {order[0] for order in orders} == {(mistake,) for mistake in LESSON_MISTAKES}


def test_a_mistake_that_no_kind_of_the_sheet_shows_is_refused() -> None:
    assert refused(BadOption, "predict-shape", mistakes=["length-from-rows", "k-v-swapped"]) == (
        "no kind of this sheet can show k-v-swapped; "
        "add one of compute-projections, find-mistake, match-matrix"
    )


def test_a_kind_that_shows_none_of_the_mistakes_asked_for_is_refused() -> None:
    assert refused(BadOption, "predict-shape", "find-mistake", mistakes=["k-v-swapped"]) == (
        "predict-shape can show none of the mistakes asked for; "
        "it can show length-from-rows, values-not-shape"
    )


def test_a_sheet_has_up_to_a_hundred_exercises() -> None:
    assert len(qkvsym.generate(*["predict-shape"] * 100).exercises) == 100
    message = "a sheet may have up to 100 exercises"
    assert refused(BadOption, *["predict-shape"] * 101) == message
    both = ["length-from-rows", "values-not-shape"]
    assert refused(BadOption, *["find-mistake"] * 51, mistakes=both) == message


# Names, sizes and numbers


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("compute", "did you mean 'compute-projections'? "),
        ("find-mistakes", "did you mean 'find-mistake'? "),
        ("Predict_Shape", "did you mean 'predict-shape'? "),
        ("xyz", ""),
        ("", ""),
        ("../match-matrix/..", "did you mean 'match-matrix'? "),
    ],
)
def test_an_unknown_kind_is_answered_with_the_nearest_one(typed: str, hint: str) -> None:
    assert refused(UnknownName, typed) == (
        f"unknown kind '{typed}': {hint}there are {', '.join(KINDS)}"
    )


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("one-matrix", "did you mean 'one-matrix-for-all'? "),
        ("Length-From-Row", "did you mean 'length-from-rows'? "),
        ("zzz", ""),
    ],
)
def test_an_unknown_mistake_is_answered_with_the_nearest_one(typed: str, hint: str) -> None:
    assert refused(UnknownName, "find-mistake", mistakes=[typed]) == (
        f"unknown mistake '{typed}': {hint}there are {', '.join(ALL_MISTAKES)}"
    )


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("eazy", "did you mean 'easy'? "), ("EASY", "did you mean 'easy'? "), ("", "")],
)
def test_an_unknown_level_is_answered_with_the_nearest_one(typed: str, hint: str) -> None:
    assert refused(UnknownName, "predict-shape", level=typed) == (
        f"unknown level '{typed}': {hint}there are easy, hard, medium"
    )


def test_a_long_or_hostile_name_is_shown_short_and_harmless() -> None:
    message = refused(UnknownName, "\x1b[31m" + "a" * 10**6)
    assert message.startswith(r"unknown kind '\x1b[31maaa")
    assert message.isprintable()
    assert len(message) < 300


@pytest.mark.parametrize("name", ["d_in", "d_out"])
@pytest.mark.parametrize("size", [0, 17, -1, True, False, 2.0])
def test_a_size_is_a_whole_number_from_1_to_16(name: str, size: Any) -> None:
    for fine in (1, 16):
        options: dict[str, Any] = {name: fine}
        assert qkvsym.generate("predict-shape", **options).exercises
    assert refused(BadSize, "predict-shape", **{name: size}) == (
        f"{name} is {size}: a size is a whole number from 1 to 16"
    )


def test_the_name_of_a_size_is_no_size_of_a_drawn_instance() -> None:
    assert refused(BadSize, "predict-shape", d_in="d_in") == (
        "d_in is 'd_in': a drawn size is a whole number"
    )


@pytest.mark.parametrize("entries", [(3, 0), (99, -99), (1, 0)])
def test_a_range_of_entries_that_runs_back_is_refused(entries: tuple[int, int]) -> None:
    assert refused(BadOption, "compute-projections", entries=entries) == (
        f"the entries go from {entries[0]} to {entries[1]}; the lowest comes first, as in -3:3"
    )


@pytest.mark.parametrize("wrong", [100, -100, True, 2.5, "3", 10**400])
def test_a_bound_of_the_entries_is_a_whole_number_of_two_digits(wrong: Any) -> None:
    for entries in ((wrong, 3), (3, wrong)):
        message = refused(BadOption, "compute-projections", entries=entries)
        assert message.startswith("the range of entries is ")
        assert message.endswith("; it is a whole number from -99 to 99")
    assert qkvsym.generate("predict-shape", entries=(-99, 99)).spec.entries == (-99, 99)


@pytest.mark.parametrize("entries", [(1,), (0, 3, 4), 5, ()])
def test_a_range_of_entries_has_two_bounds(entries: Any) -> None:
    refused(BadOption, "compute-projections", entries=entries)


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "7", None])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    for fine in (0, 2**64 - 1):
        assert qkvsym.generate("predict-shape", seed=fine).spec.seed == fine
    assert refused(BadOption, "predict-shape", seed=seed) == (
        f"the seed is {seed!r}; it is a whole number from 0 to 18446744073709551615"
    )


@pytest.mark.parametrize("number", [0, -1, 10**9 + 1, True])
def test_sheets_are_numbered_from_one(number: Any) -> None:
    assert qkvsym.generate("predict-shape", sheet=10**9).spec.sheet == 10**9
    assert refused(BadOption, "predict-shape", sheet=number) == (
        f"the sheet is {number}; it is a whole number from 1 to 1000000000"
    )


@pytest.mark.parametrize("option", [{"d_in": 3}, {"d_out": 2}, {"entries": (0, 3)}])
def test_given_numbers_leave_no_room_for_sizes_and_entries(option: dict[str, Any]) -> None:
    assert refused(BadOption, given="lesson", **option) == (
        "the givens decide the sizes and the entries; leave those options out"
    )


# Titles, and frozen results


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Tuesday", "Tuesday"),
        ("  two \n\t words ", "two words"),
        ("a\x00b\x1b[31mc", "a b [31mc"),
        ("left\u202eright", "left right"),
        ("\u2028", ""),
        # These join and part letters in scripts that need them.
        ("a\u200cb\u200dc", "a\u200cb\u200dc"),
        ("a\u200bb", "a b"),
        ("Fragen & Antworten {{ 1 }} $x$ <b> ü", "Fragen & Antworten {{ 1 }} $x$ <b> ü"),
        ("x" * 200, "x" * 200),
    ],
)
def test_a_title_is_kept_on_one_line_without_control_characters(typed: str, kept: str) -> None:
    assert qkvsym.generate("predict-shape", title=typed).title == kept


def test_all_that_is_asked_for_is_kept() -> None:
    asked: dict[str, Any] = {
        "level": "hard",
        "seed": 5,
        "sheet": 3,
        "d_in": 4,
        "d_out": 2,
        "entries": (-4, 5),
        "role": "v",
        "any_instance": True,
    }
    made = qkvsym.generate("compute-projections", **asked)
    assert made.spec == Spec(kinds=("compute-projections",), **asked)
    assert qkvsym.reproduce(made.code) == made


def test_one_mistake_may_be_named_without_a_list() -> None:
    one, listed = (
        qkvsym.generate("find-mistake", mistakes=mistakes)
        for mistakes in ("rows-dotted", ["rows-dotted", "rows-dotted"])
    )
    assert one == listed
    assert one.spec.mistakes == ("rows-dotted",)


def test_a_title_that_is_no_text_is_refused() -> None:
    assert refused(BadOption, "predict-shape", title=5) == "the title is 5; it is a text"


def test_what_is_asked_of_each_exercise_is_asked_of_its_kind() -> None:
    plain = Spec(kinds=("match-matrix",) * 4, seed=3)
    made = [request for _, request in requests(replace(plain, variants=(0, 1, 2, -5)))]
    assert [request.pick for request in made] == [0, 0, 0, 5]
    streams = [request.source.stream("x").fraction() for request in made]
    again = [request.source.stream("x").fraction() for _, request in requests(plain)]
    assert [streams[n] == again[n] for n in range(4)] == [True, False, False, True]
    assert len(set(streams)) == 4
    assert {request.any_instance for request in made} == {False}
    loose = [request for _, request in requests(replace(plain, any_instance=True))]
    assert {request.any_instance for request in loose} == {True}


def test_a_title_that_is_too_long_is_refused() -> None:
    assert refused(BadOption, "predict-shape", title="x" * 201) == (
        "the title has 201 characters; it may have up to 200"
    )


def test_a_worksheet_cannot_be_changed() -> None:
    sheet = qkvsym.generate("predict-shape")
    for thing, name in ((sheet, "code"), (sheet.spec, "seed"), (sheet.exercises[0], "kind")):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, "other")


def changes() -> list[Callable[[dict[str, Any]], Any]]:
    """Every way in which a dict can be changed in place."""

    def item(held: dict[str, Any]) -> None:
        held["x"] = 1

    def new_item(held: dict[str, Any]) -> None:
        held["new"] = 1

    def remove(held: dict[str, Any]) -> None:
        del held["x"]

    def join(held: dict[str, Any]) -> None:
        held |= {"x": 1}

    return [
        item,
        new_item,
        remove,
        join,
        lambda held: held.update({"x": 1}),
        lambda held: held.update(x=1),
        lambda held: held.pop("x"),
        lambda held: held.pop("x", None),
        lambda held: held.popitem(),
        lambda held: held.clear(),
        lambda held: held.setdefault("x", 1),
        lambda held: held.setdefault("new"),
    ]


@pytest.mark.parametrize("number", range(len(changes())))
def test_what_an_exercise_holds_cannot_be_changed(number: int) -> None:
    for exercise in qkvsym.generate("shape-check", "change-column", "find-mistake").exercises:
        for held in (exercise.givens, exercise.facts):
            before, digest = dict(held), hash(held)
            assert before
            with pytest.raises(TypeError) as refused_change:
                changes()[number](held)  # type: ignore[arg-type]
            assert str(refused_change.value) == "what an exercise or a person holds does not change"
            assert (dict(held), hash(held)) == (before, digest)


@pytest.mark.parametrize("options", [{}, {"given": "lesson"}, {"level": "hard", "seed": 9}])
def test_a_worksheet_can_be_hashed_copied_and_pickled(options: dict[str, Any]) -> None:
    sheet = qkvsym.generate(**options)
    again = qkvsym.reproduce(sheet.code, given=options.get("given"))
    assert again is not sheet
    assert hash(again) == hash(sheet)
    assert len({sheet, again, qkvsym.generate(seed=99)}) == 2
    for other in (
        copy.copy(sheet),
        copy.deepcopy(sheet),
        *(pickle.loads(pickle.dumps(sheet, p)) for p in range(2, pickle.HIGHEST_PROTOCOL + 1)),
    ):
        assert other == sheet
        assert hash(other) == hash(sheet)
        assert qkvsym.render(other, "md", page="key") == qkvsym.render(sheet, "md", page="key")
        for exercise in other.exercises:
            with pytest.raises(TypeError):
                exercise.givens["x"] = 1


def test_what_was_made_of_a_dict_does_not_change_with_it() -> None:
    exercise = qkvsym.generate("compute-projections").exercises[0]
    mine = dict(exercise.givens)
    other = replace(exercise, givens=mine)
    mine["x"] = None
    assert other == exercise
    assert other.givens["x"] is not None


# What the user's own numbers cannot show

ONE_COLUMN = {
    "x": [1, 2, 3],
    "W_q": [[1], [2], [3]],
    "W_k": [[2], [0], [5]],
    "W_v": [[3], [1], [1]],
}
ALL_THE_SAME = {"x": [1, 2, 3], **{f"W_{role}": [[1, 0], [0, 1], [1, 1]] for role in "qkv"}}


@pytest.mark.parametrize(
    ("own", "omitted"),
    [
        (ONE_COLUMN, [("find-mistake", ("values-not-shape",))]),
        (ALL_THE_SAME, [("match-matrix", ()), ("find-mistake", ("one-matrix-for-all",))]),
    ],
)
def test_what_given_numbers_cannot_show_is_left_out_of_the_lesson_s_set_and_noted(
    own: dict[str, Any], omitted: list[tuple[str, tuple[str, ...]]]
) -> None:
    sheet = qkvsym.generate(given=own)
    assert list(sheet.omitted) == omitted
    kept = [(e.kind, e.mistakes if e.kind == "find-mistake" else ()) for e in sheet.exercises]
    assert sorted([*kept, *omitted]) == sorted(LESSON_SET)
    assert qkvsym.reproduce(sheet.code, given=own) == sheet
    stored = json.loads(qkvsym.render(sheet, "json"))
    assert stored["omitted"] == [{"kind": kind, "mistakes": list(m)} for kind, m in omitted]
    assert [e["id"] for e in stored["exercises"]] == [str(n) for n in range(1, len(kept) + 1)]
    for form in ("md", "tex"):
        key = qkvsym.render(sheet, form, page="key")
        assert key.count("Left out, because these numbers cannot show it: ") == len(omitted)
        assert "Left out" not in qkvsym.render(sheet, form)
    # The others are the ones that they would be by themselves.
    for exercise in sheet.exercises:
        asked = exercise.mistakes if exercise.kind == "find-mistake" else ()
        assert qkvsym.generate(exercise.kind, mistakes=asked, given=own).exercises == (exercise,)


def test_what_was_asked_for_by_name_is_never_left_out() -> None:
    assert refused(NoInstance, "match-matrix", "predict-shape", given=ALL_THE_SAME).startswith(
        "match-matrix: no good instance was found: "
    )
    for kinds in ((), ("find-mistake",)):
        options = {"mistakes": ["values-not-shape"], "given": ONE_COLUMN}
        assert "(values-not-shape)" in refused(NoInstance, *kinds, **options)
    # Nor is anything where the numbers are drawn.
    assert qkvsym.generate(seed=4).omitted == ()
