"""Answers on a paper of their own, each with its number: how they are read and compared."""

import pytest

from qkvsym import Worksheet, generate
from qkvsym.errors import BadWork
from qkvsym.judging.verdicts import Line
from qkvsym.judging.verification import verify

NAMED = "One matrix for all three"
TAKES_BACK = (
    "these words may take the answer back, or add to it; write the answer alone, or begin a "
    "reason with because"
)
COLUMNS_OR_ROWS = "an option is expected: the columns of W_v; the rows of W_v"
SHEET = generate("shape-check", "change-column", "find-mistake", "predict-shape", seed=3)


def answered(answer: str, sheet: Worksheet = SHEET) -> Line:
    return verify(f"Code: {sheet.code}\n{answer}").lines[-1]


@pytest.mark.parametrize(
    ("answer", "got", "right"),
    [
        ("1(a) agree", "agree", "agree"),
        ("1(a) They agree.", "agree", "agree"),
        ("1(a) 1", "agree", "agree"),
        ("1(a) differ", "differ", "agree"),
        ("1(a) 2", "differ", "agree"),
        ("1(a) agree\n1(a) differ", "differ", "agree"),
        ("1(a) agrees", "agree", "agree"),
        ("3(a) Multiplying what does not fit", "Multiplying what does not fit", NAMED),
        ("3(a) what does not fit", "Multiplying what does not fit", NAMED),
        ("4(b) columns", "the columns of W_v", "the columns of W_v"),
        ("4(b) the columns of W_v", "the columns of W_v", "the columns of W_v"),
        ("4(b) rows", "the rows of W_v", "the columns of W_v"),
        ("2(b) 2", "2", "2"),
        ("2(b) entry 2, for column 2 is the new one", "2", "2"),
        ("2(b) 1, 2", "1, 2", "2"),
        ("2(b) 1 and 2", "1, 2", "2"),
        ("2(b) entries 1 and 2", "1, 2", "2"),
        ("2(b) 1 entry changed: 2", "2", "2"),
        ("2(b) 2 entries changed: 1, 2", "1, 2", "2"),
        ("2(b) 2 changed", "2", "2"),
        ("2(b) - 2", "2", "2"),
        ("2(b) Entry 2: its column is new", "2", "2"),
        ("2(b) 2 (for column 1 stays)", "2", "2"),
        ("3(b) line 3", "3", "3"),
        ("4(a) 1 x 2", "1 x 2", "1 x 2"),
        ("4(a) v: 1 x 2", "1 x 2", "1 x 2"),
        ("Exercise 2\n(b) 1", "1", "2"),
    ],
)
def test_an_answer_is_compared_with_the_right_one(answer: str, got: str, right: str) -> None:
    line = answered(answer)
    (member,) = line.members
    assert (member.got, member.expected) == (got, right)
    assert line.verdict == ("ok" if got == right else "wrong")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("1(a) they do not agree", "an option is expected: agree; differ"),
        ("1(a) not", "an option is expected: agree; differ"),
        ("1(a) 3", "an option is expected: agree; differ"),
        ("4(b) rows or columns", TAKES_BACK),
        ("4(b) not the rows", COLUMNS_OR_ROWS),
        ("4(b) the columns of W_v or the rows of W_v", TAKES_BACK),
        ("3(a) I do not know", "an option is expected, by its number or its words"),
        *(
            (f"2(b) {said}", "one number is expected, as in 2")
            for said in ("none", "not 2", "which one?")
        ),
        *(
            (f"2(b) {said}", TAKES_BACK)
            for said in (
                *("all but 2", "-2", "2 or 3", "2-3", "2 to 3", "2 and also 3"),
                *(
                    "2=3",
                    "2 is right",
                    "2 changed, but so did 1",
                    "2 is right, 3 is wrong",
                    "maybe 2",
                ),
            )
        ),
        ("4(a) [1, 2]", "this is a vector; a shape is written 1 x 2 or (1, 2)"),
    ],
)
def test_what_is_no_answer_to_the_question_is_not_guessed_at(answer: str, reason: str) -> None:
    line = answered(answer)
    assert (line.verdict, line.reason) == ("not-understood", reason)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("q_2 = x_1 w_{12} + x_2 w_{22} + x_3 w_{32}", "ok"),
        ("q_2 = q_2 + x_1 w_{12} + x_2 w_{22} + x_3 w_{32} - q_2", "missing"),
        ("q_2 = q_2", "missing"),
        ("q_2 = q_2 + 0", "missing"),
        ("q_2 is q_2", "missing"),
    ],
)
def test_what_is_its_own_value_is_no_formula(answer: str, verdict: str) -> None:
    sheet = generate("derive-formula", seed=3, level="easy")
    found = verify(f"1(b) {answer}", sheet=sheet)
    assert [line.verdict for line in found.lines] == ["ok"]
    assert {part.part: part.verdict for part in found.parts}["b"] == verdict


@pytest.mark.parametrize("answer", ["5(a) 3", "1(z) 3", "0(a) 3"])
def test_a_part_that_the_sheet_has_not_is_refused(answer: str) -> None:
    with pytest.raises(BadWork) as refused:
        answered(answer)
    assert str(refused.value) == (
        f"the sheet {SHEET.code} has no part {answer[0]} ({answer[2]}); look at the number of the "
        f"answer, and at the code of the sheet"
    )


@pytest.mark.parametrize(
    ("work", "verdicts"),
    [
        # One exercise: x = [3, 1]; q = [12, 6, 7], k = [6, 9, 12], v = [1, 12, 2].
        ("q = [12, 6, 7]\nk = [6, 9, 11]", {"b": "ok", "c": "wrong"}),
        ("q = x W_q\n= [12, 6, 7]\nq: 1 x 3", {"b": "ok", "e": "ok"}),
        ("q_1 = 3*3 + 1*3 = 12", {}),
        ("q_1 = 12\nq_2 = 6\nq_3 = 7", {"b": "ok"}),
        ("v is 1 x 3\n1(a) 1 x 2", {"a": "wrong", "g": "ok"}),
        ("[12, 6, 7]\nI think that is it", {}),
        ("q = [12, 6, 7]\n- q = [9, 9, 9]", {"b": "wrong"}),
        ("q: [12, 6, 7]\nk is [6, 9, 12]\nq is 1 x 3", {"b": "ok", "c": "ok", "e": "ok"}),
        (
            "So Q = [12, 6, 7]\n`k = [6, 9, 12]`\n**v = [1, 12, 2]**",
            {"b": "ok", "c": "ok", "d": "ok"},
        ),
        ("q = \\begin{bmatrix}\n12 & 6 & 7\n\\end{bmatrix}\nso be it", {"b": "ok"}),
        ("v is 1 x 3\nI do not know the rest", {"g": "ok"}),
        ("q: (12, 6, 7)", {}),
        ("x = [3, 1]", {}),
    ],
)
def test_on_a_sheet_of_one_exercise_results_are_known_by_their_names(
    work: str, verdicts: dict[str, str]
) -> None:
    sheet = generate("compute-projections", seed=5, level="easy")
    found = verify(work, sheet=sheet)
    said = {part.part: part.verdict for part in found.parts if part.verdict != "missing"}
    assert said == verdicts


@pytest.mark.parametrize(
    ("part", "line", "answers"),
    [
        (
            "ok",
            "ok",
            ("1 x 3", "k: 1 x 3", "Answer: 1 x 3", "**Answer**: 1 x 3", "Output shape (f): 1 x 3"),
        ),
        ("ok", "ok", ("(1 x 2)(2 x 3) -> 1 x 3", "W_k: 2 x 3, k: 1 x 3", "my k: 1 x 3")),
        ("ok", "ok", ("k = [6, 9, 12], so k: 1 x 3", "Shape of k: 1 x 3", "key: 1 x 3")),
        ("ok", "ok", ("k has 3 entries, so 1 x 3", "3 entries: 1 x 3", "It is 1 x 3")),
        ("ok", "ok", ("1 x 3 (one row, 3 columns)", "1 x 3, because", "all are 1 x 3")),
        ("missing", "ok", ("k = [6, 9, 12]", "v: 1 x 3", "Shape of v: 1 x 3", "my v: 1 x 3")),
        ("missing", "ok", ("W_k: 2 x 3", "x: 1 x 2", "value: 1 x 3", "Output v: 1 x 3")),
        ("missing", "ok", ("k has 1 row", "k has 3 columns", "1 row", "d_in = 2", "d_out = 3")),
        ("missing", "ok", ("(2 x 3)(1 x 2) -> undefined",)),
        ("missing", "not-checked", ("bigger than it was", "as on page 2", "the same")),
        ("wrong", "wrong", ("3 rows", "(1 x 2)(2 x 3) -> 1 x 3 -> 3 x 1")),
        ("wrong", "wrong", ("k has 3 entries, so 3 x 1", "3 entries, 3 x 1")),
        ("wrong", "wrong", ("(1 x 2)(2 x 3) -> 1 x 3, so 3 x 1", "k: 1 x 3, v: 3 x 1")),
        ("not-understood", "not-understood", ("1 x 3 or 3 x 1", "not k: 1 x 3", "[1, 3]")),
        ("not-understood", "not-understood", ("not: 1 x 3", "no: 1 x 3", "yes, 1 x 3")),
        ("not-understood", "not-understood", ("still 1 x 3", "it stays 3", "as for k, 1 x 3")),
        ("not-understood", "not-understood", ("1 x 3 — all are", "entries: 3; shape: 1 x 3")),
        (
            "not-understood",
            "not-understood",
            ("1 x 3 für alle", "(1 x 2)(2 x 3)", "y: 1 x 3", "v shape: 1 x 3"),
        ),
    ],
)
def test_a_part_that_asks_for_a_shape_is_answered_by_its_own_shape_alone(
    part: str, line: str, answers: tuple[str, ...]
) -> None:
    # x = [3, 1]; k = [6, 9, 12], and (f) asks for its shape.
    sheet = generate("compute-projections", seed=5, level="easy")
    for answer in answers:
        found = verify(f"1(f) {answer}", sheet=sheet)
        verdicts = {part.part: part.verdict for part in found.parts}
        assert ([one.verdict for one in found.lines], verdicts["f"]) == ([line], part), answer
        assert ("1 (f)" in found.missing) is (part == "missing")


def test_a_product_of_any_shapes_answers_no_question_for_sizes_that_have_names() -> None:
    sheet = generate("derive-formula", seed=1, level="hard")
    for answer, verdict in (
        ("(1 x d_in)(d_in x d_out) -> 1 x d_out", "ok"),
        ("(1 x 7)(7 x 9) -> 1 x 9", "missing"),
        ("(1 x 2)(3 x 4) -> undefined", "missing"),
        ("1 x 9", "wrong"),
    ):
        found = verify(f"1(c) {answer}", sheet=sheet)
        assert {part.part: part.verdict for part in found.parts}["c"] == verdict, answer


@pytest.mark.parametrize("kinds", [("predict-shape",) * 2, ("predict-shape",) * 3])
def test_without_a_number_nothing_is_guessed_where_there_are_several_exercises(
    kinds: tuple[str, ...],
) -> None:
    sheet = generate(*kinds, seed=5)
    with pytest.raises(BadWork) as refused:
        verify("q: 1 x 2", sheet=sheet)
    assert str(refused.value) == (
        f"the sheet {sheet.code} has {len(kinds)} exercises, and the work does not say which it "
        f"answers; begin each answer with its number, as in 2(b)"
    )


def test_what_stands_in_no_part_is_judged_all_the_same() -> None:
    sheet = generate("compute-projections", seed=5, level="easy")
    right = "q = [12, 6, 7]\nk = [6, 9, 12]\nv = [1, 12, 2]\nk: 1 x 3\nv: 1 x 3\n1(a) 1 x 3\n"
    found = verify(right + "1(e) 1 x 3\n", sheet=sheet)
    assert (found.complete, found.exit_code) == (True, 0)
    found = verify("q = [12, 6, 7], k = [6, 9, 99]\n" + right + "1(e) 1 x 3\n", sheet=sheet)
    assert (found.complete, found.exit_code) == (False, 1)
    assert (found.lines[0].verdict, found.lines[0].part) == ("wrong", "")
    assert found.first_wrong is not None
    assert found.first_wrong.line == 1


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("1(a) One matrix for all three\n", True),
        ("1(a) Length read off the rows\n", False),
        ("", False),
    ],
)
def test_hints_name_no_mistake_that_the_exercise_asks_for(first: str, told: bool) -> None:
    # The wrong solution uses W_q for k, and so does this learner: k = [15, 3, 21].
    sheet = generate("find-mistake", seed=3, level="easy")
    found = verify(f"{first}1(d) [11, 9, 7]", sheet=sheet)
    assert "one-matrix-for-all" in [mistake.id for mistake in found.lines[-1].mistakes]
    hinted = found.hints_only().lines[-1]
    assert bool(hinted.mistakes) is told


@pytest.mark.parametrize("part", ["1(a)", "2(b)", "3(b)", "4(b)"])
@pytest.mark.parametrize("sign", ["9", "1 ", "2, a ", "(1", " (1 x", "rows ", "- [x] ", ") "])
def test_a_line_of_any_length_is_an_answer_or_none(part: str, sign: str) -> None:
    for length in (400, 5_000, 100_000):
        line = answered(f"{part} {sign * (length // len(sign))}")
        assert line.verdict in ("ok", "wrong", "not-understood", "not-checked")
