"""Sheets about one projection, and sheets of any numbers: answers, words and codes."""

import json
from typing import Any

import pytest

from qkvsym import generate, render, reproduce
from qkvsym.errors import AuthorError, BadOption, UnknownName
from qkvsym.spec import Spec, check, code_of, spec_of
from tests.oracles.checks import check_as_it_is, check_exercise

ONE_ROLE = (
    "predict-shape",
    "compute-projections",
    "change-column",
    "shape-check",
    "find-mistake",
    "derive-formula",
)
WITH_NUMBERS = ("compute-projections", "match-matrix", "change-column", "shape-check")
SEEDS = 12


def exercises(*kinds: str, **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(render(generate(*kinds, **options), "json"))[
        "exercises"
    ]
    return found


@pytest.mark.parametrize("role", ["q", "k", "v"])
@pytest.mark.parametrize("kind", ONE_ROLE)
def test_a_role_asks_about_that_projection_alone_and_answers_are_right(
    kind: str, role: str
) -> None:
    for seed in range(SEEDS):
        (made,) = exercises(kind, role=role, seed=seed, level="easy")
        assert set(made["givens"]) <= {"x", f"W_{role}", f"W_{role}_new"}
        check_exercise(made)
        others = {f"W_{other}" for other in "qkv" if other != role}
        said = json.dumps([made["prompt"], [part["ask"] for part in made["parts"]]])
        assert not any(other in said for other in others)


def test_the_worked_example_of_one_role_has_its_own_words() -> None:
    sheet = generate("compute-projections", role="k", seed=5)
    assert [part.id for part in sheet.exercises[0].parts] == ["shape", "k", "k-shape"]
    page = render(sheet, "md", page="key")
    assert "## 1. Compute $k$ (easy)" in page
    assert "$W_k$ is the weight matrix of $k$." in page
    assert "Predict the shape of $k = x W_k$, compute $k$, then verify its shape." in page
    assert "## 1. Compute q, k and v (easy)" in render(
        generate("compute-projections", seed=5), "md", page="key"
    )


@pytest.mark.parametrize("form", ["md", "tex", "html", "pdf", "json"])
def test_a_sheet_of_one_role_is_printed_in_every_format(form: str) -> None:
    sheet = generate(*ONE_ROLE, role="v", seed=3, any_instance=True)
    assert len(render(sheet, form)) > 1000


@pytest.mark.parametrize(
    ("kinds", "mistakes", "message"),
    [
        (
            ("match-matrix",),
            (),
            "match-matrix: no good instance was found: it is about q, k and v side by side; "
            "leave --role out",
        ),
        (
            ("find-mistake",),
            ("k-v-swapped",),
            "find-mistake: no good instance was found: it is about q, k and v side by side "
            "(k-v-swapped); leave --role out",
        ),
        (
            ("compute-projections",),
            ("one-matrix-for-all",),
            "compute-projections: no good instance was found: every mistake must give a wrong "
            "answer of its own (one-matrix-for-all); widen --entries, or choose other sizes or "
            "fewer mistakes",
        ),
    ],
)
def test_what_needs_all_three_is_refused(
    kinds: tuple[str, ...], mistakes: tuple[str, ...], message: str
) -> None:
    with pytest.raises(AuthorError) as refused:
        generate(*kinds, mistakes=mistakes, role="q")
    assert str(refused.value).replace(" with d_in 2 and d_out 3", "") == message


def test_a_role_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownName) as refused:
        generate("predict-shape", role="K")
    assert str(refused.value) == "unknown role 'K': did you mean 'k'? there are k, q, v"


@pytest.mark.parametrize("kind", WITH_NUMBERS)
@pytest.mark.parametrize("entries", [(0, 1), (-5, 5), (3, 3)])
def test_on_any_numbers_answers_are_right_and_hidden_mistakes_are_named(
    kind: str, entries: tuple[int, int]
) -> None:
    if kind == "match-matrix" and entries == (3, 3):
        return
    hidden = 0
    for seed in range(SEEDS):
        try:
            (made,) = exercises(
                kind, any_instance=True, seed=seed, d_in=3, d_out=2, entries=entries
            )
        except AuthorError:
            # All equal entries cannot be changed.
            assert (kind, entries) == ("change-column", (3, 3))
            continue
        check_as_it_is(made)
        lowest, highest = entries
        values = [v for given in made["givens"].values() for row in given for v in row]
        assert all(lowest <= v <= highest for v in values)
        hidden += bool(made["unseen"])
    assert hidden or entries == (-5, 5) or kind != "compute-projections"


def test_any_numbers_may_be_square_and_good_ones_may_not() -> None:
    square: dict[str, Any] = {"d_in": 2, "d_out": 2}
    (made,) = exercises("compute-projections", any_instance=True, **square)
    assert [len(row) for row in made["givens"]["W_q"]] == [2, 2]
    with pytest.raises(AuthorError, match="d_in and d_out must differ"):
        generate("compute-projections", **square)


SPECS = (
    Spec(role="q"),
    Spec(any_instance=True, seed=2**64 - 1),
    Spec(("compute-projections",), variants=(0,)),
    Spec(("compute-projections",), variants=(7,), role="v"),
    Spec(("compute-projections", "match-matrix"), variants=(0, -12345), any_instance=True),
    Spec(("compute-projections",), variants=(-(2**64 - 1),)),
    Spec(given=0, role="k"),
    Spec(given=2**40 - 1, role="v"),
)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_code_holds_the_role_the_variants_and_whether_any_will_do(spec: Spec) -> None:
    check(spec)
    assert spec_of(code_of(spec)) == spec


def test_a_code_of_givens_alone_is_what_it_was() -> None:
    assert code_of(Spec(given=5)) == "CETAG"
    assert spec_of("CETAG") == Spec(given=5)
    assert len({code_of(spec) for spec in (*SPECS, Spec(), Spec(given=5), Spec(given=0))}) == 11


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            Spec(("predict-shape",), variants=(1, 2)),
            "a sheet of drawn numbers has one variant for each exercise, or none",
        ),
        (
            Spec(("predict-shape",), given=3, variants=(1,)),
            "a sheet of drawn numbers has one variant for each exercise, or none",
        ),
        (
            Spec(given=3, any_instance=True),
            "the givens are the instance; leave --any-instance out",
        ),
        (
            Spec(("predict-shape",), variants=(2**64,)),
            f"the variant is {2**64}; it is a whole number from -{2**64 - 1} to {2**64 - 1}",
        ),
    ],
)
def test_what_cannot_go_together_is_refused(spec: Spec, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        check(spec)
    assert str(refused.value) == message


def test_a_sheet_of_a_role_is_made_again_from_its_code() -> None:
    sheet = generate("compute-projections", role="q", any_instance=True, seed=9)
    assert reproduce(sheet.code) == sheet
