"""A run that writes a data set: one file of all exercises, its card, and its manifest.

The lines grow in the hidden folder, and behind them the manifest, which says how much of them is
whole when a run goes on.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from filecmp import cmp
from io import BytesIO
from itertools import islice
from pathlib import Path

from qkvsym.datasets import ParquetFile
from qkvsym.distinct import Distinct
from qkvsym.errors import BadOutput, shown
from qkvsym.files import reason_of
from qkvsym.manifest import head, is_as_written
from qkvsym.runs.data_set import DataSet, Finishing, lines_of, whole_rows
from qkvsym.runs.folder import Appended, differs, held, journal_name
from qkvsym.runs.kept import check_made_so, replayed, rows_there
from qkvsym.runs.making import Entries, Made
from qkvsym.runs.order import made_in_order, tasks_of
from qkvsym.runs.plan import Plan
from qkvsym.runs.workers import Workers


@dataclass(frozen=True, slots=True)
class Whole:
    """What is whole of a data set: so many sheets, of so many bytes of lines and of rows."""

    sheets: int = 0
    lines: int = 0
    rows: int = 0


Opening = Callable[[DataSet, Sequence[str]], tuple[Distinct, Whole]]
"""What is kept of an earlier run, and what remembers the numbers on it beside those met before."""


def stream(
    plan: Plan, look: Entries, workers: Workers, *, size: int = 1, met: Iterable[str] = ()
) -> Iterator[bytes]:
    """The lines of each sheet, in the order of the plan; raises `AuthorError`."""
    return map(lines_of, made_in_order(tasks_of(plan, look, size), workers, Distinct(met)))


def write_data(
    plan: Plan,
    look: Entries,
    folder: str | Path,
    workers: Workers,
    *,
    suffix: str,
    finishing: Finishing,
    size: int = 1,
    met: Iterable[str] = (),
    opening: Opening,
) -> Generator[int, None, None]:
    """Write a data set, and yield how many sheets more are done; its files are `names_of` it.

    Raises `AuthorError`.
    """
    with held(folder) as place:
        place.check_not_avoided(plan.avoid)
        data_set = DataSet(plan, look, place, suffix)
        distinct, whole = opening(data_set, tuple(met))
        yield whole.sheets
        sheets = made_in_order(tasks_of(plan, look, size, whole.sheets), workers, distinct)
        with closing(_Growing(data_set.part, whole)) as growing:
            while taken := list(islice(sheets, size)):
                growing.add(taken)
                yield len(taken)
        data_set.finish(finishing)


class _Growing:
    """Lines and rows that grow together, a row behind its lines."""

    def __init__(self, part: Path, whole: Whole) -> None:
        self._lines = Appended(part, whole.lines)
        self._rows = Appended(part.with_name(journal_name(part.name)), whole.rows)
        self._before = b"" if whole.rows else head()

    def add(self, taken: Sequence[Made]) -> None:
        """Add the lines and rows of some sheets."""
        self._lines.add(b"".join(map(lines_of, taken)))
        self._rows.add(self._before + b"".join(sheet.row for sheet in taken))
        self._before = b""

    def close(self) -> None:
        """Close both files."""
        self._lines.close()
        self._rows.close()


def anew(data_set: DataSet, met: Sequence[str]) -> tuple[Distinct, Whole]:
    """Keep nothing; raises `BadOutput` or `BadManifest` where another data set would be lost."""
    data_set.folder.check_nothing_unfinished()
    data_set.check_place(met)
    return Distinct(met), Whole()


def resumed(data_set: DataSet, met: Sequence[str]) -> tuple[Distinct, Whole]:
    """Keep what is whole; raises `BadOutput` or `BadManifest` where it is not of this run."""
    is_done = data_set.check_place(met)
    if data_set.folder.unfinished() != [data_set.part]:
        data_set.folder.check_nothing_unfinished()
        return Distinct(met), Whole(data_set.plan.count) if is_done else Whole()
    data_set.take_back()
    distinct = Distinct(met)
    return distinct, _kept(data_set, distinct) if data_set.rows.exists() else Whole()


def _kept(data_set: DataSet, distinct: Distinct) -> Whole:
    whole, plan, place = Whole(), data_set.plan, data_set.folder.place
    if not is_as_written(data_set.rows):
        return whole
    try:
        with data_set.part.open("rb") as lines:
            there = rows_there(data_set.rows, plan, place)
            rows = whole_rows(there, lines, len(data_set.kinds()))
            for assignment, row, end in replayed(rows, plan, distinct, place):
                if not whole.sheets:
                    check_made_so(row, assignment, plan, data_set.look, data_set.told)
                whole = Whole(whole.sheets + 1, lines.tell(), end)
    except OSError as error:
        raise BadOutput(
            f"the file {shown(str(data_set.part))} cannot be read: {reason_of(error)}"
        ) from None
    return whole


def as_lines(part: Path, data: Path) -> None:
    """The lines are the data file."""
    part.replace(data)


def as_parquet(part: Path, data: Path) -> None:
    """The lines as Parquet; raises `BadOption` where pyarrow is not installed.

    What is written depends on the version of pyarrow too. Raises `BadOutput` where the file that
    is there already has other content.
    """
    beside = part.with_suffix(".parquet")
    # Opened by itself pyarrow would follow a link.
    with part.open("rb") as lines, beside.open("xb") as made, ParquetFile(made) as table:
        table.add(lines)
    if data.exists() and not cmp(beside, data, shallow=False):
        raise differs(data)
    beside.replace(data)
    part.unlink()


def check_parquet() -> None:
    """Raise `BadOption` where pyarrow is not installed."""
    ParquetFile(BytesIO()).close()
