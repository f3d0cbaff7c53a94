"""Work that was handed in: files, folders of them, or the standard input."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from stat import S_ISREG

from qkvsym.errors import BadWork, shown
from qkvsym.reading import bounds
from qkvsym.reading.work import decoded

STANDARD_INPUT = "-"
CLASS_REPORT = "report"
"""What the files of a class report are called."""

_SIGN = b"<!-- qkvsym class report -->\n"
_REPORT_BEGINS = (_SIGN, b"<!DOCTYPE html>\n" + _SIGN)
SUFFIXES = frozenset({".md", ".markdown", ".tex", ".txt"})


def works(paths: Iterable[str]) -> Iterator[str]:
    """The paths given, and in the place of a folder the work in it, sorted by name.

    Work has one of the `SUFFIXES`; hidden files, answer keys and class reports are none. A folder
    without work, or one that cannot be looked into, stays as it is; `read_work` says what is wrong
    with it.
    """
    for path in paths:
        found = _inside(path)
        yield from found or [path]


def _inside(path: str) -> list[str]:
    try:
        if path in ("", STANDARD_INPUT) or not Path(path).is_dir():
            return []
        return [str(file) for file in sorted(Path(path).iterdir()) if _is_work(file)]
    except (OSError, ValueError):
        return []


def _is_work(file: Path) -> bool:
    named = file.suffix.lower() in SUFFIXES and not file.name.startswith(".")
    if not named or ".key." in file.name:
        return False
    try:
        is_file = S_ISREG(file.stat().st_mode)
        return is_file and not (file.stem == CLASS_REPORT and is_report(file))
    except OSError:
        # Reading it says why it cannot be read.
        return True


def is_report(file: Path) -> bool:
    """Whether a file is a page of a class report of ours, and nothing that somebody wrote.

    Raises `OSError` where it cannot be read.
    """
    with file.open("rb") as opened:
        return opened.read(max(map(len, _REPORT_BEGINS))).startswith(_REPORT_BEGINS)


def read_work(path: str) -> str:
    """The text of one piece of work; raises `BadWork` where it cannot be read."""
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise BadWork("the standard input is closed")
            return decoded(sys.stdin.buffer.read(bounds.LARGEST_FILE + 1))
        if not path:
            raise BadWork("the file has no name")
        if Path(path).is_dir():
            # Opening it says so where it may not be looked into.
            list(Path(path).iterdir())
            raise BadWork(
                f"the folder {shown(path)} holds no work: no file ends in "
                f"{', '.join(sorted(SUFFIXES))}"
            )
        with Path(path).open("rb") as file:
            return decoded(file.read(bounds.LARGEST_FILE + 1))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadWork(f"the work {shown(path)} cannot be read: {reason}") from None
