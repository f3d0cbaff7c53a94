"""A hundred kills at drawn moments, each gone on with: nothing is half, and nothing is another.

Run with ``pytest tests/sweeps/test_many_kills.py -n 0 -s``.
"""

import time
from pathlib import Path
from random import Random

from tests.killing import begun, contents, killed_until_done

KILLS, MOST = 100, 20
COMMANDS = (
    ("match-matrix", "--format", "md", "--count", "150", "--jobs", "1"),
    ("match-matrix", "--format", "md", "--format", "json", "--count", "250", "--jobs", "2"),
    ("match-matrix", "--format", "jsonl", "--count", "600", "--jobs", "1"),
    ("match-matrix", "--format", "jsonl", "--count", "900", "--jobs", "2"),
    # Nearly all there are, so that most sheets are not as they are drawn first.
    (
        *("compute-projections", "--role", "q", "--any-instance", "--d-in", "2", "--d-out", "2"),
        *("--entries", "0:1", "--count", "60", "--format", "md", "--jobs", "2"),
    ),
)


def test_a_hundred_kills_change_nothing(tmp_path: Path) -> None:
    random = Random(5)
    kills = rounds = 0
    while kills < KILLS:
        options = COMMANDS[rounds % len(COMMANDS)]
        whole, killed = tmp_path / f"whole{rounds}", tmp_path / f"killed{rounds}"
        start = time.monotonic()
        assert begun(*options, "--out", str(whole)).communicate() == (None, b"")
        took = time.monotonic() - start
        kills += killed_until_done(killed, contents(whole), 0.7 * took, random, MOST, *options)
        rounds += 1
    print(f"\n{kills} kills in {rounds} runs: every file whole, every result the same")
