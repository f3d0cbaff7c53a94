"""How many instances there are: counted again one by one, by loops that share no code."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from qkvsym.cli import main
from qkvsym.distinct import numbers_in
from qkvsym.errors import BadOption, NoInstance
from qkvsym.space import _least_expected, _most_expected, check_room, space
from qkvsym.spec import Spec
from qkvsym.worksheet import of_spec
from tests import test_good_instance as good
from tests.examples import examples
from tests.oracles import loops

Rows = list[list[int]]
TARGETS = (
    "one-matrix-for-all",
    "values-not-shape",
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
)


def matrices(height: int, width: int, lowest: int, highest: int) -> Iterator[Rows]:
    for entries in product(range(lowest, highest + 1), repeat=height * width):
        yield [list(entries[i * width : (i + 1) * width]) for i in range(height)]


def is_token(x: list[int], values: Sequence[int]) -> bool:
    """No zero; 1 and -1 alone only where there is nothing else; different where that can be."""
    able = [v for v in values if v and (len(x) > 1 or abs(v) > 1)] or [v for v in values if v]
    return all(v in able for v in x) and (len(set(x)) == len(x) or len(able) < len(x))


def negatives_allowed(W: Rows, values: Sequence[int]) -> int:
    """One negative entry on easy sheets, or one in six; in a column that must be as it is, more."""
    height, width = len(W), len(W[0])
    positive = [v for v in values if v > 0]
    if not positive:
        return height * width
    most = max(1, height * width // (2 if width == 1 and height > 4 else 6))
    return max(most, height - len(positive)) if width == 1 else most


def shows_all(x: Rows, weights: dict[str, Rows]) -> bool:
    """Every target gives a wrong value of its own for every role."""
    for role in weights:
        height, width = len(weights[role]), len(weights[role][0])
        wrong = loops.wrong_values(x, weights, role)
        applies = {
            "one-matrix-for-all": role != "q" and "q" in weights,
            "k-v-swapped": role != "q" and len(weights) == 3,
            "values-not-shape": width > 1,
            "dropped-term": height > 1,
        }
        asked = [name for name in TARGETS if applies.get(name, True)]
        if any(name not in wrong for name in asked):
            return False
        if any(wrong[a] == wrong[b] for a, b in combinations(asked, 2)):
            return False
    return True


def counted(d_in: int, d_out: int, span: tuple[int, int], roles: str) -> int:
    """The good instances of `compute-projections`, of all fillings one by one."""
    values = range(span[0], span[1] + 1)
    tokens = [x for x in matrices(1, d_in, *span) if is_token(x[0], values)]
    alike = [W for W in matrices(d_in, d_out, *span) if not list(good.matrix_faults("W", W))]
    found = 0
    for x in tokens:
        fitting = [
            W
            for W in alike
            if not good.faults(x, {"W": W})
            and sum(v < 0 for row in W for v in row) <= negatives_allowed(W, values)
        ]
        for chosen in product(fitting, repeat=len(roles)):
            weights = dict(zip(roles, chosen, strict=True))
            found += not good.faults(x, weights) and shows_all(x, weights)
    return found


@pytest.mark.parametrize(
    ("d_in", "d_out", "span", "roles", "expected"),
    [
        (2, 3, (0, 2), "q", 528),
        (2, 1, (0, 3), "qkv", 294),
        (2, 1, (-3, 3), "k", 639),
        (1, 2, (-1, 3), "qkv", None),
        (3, 1, (-2, 2), "q", None),
        (1, 3, (-3, -1), "q", None),
        (2, 3, (0, 1), "qkv", 0),
    ],
)
def test_good_instances_are_as_many_as_an_exhaustive_count_finds(
    d_in: int, d_out: int, span: tuple[int, int], roles: str, expected: int | None
) -> None:
    role = None if roles == "qkv" else roles
    made = space(Spec(("compute-projections",), d_in=d_in, d_out=d_out, entries=span, role=role))
    assert made.exact
    assert made.count == counted(d_in, d_out, span, roles)
    assert expected is None or made.count == expected
    width = span[1] - span[0] + 1
    assert made.fillings == width ** (d_in + len(roles) * d_in * d_out)
    assert made.share == pytest.approx(made.count / made.fillings)


def test_any_instance_counts_all_ways_to_fill_the_matrices() -> None:
    made = space(
        Spec(
            ("compute-projections",),
            d_in=3,
            d_out=2,
            entries=(0, 1),
            role="q",
            any_instance=True,
        )
    )
    assert (made.count, made.exact, made.fillings, made.share) == (512, True, 512, 1)


def test_equal_sizes_are_instances_only_where_any_will_do() -> None:
    square: dict[str, Any] = {"d_in": 2, "d_out": 2, "entries": (0, 1), "role": "q"}
    assert space(Spec(("compute-projections",), any_instance=True, **square)).count == 64
    assert space(Spec(("compute-projections",), **square)).count == 0


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of the draws and fillings that a bound is made of, to save time."""
    monkeypatch.setattr("qkvsym.space._DRAWN", 200)


@pytest.mark.usefixtures("few_draws")
def test_a_bound_is_below_a_count_that_is_known() -> None:
    # Role q alone has few enough to be counted, and all three too many.
    one = space(Spec(("compute-projections",), d_in=2, d_out=1, entries=(-3, 4), role="q"))
    three = space(Spec(("compute-projections",), d_in=2, d_out=1, entries=(-3, 4)))
    assert one.exact
    assert not three.exact
    assert 1_400 <= three.count < one.count**3
    assert three.share is not None
    assert one.share is not None
    assert 0 < three.share < one.share


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            Spec(("predict-shape",)),
            "predict-shape gives sizes and no numbers; there are none to be counted",
        ),
        (Spec(), "the instances of one kind can be counted, and of drawn numbers"),
        (
            Spec(("shape-check",), given=7),
            "the instances of one kind can be counted, and of drawn numbers",
        ),
    ],
    ids=["sizes-alone", "several-kinds", "given"],
)
def test_what_has_no_instances_to_count_is_refused(spec: Spec, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        space(spec)
    assert str(refused.value) == message


def small(count: int, **options: Any) -> Iterator[Spec]:
    options = {"d_in": 2, "d_out": 1, "entries": (0, 2), "role": "q", **options}
    return (
        Spec(("compute-projections",), sheet=n, any_instance=True, **options)
        for n in range(1, count + 1)
    )


def test_as_many_sheets_as_there_are_instances_have_room_and_one_more_has_none() -> None:
    check_room(small(81), 81)
    with pytest.raises(NoInstance) as refused:
        check_room(small(82), 82)
    assert str(refused.value) == (
        "82 sheets are asked for, and 81 can be made without repeating numbers: "
        "compute-projections: there are no other good instances than those taken already; ask "
        "for fewer sheets, or widen --entries"
    )


def test_numbers_to_keep_clear_of_take_room() -> None:
    met = [*numbers_in(of_spec(next(small(1, seed=5)))), "of another run"]
    check_room(small(80), 80, met)
    with pytest.raises(NoInstance, match=r"^81 sheets are asked for, and 80 can be made"):
        check_room(small(81), 81, met)


@examples(20)
@given(st.integers(0, 400))
def test_a_bound_on_a_mean_holds_the_mean_on_its_side(seen: int) -> None:
    least, most = _least_expected(seen), _most_expected(seen)
    assert least < seen < most or (seen == 0 and least == 0.0 and 13.8 < most < 13.9)
    # What is ruled out lies some five standard deviations away.
    assert most - seen < 14 + 6 * seen**0.5
    assert seen - least < 14 + 6 * seen**0.5


def printed(*args: str) -> str:
    result = CliRunner().invoke(main, ["space", *args])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_the_command_prints_the_count_and_the_share() -> None:
    sizes = ("compute-projections", "--d-in", "2", "--d-out", "3", "--role", "q")
    assert printed(*sizes, "--entries", "0:2") == (
        "compute-projections: 528 good instances\n"
        "The matrices can be filled in 6561 ways; 8.05 percent of them are good.\n"
    )
    assert printed(*sizes, "--entries", "0:1", "--any-instance") == (
        "compute-projections: 256 instances\n"
        "The matrices can be filled in 256 ways; 100 percent of them are good.\n"
    )


def test_where_there_is_none_the_command_says_which_rule_is_in_the_way() -> None:
    sizes = ("compute-projections", "--d-in", "2", "--d-out", "3", "--entries", "0:1")
    assert printed(*sizes) == (
        "compute-projections: 0 good instances\n"
        "The matrices can be filled in 1048576 ways; 0 percent of them are good.\n"
        "compute-projections with d_in 2 and d_out 3: no good instance was found: the entries of "
        "an answer must differ from each other and from zero; widen --entries, or choose a "
        "smaller --d-out\n"
    )


@pytest.mark.usefixtures("few_draws")
def test_a_bound_is_said_to_be_one() -> None:
    kind = ("find-mistake", "--mistake", "rows-dotted", "--d-in", "6", "--d-out", "5")
    assert printed(*kind) == (
        "find-mistake: at least 1400 good instances; a bound that is wrong less than once in a "
        "million times\n"
    )
    assert json.loads(printed(*kind, "--format", "json")) == {
        "version": 1,
        "kind": "find-mistake",
        "count": 1400,
        "exact": False,
        "doubt": 1e-6,
        "fillings": None,
        "share": None,
        "looked_at": 0,
        "reason": "",
    }


def test_instances_that_were_found_one_by_one_are_no_doubtful_bound() -> None:
    # What column changes, and how, makes more of each instance than one.
    sizes = ("change-column", "--d-in", "1", "--d-out", "2", "--entries", "0:1", "--role", "q")
    assert printed(*sizes, "--any-instance") == "change-column: at least 8 instances\n"
    assert printed(*sizes).startswith("change-column: none was found\nchange-column with d_in 1")


def test_fillings_without_end_are_counted_too() -> None:
    said = printed(
        *("compute-projections", "--any-instance", "--d-in", "16", "--d-out", "16"),
        *("--entries", "-99:99"),
    )
    assert said.splitlines()[1] == (
        "The matrices can be filled in more than 10 to the power of 1802 ways; 100 percent of "
        "them are good."
    )


@pytest.mark.usefixtures("few_draws")
def test_a_search_through_all_tokens_ends() -> None:
    # There are 16! / 5! tokens of these sizes.
    said = printed("compute-projections", "--d-in", "11", "--d-out", "2", "--entries=-8:8")
    assert said.splitlines()[1] == (
        "The matrices can be filled in more than 10 to the power of 94 ways."
    )
