"""Times as ratios within one run; nothing here is part of the normal tests.

Run with ``pytest tests/benchmarks -n 0 -s``. Each figure is the smallest of several rounds, and
each is printed beside what it is measured against.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import qkvsym

BIN = Path(sys.executable).parent / "qkvsym"


def smallest(work: Callable[[], object], rounds: int = 7) -> float:
    """The smallest processor time of one call, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def whole_process(first: list[str], second: list[str], rounds: int = 9) -> float:
    """The median ratio of two commands, run in turn."""
    ratios = []
    for _ in range(rounds):
        walls = []
        for command in (first, second):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            walls.append(time.perf_counter() - start)
        ratios.append(walls[0] / walls[1])
    return statistics.median(ratios)


def lesson_set(seed: int) -> None:
    """One lesson set, sheet and key, in both formats."""
    sheet = qkvsym.generate(seed=seed)
    for form in ("md", "tex"):
        for page in ("worksheet", "key"):
            qkvsym.render(sheet, form, page=page)


def test_a_lesson_set_takes_less_than_ten_milliseconds() -> None:
    for seed in range(20):
        lesson_set(seed)
    each = smallest(lambda: [lesson_set(seed) for seed in range(100, 150)]) / 50
    sums = smallest(lambda: sum(i * i for i in range(100_000)))
    print(f"\none lesson set: {each * 1000:.2f} ms; {each / sums:.2f} times 100,000 squares summed")
    assert each < 0.010


def test_time_does_not_grow_from_the_tenth_to_the_ten_thousandth() -> None:
    for sheet in range(1, 60):
        qkvsym.generate(sheet=sheet)

    def hundred(first: int) -> float:
        numbers = range(first, first + 100)
        return smallest(lambda: [qkvsym.generate(sheet=n) for n in numbers], 5)

    early = hundred(10)
    for sheet in range(110, 10_000):
        qkvsym.generate(sheet=sheet)
    ratio = hundred(10_000) / early
    print(f"\nsheets 10,000 to 10,100 against 10 to 110: {ratio:.2f} times")
    assert ratio < 1.2


def test_help_starts_nearly_as_fast_as_click() -> None:
    ratio = whole_process([str(BIN), "--help"], [sys.executable, "-c", "import click"])
    print(f"\nqkvsym --help against import click: {ratio:.2f} times")
    assert ratio < 1.5


def test_generate_starts_nearly_as_fast_as_its_libraries(tmp_path: Path) -> None:
    ratio = whole_process(
        [str(BIN), "generate", "--out", str(tmp_path)],
        [sys.executable, "-c", "import sympy, jinja2, click"],
    )
    print(f"\nqkvsym generate against importing its libraries: {ratio:.2f} times")
    assert ratio < 1.5
