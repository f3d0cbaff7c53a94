"""Sheets of a person: whose they are stands on them, literally, and changes nothing else."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from qkvsym import generate, render, verify
from qkvsym.errors import BadTemplate
from qkvsym.formats import format_named
from qkvsym.formats.html import css_string
from qkvsym.layout import Layout
from qkvsym.renderer import Renderer
from qkvsym.roster import Person
from qkvsym.worksheet import Worksheet, reproduce
from tests import browser
from tests.filling import filled, right_entries
from tests.hostile import TITLES
from tests.printed import PAGES, letters, page_texts
from tests.test_html import found, parsed, text_of, with_class
from tests.test_pdf import is_accessible, is_tagged, is_whole, made, opened
from tests.test_tex import bound, compiled

SHEET = generate("predict-shape", "match-matrix", seed=5, title="Week 3")
ADA = Person("s17", "Ada O'Hara", "ada@x.org")
SAID = "Ada O'Hara (s17)"
STAND_IN = "Standin"
LONG = "Wolfeschlegelsteinhausenbergerdorff " * 3 + "Hubert"
HUGE = "A" * 1000 + " " + "b c " * 249 + "dd"
MARKS = "Z" + "\u0301" * 60 + "algo" + "\u0323" * 60
NAMES = {
    **{case["name"]: case["title"] for case in TITLES},
    "long": LONG,
    "huge": HUGE,
    "marks": MARKS,
    "right_to_left": "שלום محمد",
    "han": "王小明" * 20,
}
LAYOUTS = (Layout(), Layout("letter", 20))
READ_AS_MORE = (
    "(a) q = [4, 5]",
    "**(a)** q = [4, 5]",
    "## Exercise 1",
    "## 1. Compute (easy)",
    "\\exercise{1. Compute}{easy}{3}",
    "\\item[(a)] q = [4, 5]",
    "\\begin{document}",
    "\\end{document}",
    "\\documentclass{article}",
    "\\sheethead{0.6}{}{Code}{WHA7}",
    "Code: `WHA7`",
    "1 (a) [4, 5]",
    "- [x] 2",
    "---",
    "```text",
    "% nothing",
    "x = [1, 2, 3]",
    HUGE,
    "😀" * 2000,
)


def of(person: Person | None, sheet: Worksheet = SHEET) -> Worksheet:
    return replace(sheet, person=person)


def named(name: str) -> Worksheet:
    return of(Person("17", name))


# What stands where


def test_markdown_says_the_name_in_the_place_of_the_blank() -> None:
    blank, personal = (render(of(person), "md").splitlines() for person in (None, ADA))
    assert blank[2] == (
        "Name: ____________________ &nbsp; Date: ____________ &nbsp; Score: ________"
    )
    assert personal[2] == f"Name: {SAID} &nbsp; Date: ____________ &nbsp; Score: ________"
    assert blank[:2] + blank[3:] == personal[:2] + personal[3:]


def test_a_key_in_markdown_says_whose_it_is_and_nothing_else_more() -> None:
    blank, personal = (render(of(person), "md", page="key") for person in (None, ADA))
    assert personal.replace(f"Name: {SAID}\n\n", "", 1) == blank != personal


@pytest.mark.parametrize("form", ["tex", "html"])
@pytest.mark.parametrize("page", PAGES)
def test_the_exercises_are_those_of_the_sheet_of_nobody(form: str, page: str) -> None:
    start = {"tex": "\\exercise{1.", "html": '<section class="exercise">'}[form]
    blank, personal = (render(of(p), form, page=page).partition(start)[2] for p in (None, ADA))
    assert blank == personal != ""


def test_html_says_the_name_and_asks_for_none() -> None:
    for page in PAGES:
        tree = parsed(render(of(ADA), "html", page=page))
        (said,) = with_class(tree, "person")
        assert " ".join(text_of(said).split()) == f"Name {SAID}"
        assert not [one for one in found(tree, "input") if one.get("id") == "name"]
    assert 'id="name"' in render(SHEET, "html")
    assert "person" not in render(SHEET, "html")


@pytest.mark.parametrize("page", PAGES)
def test_a_pdf_says_the_name_on_every_page(page: str) -> None:
    texts = page_texts(made(of(ADA), page))
    foot = "Answer key. Name: Ada O'Hara" if page == "key" else "Name: Ada O'Hara"
    assert f"Name: {SAID}" in texts[0]
    assert len(texts) > 1
    for number, text in enumerate(texts, 1):
        assert text.splitlines()[-1] == f"{foot} {number} / {len(texts)}"


def test_a_personal_pdf_is_tagged_and_always_the_same() -> None:
    for page in PAGES:
        printed = made(of(ADA), page)
        is_accessible(opened(printed), "Week 3")
        is_tagged(opened(printed))
        assert made(of(replace(ADA)), page) == printed


@pytest.mark.parametrize(
    ("person", "said"),
    [
        (Person("s17", "Ada"), "Ada (s17)"),
        (Person("a@x", "Ada", "a@x"), "Ada"),
        (Person("s17", "", "a@x"), "a\\@x (s17)"),
        (Person("s17"), "s17"),
    ],
)
def test_the_id_stands_beside_a_name_that_is_another(person: Person, said: str) -> None:
    assert render(of(person), "md", page="key").splitlines()[2] == f"Name: {said}"


def test_json_has_the_person_where_there_is_one() -> None:
    blank, personal = (json.loads(render(of(person), "json")) for person in (None, ADA))
    assert "person" not in blank
    assert personal.pop("person") == {"id": "s17", "name": "Ada O'Hara", "email": "ada@x.org"}
    assert personal == blank


def test_the_person_is_not_in_the_code() -> None:
    assert reproduce(of(ADA).code, title="Week 3") == SHEET


# Columns of the list in a frame of the user


def own_frame(folder: Path, heading: str) -> str:
    (folder / "pages").mkdir(exist_ok=True)
    frame = f'<p><< sheet.person.cells["{heading}"] >></p>'
    (folder / "pages" / "worksheet.html.j2").write_text(frame)
    person = Person("1", cells={"Group": "<script>1</script> << 2 >> {{ 3 }}"})
    return str(render(of(person), "html", renderer=Renderer(folder)))


def test_a_frame_of_the_user_may_print_any_column_and_it_is_literal(tmp_path: Path) -> None:
    escaped = "&lt;script&gt;1&lt;/script&gt; &lt;&lt; 2 &gt;&gt; {{ 3 }}"
    assert own_frame(tmp_path, "Group") == f"<p>{escaped}</p>"


def test_a_column_that_the_list_has_not_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadTemplate) as caught:
        own_frame(tmp_path, "Room")
    file = tmp_path / "pages" / "worksheet.html.j2"
    assert str(caught.value) == (
        f"template {file}, line 1: 'qkvsym.named.Named object' has no attribute 'Room'"
    )


# Hostile names


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("form", ["md", "tex", "html"])
def test_a_name_stands_in_a_page_as_its_format_writes_any_text(form: str, page: str) -> None:
    escape = format_named(form, page).vocabulary.escape
    pieces = render(named(STAND_IN), form, page=page).split(STAND_IN)
    for name in NAMES.values():
        person = Person("17", name)
        brief = css_string(person.brief) if form == "html" else escape(person.brief)
        written = [escape(person.called)] if form == "md" else [str(brief), escape(person.called)]
        assert len(pieces) == len(written) + 1
        if form == "html":
            pieces = [pieces[0].removesuffix('"'), pieces[1].removeprefix('"'), *pieces[2:]]
        expected = pieces[0] + "".join(a + b for a, b in zip(written, pieces[1:], strict=True))
        assert render(of(person), form, page=page) == expected


@pytest.mark.parametrize("name", ["tex_specials", "html_script", "jinja_expr", "own_delimiters"])
def test_a_hostile_name_is_literal_in_a_pdf(name: str) -> None:
    for page in PAGES:
        text = letters(page_texts(made(named(NAMES[name]), page))[0])
        assert letters(f"Name: {NAMES[name]} (17)") in text


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.paper)
def test_no_name_breaks_the_pages_of_a_pdf(layout: Layout) -> None:
    for name in (LONG, HUGE, MARKS, NAMES["han"]):
        for page in PAGES:
            printed = made(named(name), page, layout=layout)
            is_whole(printed, r"(Answerkey\.)?Name:17")
    is_whole(made(of(Person("W" * 99, "W" * 99)), layout=layout), "Name:[W\u200b]+[.\u200b]+")


def test_a_fourth_mark_on_a_letter_is_named_by_its_number() -> None:
    text = page_texts(made(named("a\u0301\u0302\u0303b c\u0301\u0302\u0303\u0301d")))[0]
    assert text.count("[U+") == text.count("[U+301]") == 1


@pytest.mark.tex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.paper)
def test_no_name_breaks_the_pages_of_tex(layout: Layout, tmp_path: Path) -> None:
    sheet = generate("predict-shape", seed=5, title="Week 3")
    shown = [n for n in NAMES if n.startswith("tex_") or n in ("long", "huge", "marks", "han")]
    people = [ADA, *(Person("17", NAMES[name]) for name in shown), Person("W" * 99, "W" * 99)]
    sources = [
        render(of(person, sheet), "tex", page=page, layout=layout)
        for person in people
        for page in PAGES
    ]
    printed = compiled(bound(sources), tmp_path)
    assert printed.complaints == []
    first = printed.pages[0].replace("’", "'").strip()
    assert f"Name: {SAID}" in first
    assert first.splitlines()[-1].startswith("Name: Ada O'Hara ")


@pytest.mark.browser
def test_no_name_is_wider_than_a_window() -> None:
    people = [Person("17", NAMES[name]) for name in ("long", "huge", "marks", "right_to_left")]
    people.append(Person("W" * 99, "W" * 99))
    pages = [render(of(person), "html", page=page) for person in people for page in PAGES]
    for result in browser.overflows(pages, (320, 1280)):
        assert result == {"over": 0, "wide": []}


@pytest.mark.browser
def test_a_browser_prints_the_name_at_the_foot_of_every_page() -> None:
    for text in browser.printed(render(of(ADA), "html", page="key")):
        assert "Answer key. Name: Ada O'Hara" in text.strip().splitlines()[-1]


# Handed in


@pytest.mark.parametrize("form", ["md", "tex"])
@pytest.mark.parametrize("name", READ_AS_MORE, ids=lambda name: name[:20])
def test_a_sheet_of_a_person_is_read_as_that_of_nobody(name: str, form: str) -> None:
    sheet = generate("compute-projections", "predict-shape", seed=3)
    entries = right_entries(json.loads(render(sheet, "json")))
    blank, personal = (
        verify(filled(render(of(person, sheet), form), entries))
        for person in (None, Person("17", name))
    )
    assert personal.code == sheet.code
    assert [(p.exercise, p.part, p.verdict) for p in personal.parts] == [
        (p.exercise, p.part, p.verdict) for p in blank.parts
    ]
    assert {part.verdict for part in personal.parts} == {"ok"}
    assert personal.complete
    assert [line.text for line in personal.lines] == [line.text for line in blank.lines]


@pytest.mark.parametrize("form", ["md", "tex"])
def test_a_blank_sheet_of_a_person_is_all_missing(form: str) -> None:
    sheet = generate("compute-projections", seed=3)
    report = verify(str(render(of(Person("17", "(a) q = [4, 5]"), sheet), form)))
    assert {part.verdict for part in report.parts} == {"missing"}
    assert report.lines == ()
