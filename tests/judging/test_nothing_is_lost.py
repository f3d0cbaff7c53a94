"""Whatever a learner writes on a sheet, and wherever, is judged and shown, and hides nothing."""

import json
import re

import pytest

from qkvsym import generate, render
from qkvsym.judging.verdicts import Verification
from qkvsym.judging.verification import verify
from tests.filling import filled, right_entries

SHEET = generate("compute-projections", "predict-shape", "find-mistake", seed=3, level="easy")
DATA = json.loads(render(SHEET, "json"))
PAGES = {form: filled(render(SHEET, form), right_entries(DATA)) for form in ("md", "tex")}
HEADING = {"md": "## 1. ", "tex": r"\exercise{1. "}
BEGINS = re.compile(r"(?:## |\\exercise\{)([0-9])\. |(?:\*\*|\\item\[)\(([a-g])\)")
CLAIMS = ("q = [0, 0, 7]", "x: 9 x 9", "(b) q = [0, 0, 7]")
STEP = 7
REMARKS = ("# my work", "## Step 2", "3", "(q) is next", "## 2 entries each", "(a) first entry")


def parts(found: Verification) -> dict[tuple[str, str], str]:
    return {(part.exercise, part.part): part.verdict for part in found.parts}


def place_above(lines: list[str]) -> tuple[str, str]:
    """The part, or the exercise, that stands last in the lines."""
    exercise = letter = ""
    for line in lines:
        if found := BEGINS.match(line):
            exercise, letter = found[1] or exercise, found[2] or ""
        elif line == r"\end{parts}":
            letter = ""
    return exercise, letter


@pytest.mark.parametrize("form", PAGES)
def test_the_sheet_is_right_as_it_is_filled_in(form: str) -> None:
    found = verify(PAGES[form])
    assert (found.complete, found.exit_code) == (True, 0)


@pytest.mark.parametrize("written", [*CLAIMS, *REMARKS])
@pytest.mark.parametrize("form", PAGES)
def test_a_line_anywhere_on_a_filled_sheet_spoils_no_part_but_its_own(
    form: str, written: str
) -> None:
    lines = PAGES[form].splitlines()
    right = parts(verify(PAGES[form]))
    first = next(n for n, line in enumerate(lines) if line.startswith(HEADING[form]))
    # Together the lines stand everywhere.
    begin = first + 1 + [*CLAIMS, *REMARKS].index(written) % STEP
    for at in range(begin, len(lines) + 1, STEP):
        found = verify("\n".join([*lines[:at], written, *lines[at:]]))
        others = {place for place, verdict in parts(found).items() if verdict != right[place]}
        exercise, letter = place_above(lines[:at])
        # Outside of the parts a result is known by its name.
        assert all(one == (exercise, letter or one[1]) for one in others), (at, others)
        assert len(others) <= 1, (at, others)
        assert "missing" not in parts(found).values(), at
        if written in CLAIMS:
            (shown,) = (line for line in found.lines if line.line == at + 1)
            assert found.complete is (shown.verdict in ("ok", "not-checked")), at


PAPER = """\
Name: Ada
Date: 2026-11-30
1(a) 1 x 2
Exercise 1
(b) q = [8, 18]
(c)
[15, 13]
1(d) v = [12, 22]

(e) 1 x 2
(f) It is 1 x 2
(g) v: 1 x 2
2
(a) 1 x 2
(b)
- [ ] the rows of W_v
- [x] the columns of W_v
3a) One matrix for all three
b)
3
(c) W_q makes q alone
(d) {}"""
RIGHT = PAPER.format(DATA["exercises"][2]["parts"][3]["answer"]["value"])


def test_the_paper_is_right_as_it_is_written() -> None:
    found = verify(RIGHT, sheet=SHEET)
    assert (found.missing, found.first_wrong, found.exit_code) == ((), None, 0)


@pytest.mark.parametrize("written", ["q = [0, 0, 7]", "x: 9 x 9"])
def test_a_claim_anywhere_on_paper_is_shown(written: str) -> None:
    lines = RIGHT.splitlines()
    for at in range(len(lines) + 1):
        found = verify("\n".join([*lines[:at], written, *lines[at:]]), sheet=SHEET)
        (shown,) = (line for line in found.lines if line.line == at + 1)
        assert found.complete is (shown.verdict in ("ok", "not-checked")), at
        assert found.missing == (), at


@pytest.mark.parametrize("form", PAGES)
def test_a_tick_is_known_by_its_words_wherever_it_stands(form: str) -> None:
    rows, columns = {
        "md": ("- [ ] the rows of $W_v$", "- [x] the columns of $W_v$"),
        "tex": (r"\option{the rows of $W_v$}", r"\chosen{the columns of $W_v$}"),
    }[form]
    page = PAGES[form]
    assert columns in page
    assert verify(page.replace(rows + "\n", "")).exit_code == 0
    moved = page.replace(rows, "<there>").replace(columns, rows).replace("<there>", columns)
    assert verify(moved).exit_code == 0
    other = columns.replace("columns", "rows")
    wrong = verify(page.replace(rows + "\n", "").replace(columns, other))
    assert parts(wrong)["2", "b"] == "wrong"
    both = verify(page.replace(rows, other))
    assert parts(both)["2", "b"] == "wrong"
    beside = verify(page.replace(columns, f"{columns}\nthe rows"))
    assert parts(beside)["2", "b"] == "wrong"


@pytest.mark.parametrize(
    ("paper", "verdicts"),
    [
        # A number alone is an answer where the letters go on, and an exercise where they begin.
        ("1(b)\n8, 18\n2\n(c) [15, 13]", {"1b": "ok", "1c": "ok"}),
        ("1(b)\n8, 18\n2\n(a) 1 x 2", {"1b": "ok", "2a": "ok"}),
        ("1(b) [8, 18]\nExercise 2\n(b) columns", {"1b": "ok", "2b": "ok"}),
        ("1(b) [8, 18]\nPage 2\n(c) [15, 13]", {"1b": "ok", "1c": "ok"}),
        ("3(b)\nline 3", {"3b": "ok"}),
        ("3(b) 3\n4", {"3b": "wrong"}),
        ("# Exercise 1\nq = [8, 18]\n## 2 entries each\nk = [15, 13]", {"1b": "ok", "1c": "ok"}),
        ("2(b)\n[x] columns", {"2b": "ok"}),
        ("> 1(b) [8, 18]\n>\n> 1(c) [15, 13]", {"1b": "ok", "1c": "ok"}),
        ("2(b) rows\ncolumns", {"2b": "wrong"}),
        ("2(b) columns\nk = [0, 0]", {"2b": "ok"}),
    ],
)
def test_numbers_and_options_stand_where_they_were_meant(
    paper: str, verdicts: dict[str, str]
) -> None:
    found = verify(paper, sheet=SHEET)
    said = {"".join(place): verdict for place, verdict in parts(found).items()}
    assert {place: verdict for place, verdict in said.items() if verdict != "missing"} == verdicts


@pytest.mark.parametrize(
    ("work", "verdicts", "loose"),
    [
        ("q, k and v: 1 x 2", "afg", "ok"),
        ("q = [8, 18]; k = [15, 13]; v = [12, 22]", "bcd", "ok"),
        ("q = [8, 18]; k = [15, 13]; v = [12, 22]\nq, k and v: 1 x 2", "bcdefg", "ok"),
        ("The key is [15, 13]", "c", ""),
        ("query = [8, 18]", "b", ""),
        ("| q | [8, 18] |", "b", ""),
        ("[8, 18] = q", "b", ""),
        ("q[1] = 8\nq[2] = 18", "b", ""),
        ("k = x W_k = [15, 13]\nk.shape = (1, 2)", "cf", ""),
        ("k = [15, 13]\nW_k = [[3, 0], [0, 3], [0, 2]]", "c", "wrong"),
        ("k is computed with W_k", "", "not-checked"),
        ("k is easy.", "", "not-checked"),
    ],
)
def test_without_numbers_a_line_goes_where_its_result_is_asked_for(
    work: str, verdicts: str, loose: str
) -> None:
    sheet = generate("compute-projections", seed=3, level="easy")
    found = verify(work, sheet=sheet)
    right = {part.part for part in found.parts if part.verdict == "ok"}
    assert right == set(verdicts)
    assert {line.verdict for line in found.lines if not line.part} == ({loose} - {""})


TICKED = "- [x] the columns of $W_v$"


@pytest.mark.parametrize(
    ("other", "into"),
    [
        ("- [ ] the rows of $W_v$", "- [ ] ~~the rows of $W_v$~~"),
        ("- [ ] the rows of $W_v$", "- [ ] the rows of $W_v$ (no)"),
        ("- [ ] the rows of $W_v$", "- [ ] the rows of $W_v$ ✗"),
        ("- [ ] the rows of $W_v$", "- [] the rows of $W_v$"),
        ("- [ ] the rows of $W_v$", "* [ ] the rows of $W_v$"),
        (TICKED, f"{TICKED}\nbecause the rows of $W_v$ are used up"),
        (TICKED, f"The rows of W_v meet x.\n{TICKED}"),
        ("| $1$ | $3$ | $3$ | $2$ |  |", "| $1$ | $3$ | $3$ | $2$ | 1 x 2 |"),
        ("|---|---|---|---|---|", "| --- | --- | --- | --- | --- |"),
        ("## 2. Predict the shape (easy)", "## 2. Predict the shape"),
        ("## 2. Predict the shape (easy)", "## Exercise 2"),
        ("**(b)** Compute $q$, entry by entry.", "(b) my q"),
        ("**(b)** Compute $q$, entry by entry.", "- **(b)** Compute q"),
        (
            "**(b)** Compute $q$, entry by entry.",
            "**(b)** Compute $q$, entry by entry. $q$ = [8, 18]",
        ),
    ],
)
def test_what_is_changed_beside_an_answer_spoils_it_not(other: str, into: str) -> None:
    assert other in PAGES["md"]
    found = verify(PAGES["md"].replace(other, into))
    assert set(parts(found).values()) == {"ok", "not-checked"}
    assert found.first_wrong is None


def test_a_blank_sheet_whose_boxes_were_set_anew_is_blank() -> None:
    blank = str(render(SHEET, "md")).replace("- [ ] ", "* [ ] ")
    assert set(parts(verify(blank)).values()) == {"missing"}


FRAME = """\
# Quiz
Code: `{code}`

**1. Compute q, k and v.** One token is embedded as the row $x$.

(a) Before you compute: what shape will $q$, $k$ and $v$ each have? 1 x 2
(b) Compute $q$, entry by entry. $q$ = [8, 18]
(c) Compute $k$, entry by entry. $k$
[15, 13]

**2. Predict the shape.** A token.

(a) What is the shape of $v$?
1 x 2
(b) Which dimension of $W_v$ decides how many entries $v$ has? columns
"""


def test_in_a_frame_of_ones_own_answers_stand_behind_the_questions() -> None:
    found = verify(FRAME.format(code=SHEET.code))
    said = {"".join(place): verdict for place, verdict in parts(found).items()}
    assert {place for place, verdict in said.items() if verdict == "ok"} == {
        *("1a", "1b", "1c", "2a", "2b")
    }


@pytest.mark.parametrize(
    "paper",
    [
        "## Exercise 2\n(a) 1 x 2\n(b) columns",
        "## 2. Predict the shape\na) 1 x 2\nb) columns",
        "# 2\n(a) 1 x 2\n\n(b)\ncolumns",
        "2\n(a) 1 x 2\n(b) columns",
        "> ## 2. Predict the shape\n> (a) 1 x 2\n> (b) columns",
    ],
)
def test_headings_of_ones_own_say_which_exercise_is_answered(paper: str) -> None:
    found = verify(paper, sheet=SHEET)
    right = {"".join(place) for place, verdict in parts(found).items() if verdict == "ok"}
    assert right == {"2a", "2b"}
