"""What a run made: one row for each sheet, in a CSV file that people and programs read.

Cells that a spreadsheet would take for formulas get a quote before them, which is taken off
again when the manifest is read (OWASP, "CSV Injection").
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from qkvsym.errors import BadManifest, shown

FILE_NAME = "manifest.csv"
COLUMNS = ("id", "name", "email", "code", "files", "sha256", "numbers")
_NEEDED = ("id", "code")
_LARGEST = 2**30
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class Row:
    """One sheet of a run: whose it is, its code, and its files with their SHA-256 in hex.

    `numbers` are the digests of the numbers of its exercises, by which repeated ones are known.
    """

    id: str
    code: str
    files: tuple[str, ...] = ()
    sha256: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    name: str = ""
    email: str = ""


def head() -> bytes:
    """The first line of a manifest."""
    return _line(COLUMNS)


def written(row: Row) -> bytes:
    """One row as a line of the manifest."""
    lists = map(" ".join, (row.files, row.sha256, row.numbers))
    return _line((row.id, row.name, row.email, row.code, *lists))


def _line(cells: Iterable[str]) -> bytes:
    made = StringIO()
    csv.writer(made, lineterminator="\r\n").writerow(map(neutral, cells))
    return made.getvalue().encode("utf-8", "replace")


def neutral(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> neutral("=1+1"), neutral("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def read_manifest(path: str | Path) -> tuple[Row, ...]:
    """The rows of a manifest, without a last one that was not written to its end.

    Raises `BadManifest` where the file cannot be read, or is no manifest.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise BadManifest(f"the manifest {shown(str(path))} is larger than {_LARGEST} bytes")
        whole = content[: content.rfind(b"\n") + 1]
        return tuple(_rows(StringIO(whole.decode("utf-8-sig"), newline="")))
    except (OSError, ValueError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadManifest(f"the manifest {shown(str(path))} cannot be read: {reason}") from None


def _rows(lines: Iterable[str]) -> Iterator[Row]:
    reader = csv.DictReader(lines, strict=True)
    found = reader.fieldnames or ()
    missing = [name for name in _NEEDED if name not in found]
    if missing:
        raise ValueError(f"it has no column {' and no column '.join(missing)}")
    for cells in reader:
        held = {name: _plain(cells.get(name) or "") for name in COLUMNS}
        files, sha256, numbers = (tuple(held[name].split()) for name in COLUMNS[-3:])
        yield Row(held["id"], held["code"], files, sha256, numbers, held["name"], held["email"])
