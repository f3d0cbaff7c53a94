"""Readers take a path: what is tried is written to one file, of which only the content changes."""

import atexit
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp


@cache
def _folder() -> Path:
    # Memory, where the system has files in it.
    shared = Path("/dev/shm")
    made = Path(mkdtemp(prefix="qkvsym-fuzzing-", dir=shared if shared.is_dir() else None))
    atexit.register(rmtree, made, ignore_errors=True)
    return made


def written(name: str, data: bytes) -> Path:
    """The path of a file that holds the data."""
    path = _folder() / name
    path.write_bytes(data)
    return path
