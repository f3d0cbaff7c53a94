"""What a reply of a model is worth: right, half right, and never right by luck."""

import json
import re
import time
from typing import Any

import pytest

import qkvsym
from qkvsym.datasets import entry_lines
from qkvsym.errors import BadEntry
from qkvsym.kinds import kind_ids
from qkvsym.scoring import scored

OPTIONS = [
    {"id": "rows", "text": "the rows of W_q"},
    {"id": "columns", "text": "the columns of W_q"},
]
ENTRY: dict[str, Any] = {
    "id": "A.1",
    "kind": "lesson",
    "prompt": "x = [1, 2, 3]\nW_q = [[1, 0], [0, 1], [1, 1]]\n\n(a) What is the shape of q?\n"
    "(c) Which size decides? Answer with one of: rows, columns.",
    "givens": {"x": [[1, 2, 3]], "W_q": [[1, 0], [0, 1], [1, 1]], "W_k": [[0, 1], [1, 0], [0, 2]]},
    "parts": [
        {"id": "shape", "answer": {"type": "shape", "value": [1, 2]}},
        {
            "id": "q",
            "answer": {"type": "matrix", "value": [[4, 5]]},
            "wrong": [
                {"mistake": "outputs-reversed", "value": [[5, 4]]},
                {"mistake": "values-not-shape", "value": [[4], [5]]},
            ],
        },
        {"id": "decides", "answer": {"type": "choice", "value": "columns", "options": OPTIONS}},
        {"id": "line", "answer": {"type": "integer", "value": 3}},
        {"id": "why", "answer": {"type": "text", "value": "Columns make entries."}},
    ],
}
FORMULAS: dict[str, Any] = json.loads(entry_lines(qkvsym.generate("derive-formula"))[0])
TOLD_LINE, OTHER_LINE = "q = [4, 5]", "q = [5, 4]"
RIGHT, PARTIAL, WRONG, UNCLEAR, MISSING = "right", "partial", "wrong", "unclear", "missing"


def verdict(part: str, reply: str, entry: dict[str, Any] = ENTRY) -> str:
    (found,) = (one for one in scored({part: reply}, entry).parts if one.id == part)
    assert found.value == {"right": 1.0, "partial": 0.5}.get(found.verdict, 0.0)
    return found.verdict


REPLIES = [
    ("decides", "not columns", MISSING),
    ("decides", "neither rows nor columns", MISSING),
    ("decides", "foo", MISSING),
    ("decides", "columnsrows", MISSING),
    ("decides", "columns", RIGHT),
    ("decides", "Columns", RIGHT),
    ("decides", "the columns of W_q", RIGHT),
    ("decides", "columns, since the rows are used up", RIGHT),
    ("decides", "The columns of W_q, not the rows", RIGHT),
    ("decides", "**columns**", RIGHT),
    ("decides", "`columns`", RIGHT),
    ("decides", "columns (the columns of W_q)", RIGHT),
    ("decides", "It is the columns of W_q that decide; the rows are used up.", RIGHT),
    ("decides", "Each row is used up. So the answer is columns.", RIGHT),
    ("decides", "\\boxed{\\text{columns}}", RIGHT),
    ("decides", "Answer: columns", RIGHT),
    ("decides", "not rows but columns", RIGHT),
    ("decides", "The columns. Rows are used up.", RIGHT),
    ("decides", "rows, columns", UNCLEAR),
    ("decides", "rows\ncolumns", UNCLEAR),
    ("decides", "columns\nrows", UNCLEAR),
    ("decides", "rows and columns", UNCLEAR),
    ("decides", "columns or rows", UNCLEAR),
    ("decides", "columns; possibly rows", UNCLEAR),
    ("decides", "columns/rows", UNCLEAR),
    ("decides", "rows (the rows of W_q), columns (the columns of W_q)", UNCLEAR),
    ("decides", "Answer with one of: rows, columns.", UNCLEAR),
    ("decides", "both columns and rows", UNCLEAR),
    ("decides", "The answer is columns or rows", UNCLEAR),
    ("decides", "(rows) (columns)", UNCLEAR),
    ("decides", "1. rows\n2. columns", UNCLEAR),
    ("decides", "- [ ] rows\n- [ ] columns", UNCLEAR),
    ("decides", "rows", WRONG),
    ("line", "3.5", MISSING),
    ("line", "not 3", MISSING),
    ("line", "3/4", MISSING),
    ("line", "x3", MISSING),
    ("line", "3", RIGHT),
    ("line", "line 3", RIGHT),
    ("line", "Line 3.", RIGHT),
    ("line", "3, because 4 != 2", RIGHT),
    ("line", "The first wrong line is line 3, because 4 != 2.", RIGHT),
    ("line", "**3**", RIGHT),
    ("line", "Line 1 is right. Line 2 is right. So the first wrong line is 3.", RIGHT),
    ("line", "\\boxed{3}", RIGHT),
    ("line", "3)", RIGHT),
    ("line", "Line 3 is wrong", RIGHT),
    ("line", "It is line 3: 4 entries, where W has 2 columns", RIGHT),
    ("line", "3, 4", UNCLEAR),
    ("line", "1 2 3 4", UNCLEAR),
    ("line", "3 or 4", UNCLEAR),
    ("line", "3\n4", UNCLEAR),
    ("line", "1, 2, 3, 4", UNCLEAR),
    ("line", "lines 3 and 4", UNCLEAR),
    ("line", "1\n2\n3", UNCLEAR),
    ("line", "line 3 or maybe 2", UNCLEAR),
    ("line", "1", WRONG),
    ("line", "-3", WRONG),
    ("line", "33", WRONG),
    ("q", "k = [4, 5]", MISSING),
    ("q", "x = [4, 5]", MISSING),
    ("q", "q = x W_q", MISSING),
    ("q", "[1+3, 2+3]", MISSING),
    ("q", "not [4, 5]", MISSING),
    ("q", "[4, 5] is wrong", MISSING),
    ("q", "q ≠ [4, 5]", MISSING),
    ("q", "4", MISSING),
    ("q", "4 and 5", MISSING),
    ("q", "q_1 = 4, q_2 = 5", MISSING),
    ("q", "the old q = [4, 5]", MISSING),
    ("q", "k = x W_q = [4, 5]", MISSING),
    ("q", "[4, 5][5, 4]", MISSING),
    ("q", "[4, 5] · [5, 4]", MISSING),
    ("q", "__import__('os')", MISSING),
    ("q", "9" * 5000, MISSING),
    ("q", "[" * 5000, MISSING),
    ("q", "[4; 5]", PARTIAL),
    ("q", "[[4], [5]]", PARTIAL),
    ("q", "[4, 5]^T", PARTIAL),
    ("q", "\\begin{bmatrix} 4 \\\\ 5 \\end{bmatrix}", PARTIAL),
    ("q", "[4, 5], with shape 2 x 1", PARTIAL),
    ("q", "[4, 5] with shape (2,)", PARTIAL),
    ("q", "[4, 5]", RIGHT),
    ("q", "q = [4, 5]", RIGHT),
    ("q", "(4, 5)", RIGHT),
    ("q", "[[4, 5]]", RIGHT),
    ("q", "4, 5", RIGHT),
    ("q", "4 5", RIGHT),
    ("q", "q: [4, 5]", RIGHT),
    ("q", "The query is [4, 5].", RIGHT),
    ("q", "q = x W_q = [1*1+2*0+3*1, 1*0+2*1+3*1] = [4, 5]", RIGHT),
    ("q", "$q = \\begin{bmatrix} 4 & 5 \\end{bmatrix}$", RIGHT),
    (
        "q",
        "\\[ q = xW_q = \\begin{pmatrix} 1 & 2 & 3\\end{pmatrix}\\begin{pmatrix} 1 & 0\\\\0 & 1\\\\1 & 1\\end{pmatrix} = \\begin{pmatrix}4 & 5\\end{pmatrix} \\]",
        RIGHT,
    ),
    ("q", "\\boxed{[4, 5]}", RIGHT),
    ("q", "np.array([[4, 5]])", RIGHT),
    ("q", "So q = [4.0, 5.0]", RIGHT),
    (
        "q",
        "x = [1, 2, 3] and column 1 of W_q is [1, 0, 1], so q_1 = 4. Column 2 is [0, 1, 1], so q_2 = 5. Hence q = [4, 5].",
        RIGHT,
    ),
    ("q", "Entry 1: 4, entry 2: 5, q = [4, 5]", RIGHT),
    ("q", "**q = [4, 5]**", RIGHT),
    ("q", "q = x W_q\n  = [1 + 0 + 3, 0 + 2 + 3]\n  = [4, 5]", RIGHT),
    ("q", "\\begin{align} q &= xW_q \\\\ &= [4, 5] \\end{align}", RIGHT),
    ("q", "$\\mathbf{q} = [4, 5]$", RIGHT),
    ("q", "query vector q = [4, 5], a row", RIGHT),
    ("q", "q = [5, 4]? Let me check the first entry again: it is 4. So q = [4, 5].", RIGHT),
    ("q", "[4, 5], with shape 1 x 2", RIGHT),
    ("q", "q=⟨4, 5⟩", RIGHT),
    ("q", "q = [4, 5] (shape: (1, 2))", RIGHT),
    ("q", "The final answer is $\\boxed{\\begin{bmatrix}4 & 5\\end{bmatrix}}$", RIGHT),
    ("q", "the row [4, 5] has 2 entries", RIGHT),
    ("q", "q' = [4, 5]", RIGHT),
    ("q", "q = k = [4, 5]", RIGHT),
    ("q", "[4, 5] or [5, 4]", UNCLEAR),
    ("q", "[4, 5], [5, 4]", UNCLEAR),
    ("q", "[4, 5]\n[5, 4]", UNCLEAR),
    ("q", "q = [4, 5]\nq = [5, 4]", UNCLEAR),
    ("q", "q = [4, 5] = [5, 4]", UNCLEAR),
    ("q", "[4, 5], maybe [5, 4]", UNCLEAR),
    ("q", "q = [4, 5], alternatively q = [5, 4]", UNCLEAR),
    ("q", "if q = [4,5]; else q = [5,4]", UNCLEAR),
    ("q", "{[4,5],[5,4]}", UNCLEAR),
    ("q", "[5, 4]", WRONG),
    ("q", "[4, 5, 6]", WRONG),
    ("q", "undefined", WRONG),
    ("q", "[[4, 5], [5, 4]]", WRONG),
    ("q", "[4 5; 5 4]", WRONG),
    ("shape", "not 1 x 2", MISSING),
    ("shape", "", MISSING),
    ("shape", "2", MISSING),
    ("shape", "x is 1 x 2", MISSING),
    ("shape", "(2,)", PARTIAL),
    ("shape", "2 entries", PARTIAL),
    ("shape", "length 2", PARTIAL),
    ("shape", "1 x 2", RIGHT),
    ("shape", "(1, 2)", RIGHT),
    ("shape", "1×2", RIGHT),
    ("shape", "$1 \\times 2$", RIGHT),
    ("shape", "q is 1 x 2", RIGHT),
    ("shape", "The shape of q is 1 x 2.", RIGHT),
    ("shape", "shape(q) = (1, 2)", RIGHT),
    ("shape", "q ∈ R^{1×2}", RIGHT),
    ("shape", "$q \\in \\mathbb{R}^{1 \\times 2}$", RIGHT),
    ("shape", "torch.Size([1, 2])", RIGHT),
    ("shape", "x is 1 x 3 and W_q is 3 x 2, so q is 1 x 2", RIGHT),
    ("shape", "(1 x 3)(3 x 2) = 1 x 2", RIGHT),
    ("shape", "1 x 3 times 3 x 2 gives 1 x 2", RIGHT),
    ("shape", "(1×3)·(3×2) → (1×2)", RIGHT),
    ("shape", "x has shape (1, 3), W_q has shape (3, 2), so the result has shape (1, 2).", RIGHT),
    ("shape", "q, k and v are all 1 x 2", RIGHT),
    ("shape", "Each is 1 × 2, because W has 2 columns", RIGHT),
    ("shape", "1 by 2", RIGHT),
    ("shape", "1x2", RIGHT),
    ("shape", "A row: 1 x 2 (2 entries)", RIGHT),
    ("shape", "\\(1 \\times 2\\)", RIGHT),
    ("shape", "Shape: **1 x 2**", RIGHT),
    ("shape", "q.shape == (1, 2)", RIGHT),
    ("shape", "3 x 2 is the matrix, hence q is 1 x 2", RIGHT),
    ("shape", "1 x 2 or 2 x 1", UNCLEAR),
    ("shape", "1 x 1, 1 x 2, 1 x 3", UNCLEAR),
    ("shape", "1 x 2\n1 x 3", UNCLEAR),
    ("shape", "1 x 2, or undefined", UNCLEAR),
    ("shape", "1 x 2. Another option: 1 x 3.", UNCLEAR),
    ("shape", "Either 1 x 2, 2 x 1", UNCLEAR),
    # Pieces of something longer.
    ("shape", "1 x 2 x 5", MISSING),
    ("shape", "1 x 2 x 2 x 2", MISSING),
    ("shape", "(1 x 2) x 5", MISSING),
    ("shape", "5 x (1 x 2)", MISSING),
    ("shape", "1 by 2 by 5", MISSING),
    ("shape", "(1, 2, 5)", MISSING),
    ("shape", "(1, 2) x 5", MISSING),
    ("shape", "-1 x 2", MISSING),
    ("shape", "-(1 x 2)", MISSING),
    ("shape", "- 1 x 2", RIGHT),
    ("shape", "- (1 x 2)", RIGHT),
    ("shape", "1/1 x 2", MISSING),
    ("shape", "1 x 2/2", MISSING),
    ("shape", "1 x 2 / 2", MISSING),
    ("shape", "1 x 2^2", MISSING),
    ("shape", "1 x 2²", MISSING),
    ("shape", "2^1 x 2", MISSING),
    ("shape", "2 + 1 x 2", MISSING),
    ("shape", "1 x 2 + 3", MISSING),
    ("shape", "$1 \\times 2^{2}$", MISSING),
    ("shape", "1 x 2 - one row", RIGHT),
    ("shape", "1 x 2, 2 entries", RIGHT),
    ("shape", "((1 x 2))", RIGHT),
    ("shape", "R^(1 x 2)", RIGHT),
    ("shape", "2(1 x 2)", MISSING),
    ("shape", "shape(1 x 2)", RIGHT),
    ("shape", "(1 x 3) x (3 x 2) = 1 x 2", RIGHT),
    ("shape", "2 x 1", WRONG),
    ("shape", "1 x 3", WRONG),
    ("shape", "undefined", WRONG),
]


@pytest.mark.parametrize(("part", "reply", "expected"), REPLIES)
def test_a_reply_to_one_part(part: str, reply: str, expected: str) -> None:
    assert verdict(part, reply) == expected


BETWEEN = [
    *(
        " vs ",
        " vs. ",
        " versus ",
        " ~ ",
        " plus ",
        " as well as ",
        " oder ",
        " und ",
        " ou ",
        " + ",
    ),
    *(" & ", " \U0001f600 ", "\u200b", " \u200b ", "<br>", "<br/>\n", "</td><td>", " - ", " --- "),
    *(
        " | ",
        " > ",
        " and/or ",
        " et puis ",
        " " + "." * 300 + " ",
        " " + "._" * 200 + " ",
        " \\quad ",
    ),
    *(" together with ", "; then ", " and also ", ", additionally ", "\n\n\n", " [ ] ", "?! "),
]
PAIRS = [
    ("decides", "columns", "rows"),
    ("decides", "the columns of W_q", "the rows of W_q"),
    ("line", "3", "4"),
    ("q", "[4, 5]", "[5, 4]"),
    ("q", "q = [4, 5]", "q = [5, 4]"),
    ("shape", "1 x 2", "(2, 1)"),
    ("shape", "q is 1 x 2", "q is (2, 1)"),
]


@pytest.mark.parametrize(("part", "right", "other"), PAIRS)
def test_values_side_by_side_are_no_answer_whatever_stands_between(
    part: str, right: str, other: str
) -> None:
    for between in BETWEEN:
        for one, two in ((right, other), (other, right)):
            for end in ("", ".", " respectively", ", respectively", " as well", " too."):
                reply = f"{one}{between}{two}{end}"
                assert verdict(part, reply) in (UNCLEAR, MISSING), reply
            assert verdict(part, f"The answer is {one}{between}{two}") in (UNCLEAR, MISSING)
    for same in (right, f"{right}.", f"{right} \U0001f600", f"{right} ~ {right}", f"{right}<br>"):
        assert verdict(part, same) == RIGHT, same


@pytest.mark.parametrize(("part", "right", "other"), PAIRS)
def test_what_is_corrected_counts_as_it_is_in_the_end(part: str, right: str, other: str) -> None:
    for between in (
        *(
            ". Wait, ",
            ", no: ",
            ". No, ",
            ", sorry, ",
            " -- correction: ",
            "; I mean ",
            ", actually ",
        ),
        *(", or rather ", ". Hmm, wait, no, ", "\n\nSorry, it is ", " (no, wait) "),
    ):
        assert verdict(part, f"{other}{between}{right}") == RIGHT, between
        assert verdict(part, f"{right}{between}{other}") == WRONG, between
        assert verdict(part, f"{right}{between}{other}{between}{right}") == RIGHT, between
        assert verdict(part, f"{right}{between}{right}, {other}") == UNCLEAR, between
    assert verdict(part, f"{right} rather than {other}") == RIGHT
    assert verdict(part, f"{right}, not {other}") == RIGHT


MORE_REPLIES = [
    ("decides", "columns decide which rows", RIGHT),
    ("decides", "columns, because each gives an entry; rows are used up", RIGHT),
    ("decides", "rows are used up, so columns", RIGHT),
    ("decides", "columns over rows", RIGHT),
    ("decides", "It is the columns, as rows are used up in the sum", RIGHT),
    ("decides", "columns as rows", UNCLEAR),
    ("shape", "1 x 2!", RIGHT),
    ("shape", "1 x 2%", MISSING),
    ("line", "Line 3. It should be 5.", RIGHT),
    # Beside a value there is nothing undefined.
    ("q", "undefined = [4, 5]", UNCLEAR),
    ("q", "undefined (or) [4, 5]", UNCLEAR),
    ("q", "undefined, unless it is [4, 5]", UNCLEAR),
    ("q", "undefined: [4, 5]", UNCLEAR),
    ("q", "undefined -> [4, 5]", UNCLEAR),
    ("q", "[4, 5] (undefined)", UNCLEAR),
    ("q", "not undefined: [4, 5]", RIGHT),
    # Words in brackets are no factor.
    ("q", "(q) [4, 5]", RIGHT),
    ("q", "The query (the first vector) [4, 5]", RIGHT),
    ("q", "The answer (a row): [4, 5]", RIGHT),
    ("q", "(k) [4, 5]", MISSING),
    ("q", "(x) [4, 5]", MISSING),
    ("q", "(W_q) [4, 5]", MISSING),
    ("q", "x (q) [4, 5]", MISSING),
    ("q", "(1, 2) [4, 5]", MISSING),
    # Numbers in words.
    ("line", "three", RIGHT),
    ("line", "Line three.", RIGHT),
    ("line", "third", RIGHT),
    ("line", "The third line", RIGHT),
    ("line", "The first wrong line is the third.", RIGHT),
    ("line", "3.0", RIGHT),
    ("line", "3.00.", RIGHT),
    ("line", "3.01", MISSING),
    ("line", "thirteen", MISSING),
    ("line", "three and a half", MISSING),
    ("line", "three hundred", MISSING),
    ("line", "two thirds", MISSING),
    ("line", "twenty-three", MISSING),
    ("line", "not three", MISSING),
    ("line", "four", WRONG),
    ("line", "three or four", UNCLEAR),
    ("line", "three, four", UNCLEAR),
    ("line", "one of the entries is wrong in line 3", RIGHT),
]


@pytest.mark.parametrize(("part", "reply", "expected"), MORE_REPLIES)
def test_a_reply_beside_its_nearest_cousin(part: str, reply: str, expected: str) -> None:
    assert verdict(part, reply) == expected


UNDEFINED = {**ENTRY, "parts": [{"id": "q", "answer": {"type": "matrix", "value": "undefined"}}]}


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("undefined", RIGHT),
        ("undefined, since x has 3 entries", RIGHT),
        ("q is undefined: x = [1, 2, 3] has three entries", RIGHT),
        ("undefined = [1, 2]", UNCLEAR),
        ("undefined (or) [1, 2, 3]", UNCLEAR),
        ("undefined, unless it is [1, 2]", UNCLEAR),
        ("undefined [1, 2]", UNCLEAR),
        ("undefined / q = [1, 2]", UNCLEAR),
        ("undefined ~ [1, 2]", UNCLEAR),
        ("[1, 2]. Wait, undefined", RIGHT),
        ("undefined. No, [1, 2]", WRONG),
    ],
)
def test_undefined_beside_a_value_is_unclear(reply: str, expected: str) -> None:
    assert verdict("q", reply, UNDEFINED) == expected


FORMULA_REPLIES = [
    ("entry", "q_j = (x W_q)_j", MISSING),
    ("entry", "q_j = q_j", MISSING),
    ("entry", "q = x W_q", MISSING),
    ("entry", "q_j = sum_{i=1}^{d_in} x_i w_{ij}", RIGHT),
    ("entry", "$q_j = \\sum_{i=1}^{d_{in}} x_i w_{ij}$", RIGHT),
    ("entry", "\\[q_j = \\sum_{i=1}^{d_{\\text{in}}} x_i w_{ij}\\]", RIGHT),
    ("entry", "q_j = \\sum_i x_i w_{ij}", RIGHT),
    ("entry", "$$q_j = \\sum_{i=1}^{d_{\\mathrm{in}}} x_i \\, w_{ij}$$", RIGHT),
    ("entry", "q_j = x . column j of W_q", RIGHT),
    ("entry", "q_j = sum_i x_i w_{ji}", WRONG),
    ("rule", "q = x W_k", MISSING),
    ("rule", "q", MISSING),
    ("rule", "q = q", MISSING),
    ("rule", "k = x W_k", MISSING),
    ("rule", "", MISSING),
    ("rule", "q = x W_q or q = W_q x", MISSING),
    ("rule", "q = x W_q", RIGHT),
    ("rule", "x W_q", RIGHT),
    ("rule", "$q = xW_q$", RIGHT),
    ("rule", "q = x @ W_q", RIGHT),
    ("rule", "$$\\mathbf{q} = \\mathbf{x} W_q$$", RIGHT),
    ("rule", "The query is $q = x W_q$.", RIGHT),
    (
        "rule",
        "First thought: $q = W_q x$. That does not fit the sizes, since W_q has d_in rows.\n\nSo the right one is $q = x W_q$.",
        RIGHT,
    ),
    ("rule", "q = W_q^T x is wrong.\n\nWe need rows:\n\nq = x W_q", RIGHT),
    ("rule", "\\boxed{q = x W_q}", RIGHT),
    ("rule", "$q = x W_q$ or $q = W_q x$", UNCLEAR),
    ("rule", "q = x W_q\nq = W_q x", UNCLEAR),
    # Several in a line, whether or not the others can be judged.
    ("rule", "q = x W_q, q = x W_k", UNCLEAR),
    ("rule", "q = x W_k, q = x W_q", UNCLEAR),
    ("rule", "q = x W_q, x W_k, x W_v", UNCLEAR),
    ("rule", "x W_v, x W_k, q = x W_q", UNCLEAR),
    ("rule", "x W_q, x W_k", UNCLEAR),
    ("rule", "q = x W_q and q = x W_k", UNCLEAR),
    ("rule", "q = x W_q, q = W_q x", UNCLEAR),
    ("rule", "q = x W_q\nq = x W_k", UNCLEAR),
    ("rule", "q = x W_k\nq = x W_q", UNCLEAR),
    ("rule", "q = x W_q, k = x W_k, v = x W_v", RIGHT),
    ("rule", "q = x W_q, q = x @ W_q", RIGHT),
    # What is denied.
    ("rule", "q = x W_q is wrong", MISSING),
    ("rule", "q = x W_q is not right", MISSING),
    ("rule", "q = x W_q isn't right", MISSING),
    ("rule", "q = x W_q is clearly incorrect", MISSING),
    ("rule", "q = x W_q (wrong)", MISSING),
    ("rule", "$q = x W_q$ is wrong", MISSING),
    ("rule", "`q = x W_q` is not right", MISSING),
    ("rule", "**q = x W_q** is wrong", MISSING),
    ("rule", "q = x W_q is right", RIGHT),
    ("rule", "$q = x W_q$ is right", RIGHT),
    ("rule", "q = W_q x", WRONG),
    ("rule", "q = W_q", WRONG),
]


@pytest.mark.parametrize(("part", "reply", "expected"), FORMULA_REPLIES)
def test_a_formula_in_a_reply(part: str, reply: str, expected: str) -> None:
    assert verdict(part, reply, FORMULAS) == expected


WHOLE = "(a) 1 x 2\n(b) [4, 5]\n(c) columns\n(d) 3\n(e) Columns make entries."


@pytest.mark.parametrize(
    "reply",
    [
        WHOLE,
        "a) 1 x 2\nb) [4, 5]\nc) columns\nd) 3",
        "**(a)** 1 x 2\n\n**(b)** $q = [4, 5]$\n\n**(c)** columns\n\n**(d)** 3",
        "### (a)\n1 x 2\n### (b)\n[4, 5]\n### (c)\ncolumns\n### (d)\n3\n---\nAll done.",
        "1(a) 1 x 2\n1(b) [4, 5]\n1(c) columns\n1(d) 3",
        "(d) 3\n(c) columns\n(b) [4, 5]\n(a) 1 x 2",
        "(a) 1 x 2 (b) [4, 5] (c) columns (d) 3",
        "Part (a): 1 x 2\nPart (b): [4, 5]\nPart (c): columns\nPart (d): 3",
        "shape: 1 x 2\nq = [4, 5]\ndecides: columns\nline: 3",
        "- (a) \\(\\boxed{1 \\times 2}\\)\n- (b) \\boxed{[4, 5]}\n- (c) \\boxed{\\text{columns}}\n- (d) \\boxed{3}",
        "Drafts:\n(a) 2 x 1\n(b) [5, 4]\n(c) rows\n(d) 1\n\n## Final answers\n" + WHOLE,
        ENTRY["prompt"] + "\n" + WHOLE,
        "| (a) | 1 x 2 |\n| (b) | [4, 5] |\n| (c) | columns |\n| (d) | 3 |",
        "| Part | Answer |\n|---|---|\n| a | 1 x 2 |\n| b | 4, 5 |\n| c | columns |\n| d | 3 |\n\nq is not [5, 4].",
        "| Part | Asked | Answer |\n|:-:|---|---|\n| **a** | shape | 1 x 2 |\n| **b** | q | $[4, 5]$ |\n"
        "| **c** | decides | columns |\n| **d** | line | 3 |",
        "|Part a|1 x 2|\n|Part b|[4, 5]|\n|Part c|columns|\n|Part d|3|",
        "| 1(a) | 1 x 2 |\n| 1(b) | [4, 5] |\n| 1(c) | columns |\n| 1(d) | 3 |",
        "| a) | 1 x 2 |\n| b) | [4, 5] |\n| c) | columns |\n| d) | 3 |",
        "| shape | 1 x 2 |\n| b | [4, 5] |\n| decides | columns |\n| line | 3 |",
        '{"a": "1 x 2", "b": [4, 5], "c": "columns", "d": 3}',
        '{"shape": [1, 2], "q": [[4, 5]], "decides": "columns", "line": "3", "why": "Columns."}',
        '{"(a)": "(1, 2)", "(b)": "q = [4, 5]", "(c)": "columns", "(d)": 3, "(e)": null}',
        'My answers:\n\n```json\n{\n  "a": "1 x 2",\n  "b": [4, 5],\n  "c": "columns",\n  "d": 3\n}\n```\n',
        '{"answers": {"a": "1 x 2", "b": [4.0, 5], "c": "columns", "d": 3}}',
        '{"a": "$1 \\\\times 2$", "b": "\\\\boxed{[4, 5]}", "c": "columns", "d": 3}',
    ],
)
def test_the_parts_of_a_whole_reply_are_found(reply: str) -> None:
    assert qkvsym.score(reply, ENTRY) == 1.0


TOLD = '{"a": "1 x 2", "b": [4, 5], "c": "columns", "d": 3}'


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        # Where no label is read, the only option that is named is still the choice: a quarter.
        # A head names the parts, and the cells below it are nobody's.
        ("| a | b | c | d |\n|---|---|---|---|\n| 1 x 2 | [4, 5] | columns | 3 |", 0.25),
        ("| a | |\n|---|---|\n| | 1 x 2 |", 0),
        ("| a | 1 x 2 or 2 x 1 |\n| b | [4, 5] | [5, 4] |", 0),
        ("| a | 1 x 2 |\n| a | 2 x 1 |", 0),
        ("| a |\n1 x 2", 0),
        ("| x | 1 x 2 |\n| y | [4, 5] |", 0),
        # A row ends with its line.
        ("| a | see below |\n\n1 x 2", 0),
        ("| a | 1 x 2 |\n\n2 x 1 is what others say", 0.25),
        # Keys that are no parts, or stand deeper, or twice.
        (TOLD.replace("}", ', "z": 1}'), 0.25),
        (TOLD.replace("}", ', "b": [4, 5]}'), 0.75),
        (TOLD.replace("}", ', "q": [5, 4]}'), 0.75),
        (f'{{"x": {{"y": {TOLD}}}}}', 0.25),
        (f'{{"x": {TOLD}, "y": {TOLD}}}', 0.25),
        (f"[{TOLD}]", 0.25),
        (f"{TOLD}\n{TOLD}", 0.25),
        (TOLD[:-1], 0.25),
        # Words that go on, answer too, or deny.
        (f"{TOLD}\nor rather not", 0.25),
        (f"(a) 2 x 1\n\n{TOLD}", 0),
        (f"It is not {TOLD}", 0.25),
        # Values of another type.
        ('{"a": 2, "b": 4, "c": 1, "d": true}', 0),
        ('{"a": [[1, 2]], "b": ["4", "5"], "c": ["columns"], "d": [3]}', 0),
        ('{"a": [1, 2, 3], "b": [4, [5]], "c": null, "d": 3.5}', 0),
        ('{"a": {"b": "1 x 2"}, "b": [NaN, 5], "c": {}, "d": 1e999}', 0),
        ('{"a": "1 x 2 or 2 x 1", "b": [[4], [5]], "c": "rows, columns", "d": "3"}', 0.375),
    ],
)
def test_a_table_or_an_object_is_never_right_by_luck(reply: str, value: float) -> None:
    assert qkvsym.score(reply, ENTRY) == value


def test_a_key_that_stands_twice_is_unclear() -> None:
    found = scored('{"q": [4, 5], "b": [4, 5]}', ENTRY).parts[1]
    assert (found.verdict, found.reason) == (
        UNCLEAR,
        "several answers are given, and none is the last word",
    )
    rules = '{"rule": "q = x W_q", "rule": "q = x W_q"}'
    (found,) = (one for one in scored(rules, FORMULAS).parts if one.id == "rule")
    assert found.verdict == UNCLEAR
    assert qkvsym.score(rules.split(",")[0] + "}", FORMULAS) > 0


def test_the_last_whole_answer_counts() -> None:
    assert (
        qkvsym.score(WHOLE + "\n\nOn reflection:\n" + WHOLE.replace("4, 5", "5, 4"), ENTRY) == 0.75
    )


def test_answers_without_labels_are_found_by_name() -> None:
    found = scored("We get q = [4, 5] and k = [2, 7].", ENTRY)
    assert [part.verdict for part in found.parts] == [
        MISSING,
        RIGHT,
        MISSING,
        MISSING,
        "not-checked",
    ]


def test_a_mapping_answers_by_id_or_by_letter() -> None:
    assert qkvsym.score({"a": "1 x 2", "q": "[4, 5]", "(c)": "columns", "line": "3"}, ENTRY) == 1.0
    assert qkvsym.score({"q": "[4, 5]", "line": 3, "other": "x"}, ENTRY) == 0.25


def test_a_score_says_why() -> None:
    found = scored("(a) (2,)\n(b) [[4], [5]]\n(c) rows\n(d) 3 or 4", ENTRY)
    assert (found.id, found.kind, found.value) == ("A.1", "lesson", 0.25)
    assert [(part.part, part.reason, part.got, part.mistakes) for part in found.parts] == [
        ("a", "the size of a 1-D array, where the shape is 1 x 2", "2", ()),
        (
            "b",
            "the values are right, in a wrong shape: 2 x 1, not 1 x 2",
            "[[4], [5]]",
            ("values-not-shape",),
        ),
        ("c", "expected columns, got rows", "rows", ()),
        ("d", "several answers are given, and none is the last word", "", ()),
        ("e", "an answer in words is not checked", "", ()),
    ]
    assert found.to_dict()["parts"][1]["verdict"] == "partial"


@pytest.mark.parametrize(
    ("part", "reply", "reason"),
    [
        ("q", "[4, 5]", ""),
        ("q", "[4, 5], with shape (2,)", "said to be 1-D with 2 entries, not 1 x 2"),
        ("q", "[4, 5], with shape 2 x 1", "said to be 2 x 1, not 1 x 2"),
        ("shape", "length 2", "the length alone, where the shape is 1 x 2"),
        ("shape", "2 x 1", "expected 1 x 2, got 2 x 1"),
        ("shape", "x is 1 x 2", "no answer was found"),
    ],
)
def test_a_reason_is_a_wording_of_a_template(part: str, reply: str, reason: str) -> None:
    (found,) = (one for one in scored({part: reply}, ENTRY).parts if one.id == part)
    assert found.reason.removeprefix("the values are right, but the shape is ") == reason
    assert (found.why.file if found.why else "") in ("", "scores", "report")
    assert found.to_dict()["reason"] == found.reason


def test_a_wrong_formula_says_the_right_one() -> None:
    (found,) = (one for one in scored({"rule": "q = W_q x"}, FORMULAS).parts if one.id == "rule")
    assert found.reason == "expected q = x W_q"


@pytest.mark.parametrize("kind", kind_ids())
def test_the_reference_is_right_and_the_prompt_is_no_answer(kind: str) -> None:
    for seed in (1, 2, 3):
        for line in entry_lines(qkvsym.generate(kind, seed=seed)):
            entry = json.loads(line)
            assert qkvsym.score(entry["reference"], line) == 1.0
            assert qkvsym.score(entry["prompt"], entry) == 0.0
            assert qkvsym.score(" ".join(entry["prompt"].split()), entry) == 0.0
            quoted = "> " + entry["prompt"].replace("\n", "\n> ")
            assert qkvsym.score(quoted + "\n\n" + entry["reference"], entry) == 1.0


@pytest.mark.parametrize("kind", kind_ids())
def test_an_echo_is_no_answer_in_any_case_or_punctuation(kind: str) -> None:
    for seed in (1, 2):
        for line in entry_lines(qkvsym.generate(kind, seed=seed)):
            entry = json.loads(line)
            prompt = entry["prompt"]
            said = (
                prompt.upper(),
                prompt.lower(),
                prompt.title(),
                re.sub(r"\.(?=\s|$)", "!", prompt),
            )
            for echo in (*said, prompt.replace(". ", "  ").replace("?", ""), f"{prompt.upper()}!"):
                assert qkvsym.score(echo, entry) == 0.0
            assert qkvsym.score(f"{prompt.upper()}\n\n{entry['reference']}", entry) == 1.0


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        (f"~~{TOLD_LINE}~~", 0.0),
        (f"~~{OTHER_LINE}~~ {TOLD_LINE}", 1.0),
        (f"~ {TOLD_LINE} ~", 1.0),
        (f"<del>{TOLD_LINE}</del>", 0.0),
        (f"<s>{OTHER_LINE}</s> {TOLD_LINE}", 1.0),
        (f"<!-- {TOLD_LINE} -->", 0.0),
        (f"<!-- {TOLD_LINE}", 0.0),
        (f"<!-- {OTHER_LINE} --> {TOLD_LINE}", 1.0),
        (f"<think>{TOLD_LINE}</think> I cannot answer.", 0.0),
        (f"<think>{OTHER_LINE}</think> {TOLD_LINE}", 1.0),
        (f"<THINKING>\n{TOLD_LINE}", 0.0),
        (f"{OTHER_LINE}</think> {TOLD_LINE}", 1.0),
        (f"{TOLD_LINE}</think> I cannot answer.", 0.0),
        (f"<think>a <think>b</think> {TOLD_LINE}</think> I cannot answer.", 0.0),
        (f"{TOLD_LINE} <think>{OTHER_LINE}</think>", 1.0),
        (f"I think: {TOLD_LINE}", 1.0),
        ("$\\cancel{[4, 5]}$", 0.0),
    ],
)
def test_what_is_struck_out_commented_or_thought_is_no_answer(reply: str, value: float) -> None:
    assert qkvsym.score(reply, {**ENTRY, "parts": ENTRY["parts"][1:2]}) == value


@pytest.mark.parametrize("kind", kind_ids())
def test_the_reference_is_right_as_a_table_and_as_json(kind: str) -> None:
    for seed in (1, 2, 3):
        entry = json.loads(entry_lines(qkvsym.generate(kind, seed=seed))[0])
        said = dict(re.findall(r"^\((\w)\) (.*)$", entry["reference"], re.MULTILINE))
        assert len(said) == len(entry["parts"])
        values = {part["id"]: part["answer"]["value"] for part in entry["parts"]}
        table = "".join(f"| {letter} | {text} |\n" for letter, text in said.items())
        replies = [table, f"| Part | Answer |\n|---|---|\n{table}", json.dumps(said, indent=2)]
        replies += [json.dumps(values), f"```json\n{json.dumps({'answers': values})}\n```"]
        assert [qkvsym.score(reply, entry) for reply in replies] == [1.0] * len(replies)


@pytest.mark.parametrize("kind", kind_ids())
def test_known_wrong_values_are_named_and_worth_half_at_most(kind: str) -> None:
    entry = json.loads(entry_lines(qkvsym.generate(kind, seed=4))[0])
    for part in entry["parts"]:
        for wrong in part["wrong"]:
            value = wrong["value"]
            said = f"{value[0]} x {value[1]}" if part["answer"]["type"] == "shape" else value
            said = "undefined" if value == "undefined" else str(said)
            (found,) = (p for p in scored({part["id"]: said}, entry).parts if p.id == part["id"])
            assert found.verdict in ("wrong", "partial")
            assert wrong["mistake"] in found.mistakes


@pytest.mark.parametrize("kind", kind_ids())
def test_all_options_and_all_numbers_are_no_answer(kind: str) -> None:
    entry = json.loads(entry_lines(qkvsym.generate(kind, seed=5))[0])
    for part in entry["parts"]:
        ids = [option["id"] for option in part["answer"].get("options", ())]
        ids = [str(n) for n in range(1, 6)] if part["answer"]["type"] == "integer" else ids
        for joint in (", ", " or ", "\n", "\n- ", " and ", "; maybe ", " / "):
            for order in (ids, ids[::-1]):
                if ids:
                    assert verdict(part["id"], joint.join(order), entry) == UNCLEAR


@pytest.mark.parametrize(
    "reply",
    ["", "\x00", None, "\ud800", "[" * 60_000, "(a)\n" * 60_000, "[4, 5]\n" * 30_000, "1 x 2 " * 40_000,
     "q = " * 60_000, "\\begin{bmatrix} 1 & 2 \\\\ " * 9_000, "not " * 60_000, "9" * 250_000,
     '{"a": ' * 10_000, '{"b": [' * 8_000 + "]}" * 8_000, '{"d": ' + "9" * 60_000 + "}", "{}" * 30_000,
     '{"a": [' + "1, " * 20_000 + "1]}", "| a | " * 10_000, "| a | 9 |\n" * 6_000, "|" * 60_000, "| (" * 20_000,
     "<think>" * 9_000, "~~a" * 20_000, "<s>a" * 16_000, "<!--" * 16_000, "columns vs rows. " * 4_000,
     "rows. Wait, columns, " * 3_000 + "rows", "1 x 2 x " * 8_000, "[4, 5] (q) [5, 4] " * 3_600,
     "$x W_q$ $W_q x$ " * 4_000, "q = x W_q, q = x W_k, " * 2_900, "three, four, " * 5_000,
     "_{" * 90_000, "x W_q = " * 30_000, "x" * 300_000, {}, {"q": None}, {"a": "\\boxed{" * 9_000},
    "k = -1 " + "27, " * 60 + "= 2", "27, 27 ,27 " * 6_000 + "x"],
    ids=range(40),
)  # fmt: skip
def test_no_reply_crashes_takes_long_or_scores(reply: Any) -> None:
    for entry in (ENTRY, FORMULAS):
        before = time.process_time()
        assert qkvsym.score(reply, entry) == 0.0
        assert time.process_time() - before < 1


def test_a_reply_that_is_too_large_says_so() -> None:
    found = scored("x" * 300_000, ENTRY)
    assert found.parts[0].reason == "the answer is larger than 256 KiB"


def changed(part: int, **answer: Any) -> dict[str, Any]:
    parts = [dict(one) for one in ENTRY["parts"]]
    parts[part]["answer"] = {**parts[part]["answer"], **answer}
    return {**ENTRY, "parts": parts}


def wrong(values: Any) -> dict[str, Any]:
    parts = [dict(one) for one in ENTRY["parts"]]
    parts[1]["wrong"] = values
    return {**ENTRY, "parts": parts}


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("", "the line is no JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[" * 100_000, "the line is no JSON: it is nested too deep"),
        (b"\xff\xfe", None),
        (b'{"id": "\xff"}', "the line is no UTF-8; data sets are written in UTF-8"),
        (" " * 1024**2 + " ", "the line is longer than 1024 KiB"),
        ({"id": "A" * 65}, "the id of an entry has 65 characters; it may have up to 64"),
        ({"id": "A", "parts": [3] * 27}, "the entry 'A' has 27 parts; it may have up to 26"),
        (changed(0, value=[1, "2"]), "the entry 'A.1', part 1: [1, '2'] is no value of the type shape"),
        (changed(1, value=[]), "the entry 'A.1', part 2: [] is no value of the type matrix"),
        (changed(1, value=[4, 5]), "the entry 'A.1', part 2: [4, 5] is no value of the type matrix"),
        (changed(2, options=["a", "b"]), "the entry 'A.1', part 3: an option is 'a'; it is an object"),
        (
            changed(2, options=[{"id": " "}, {"id": "b"}]),
            "the entry 'A.1', part 3: an option has no id",
        ),
        (wrong(3), "the entry 'A.1', part 2: the wrong values are no list, or more than 100"),
        (wrong([3]), "the entry 'A.1', part 2: a wrong value is 3; it is an object"),
        (wrong([{"mistake": 3}]), "the entry 'A.1', part 2: a mistake is 3; it is a text"),
        ("3", "the line holds 3; it should hold an object"),
        (3, "an entry is an object, and no int"),
        ({}, "the entry has no parts; an entry is a line of a data set"),
        ({"id": 3}, "the id of an entry is 3; it is a text"),
        ({"id": "A", "parts": []}, "the entry 'A' has no parts; an entry is a line of a data set"),
        ({"parts": [3]}, "the entry, part 1 is 3; it is an object"),
        ({"parts": [{"id": "q"}]}, "the entry, part 1 needs an id and an answer, which is an object"),
        (
            {"parts": [{"id": "q", "answer": {"type": "code"}}]},
            "the entry, part 1: its answer is of the type 'code'; types are matrix, shape, integer, "
            "choice, formula, text",
        ),
        (changed(1, value=[[4, 5], [6]]), "the entry 'A.1', part 2: [[4, 5], [6]] is no value of the type matrix"),
        (changed(1, value=[[True, 5]]), "the entry 'A.1', part 2: [[True, 5]] is no value of the type matrix"),
        (changed(1, value=[[0.5, 5]]), "the entry 'A.1', part 2: [[0.5, 5]] is no value of the type matrix"),
        (changed(0, value=[1]), "the entry 'A.1', part 1: [1] is no value of the type shape"),
        (changed(3, value=10**30), None),
        (changed(2, value="depth"), "the entry 'A.1', part 3: 'depth' is none of its options"),
        (changed(2, options=[]), "the entry 'A.1', part 3: a choice has 2 to 26 options"),
        ({**ENTRY, "givens": []}, "the entry 'A.1': its givens are []; they are an object"),
        (
            {**ENTRY, "givens": {"y": [[1]]}},
            "the entry 'A.1': its given 'y' is [[1]]; it cannot be used",
        ),
        ({**ENTRY, "prompt": None}, "the entry 'A.1': its prompt is None; it is a text"),
        (
            {**ENTRY, "parts": [ENTRY["parts"][0]] * 2},
            "the entry 'A.1' has two parts of one id; each needs an id of its own",
        ),
        (
            {**ENTRY, "parts": ENTRY["parts"][4:]},
            "the entry 'A.1' has no part that can be checked: all of them ask for words",
        ),
        (
            {"parts": [{"id": "f", "answer": {"type": "formula", "value": "1 + 1"}}],
             "givens": FORMULAS["givens"]},
            "the formula '1 + 1' of an answer does not say what it is of, as in q = x W_q",
        ),
        (
            {"parts": [{"id": "f", "answer": {"type": "formula", "value": "q = x W_q"}}]},
            "the givens of an entry lack x or a matrix of 'q = x W_q'",
        ),
    ],
    ids=range(37),
)  # fmt: skip
def test_what_is_wrong_in_an_entry_is_said(entry: Any, message: str | None) -> None:
    with pytest.raises(BadEntry) as caught:
        qkvsym.score("(a) x W_q\nq = x W_q", entry)
    assert message is None or str(caught.value) == message


def test_the_entry_decides_what_is_right_and_nothing_is_drawn_again() -> None:
    assert verdict("q", "[7, 7]", changed(1, value=[[7, 7]])) == RIGHT
    assert verdict("q", "[4, 5]", changed(1, value=[[7, 7]])) == WRONG
