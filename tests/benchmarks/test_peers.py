"""How long the common job takes beside the peers that can do it, and how many sheets repeat.

The common job is one product of a token x (1x3) and a matrix W (3x2), entries from -5 to 5, as
Markdown or LaTeX text with an answer of worked sums. The peers are not needed; those that are not
installed are left out. QuizGenerator is under the GPL and pins many packages, so take an
environment for this alone, of Python 3.12 or newer::

    pip install -e '.[test]' QuizGenerator mathgenerator checkit-dashboard   # bench-peers
    pytest tests/benchmarks/test_peers.py -n 0 -s

Every job writes other variants in every round, so that nothing is found in a cache, and the jobs
take turns, so that a busy machine weighs on all alike; a figure is the smallest processor time of
the rounds. What qkvsym writes in it is much more than the common job: hints, shapes, the table of
the product, and what each wrong answer comes from.
"""

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import pytest
import sympy

import qkvsym
from qkvsym.distinct import Distinct
from qkvsym.errors import NoInstance
from qkvsym.spec import Spec
from qkvsym.worksheet import Worksheet, of_spec
from tests.benchmarks.peers import (
    Job,
    Range,
    Rows,
    with_checkit,
    with_mathgenerator,
    with_quizgenerator,
    with_sympy,
)

HELD = {"QuizGenerator": 8.0, "SymPy": 5.5}
"""A worksheet and its key take less than so many times what the peer takes for the common job.

Lower these whenever qkvsym has become faster.
"""

ROUNDS, VARIANTS = 7, 60
SHEETS = 200
COMMON: dict[str, Any] = {"role": "q", "d_in": 3, "d_out": 2, "entries": (-5, 5)}
NINE_BITS = Spec(
    ("compute-projections",), role="q", any_instance=True, d_in=3, d_out=2, entries=(0, 1)
)
"""Nine entries of 0 and 1: as small a space as a class meets, of 512 instances."""

pytestmark = pytest.mark.filterwarnings("ignore")


def pages(sheet: Worksheet, *names: str) -> str:
    return "\n".join(qkvsym.render(sheet, "md", page=name) for name in names)


def any_sheet(n: int, entries: Range) -> Worksheet:
    asked = {**COMMON, "entries": entries}
    return qkvsym.generate("compute-projections", sheet=n, any_instance=True, **asked)


def good_sheet(n: int, entries: Range) -> Worksheet:
    return qkvsym.generate("compute-projections", sheet=n, **{**COMMON, "entries": entries})


OURS = Job(
    "qkvsym: worksheet and key", lambda n, entries: pages(any_sheet(n, entries), "worksheet", "key")
)
KEY = Job("qkvsym: key alone", lambda n, entries: pages(any_sheet(n, entries), "key"), space=0)
GOOD = Job(
    "qkvsym: worksheet and key",
    lambda n, entries: pages(good_sheet(n, entries), "worksheet", "key"),
    space=0,
    note="good instances only, all target mistakes told apart",
)


def matrices(text: str) -> list[Rows]:
    """The matrices in a text, in their order."""
    found = re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", text, re.DOTALL)
    return [
        tuple(tuple(map(int, row.split("&"))) for row in re.split(r"\\\\|\\cr", one))
        for one in found
    ]


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> list[Job]:
    """Ours, and those of the peers that are installed."""
    folder = tmp_path_factory.mktemp("checkit")
    peers: dict[str, Callable[[], Job]] = {
        "QuizGenerator": with_quizgenerator,
        "mathgenerator": with_mathgenerator,
        "checkit": lambda: with_checkit(folder),
    }
    found = [make() for package, make in peers.items() if find_spec(package)]
    return [OURS, KEY, GOOD, with_sympy(), *found]


def in_turn(jobs: list[Job]) -> Iterator[tuple[Job, float]]:
    """The processor time of one variant, in milliseconds, of every job in every round."""
    for turn in range(ROUNDS):
        for place, job in enumerate(jobs):
            first = 1 + (turn * len(jobs) + place) * VARIANTS
            start = time.process_time()
            for n in range(first, first + VARIANTS):
                job.write(n, (-5, 5))
            yield job, (time.process_time() - start) / VARIANTS * 1000


def distinct_of(job: Job) -> int:
    """How many of 200 variants give other numbers than those before, with entries from 0 to 1."""
    # For the one that draws from the random numbers of the whole process.
    random.seed(1)
    return len({str(matrices(job.write(n, (0, 1)))[:2]) for n in range(1, SHEETS + 1)})


@pytest.fixture(scope="module")
def times(jobs: list[Job]) -> dict[Job, float]:
    """Milliseconds a variant; prints the table."""
    for job in jobs:
        for n in range(VARIANTS):
            job.write(10_000 + n, (-5, 5))
    smallest: dict[Job, float] = {}
    for job, took in in_turn(jobs):
        smallest[job] = min(took, smallest.get(job, took))
    print(f"\n{'':28}{'ms':>8}{'ours/it':>9}  {'distinct of 200':<16}")
    for job, took in smallest.items():
        distinct = f"{distinct_of(job)} in {job.space:,}" if job.space else "-"
        print(f"{job.name:28}{took:8.3f}{smallest[OURS] / took:9.2f}  {distinct:<16}  {job.note}")
    return smallest


def worked_sums(x: Rows, W: Rows) -> list[str]:
    """The sum of products of each entry, without brackets around what is negative."""
    columns = list(zip(*W, strict=True))
    return [
        " + ".join(rf"{a} \cdot {b}" for a, b in zip(row, column, strict=True))
        for row in x
        for column in columns
    ]


def test_each_of_them_does_the_common_job(jobs: list[Job]) -> None:
    for job in jobs:
        for n in range(1, 21):
            text = job.write(n, (-5, 5))
            x, W, *others = matrices(text)
            assert sympy.Matrix(x) * sympy.Matrix(W) in map(sympy.Matrix, others), job.name
            bare = re.sub(r"[()]", "", text)
            assert all(one in bare for one in worked_sums(x, W)) is job.sums, job.name


@pytest.mark.parametrize("peer", HELD)
def test_a_sheet_and_its_key_stay_near_what_a_peer_takes(
    peer: str, times: dict[Job, float]
) -> None:
    found = [took for job, took in times.items() if job.name.startswith(peer)]
    if not found:
        pytest.skip(f"pip install {peer}")
    ratio = times[OURS] / found[0]
    print(f"\na worksheet and its key: {ratio:.1f} times {peer}; held to {HELD[peer]}")
    assert ratio < HELD[peer]


def test_no_sheet_repeats_up_to_the_last_that_there_is() -> None:
    distinct = Distinct()
    found: set[str] = set()
    for n in range(1, 513):
        sheet = of_spec(distinct.settled(replace(NINE_BITS, sheet=n)))
        found.add(str(matrices(pages(sheet, "worksheet"))[:2]))
        assert len(found) == n
    with pytest.raises(NoInstance):
        distinct.settled(replace(NINE_BITS, sheet=513))
    print(f"\nqkvsym, of one run: 200 distinct of 200, {len(found)} of 512, and 513 refused")
