"""The registries of kinds, mistakes and formats: names, numbers and templates."""

import re
from pathlib import Path

import pytest

from qkvsym import formats, kinds
from qkvsym.errors import UnknownName
from qkvsym.exercise import level
from qkvsym.formats import format_ids, format_named
from qkvsym.kinds import kind, kind_ids
from qkvsym.mistakes import CATALOGUE, FAMILIES, MISTAKES, ON_KEYS, wrong_shapes
from qkvsym.resources import templates_folder
from qkvsym.rules import PROJECTIONS
from qkvsym.shapes import Shape
from qkvsym.spec import LESSON_SET, askable

KINDS = {
    "predict-shape": 1,
    "compute-projections": 2,
    "match-matrix": 3,
    "change-column": 4,
    "shape-check": 5,
    "find-mistake": 6,
    "derive-formula": 7,
}
FORMATS = {
    "html": "html",
    "json": "json",
    "latex": "tex",
    "markdown": "md",
    "pdf": "pdf",
    "text": "txt",
}
FRAMES = {"pdf": "typ"}
"""What the frames of a format are written in, where its files have another suffix."""
A_PAGE = {"text": "derivation"}
"""A page that a format has, where it has no worksheet."""
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")
MISTAKE_MACROS = ("title", "looks_like", "why", "instead", "probably")
# The mistakes that a question about a shape alone expects are said without numbers there.
SHAPE_MISTAKES = (
    *("length-from-rows", "inner-mismatch", "values-not-shape"),
    *("shape-of-weight", "called-undefined"),
)
OF_A_FAMILY = {
    "shape": (
        *("length-from-rows", "inner-mismatch", "values-not-shape"),
        *("shape-of-weight", "called-undefined"),
    ),
    "matrix": (
        *("one-matrix-for-all", "k-v-swapped", "wrong-matrix"),
        *("three-added", "three-joined"),
    ),
    "orientation": (
        *("rows-dotted", "outputs-reversed", "weights-transposed"),
        *("order-swapped", "token-reversed"),
    ),
    "index": ("dropped-term", "same-column", "rows-shifted"),
    "operation": (
        *("column-sums", "sign-lost", "added-not-multiplied", "multiplied-not-added"),
        *("outer-not-summed", "one-number", "running-total", "zero-kept"),
        *("token-copied", "row-copied", "scaled-early"),
    ),
    "slip": ("slip-in-term", "slip-in-entry"),
}


def modules(package: Path) -> set[str]:
    return {file.stem for file in package.glob("[!_]*.py")}


def templates(folder: str) -> set[str]:
    return {file.stem for file in (templates_folder() / folder).glob("*.j2")}


def macros(template: str) -> list[str]:
    source = (templates_folder() / template).read_text("utf-8")
    return re.findall(r"<% macro (\w+)\(", source)


def test_ids_and_numbers_of_kinds_never_change() -> None:
    found = {name: kind(name).number for name in kind_ids()}
    assert {name: found.get(name) for name in KINDS} == KINDS
    assert sorted(found.values()) == list(range(1, len(found) + 1))


def test_every_module_of_a_kind_has_a_template_and_every_template_a_module() -> None:
    ids = {name.replace("_", "-") for name in modules(Path(kinds.__file__).parent)}
    assert ids == templates("kinds") == set(kind_ids())
    assert all(kind(name).id == name for name in kind_ids())


def test_every_kind_has_a_title_and_a_prompt() -> None:
    for name in kind_ids():
        assert {"title", "prompt"} <= set(macros(f"kinds/{name}.j2"))


def test_every_mistake_has_a_template_and_every_template_a_mistake() -> None:
    assert templates("mistakes") == set(MISTAKES)


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_the_template_of_a_mistake_says_what_why_and_what_instead(name: str) -> None:
    of_shapes = ("probably_shape",) if name in SHAPE_MISTAKES else ()
    assert sorted(macros(f"mistakes/{name}.j2")) == sorted((*MISTAKE_MACROS, *of_shapes))


def test_the_mistakes_with_words_for_shapes_are_those_that_give_wrong_shapes() -> None:
    step = PROJECTIONS["q"]
    found = set()
    for rows in (3, 4):
        shapes = {"x": Shape(1, 3), "W_q": Shape(rows, 2)}
        found |= {one.id for one in CATALOGUE if wrong_shapes(one, step, shapes)}
    assert found == set(SHAPE_MISTAKES)


def test_what_a_kind_targets_by_itself_it_can_be_asked_for() -> None:
    for one in map(kind, kind_ids()):
        assert set(one.targets) <= set(one.shows) <= set(MISTAKES)
        assert len(set(one.shows)) == len(one.shows)


def test_what_can_be_asked_for_is_what_some_kind_shows_and_what_keys_list() -> None:
    shown = {name for one in map(kind, kind_ids()) for name in one.shows}
    assert askable() == ON_KEYS
    assert shown == set(askable())


def test_every_mistake_is_of_one_family() -> None:
    assert tuple(OF_A_FAMILY) == FAMILIES
    found = {family: tuple(m.id for m in CATALOGUE if m.family == family) for family in FAMILIES}
    assert found == OF_A_FAMILY


def test_what_a_mistake_says_of_itself() -> None:
    of_all = {one.id for one in CATALOGUE if one.of_all_roles}
    assert of_all == {"one-matrix-for-all", "k-v-swapped"}
    slips = {one.id: one.slip for one in CATALOGUE if one.slip}
    assert slips == {"slip-in-term": "term", "slip-in-entry": "entry"}
    assert set(slips) == {one.id for one in CATALOGUE if one.family == "slip"}


def test_the_lesson_set_has_every_kind_and_every_mistake_of_the_lesson_once() -> None:
    names = [name for name, _ in LESSON_SET]
    assert set(KINDS) == set(names)
    assert [name for name in names if names.count(name) > 1] == ["find-mistake"] * 4
    about = [target for _, targets in LESSON_SET for target in targets]
    assert about == [one.id for one in CATALOGUE if one.number <= 4]
    order = ["easy", "medium", "hard"]
    levels = [order.index(kind(name).level) for name in names]
    assert levels == sorted(levels)


def test_formats_are_found_by_their_id_and_by_their_suffix() -> None:
    assert set(format_ids()) == modules(Path(formats.__file__).parent) == set(FORMATS)
    for name, suffix in FORMATS.items():
        page = A_PAGE.get(name, "worksheet")
        found = format_named(name, page)
        assert found is format_named(suffix, page)
        assert (found.id, found.suffix) == (name, suffix)


def test_every_framed_page_has_a_template_and_every_page_template_a_format() -> None:
    pages = {
        f"{page}.{FRAMES.get(name, FORMATS[name])}"
        for name in format_ids()
        if name != "json"
        for page in format_named(name, A_PAGE.get(name, "worksheet")).pages
    }
    assert {name for name in templates("pages") if not name.startswith("_")} == pages


def test_ids_are_kebab_case() -> None:
    names = [*kind_ids(), *MISTAKES, *format_ids()]
    assert [name for name in names if not KEBAB.fullmatch(name)] == []


def test_unknown_names_are_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownName) as refused:
        kind("predict-shapes")
    assert str(refused.value) == (
        "unknown kind 'predict-shapes': did you mean 'predict-shape'? "
        f"there are {', '.join(sorted(kind_ids()))}"
    )
    for page, able in (("derivation", "json, md, tex, txt"), ("key", "html, md, pdf, tex")):
        with pytest.raises(UnknownName) as refused:
            format_named("docx", page)
        assert str(refused.value) == f"unknown format 'docx': there are {able}"
    with pytest.raises(UnknownName) as refused:
        level("Easy")
    assert str(refused.value) == (
        "unknown level 'Easy': did you mean 'easy'? there are easy, hard, medium"
    )


@pytest.mark.parametrize("name", ["", "__init__", "compute_projections", "../kinds", "\x1b[31m"])
def test_no_other_spelling_reaches_a_module(name: str) -> None:
    with pytest.raises(UnknownName) as refused:
        kind(name)
    assert "\x1b" not in str(refused.value)
    assert str(refused.value).startswith("unknown kind '")
