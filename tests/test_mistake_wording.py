"""The words of every mistake, on every size that it may have to speak of, in every format."""

import re
from itertools import product
from typing import Any

import pytest

from qkvsym.exercise import Case, line
from qkvsym.formats import format_ids, format_named
from qkvsym.formula import UNDEFINED
from qkvsym.mistakes import MISTAKES, wrong_shapes
from qkvsym.parts import case_of
from qkvsym.renderer import built_in
from qkvsym.rules import PROJECTIONS, ROLES, weight
from qkvsym.shapes import Shape
from qkvsym.wording import Words

SENTENCES = ("looks_like", "why", "instead")
UNSPELLED = re.compile(r"Undefined|None|Matrix\(|Shape\(|Product\(|\bobject at\b|<<|>>|<%|%>|\{'")
LEFT_OPEN = re.compile(r" [.,:;]|  |\( | \)|\.\.|,,")
ABOUT_SEVERAL = ("one-matrix-for-all", "k-v-swapped", "three-added", "three-joined")
FORMS = {name: "worksheet" for name in format_ids() if name != "text"} | {"text": "derivation"}
SIZES = [(1, 1, 1), (1, 3, 3), (3, 3, 2), (2, 2, 2), (2, 2, 1), (3, 2, 2), (2, 3, 4)]


def words(form: str) -> Words:
    return built_in().words_of(format_named(form, FORMS[form]))


def case(role: str, token: int, rows: int, columns: int) -> Case:
    shapes = {"x": Shape(1, token), weight(role): Shape(rows, columns)}
    return case_of(PROJECTIONS[role], shapes)


def said(name: str, macro: str, of: Case | None, form: str = "text") -> str:
    values: dict[str, Any] = {} if of is None else {"c": of}
    return str(words(form).say(line(macro, file=f"mistakes/{name}", **values)))


@pytest.mark.parametrize("name", sorted(MISTAKES))
@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_word_of_a_mistake_is_spelled_on_all_sizes(name: str, form: str) -> None:
    for role, sizes in product(ROLES, SIZES):
        of = case(role, *sizes)
        assert (of.out is UNDEFINED) == (sizes[0] != sizes[1])
        for macro in (*SENTENCES, "probably"):
            made = said(name, macro, of, form)
            assert made
            assert UNSPELLED.search(made) is None
            assert LEFT_OPEN.search(made) is None


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_the_sentences_of_a_mistake_are_whole_and_its_cause_completes_one(name: str) -> None:
    of = case("k", 3, 3, 2)
    for macro in SENTENCES:
        made = said(name, macro, of)
        # A sentence may begin with the name of a result or of a matrix.
        assert re.match(r"[A-Z]|k |x ", made)
        assert made.endswith(".")
    cause = said(name, "probably", of)
    assert re.match(r"[a-z]", cause)
    assert not cause.endswith(".")
    title = said(name, "title", None)
    assert re.fullmatch(r"[A-Z][^.]*[a-z0-9]", title)


def test_no_two_mistakes_have_the_same_words() -> None:
    of = case("k", 3, 3, 2)
    for macro in ("title", *SENTENCES, "probably"):
        made = [said(name, macro, None if macro == "title" else of) for name in MISTAKES]
        assert len(set(made)) == len(made), macro


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_what_is_said_of_a_role_names_no_other_unless_the_mistake_is_about_it(name: str) -> None:
    if name in ABOUT_SEVERAL:
        return
    for role, macro in product(ROLES, (*SENTENCES, "probably")):
        made = said(name, macro, case(role, 3, 3, 2))
        assert set(re.findall(r"W_([qkv])", made)) <= {role}


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_a_mistake_about_a_shape_says_its_cause_where_it_can_be_made(name: str) -> None:
    for sizes in SIZES:
        of = case("v", *sizes)
        shapes = {"x": of.x, "W_v": of.W}
        if wrong_shapes(MISTAKES[name], PROJECTIONS["v"], shapes):
            assert LEFT_OPEN.search(said(name, "probably_shape", of)) is None


@pytest.mark.parametrize("sizes", SIZES)
def test_the_sizes_that_are_said_are_those_of_the_case(sizes: tuple[int, int, int]) -> None:
    of = case("q", *sizes)
    token, rows, columns = sizes
    if token != rows:
        assert "the inner sizes" in said("inner-mismatch", "probably", of)
        return
    assert f"here both are {token}." in said("called-undefined", "why", of)
    assert f"W_q, which is {rows} x {columns}." in said("shape-of-weight", "looks_like", of)
    assert said("shape-of-weight", "instead", of).endswith(f"read 1 x {columns}.")
    assert f"square root of {columns}" in said("scaled-early", "probably", of)
    assert f"in a {rows} x {columns} matrix" in said("outer-not-summed", "looks_like", of)
    plural = "entry" if columns == 1 else "entries"
    assert f"has {columns} {plural}." in said("one-number", "why", of)
    assert f"no more than {columns} {plural}" in said("three-joined", "why", of)
