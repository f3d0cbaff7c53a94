"""Whatever is handed in, there is a report: a verdict for each line, and no error of ours."""

import json
import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qkvsym import Verification, verify
from qkvsym.errors import BadWork
from qkvsym.reading.work import decoded
from tests.examples import examples

LESSON = {
    "x": [1, 2, 3],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}
BATCH = {
    "X": [[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]],
    "W_q": [[1, 0], [0, 1], [1, 0]],
    "W_k": [[0, 1], [1, 0], [0, 1]],
}
LARGE = {
    "x": list(range(1, 10)),
    **{
        f"W_{role}": [[(7 * i + 5 * j + n) % 11 - 5 for j in range(9)] for i in range(9)]
        for n, role in enumerate("qkv")
    },
}
WIDE = {"x": [1, 2, 3], "W_q": [[1, 2], [3, 4]]}
"""A product that does not exist."""

ONLY_TOKEN = {"x": [1, 2]}
PROBLEMS: list[dict[str, Any] | None] = [LESSON, BATCH, LARGE, WIDE, ONLY_TOKEN, None]
NAMED_SIZES = ["", "d_in = 9\nd_out = 4\n", "d_in = 3\n", "x = [1, 2]\nW_q = [[1], [2]]\n"]
VERDICTS = {"ok", "wrong", "follows", "not-understood", "not-checked"}

PIECES = [
    *"qkvxXQKVWwbdT",
    *["W_q", "W_k", "W_v", "w_{12}", "w_{ij}", "w_{i1}", "x_1", "x_i", "q_1", "q_j", "q_3", "q₁"],
    *["x^{(2)}", "(W_q)_{11}", "W[1,2]", "x[0]", "q[1]", r"\mathbf{q}", r"\mathbf{", "d_in", "d_"],
    *["=", ":", " ", ", ", ",", ";", "+", "-", "−", "*", "·", "×", "@", "/", "\\\\", r"\quad"],
    *["(", ")", "[", "]", "[[", "]]", "<", ">", "{", "}", r"\{", "_", "_{", "^", "^{", "^T", "'"],
    *[r"\frac{1}{2}", r"\frac{", "}{", r"\sum_{i=1}^{3}", r"\sum_i", r"\sum_{i=1}^{d_in}", "∑"],
    *[r"\begin{bmatrix}", r"\end{bmatrix}", r"\begin{array}{cc}", r"\end{array}", "&", "√", "ᵀ"],
    *[r"\begin{align}", r"\end{align}", r"\left[", r"\right]", r"\times", r"\cdot", r"\in", "∈"],
    *["1", "2", "3", "0", "12", "1.5", ".5", "4.", "1 x 2", "(1 x 3)", "(3 x 2)", "(1, 2)", "(2,)"],
    *["4, 5", "4 5", "[4, 5]", "[4; 5]", "[1, 2, 3]", "[[1,0],[0,1],[1,1]]", "q: ", "shape(q)"],
    *["shape", "size", "length", "len", "q.shape", "size of", "of", "is", "has", "the", "a", "and"],
    *["undefined", "is undefined", "does not exist", "because", "so", "Answer: ", "1. ", "- "],
    *["column", "column 1", "of W_q", "sqrt", "sqrt(4)", "d_in = 3", "torch.Size([1, 2])", "Size("],
    *["torch.", "np.array([4, 5])", "array(", "entries", "by", "times", "gives", "in", "R^2", "ℝ"],
    *["\n", "\r\n", "\n= ", "\n\n", "\t", "\u00a0", *"$`|!%#?~", '"', "**"],
]
"""Everything that the grammar knows, whole and in halves."""

# A line of text that looks like work, from sums and products that are written as they should be.
NUMBER = st.integers(-9, 12).map(str)
PLACE = st.integers(0, 4).map(str)
ATOM = st.one_of(
    NUMBER,
    st.sampled_from(["x", "W_q", "W_k", "W_v", "q", "k", "v", "W", "Q", "X"]),
    st.builds("{}_{}".format, st.sampled_from("xqkv"), PLACE),
    st.builds("w_{{{},{}}}".format, PLACE, PLACE),
    st.builds("(W_{})_{{{},{}}}".format, st.sampled_from("qkv"), PLACE, PLACE),
    st.sampled_from([r"\sqrt{4}", r"\sqrt{2}", "x · column 2", r"\sum_i x_i w_{i1}", "d_in"]),
    st.sampled_from([r"\sum_{i=1}^{3} x_i w_{i2}", r"\sum_{j=1}^{2} w_{1j}", r"\sum_i x_i w_{ij}"]),
)


def joined(signs: list[str], parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(st.sampled_from(signs), parts), min_size=1, max_size=3)
    return pairs.map(lambda found: "".join(s + p for s, p in found)[len(found[0][0]) :])


def bracketed(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    terms = joined([" + ", " - "], joined(["*", " ", " · "], parts))
    return st.one_of(
        terms.map("({})".format),
        joined([", "], terms).map("[{}]".format),
        joined(["], ["], joined([", "], terms)).map("[[{}]]".format),
        joined(["; "], terms).map("[{}]".format),
        terms.map("({})^T".format),
        st.builds(r"\frac{{{}}}{{{}}}".format, terms, parts),
        joined([" & ", r" \\ "], terms).map(r"\begin{{bmatrix}}{}\end{{bmatrix}}".format),
    )


VALUE = joined(
    [" + ", " - "], joined(["*", " ", " · "], st.recursive(ATOM, bracketed, max_leaves=6))
)
SUBJECT = st.sampled_from(
    ["q", "k", "v", "Q", "K^T", "q_1", "k_2", "q_3", "v_j", "x W_q", "(x W_k)_1", "q + k", "q^T"]
)
SIZE = st.sampled_from(["1", "2", "3", "4", "9", "d_in", "d_out", "d_k", "0"])
CLAIM = st.one_of(
    st.builds("{} = {}".format, SUBJECT, joined([" = "], VALUE)),
    st.builds("= {}".format, VALUE),
    VALUE,
    st.builds("{}: {} x {}".format, SUBJECT, SIZE, SIZE),
    st.builds("({} x {})({} x {}) = {} x {}".format, SIZE, SIZE, SIZE, SIZE, SIZE, SIZE),
    st.builds("({} x {})({} x {}) is undefined".format, SIZE, SIZE, SIZE, SIZE),
    st.builds("{} has length {}".format, SUBJECT, SIZE),
    st.builds("shape({}) = ({},)".format, SUBJECT, SIZE),
    st.builds("{} is undefined".format, SUBJECT),
)
WORK = st.lists(CLAIM, min_size=1, max_size=4).map("\n".join)
GLUED = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
LONG = st.builds(
    lambda unit, times, end: unit * times + end,
    st.sampled_from(PIECES),
    st.sampled_from([39, 40, 41, 599, 601, 700]),
    st.lists(st.sampled_from(PIECES), max_size=3).map("".join),
)
NESTED = st.builds(
    lambda opens, depth, inside, closes: opens * depth + inside + closes * depth,
    st.sampled_from(["(", "[", "-(", "{", r"\mathbf{", r"\begin{bmatrix}", r"\frac{1}{", "2("]),
    st.integers(1, 60),
    st.sampled_from(["1", "x", "4, 5", "", "q = 4"]),
    st.sampled_from([")", "]", "}", r"\end{bmatrix}", ""]),
)


def check(report: Verification, text: str) -> None:
    """What every report promises, whatever the work is."""
    longest = len(text)
    for line in report.lines:
        assert line.verdict in VERDICTS
        assert "\r" not in line.text
        assert line.line <= text.count("\n") + text.count("\r") + 1
        assert bool(line.reason) or line.verdict != "not-understood"
        assert line.reason.isprintable()
        assert len(line.reason) < 200
        assert all(note.isprintable() for note in line.notes)
        assert (line.column is not None) == (line.verdict in ("wrong", "not-understood"))
        assert line.column is None or 1 <= line.column <= min(len(line.text), longest) + 1
        for member in line.members:
            assert 1 <= member.column <= len(line.text) + 1
        assert len({found.id for found in line.mistakes}) == len(line.mistakes)
        assert line.verdict == "wrong" or line.mistakes == ()
    wrong = [line.line for line in report.lines if line.verdict == "wrong"]
    assert ([report.first_wrong.line] if report.first_wrong else []) == wrong[:1]
    assert report.exit_code == (1 if wrong else 0 if report.complete else 3)
    again = json.loads(json.dumps(report.to_dict()))
    assert again["version"] == 1
    assert len(again["lines"]) == len(report.lines)


def verified(text: str, problem: dict[str, Any] | None) -> Verification:
    start = time.process_time()
    report = verify(text, givens=problem)
    assert time.process_time() - start < 10
    check(report, text)
    return report


PROBLEM = st.sampled_from(PROBLEMS)
# The fuzzer tries thousands of times as many.
OFTEN, WRITTEN, TWICE = examples(100), examples(25), examples(12)


@OFTEN
@given(st.text(), PROBLEM)
@example("q = 4\x85\u2028\u2029\x0b5", LESSON)
@example("\ud800", LESSON)
@example("q = [4, 5]\r\r\n\rq: 1 x 2", None)
def test_any_text_gets_a_report(text: str, problem: dict[str, Any] | None) -> None:
    verified(text, problem)


@OFTEN
@given(GLUED, PROBLEM, st.sampled_from(NAMED_SIZES))
@example("q: Size(2 3", LESSON, "")
@example(r"\sum_i x_i = 3", ONLY_TOKEN, "")
@example("x = [1, 2]\n\\sum_i^{d_out} x_i = 3", None, "")
def test_pieces_of_the_grammar_glued_at_random_get_a_report(
    text: str, problem: dict[str, Any] | None, sizes: str
) -> None:
    verified((sizes if problem is None else "") + text, problem)


@WRITTEN
@given(WORK, PROBLEM, st.sampled_from(NAMED_SIZES))
@example("q_1 = 2*x_1 w_{1,1}", LARGE, "")
@example("q_j = 2 \\sum_i x_i w_{ij}", None, "d_in = 8\nd_out = 8\n")
@example("(x W_k)_1 = W_k = k_2 + 3*\\sqrt{2}\n= 1", LESSON, "")
@example("(x W_k)_1 = W_k = k_2\n= 1", LESSON, "")
def test_work_that_is_well_written_and_says_anything_gets_a_report(
    text: str, problem: dict[str, Any] | None, sizes: str
) -> None:
    verified((sizes if problem is None else "") + text, problem)


@OFTEN
@given(st.one_of(LONG, NESTED), PROBLEM)
def test_work_that_is_long_or_nested_gets_a_report(
    text: str, problem: dict[str, Any] | None
) -> None:
    verified(text, problem)


@OFTEN
@given(st.binary())
@example(b"\xef\xbb\xbf\xef\xbb\xbfq = [4, 5]")
@example(b"q = [4, 5]\x00")
@example(b"\xed\xa0\x80")
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        with pytest.raises(BadWork, match=r"^the work is not UTF-8 at byte \d+; "):
            decoded(data)
    else:
        verified(decoded(data), LESSON)


@TWICE
@given(WORK)
def test_the_same_work_gets_the_same_report(text: str) -> None:
    assert verify(text, givens=LESSON) == verify(text, givens=LESSON)


@TWICE
@given(st.lists(CLAIM, min_size=1, max_size=3))
def test_how_the_lines_of_a_file_end_changes_nothing(lines: list[str]) -> None:
    reports = [verify(end.join(lines) + end, givens=LESSON) for end in ("\n", "\r\n", "\r")]
    assert reports[0] == reports[1] == reports[2]
    assert len(reports[0].lines) == len(lines)
