"""The report on work as people read it: its words, its carets, its colours, and what is hidden."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import termios
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import qkvsym
from qkvsym import verify
from qkvsym.cli import main
from qkvsym.judging.verdicts import Diagnosis, FirstWrong, Line, Member, Verdict, Verification
from qkvsym.marking import Look, Marking
from qkvsym.renderer import built_in
from qkvsym.report import ASCII_SIGNS, SIGNS, Drawing, report, unpainted
from qkvsym.resources import templates_folder
from qkvsym.spec import askable
from tests.filling import Entry, filled, right_entries

COMMAND = [sys.executable, "-c", "from qkvsym.cli import main; main(prog_name='qkvsym')"]
GIVENS = """x = [1, 2, 3]
W_q = [[1, 0], [0, 1], [1, 1]]
W_k = [[0, 1], [1, 0], [0, 2]]
W_v = [[2, 0], [0, 2], [0, 0]]
"""
RIGHT = f"{GIVENS}q = x W_q = [4, 5]\nk = x W_k = [2, 7]\nv = x W_v = [2, 4]\nq: 1 x 2\n"
WRONG = f"{GIVENS}q = [4, 5]\nk = x W_q = [4, 5]\nv has length 3\n"
EVERY_MARK = f"""{GIVENS}First the query.
q_1 = 1*1 + 2*0 + 3*1 = 5
q_2 = 5
q = [5, 5]
k = [2, 7
"""
BLANK_SHEET = qkvsym.render(qkvsym.generate("match-matrix", "predict-shape"), "md")
IN_ASCII = {"✓": "+", "✗": "x", "→": ">", "?": "?", "·": ".", "–": "-", "!": "!"}
SAID_OF_A_SLIP = """\
        One entry is wrong (slip-in-entry)
        Each entry comes from a column of its own, so a slip in one sum shows in
        that entry and nowhere else. Work out that entry once more: write down
        its products one by one, then add.
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(text: str, *args: str, charset: str = "utf-8") -> bytes:
    """What the command prints of a work, in bytes."""
    result = CliRunner(charset=charset).invoke(main, ["verify", "-", *args], input=text.encode())
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.stderr == ""
    return result.stdout_bytes


def judged(text: str, verdict: Verdict, column: int | None, **more: Any) -> Verification:
    """A report that has one line."""
    first = FirstWrong(1) if verdict == "wrong" else None
    return Verification(first, (Line(1, text, verdict, column=column, **more),), ())


# Whole reports.

REPORTS: dict[str, tuple[str, str]] = {
    "all right": (
        RIGHT,
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✓    5  q = x W_q = [4, 5]
✓    6  k = x W_k = [2, 7]
✓    7  v = x W_v = [2, 4]
✓    8  q: 1 x 2

Everything is there, and all of it is right.
""",
    ),
    "every mark": (
        EVERY_MARK,
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
·    5  First the query.
✗    6  q_1 = 1*1 + 2*0 + 3*1 = 5
                                ^
        expected 4, got 5
        One entry is wrong (slip-in-entry)
        Each entry comes from a column of its own, so a slip in one sum shows in
        that entry and nowhere else. Work out that entry once more: write down
        its products one by one, then add.
✓    7  q_2 = 5
→    8  q = [5, 5]
?    9  k = [2, 7
            ^
        [ is never closed

Missing: the value of k, the value of v, the shape of a result
1 wrong line, the first is line 6; 1 right; 1 follows from it; 1 not understood.
""",
    ),
    "the explanation only under the first wrong line": (
        f"{GIVENS}q = [4, 5]\nk = x W_q = [4, 5]\nk: 1 x 2\nv = [4, 5]\nv has length 3\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✓    5  q = [4, 5]
✗    6  k = x W_q = [4, 5]
            ^
        expected [2, 7], got [4, 5]
        One matrix for all three (one-matrix-for-all)
        Query, key and value are three views of one token. Each has a matrix of
        its own, so a product with W_q can only be the query. Write k = x W_k
        before any numbers. At the end, each of W_q, W_k and W_v has been used
        exactly once.
✓    7  k: 1 x 2
✗    8  v = [4, 5]
            ^
        expected [2, 4], got [4, 5]
        One matrix for all three (one-matrix-for-all)
✗    9  v has length 3
                     ^
        expected 2, got 3
        Length read off the rows (length-from-rows)

3 wrong lines, the first is line 6; 2 right.
""",
    ),
    "not understood": (
        f"{GIVENS}q = [4, 5]\nk = x Z = [2, 7]\nv = x W_v = [2, 4\nq: 1 x 2\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✓    5  q = [4, 5]
?    6  k = x Z = [2, 7]
              ^
        'Z' is no name of this exercise
?    7  v = x W_v = [2, 4
                    ^
        [ is never closed
✓    8  q: 1 x 2

Missing: the value of k, the value of v
2 lines right, nothing wrong so far; 2 not understood.
""",
    ),
    "things missing": (
        f"{GIVENS}k = [2, 7]\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✓    5  k = [2, 7]

Missing: the value of q, the value of v, the shape of a result
1 line right, nothing wrong so far.
""",
    ),
    "an empty file": (
        "",
        """\
Missing: a line that says what q, k or v is
There is nothing here to check: no line says what q, k or v is.
""",
    ),
    "blank lines": (
        "\n  \n\t\n\n",
        """\
Missing: a line that says what q, k or v is
There is nothing here to check: no line says what q, k or v is.
""",
    ),
    "prose only": (
        "I thought about it.\n\nNothing came of it.\n",
        """\
·    1  I thought about it.
·    3  Nothing came of it.

Missing: a line that says what q, k or v is
There is nothing here to check: no line says what q, k or v is.
""",
    ),
    "several mistakes that fit": (
        f"{GIVENS}q = [1, 2, 3]\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✗    5  q = [1, 2, 3]
            ^
        expected [4, 5], got [1, 2, 3]
        One of these mistakes fits:
        Rows dotted instead of columns (rows-dotted)
          In x W_q each entry of the token meets one row of W_q, so that a whole
          column makes one entry of the result. Lay the token down beside a
          column, and multiply what stands side by side.
        The token written down again (token-copied)
          The token is what goes in. Without W_q a token would be its own query,
          key and value, all three the same. For each entry of q take one column
          of W_q, multiply it entry by entry with x, and add.

Missing: the value of k, the value of v, the shape of a result
1 wrong line, the first is line 5.
""",
    ),
    "no mistake that fits": (
        f"{GIVENS}q = [7, 9]\nk = [2, 7]\nv = [9, 8]\nq: 1 x 2\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✗    5  q = [7, 9]
            ^
        expected [4, 5], got [7, 9]
        (no known mistake explains this; look for a slip)
✓    6  k = [2, 7]
✗    7  v = [9, 8]
            ^
        expected [2, 4], got [9, 8]
        (no known mistake explains this; look for a slip)
✓    8  q: 1 x 2

2 wrong lines, the first is line 5; 2 right.
""",
    ),
    "what had to be guessed": (
        f"{GIVENS}q = [4, 5]\nk = [2, 7] and so on\nv = [2, 4]\nv: 1 x 2\n",
        """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✓    5  q = [4, 5]
✓    6  k = [2, 7] and so on
        (the words behind the claim are not checked)
✓    7  v = [2, 4]
✓    8  v: 1 x 2

Everything is there, and all of it is right.
""",
    ),
}


@pytest.mark.parametrize(("text", "expected"), REPORTS.values(), ids=REPORTS)
def test_the_report_on_a_work_is_this_one(text: str, expected: str) -> None:
    assert report(verify(text)) == expected
    assert printed(text).decode() == expected


def test_the_report_on_work_without_givens_says_what_is_missing_and_ends_there() -> None:
    rows = report(verify("q: 1 x 2\nx = [1, 2, 3]\nq = [4, 5]\n")).splitlines()
    assert rows[:7] == [
        "·    1  q: 1 x 2",
        "        (q cannot be checked: W_q or the token is not given)",
        "·    2  x = [1, 2, 3]",
        "·    3  q = [4, 5]",
        "        (q cannot be checked: W_q or the token is not given)",
        "",
        "Missing: the token and a weight matrix",
    ]
    # A sentence of nothing says nothing.
    assert "." not in rows[7:]


def test_with_hints_only_a_report_says_where_and_which_and_nothing_else() -> None:
    expected = """\
·    1  x = [1, 2, 3]
·    2  W_q = [[1, 0], [0, 1], [1, 1]]
·    3  W_k = [[0, 1], [1, 0], [0, 2]]
·    4  W_v = [[2, 0], [0, 2], [0, 0]]
✗    5  q = [1, 2, 3]
            ^
        got [1, 2, 3]
        One of these mistakes fits:
        Rows dotted instead of columns (rows-dotted)
        The token written down again (token-copied)
✗    6  k = [9, 9]
            ^
        got [9, 9]
        (no known mistake explains this; look for a slip)
?    7  v = [2, 4
            ^
        [ is never closed

Missing: the value of v, the shape of a result
2 wrong lines, the first is line 5; 1 not understood.
"""
    text = f"{GIVENS}q = [1, 2, 3]\nk = [9, 9]\nv = [2, 4\n"
    assert report(verify(text).hints_only()) == expected
    assert printed(text, "--hints-only").decode() == expected


SHEET = qkvsym.generate("compute-projections", "find-mistake", "predict-shape", seed=3)


def on_the_sheet(entries: dict[tuple[str, str], Entry], *, blank: list[tuple[str, str]]) -> str:
    """The sheet filled in right, but for some parts."""
    right = right_entries(json.loads(qkvsym.render(SHEET, "json")))
    made = {place: entry for place, entry in {**right, **entries}.items() if place not in blank}
    return filled(qkvsym.render(SHEET), made)


def test_the_report_on_a_worksheet_names_its_parts() -> None:
    text = on_the_sheet(
        {
            ("1", "b"): Entry("[8, 19]", work=("q_1 = 5*1 + 4*0 + 1*3 = 8",)),
            ("3", "b"): Entry(ticks=(2,)),
        },
        blank=[("1", "g"), ("2", "a"), ("3", "a")],
    )
    assert report(verify(text)) == (
        """\
Worksheet 4JJ8H34Z

✓   27  1 (a) **Answer:** 1 x 2
✓   32  1 (b) q_1 = 5*1 + 4*0 + 1*3 = 8
✗   35  1 (b) **Answer:** $q$ = [8, 19]
                                ^
        expected [8, 18], got [8, 19]
"""
        + SAID_OF_A_SLIP
        + """\
✓   46  1 (c) **Answer:** $k$ = [15, 13]
✓   57  1 (d) **Answer:** $v$ = [12, 22]
✓   61  1 (e) **Answer:** 1 x 2
✓   65  1 (f) **Answer:** 1 x 2
✓   99  2 (b) **Answer:** 3
·  109  2 (c) **Answer:** Query, key and value are three views of one token. ...
✓  122  2 (d) **Answer:** [6, 33, 22, 30]
✗  140  3 (b) - [x] the rows of $W_v$
              ^
        expected the columns of W_v, got the rows of W_v

Missing: 1 (g), 2 (a), 3 (a)
7 of 13 parts right; 2 wrong lines, the first is line 35; 1 part is in words,
for a person to read.
"""
    )


def test_the_report_on_a_worksheet_that_is_right_says_what_is_left_to_a_person() -> None:
    whole = report(verify(on_the_sheet({}, blank=[])))
    assert whole.splitlines()[0] == "Worksheet 4JJ8H34Z"
    assert whole.splitlines()[-3:] == [
        "",
        "Everything is there, and all that can be checked is right; 1 part is in words,",
        "for a person to read.",
    ]


def test_the_report_on_a_blank_worksheet_names_every_part() -> None:
    assert report(verify(qkvsym.render(SHEET))) == (
        "Worksheet 4JJ8H34Z\n\n"
        "Missing: 1 (a, b, c, d, e, f, g), 2 (a, b, c, d), 3 (a, b)\n"
        "No part is answered.\n"
    )


# The words are the templates'.


@pytest.fixture
def shouting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The templates, but all that `report.j2` says is in capitals."""
    shutil.copytree(templates_folder(), tmp_path / "templates")
    file = tmp_path / "templates/report.j2"
    parts = re.split(r"(<%.*?%>|<<.*?>>|<#.*?#>)", file.read_text(), flags=re.DOTALL)
    for n, part in enumerate(parts):
        if part.startswith("<<"):
            parts[n] = re.sub(r'"[^"]*"', lambda found: found[0].upper(), part)
        elif not part.startswith("<"):
            parts[n] = part.upper()
    file.write_text("".join(parts))
    monkeypatch.setattr("qkvsym.environments.templates_folder", lambda: tmp_path / "templates")
    built_in.cache_clear()
    yield
    built_in.cache_clear()


SHOUTED = [
    *(text for text, _ in REPORTS.values()),
    on_the_sheet({("1", "b"): Entry("[8, 19]")}, blank=[("1", "g")]),
    on_the_sheet({}, blank=[]),
    qkvsym.render(SHEET),
]
SAID = [report(verify(text)) for text in SHOUTED]


@pytest.mark.usefixtures("shouting")
def test_every_word_of_a_report_is_one_of_its_template_of_the_mistake_or_of_the_work() -> None:
    for text, before in zip(SHOUTED, SAID, strict=True):
        found = verify(text)
        own = {"", f"Worksheet {found.code}"}
        for line in found.lines:
            own |= {line.reason, *(f"({note})" for note in line.notes)}
            own |= {f"{one.title} ({one.id})" for one in line.mistakes}
        messages = " ".join(one.message for line in found.lines for one in line.mistakes)
        after = report(found)
        assert after.lower() == before.lower()
        changed = 0
        for old, new in zip(before.splitlines(), after.splitlines(), strict=True):
            if old != new:
                assert re.search(r"[a-z]{2}", new) is None, new
                changed += 1
                continue
            of_the_work = re.match(r"[✓✗→?·] +\d+  ", old) or old.strip() == "^"
            assert of_the_work or old.strip() in own or old.strip() in messages, old
        assert changed >= 1


@pytest.mark.parametrize("mistake", askable())
def test_a_mistake_is_explained_in_the_words_of_the_answer_key(mistake: str) -> None:
    sheet = qkvsym.generate("find-mistake", mistakes=[mistake], seed=3)
    (exercise,) = json.loads(qkvsym.render(sheet, "json"))["exercises"]
    parts = {part["id"]: part for part in exercise["parts"]}
    (value,) = (w["value"] for w in parts["right"]["wrong"] if w["mistake"] == mistake)
    key = re.sub(r"\$", "", qkvsym.render(sheet, page="key")).replace(r"\times", "x")
    found = re.search(r"Why it fails: (.*)\n- Do this instead: (.*)\n", key)
    assert found is not None
    wrong_line = exercise["facts"]["lines"][parts["line"]["answer"]["value"] - 1]
    role = re.search(r"\b([qkv])\b", f"{parts['right']['ask']} {wrong_line}")
    assert role is not None
    claim = f"{role[1]} = {value}"
    if parts["right"]["answer"]["type"] == "shape":
        claim = f"{role[1]}: {value[0]} x {value[1]}"
    made = verify(claim, givens=exercise["givens"])
    (line,) = made.lines
    (title,) = (
        option["text"]
        for option in parts["mistake"]["answer"]["options"]
        if option["id"] == mistake
    )
    assert (mistake, title, f"{found[1]} {found[2]}") in [
        (one.id, one.title, one.message) for one in line.mistakes
    ]
    said = " ".join(report(made).split())
    assert f"{title} ({mistake}) {found[1]} {found[2]}" in said


# Carets.

WIDE = "中文字，🙂"
UNSEEN = "\u0301\u0323"
OBEYED = "\x00\x07\x1b\x7f\x9b\u200b\u202e\u2066\ufeff"


def width(char: str) -> int:
    return 2 if char in WIDE else 0 if char in UNSEEN else 1


def in_cells(text: str) -> str:
    """A text with one character for each column that it takes; the second of two is \\0."""
    return "".join(char + "\0" if char in WIDE else "" if char in UNSEEN else char for char in text)


def spelled(text: str) -> str:
    return "".join(" " if c == "\t" else f"<U+{ord(c):04X}>" if c in OBEYED else c for c in text)


def caret_of(rows: list[str]) -> tuple[str, int]:
    """The row above the caret, and the column of the caret."""
    (n,) = (n for n, row in enumerate(rows) if row.strip() == "^")
    return rows[n - 1], len(rows[n]) - 1


@pytest.mark.parametrize(
    "text",
    [
        "k = x W_q = [4, 5]",
        "\tk\t=\t\t[4, 5]",
        "中文 k = 字 [4，6] 🙂 5",
        "e\u0301 k = e\u0323\u0301 [4, 5]",
        "a\x00b\x07c\x1b[31md\x7fe",
        "a\x9bf\u200bg\u202eh\u2066i\ufeffj",
        "中\t\u202ee\u0301\x1b🙂 = 9",
    ],
)
@pytest.mark.parametrize("verdict", ["wrong", "not-understood"])
def test_the_caret_is_exactly_under_the_place(text: str, verdict: Verdict) -> None:
    for at, char in enumerate(text):
        if char in UNSEEN:
            continue
        row, column = caret_of(report(judged(text, verdict, at + 1)).splitlines())
        # Space at the beginning is left out; a place in it is that of what follows.
        margin = len(text) - len(text.lstrip())
        place = max(at, margin)
        assert row[1:] == f"    1  {spelled(text[margin:])}"
        assert in_cells(row)[column] == spelled(text[place])[0]
        assert in_cells(row)[8:column] == in_cells(spelled(text[margin:place]))


LONG = {
    "numbers": " + ".join(map(str, range(10, 410))),
    "wide": " ".join(f"{n}中{n}" for n in range(10, 260)),
    "marked": " ".join(f"{n}e\u0301{n}" for n in range(10, 260)),
    "obeyed": " ".join(f"{n}\x1b" for n in range(10, 400)),
    "spaces": " " * 900 + "x" + " " * 900 + "y",
    "tabs": "\t" * 900 + "x" + "\t" * 900 + "y",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("columns", [20, 40, 60, 80, 100])
def test_a_long_line_is_cut_around_the_place_to_what_fits(text: str, columns: int) -> None:
    # Space at the beginning is left out; a place in it is that of what follows.
    margin = len(text) - len(text.lstrip())
    shown = in_cells(spelled(text[margin:]))
    look = Drawing(SIGNS, unpainted, columns)
    half = min((columns - 8) // 2, 40)
    for at in [*range(0, len(text), 131), len(text) - 1]:
        if text[at] in UNSEEN:
            continue
        rows = report(judged(text, "wrong", at + 1), look).splitlines()
        row, column = caret_of(rows)
        cells = in_cells(row)
        assert len(cells) <= columns
        # Something is seen on both sides of the place, up to the ends of the line.
        window = cells.removeprefix("✗    1  ").removesuffix("...")
        left = column - 8
        window, left = (window[3:], left - 3) if window.startswith("...") else (window, left)
        place = len(in_cells(spelled(text[margin : max(at, margin)])))
        assert shown[place - left : place - left + len(window)] == window
        # On both sides three columns are taken by dots, and half of a wide character may be.
        assert left >= min(place, half - 4)
        assert len(window) - left >= min(len(shown) - place, columns - 8 - half - 4)


def test_a_line_that_fits_is_not_cut_and_one_that_is_a_column_longer_is() -> None:
    for columns in (60, 80, 100):
        look = Drawing(SIGNS, unpainted, columns)
        for verdict in ("not-checked", "wrong"):
            place = None if verdict == "not-checked" else 1
            room = columns - len("·    1  ")
            fits, longer = "a" * room, "a" * (room + 1)
            assert report(judged(fits, verdict, place), look).splitlines()[0][8:] == fits
            cut = report(judged(longer, verdict, place), look).splitlines()[0][8:]
            assert cut == "a" * (room - 3) + "..."


ROWS = "k = \\begin{bmatrix}\n 2 & 7 \\\\\n 9 & ! \\\\\n 3 & 4\n\\end{bmatrix}\n"


def test_a_matrix_over_several_lines_is_shown_whole_with_the_caret_in_it() -> None:
    assert report(verify(ROWS, givens="lesson")).splitlines()[:7] == [
        "?    1  k = \\begin{bmatrix}",
        "         2 & 7 \\\\",
        "         9 & ! \\\\",
        "             ^",
        "         3 & 4",
        "        \\end{bmatrix}",
        "        factorials are not part of this notation",
    ]


def test_a_matrix_that_is_indented_has_the_caret_below_its_row_too() -> None:
    text = "  k = [\n   2, 7,\n    9, ! ]"
    for char in "279!":
        rows = report(judged(text, "not-understood", text.index(char) + 1)).splitlines()
        row, column = caret_of(rows)
        assert row[column] == char


@pytest.mark.parametrize("verdict", ["ok", "follows", "not-checked"])
def test_a_matrix_over_several_lines_without_a_caret_is_shown_row_below_row(
    verdict: Verdict,
) -> None:
    rows = report(judged("k = [\n 2,\n\t7\n]", verdict, None)).splitlines()[:4]
    assert rows == [f"{SIGNS[verdict]}    1  k = [", "         2,", "         7", "        ]"]


@pytest.mark.parametrize(
    ("number", "exercise", "part"), [(1, "2", "b"), (1234, "10", "c"), (99999, "", "")]
)
def test_rows_below_a_line_begin_where_its_text_begins(
    number: int, exercise: str, part: str
) -> None:
    line = Line(
        number, "k = [\n2,\n! ]", "not-understood", reason="why", column=10,
        exercise=exercise, part=part,
    )  # fmt: skip
    rows = report(Verification(None, (line,), ())).splitlines()
    start = rows[0].index("k = [")
    assert rows[1:4] == [" " * start + "2,", " " * start + "! ]", " " * start + "^"]


# Encodings.


@pytest.mark.parametrize("charset", ["ascii", "latin-1", "cp437", "cp1252", "koi8-r"])
@pytest.mark.parametrize("text", [RIGHT, WRONG, EVERY_MARK, BLANK_SHEET])
def test_where_the_signs_are_lacking_there_are_signs_in_ascii(charset: str, text: str) -> None:
    expected = report(verify(text)).translate(
        {ord(sign): other for sign, other in IN_ASCII.items()}
    )
    assert expected.isascii()
    assert printed(text, charset=charset) == expected.encode(charset)
    assert printed(text) == report(verify(text)).encode()


def test_every_verdict_has_a_sign_of_its_own_in_both_sets() -> None:
    assert {SIGNS[verdict]: ASCII_SIGNS[verdict] for verdict in SIGNS} == IN_ASCII
    assert len(set(ASCII_SIGNS.values())) == len(SIGNS)


@pytest.mark.parametrize(
    ("charset", "shown"),
    [
        ("ascii", "Gr\\xf6\\xdfe \\u4e2d, one two"),
        ("latin-1", "Größe \\u4e2d, one two"),
        ("cp437", "Größe \\u4e2d, one two"),
        ("utf-8", "Größe 中, one two"),
    ],
)
def test_what_the_encoding_lacks_is_spelled(charset: str, shown: str) -> None:
    made = printed("Größe 中, one two\n", charset=charset).decode(charset)
    assert made.splitlines()[0][1:] == f"    1  {shown}"


@pytest.mark.parametrize("charset", ["ascii", "latin-1", "cp437", "utf-8"])
@pytest.mark.parametrize(
    "line", ["k = x·W_k = [4, 5]", "k = x W_k = (2·1−0) [4, 5]", "k = x ⋅ W_k = [4, 5]", "k₁ = 5"]
)
def test_the_caret_is_under_the_place_where_signs_are_spelled_too(charset: str, line: str) -> None:
    at = verify(GIVENS + line).lines[-1].column
    assert at is not None
    rows = printed(GIVENS + line, charset=charset).decode(charset).splitlines()
    row, column = caret_of(rows)
    assert row[column:].endswith(line[at - 1 :].encode(charset, "backslashreplace").decode(charset))
    assert row[column] == line[at - 1]


# Terminals.


def on_a_terminal(*args: str, columns: int = 80, environment: dict[str, str] | None = None) -> str:
    """What a terminal of so many columns is sent."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, columns))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "TERM")
    }
    process = subprocess.Popen(
        [*COMMAND, "verify", *args],
        env={**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **(environment or {})},
        stdout=theirs,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    os.close(ours)
    _, said = process.communicate()
    assert said == b""
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        # This is how the end of a terminal shows.
        return b""


def test_a_terminal_shows_marks_and_titles_in_colours_and_nothing_else() -> None:
    Path("a.txt").write_text(EVERY_MARK)
    ok, wrong = "\x1b[32m✓\x1b[0m", "\x1b[31m\x1b[1m✗\x1b[0m"
    follows, unclear = "\x1b[33m→\x1b[0m", "\x1b[35m\x1b[1m?\x1b[0m"
    unchecked = "\x1b[2m·\x1b[0m"
    title = "One entry is wrong (slip-in-entry)"
    expected = (
        REPORTS["every mark"][1]
        .replace("✓", ok)
        .replace("✗", wrong)
        .replace("→", follows)
        .replace("?", unclear)
        .replace("·", unchecked)
        .replace(title, f"\x1b[1m{title}\x1b[0m")
    )
    assert on_a_terminal("a.txt") == expected


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "xterm-256color"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
    ],
    ids=str,
)
def test_a_terminal_shows_the_same_text_and_no_colours_where_they_are_not_wanted(
    environment: dict[str, str], coloured: bool
) -> None:
    Path("a.txt").write_text(EVERY_MARK)
    Path("b.txt").write_text(RIGHT)
    shown = on_a_terminal("a.txt", "b.txt", environment=environment)
    plain = CliRunner().invoke(main, ["verify", "a.txt", "b.txt"]).stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == plain
    assert ("\x1b" in shown) == coloured


@pytest.mark.parametrize("environment", [{}, {"FORCE_COLOR": "1"}, {"COLUMNS": "40"}], ids=str)
def test_a_file_gets_no_colours_and_the_same_text_whatever_the_terminal(
    environment: dict[str, str],
) -> None:
    Path("a.txt").write_text(EVERY_MARK)
    made = subprocess.run(
        [*COMMAND, "verify", "a.txt"],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (1, b"")
    assert made.stdout.decode() == REPORTS["every mark"][1]


def test_json_has_no_colours_on_a_terminal() -> None:
    Path("a.txt").write_text(WRONG)
    shown = on_a_terminal("a.txt", "--format", "json")
    assert shown == CliRunner().invoke(main, ["verify", "a.txt", "--format", "json"]).stdout


MUCH = f"""{GIVENS}This is a line of prose{" that is longer than any terminal is wide" * 3}
q = x W_q = [1*1 + 2*0 + 3*1, 1*0 + 2*1 + 3*1] = [1*1 + 2*0 + 3*1, 1*0 + 2*1 + 3*1] = [4, 5, 6]
k = x W_q = [4, 5] = [0*1 + 4, 0*2 + 5] = [0*1 + 4, 0*2 + 5] = [0*1 + 4, 0*2 + 5] = [0 + 4, 5] !
v = [1/3 + 1/3, 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18]
k = [2, 7] and some more words
"""


@cache
def much(columns: int) -> str:
    """What a terminal of so many columns is sent of a report that has much to say."""
    Path("a.txt").write_text(MUCH)
    return on_a_terminal("a.txt", columns=columns, environment={"NO_COLOR": "1"})


WIDTHS = [20, 25, 40, 50, 80, 99]
PROSE = re.compile(r"        (?![\[ ^]|expected|got)\S")


@pytest.mark.parametrize("columns", WIDTHS)
def test_prose_is_wrapped_to_what_the_terminal_has(columns: int) -> None:
    rows = much(columns).splitlines()
    assert len(rows) > 18
    prose = [row for row in rows if PROSE.match(row) or row[:1].isalnum()]
    assert [row for row in prose if len(row) > columns] == []


@pytest.mark.parametrize("columns", WIDTHS)
def test_no_row_of_a_report_is_wider_than_the_terminal(columns: int) -> None:
    rows = much(columns).splitlines()
    assert [row for row in rows if len(row) > columns] == []
    # Where a terminal turns to the next row by itself, the caret would be elsewhere.
    assert sum(row.strip() == "^" for row in rows) >= 3


def test_a_wide_terminal_is_used_up_to_a_hundred_columns() -> None:
    made = {columns: much(columns) for columns in (80, 100, 101, 200)}
    assert made[100] == made[101] == made[200] != made[80]
    assert 95 <= max(map(len, made[200].splitlines())) <= 100


# What must not reach a terminal.

HOSTILE = {
    "\x1b[31m": "<U+001B>[31m",
    "\x1b]0;title\x07": "<U+001B>]0;title<U+0007>",
    "\x9b31m": "<U+009B>31m",
    "\x85": "<U+0085>",
    "\x07": "<U+0007>",
    "\x08\x08": "<U+0008><U+0008>",
    "\x0b": "<U+000B>",
    "\x0c": "<U+000C>",
    "\x7f": "<U+007F>",
    "\u200b": "<U+200B>",
    "\u200d": "<U+200D>",
    "\u200f": "<U+200F>",
    "\u202e": "<U+202E>",
    "\u2066": "<U+2066>",
    "\u2028": "<U+2028>",
    "\u2029": "<U+2029>",
    "\ufeff": "<U+FEFF>",
    "\U000e0041": "<U+E0041>",
    "\ue000": "<U+E000>",
    chr(0xDC80): "<U+DC80>",
    chr(0xD800): "<U+D800>",
}


def is_plain(text: str) -> bool:
    """Whether a terminal prints a text as it is, from left to right."""
    return not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
        "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e0fff]",
        text,
    )


@pytest.mark.parametrize(("raw", "shown"), HOSTILE.items(), ids=HOSTILE.values())
def test_a_line_reaches_no_terminal_raw(raw: str, shown: str) -> None:
    (row, *_) = report(judged(f"a{raw}b", "not-checked", None)).splitlines()
    assert row == f"·    1  a{shown}b"
    for work in ("q{} = [4, 6]", "q = [4, {}6]", "Some words {} here.", "q_{}", "q{}"):
        for text in (GIVENS + work.replace("{}", raw), work.replace("{}", raw)):
            for found in (verify(text), verify(text).hints_only()):
                assert is_plain(report(found)), work
                assert shown in report(found)


def test_a_carriage_return_begins_a_new_line_and_takes_no_other_away() -> None:
    assert report(verify(f"{GIVENS}q = [4, 6]\rq = [4, 5]")).splitlines()[4] == "✗    5  q = [4, 6]"
    assert is_plain(report(judged("q = [4, 6]\rq = [4, 5]", "wrong", 5)))


def test_no_value_reaches_a_terminal_raw() -> None:
    for raw, shown in HOSTILE.items():
        member = Member(1, False, None, f"got {raw}", f"exp {raw}")
        wrong = report(judged("q", "wrong", 1, members=(member,)))
        if len(f"expected exp {shown}, got got {shown}") <= 72:
            assert f"        expected exp {shown}, got got {shown}\n" in wrong
        else:
            assert f"        expected exp {shown}\n        got      got {shown}\n" in wrong
        assert is_plain(wrong)


def test_no_reason_and_no_note_reaches_a_terminal_raw() -> None:
    for raw, shown in HOSTILE.items():
        made = report(judged("q", "not-understood", 1, reason=f"why {raw}", notes=(f"so {raw}",)))
        assert f"        why {shown}\n        (so {shown})\n" in made
        assert is_plain(made)


@pytest.mark.parametrize(("raw", "shown"), HOSTILE.items(), ids=HOSTILE.values())
def test_no_name_of_a_file_reaches_a_terminal_raw(raw: str, shown: str) -> None:
    look = Look(Drawing(SIGNS))
    name = f"a{raw}b.txt"
    for one in (
        Marking(name, verify(RIGHT)),
        Marking(name, refused=f"the work {raw} cannot be read"),
    ):
        text, table = one.as_text(look, 2), look.table([one])
        assert text.splitlines()[0] == f"== a{shown}b.txt =="
        assert f" a{shown}b.txt " in table
        assert is_plain(text + table)
        assert look.encoded(text + table).decode() == text + table


# The table of several.


def marked(name: str, text: str) -> Marking:
    return Marking(name, verify(text))


def test_the_table_says_of_every_work_what_came_of_it() -> None:
    unclear = RIGHT + "k = [2, 7\n"
    made = Look(Drawing(SIGNS)).table(
        [
            marked("right.txt", RIGHT),
            marked("wrong.txt", WRONG),
            marked("several.txt", f"{GIVENS}q = [1, 2, 3]"),
            marked("slip.txt", f"{GIVENS}q = [7, 9]"),
            marked("missing.txt", f"{GIVENS}q = [4, 5]"),
            marked("one missing.txt", RIGHT.replace("q: 1 x 2", "")),
            marked("unclear.txt", unclear),
            marked("both.txt", f"{GIVENS}q = [4, 5]\nq: 1 x 2\nk = [2, 7\n"),
            marked("empty.txt", ""),
            Marking("unread.txt", refused="the work 'unread.txt' cannot be read"),
            marked("sheet.md", on_the_sheet({("1", "b"): Entry("[8, 19]")}, blank=[])),
            marked("partly.md", on_the_sheet({}, blank=[("1", "g")])),
            marked("filled.md", on_the_sheet({}, blank=[])),
            marked("-", RIGHT),
        ]
    )
    assert (
        made
        == """\
✓ right.txt        all right
✗ wrong.txt        line 6: one-matrix-for-all, wrong-matrix; 1 missing
✗ several.txt      line 5: rows-dotted, token-copied; 3 missing
✗ slip.txt         line 5: no known mistake; 3 missing
– missing.txt      3 missing
– one missing.txt  1 missing
– unclear.txt      1 not understood
– both.txt         1 not understood; 2 missing
– empty.txt        1 missing
! unread.txt       cannot be read
✗ sheet.md         11 of 13 parts right; line 38: slip-in-entry
– partly.md        11 of 13 parts right
✓ filled.md        12 of 13 parts right
✓ -                all right
"""
    )


def test_the_table_of_works_is_aligned_where_names_are_wide_or_marked() -> None:
    names = ["a.txt", "短い名前.txt", "e\u0301\u0323.txt", "\x1b.txt", "a\tb.txt", "Größe.md"]
    made = Look(Drawing(SIGNS)).table([marked(name, RIGHT) for name in names])
    assert made == (
        "✓ a.txt         all right\n"
        "✓ 短い名前.txt  all right\n"
        "✓ e\u0301\u0323.txt         all right\n"
        "✓ <U+001B>.txt  all right\n"
        "✓ a b.txt       all right\n"
        "✓ Größe.md      all right\n"
    )


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("\u0e17\u0e35\u0e48.txt", 5),  # a Thai letter with a vowel and a tone above it
        ("\u1112\u1161\u11ab.txt", 6),  # a Korean syllable as macOS spells it in names
        ("\ud55c.txt", 6),  # the same syllable in one character
        ("\u0939\u093f\u0928\u094d.txt", 7),  # two Hindi letters, one with a vowel beside it
    ],
    ids=["thai", "jamo", "hangul", "hindi"],
)
def test_the_table_counts_the_columns_that_a_terminal_gives_to_a_name(
    name: str, columns: int
) -> None:
    made = Look(Drawing(SIGNS)).table([marked(name, RIGHT), marked("twelve-c.txt", RIGHT)])
    assert made == (f"✓ {name}{' ' * (12 - columns)}  all right\n✓ twelve-c.txt  all right\n")


@pytest.mark.parametrize("charset", ["ascii", "latin-1"])
def test_the_table_is_aligned_where_names_are_spelled(charset: str) -> None:
    Path("中.txt").write_text(RIGHT)
    Path("a.txt").write_text(RIGHT)
    result = CliRunner(charset=charset).invoke(main, ["verify", "中.txt", "a.txt"])
    assert result.stdout_bytes.decode(charset).splitlines()[-2:] == [
        "+ \\u4e2d.txt  all right",
        "+ a.txt       all right",
    ]


def test_the_table_is_in_the_colours_of_the_marks() -> None:
    Path("a.txt").write_text(RIGHT)
    Path("b.txt").write_text(WRONG)
    Path("c.txt").write_text("")
    rows = on_a_terminal("a.txt", "b.txt", "nope.txt", "c.txt").splitlines()
    assert rows[0] == "\x1b[1m== a.txt ==\x1b[0m"
    assert rows[-4:] == [
        "\x1b[32m✓\x1b[0m a.txt     all right",
        "\x1b[31m\x1b[1m✗\x1b[0m b.txt     line 6: one-matrix-for-all, wrong-matrix; 1 missing",
        "\x1b[31m\x1b[1m!\x1b[0m nope.txt  cannot be read",
        "\x1b[33m–\x1b[0m c.txt     1 missing",
    ]


def test_a_diagnosis_whose_explanation_is_empty_leaves_no_empty_row() -> None:
    found = Diagnosis("slip-in-entry", "only", "q", "One entry is wrong", "")
    member = Member(5, False, None, "[4, 6]", None)
    made = judged("q = [4, 6]", "wrong", 5, members=(member,), mistakes=(found,))
    assert report(made) == (
        "✗    1  q = [4, 6]\n"
        "            ^\n"
        "        got [4, 6]\n"
        "        One entry is wrong (slip-in-entry)\n"
        "\n"
        "1 wrong line, the first is line 1.\n"
    )
