"""A run that writes a data set: one file of all exercises, its card, and its manifest.

The lines grow in the hidden folder, and behind them the manifest, which says how much of them is
whole when a run goes on.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from qkvsym.datasets import DataFile, ParquetFile, card, file_name
from qkvsym.datasets.card import CARD_NAME
from qkvsym.distinct import Distinct
from qkvsym.errors import BadManifest, BadOutput, shown
from qkvsym.files import reason_of
from qkvsym.manifest import Row, each_row, head, written
from qkvsym.renderer import Renderer
from qkvsym.runs.folder import Appended, Folder, held, journal_name
from qkvsym.runs.kept import replayed
from qkvsym.runs.making import Entries, Made, Task, digest, made
from qkvsym.runs.order import made_in_order, tasks_of
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.runs.workers import Workers
from qkvsym.spec import code_of, items
from qkvsym.worksheet import of_spec


@dataclass(frozen=True, slots=True)
class Whole:
    """What is whole of a data set: so many sheets, of so many bytes of lines and of rows."""

    sheets: int = 0
    lines: int = 0
    rows: int = 0


Opening = Callable[[Plan, Entries, Folder, Path, Distinct], Whole]
"""What is kept of an earlier run, and remembered."""

Finishing = Callable[[Path, Path], None]
"""Makes the data file of the lines."""


def stream(
    plan: Plan, look: Entries, workers: Workers, *, size: int = 1, met: Iterable[str] = ()
) -> Iterator[bytes]:
    """The lines of each sheet, in the order of the plan; raises `AuthorError`."""
    return map(_lines, made_in_order(tasks_of(plan, look, size), workers, Distinct(met)))


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
    distinct = Distinct(met)
    with held(folder) as place:
        part = place.work / file_name(code_of(plan.spec), plan.count, "jsonl")
        whole = opening(plan, look, place, part, distinct)
        yield whole.sheets
        sheets = made_in_order(tasks_of(plan, look, size, whole.sheets), workers, distinct)
        with closing(_Growing(part, whole)) as growing:
            while taken := list(islice(sheets, size)):
                growing.add(taken)
                yield len(taken)
        _finish(plan, look, place, part, suffix, finishing)


def names_of(plan: Plan, suffix: str) -> tuple[str, ...]:
    """The names of the files of a data set: the data, the card and the manifest."""
    name = file_name(code_of(plan.spec), plan.count, suffix)
    return name, CARD_NAME, journal_name(name)


class _Growing:
    """Lines and rows that grow together, a row behind its lines."""

    def __init__(self, part: Path, whole: Whole) -> None:
        self._lines = Appended(part, whole.lines)
        self._rows = Appended(part.with_name(journal_name(part.name)), whole.rows)
        self._before = b"" if whole.rows else head()

    def add(self, taken: Sequence[Made]) -> None:
        """Add the lines and rows of some sheets."""
        self._lines.add(b"".join(map(_lines, taken)))
        self._rows.add(self._before + b"".join(sheet.row for sheet in taken))
        self._before = b""

    def close(self) -> None:
        """Close both files."""
        self._lines.close()
        self._rows.close()


def _lines(sheet: Made) -> bytes:
    ((_, lines),) = sheet.contents
    return lines


def anew(plan: Plan, look: Entries, folder: Folder, part: Path, distinct: Distinct) -> Whole:
    """Keep nothing; raises `BadOutput` where a data set would be lost that is not finished."""
    folder.check_nothing_unfinished()
    return Whole()


def resumed(plan: Plan, look: Entries, folder: Folder, part: Path, distinct: Distinct) -> Whole:
    """Keep what is whole; raises `BadOutput` or `BadManifest` where it is not of this run."""
    journal = part.with_name(journal_name(part.name))
    if folder.unfinished() != [part]:
        folder.check_nothing_unfinished()
        return Whole()
    if not journal.exists():
        return Whole()
    whole = Whole()
    where = f"the folder {shown(str(folder.place))} holds another run"
    try:
        with part.open("rb") as lines:
            rows = _whole_rows(each_row(journal), lines, len(_exercise_kinds(plan)))
            for assignment, row, end in replayed(rows, plan, distinct, where):
                if not whole.sheets:
                    _check_made_so(row, assignment, plan, look, where)
                whole = Whole(whole.sheets + 1, lines.tell(), end)
    except OSError as error:
        raise BadOutput(f"the file {shown(str(part))} cannot be read: {reason_of(error)}") from None
    return whole


def _whole_rows(
    rows: Iterable[tuple[Row, int]], lines: Iterable[bytes], each: int
) -> Iterator[tuple[Row, int]]:
    """The rows whose lines are there, each so many."""
    rest = iter(lines)
    for row, end in rows:
        if row.sha256 != (digest(b"".join(islice(rest, each))),):
            return
        yield row, end


def _check_made_so(row: Row, assignment: Assignment, plan: Plan, look: Entries, where: str) -> None:
    again = made(assignment, Task((assignment,), look, plan.title, plan.givens))
    if again.row != written(row):
        raise BadManifest(
            f"{where}: its lines were made with other options, or by another version; repeat "
            f"those options, or choose another folder with --out"
        )


def _exercise_kinds(plan: Plan) -> list[str]:
    """The kinds of the exercises of each sheet."""
    if plan.givens is None:
        return [name for name, _ in items(plan.spec)]
    return [exercise.kind for exercise in of_spec(plan.spec, plan.givens).exercises]


def as_lines(part: Path, data: Path) -> None:
    """The lines are the data file."""
    part.replace(data)


def as_parquet(part: Path, data: Path) -> None:
    """The lines as Parquet; raises `BadOption` where pyarrow is not installed."""
    beside = part.with_suffix(".parquet")
    with part.open("rb") as lines, ParquetFile(beside) as table:
        table.add(lines)
    beside.replace(data)
    part.unlink()


def check_parquet() -> None:
    """Raise `BadOption` where pyarrow is not installed."""
    ParquetFile(BytesIO()).close()


def _finish(
    plan: Plan, look: Entries, folder: Folder, part: Path, suffix: str, finishing: Finishing
) -> None:
    kinds = _exercise_kinds(plan)
    name, card_name, journal = names_of(plan, suffix)
    said = card(
        plan.spec,
        [DataFile(name, len(kinds) * plan.count)],
        sheets=plan.count,
        kinds={kind: n * plan.count for kind, n in Counter(kinds).items()},
        avoid=plan.avoid,
        renderer=Renderer(look.templates),
    )
    folder.put({card_name: said.encode()})
    try:
        finishing(part, folder.place / name)
        part.with_name(journal).replace(folder.place / journal)
    except OSError as error:
        raise BadOutput(
            f"the file {shown(str(folder.place / name))} cannot be written: {reason_of(error)}"
        ) from None
