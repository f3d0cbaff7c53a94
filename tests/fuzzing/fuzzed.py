"""One target under the fuzzer, in a process of its own, which libFuzzer ends."""

import os
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import atheris

from tests.fuzzing.mutating import dictionary, mutation

_NOT_LOADED = ("qkvsym.__main__", "qkvsym.datasets.gym", "qkvsym.runs.cluster")
"""What runs a command when it is imported, or needs what may not be installed."""

_HANGS = 20
"""After so many seconds of one input the process is ended, and the input kept."""

_MEGABYTES = 1500
_SEEDS_A_SECOND = 10
"""Seeds are read before the time begins, so that of a short time only some are taken."""


def load() -> None:
    """Load the package, and of all that is loaded only that, so that its branches are seen."""
    with atheris.instrument_imports(include=["qkvsym"]):
        package = import_module("qkvsym")
        for module in walk_packages(package.__path__, "qkvsym."):
            if module.name not in _NOT_LOADED:
                # What an extra brings need not be there.
                with suppress(ModuleNotFoundError):
                    import_module(module.name)


def ended(name: str, seconds: int, folder: Path, seed: int, log: Path) -> int:
    """Fuzz a target for so long in a process of its own; returns the exit code.

    What it prints is in the log.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        with log.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        _fuzz(name, seconds, folder, seed)
    finally:
        os._exit(70)


def _fuzz(name: str, seconds: int, folder: Path, seed: int) -> None:
    # Not before the package is loaded.
    from tests.fuzzing.findings import Findings
    from tests.fuzzing.targets import target

    fuzzed = target(name)
    findings = Findings(name, folder / "findings" / name)
    corpus, seeds, words = (folder / kind / name for kind in ("corpus", "seeds", "words"))
    for made in (corpus, seeds, words.parent, findings.folder):
        made.mkdir(parents=True, exist_ok=True)
    for old in seeds.iterdir():
        old.unlink()
    known = list(fuzzed.inputs())
    step = max(1, len(known) // (_SEEDS_A_SECOND * seconds))
    for number, data in enumerate(known[::step]):
        (seeds / f"{number:04}").write_bytes(data)
    words.write_text(dictionary(fuzzed.words), encoding="ascii")

    def one(data: bytes) -> None:
        start = time.process_time()
        try:
            fuzzed.tried(data)
        except Exception as error:
            findings.broken(data, error)
        findings.timed(data, time.process_time() - start, fuzzed.seconds(data))

    options = {
        "max_total_time": seconds,
        "max_len": fuzzed.longest,
        "timeout": _HANGS,
        "rss_limit_mb": _MEGABYTES,
        "seed": seed,
        "dict": words,
        "artifact_prefix": f"{findings.folder}/",
        "print_final_stats": 1,
    }
    told = [f"-{option}={value}" for option, value in options.items()]
    # The function is another one once the fuzzer is set up.
    changes = mutation(fuzzed.words, lambda data, longest: atheris.Mutate(data, longest))
    atheris.Setup(["fuzzed", *told, str(corpus), str(seeds)], one, custom_mutator=changes)
    atheris.Fuzz()
