"""A run that writes the files of each sheet, and a row of the manifest behind them."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from qkvsym.distinct import Distinct
from qkvsym.errors import BadManifest, BadOutput, shown
from qkvsym.manifest import FILE_NAME, Row, head, is_as_written, read_manifest, written
from qkvsym.runs.folder import ELSEWHERE, Appended, Folder, held
from qkvsym.runs.kept import (
    Kept,
    check_made_so,
    check_names,
    check_same_row,
    replayed,
    rows_there,
)
from qkvsym.runs.making import Made, Pages, Task, digest, made
from qkvsym.runs.order import in_order, made_in_order, tasks_of
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.runs.workers import Workers

Paths = tuple[Path, ...]
Opening = Callable[[Plan, Pages, Folder, Sequence[str]], tuple[Distinct, Iterator[Kept]]]
"""What is kept of an earlier run, and what remembers the numbers on it beside those met before."""


def write_pages(
    plan: Plan,
    look: Pages,
    folder: str | Path,
    workers: Workers,
    *,
    size: int = 1,
    met: Iterable[str] = (),
    opening: Opening,
) -> Generator[Paths, None, None]:
    """Write all sheets of a plan, and yield the paths of each; at last that of the manifest.

    Tasks are of `size` sheets. A kill at any moment leaves whole files, and whole rows for whole
    sheets. Raises `AuthorError`.
    """
    with held(folder) as place:
        place.check_not_avoided(plan.avoid)
        place.check_nothing_unfinished()
        distinct, found = opening(plan, look, place, tuple(met))
        kept = _Counted(found)
        yield from _mended(plan, look, place, workers, kept, size)
        tasks = tasks_of(plan, look, size, kept.count)
        yield from _added(made_in_order(tasks, workers, distinct), place, kept.end)
        yield (place.place / FILE_NAME,)


def _added(sheets: Iterable[Made], folder: Folder, end: int) -> Iterator[Paths]:
    """Write sheets, and the row of each behind the first `end` bytes of the manifest."""
    with closing(Appended(folder.place / FILE_NAME, end)) as manifest:
        before = b"" if end else head()
        for sheet in sheets:
            paths = folder.put(dict(sheet.contents))
            manifest.add(before + sheet.row)
            before = b""
            yield tuple(paths)


class _Counted:
    """Sheets that are kept: how many they are, and the byte behind the last row."""

    def __init__(self, kept: Iterator[Kept]) -> None:
        self._kept = kept
        self.count = 0
        self.end = 0

    def __iter__(self) -> Iterator[tuple[Assignment, Row]]:
        for assignment, row, end in self._kept:
            self.count += 1
            self.end = end
            yield assignment, row


def anew(
    plan: Plan, look: Pages, folder: Folder, met: Sequence[str]
) -> tuple[Distinct, Iterator[Kept]]:
    """Keep nothing; raises `BadOutput` where another run, or a part of this one, would be lost.

    The same sheets in another look are another run.
    """
    check_same(plan, folder, met, partial(_made_so, plan, look, folder))
    return Distinct(met), iter(())


def _named_so(look: Pages, folder: Folder, kept: Iterable[Kept]) -> Iterator[Kept]:
    """Sheets that are kept; raises `BadManifest` where one has files of other names."""
    for assignment, row, end in kept:
        check_names(row, look.names(assignment), _told(row, folder))
        yield assignment, row, end


def _made_so(plan: Plan, look: Pages, folder: Folder, kept: Iterable[Kept]) -> Iterator[Kept]:
    """The same, and raises `BadManifest` where the first would be made otherwise today."""
    for number, (assignment, row, end) in enumerate(_named_so(look, folder, kept)):
        if not number:
            check_made_so(row, assignment, plan, look, _told(row, folder))
        yield assignment, row, end


def _told(row: Row, folder: Folder) -> str:
    return f"the sheet {shown(row.code)} in {folder.shown}"


def check_same(
    plan: Plan,
    folder: Folder,
    met: Iterable[str],
    checked: Callable[[Iterable[Kept]], Iterable[Kept]],
) -> int:
    """How many rows of a manifest are there: none, or those of all sheets; else `BadOutput`.

    The numbers that were met before the run are those that are not on its sheets. `checked` looks
    at the sheets that are there, and raises `BadManifest` where one is not what it is to be.
    """
    path = folder.place / FILE_NAME
    if not folder.holds(FILE_NAME):
        return 0
    try:
        rows = rows_there(path, plan, folder.place)
        found = sum(1 for _ in checked(replayed(rows, plan, Distinct(met), folder.place)))
    except BadManifest as error:
        raise BadOutput(str(error)) from None
    if 0 < found < plan.count:
        raise BadOutput(
            f"{folder.shown} holds {found} of these {plan.count} sheets: go on with --resume, or "
            f"{ELSEWHERE}"
        )
    return found


def resumed(
    plan: Plan, look: Pages, folder: Folder, met: Sequence[str]
) -> tuple[Distinct, Iterator[Kept]]:
    """Keep what is there; raises `BadManifest` where that is another run."""
    path, distinct = folder.place / FILE_NAME, Distinct(met)
    if not folder.holds(FILE_NAME):
        return distinct, iter(())
    checked = partial(_named_so, look, folder)
    rows = rows_there(path, plan, folder.place)
    if not is_as_written(path):
        # A spreadsheet wrote it in its own way; that is mended where it is of this run.
        for _ in checked(replayed(rows, plan, Distinct(met), folder.place)):
            pass
        folder.put({FILE_NAME: head() + b"".join(map(written, read_manifest(path)))})
        rows = rows_there(path, plan, folder.place)
    return distinct, checked(replayed(rows, plan, distinct, folder.place))


def _mended(
    plan: Plan, look: Pages, folder: Folder, workers: Workers, kept: _Counted, size: int
) -> Iterator[Paths]:
    """The paths of sheets that are there, of which files that are not whole are made again."""
    broken: list[tuple[Assignment, Row]] = []
    for assignment, row in kept:
        if kept.count == 1:
            # Only so is it known that the others would be made as they were.
            task = Task((assignment,), look, plan.title, plan.givens)
            _put_again(made(assignment, task), row, folder)
        if _is_whole(row, folder.place):
            yield _paths(row, folder)
        else:
            broken.append((assignment, row))
    tasks = (
        Task(tuple(a for a, _ in broken[n : n + size]), look, plan.title, plan.givens)
        for n in range(0, len(broken), size)
    )
    outcomes = (outcome for _, found in in_order(tasks, workers) for outcome in found)
    for (_, row), outcome in zip(broken, outcomes, strict=False):
        if isinstance(outcome, Exception):
            raise outcome
        _put_again(outcome, row, folder)
        yield _paths(row, folder)


def _paths(row: Row, folder: Folder) -> Paths:
    return tuple(folder.place / name for name in row.files)


def _put_again(made: Made, row: Row, folder: Folder) -> None:
    check_same_row(made.row, row, _told(row, folder))
    if not _is_whole(row, folder.place):
        folder.put(dict(made.contents))


def _is_whole(row: Row, place: Path) -> bool:
    try:
        if not all((place / name).is_file() for name in row.files):
            # A pipe would be waited for.
            return False
        return row.sha256 == tuple(digest((place / name).read_bytes()) for name in row.files)
    except OSError:
        return False
