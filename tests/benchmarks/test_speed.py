"""Times as ratios within one run; nothing here is part of the normal tests.

Run with ``pytest tests/benchmarks -n 0 -s``. Each figure is the smallest of several rounds, and
each is printed beside what it is measured against.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import qkvsym
from qkvsym.formats import format_named
from qkvsym.formats.json import exercise_data as entry
from qkvsym.renderer import built_in

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


def each_of(work: Callable[[qkvsym.Worksheet], object]) -> tuple[float, float]:
    """Times of one compute-projections exercise: drawn, and what is done with it then.

    Every round draws other exercises, and all rounds come after the caches have filled.
    """
    drawn, done = [], []
    for first in range(0, 4000, 100):
        start = time.process_time()
        made = [qkvsym.generate("compute-projections", seed=n) for n in range(first, first + 100)]
        middle = time.process_time()
        for one in made:
            work(one)
        drawn.append(middle - start)
        done.append(time.process_time() - middle)
    return min(drawn[10:]) / 100, min(done[10:]) / 100


def key_in_markdown(sheet: qkvsym.Worksheet) -> None:
    for page in ("worksheet", "key"):
        qkvsym.render(sheet, "md", page=page)


def entry_of_a_data_set(sheet: qkvsym.Worksheet) -> None:
    form = format_named("json", "worksheet")
    json.dumps(entry(1, sheet.exercises[0], built_in().words_of(form)), ensure_ascii=False)


def test_an_exercise_of_three_projections_is_drawn_and_written_many_times_a_second() -> None:
    sums = smallest(lambda: sum(i * i for i in range(100_000)))
    drawn, in_markdown = each_of(key_in_markdown)
    again, in_json = each_of(entry_of_a_data_set)
    drawn = min(drawn, again)
    for what, took in (("sheet and key in Markdown", in_markdown), ("entry in JSON", in_json)):
        print(
            f"\nan exercise: drawn in {drawn * 1000:.3f} ms, {what} in {took * 1000:.3f} ms; "
            f"together {(drawn + took) / sums:.3f} times 100,000 squares summed"
        )
    assert drawn < 0.16 * sums
    assert in_json < 0.09 * sums
    assert in_markdown < 0.37 * sums


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
