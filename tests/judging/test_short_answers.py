"""Numbers, options and headings: what answers, what takes an answer back, and what is neither."""

import json

import pytest

from qkvsym import render, reproduce
from qkvsym.errors import BadWork
from qkvsym.judging.verification import verify
from tests.filling import filled, right_entries

# q = [10, 12, -4], of which entry 2 is new; line 3 is wrong; W_k made A; the columns of W_v.
CHANGED, WRONG_LINE, MATCHED, COLUMNS, AGREE = "NZCR5H", "S9HR5D", "KVAR5Q", "DRJV3Q", "Q5FR5K"
ALL_KINDS, THREE = "AVZSSZVJUEF64", "9MRFVS33G"
PROJECTIONS = "FVMV3H"


def verdict_on(part: str, written: str, code: str) -> str:
    found = verify(f"1({part}) {written}", sheet=code)
    return next(one.verdict for one in found.parts if one.part == part)


def page(code: str, form: str) -> str:
    sheet = reproduce(code)
    return filled(render(sheet, form), right_entries(json.loads(render(sheet, "json"))))


def not_right(text: str) -> dict[str, str]:
    good = ("ok", "not-checked")
    parts = verify(text).parts
    return {one.exercise + one.part: one.verdict for one in parts if one.verdict not in good}


@pytest.mark.parametrize(
    ("verdict", "answers"),
    [
        ("ok", ("2", "(2)", "2.", "2!", "**2**", "$2$", "[2]", "2nd", "the 2nd entry", "No. 2")),
        ("ok", ("q_2", "q[2]", r"\(q_{2}\)", "entry 2 of q", "number 2", "Answer: 2", "only 2")),
        ("ok", ("Entry 2 has changed", "the entry that changed is 2", "2, 2", "2 changed")),
        ("ok", ("1 entry changed, namely entry 2", "2 (not 3)", "2, not 3", "~~3~~ 2")),
        ("ok", ("2 (for column 1 stays)", "2, the rest stays", "2 - the others stay")),
        ("ok", ("2 ✓", "-> 2", r"\textbf{2}", r"\boxed{2}", "<b>2</b>", "#2", "It's 2", "just 2")),
        ("ok", ("2\nEntries 1 and 3 stay.", "2\nThe other two stay.", "Let me compare.\n2")),
        ("ok", ("the second", "The second entry changed", "2 - 1 and 3 stay", "2\nsince 1 stays")),
        ("not-understood", ("2, as are 1 and 3", "column 2 changed, so entry 3 changes")),
        ("ok", ("Let me think.\nIt is entry 2, because of column 2", "~~3~~\n2")),
        ("not-understood", ("Entry 3 changed as well\n2", "I compared all 3.\n2")),
        ("wrong", ("3", "1 and 2", "2; 1", "3\n2", "2\n3", "Entry 2 changed.\nEntry 3 changed.")),
        ("not-understood", ("not 2", "not: 2", "all but 2", "all but: 2", "!= 2", "2 stayed")),
        ("not-understood", ("2 did not change", "only 2 stayed the same", "unchanged: 2")),
        ("wrong", ("2 and the third", "2, and the first", "2, the first one changed")),
        ("not-understood", ("2, no: 3", "2, also 3", "2 (or 3)", "2 so is 3", "2 2 or 3")),
        ("not-understood", ("2, did not change", "2 (did not change)", "2: same", "2, hm, no")),
        ("not-understood", ("2, that is wrong", "2 (false)", "2 is false", "2 (crossed out)")),
        ("not-understood", ("2, no wait", "2, no, the other one", "2, no, both", "2 for sure not")),
        ("not-understood", ("2, all of them", "2. Both.", "2, etc.", "2, and so on", "2, ...")),
        ("not-understood", ("2, among others", "2 and one more", "2 ... no, everything", "2…")),
        ("not-understood", ("2\nno, 1", "2\nsorry, 1", "2\nactually 1", "2\nno: 1", "2\nwrong")),
        ("not-understood", ("2\nEntry 1 is the right answer", "2\nboth", "2\n## no, the others")),
        ("not-understood", ("2\nNo, all of them change", "2\nthe first one too", "2\nor not")),
        ("wrong", ("2\nand the first", "2\nThe third changed.")),
        ("not-understood", ("entry 2 (18 -> 28)", "entry 2: 18 → 28", "entry 2 is 28", "2 => 28")),
        ("not-understood", ("entry 2 was 18, is 28", "2 (c) only column 2 is new", "2, (c) new")),
        ("not-understood", ("2 entries", "every entry after 2", "before 2", "more than 2")),
        ("not-understood", ("2 is correct", "2 mistakes", "20000", "2.5", "2.0")),
        ("not-understood", ("2\nEntry 3 changed as well", "2\n3 too", "two", "2?", "2, not")),
        ("missing", ("", "~~2~~", r"\sout{2}", "<del>2</del>")),
    ],
)
def test_a_number_answers_where_nothing_beside_it_could_take_it_back(
    verdict: str, answers: tuple[str, ...]
) -> None:
    assert {one: verdict_on("b", one, CHANGED) for one in answers} == dict.fromkeys(
        answers, verdict
    )


@pytest.mark.parametrize(
    ("verdict", "answers"),
    [
        ("ok", ("line 3", "Line 3 is wrong", "3 wrong", "Line 3: used W_q", "step 3")),
        ("ok", ("line 3 (it uses W_q)", "It is line 3, because W_q makes q")),
        ("not-understood", ("line 3 is correct", "before line 3", "the one after line 3")),
        ("ok", ("line 3 is the first wrong line, 4 follows", "line 3: k = x W_q")),
        ("ok", ("line 3, since q has 2 entries", "the third line", "3 is false")),
        ("not-understood", ("line 3 is the first wrong line, 4 too", "3 mistakes", "first 3")),
        ("wrong", ("line 4", "lines 3 and 4")),
    ],
)
def test_a_line_is_named_by_its_number(verdict: str, answers: tuple[str, ...]) -> None:
    assert {one: verdict_on("b", one, WRONG_LINE) for one in answers} == dict.fromkeys(
        answers, verdict
    )


@pytest.mark.parametrize(
    ("code", "part", "verdict", "answers"),
    [
        (MATCHED, "a", "ok", ("W_k", "Wk", "$W_k$", "It is W_k", "A = W_k", "made by W_k", "2")),
        (MATCHED, "a", "ok", ("W_k, because A has 3 columns", "I think W_k", "~~W_q~~ W_k")),
        (MATCHED, "a", "wrong", ("W_q", "W_k\nW_q", "A = W_v")),
        (MATCHED, "a", "not-understood", ("It cannot be W_k", "W_k wasn't it", "W_k^T")),
        (MATCHED, "a", "not-understood", ("anything but W_k", "W_k is wrong", "B = W_k")),
        (MATCHED, "a", "missing", ("~~W_k~~", "~~W_k~~ ")),
        (AGREE, "a", "ok", ("agree", "yes, they agree", "the inner sizes agree", "agree, 3 = 3")),
        (AGREE, "a", "ok", ("they agree because both are 3", "so they agree")),
        (AGREE, "a", "not-understood", ("cannot agree", "they fail to agree", "agree is false")),
        (AGREE, "a", "not-understood", ("disagree", "they do not agree", "hardly agree")),
        (COLUMNS, "b", "ok", ("columns", "the columns of W_v decide the length", "1")),
        (COLUMNS, "b", "ok", ("columns, since W_v is 3 x 2", "~~rows~~\ncolumns")),
        (MATCHED, "a", "ok", ("W_k (key)", "W_k # done", "A belongs to W_k", "It's W_k", "x W_k")),
        (MATCHED, "a", "not-understood", ("W_k as well as W_q", "W_k, so W_q", "W_q, not W_q")),
        (
            MATCHED,
            "a",
            "ok",
            ("W_k, not W_q", "W_k rather than W_q", "not W_q but W_k", "A = xW_k"),
        ),
        (MATCHED, "a", "ok", ("\\mathbf{W}_k", "W^{(k)}", "x W_q = [1]\nso not W_q\nW_k")),
        (MATCHED, "a", "not-understood", ("W_k for B, W_q for A", "W_k, actually the query one")),
        (MATCHED, "a", "not-understood", ("W_k (scrap that)", "W_k, any of them", "W_k?")),
        (MATCHED, "a", "not-understood", ("W_k, rather the other one", "W_k, the value matrix")),
        (MATCHED, "a", "wrong", ("W_k\nA is W_q", "W_k\n$W_q$")),
        (MATCHED, "a", "not-understood", ("W_k\nno, W_q", "W_k\nthe other one", "W_k\nhm")),
        (AGREE, "a", "not-understood", ("agree for (b), differ for (a)", "agree, b) differ")),
        (AGREE, "a", "not-understood", ("a) agree, b) agree", "agree (b) differ", "agree for no")),
        (
            COLUMNS,
            "b",
            "ok",
            ("It is the columns", "Answer: columns", "the number of columns of W_v"),
        ),
        (COLUMNS, "b", "ok", ("columns, not rows", "columns instead of rows")),
        (
            COLUMNS,
            "b",
            "ok",
            ("columns: as many entries as W_v has columns", "columns (2 columns)"),
        ),
        (
            COLUMNS,
            "b",
            "wrong",
            ("columns\nIt is the rows",),
        ),
        (COLUMNS, "b", "wrong", ("columns\nAnswer: rows", "columns\nnot columns but rows")),
        (COLUMNS, "b", "not-understood", ("columns\nno, it is the rows", "columns\nor the rows")),
        (
            COLUMNS,
            "b",
            "not-understood",
            ("columns\nrows, actually", "columns\nno: rows", "columns, both"),
        ),
        (COLUMNS, "b", "not-understood", ("columns\nwrong, it is the rows", "columns?", "rows?")),
        (COLUMNS, "b", "not-understood", ("columns of W_v for sure not", "columns - wrong")),
        (COLUMNS, "b", "not-understood", ("- [x] the columns of $W_v$ no, the rows", "both: rows")),
        (COLUMNS, "b", "not-understood", ("- [x] the columns of $W_v$ is not right", "columns ✗")),
        (COLUMNS, "b", "not-understood", ("- [x] columns\nIt is not the columns", "columns ...")),
        (AGREE, "a", "ok", ("agree; x has 3 columns, W_q has 3 rows", "inner dimensions agree")),
        (AGREE, "a", "not-understood", ("agree, so differ", "agree, which they do not")),
        (COLUMNS, "b", "ok", ("- [x] the columns of $W_v$ (not the rows)", "-[x] columns")),
        (COLUMNS, "b", "not-understood", ("columns as well as rows", "columns, so rows")),
        (COLUMNS, "b", "wrong", ("rows\ncolumns\nrows", "rows", "2")),
        (COLUMNS, "b", "not-understood", ("not the columns", "neither", "both")),
    ],
)
def test_an_option_is_named_where_no_other_word_could_deny_it(
    code: str, part: str, verdict: str, answers: tuple[str, ...]
) -> None:
    assert {one: verdict_on(part, one, code) for one in answers} == dict.fromkeys(answers, verdict)


@pytest.mark.parametrize(
    ("verdict", "right", "other"),
    [
        ("ok", "- [x] ", "- [ ] "),
        ("ok", "- [X]", "- []"),
        ("ok", "[x] ", "[ ] "),
        ("ok", "1. [x] ", "2. [ ] "),
        ("ok", "– [✓] ", "– [ ] "),
        ("ok", "- ☒ ", "- ☐ "),
        ("ok", "☑ ", "☐ "),
        ("ok", "- [v] ", "- [-] "),
        ("ok", "- [1] ", "- [0] "),
        ("ok", "- [yes] ", "- [no] "),
        ("ok", "* \\[x\\] ", "* \\[ \\] "),
        ("ok", "(x) ", "( ) "),
        ("ok", "- (X) ", "- () "),
        ("ok", "✓ ", "✗ "),
        ("ok", "✅ ", "❌ "),
        ("ok", "- [✓] ", "- [✗] "),
        ("ok", "- [✗] ", "- [ ] "),
        ("ok", "- [x] ", "- [~~x~~] "),
        ("wrong", "- [ ] ", "- [✗] "),
        ("wrong", "- [✗] ", "- [✗] "),
        ("wrong", "( ) ", "(x) "),
        ("missing", "- [~~x~~] ", "- [ ] "),
        ("missing", "✗ ", "✗ "),
        ("missing", "- [ ] ", "- [ ] "),
        ("missing", "- [no] ", "- [.] "),
        ("wrong", "- [x] ", "- [x] "),
        ("wrong", "- [ ] ", "- [x] "),
        ("not-understood", "- [x] not ", "- [ ] "),
        ("not-understood", "- [x] neither ", "- [ ] "),
    ],
)
def test_a_box_is_ticked_by_what_stands_in_it(verdict: str, right: str, other: str) -> None:
    options = f"\n{right}the columns of $W_v$\n{other}the rows of $W_v$"
    assert verdict_on("b", options, COLUMNS) == verdict
    printed = page(COLUMNS, "md")
    columns, rows = "- [x] the columns of $W_v$", "- [ ] the rows of $W_v$"
    assert printed.count(columns) == printed.count(rows) == 1
    written = printed.replace(columns, f"{right}the columns of $W_v$")
    written = written.replace(rows, f"{other}the rows of $W_v$")
    assert not_right(written) == ({} if verdict == "ok" else {"1b": verdict})


def test_no_line_of_a_choice_is_lost() -> None:
    found = verify("1(b) rows\ncolumns\nrows\n- [ ] the columns of W_v <-", sheet=COLUMNS)
    assert [line.line for line in found.lines] == [1, 2, 3, 4]
    marked = verify("1(b) - [ ] the columns of W_v ✓", sheet=COLUMNS)
    assert [line.verdict for line in marked.lines] == ["not-understood"]


@pytest.mark.parametrize(
    ("before", "after", "verdicts"),
    [
        (r"\chosen{", r"%\chosen{", {"1b": "missing"}),
        (r"\option{", r"%\option{", {}),
        (r"\chosen{the columns of $W_v$}", r"\chosen{\sout{the columns of $W_v$}}", None),
        (r"\option{the rows of $W_v$}", r"\chosen{\sout{the rows of $W_v$}}", {}),
        (r"\option{", r"  \option{", {}),
        (r"\chosen{", r"  \chosen{", {}),
        (r"\item[(a)]", r"\item[a)]", {}),
        (r"\item[(a)]", r"\item[\textbf{(a)}]", {}),
        (r"\exercise{1. ", r"\exercise{Nr. 1. ", {}),
    ],
)
def test_a_sheet_in_tex_may_be_edited(
    before: str, after: str, verdicts: dict[str, str] | None
) -> None:
    printed = page(COLUMNS, "tex")
    assert before in printed
    expected = {"1b": "missing"} if verdicts is None else verdicts
    assert not_right(printed.replace(before, after)) == expected


@pytest.mark.parametrize(
    "heading", ["## ✓ 2. ", "## Nr. 2.", "## Ex. 2.", "## #2.", "## **2.** ", "### 2. "]
)
def test_the_heading_of_an_exercise_may_be_edited(heading: str) -> None:
    printed = page(THREE, "md")
    assert printed.count("\n## 2.") == 1
    assert not_right(printed.replace("\n## 2.", f"\n{heading}")) == {}


@pytest.mark.parametrize(
    "blank",
    [
        *("q₁ = 8, q₂ = 18", "q_1 = 8, q_2 = 18", "**q_1** = 8, q_2 = 18", "`q_1 = 8`, q_2 = 18"),
        *("(q)_1 = 8, (q)_2 = 18", "q[1] = 8, q[2] = 18", "- q_1 = 8, q_2 = 18", "q: [8, 18]"),
    ],
)
def test_a_blank_behind_a_name_may_be_filled_with_names(blank: str) -> None:
    printed = page(PROJECTIONS, "md")
    assert printed.count("$q$ = [8, 18]") == 1
    assert not_right(printed.replace("$q$ = [8, 18]", f"$q$ = {blank}")) == {}


def test_the_answer_may_stand_below_its_prompt() -> None:
    printed = page(PROJECTIONS, "md")
    below = printed.replace("**Answer:** $q$ = [8, 18]", "**Answer:**\n$q$ = [8, 18]")
    assert below != printed
    assert not_right(below) == {}


@pytest.mark.parametrize(
    "line",
    [
        *(r"\[ q = [8, 17] \]", r"\(q = [8, 17]\)", r"\textbf{q = [8, 17]}", "$$q = [8, 17]$$"),
        *(r"\mathbf{q} = [8, 17]", "| q | [8, 17] |", r"\vec{q} = [8, 17]", r"\item q = [8, 17]"),
        *(r"\textbf{q} = [8, 17]", r"\qquad $q = [8, 17]$", "| q = [8, 17] |"),
        "| q | [8, 17] | 1 x 2 |",
    ],
)
@pytest.mark.parametrize("form", ["md", "tex"])
def test_a_claim_outside_of_the_parts_is_judged_in_any_dress(line: str, form: str) -> None:
    lines = page(PROJECTIONS, form).splitlines()
    first = {"md": "**(a)**", "tex": r"\item[(a)]"}[form]
    at = next(n for n, one in enumerate(lines) if one.startswith(first))
    found = verify("\n".join([*lines[:at], line, *lines[at:]]))
    assert [one.verdict for one in found.lines if one.line == at + 1] == ["wrong"]


def test_a_claim_above_the_title_is_shown() -> None:
    found = verify(f"q = [0, 0]\n{page(PROJECTIONS, 'md')}")
    assert (found.lines[0].line, found.lines[0].verdict) == (1, "not-understood")


RESULTS = "q = [12, 6, 7]\nk = [6, 9, 12]"


@pytest.mark.parametrize(
    "second",
    [
        *("4", "4.", "**4**", "## 4", "Exercise 4", "Exercise 4 (medium)", "### Exercise 4."),
        *("4. Change and recompute", "## 4 Change and recompute", "Exercise 4: the new column"),
        *("No. 4", "number 4", "Question 4 - done", "## 4. The new column"),
        *(
            "**4.** (a)",
            "4: (a)",
            "4. **(a)**",
            "- **4.** (a)",
            "**4.** The new column",
            "Nr. 4 (a)",
        ),
    ],
)
def test_an_exercise_begins_with_its_number(second: str) -> None:
    found = verify(f"Exercise 2\n{RESULTS}\n{second}\nk = [2, -9]", sheet=ALL_KINDS)
    answered = {one.exercise + one.part: one.verdict for one in found.parts}
    assert {place: said for place, said in answered.items() if said != "missing"} == {
        "2b": "ok",
        "2c": "ok",
        "4a": "ok",
    }


@pytest.mark.parametrize(
    "remark", ["Token 1 (x) times W_q", "Step 1 (a) wrong", "Question 4 is next", "column 4 (k)"]
)
def test_a_number_in_a_remark_begins_nothing(remark: str) -> None:
    found = verify(f"2(b) q = [12, 6, 7]\n{remark}\n(c) k = [6, 9, 12]", sheet=ALL_KINDS)
    answered = {one.exercise + one.part for one in found.parts if one.verdict == "ok"}
    assert answered == {"2b", "2c"}


@pytest.mark.parametrize(
    ("paper", "right"),
    [
        ("2(b) [12, 6, 7]\n3\n(c) [6, 9, 12]", "bc"),
        ("2(b) [12, 6, 7]\nq1 - fine\n(c) [6, 9, 12]", "bc"),
        ("2(b)\n12\n6\n(c) [6, 9, 12]", "c"),
    ],
)
def test_a_number_below_an_answer_begins_nothing_where_the_letters_go_on(
    paper: str, right: str
) -> None:
    found = verify(paper, sheet=ALL_KINDS)
    assert "".join(one.part for one in found.parts if one.verdict == "ok") == right


@pytest.mark.parametrize(
    ("paper", "right"),
    [
        ("1\n(a) 1 x 3\n(b)\n2\n(a) 1 x 3\n(b) [12, 6, 7]", "1a 2a 2b"),
        ("1\n(b)\n2.\n(b) [12, 6, 7]", "2b"),
        ("1\n(b)\n## 2\nq = [12, 6, 7]", "2b"),
        ("1\n(b)\n- [x] columns\n2\nq = [12, 6, 7]", "1b 2b"),
        ("1\n(b)\n- [ ] columns\n- [ ] rows\n2\n(b) [12, 6, 7]", "2b"),
        ("3(a)\n1\n(b) W_k\n(c) W_q", "3a"),
        ("1\n(b)\n2", "1b"),
    ],
)
def test_a_blank_choice_does_not_take_the_number_of_the_next_exercise(
    paper: str, right: str
) -> None:
    found = verify(paper, sheet=ALL_KINDS)
    answered = (one.exercise + one.part for one in found.parts if one.verdict == "ok")
    assert " ".join(answered) == right


@pytest.mark.parametrize("name", ["Class 7b", "Ann 99 a)", "Room 12 (c)"])
def test_a_name_with_a_number_that_is_no_exercise_begins_no_answer(name: str) -> None:
    found = verify(f"{name}\n2(b) q = [12, 6, 7]", sheet=ALL_KINDS)
    assert [one.exercise + one.part for one in found.parts if one.verdict == "ok"] == ["2b"]


@pytest.mark.parametrize("mark", ["Ex. 2b:", "Nr. 2b:", "No. 2 b)", "Problem 2b", "Aufgabe 2b)"])
def test_the_number_of_an_answer_may_have_a_word_before_it(mark: str) -> None:
    found = verify(f"{mark} q = [12, 6, 7]", sheet=ALL_KINDS)
    assert [one.exercise + one.part for one in found.parts if one.verdict == "ok"] == ["2b"]


def test_an_exercise_that_the_sheet_has_not_is_refused() -> None:
    with pytest.raises(BadWork) as refused:
        verify("Exercise 9\nq = [12, 6, 7]", sheet=ALL_KINDS)
    assert str(refused.value) == (
        f"the sheet {ALL_KINDS} has no exercise 9; look at the number, and at the code of the sheet"
    )


def test_letters_may_be_written_in_any_way() -> None:
    lines = "2\n(b)\nq = [12, 6, 7]\n(C) k = [6, 9, 12]\nd. v = [1, 12, 2]\n### (e)\n1 x 3"
    found = verify(lines, sheet=ALL_KINDS)
    answered = {one.exercise + one.part for one in found.parts if one.verdict == "ok"}
    assert answered == {"2b", "2c", "2d", "2e"}


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ("all three are 1 x 2", "afg"),
        ("all three are 1 x 3", ""),
        ("q = [8, 18]\nlength 2", "b"),
        ("q = [8, 18]\nk = [15, 13]\nv = [12, 22]\nall three are 1 x 2", "bcdefg"),
        ("q = [8, 18]\neach has 2 entries", "befg"),
        ("q is 1 x 2", "a"),
    ],
)
def test_what_is_said_of_all_results_answers_for_each(said: str, answers: str) -> None:
    found = verify(said, sheet=PROJECTIONS)
    assert "".join(one.part for one in found.parts if one.verdict == "ok") == answers
