"""What is said of single lines: verdicts, places, values, and the mistake that is named."""

from dataclasses import replace
from typing import Any

import pytest

from qkvsym.judging.verdicts import Diagnosis, FirstWrong, Line, Member, Verification
from qkvsym.judging.verification import verify
from tests.judging.three_results import GIVENS

ALL = ("q", "k", "v", "shape")
REST = "q = [10, 8]\nk = [2, 17]\nv = [12, 10]\nq: 1 x 2\n"
"""A whole derivation, so that nothing else is missing."""

NO_SIZES: dict[str, Any] | None = None


def judged(*lines: str, givens: Any = GIVENS) -> Verification:
    return verify("\n".join(lines), givens=givens)


def plain(report: Verification) -> Verification:
    """The report without its mistakes and what was written, which are looked at elsewhere."""
    lines = tuple(
        replace(
            line,
            mistakes=(),
            members=tuple(replace(member, written="") for member in line.members),
        )
        for line in report.lines
    )
    return replace(report, lines=lines)


def named(report: Verification) -> dict[int, list[str]]:
    """The ids of the mistakes, by line."""
    return {line.line: [m.id for m in line.mistakes] for line in report.lines if line.mistakes}


def said(report: Verification) -> list[str]:
    return [line.verdict for line in report.lines]


def first(report: Verification) -> tuple[int | None, ...]:
    found = report.first_wrong
    return () if found is None else (found.line, found.member, found.entry, found.term)


def subject(text: str, expected: str, column: int = 1) -> Member:
    """The member that says what a chain is about."""
    return Member(column, None, None, text, expected)


# Whole reports


def test_a_right_chain_is_right_in_every_member() -> None:
    report = judged("q = x W_q = [2*0 + 5*2 + 3*0, 2*1 + 5*0 + 3*2] = [10, 8]")
    members = (
        subject("q", "[10, 8]"),
        Member(5, True, None, "[10, 8]", "[10, 8]"),
        Member(13, True, True, "[10, 8]", "[10, 8]"),
        Member(50, True, True, "[10, 8]", "[10, 8]"),
    )
    line = Line(1, "q = x W_q = [2*0 + 5*2 + 3*0, 2*1 + 5*0 + 3*2] = [10, 8]", "ok", members)
    assert plain(report) == Verification(None, (line,), ("k", "v", "shape"))
    assert report.exit_code == 3


def test_a_wrong_beginning_is_the_wrong_member_and_what_equals_it_follows() -> None:
    report = judged("q_1 = 2*0 + 5*2 + 3*1 = 0 + 10 + 3 = 13")
    members = (
        subject("q_1", "10"),
        Member(7, False, None, "13", "10"),
        Member(25, False, True, "13", "10"),
        Member(38, False, True, "13", "10"),
    )
    line = Line(1, "q_1 = 2*0 + 5*2 + 3*1 = 0 + 10 + 3 = 13", "wrong", members, column=7)
    assert plain(report) == Verification(FirstWrong(1, 2, 1, 3), (line,), ALL)
    assert named(report) == {1: ["slip-in-term"]}
    assert report.exit_code == 1


def test_a_right_end_behind_a_wrong_middle_does_not_follow() -> None:
    report = judged("q_1 = 2*0 + 5*2 + 3*0 = 0 + 11 + 0 = 10")
    members = (
        subject("q_1", "10"),
        Member(7, True, None, "10", "10"),
        Member(25, False, False, "11", "10"),
        Member(38, True, False, "10", "10"),
    )
    line = Line(1, "q_1 = 2*0 + 5*2 + 3*0 = 0 + 11 + 0 = 10", "wrong", members, column=25)
    assert plain(report) == Verification(FirstWrong(1, 3, 1), (line,), ALL)
    assert named(report) == {1: ["slip-in-term"]}


def test_a_diagnosis_says_what_went_wrong_where_and_what_to_do() -> None:
    (line, other) = judged("q: 1 x 3", "q = [8, 10]").lines
    (found,) = line.mistakes
    assert (found.id, found.confidence, found.where) == ("length-from-rows", "only", "q")
    assert found.title == "Length read off the rows"
    assert "columns" in found.message
    assert [(m.id, m.where) for m in other.mistakes] == [("outputs-reversed", "q")]
    assert isinstance(found, Diagnosis)
    assert "\n" not in found.message


def test_a_complete_derivation_is_complete() -> None:
    report = judged(REST)
    assert (report.complete, report.missing, report.first_wrong) == (True, (), None)
    assert report.exit_code == 0
    assert said(report) == ["ok"] * 4


def test_the_report_as_json_has_all_of_it() -> None:
    made = judged("q_1 = 11").to_dict()
    assert made["version"] == 1
    assert made["first_wrong"] == {"line": 1, "member": 2, "entry": 1, "term": None}
    (line,) = made["lines"]
    assert (line["text"], line["verdict"], line["column"]) == ("q_1 = 11", "wrong", 7)
    assert line["members"][1] == {
        "column": 7, "equals_expected": False, "follows": None, "got": "11", "expected": "10",
        "written": "11",
    }  # fmt: skip
    assert line["mistakes"][0]["id"] == "slip-in-entry"
    assert made["missing"] == ("q", "k", "v", "shape")


# Terms


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("v_1 = 2*1 + 5*2 + 3*0 = 12", (1, 2, 1, 1)),
        ("v_1 = 2*2 + 5*1 + 1*3 = 12", ()),
        ("v_1 = 3*1 + 2*2 + 5*1 = 12", ()),
        ("v_1 = 2*2 + 8*1 = 12", (1, 2, 1, 2)),
        ("v_1 = 2*2 + 5*1 + 3*1 + 0*7 = 12", ()),
        ("v_1 = 2*2 + 5*1 + 1*1 + 1*2 = 12", (1, 2, 1, 3)),
        ("v = [2*2 + 5*1 + 3*1, 5*1 + 5*1] = [12, 10]", (1, 2, 2, 1)),
        ("v = [4*3 + 5*0, 5*2] = [12, 10]", (1, 2, 1, 1)),
    ],
)
def test_a_right_value_from_wrong_terms_is_wrong(line: str, place: tuple[int, ...]) -> None:
    report = judged(line)
    assert first(report) == place
    note = "the value is right, but it does not come from these terms"
    assert (note in report.lines[0].notes) == bool(place)


@pytest.mark.parametrize(
    "line",
    [
        "q_1 = 5*2 = 10",
        "q_2 = 2*1 + 3*2 = 2 + 6 = 8",
        "q_2 = 3*2 + 2*1 = 8",
        "q_2 = 2 + 6 = 8",
        "q_2 = x_1 w_{12} + x_3 w_{32} = 8",
        "q = [5*2, 2*1 + 3*2] = [10, 8]",
    ],
)
def test_products_worth_nothing_may_be_left_out_and_terms_change_places(line: str) -> None:
    report = judged(line)
    assert (first(report), said(report)) == ((), ["ok"])


@pytest.mark.parametrize(
    ("line", "place", "mistakes"),
    [
        ("q_2 = 2*1 + 5*0 + 3*3 = 11", (1, 2, 2, 3), ["slip-in-term"]),
        ("v_1 = 2*2 + 5*1 = 9", (1, 2, 1, 3), ["dropped-term"]),
        ("k = [2*1 + 5*0 + 3*0, 2*2 + 5*2 + 3*2] = [2, 20]", (1, 2, 2, 3), ["slip-in-entry"]),
        ("q_1 = 2*0 + 5*2 + 3*0 = 0 + 10 + 0 = 11", (1, 4, 1, None), ["slip-in-entry"]),
    ],
)
def test_the_entry_and_the_term_of_a_wrong_value_are_counted(
    line: str, place: tuple[int, ...], mistakes: list[str]
) -> None:
    report = judged(line)
    assert first(report) == place
    assert named(report) == {1: mistakes}


# What follows


@pytest.mark.parametrize(
    ("lines", "verdicts"),
    [
        (["q_1 = 11", "q_2 = 8", "q = [11, 8]"], ["wrong", "ok", "follows"]),
        (["q_1 = 11", "q = [11, 8]", "q = [10, 8]"], ["wrong", "follows", "ok"]),
        (["q_1 = 11", "q = [11, 9]"], ["wrong", "wrong"]),
        (["q = [11, 9]", "q_1 = 11", "q_2 = 9"], ["wrong", "follows", "follows"]),
        (["q = [10; 8]", "q = [[10], [8]]", "q: 2 x 1"], ["wrong", "follows", "follows"]),
        (["k = x W_q", "k_1 = 10", "k_2 = 8", "k = [10, 8]"], ["wrong", *["follows"] * 3]),
        (["q = x W_q", "q_1 = 11", "q_2 = 8", "q = [11, 8]"], ["ok", "wrong", "ok", "follows"]),
        (["q_1 = 11", "q_2 = 8", "q = x W_q = [11, 8]"], ["wrong", "ok", "follows"]),
        (["q_1 = 11", "q_2 = 8", "q = x W_q", "  = [11, 8]"], ["wrong", "ok", "ok", "follows"]),
        (["q_1 = 10", "q_2 = 8", "q = [8, 10]"], ["ok", "ok", "wrong"]),
        (["v_1 = 9", "v_2 = 10", "v_1 = 9"], ["wrong", "ok", "follows"]),
    ],
)
def test_a_right_step_from_a_wrong_value_is_not_counted_again(
    lines: list[str], verdicts: list[str]
) -> None:
    assert said(judged(*lines)) == verdicts


def test_an_equation_goes_on_in_the_lines_below_it() -> None:
    report = judged("q = x W_q", "  = [10, 8]", "  = [10, 9]", "  = [10, 8]")
    # The slip is counted once: what comes back to the right value is not blamed for it.
    assert said(report) == ["ok", "ok", "wrong", "ok"]
    assert first(report) == (3, 1, 2, None)
    assert named(report)[3] == ["slip-in-entry"]


def test_what_goes_on_from_nothing_is_not_understood() -> None:
    (line,) = judged("= [10, 8]").lines
    assert line.verdict == "not-understood"
    assert (line.reason, line.column) == ("there is no line before that goes on here", 1)


# Orientation, lengths and shapes


@pytest.mark.parametrize(
    ("line", "verdict", "mistakes"),
    [
        ("q = [10; 8]", "wrong", ["values-not-shape"]),
        ("q = [[10], [8]]", "wrong", ["values-not-shape"]),
        ("q = [10, 8]^T", "wrong", ["values-not-shape"]),
        (r"q = \begin{pmatrix} 10 \\ 8 \end{pmatrix}", "wrong", ["values-not-shape"]),
        ("q^T = [10; 8]", "ok", []),
        ("q^T = [10, 8]", "wrong", ["values-not-shape"]),
        ("q = [[10, 8]]", "ok", []),
        ("q = (10, 8)", "ok", []),
        ("q = 10, 8", "ok", []),
        ("v = [12, 10, 0]", "wrong", ["values-not-shape"]),
        ("q: 1 x 2", "ok", []),
        ("q: 2 x 1", "wrong", ["values-not-shape"]),
        ("q: 1 x 3", "wrong", ["length-from-rows"]),
        ("q: 3 x 2", "wrong", ["shape-of-weight"]),
        ("q: 1 x 6", "wrong", ["three-joined"]),
        ("q: 5 x 5", "wrong", []),
        ("shape(q) = (1, 2)", "ok", []),
        ("shape(q) = (2,)", "wrong", ["values-not-shape"]),
        ("q.shape = torch.Size([2])", "wrong", ["values-not-shape"]),
        ("q.shape = torch.Size([1, 2])", "ok", []),
        ("len(q) = 2", "ok", []),
        ("q has length 3", "wrong", ["length-from-rows"]),
        ("q has 2 entries", "ok", []),
        (r"q \in \mathbb{R}^{1 \times 2}", "ok", []),
        ("x W_q: 1 x 2", "ok", []),
        ("W_q: 3 x 2", "ok", []),
        ("W_q: 2 x 3", "wrong", []),
        ("q^T: 2 x 1", "ok", []),
        ("(1 x 3)(3 x 2) = 1 x 2", "ok", []),
        ("(1 x 3)(3 x 2) = 3 x 2", "wrong", ["shape-of-weight"]),
        ("(1 x 3)(3 x 2) -> 1 x 3", "wrong", ["length-from-rows"]),
        ("(1 x 3)(3 x 2) is undefined", "wrong", ["called-undefined"]),
        ("q is undefined", "wrong", ["called-undefined"]),
        ("d_in = 3", "ok", []),
        ("d_out = 3", "wrong", []),
    ],
)
def test_shapes_and_orientations_are_judged(line: str, verdict: str, mistakes: list[str]) -> None:
    report = judged(line)
    assert said(report) == [verdict]
    assert named(report) == ({1: mistakes} if mistakes else {})


@pytest.mark.parametrize("rule", ["(3 x 1)(1 x 2) = 3 x 2", "(1 x 2)(2 x 3) = 1 x 3"])
def test_a_rule_on_other_sizes_than_those_given_is_wrong_and_says_so(rule: str) -> None:
    report = judged(rule)
    (line,) = report.lines
    assert line.verdict == "wrong"
    assert line.notes[0].startswith("these are not the sizes of what is given: x is 1 x 3")
    (member,) = line.members
    assert (member.equals_expected, member.expected) == (False, "1 x 2")


def test_a_product_that_does_not_fit_is_undefined() -> None:
    givens = {"x": [1, 2], "W_q": [[1, 0], [0, 1], [1, 1]], "W_v": [[1, 3], [2, 0]]}
    report = judged("q = x W_q = [1, 2]", "q: 1 x 2", "v = [5, 3]", givens=givens)
    assert said(report) == ["wrong", "follows", "ok"]
    assert named(report) == {1: ["inner-mismatch"]}
    assert first(report) == (1, 3, None, None)
    right = judged(
        "q is undefined", "q = x W_q is undefined", "v = [5, 3]", "v: 1 x 2", givens=givens
    )
    assert (said(right), right.complete) == (["ok"] * 4, True)
    rule = judged("(1 x 2)(3 x 2) is undefined", "(1 x 2)(3 x 2) = 1 x 2", givens=givens)
    assert said(rule) == ["ok", "wrong"]
    assert named(rule) == {2: ["inner-mismatch"]}


# Names and indices


@pytest.mark.parametrize(
    ("lines", "verdicts"),
    [
        (["q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31} = 10"], ["ok"]),
        (["k_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31} = 2"], ["ok"]),
        (["k_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31} = 10"], ["wrong"]),
        (["v = x W = [12, 10]"], ["ok"]),
        (["k_1 = x . column 1 = 2", "k_2 = x . column 2 of W_k = 17"], ["ok", "ok"]),
        (["k_2 = x . column 1 = 2"], ["wrong"]),
        (["(x W_k)_2 = 17", "(x W_k)_1 = 3"], ["ok", "wrong"]),
        ([r"q_j = \sum_{i=1}^{3} x_i w_{ij}"], ["ok"]),
        ([r"q_j = \sum_{i=1}^{3} x_i w_{ji}"], ["wrong"]),
        ([r"q_j = \sum_{i=1}^{2} x_i w_{ij}"], ["wrong"]),
        (["x W_k = [2, 17]"], ["ok"]),
    ],
)
def test_a_bare_w_belongs_to_the_result_that_the_line_is_about(
    lines: list[str], verdicts: list[str]
) -> None:
    assert said(judged(*lines)) == verdicts


@pytest.mark.parametrize("line", ["x W = [2, 17]", "x W = [10, 8]"])
def test_a_bare_w_without_a_result_is_not_guessed_at(line: str) -> None:
    (found,) = judged(line).lines
    assert found.verdict == "not-understood"
    assert found.reason == "it is not clear which of the matrices is meant"


def test_what_a_bracket_with_an_index_says_is_shown_from_its_bracket_on() -> None:
    (line,) = judged("(x W_k)_2 = 17").lines
    assert line.members[0] == Member(1, None, None, "(x W_k)_2", "17", "(x W_k)_2")


def test_several_statements_in_a_line_are_judged_each() -> None:
    report = judged("q = x W_q = [10, 8], k = x W_k = [2, 17]; v = [12, 11]")
    (line,) = report.lines
    assert [member.got for member in line.members] == [
        "q", "[10, 8]", "[10, 8]", "k", "[2, 17]", "[2, 17]", "v", "[12, 11]",
    ]  # fmt: skip
    assert (line.verdict, line.column) == ("wrong", 47)
    assert first(report) == (1, 8, 2, None)
    assert report.missing == ("shape",)
    assert [(m.id, m.where) for m in line.mistakes] == [("slip-in-entry", "v")]


def test_an_entry_that_does_not_exist_is_wrong_and_no_slip() -> None:
    alone = judged("q_3 = 5")
    assert (said(alone), named(alone)) == (["wrong"], {})
    beside = judged("q_3 = 5", "q_1 = 9")
    assert (said(beside), named(beside).get(1)) == (["wrong", "wrong"], None)


# Several tokens, and values of another length


SEVERAL = {
    "X": [[2, 5, 3], [1, 0, 2]],
    "W_q": [[0, 1], [2, 0], [0, 2]],
    "W_v": [[2, 0, 1, 1], [1, 2, 0, 1], [1, 0, 0, 1]],
}


def test_several_tokens_are_the_rows_of_x() -> None:
    report = judged(
        "Q = X W_q = [[10, 8], [0, 5]]",
        "Q: 2 x 2",
        "V = [[12, 10, 2, 10], [4, 0, 1, 3]]",
        "V: 2 x 4",
        "Q_{2,1} = 0",
        givens=SEVERAL,
    )
    assert (said(report), report.complete, report.missing) == (["ok"] * 5, True, ())


@pytest.mark.parametrize(
    ("line", "place", "mistakes"),
    [
        ("Q = [[10, 8], [0, 6]]", (1, 2, 4, None), ["slip-in-entry"]),
        ("Q = [[10, 0], [8, 5]]", (1, 2, 2, None), ["values-not-shape"]),
        ("Q = W_q X", (1, 2, None, None), ["order-swapped"]),
        ("Q: 2 x 3", (1, 1, None, None), ["length-from-rows"]),
        ("Q: 1 x 2", (1, 1, None, None), []),
    ],
)
def test_mistakes_with_several_tokens_are_named(
    line: str, place: tuple[int, ...], mistakes: list[str]
) -> None:
    report = judged(line, givens=SEVERAL)
    assert first(report) == place
    assert named(report) == ({1: mistakes} if mistakes else {})


@pytest.mark.parametrize("line", ["Q_{21} = 0", "X_{21} = 1", "Q_12 = 8"])
def test_two_indices_of_several_tokens_need_no_comma(line: str) -> None:
    assert said(judged(line, givens=SEVERAL)) == ["ok"]


def test_what_nothing_given_can_decide_is_not_checked() -> None:
    (line,) = judged("K = X W_k", givens=SEVERAL).lines
    assert line.verdict == "not-checked"
    assert line.notes == ("K cannot be checked: W_k or the token is not given",)


def test_the_value_may_be_longer_than_query_and_key() -> None:
    givens = {"x": [2, 5, 3], "W_q": SEVERAL["W_q"], "W_v": SEVERAL["W_v"]}
    report = judged("q = [10, 8]", "q: 1 x 2", "v = [12, 10, 2, 10]", "v: 1 x 4", givens=givens)
    assert (said(report), report.complete) == (["ok"] * 4, True)
    assert said(judged("v: 1 x 2", "v = [12, 10]", givens=givens)) == ["wrong", "wrong"]


# Givens and what is missing


def test_givens_may_be_stated_again_but_not_changed() -> None:
    report = judged("x = [2, 5, 3]", "x = [2, 5, 4]", "W_k = [[1, 2], [0, 2], [0, 2]]", REST)
    assert said(report) == ["ok", "wrong", "wrong", *["ok"] * 4]
    assert first(report) == (2, 2, 3, None)
    assert report.lines[1].members[1].expected == "[2, 5, 3]"
    assert named(report) == {}


def test_the_first_definition_in_the_text_is_what_is_given() -> None:
    head = "x = [2, 5, 3]\nW_q = [[0, 1], [2, 0], [0, 2]]\n"
    report = verify(f"{head}q = x W_q = [10, 8]\nx = [2, 5, 4]\nq: 1 x 2")
    assert [line.verdict for line in report.lines][2:] == ["ok", "not-understood", "not-checked"]
    assert report.lines[3].reason == (
        "x was given before as [2, 5, 3]; hand in one exercise at a time"
    )
    assert report.lines[4].notes == ("not checked, since x was given twice",)
    assert report.missing == ("shape",)
    assert all("given" in line.notes for line in report.lines[:2])


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        ([], ALL),
        (["q = [10, 8]", "v = [12, 10]", "q: 1 x 2"], ("k",)),
        (["q = [10, 8]", "k = [2, 17]", "v = [12, 10]"], ("shape",)),
        (["q = [10, 8]", "k_1 = 2", "v = [12, 10]", "q: 1 x 2"], ("k",)),
        (["q_1 = 10", "q_2 = 8", "k = [2, 17]", "v = [12, 10]", "q: 1 x 2"], ()),
        (["q = [11, 8]", "k = [2, 17]", "v = [12, 10]", "q: 1 x 3"], ()),
        (["q = x W_q", "k = [2, 17]", "v = [12, 10]", "q: 1 x 2"], ("q",)),
        (["q = [10 8", "k = [2, 17]", "v = [12, 10]", "q: 1 x 2"], ("q",)),
    ],
)
def test_what_was_not_worked_out_is_missing(lines: list[str], missing: tuple[str, ...]) -> None:
    report = judged(*lines)
    assert report.missing == missing
    assert report.complete == (not missing and set(said(report)) == {"ok"})


@pytest.mark.parametrize(
    ("line", "reason", "column"),
    [
        ("q = [10, 8", "[ is never closed", 5),
        ("foo = 3", "'foo' is no name of this exercise", 1),
        ("q = 3!", "factorials are not part of this notation", 6),
        ("[10, 8]", "say what this is, as in q = [4, 5]", 1),
        ("q = 2 x 3", "this reads like a shape; for a product write *, for a shape q: 1 x 2", 7),
    ],
)
def test_what_is_not_understood_says_why_and_where(line: str, reason: str, column: int) -> None:
    report = judged(line, REST)
    found = report.lines[0]
    assert (found.verdict, found.reason, found.column) == ("not-understood", reason, column)
    assert (report.complete, report.exit_code, report.missing) == (False, 3, ())


def test_arithmetic_that_is_about_nothing_is_judged_from_its_first_member_on() -> None:
    report = judged("4 + 5 = 9", "4 + 5 = 10 = 9", "2*3 = 7")
    assert said(report) == ["ok", "wrong", "wrong"]
    assert first(report) == (2, 2, None, None)
    assert named(report) == {}


def test_prose_is_left_to_people() -> None:
    report = judged("First the query, which is easy.", REST)
    assert said(report) == ["not-checked", *["ok"] * 4]
    assert report.complete


# Without numbers


@pytest.mark.parametrize(
    ("line", "verdict", "mistakes"),
    [
        (r"q_j = \sum_{i=1}^{d_in} x_i w_{ij}", "ok", []),
        (r"q_j = \sum_i x_i w_{ij}", "ok", []),
        ("q = x W_q", "ok", []),
        ("q: 1 x d_out", "ok", []),
        ("q: 1 x d_in", "wrong", ["length-from-rows"]),
        ("(1 x d_in)(d_in x d_out) = 1 x d_out", "ok", []),
        (
            r"q_j = \sum_i x_i w_{ji}",
            "wrong",
            ["rows-dotted", "weights-transposed", "order-swapped"],
        ),
        (r"q_j = \sum_i w_{ij}", "wrong", ["column-sums"]),
        (r"q_j = \sum_{i=1}^{d_out} x_i w_{ij}", "wrong", []),
        ("q = W_q x", "wrong", ["order-swapped"]),
        ("q = x W_q^T", "wrong", ["weights-transposed", "order-swapped"]),
        ("q = x W_q + x W_k + x W_v", "wrong", ["three-added"]),
        ("q = x W_k", "wrong", ["wrong-matrix"]),
    ],
)
def test_formulas_are_judged_without_sizes(line: str, verdict: str, mistakes: list[str]) -> None:
    report = judged(line, givens=NO_SIZES)
    assert said(report) == [verdict]
    assert named(report) == ({1: mistakes} if mistakes else {})


@pytest.mark.parametrize(
    ("line", "verdict", "mistakes"),
    [
        ("q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}", "ok", []),
        ("q_1 = w_{31} x_3 + x_1 w_{11} + w_{21} x_2", "ok", []),
        ("q_j = x_1 w_{1j} + x_2 w_{2j} + x_3 w_{3j}", "ok", []),
        (r"q_j = \sum_{i=1}^{d_in} x_i w_{ij}", "ok", []),
        (r"q_j = \sum_{i=1}^{3} x_i w_{ij}", "ok", []),
        (r"q_j = \sum_{i=1}^{4} x_i w_{ij}", "wrong", []),
        ("q_1 = x_1 w_{11} + x_2 w_{12} + x_3 w_{13}", "wrong", ["rows-dotted"]),
        ("q_1 = x_1 w_{11} + x_2 w_{21}", "wrong", ["dropped-term"]),
        ("q_2 = x_3 w_{12} + x_2 w_{22} + x_1 w_{32}", "wrong", ["token-reversed"]),
        ("q: 1 x d_out", "ok", []),
        # Nothing says that d_out is not 3.
        ("q: 1 x 3", "not-checked", []),
        ("q: 3 x d_out", "wrong", ["shape-of-weight"]),
        ("d_in = 3", "ok", []),
        ("d_in = 4", "wrong", []),
    ],
)
def test_formulas_are_judged_where_only_d_in_is_known(
    line: str, verdict: str, mistakes: list[str]
) -> None:
    report = judged("d_in = 3", line, givens=NO_SIZES)
    assert said(report) == ["not-checked", verdict]
    if mistakes:
        assert named(report)[2][0] == mistakes[0]
    else:
        assert named(report) == {}


# Which mistake is said


@pytest.mark.parametrize(
    ("line", "mistakes"),
    [
        ("q = W_q x", ["order-swapped"]),
        ("q = x W_q^T", ["weights-transposed", "order-swapped"]),
        ("q = x W_q + x W_k + x W_v", ["three-added"]),
        ("q = [x W_q, x W_k, x W_v]", ["three-joined"]),
        ("q = x W_k", ["wrong-matrix"]),
        (r"q_j = \sum_i x_i w_{ji}", ["rows-dotted", "weights-transposed", "order-swapped"]),
        ("q = x W_q / sqrt(2)", ["scaled-early"]),
        ("q = 10 + 8 = 18", ["one-number"]),
        ("q = x = [2, 5, 3]", ["token-copied"]),
    ],
)
def test_a_wrong_formula_alone_names_its_mistake(line: str, mistakes: list[str]) -> None:
    report = judged(line)
    assert said(report) == ["wrong"]
    assert named(report) == {1: mistakes}


def test_a_transposed_matrix_is_a_wrong_formula_even_where_its_numbers_agree() -> None:
    report = judged("q = x W_q^T", givens={"x": [5, 4], "W_q": [[5, 0], [0, 3]]})
    assert said(report) == ["wrong"]
    assert named(report)[1][0] == "weights-transposed"


@pytest.mark.parametrize(
    ("lines", "mistakes"),
    [
        (["k = x W_q", "v = x W_q"], {1: ["one-matrix-for-all"], 2: ["one-matrix-for-all"]}),
        (["k = [10, 8]", "v = [10, 8]"], {1: ["one-matrix-for-all"], 2: ["one-matrix-for-all"]}),
        (["q = [10, 8]", "k = [10, 8]", "v = [12, 10]"], {2: ["wrong-matrix"]}),
        (["k = x W_q = [10, 8]", "v = x W_v = [12, 10]"], {1: ["wrong-matrix"]}),
        (["k = [12, 10]", "v = [2, 17]"], {1: ["k-v-swapped"], 2: ["k-v-swapped"]}),
        (["k = x W_v", "v = x W_k"], {1: ["k-v-swapped"], 2: ["k-v-swapped"]}),
        (["k = [12, 10]", "v = [12, 10]"], {1: ["wrong-matrix"]}),
        (["q = [2, 17]", "k = [2, 17]", "v = [2, 17]"], {1: ["wrong-matrix"], 3: ["wrong-matrix"]}),
    ],
)
def test_one_matrix_too_often_is_told_from_a_wrong_one(
    lines: list[str], mistakes: dict[int, list[str]]
) -> None:
    assert named(judged(*lines)) == mistakes


MANY = {
    # Four families give [10, 8] for q, which is [14, 4].
    "x": [2, 4],
    "W_q": [[1, 2], [3, 0]],
    "W_k": [[3, 0], [2, 0]],
    "W_v": [[1, 2], [2, 1]],
}
SYMMETRIC = {"x": [1, 2], "W_q": [[1, 2], [2, 3]]}


@pytest.mark.parametrize(
    ("givens", "line", "mistakes"),
    [
        (
            MANY,
            "q = [10, 8]",
            ["wrong-matrix", "token-reversed", "rows-shifted", "added-not-multiplied"],
        ),
        (SYMMETRIC, "q = [5; 8]", ["values-not-shape", "order-swapped"]),
        (GIVENS, "q = [10, 9]", ["slip-in-entry"]),
        (GIVENS, "q = [8, 10]", ["outputs-reversed"]),
        (GIVENS, "q = [0, 1]", ["row-copied"]),
        (GIVENS, "k = [1, 0]", []),
    ],
)
def test_of_several_mistakes_shape_comes_first_and_slips_come_last(
    givens: dict[str, Any], line: str, mistakes: list[str]
) -> None:
    report = judged(line, givens=givens)
    assert named(report) == ({1: mistakes} if mistakes else {})
    confidence = {m.confidence for m in report.lines[0].mistakes}
    assert confidence == ({"several"} if len(mistakes) > 1 else {"only"} if mistakes else set())


def test_a_mistake_that_the_other_entries_contradict_is_not_named() -> None:
    # Rows shifted down would give [6, 9].
    report = judged("q_1 = 10", "q_2 = 9", "q = [10, 9]")
    assert said(report) == ["ok", "wrong", "follows"]
    assert named(report) == {2: ["slip-in-entry"]}


def test_a_formula_that_is_right_contradicts_no_mistake() -> None:
    # One column for both would give [10, 10] or [8, 8].
    lines = ("q_1 = 8", "q_2 = 10", "q = [8, 10]")
    assert named(judged(*lines)) == {1: ["outputs-reversed"], 2: ["outputs-reversed"]}
    assert named(judged("q = x W_q", *lines)) == {2: ["outputs-reversed"], 3: ["outputs-reversed"]}


@pytest.mark.parametrize(
    ("lines", "mistakes"),
    [
        (["q_1 = 11"], ["slip-in-entry"]),
        (["q_1 = 2*0 + 5*2 + 3*0 = 0 + 10 + 1 = 11"], ["slip-in-term"]),
        (["q_1 = 2*0 + 5*2 + 3*0 = 0 + 10 + 0 = 11"], ["slip-in-entry"]),
        (["q_1 = 11", "q_2 = 7"], []),
        (["q = [11, 7]"], []),
    ],
)
def test_one_wrong_entry_or_term_is_a_slip_and_two_are_not(
    lines: list[str], mistakes: list[str]
) -> None:
    assert named(judged(*lines)).get(1, []) == mistakes


def test_hints_only_withholds_what_was_expected() -> None:
    report = judged("q_1 = 5 + 6").hints_only()
    (line,) = report.lines
    assert [member.got for member in line.members] == ["q_1", "5 + 6"]
    assert [member.expected for member in line.members] == [None, None]
    assert [(m.id, m.message) for m in line.mistakes] == [("slip-in-entry", "")]
    assert first(report) == (1, 2, 1, None)


def test_hints_only_shows_on_one_line_what_was_written_on_several() -> None:
    matrix = "q = \\begin{bmatrix}\n4 & 9\n\\end{bmatrix}"
    for written, shown in [
        (matrix, "\\begin{bmatrix} 4 & 9 \\end{bmatrix}"),
        ("q = [4,\n     9]", "[4, 9]"),
        ("q = [4,  9]", "[4,  9]"),
    ]:
        (line,) = judged(written).hints_only().lines
        assert line.members[1].got == shown
        # What was written stays what it is.
        assert line.members[1].written == written.removeprefix("q = ")


def test_lines_are_counted_by_their_verdict() -> None:
    report = judged("q = [10, 8]", "k = [2, 16]", "k_2 = 16", "v = [9, 9]", "so be it", "v = [1")
    counts = {v: report.count(v) for v in ("ok", "wrong", "follows", "not-checked")}
    assert counts == {"ok": 1, "wrong": 2, "follows": 1, "not-checked": 1}
