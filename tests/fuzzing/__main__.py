"""The command: fuzz all targets one after the other, or try one input again."""

import argparse
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzzing.targets import names

FOLDER = Path(".fuzzing")
_SECONDS_OF_A_ROUND = 1800
_STATUS = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)/")


def main() -> int:
    """Run the command; the exit code is 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="shared by all targets")
    parser.add_argument("--only", action="append", choices=names(), help="one of the targets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for corpora and findings")
    parser.add_argument("--replay", nargs=2, metavar=("TARGET", "FILE"), help="try one input again")
    asked = parser.parse_args()
    if asked.replay:
        return replayed(asked.replay[0], Path(asked.replay[1]))
    from tests.fuzzing.fuzzed import load
    from tests.fuzzing.targets import target

    load()
    fuzzed = [Fuzzed(name, target(name).share) for name in asked.only or names()]
    # In rounds, so that what is found in the last target is not found at the end of the time.
    rounds = max(1, asked.seconds // _SECONDS_OF_A_ROUND)
    end, seed = time.monotonic() + asked.seconds, asked.seed
    for turn in range(rounds):
        left = (end - time.monotonic()) / (rounds - turn)
        a_round(fuzzed, left, asked.folder, seed + turn)
    found = sum(one.found for one in fuzzed)
    print(f"{found} findings")
    return 1 if found else 0


@dataclass
class Fuzzed:
    """What is known of the fuzzing of one target up to now."""

    name: str
    share: int
    inputs: int = 0
    edges: int = 0
    features: int = 0
    corpus: int = 0
    found: int = 0


def a_round(fuzzed: list[Fuzzed], seconds: float, folder: Path, seed: int) -> None:
    """Fuzz all targets, each for its share of the time, and print how far each is."""
    print(f"{'target':<10} {'inputs':>9} {'edges':>6} {'features':>8} {'corpus':>6} {'found':>5}")
    end = time.monotonic() + seconds
    shares = sum(one.share for one in fuzzed)
    for one in fuzzed:
        go_on(one, (end - time.monotonic()) * one.share / shares, folder, seed)
        shares -= one.share
        print(
            f"{one.name:<10} {one.inputs:>9} {one.edges:>6} {one.features:>8} {one.corpus:>6} "
            f"{one.found:>5}",
            flush=True,
        )


def go_on(one: Fuzzed, seconds: float, folder: Path, seed: int) -> None:
    """Fuzz one target for so long.

    An input that hangs ends the process: it is counted, and the fuzzer goes on without it.
    """
    from tests.fuzzing.fuzzed import ended

    end = time.monotonic() + seconds
    log = folder / "logs" / f"{one.name}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    while True:
        code = ended(one.name, max(2, round(end - time.monotonic())), folder, seed, log)
        said = log.read_text(encoding="utf-8", errors="replace")
        told = re.findall(r"^FINDING .*\n", said, re.MULTILINE)
        print(*told, sep="", end="", flush=True)
        one.found += len(told)
        statuses = _STATUS.findall(said)
        if statuses:
            inputs, one.edges, one.features, one.corpus = map(int, statuses[-1])
            one.inputs += inputs
        if code == 0:
            return
        print(f"{one.name} ended with {code}: {said[-1500:]}", flush=True)
        one.found, seed = one.found + 1, seed + 1000
        if not statuses or time.monotonic() > end - 2:
            return


def replayed(name: str, path: Path) -> int:
    """Try one input, without a fuzzer and without anything instrumented."""
    from tests.fuzzing.clock import seconds
    from tests.fuzzing.targets import target

    data = path.read_bytes()
    tried = target(name)
    took = seconds(tried, data)
    print(f"{name}: {len(data)} bytes, {1000 * took:.1f} ms of processor time")
    tried.tried(data)
    return 1 if took > tried.seconds(data) else 0


if __name__ == "__main__":
    sys.exit(main())
