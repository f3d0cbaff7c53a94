"""The report on a class: what it counts, what it says, and that it names nobody."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import get_args

import html5lib
import pytest

from qkvsym.class_report import FORMATS, Share, class_report, report_page
from qkvsym.exercise import line
from qkvsym.formula import UNDEFINED
from qkvsym.grades import Found, Grade, Graded, grades
from qkvsym.manifest import Row
from qkvsym.mistakes import MISTAKES
from qkvsym.owners import Owned, Owners, Status
from qkvsym.renderer import built_in
from qkvsym.weights import SheetPart
from tests import browser

SHAPE = SheetPart(1, "a", "shape", "predict-shape")
K = SheetPart(2, "c", "k", "compute-projections")
V = SheetPart(2, "d", "v", "compute-projections")
WHY = SheetPart(2, "e", "why", "compute-projections", in_words=True)
HOSTILE = "<script>alert(1)</script>|`$x$`\u202e=1"
PEOPLE = [Row(f"{HOSTILE}{n}", f"CODE{n}", name=f"{HOSTILE} L{n}") for n in range(6)]
TITLE = {name: built_in().title_of(f"mistakes/{name}") for name in MISTAKES}


def work(row: Row | None, *found: Found, **verdicts: str) -> Graded:
    """What one person handed in; parts that are not named are right."""
    parts = {"shape": SHAPE, "k": K, "v": V, "why": WHY}
    made = {part: verdicts.get(name, "ok") for name, part in parts.items()}
    made[WHY] = verdicts.get("why", "not-checked")
    return Graded(HOSTILE, Owned("marked", row, "CODE"), made, found, 0)


def of_status(status: Status, work: Graded) -> Graded:
    return replace(work, owned=replace(work.owned, status=status))


def wrong(part: SheetPart, *mistakes: str, role: str = "", fits: bool = True) -> Found:
    return Found(mistakes, part, role or part.id, fits)


@cache
def a_class() -> tuple[Grade, ...]:
    """Four works that count: all but one made a mistake; one slip; one unreadable; two missing."""
    works = [
        work(
            PEOPLE[0],
            wrong(K, "one-matrix-for-all", "wrong-matrix"),
            wrong(V, "one-matrix-for-all", "wrong-matrix"),
            k="wrong",
            v="wrong",
        ),
        work(PEOPLE[1], wrong(K, "wrong-matrix"), wrong(SHAPE), k="wrong", shape="wrong"),
        work(PEOPLE[2], wrong(V, "slip-in-entry"), wrong(K, "wrong-matrix"), v="missing"),
        of_status(
            "unknown person",
            work(None, wrong(V, "slip-in-entry"), wrong(V, "slip-in-entry"), v="not-understood"),
        ),
        replace(work(PEOPLE[3]), verdicts={}, refused=HOSTILE),
    ]
    return tuple(grades(Owners(PEOPLE), works))


@cache
def page(form: str) -> str:
    return report_page(class_report(a_class()), form)


def everything(mistake: str, fits: bool = True) -> list[Grade]:
    return grades(Owners(), [work(None, wrong(K, mistake, fits=fits), k="wrong")])


# Counts.


def test_what_came_and_what_did_not_is_counted() -> None:
    made = class_report(a_class())
    assert (made.sheets, made.handed_in, made.missing, made.nobodys, made.counted) == (
        6,
        4,
        2,
        1,
        4,
    )
    assert made.left_out == (("unreadable", 1),)


COUNTED = {
    "marked": True,
    "doubtful": True,
    "several files": False,
    "missing": False,
    "unreadable": False,
    "unknown code": False,
    "unknown person": True,
    "no code": False,
}


def test_every_status_is_counted_or_left_out_by_one_rule() -> None:
    assert list(COUNTED) == list(get_args(Status))
    for status, counted in COUNTED.items():
        made = Grade(status, PEOPLE[0], work(PEOPLE[0]))
        assert (made.counts, class_report([made]).counted) == (counted, int(counted))


def test_the_sheet_of_a_stranger_is_in_no_count_and_that_is_said() -> None:
    stranger = of_status("unknown code", work(None, wrong(K, "wrong-matrix"), k="wrong"))
    alone = class_report(grades(Owners(PEOPLE[:1]), [work(PEOPLE[0])]))
    made = class_report(grades(Owners(PEOPLE[:1]), [work(PEOPLE[0]), stranger, stranger]))
    assert made.left_out == (("unknown code", 2),)
    assert replace(made, left_out=()) == alone


@pytest.mark.parametrize("form", FORMATS)
def test_the_page_says_what_is_left_out_and_why(form: str) -> None:
    works = [
        *[of_status("unknown code", work(None)) for _ in range(3)],
        of_status("unknown person", work(None)),
        *[replace(work(None), verdicts={}, refused=HOSTILE) for _ in range(2)],
        replace(work(None), verdicts={}),
        *[work(PEOPLE[0]) for _ in range(5)],
    ]
    made = report_page(class_report(grades(Owners(PEOPLE[:1]), works)), form)
    text = re.sub(r"<[^>]*>|^- ", "", made, flags=re.MULTILINE)
    said = text.split("handed in")[1].split("What follows")[0].strip().splitlines()
    assert list(filter(None, said)) == [
        "1 with several files, not counted below",
        "2 cannot be read, not counted below",
        "3 with a code that is not in the manifest, not counted below",
        "1 with no code of a worksheet, not counted below",
        "1 of a person who cannot be told, counted below",
    ]


def test_mistakes_are_counted_by_people_and_by_lines_most_frequent_first() -> None:
    made = class_report(a_class())
    assert [(m.id, m.people, m.times, m.possible, m.places) for m in made.mistakes] == [
        ("slip-in-entry", Share(2, 4), 3, 0, (("2 (d)", 3),)),
        ("wrong-matrix", Share(2, 4), 2, 2, (("2 (c)", 2),)),
        ("one-matrix-for-all", Share(1, 4), 2, 0, (("2 (c)", 1), ("2 (d)", 1))),
    ]
    assert (made.unexplained, made.unexplained_times) == (Share(1, 4), 1)


def test_a_slip_is_counted_and_is_nothing_to_explain() -> None:
    made = class_report(a_class())
    assert [one.id for one in made.to_explain] == ["wrong-matrix", "one-matrix-for-all"]
    many = [m for m in MISTAKES if not MISTAKES[m].slip][:5]
    works = [work(None, *(wrong(K, name) for name in many[:n])) for n in range(1, 6)]
    explained = class_report(grades(Owners(), works)).to_explain
    assert [one.id for one in explained] == many[:3]


def test_parts_have_a_share_of_those_who_are_right() -> None:
    parts = [part for e in class_report(a_class()).exercises for part in e.parts]
    found = [(p.letter, p.id, p.right, p.wrong, p.not_understood, p.missing) for p in parts]
    assert found == [
        ("a", "shape", Share(3, 4), 1, 0, 0),
        ("c", "k", Share(2, 4), 2, 0, 0),
        ("d", "v", Share(1, 4), 1, 1, 1),
        ("e", "why", Share(0, 0), 0, 0, 0),
    ]
    assert parts[-1].unread == 4


def test_a_right_step_from_a_wrong_one_counts_as_right() -> None:
    made = class_report(grades(Owners(), [work(None, k="follows")]))
    assert made.exercises[1].parts[0].right == Share(1, 1)


def test_of_several_files_none_is_counted() -> None:
    works = [work(PEOPLE[0], wrong(K, "wrong-matrix")), work(PEOPLE[0]), work(PEOPLE[1])]
    made = class_report(grades(Owners(PEOPLE[:2]), works))
    assert (made.counted, made.left_out, made.mistakes) == (1, (("several files", 1),), ())


def test_parts_of_sheets_that_differ_are_told_apart_by_their_kind() -> None:
    other = SheetPart(1, "a", "input", "shape-check")
    works = [work(None), Graded("b", Owned("marked"), {other: "wrong"}, (), 1)]
    exercises = class_report(grades(Owners(), works)).exercises
    assert [(e.number, e.title.file, e.parts[0].right) for e in exercises[:2]] == [
        (1, "kinds/predict-shape", Share(1, 1)),
        (1, "kinds/shape-check", Share(0, 1)),
    ]


@pytest.mark.parametrize(
    ("count", "of", "percent", "blocks"),
    [(0, 4, 0, 0), (1, 1000, 0, 1), (1, 8, 13, 3), (1, 3, 33, 7), (4, 4, 100, 20), (0, 0, 0, 0)],
)
def test_a_share_is_a_percentage_and_a_bar(count: int, of: int, percent: int, blocks: int) -> None:
    share = Share(count, of)
    assert (share.percent, share.bar) == (percent, "\u2588" * blocks)


# Words.


@pytest.mark.parametrize("fits", [True, False])
@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_every_mistake_has_its_words_on_no_sheet_s_sizes(name: str, fits: bool) -> None:
    (found,) = class_report(everything(name, fits)).mistakes
    assert (found.case.out is UNDEFINED) == (not fits)
    for form in FORMATS:
        made = report_page(class_report(everything(name, fits)), form)
        assert not re.search(r"Undefined|None|Shape\(|<<|<%|object at", made)
    for wording in ("looks_like", "why", "instead"):
        said = built_in().plain(found.says(wording))
        # What needs more than the token and the matrix of one role would not be said at all.
        assert len(said) > 20


def test_a_mistake_is_told_of_the_result_that_it_was_mostly_made_on() -> None:
    works = [work(None, wrong(part, "same-column")) for part in (K, V, V)]
    (found,) = class_report(grades(Owners(), works)).mistakes
    assert built_in().plain(found.says("why")) == "Each entry of v belongs to a column of its own."


def test_what_does_not_fit_is_told_with_sizes_that_do_not() -> None:
    (found,) = class_report(everything("inner-mismatch", fits=False)).mistakes
    said = built_in().plain(found.says("looks_like"))
    assert said.startswith("A 1 x d_x token is multiplied by a d_in x d_out matrix")


def test_the_markdown_has_counts_bars_and_words() -> None:
    made = page("md")
    assert made.startswith("<!-- qkvsym class report -->\n# Class report\n")
    assert (
        "- 4 of 6 sheets handed in\n- 2 missing\n- 1 cannot be read, not counted below\n"
        "- 1 of a person who cannot be told, counted below\n" in made
    )
    block = "\u2588" * 10
    row = f"| {TITLE['wrong-matrix']} | {block} | 2 of 4 (50 %) | 2; 2 more that it may explain |"
    assert f"{row} 2 in 2 \\(c\\) |\n" in made
    assert f"1. **{TITLE['wrong-matrix']}** (2 of 4). Write $k = x W_k$" in made
    assert "explains 1 other wrong line, of 1 of 4 people" in made
    assert f"| (c) k | {block} | 2 of 4 (50 %) | 2 wrong |" in made
    assert "| (e) why |  |  | 4 in words, for a person to read |" in made


def test_every_row_of_a_markdown_table_has_the_cells_of_its_head() -> None:
    tables = re.findall(r"(?:^\|.*\|\n)+", page("md"), re.MULTILINE)
    assert len(tables) == 3
    for table in tables:
        assert len({row.count("|") for row in table.splitlines()}) == 1


def test_an_empty_class_has_a_report() -> None:
    empty = class_report(grades(Owners(PEOPLE), []))
    assert "No work could be counted." in report_page(empty, "md")
    html5lib.HTMLParser(strict=True).parse(report_page(empty, "html"))


@pytest.mark.parametrize("form", FORMATS)
def test_nobody_is_named(form: str) -> None:
    everyone = [word for row in PEOPLE for word in (row.id, row.name, row.code)]
    assert not [word for word in [*everyone, HOSTILE, "alert", "CODE"] if word in page(form)]


# The web page.


def test_the_page_is_valid_and_runs_and_fetches_nothing() -> None:
    made = page("html")
    html5lib.HTMLParser(strict=True).parse(made)
    assert "default-src 'none'" in made
    assert not re.search(r"<script|<link|<img|url\(|https?:| on\w+=", made)


def test_headings_go_down_one_step_at_a_time() -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", page("html"))]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_every_bar_has_its_numbers_beside_it() -> None:
    made = page("html")
    bars = [int(share) for share in re.findall(r"--share:(\d+)", made)]
    assert bars == [int(percent) for percent in re.findall(r"\((\d+) %\)", made)]
    assert len(bars) == 6


@pytest.mark.browser
def test_the_page_fits_every_window() -> None:
    found = browser.overflows([page("html")], [320, 768, 1280])
    assert [(one["over"], one["wide"]) for one in found] == [(0, [])] * 3


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(dark: bool) -> None:
    (found,) = browser.axe_results([page("html")], dark=dark)
    assert (found["violations"], found["dark"]) == ([], dark)
    assert "color-contrast" in found["passes"]


@pytest.mark.browser
def test_the_page_prints_whole() -> None:
    paper = "".join(browser.printed(page("html")))
    for words in ("Explain next", TITLE["slip-in-entry"], "2 of 4 (50 %)", "(e) why"):
        assert words in paper


def test_the_title_is_that_of_the_template() -> None:
    (found,) = class_report(everything("same-column")).mistakes
    assert found.title == line("title", file="mistakes/same-column")
