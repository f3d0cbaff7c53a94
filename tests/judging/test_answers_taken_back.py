"""Short answers that something beside them denies, changes or adds to, and those that stay."""

import json
from collections.abc import Sequence

import pytest

from qkvsym import render, reproduce
from qkvsym.errors import BadWork
from qkvsym.judging.listed import Numbers
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


W = ("W_q", "W_k", "W_v")
ROWS_OR_COLUMNS = ("the rows of W_q", "the columns of W_q")
TWO_MATRICES = ("the rows of W_q", "the columns of W_v")
EQUAL = ("agree", "differ")
TITLES = ("One matrix for all three", "Length read off the rows", "Right numbers, wrong shape")


@pytest.mark.parametrize(
    ("labels", "about", "said", "numbers"),
    [
        (TITLES, "", "Right numbers, wrong shape", (3,)),
        (TITLES, "", "Right numbers, wrong shape: q", (3,)),
        (TITLES, "", "Right numbers, wrong shape: matrix", ()),
        (TITLES, "", "One matrix for all three: W_q", (1,)),
        (TITLES, "", "matrix for all", (1,)),
        (TITLES, "", "matrix for", ()),
        (TITLES, "", "One matrix for all three. One matrix for all three.", ()),
        (TITLES, "", "One matrix for all three, length read off the rows", ()),
        (TWO_MATRICES, "", "columns: W_v has 2 columns", (2,)),
        (TWO_MATRICES, "", "columns, not the rows of W_q", (2,)),
        (TWO_MATRICES, "", "columns: W_q has 2 columns", ()),
        (ROWS_OR_COLUMNS, "", "only columns", (2,)),
        (ROWS_OR_COLUMNS, "", "just the columns", (2,)),
        (ROWS_OR_COLUMNS, "", "not just the columns", ()),
        (ROWS_OR_COLUMNS, "", "columns: x", ()),
        (EQUAL, "", "agree: they agree", (1,)),
        (EQUAL, "", "both agree", (1,)),
        (EQUAL, "", "agree, both", ()),
        (EQUAL, "", "agree: 4 and 4", (1,)),
        (EQUAL, "", "agree: 4 with 4", ()),
        (EQUAL, "", "agree and 4", ()),
        (EQUAL, "", "inner sizes agree", (1,)),
        (EQUAL, "", "outer sizes agree", (1,)),
        (EQUAL, "", "agree, outer", ()),
        (W, "A", "A = x W_k", (2,)),
        (W, "A", "= W_k", (2,)),
        (W, "A", "q = x W_q", ()),
        (W, "A", "x W_q = 1 x 2", ()),
        (W, "A", "A: k = x W_k", (2,)),
        (W, "B", "a W_k", (2,)),
        (W, "B", "B is W_k", (2,)),
        (W, "B", "A is W_k", ()),
        (W, "A", "not W_q nor W_v", ()),
        (W, "A", "W_k, not W_q nor W_v", (2,)),
        (W, "A", "W_k, not W_q, nor W_k", ()),
    ],
)
def test_which_option_a_line_is(
    labels: Sequence[str], about: str, said: str, numbers: tuple[int, ...]
) -> None:
    others = [one for one in "ABC" if one != about] if about else []
    assert Options(labels, about, others).said(said) == numbers


@pytest.mark.parametrize(
    ("part", "said", "numbers"),
    [
        ("moved", "2, not 3", (2,)),
        ("moved", "2, NOT 3", (2,)),
        ("moved", "2, not 2", ()),
        ("moved", "1 and 3 stay, so 2", (2,)),
        ("moved", "2 changed in one", ()),
        ("moved", "2, the new one", (2,)),
        ("moved", "q_2", (2,)),
        ("moved", "$q_{2}$", (2,)),
        ("moved", "k_2", ()),
        ("moved", "_2", ()),
        ("moved", "2 entries changed: 1 and 2", (1, 2)),
        ("moved", "2 entries changed: 2", ()),
        ("line", "the first mistake is line 2", (2,)),
        ("line", "the first", (1,)),
        ("line", "the first changed", ()),
        ("line", "1 and 3 are right, 2 is wrong", (2,)),
        ("moved", "1 and 3 are right, 2 is new", ()),
    ],
)
def test_which_numbers_a_line_gives(part: str, said: str, numbers: tuple[int, ...]) -> None:
    assert Numbers(part, "q").said(said) == numbers


@pytest.mark.parametrize(
    ("said", "leaves"),
    [
        ("It changed", True),
        ("a length", False),
        ("The first entry is unchanged", True),
        ("The second entry is unchanged", False),
        ("entry 2 is new", True),
        ("entry 3 is new", False),
    ],
)
def test_which_lines_leave_a_number_as_it_is(said: str, leaves: bool) -> None:
    assert Numbers("moved", "q").leaves(said, {2}) is leaves


def test_options_are_named_in_a_message_where_it_stays_short() -> None:
    long, longer = ("a" * 49, "b" * 48), ("a" * 49, "b" * 49)
    assert Options(long).expected == f"an option is expected: {long[0]}; {long[1]}"
    assert Options(longer).expected == "an option is expected, by its number or its words"


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
        "- [ ] W_q",
    )
    assert [side.is_left(one) for one in (*left, *marked)] == [True] * 4 + [False] * 6


@pytest.mark.parametrize(
    "mark",
    [
        *("**4b** 2", "*4b* 2", "__4b__ 2", "`4b` 2", r"\textbf{4(b)} 2", "[4b] 2", "Lösung 4b: 2"),
        *("Exercise 4 part (b)\n2", "Exercise 4, (b)\n2", "Exercise 4 part b: 2", "Übung 4b) 2"),
        *("4(b)\n**2.** entry", "4\n**b.** 2", "4\n**b** 2", "4\nb: 2", "4\nPart b\n2"),
        *("Lösung 4b) 2", "Aufgabe 4\nb) 2", "## Aufgabe 4\nb) 2", "Exercice 4\nb) 2", "4\nB) 2"),
        *("Klasse 4b\n12.03.2026\n4(b) 2", "Ann 4b\n4(b) 2"),
    ],
)
def test_an_answer_may_be_marked_in_many_ways(mark: str) -> None:
    found = verify(mark, sheet=ALL)
    assert [one.exercise + one.part for one in found.parts if one.verdict == "ok"] == ["4b"]


def test_the_first_exercise_may_have_another_word_before_its_number() -> None:
    found = verify("Lösung 1b: columns", sheet=SIDE)
    assert [one.part for one in found.parts if one.verdict == "ok"] == ["b"]


@pytest.mark.parametrize(
    "remark", ["like 5b", "see 3a W_q", "Lösung 3f: 2", "Lösung 4z: 2", "Ann 7b"]
)
def test_a_number_in_a_remark_opens_no_other_part(remark: str) -> None:
    found = verify(f"4(b) 2\n{remark}", sheet=ALL)
    said = {one.exercise + one.part: one.verdict for one in found.parts if one.verdict != "missing"}
    assert said == {"4b": "not-understood"}


def test_a_blank_part_for_a_vector_is_not_open_for_a_number() -> None:
    found = verify("4(a)\n5\nk: 3 x 3", sheet=ALL)
    assert [(one.line, one.exercise) for one in found.lines] == [(3, "5")]


def test_claims_over_several_lines_beside_a_number_are_judged_and_excuse_no_other() -> None:
    right = verify("1(b) 2\nv = [-7,\n28]", sheet=MOVED)
    assert [(one.line, one.verdict) for one in right.lines] == [(1, "ok"), (2, "ok")]
    remark = verify("1(b) 2 (the others\nstay)", sheet=MOVED)
    assert [one.verdict for one in remark.lines] == ["not-understood", "not-understood"]
    beside = verify("1(b) 2\nhm, no\nv = [-7,\n28]", sheet=MOVED)
    assert [one.verdict for one in beside.lines] == ["ok", "not-understood", "ok"]


def test_a_sheet_with_more_options_than_lines_are_read_is_refused() -> None:
    head = "\n".join(blank(SIDE, "md")[:26])
    assert head.endswith("- [ ] the rows of $W_k$") or "- [ ]" in head
    for ticked, open_ones in ((501, 0), (0, 501), (251, 250)):
        options = "- [x] columns\n" * ticked + "- [ ] tokens\n" * open_ones
        with pytest.raises(BadWork, match=r"^the work has more than 500 lines of its own$"):
            verify(f"{head}\n{options}", sheet=SIDE)


def test_boxes_of_a_drawing_may_be_filled_in() -> None:
    lines = blank(SIDE, "tex")
    at = next(n for n, line in enumerate(lines) if line.startswith(r"\put("))
    lines.insert(at, r"\put(37,-4.4){\makebox(0,0){$1 \times 3$}}%")
    assert verify("\n".join(lines), sheet=SIDE).lines == ()


def blank(code: str, form: str) -> list[str]:
    return str(render(reproduce(code), form)).splitlines()


@pytest.mark.parametrize(
    ("form", "begins", "written", "verdict"),
    [
        ("md", "**(b)**", "**(b)** 2", "ok"),
        ("md", "**(b)**", "(b) 2", "ok"),
        ("md", "**(b)**", "**(b)** Which entries changed? 2", "ok"),
        ("md", "**(b)**", "**(b)** Which entries changed?", "missing"),
        ("md", "**(b)**", "**(b)** Which entries changed: 2", "ok"),
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
    added = ["1(a) W_k", "a remark", "q = [0, 0]", "foo = = 3", "[[", "Ann 7b was here"]
    found = verify("\n".join([*lines[:ends], *added, *lines[ends:]]))
    shown = [(one.text, one.verdict) for one in found.lines if one.line > ends]
    assert shown == [
        ("1(a) W_k", "not-understood"),
        ("a remark", "not-checked"),
        ("q = [0, 0]", "not-understood"),
        ("foo = = 3", "not-understood"),
        ("[[", "not-checked"),
        ("Ann 7b was here", "not-checked"),
    ]
    assert found.lines[-6].reason == NOT_HERE
