"""How long verifying takes, line by line, beside Math-Verify on the same lines.

Run with ``pytest tests/benchmarks -n 0 -s``. Math-Verify is not needed; it is the extra `bench`.
"""

import logging
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import qkvsym
from qkvsym.reading import bounds
from qkvsym.shapes import MAX_SIZE

GIVENS = (
    "x = [1, 2, 3]\nW_q = [[1, 0], [0, 1], [1, 1]]\nW_k = [[0, 1], [1, 0], [0, 2]]\n"
    "W_v = [[2, 0], [0, 2], [0, 0]]\n"
)
NUMERIC = (
    "q = x W_q = [1*1 + 2*0 + 3*1, 1*0 + 2*1 + 3*1] = [4, 5]",
    "q_1 = 1*1 + 2*0 + 3*1 = 1 + 0 + 3 = 4",
    "q_2 = (1)(0)+(2)(1)+(3)(1) = 5",
    "k = [2, 7]",
    "k = (2, 7)",
    r"v = x W_v = \begin{bmatrix} 2 & 4 \end{bmatrix}",
    "v_2 = 4",
    "q: 1 x 2",
    "shape(k) = (1, 2)",
    "(1 x 3)(3 x 2) = 1 x 2",
)
SYMBOLIC = (
    r"q_j = \sum_{i=1}^{d_in} x_i w_{ij}",
    r"k_1 = \sum_i x_i w_{i1}",
    "q = x W_q",
    "v: 1 x d_out",
)
WRITTEN_OUT = ("q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}",)
FOR_BOTH = (
    (r"$q = \begin{bmatrix}4 & 5\end{bmatrix}$", r"$\begin{bmatrix}4 & 5\end{bmatrix}$"),
    ("$q_1 = 1 + 0 + 3$", "$4$"),
    (r"$q_1 = 1 \cdot 1 + 2 \cdot 0 + 3 \cdot 1$", "$4$"),
    ("$q_2 = 5$", "$5$"),
)
"""Lines that both can read, each with the right value."""


def smallest(work: Callable[[], object], rounds: int = 7) -> float:
    """The smallest processor time of one call, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def a_line(head: str, lines: tuple[str, ...], verdicts: set[str]) -> float:
    """The time of one line of work, in milliseconds, in a file of 400."""
    repeated = (lines * 400)[:400]
    text = head + "\n".join(repeated)
    found = qkvsym.verify(text).lines[-400:]
    assert {line.verdict for line in found} == verdicts
    return smallest(lambda: qkvsym.verify(text)) / 400 * 1000


def test_a_numeric_line_takes_a_tenth_of_a_millisecond() -> None:
    took = a_line(GIVENS, NUMERIC, {"ok"})
    print(f"\na numeric line: {took:.3f} ms")
    assert took < 0.1


def test_a_symbolic_line_takes_less_than_a_millisecond() -> None:
    took = a_line("", SYMBOLIC, {"ok"})
    written_out = a_line("d_in = 3\nd_out = 2\n", WRITTEN_OUT, {"ok"})
    print(f"\na symbolic line: {took:.3f} ms; written out for d_in = 3: {written_out:.3f} ms")
    assert max(took, written_out) < 1


def test_a_wrong_line_costs_little_more() -> None:
    wrong = ("k = x W_q = [4, 5]", "v = [4, 2]", "q_1 = 7")
    took = a_line(GIVENS, wrong, {"wrong", "follows"})
    print(f"\na wrong line, with its mistake named: {took:.3f} ms")
    assert took < 1


@pytest.mark.filterwarnings("ignore")
def test_it_is_many_times_faster_than_math_verify_on_the_same_lines() -> None:
    other = pytest.importorskip("math_verify", reason="pip install 'qkvsym[bench]'")
    logging.disable(logging.CRITICAL)

    def compare() -> None:
        for said, right in FOR_BOTH * 10:
            other.verify(other.parse(right), other.parse(said))

    ours = a_line(GIVENS, tuple(said for said, _ in FOR_BOTH), {"ok"})
    theirs = smallest(compare) / (10 * len(FOR_BOTH)) * 1000
    print(
        f"\na line: {ours:.3f} ms, with its terms checked; Math-Verify {theirs:.3f} ms for its "
        f"value alone: {theirs / ours:.1f} times"
    )
    assert theirs > 2 * ours


def longest() -> str:
    """As much work as is read at all: the most lines, with the most signs that fit the file."""
    room = bounds.LARGEST_FILE - len(GIVENS)
    length = min(room // bounds.MOST_LINES - 8, bounds.MOST_TOKENS - 6)
    line = ("q_1 = " + "1*1+" * length)[:length] + "1"
    if line.count("1") + line.count("*") + line.count("+") + 5 > bounds.MOST_TOKENS:
        line = line[: bounds.MOST_TOKENS - 8] + "1"
    return GIVENS + "\n".join([line] * (bounds.MOST_LINES - 4))


def largest_givens(source: Random) -> str:
    """A token and three matrices of the largest size."""

    def row() -> str:
        return f"[{', '.join(str(source.randint(-3, 5)) for _ in range(MAX_SIZE))}]"

    rows = [f"[{', '.join(row() for _ in range(MAX_SIZE))}]" for _ in "qkv"]
    given = [f"W_{role} = {matrix}" for role, matrix in zip("qkv", rows, strict=True)]
    return "\n".join([f"x = {row()}", *given, ""])


def most_work() -> dict[str, str]:
    """Files of the most lines on the largest sizes, nearly all wrong, each in its own way."""
    source = Random(1)
    count = bounds.MOST_LINES - 4
    given = largest_givens(source)
    sizes = f"d_in = {MAX_SIZE}\nd_out = {MAX_SIZE}\n"

    def number() -> int:
        return source.randint(-9, 99)

    def place() -> int:
        return source.randint(1, MAX_SIZE)

    def values() -> str:
        return f"[{', '.join(str(number()) for _ in range(MAX_SIZE))}]"

    def products() -> str:
        return " + ".join(f"{source.randint(0, 9)}*({number()})" for _ in range(MAX_SIZE))

    lines = {
        "sums over an index": lambda n: r"q_j = \sum_i x_i w_{ji}",
        "whole results": lambda n: f"{'qkv'[n % 3]} = {values()}",
        "entries": lambda n: f"q_{{{place()}}} = {number()}",
        "sums of products": lambda n: f"q_{{{place()}}} = {products()} = {number()}",
        "formulas": lambda n: f"{'qkv'[n % 3]} = W_q x^T",
        "shapes": lambda n: f"q: {place()} x {place()}",
    }
    made = {name: given + "\n".join(map(line, range(count))) for name, line in lines.items()}
    made["symbols"] = sizes + "\n".join(map(lines["sums over an index"], range(count)))
    made["the longest"] = longest()
    return made


@pytest.mark.parametrize(("name", "text"), most_work().items(), ids=most_work())
def test_a_file_at_every_bound_takes_less_than_a_second(name: str, text: str) -> None:
    assert len(text) <= bounds.LARGEST_FILE
    took = smallest(lambda: qkvsym.verify(text), 3)
    sums = smallest(lambda: sum(i * i for i in range(100_000)))
    print(f"\n{name}: {took:.2f} s; {took / sums:.0f} times 100,000 squares summed")
    assert took < 1


def test_it_needs_less_than_200_megabytes(tmp_path: Path) -> None:
    (tmp_path / "work.txt").write_text(longest(), encoding="utf-8")
    script = "from qkvsym.cli import main; main(['verify', 'work.txt', '--format', 'json'])"
    subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.DEVNULL, check=False
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nthe largest file needs {used:.0f} MB")
    assert used < 200
