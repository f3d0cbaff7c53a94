"""Runs of the command that are killed at drawn moments, and gone on with until they are done."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

from qkvsym.runs.folder import WORK

COMMAND = [sys.executable, "-c", "from qkvsym.cli import main; main(prog_name='qkvsym')"]


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, those in hidden folders too, by their paths inside it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def begun(*args: str) -> subprocess.Popen[bytes]:
    """The command, in a group of processes of its own, which Ctrl-C stops.

    A shell that runs the tests in the background has them ignore it, and what they start too.
    """
    return subprocess.Popen(
        [*COMMAND, "generate", *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def killed_until_done(
    folder: Path, whole: dict[str, bytes], longest: float, random: Random, most: int, *args: str
) -> int:
    """Kill a run at drawn moments, at most so often, and go on with it until it is done.

    Returns how often it was killed. After each kill every file outside the hidden folder is one
    of the `whole` ones, but for the manifest: that is the first rows of the whole one.
    """
    for kills in range(most + 1):
        process = begun(*args, "--out", str(folder), *(["--resume"] if kills else []))
        try:
            seconds = longest * random.random() if kills < most else None
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            check_whole(folder, whole)
        else:
            assert (process.returncode, said) == (0, b"")
            break
    assert contents(folder) == whole
    return kills


def check_whole(folder: Path, whole: dict[str, bytes]) -> None:
    """Whether a folder has nothing but whole files of a run."""
    for name, content in contents(folder).items():
        if name == "manifest.csv":
            assert whole[name].startswith(content)
            # With the first row comes the head.
            assert content == b"" or content.endswith(b"\r\n")
        elif not name.startswith(WORK):
            assert content == whole[name], name
