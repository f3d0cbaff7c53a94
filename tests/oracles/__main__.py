"""The independent oracles: ``python -m tests.oracles 20000``, from the folder of the project."""

import gc
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from multiprocessing import get_context
from time import monotonic

from qkvsym.kinds import kind_ids
from tests.oracles import maxima
from tests.oracles.coverage import never_drawn
from tests.oracles.harness import Block, Routes, Tally, blocks

ROUTES = ("torch", "maxima")


def _asked(arguments: list[str] | None) -> Namespace:
    parser = ArgumentParser(
        prog="python -m tests.oracles",
        description="Draw exercises and work out every answer and every wrong value again, "
        "by routes that share no code with the rules.",
    )
    parser.add_argument("count", type=int, help="how many exercises are drawn")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes work (1)")
    parser.add_argument(
        "--start", type=int, default=0, help="the first block; another draws others (0)"
    )
    parser.add_argument(
        "--without", action="append", default=[], choices=ROUTES, help="leave a route out"
    )
    asked = parser.parse_args(arguments)
    if asked.count < 1 or asked.jobs < 1 or asked.start < 0:
        parser.error("the count and the jobs are 1 or more, and the start is not negative")
    return asked


def routes(without: list[str]) -> Routes:
    """The routes that are not left out; ends the program where one is not installed."""
    layers = None
    if "torch" not in without:
        try:
            import torch

            from tests.oracles.torch_layers import LAYERS
        except ImportError:
            sys.exit("PyTorch is not installed: pip install torch, or add --without torch")
        torch.set_num_threads(1)
        layers = LAYERS
    if "maxima" not in without and not maxima.is_here():
        sys.exit("Maxima is not installed: apt-get install maxima, or add --without maxima")
    return Routes(layers, "maxima" not in without)


def _check(work: tuple[int, int, list[str]]) -> Tally:
    number, count, without = work
    asked = routes(without)
    _spare_the_collector()
    return Block(number, count, asked).checked()


def _spare_the_collector() -> None:
    """The libraries stay, and of the rest little is in circles: look for those seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _tallies(asked: Namespace) -> Iterator[Tally]:
    work = [(*block, asked.without) for block in blocks(asked.count, asked.start)]
    if asked.jobs == 1:
        yield from map(_check, work)
        return
    with get_context("spawn").Pool(asked.jobs) as pool:
        yield from pool.imap(_check, work)


def main(arguments: list[str] | None = None) -> int:
    """Check as many exercises as asked for; 1 where something does not agree or was not drawn."""
    asked = _asked(arguments)
    names = routes(asked.without).names
    started, total = monotonic(), Tally()
    for tally in _tallies(asked):
        for problem in tally.problems:
            print(problem, flush=True)
        total.add(tally)
        done, seconds = total.counts["exercises"], monotonic() - started
        print(
            f"{done} exercises, {total.counts['mismatches']} mismatches, {seconds:.0f} s",
            flush=True,
        )
    missing = never_drawn(total.covered, names)
    for what in missing:
        print(f"NEVER DRAWN: {what}")
    print("\n".join(_summary(total, monotonic() - started)))
    return 1 if missing or total.counts["mismatches"] else 0


def _summary(total: Tally, seconds: float) -> Iterator[str]:
    for name in kind_ids():
        yield f"{total.covered['kind', name]:>10} {name}"
    for what in sorted(total.counts.keys() - {"milliseconds", "mismatches"}):
        yield f"{total.counts[what]:>10} {what}"
    yield f"{total.counts['mismatches']:>10} mismatches"
    worked = total.counts["milliseconds"] / 1000
    yield f"{seconds:>10.1f} seconds ({worked:.1f} s of a processor, Maxima apart)"


if __name__ == "__main__":
    sys.exit(main())
