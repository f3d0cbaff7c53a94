"""How long an input really takes: in a process of its own, in which nothing is instrumented.

What guides the fuzzer makes the package several times as slow, so an input that seems slow is
read again here: once to load what is loaded once, then five times, of which the shortest counts.
"""

import struct
import subprocess
import sys
import time
from contextlib import suppress
from typing import IO

from tests.fuzzing.target import Target
from tests.fuzzing.targets import target

_TIMES = 5


class Clock:
    """A process that reads inputs of one target and says how many seconds each took."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzzing.clock", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def seconds(self, data: bytes) -> float:
        """The processor time that an input takes."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(struct.pack("<I", len(data)) + data)
        into.flush()
        return float(out.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def seconds(read: Target, data: bytes) -> float:
    """The processor time of the shortest of several readings in this process."""
    return min(_once(read, data) for _ in range(_TIMES))


def _once(read: Target, data: bytes) -> float:
    start = time.process_time()
    # What it raises is the business of others.
    with suppress(Exception):
        read.read(data)
    return time.process_time() - start


def answer(name: str, into: IO[bytes], out: IO[str]) -> None:
    """Time all inputs that come in."""
    timed = target(name)
    for seed in list(timed.seeds())[:20]:
        _once(timed, seed)
    while head := into.read(4):
        data = into.read(struct.unpack("<I", head)[0])
        out.write(f"{seconds(timed, data)}\n")
        out.flush()


if __name__ == "__main__":
    answer(sys.argv[1], sys.stdin.buffer, sys.stdout)
