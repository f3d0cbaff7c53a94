"""HTML pages: valid, whole in one file, literal, and as a browser shows them fit to be used."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import pytest

from qkvsym import Matrix, Shape, Worksheet, generate, render
from qkvsym.formats.html import VOCABULARY, css_string, paragraphs
from qkvsym.formula import Chain, Number, Sum
from qkvsym.kinds import kind_ids
from qkvsym.layout import FONT_SIZES, PAPERS, Layout
from tests import browser
from tests.hostile import TITLES

PAGES = ("worksheet", "key")
LABELLED = ("input", "textarea")


def made(sheet: Worksheet, page: str = "worksheet", **options: Any) -> str:
    printed = render(sheet, "html", page=page, **options)
    assert isinstance(printed, str)
    return printed


def parsed(page: str) -> Element:
    """A page as HTML5 is parsed; fails where it is not valid."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree = parser.parse(page)
    assert isinstance(tree, Element)
    return tree


def name_of(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def found(tree: Element, *names: str) -> list[Element]:
    return [one for one in tree.iter() if name_of(one) in names]


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def with_class(tree: Element, name: str) -> list[Element]:
    return [one for one in tree.iter() if name in one.get("class", "").split()]


@pytest.fixture(scope="module")
def lesson() -> Worksheet:
    return generate(seed=5)


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, lesson: Worksheet) -> str:
    return made(lesson, request.param)


# The file by itself


def test_the_lesson_set_is_valid_html(page: str) -> None:
    tree = parsed(page)
    assert page.startswith("<!DOCTYPE html>\n")
    assert tree.get("lang") == "en"
    assert [len(found(tree, name)) for name in ("title", "main", "h1")] == [1, 1, 1]


@pytest.mark.parametrize("kind", kind_ids())
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_every_kind_is_valid_html(kind: str, level: str) -> None:
    sheet = generate(kind, level=level, seed=3)
    for name in PAGES:
        for hints in (True, False):
            parsed(made(sheet, name, hints=hints))


def test_a_page_is_one_file_that_runs_nothing(page: str) -> None:
    tree = parsed(page)
    assert found(tree, "script", "link", "img", "iframe", "object", "embed", "base", "form") == []
    for element in tree.iter():
        assert not {"src", "href", "action", "srcset"} & set(element.attrib)
        assert not [name for name in element.attrib if str(name).startswith("on")]
    assert not re.search(r"url\(|@import|https?:", page)
    (policy,) = (m for m in found(tree, "meta") if m.get("http-equiv"))
    assert policy.get("content", "").startswith("default-src 'none'; style-src 'unsafe-inline';")


def test_headings_go_down_one_step_at_a_time(page: str) -> None:
    levels = [int(name_of(one)[1]) for one in found(parsed(page), "h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_every_formula_has_its_words(page: str) -> None:
    tree = parsed(page)
    named = [one for one in with_class(tree, "formula") if one.get("aria-label")]
    inside = {id(math) for one in named for math in found(one, "math")}
    formulas = found(tree, "math")
    assert len(formulas) > 100
    for math in formulas:
        words = math.get("alttext") or math.get("aria-label")
        assert id(math) in inside or words
        assert not words or not re.search(r"[\\{}_&]", words)


@pytest.mark.parametrize("case", TITLES, ids=[case["name"] for case in TITLES])
def test_a_hostile_title_is_literal(case: dict[str, str]) -> None:
    sheet = generate("predict-shape", title=case["title"])
    for name in PAGES:
        one, other = made(sheet, name), plainly_titled(name)
        tree = parsed(one)
        before = "Answer key" if name == "key" else ""
        (title,), (heading,) = found(tree, "title"), found(tree, "h1")
        assert text_of(title).removeprefix(before + ": ") == sheet.title
        assert text_of(heading).removeprefix(before).strip() == sheet.title
        lines = zip(one.splitlines(), other.splitlines(), strict=True)
        differing = [b for a, b in lines if a != b]
        # In print it stands in the running head too.
        assert len(differing) == 3
        assert all("PLAIN" in line for line in differing)


@cache
def plainly_titled(page: str) -> str:
    return made(generate("predict-shape", title="PLAIN"), page)


def test_a_title_in_the_style_sheet_is_only_letters_digits_and_numbers_of_signs() -> None:
    hostile = '"} </style><script>\\22 \n é 😀'
    assert re.fullmatch(r'"(?:[A-Za-z0-9]|\\[0-9a-f]{6})*"', css_string(hostile))
    signs = re.sub(r"\\([0-9a-f]{6})", lambda m: chr(int(m[1], 16)), css_string(hostile))
    assert signs == f'"{hostile}"'


# What a learner and a teacher find


def test_every_field_has_a_label_and_every_id_is_there_once(lesson: Worksheet) -> None:
    tree = parsed(made(lesson))
    ids = [one.get("id") for one in tree.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    fields = {one.get("id") for one in found(tree, *LABELLED)}
    labels = [one.get("for") for one in found(tree, "label")]
    assert len(labels) == len(set(labels))
    assert set(labels) == fields
    for element in tree.iter():
        assert set(element.get("aria-labelledby", "").split()) <= set(ids)


def test_the_name_of_a_field_has_the_words_of_its_formulas(lesson: Worksheet) -> None:
    tree = parsed(made(lesson))
    naming = {id(one) for one in found(tree, "label")}
    naming |= {id(one) for one in with_class(tree, "ask")}
    asked = [math for one in tree.iter() if id(one) in naming for math in found(one, "math")]
    assert len(asked) > 20
    assert all(math.get("aria-label") for math in asked)


def test_every_part_has_room_that_fits_its_answer(lesson: Worksheet) -> None:
    parts = [part for exercise in lesson.exercises for part in exercise.parts]
    shown = with_class(parsed(made(lesson)), "part")
    assert len(shown) == len(parts)
    for part, element in zip(parts, shown, strict=True):
        fields = Counter(one.get("type", name_of(one)) for one in found(element, *LABELLED))
        rows = [int(one.get("rows", "0")) for one in found(element, "textarea")]
        if part.answer.type == "choice":
            assert fields == {"radio": len(part.answer.options)}
        else:
            assert fields["input"] == (part.answer.type != "text")
            assert rows == ([part.work_lines] if part.work_lines else [])


def test_hints_open_one_after_the_other(lesson: Worksheet) -> None:
    parts = [part for exercise in lesson.exercises for part in exercise.parts]
    tree = parsed(made(lesson))
    for part, element in zip(parts, with_class(tree, "part"), strict=True):
        ladder = found(element, "details")
        assert len(ladder) == len(part.hints)
        assert not [one for one in ladder if "open" in one.attrib]
        for n, one in enumerate(ladder, 1):
            # The next hint is inside, so that it is not even announced before.
            assert len(found(one, "details")) == len(ladder) - n + 1
            assert text_of(found(one, "summary")[0]) == f"Hint {n} of {len(ladder)}"
    bare = parsed(made(lesson, hints=False))
    assert found(bare, "details") == with_class(bare, "hints") == []


def test_hints_for_paper_are_those_of_the_screen(lesson: Worksheet) -> None:
    tree = parsed(made(lesson))
    (paper,) = with_class(tree, "hints")
    on_screen = [text_of(found(one, "p")[0]) for one in found(tree, "details")]
    assert [text_of(one) for one in found(paper, "li")] == on_screen != []


DOTTED = "<mi>x</mi><mo>·</mo><mtext>column</mtext>"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_worksheet_has_no_answer(seed: int) -> None:
    sheet = generate(seed=seed)
    bare, key = made(sheet, hints=False), made(sheet, "key")
    sections = zip(
        bare.split('<section class="exercise">')[1:],
        key.split('<section class="exercise">')[1:],
        sheet.exercises,
        strict=True,
    )
    looked_for = 0
    for asked, solved, exercise in sections:
        for part in exercise.parts:
            if isinstance(part.answer.value, Matrix):
                answer = VOCABULARY.math(part.answer.value).partition("<mtable>")[2]
                assert answer in solved
                assert answer not in asked
                looked_for += 1
    assert looked_for > 4
    assert key.count(DOTTED) > 10
    assert DOTTED not in bare
    # With hints, the last rung of a ladder is the whole first line; it is there for paper too.
    ladders = sum(len(part.hints) == 4 for e in sheet.exercises for part in e.parts)
    assert made(sheet).count(DOTTED) == 2 * ladders > 0
    assert " checked" not in bare
    for word in ("Answer key", "If you got"):
        assert word in key
        assert word not in bare


def test_the_key_says_every_answer_once_in_a_box_of_its_own(lesson: Worksheet) -> None:
    parts = [part for exercise in lesson.exercises for part in exercise.parts]
    shown = made(lesson, "key").split('<div class="part">')[1:]
    for part, solved in zip(parts, shown, strict=True):
        boxes = re.findall(
            r'<p class="given"><strong>Answer</strong> <span>(.+)</span></p>', solved
        )
        # What the worked lines of a text say already is not said again.
        assert len(boxes) == (part.answer.type != "text" or not part.steps)
        if part.answer.type in ("matrix", "shape", "formula"):
            value = part.answer.value
            assert boxes == [VOCABULARY.math((part.subject, value) if part.subject else value)]
        if part.answer.type == "integer":
            assert boxes == [str(part.answer.value)]


def test_the_level_is_said_in_a_word_and_shown_by_dots(lesson: Worksheet) -> None:
    names = ["easy", "medium", "hard"]
    shown = with_class(parsed(made(lesson)), "level")
    assert [text_of(one) for one in shown] == [e.level for e in lesson.exercises]
    for one in shown:
        assert len(with_class(one, "full")) == names.index(text_of(one)) + 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", FONT_SIZES)
def test_paper_and_size_are_in_the_style_sheet(paper: str, size: int) -> None:
    page = made(generate("predict-shape"), layout=Layout(paper, size))
    parsed(page)
    assert f"size: {'A4' if paper == 'a4' else 'letter'};" in page
    assert f"--font-size: {size};" in page


# Formulas


def test_prose_is_cut_into_paragraphs_around_lists_and_formulas() -> None:
    display = VOCABULARY.display([[["x", Matrix.of([[1, 2]])]]])
    made = paragraphs(f"One &amp; two{display}three\nfour{VOCABULARY.numbered(['a', 'b'])}")  # type: ignore[arg-type]
    assert re.sub(r"<math.*</math>", "M", made) == (
        "<p>One &amp; two</p>\n"
        '<div class="display"><span>M</span></div>\n'
        "<p>three\nfour</p>\n"
        "<ol><li>a</li><li>b</li></ol>"
    )


def test_the_sign_of_a_number_is_no_minus() -> None:
    product = Number(2) * Number(-4) + Number(-3) * Number(1)
    made = VOCABULARY.math(product)
    assert made.count('<mo form="prefix">−</mo>') == 2
    total = VOCABULARY.math(Number(4) + Number(-3))
    assert "<mo>−</mo><mn>3</mn>" in total


def test_words_in_formulas_are_words_and_a_colon_is_an_operator() -> None:
    made = VOCABULARY.math(Shape(1, "d_out"))
    assert '<mi mathvariant="normal">out</mi>' in made
    made = VOCABULARY.math(Chain(("q", Shape(1, 3)), ":"))
    assert '<mo lspace="0" rspace="0.3em">:</mo>' in made


def test_a_long_formula_can_be_broken_and_a_wide_matrix_scrolls() -> None:
    terms = [Number(n) * Number(-n) for n in range(12, 19)]
    made = VOCABULARY.math(Sum(tuple(terms)))
    assert made.count("<math>") == len(terms) > 1
    assert made.startswith('<span class="formula" role="img" aria-label="12 times ')
    wide = VOCABULARY.math(("x", Matrix.of([[*range(16)]])))
    assert wide.count("<math") == 1
    assert wide.startswith('<span class="wide" tabindex="0" role="group" aria-label="x equals')
    assert VOCABULARY.math(("x", Matrix.of([[1, 2, 3]]))).startswith("<math")


# In a browser


def both(sheets: Sequence[Worksheet]) -> list[str]:
    return [made(sheet, page) for sheet in sheets for page in PAGES]


def large() -> list[Worksheet]:
    kinds = ("match-matrix", "change-column", "find-mistake")
    return [generate(*kinds, d_in=9, d_out=8, entries=(-9, 9), title="W" * 120)]


@cache
def of_every_kind() -> Worksheet:
    return generate(*kind_ids(), level="easy", seed=5)


@pytest.mark.browser
def test_axe_finds_nothing_on_the_lesson_set() -> None:
    for result in browser.axe_results(both([generate(seed=5)])):
        assert result["violations"] == []
        assert {"color-contrast", "html-has-lang", "region"} <= set(result["passes"])
        assert not result["dark"]


@pytest.mark.browser
def test_contrast_is_enough_in_the_dark() -> None:
    sheets = [generate("compute-projections", "match-matrix", "find-mistake", level="easy")]
    for result in browser.axe_results(both(sheets), dark=True, rules=["color-contrast"]):
        assert result == {"violations": [], "passes": ["color-contrast"], "dark": True}


@pytest.mark.browser
def test_what_scrolls_on_a_telephone_is_reached_with_the_keyboard() -> None:
    rules = ["scrollable-region-focusable", "nested-interactive", "aria-allowed-role"]
    for result in browser.axe_results(both(large()), width=320, rules=rules):
        assert result["violations"] == []
        assert "scrollable-region-focusable" in result["passes"]


@pytest.mark.browser
def test_no_page_is_wider_than_its_window() -> None:
    sheet = of_every_kind()
    large_print = [made(sheet, page, layout=Layout("a4", 20)) for page in PAGES]
    pages = [*both([sheet, *large()]), *large_print]
    for result in browser.overflows(pages, (320, 768, 1280)):
        assert result == {"over": 0, "wide": []}


@pytest.mark.browser
def test_paper_has_the_code_on_every_page_and_the_words_of_the_key_on_every_page_of_it() -> None:
    sheet = generate("compute-projections", "match-matrix", "find-mistake", seed=5)
    for name in PAGES:
        pages = browser.printed(made(sheet, name))
        assert len(pages) > 2
        for n, text in enumerate(pages, 1):
            assert sheet.code in text
            assert re.search(rf"\b{n} ?/ ?{len(pages)}\b", text)
            assert ("Answer key" in text) == (name == "key")
