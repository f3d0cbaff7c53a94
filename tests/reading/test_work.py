"""A file of work: bytes to text, text to lines, lines that belong together, and all its bounds."""

import pytest

import qkvsym
from qkvsym import verify
from qkvsym.errors import BadWork, Unreadable
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Array, Equation
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import body, decoded, is_latex, physical_lines, work_lines
from tests.reading.read_alone import read_shape, read_value

TOO_LARGE = "the work is larger than 256 KiB"
TOO_MANY_LINES = "the work has more than 500 lines; hand it in in several files"
TOO_LONG = "the line is longer than 2000 characters"
TOO_MANY = "the line has more than 1000 signs and names"
TOO_DEEP = "brackets are nested more than 40 deep"
DIGITS = "the number has more than 12 digits"
WIDTH = "a value has up to 16 rows and columns"
MEMBERS = "there are more than 32 members in one chain"
SIZES = "sizes go up to 9999"


def lines_of(text: str) -> list[tuple[int, str]]:
    physical = physical_lines(text)
    found = work_lines(body(physical), is_latex(physical))
    return [(line.number, line.text) for line in found]


def reason(line: str) -> str:
    with pytest.raises(Unreadable) as caught:
        read_line(line, Vocabulary())
    return caught.value.reason


# Lines that belong together.

JOINED = [
    ("W_q = [[1, 0],\n  [0, 1],\n  [1, 1]]", ["W_q = [[1, 0],\n  [0, 1],\n  [1, 1]]"]),
    ("W_q = [\n[1, 0],\n[0, 1]\n]", ["W_q = [\n[1, 0],\n[0, 1]\n]"]),
    (
        "q = \\begin{bmatrix}\n4 & 5\n\\end{bmatrix}",
        ["q = \\begin{bmatrix}\n4 & 5\n\\end{bmatrix}"],
    ),
    ("q = np.array([\n4,\n5])", ["q = np.array([\n4,\n5])"]),
    ("W_q =\n1 0\n0 1\n1 1", ["W_q =\n1 0\n0 1\n1 1"]),
    ("$W_q =$\n1, 0\n-1, .5", ["$W_q =$\n1, 0\n-1, .5"]),
    # An equals sign may stand behind what is closed in its line, and not in what is open.
    ("q = [4,\n5] = [4, 5]", ["q = [4,\n5] = [4, 5]"]),
    ("q = [4,\n5] = [4,\n5]\nk = 2", ["q = [4,\n5] = [4,\n5]", "k = 2"]),
    ("q = (4\n+ 5) = 9", ["q = (4\n+ 5) = 9"]),
    (
        "q = \\begin{bmatrix}\n4 & 5\n\\end{bmatrix} = [4, 5]",
        ["q = \\begin{bmatrix}\n4 & 5\n\\end{bmatrix} = [4, 5]"],
    ),
    ("q = [4,\nk = 5]", ["q = [4,", "k = 5]"]),
    # What is not closed stays by itself, and so do the lines after it.
    ("q = [4,\nk = [2, 7]", ["q = [4,", "k = [2, 7]"]),
    ("q = [4,\n\n5]", ["q = [4,", "5]"]),
    ("q = [4,\n- 5]", ["q = [4,\n- 5]"]),
    ("q = [4,", ["q = [4,"]),
    ("q = [4,\n5", ["q = [4,", "5"]),
    ("W_q =\nk = 4", ["W_q =", "k = 4"]),
    ("W_q = 1\n0 1", ["W_q = 1\n0 1"]),
    ("W_q =\n\n1 0", ["W_q =", "1 0"]),
]


@pytest.mark.parametrize(("text", "expected"), JOINED)
def test_a_line_goes_on_while_a_bracket_is_open(text: str, expected: list[str]) -> None:
    assert [line for _, line in lines_of(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "W_q = [[1, 0],\n       [0, 1],\n       [1, 1]]",
        "W_q = [[1, 0]\n [0, 1]\n [1, 1]]",
        "W_q = [1 0;\n0 1;\n1 1]",
        "W_q = \\begin{bmatrix}\n1 & 0 \\\\\n0 & 1 \\\\\n1 & 1\n\\end{bmatrix}",
        "W_q = \\left[\\begin{array}{cc}\n1 & 0 \\\\ 0 & 1 \\\\\n1 & 1\\end{array}\\right]",
        "W_q = np.array([\n    [1, 0],\n    [0, 1],\n    [1, 1],\n])".replace("1],\n]", "1]\n]"),
        "W_q =\n1 0\n0 1\n1 1",
        "$W_q$ =\n1 0\n0 1\n1 1",
        "W_q =\n1, 0\n0, 1\n1, 1",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_matrix_may_stand_on_several_lines(text: str, end: str) -> None:
    report = verify((f"x = [1, 2, 3]\n{text}\nq = [4, 5]\nq = [4, 6]").replace("\n", end))
    numbers = [line.line for line in report.lines]
    below = text.count("\n")
    assert numbers == [1, 2, 3 + below, 4 + below]
    assert [line.verdict for line in report.lines] == ["not-checked", "not-checked", "ok", "wrong"]
    assert [line.notes for line in report.lines[:2]] == [("given",), ("given",)]


def test_a_place_in_a_joined_line_is_counted_over_its_lines() -> None:
    report = verify("W_q = [[1, 0],\n[0, y]]\nq = 4")
    assert (report.lines[0].line, report.lines[0].column) == (1, 20)
    assert report.lines[0].text[19] == "y"


def test_bare_rows_below_a_name_are_rows_and_one_row_is_one() -> None:
    (_, text), (_, one) = lines_of("W_q =\n1 0\n0 1\n\nq =\n4 5")
    shapes = []
    for line in (text, one):
        (statement,) = read_line(line, Vocabulary()).statements
        assert isinstance(statement, Equation)
        made = statement.members[1]
        assert isinstance(made, Array)
        shapes.append((len(made.rows), len(made.rows[0]), made.flat))
    assert shapes == [(2, 2, False), (1, 2, True)]
    assert reason("W_q =\n1 0\n0 1 1") == "the rows have different lengths"


# What only lays out a document.

LEFT_OUT = [
    "",
    "   ",
    "# Solution",
    "###### deep",
    "---",
    "===",
    "```",
    "```python",
    "~~~",
    "|---|:-:|",
    "<!-- a comment -->",
    r"\begin{align*}",
    r"\end{align*}",
    r"\begin{enumerate}[label=(a)]",
    r"\section{One}",
    r"\section*{The {query} q}\label{s}",
    r"\paragraph{Query.} The query",
    r"\newcommand{\q}[1]{\mathbf{#1}}",
    r"\title{A title that",
    r"\usepackage{amsmath}",
    r"\maketitle",
    r"\label{eq:q}",
    "<!-- a --> <!-- b -->",
    "<!-- it goes on",
]


@pytest.mark.parametrize("line", LEFT_OUT)
def test_what_only_lays_out_is_left_out_and_lines_keep_their_numbers(line: str) -> None:
    assert lines_of(f"{line}\nq = [4, 5]\n{line}\nk = [2, 7]") == [
        (2, "q = [4, 5]"),
        (4, "k = [2, 7]"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "#q = 4",
        "####### seven",
        "--- q",
        "```q = [4, 5]```",
        "``` q = [4, 5]",
        "<!-- a comment --> q = [4, 5]",
        r"\label{eq:q} q = [4, 5]",
        r"\newpage q: 1 x 2",
        r"\section*{One} q = [4, 5]",
        r"\paragraph{Query.} It is q = [4, 5]",
        "--",
        "| q | k |",
        r"\begin{bmatrix} 4 \end{bmatrix}",
        r"\sectional",
        "q = 4 % 5",
        "`q = 4`",
    ],
)
def test_what_may_say_something_is_kept(line: str) -> None:
    assert lines_of(line) == [(1, line)]


def test_in_latex_a_percent_sign_begins_a_comment_and_elsewhere_it_does_not() -> None:
    document = "\\documentclass{article}\n\\begin{document}\nq = [4, 5] % [5, 4]\n% k\n50\\% k\n"
    assert lines_of(document) == [(3, "q = [4, 5] "), (5, "50\\% k")]
    assert lines_of("q = [4, 5] % [5, 4]") == [(1, "q = [4, 5] % [5, 4]")]


def test_a_comment_hides_no_bracket() -> None:
    head = "\\begin{document}\n"
    assert lines_of(head + "q = [4, % [\n5]") == [(2, "q = [4, \n5]")]
    assert lines_of(head + "q = [4, 5] % [\nk = 4") == [(2, "q = [4, 5] "), (3, "k = 4")]


def test_the_preamble_of_a_document_says_nothing() -> None:
    text = "\\documentclass{article}\nq = [9, 9]\n\\begin{document}\nq = [4, 5]\n\\end{document}"
    assert lines_of(text) == [(4, "q = [4, 5]")]
    assert lines_of(text.replace("\\begin{document}\n", "")) == [
        (2, "q = [9, 9]"),
        (3, "q = [4, 5]"),
    ]


@pytest.mark.parametrize("end", ["", r" \\", r"\\"])
@pytest.mark.parametrize("indent", ["", "  ", r"&\quad ", r"&\qquad\quad ", r"& "])
def test_a_sum_that_goes_on_in_the_next_aligned_line_is_one_formula(end: str, indent: str) -> None:
    text = f"q_1 &= 1\\cdot 1 + 2\\cdot 0{end}\n{indent}+ 3\\cdot 1 \\\\\n &= 4"
    givens = {"x": [1, 2, 3], "W_q": [[1, 0], [0, 1], [1, 1]]}
    report = qkvsym.verify(text, givens=givens)
    assert [(line.line, line.verdict) for line in report.lines] == [(1, "ok"), (3, "ok")]
    wrong = qkvsym.verify(text.replace("3\\cdot", "2\\cdot"), givens=givens)
    assert [line.verdict for line in wrong.lines] == ["wrong", "ok"]


def test_aligned_formulas_go_on_from_line_to_line() -> None:
    report = verify(
        "\\documentclass{article}\n\\begin{document}\n\\begin{align}\n"
        "q_1 &= 1*1 + 2*0 + 3*1 \\\\\n &= 1 + 0 + 3 \\\\\n &= 5\n\\end{align}\n\\end{document}\n",
        givens={"x": [1, 2, 3], "W_q": [[1, 0], [0, 1], [1, 1]]},
    )
    assert [(line.line, line.verdict) for line in report.lines] == [
        (4, "ok"),
        (5, "ok"),
        (6, "wrong"),
    ]


# Bytes and ends of lines.


def test_lines_end_with_cr_or_lf_or_both_and_with_nothing_else() -> None:
    assert physical_lines("a\r\nb\rc\nd") == ["a", "b", "c", "d"]
    assert physical_lines("a\r\n\r\nb\n\rc") == ["a", "", "b", "", "c"]
    assert physical_lines("a\x0bb\x0cc\x85d\u2028e") == ["a\x0bb\x0cc\x85d\u2028e"]


def test_a_byte_order_mark_is_dropped_once_and_only_at_the_start() -> None:
    assert decoded("\ufeffq".encode()) == "q"
    assert physical_lines("\ufeffq\n\ufeffk") == ["q", "\ufeffk"]
    assert decoded("\ufeff\ufeffq".encode()) == "\ufeffq"


# Every bound, exactly at it and one above it.


def test_a_file_has_up_to_256_kib() -> None:
    largest = b"a\n" * (128 * 1024)
    assert decoded(largest) == largest.decode()
    with pytest.raises(BadWork) as caught:
        decoded(largest + b"a")
    assert str(caught.value) == f"{TOO_LARGE}; hand in one exercise or one sheet at a time"


def test_a_file_is_measured_before_it_is_decoded() -> None:
    with pytest.raises(BadWork, match=TOO_LARGE):
        decoded(b"\xff" * (256 * 1024 + 1))
    with pytest.raises(BadWork, match="not UTF-8 at byte 0"):
        decoded(b"\xff" * (256 * 1024))


@pytest.mark.parametrize("letter", ["a", "é", "\U0001d42a"])
def test_a_text_is_measured_in_bytes(letter: str) -> None:
    most = 256 * 1024 // len(letter.encode())
    assert len(physical_lines(letter * most)[0]) == most
    with pytest.raises(BadWork) as caught:
        physical_lines(letter * (most + 1))
    assert str(caught.value) == TOO_LARGE


def test_a_file_has_up_to_500_lines_and_what_lays_out_is_none() -> None:
    assert len(lines_of("q = 4\n\n# head\n" * 500)) == 500
    with pytest.raises(BadWork) as caught:
        lines_of("q = 4\n\n# head\n" * 501)
    assert str(caught.value) == TOO_MANY_LINES
    with pytest.raises(BadWork) as caught:
        verify("q = 4\n" * 501)
    assert str(caught.value) == TOO_MANY_LINES


def test_a_line_has_up_to_2000_characters() -> None:
    line = "q = 4" + " " * 1994 + "."
    assert len(line) == 2000
    assert len(read_line(line, Vocabulary()).statements) == 1
    assert reason(" " + line) == TOO_LONG


def test_lines_are_joined_up_to_2000_characters_and_40_lines() -> None:
    fits = "q = [4," + " " * 1990 + "\n5]"
    assert len(fits) == 2000
    assert [text for _, text in lines_of(fits)] == [fits]
    assert len(lines_of(fits.replace(",", ", "))) == 2
    assert len(lines_of("q = [4" + "\n,5" * 38 + "\n]")) == 1
    assert len(lines_of("q = [4" + "\n,5" * 39 + "\n]")) == 41


def test_a_line_has_up_to_1000_tokens() -> None:
    assert len(read_line("q = 4" + "+4" * 498 + " .", Vocabulary()).statements) == 1
    assert reason("q = 4" + "+4" * 498 + " . .") == TOO_MANY


@pytest.mark.parametrize("pair", ["()", "[]", "{}", "<>", "⟨⟩"])
def test_brackets_are_nested_up_to_40_deep(pair: str) -> None:
    opens, closes = pair[0], pair[1]
    deepest = "lists are nested too deep for a matrix" if opens in "[<⟨" else ""
    line = f"q = {opens * 40}4{closes * 40}"
    if deepest:
        assert reason(line) == deepest
    else:
        assert len(read_line(line, Vocabulary()).statements) == 1
    assert reason(f"q = {opens * 41}4{closes * 41}") == TOO_DEEP


@pytest.mark.parametrize("wrapper", [r"\mathbf{", r"\frac{1}{", r"\begin{bmatrix}"])
def test_commands_are_nested_up_to_40_deep(wrapper: str) -> None:
    assert reason("q = " + wrapper * 40 + "4") != TOO_DEEP
    assert reason("q = " + wrapper * 41 + "4") == TOO_DEEP


@pytest.mark.parametrize(
    "number", ["123456789012", "1234567890.12", ".123456789012", "12345678901."]
)
def test_a_number_has_up_to_12_digits(number: str) -> None:
    assert read_value(number, Vocabulary())[1] == ()
    assert reason(f"q = 1{number}0") == DIGITS


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [("[", ", ", "]"), ("[", " ", "]"), ("[", "; ", "]"), ("", " ", ""), ("(", ", ", ")")],
)
def test_a_value_has_up_to_16_rows_or_columns(before: str, between: str, after: str) -> None:
    read_value(before + between.join("1" * 16) + after, Vocabulary())
    assert reason("q = " + before + between.join("1" * 17) + after) == WIDTH


@pytest.mark.parametrize("environment", ["bmatrix", "pmatrix", "array"])
def test_a_matrix_environment_has_up_to_16_rows_and_columns(environment: str) -> None:
    def made(between: str, count: int) -> str:
        inside = between.join("1" * count)
        return rf"q = \begin{{{environment}}}{inside}\end{{{environment}}}"

    for between in ("&", r"\\"):
        assert len(read_line(made(between, 16), Vocabulary()).statements) == 1
        assert reason(made(between, 17)) == WIDTH


def test_a_chain_has_up_to_32_members() -> None:
    (statement,) = read_line("q_1" + " = 4" * 31, Vocabulary()).statements
    assert isinstance(statement, Equation)
    assert len(statement.members) == 32
    assert reason("q_1" + " = 4" * 32) == MEMBERS


def test_a_size_that_is_claimed_goes_up_to_9999() -> None:
    assert read_shape("9999 x 9999", Vocabulary())[0].sizes == (9999, 9999)
    assert reason("q: 9999 x 10000") == SIZES
    assert reason("q has length 10000") == SIZES


def test_an_index_has_up_to_four_digits() -> None:
    (statement,) = read_line("q_{9999} = 4", Vocabulary()).statements
    assert isinstance(statement, Equation)
    assert reason("q_{10000} = 4") == "this index is too large"
