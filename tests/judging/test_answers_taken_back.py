"""Short answers that something beside them denies, changes or adds to, and those that stay."""

import json
from collections.abc import Sequence

import pytest

from qkvsym import render, reproduce
from qkvsym.judging.options import Options
from qkvsym.judging.verification import NOT_HERE, verify
from tests.filling import filled, right_entries

# v = [-7, 28], of which entry 2 is new; line 2 is wrong; W_k made A, W_q made B; columns.
MOVED, WRONG_LINE, MATCHED, SIDE, CHECK, ALL = (
    "VUUSY4",
    "WXXTYQ",
    "CTASYD",
    "TQBVG6",
    "DWDTYZ",
    "X6E6D",
)

NOT_OK: Sequence[tuple[str, str, Sequence[str]]] = (
    (MOVED, "b", (r"\neq 2", "entry neq 2", "!2", "!(2)", "2!=2", r"2 \neq 2", "2 ×", "2 x")),
    (MOVED, "b", ("not 1 and 2", "It is not 1 and 2", "not 1, 2", "2 and each entry of v")),
    (
        MOVED,
        "b",
        ("2\nThe first changed.", "2, the first changed", "the first differs; the second"),
    ),
    (
        MOVED,
        "b",
        ("2\nEntry 1 is right", "2 - 1 is right", "2\nThe others are right", "1 ok\n2 ok"),
    ),
    (
        MOVED,
        "b",
        ("2 # no wait, 3", "2 % no, 3", "2 // not 2 but 1", "2\t# 1", "Line 3: 2", "3. 2"),
    ),
    (
        MOVED,
        "b",
        ("row 2", "x_2 changed", "k_2 changed", "v has length 2", "the count is 2", "2 rows"),
    ),
    (MOVED, "b", ("the number of entries is 2", "2 entries changed: 2", "2 x 2", "2 per row")),
    (MOVED, "b", ("It is not\n2", "anything but\n2", "Every entry except\n2", "Not\n2")),
    (MOVED, "b", ("2\nboth: v = [-7, 28]", "2\nnot 2: v_2 = 28", "2\nno: 3 = 3")),
    (MOVED, "b", ("2\nscrap that, v = [-7,28]", "2\nv_1 = -7, so 1 changed too", "2\nundefined")),
    (MATCHED, "a", (r"A \neq W_k", "!W_k", "A =! W_k", "A = !W_k", "-W_k", "W_k'", "W_k^{-1}")),
    (
        MATCHED,
        "a",
        ("W_k, instead W_q", "W_k\ninstead W_q", "W_k ×", "W_k x", "W_k and each matrix"),
    ),
    (
        MATCHED,
        "a",
        ("not only W_q, W_k", "not just W_q, W_k", "W_k\nnot only W_q", "not W_q and W_k"),
    ),
    (MATCHED, "a", ("2, 3", "2 (1)", "option 2, option 1", "W_k, 1", "1, W_k", "Option 1: W_k")),
    (MATCHED, "a", ("It cannot be\nW_k", "W_k\nno: q = x W_q", "W_k\nnone", "B is W_k")),
    (
        MATCHED,
        "a",
        ("- [x] W_q maybe\n- [x] W_k", "W_q or\n- [x] W_k", "It is not W_k.\n- [x] W_k"),
    ),
    (MATCHED, "a", ("- ~~[x]~~ W_k", "- [?] W_k", "- [not] W_k", "- [...] W_k", "- [W_k]")),
    (MATCHED, "b", ("A is W_q", "A: W_q", "W_q made A")),
    (CHECK, "a", ("neq agree", "agree, instead differ", "agree, 4 != 3", "agree (4 ≠ 3)")),
    (CHECK, "a", ("not just differ, agree", "output agree", "agree\n4 neq 3")),
    (
        CHECK,
        "c",
        ("differ, they match", "differ; equal", "differ\nThey match.", "differ 1", "2, 1"),
    ),
    (CHECK, "c", ("input differ", "the weight differs", "differ, they fit")),
    (
        SIDE,
        "b",
        ("columns, instead rows", "not only rows, columns", "columns, 1", "columns (of x)"),
    ),
    (SIDE, "b", ("columns: x", "columns, of W_q", "columns, inner", "columns\nimpossible")),
    (
        WRONG_LINE,
        "b",
        ("2\nThe first contains a mistake", "line 2 and each line", "q_2", "entry 2"),
    ),
    (WRONG_LINE, "b", ("the second entry is wrong", "second row of W_q", "token 2", "key 2")),
    (WRONG_LINE, "b", ("the number of wrong lines is 2", "the 2 wrong lines", "step 2 # and 3")),
    (WRONG_LINE, "a", ("Multiplying what does not fit not", "what", "fit", "one; multiplying")),
)
OK: Sequence[tuple[str, str, Sequence[str]]] = (
    (MOVED, "b", ("entry 2 of v", "v_2", "v₂", "column 2", "Entry 2 is the one that changed")),
    (
        MOVED,
        "b",
        (r"\noindent 2", r"\quad 2", r"{\bf 2}", r"\fbox{2}", r"\textcolor{blue}{2}", "2~"),
    ),
    (MOVED, "b", ("Entry~2", r"2\textsuperscript{nd}", "2\n\\par", "2\n<br>", "2 of course")),
    (MOVED, "b", ("2, the first stays the same", "The first entry is unchanged\n2", "obviously 2")),
    (MATCHED, "a", ("the key matrix", "key", r"W_{\text{k}}", "A = x W_k", "W_k, obviously")),
    (MATCHED, "a", ("- ☑\ufe0f W_k", "● W_k\n○ W_q", "[ ] W_q [x] W_k [ ] W_v", "☐ W_q ☑ W_k")),
    (MATCHED, "a", ("- [x] W_k\n- [✗] W_q\n- [✗] W_v", "W_k, not W_q or W_v")),
    (SIDE, "b", ("columns decide", "the columns set the length", "W_k's columns", "the 2 columns")),
    (SIDE, "b", ("d_out (columns)", "columns so k has 2 entries", "not rows but columns")),
    (CHECK, "a", ("they agree: 4 and 4", "the inner sizes agree", "Input: agree", "agree, 4 = 4")),
    (WRONG_LINE, "b", ("2 is wrong", "the second line", "step 2", "line 2, because q_1")),
)


def ok(code: str, part: str, written: str) -> bool:
    found = verify(f"1({part}) {written}", sheet=code)
    return next(one.verdict for one in found.parts if one.part == part) == "ok"


@pytest.mark.parametrize(("code", "part", "answers"), NOT_OK)
def test_what_is_denied_or_changed_does_not_count(
    code: str, part: str, answers: Sequence[str]
) -> None:
    assert [one for one in answers if ok(code, part, one)] == []


@pytest.mark.parametrize(("code", "part", "answers"), OK)
def test_what_is_only_explained_or_laid_out_counts(
    code: str, part: str, answers: Sequence[str]
) -> None:
    assert [one for one in answers if not ok(code, part, one)] == []


def test_an_option_is_left_open_only_as_it_was_printed() -> None:
    side = Options(("the rows of W_q", "the columns of W_q"))
    left = (
        "- [ ] the rows of W_q",
        "- [ ] rows",
        "- [ ]",
        r"\option{the rows of $W_q$}",
    )
    marked = (
        "- [ ] rows yes",
        "- [ ] **rows**",
        "- [ ] rows →",
        "- [ ] rows!!",
        "- [ ] the tokens",
    )
    assert [side.is_left(one) for one in (*left, *marked)] == [True] * 4 + [False] * 5


@pytest.mark.parametrize(
    "mark",
    [
        *("**4b** 2", "*4b* 2", "__4b__ 2", "`4b` 2", r"\textbf{4(b)} 2", "[4b] 2", "Lösung 4b: 2"),
        *("Exercise 4 part (b)\n2", "Exercise 4, (b)\n2", "Exercise 4 part b: 2", "Übung 4b) 2"),
        *("4(b)\n**2.** entry", "4\n**b.** 2", "4\n**b** 2", "4\nb: 2", "4\nPart b\n2"),
        *("Aufgabe 4\nb) 2", "## Aufgabe 4\nb) 2", "Exercice 4\nb) 2", "4\nB) 2"),
        *("Klasse 4b\n12.03.2026\n4(b) 2", "Ann 4b\n4(b) 2"),
    ],
)
def test_an_answer_may_be_marked_in_many_ways(mark: str) -> None:
    found = verify(mark, sheet=ALL)
    assert [one.exercise + one.part for one in found.parts if one.verdict == "ok"] == ["4b"]


@pytest.mark.parametrize("remark", ["like 5b", "see 3a W_q"])
def test_a_number_in_a_remark_opens_no_other_part(remark: str) -> None:
    found = verify(f"4(b) 2\n{remark}", sheet=ALL)
    said = {one.exercise + one.part: one.verdict for one in found.parts if one.verdict != "missing"}
    assert said == {"4b": "not-understood"}


def blank(code: str, form: str) -> list[str]:
    return str(render(reproduce(code), form)).splitlines()


@pytest.mark.parametrize(
    ("form", "begins", "written", "verdict"),
    [
        ("md", "**(b)**", "**(b)** 2", "ok"),
        ("md", "**(b)**", "(b) 2", "ok"),
        ("md", "**(b)**", "**(b)** Which entries changed? 2", "ok"),
        ("md", "**(b)**", "**(b)** Which entries changed?", "missing"),
        ("md", "**(b)**", "**(b)** 1\n\n**Answer:** 2", "wrong"),
        ("md", "**(b)**", "**(b)** Which entries of $v$ changed? entry 1\n2", "wrong"),
        ("tex", r"\item[(b)]", r"\item[(b)] 2", "ok"),
        ("tex", r"\item[(b)]", r"\item[(b)] Which entries changed? 1", "wrong"),
    ],
)
def test_what_stands_in_the_place_of_a_question_is_read(
    form: str, begins: str, written: str, verdict: str
) -> None:
    lines = [written if line.startswith(begins) else line for line in blank(MOVED, form)]
    found = verify("\n".join(lines), sheet=MOVED)
    assert next(one.verdict for one in found.parts if one.part == "b") == verdict


def test_questions_may_be_left_out_where_the_headings_stand() -> None:
    found = verify("## 1. Change and recompute (medium)\n\n(a) v = [-9, 28]\n(b) 1", sheet=MOVED)
    assert [one.verdict for one in found.parts] == ["wrong", "wrong", "missing"]


@pytest.mark.parametrize("form", ["md", "tex"])
def test_what_stands_outside_of_all_exercises_is_shown(form: str) -> None:
    sheet = reproduce(MATCHED)
    page = filled(render(sheet, form), right_entries(json.loads(render(sheet, "json"))))
    ends = len(page.splitlines()) - (form == "tex")
    lines = page.splitlines()
    added = ["1(a) W_k", "a remark", "q = [0, 0]"]
    found = verify("\n".join([*lines[:ends], *added, *lines[ends:]]))
    shown = [(one.text, one.verdict) for one in found.lines if one.line > ends]
    assert shown == [
        ("1(a) W_k", "not-understood"),
        ("a remark", "not-checked"),
        ("q = [0, 0]", "not-understood"),
    ]
    assert found.lines[-3].reason == NOT_HERE
