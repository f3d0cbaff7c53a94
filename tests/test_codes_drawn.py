"""Drawn sheets and their codes: each gives back the other, and no slip of a code gets through."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

import qkvsym
from qkvsym.codes import ALPHABET
from qkvsym.draw import LEVELS
from qkvsym.errors import BadCode, BadOption, NoInstance
from qkvsym.kinds import kind_ids
from qkvsym.spec import LARGEST_SEED, Spec, askable, check, code_of, items, spec_of
from tests.examples import examples

number = st.integers(0, 40) | st.integers(0, LARGEST_SEED)
sizes = st.none() | st.integers(1, 16)


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    """Any spec that there is: some of its options, in any combination that goes together."""
    low, high = sorted(draw(st.tuples(*[st.integers(-99, 99)] * 2)))
    spec = Spec(
        kinds=tuple(draw(st.lists(st.sampled_from(kind_ids()), max_size=4))),
        mistakes=tuple(draw(st.lists(st.sampled_from(askable()), max_size=2, unique=True))),
        level=draw(st.sampled_from((None, *LEVELS))),
        d_in=draw(sizes),
        d_out=draw(sizes),
        entries=draw(st.none() | st.just((low, high))),
        seed=draw(number),
        sheet=draw(st.integers(1, 10**9)),
        role=draw(st.sampled_from((None, "q", "k", "v"))),
        any_instance=draw(st.booleans()),
    )
    if draw(st.booleans()) and not spec.any_instance:
        digest = draw(st.integers(0, 2**40 - 1))
        spec = replace(spec, given=digest, d_in=None, d_out=None, entries=None)
    try:
        check(spec)
        if draw(st.booleans()) and spec.given is None:
            count = len(items(spec))
            drawn = st.integers(-LARGEST_SEED, LARGEST_SEED) | st.integers(-3, 3)
            variants = draw(st.lists(drawn, min_size=count, max_size=count))
            spec = replace(spec, variants=tuple(variants))
        check(spec)
    except BadOption:
        assume(False)
    return spec


@examples(30)
@given(specs())
def test_a_code_holds_all_of_a_spec(spec: Spec) -> None:
    code = code_of(spec)
    assert spec_of(code) == spec
    assert spec_of(f" {code.lower()}\n") == spec


@examples(30)
@given(specs(), specs())
def test_other_specs_have_other_codes(one: Spec, other: Spec) -> None:
    assert (code_of(one) == code_of(other)) is (one == other)


def let_through(codes: list[str]) -> list[str]:
    """Those of the codes that are not refused."""
    found = []
    for code in codes:
        try:
            spec_of(code)
        except BadCode:
            continue
        found.append(code)
    return found


@examples(6)
@given(specs())
def test_every_wrong_character_and_every_swap_in_a_drawn_code_is_refused(spec: Spec) -> None:
    code = code_of(spec)
    wrong = [
        code[:place] + character + code[place + 1 :]
        for place in range(len(code))
        for character in ALPHABET
        if character != code[place]
    ]
    assert len(wrong) == 30 * len(code)
    swapped = [
        code[:place] + code[place + 1] + code[place] + code[place + 2 :]
        for place in range(len(code) - 1)
        if code[place] != code[place + 1]
    ]
    assert let_through([*wrong, *swapped]) == []


@examples(12)
@given(
    st.lists(st.sampled_from(kind_ids()), min_size=1, max_size=2),
    st.sampled_from(sorted(LEVELS)),
    number,
    st.integers(1, 10**9),
)
def test_the_code_of_a_drawn_sheet_makes_it_again(
    kinds: list[str], level: str, seed: int, sheet: int
) -> None:
    try:
        made = qkvsym.generate(*kinds, level=level, seed=seed, sheet=sheet)
    except NoInstance:
        assume(False)
    assert qkvsym.reproduce(made.code) == made
