"""Work that was handed in: files, folders of them, or the standard input."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from qkvsym.errors import BadWork, shown
from qkvsym.reading import bounds
from qkvsym.reading.work import decoded

STANDARD_INPUT = "-"
SUFFIXES = frozenset({".md", ".markdown", ".tex", ".txt"})
_MOST_FILES = 10_000


def works(paths: Iterable[str]) -> Iterator[str]:
    """The paths given, and in the place of a folder the work in it, sorted by name.

    Work has one of the `SUFFIXES`; hidden files and answer keys are none. Raises `BadWork` for a
    folder without work.
    """
    for path in paths:
        if path == STANDARD_INPUT or "\0" in path or not Path(path).is_dir():
            yield path
            continue
        found = [str(file) for file in sorted(Path(path).iterdir()) if _is_work(file)]
        if not found:
            raise BadWork(
                f"the folder {shown(path)} holds no work: no file ends in "
                f"{', '.join(sorted(SUFFIXES))}"
            )
        if len(found) > _MOST_FILES:
            raise BadWork(f"the folder {shown(path)} holds more than {_MOST_FILES} files")
        yield from found


def _is_work(file: Path) -> bool:
    named = file.suffix.lower() in SUFFIXES and not file.name.startswith(".")
    return named and ".key." not in file.name and file.is_file()


def read_work(path: str) -> str:
    """The text of one piece of work; raises `BadWork` where it cannot be read."""
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise BadWork("the standard input is closed")
            return decoded(sys.stdin.buffer.read(bounds.LARGEST_FILE + 1))
        with Path(path).open("rb") as file:
            return decoded(file.read(bounds.LARGEST_FILE + 1))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadWork(f"the work {shown(path)} cannot be read: {reason}") from None
