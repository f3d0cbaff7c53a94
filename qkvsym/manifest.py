"""What a run made: one row for each sheet, in a CSV file that people and programs read.

What a spreadsheet would take for a formula gets a quote before it, which is taken off again when
the manifest is read (OWASP, "CSV Injection"). Every row stands on one line, so that one that was
not written to its end is known by the end that it does not have.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path

from qkvsym.errors import BadManifest, shown
from qkvsym.one_line import one_line
from qkvsym.tables import content_of, decoded

FILE_NAME = "manifest.csv"
COLUMNS = ("id", "name", "email", "code", "files", "sha256", "numbers")
_NEEDED = ("id", "code")
_LARGEST = 2**30
_LONGEST_LINE = 2**20
_TO_DO = "name the manifest.csv that the run wrote"
# A spreadsheet may split a line at another separator than the comma, so a cell may begin behind
# each of them; spaces and double quotes before its text are taken away. Some spreadsheets take
# wide signs for the others, so all that Unicode calls compatible with one counts as it.
_BEGINS = r'(?:\A|[;,|\t\r\n])[ "]*'
_ALIKE = "\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207c\u207a\u208c\u208a\ufb29"
_SIGN_BEHIND = f"(?=[=+\\-@{_ALIKE}\t\r])"
_FORMULA = re.compile(f"{_BEGINS}'*{_SIGN_BEHIND}")
_NEUTRAL = re.compile(f"({_BEGINS}'*)'{_SIGN_BEHIND}")


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
    csv.writer(made, lineterminator="\r\n").writerow(neutral(one_line(cell)) for cell in cells)
    return made.getvalue().encode()


def neutral(cell: str) -> str:
    """A cell of which no spreadsheet takes anything for a formula, whatever it separates cells by.

    A quote stands before each sign that could begin a formula, and one more where quotes stand
    there already, so that they can be taken off again.

    >>> neutral("=1+1"), neutral("Ada;=1+1"), neutral("a-b; c")
    ("'=1+1", "Ada;'=1+1", 'a-b; c')
    """
    return _FORMULA.sub(r"\g<0>'", cell)


def plain(neutral: str) -> str:
    """The cell that was made neutral.

    >>> plain("Ada;'=1+1")
    'Ada;=1+1'
    """
    return _NEUTRAL.sub(r"\1", neutral)


def read_manifest(path: str | Path) -> tuple[Row, ...]:
    """The rows of a manifest, without a last one that was not written to its end.

    Raises `BadManifest` where the file cannot be read, or is no manifest.
    """
    where = f"the manifest {shown(str(path))}"
    content = content_of(path, "manifest", _LARGEST, BadManifest)
    if head().startswith(content):
        return ()
    text = decoded(content[: content.rfind(b"\n") + 1], where, BadManifest)
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        columns = _columns(next(reader, []), where)
        return tuple(
            _row(cells, columns, f"{where}, line {reader.line_num}") for cells in reader if cells
        )
    except csv.Error:
        raise BadManifest(
            f"{where}, line {reader.line_num}: a quote is not closed, or stands where none may; "
            f"{_TO_DO}"
        ) from None


def each_row(path: str | Path) -> Iterator[tuple[Row, int]]:
    """The rows of a manifest, one at a time, and the byte behind each.

    One that this package wrote is read line by line, so that a million rows need no memory; of
    any other the byte is 0. Raises `BadManifest`.
    """
    where = f"the manifest {shown(str(path))}"
    try:
        if Path(path).exists() and not Path(path).is_file():
            raise BadManifest(f"{where} is no file; {_TO_DO}")
        with Path(path).open("rb") as file:
            if file.readline(len(head())) == head():
                lines = iter(partial(file.readline, _LONGEST_LINE), b"")
                yield from _each_written(lines, where)
                return
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadManifest(f"{where} cannot be read: {reason}") from None
    for row in read_manifest(path):
        yield row, 0


def _each_written(lines: Iterable[bytes], where: str) -> Iterator[tuple[Row, int]]:
    columns = {name: at for at, name in enumerate(COLUMNS)}
    end = len(head())
    for number, line in enumerate(lines, 2):
        if not line.endswith(b"\n"):
            return
        end += len(line)
        try:
            cells = next(csv.reader([line.decode()], strict=True))
        except (csv.Error, UnicodeDecodeError):
            raise BadManifest(f"{where}, line {number}: this is no whole row; {_TO_DO}") from None
        if cells:
            yield _row(cells, columns, f"{where}, line {number}"), end


def is_as_written(path: str | Path) -> bool:
    """Whether the whole rows of a manifest, which can be read, are byte for byte as written."""
    rows = each_row(path)
    with Path(path).open("rb") as file:
        if file.readline(len(head())) != head():
            return False
        if not all(file.read(len(piece)) == piece for row, _ in rows for piece in (written(row),)):
            return False
        # What is left is no row that was cut.
        rest = file.readline(_LONGEST_LINE)
        return not rest or not rest.isspace()


def _columns(headings: Sequence[str], where: str) -> dict[str, int]:
    """Where the columns are that a manifest has; others are left out."""
    missing = [name for name in _NEEDED if name not in headings]
    if missing:
        raise BadManifest(f"{where} has no column {' and no column '.join(missing)}; {_TO_DO}")
    return {name: headings.index(name) for name in COLUMNS if name in headings}


def _row(cells: Sequence[str], columns: Mapping[str, int], where: str) -> Row:
    held = dict.fromkeys(COLUMNS, "")
    held |= {name: plain(cells[at]) for name, at in columns.items() if at < len(cells)}
    if not one_line(held["code"]):
        raise BadManifest(f"{where}: a row without a code; {_TO_DO}")
    files, sha256, numbers = (tuple(held[name].split()) for name in COLUMNS[-3:])
    return Row(held["id"], held["code"], files, sha256, numbers, held["name"], held["email"])
