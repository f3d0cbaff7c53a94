"""Hostile work: nothing of it is run, each line gets a plain reason at a place, and soon."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from subprocess import PIPE
from threading import Timer

import pytest

from qkvsym import verify
from qkvsym.errors import BadWork
from qkvsym.judging.verdicts import Line
from qkvsym.reading.work import decoded
from tests.hostile import INPUTS, LESSON, REASONS, pwned

SECONDS = 0.2
"""Four times what a line may take, for slow machines."""


@pytest.fixture(autouse=True)
def no_file_appears() -> Iterator[None]:
    before = pwned()
    yield
    assert pwned() == before


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """What the first report loads is not counted."""
    verify("q = [9, 9]\nq: 2 x 2\n1 = 1 =", givens=LESSON)


def judged(text: str) -> tuple[Line, ...]:
    spent = SECONDS
    # Once in thousands of times the garbage of other tests is collected meanwhile.
    for _ in range(3):
        start = time.process_time()
        report = verify(text, givens=LESSON)
        spent = min(spent, time.process_time() - start)
        if spent < SECONDS:
            break
    assert spent < SECONDS
    return report.lines


@pytest.mark.parametrize("name", REASONS)
def test_a_hostile_line_is_not_understood_with_its_place_and_a_plain_reason(name: str) -> None:
    (line,) = judged(INPUTS[name].text)
    assert (line.verdict, line.column, line.reason) == ("not-understood", *REASONS[name])
    assert (line.members, line.mistakes, line.notes) == ((), (), ())


@pytest.mark.parametrize("name", REASONS)
def test_a_hostile_line_never_reaches_the_reason_as_it_is(name: str) -> None:
    (line,) = judged(INPUTS[name].text)
    assert line.reason.isprintable()
    assert line.reason.isascii()
    assert len(line.reason) < 120


def test_a_number_is_measured_before_it_is_read() -> None:
    (line,) = judged("q = [" + "9" * 1900 + ", 5]")
    assert (line.column, line.reason) == (6, "the number has more than 12 digits")


def test_a_long_product_has_its_exact_value_up_to_a_bound() -> None:
    factor = "999999999999"
    (line,) = judged("q_1 = " + " * ".join([factor] * 25))
    assert (line.verdict, line.members[1].got) == ("wrong", str(int(factor) ** 25))
    (line,) = judged("q_1 = " + " * ".join([factor] * 26))
    assert (line.verdict, line.reason) == ("not-understood", "the number is too large")


@pytest.mark.parametrize(("count", "verdict"), [(31, "ok"), (32, "not-understood")])
def test_a_chain_has_up_to_32_members(count: int, verdict: str) -> None:
    (line,) = judged("q_1" + " = 4" * count)
    assert line.verdict == verdict
    says = "there are more than 32 members in one chain" if verdict != "ok" else ""
    assert line.reason == says


def test_an_environment_that_is_never_closed_is_named() -> None:
    (line,) = judged(r"q = \begin{bmatrix} 4 & 5")
    assert (line.column, line.reason) == (5, r"\begin{bmatrix} is never closed")
    (line,) = judged(r"\begin{bmatrix}" * 40)
    assert (line.column, line.reason) == (1, r"\begin{bmatrix} is never closed")


def test_a_matrix_has_up_to_16_rows_and_columns_and_no_more_numbers_than_that() -> None:
    row = "[" + ",".join("1" * 16) + "]"
    (line,) = judged("W_q = [" + ",".join([row] * 16) + "]")
    assert line.verdict == "wrong"
    (line,) = judged("W_q = [" + ",".join([row] * 17) + "]")
    assert (line.column, line.reason) == (7, "there are more than 256 numbers in one matrix")


def test_a_dollar_sign_without_a_formula_is_nothing() -> None:
    (line,) = judged(INPUTS["redos_dollar"].text)
    assert (line.verdict, line.reason) == ("not-checked", "")
    (line,) = judged("$ q = [4, 5]")
    assert (line.column, line.reason) == (1, "this $ has no partner")


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    says = "the work is not UTF-8 at byte 0; save it as plain text in UTF-8"
    with pytest.raises(BadWork) as caught:
        decoded(b"\xff\xfe\x00q")
    assert str(caught.value) == says
    with pytest.raises(BadWork) as caught:
        decoded("q = [4, 5]\nä".encode() + b"\xc3")
    assert str(caught.value) == says.replace("byte 0", "byte 13")


def test_a_byte_order_mark_is_accepted_at_the_very_start_and_nowhere_else() -> None:
    assert [line.verdict for line in judged(INPUTS["bom"].text)] == ["ok"]
    assert decoded(b"\xef\xbb\xbfq = [4, 5]") == "q = [4, 5]"
    lines = judged("q = [4, 5]\n\ufeffq = [4, 5]")
    assert [(line.verdict, line.column) for line in lines] == [("ok", None), ("not-understood", 1)]
    says = "character U+FEFF (ZERO WIDTH NO-BREAK SPACE) is not part of the notation"
    assert lines[1].reason == says


def test_a_carriage_return_ends_a_line_and_is_never_echoed() -> None:
    lines = judged(INPUTS["crlf_log_injection"].text)
    assert [(line.text, line.verdict) for line in lines] == [
        ("q = [4, 5]", "ok"),
        ("INFO all lines correct", "not-checked"),
    ]


def test_a_format_is_no_message() -> None:
    """A percent sign begins a comment in LaTeX only; elsewhere it is refused."""
    (alone,) = judged(INPUTS["percent_format"].text)
    assert (alone.verdict, alone.reason) == ("not-understood", "'%' has no meaning here")
    (line,) = judged("q = " + INPUTS["percent_format"].text)
    assert (line.verdict, line.column, line.reason) == (
        "not-understood",
        5,
        "'%' has no meaning here",
    )


@pytest.mark.parametrize(
    "text",
    [
        "|" + " " * 30_000 + "x",
        "|" + "-" * 30_000 + "x",
        " " * 30_000 + "x",
        "-" * 30_000 + "x",
        "=" * 30_000 + "x",
        "a =" * 10_000 + "x",
        "(" * 30_000,
        "[\n" * 480,
        r"\begin{bmatrix}" * 2_000,
        "%" * 30_000,
        "`" * 30_000,
        r"\\" * 15_000,
        "q = [4, 5]" + " " * 30_000,
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_line_of_any_length_is_left_in_linear_time(text: str) -> None:
    start = time.process_time()
    verify(text, givens=LESSON)
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    "line", [r"q_1 = " + r"\sum_i " * 198 + "x_1", "∑_i" * 199, "q_1 = " + "∑ᵢ " * 290 + "x_1"]
)
def test_sums_of_sums_are_bounded_as_brackets_are(line: str) -> None:
    (found,) = judged(line)
    assert found.verdict == "not-understood"


SUMS = "".join(rf"\sum_{letter} " for letter in "abcdef")


LARGE = [
    f"q_1 = {SUMS} x_1",
    f"q_1 = {SUMS} x_a w_{{b,1}}",
    "q = " + "W_q " * 190,
    "q = x " + "W_q " * 190,
    "q_1 = " + "(x_1 + x_2 + x_3)" * 20,
    "q_1 = " + "w_{1,1} " * 60,
    "q_j = " + r"\sum_i x_i w_{ji}",
    "q_1 = x_1 w_{1,2}",
    "q_1 = " + "+".join(f"x_{i} w_{{1,{i}}}" for i in range(1, 17)),
    "q = " + " + ".join(["x W_q"] * 100),
    "q" + "^T" * 500,
    "q_1 = " + "-(" * 39 + "1" + ")" * 39,
]


@cache
def judged_apart(by: str) -> list[list[str]]:
    """Verdict and time for each line, in a process that ends where one would run for an hour."""

    def matrix(first: int) -> list[list[int]]:
        return [[(first * (i + 3) * (j + 5)) % 19 - 9 for j in range(16)] for i in range(16)]

    givens = {"x": list(range(1, 17)), **{f"W_{r}": matrix(ord(r)) for r in "qkv"}}
    code = (
        "import json, sys, time; from qkvsym import verify\n"
        "for line, givens in json.load(sys.stdin):\n"
        "    start = time.process_time()\n"
        "    made = verify(line, givens=givens)\n"
        "    print(made.lines[-1].verdict, time.process_time() - start < 5, flush=True)\n"
    )
    named = "d_in = 16\nd_out = 16\n"
    works = [[line, givens] if by == "numbers" else [named + line, None] for line in LARGE]
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        stopper = Timer(60, process.kill)
        stopper.start()
        printed, said = process.communicate(json.dumps(works))
        stopper.cancel()
    assert said == ""
    return [line.split() for line in printed.splitlines()]


@pytest.mark.parametrize("line", LARGE, ids=lambda line: line[:30])
@pytest.mark.parametrize("by", ["numbers", "names"])
def test_the_work_of_a_line_is_bounded_at_the_largest_sizes(line: str, by: str) -> None:
    # Where one is never done, it has no verdict, and neither have those after it.
    verdict, in_time = dict(enumerate(judged_apart(by))).get(LARGE.index(line), ["none", "False"])
    assert verdict in ("ok", "wrong", "not-understood", "not-checked")
    assert in_time == "True"


def test_numeric_work_is_verified_without_sympy() -> None:
    code = (
        "import sys; from qkvsym import verify\n"
        "lesson = dict(x=[1, 2, 3], W_q=[[1, 0], [0, 1], [1, 1]], W_k=[[0, 1], [1, 0], [0, 2]])\n"
        r"lines = ['q = x W_q = [4, 5]', 'k = [2, 8]', 'k_1 = x_1 w_{12}', 'q: 1 x 3',"
        r" 'q_1 = \\sum_i x_i w_{i1} = 4', 'q_1 = __import__']" + "\n"
        "report = verify('\\n'.join(lines), givens=lesson)\n"
        "print([line.verdict for line in report.lines], 'sympy' in sys.modules)\n"
        "import qkvsym.derivation, sympy\n"
        "print('sympy' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    verdicts = ["ok", "wrong", "wrong", "wrong", "ok", "not-understood"]
    assert done.stdout == f"{verdicts} False\nTrue\n"
