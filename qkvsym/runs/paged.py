"""A run that writes the files of each sheet, and a row of the manifest behind them."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from qkvsym.distinct import Distinct
from qkvsym.errors import BadManifest, BadOutput, shown
from qkvsym.manifest import FILE_NAME, Row, each_row, head, read_manifest, written
from qkvsym.runs.folder import Appended, Folder, held
from qkvsym.runs.kept import Kept, replayed
from qkvsym.runs.making import Made, Pages, Task, digest, made
from qkvsym.runs.order import in_order, made_in_order, tasks_of
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.runs.workers import Workers

Paths = tuple[Path, ...]
Opening = Callable[[Plan, Folder, Distinct], Iterator[Kept]]
"""What is kept of an earlier run, and remembered."""


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
    distinct = Distinct(met)
    with held(folder) as place:
        place.check_nothing_unfinished()
        path = place.place / FILE_NAME
        kept = _Counted(opening(plan, place, distinct))
        yield from _mended(plan, look, place, workers, kept, size)
        sheets = made_in_order(tasks_of(plan, look, size, kept.count), workers, distinct)
        with closing(Appended(path, kept.end)) as manifest:
            before = b"" if kept.end else head()
            for sheet in sheets:
                paths = place.put(dict(sheet.contents))
                manifest.add(before + sheet.row)
                before = b""
                yield tuple(paths)
        yield (path,)


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


def anew(plan: Plan, folder: Folder, distinct: Distinct) -> Iterator[Kept]:
    """Keep nothing; raises `BadOutput` where another run, or a part of this one, would be lost."""
    path = folder.place / FILE_NAME
    if path.exists():
        check_same(plan, path)
    return iter(())


def check_same(plan: Plan, path: Path) -> int:
    """How many rows a manifest has: none, or those of all sheets of a plan; else `BadOutput`."""
    where = f"the folder {shown(str(path.parent))} holds"
    try:
        rows = replayed(each_row(path), plan, Distinct(), f"{where} another run")
        found = sum(1 for _ in rows)
    except BadManifest as error:
        raise BadOutput(str(error)) from None
    if 0 < found < plan.count:
        raise BadOutput(
            f"{where} {found} of these {plan.count} sheets: go on with --resume, or choose another "
            f"folder with --out"
        )
    return found


def resumed(plan: Plan, folder: Folder, distinct: Distinct) -> Iterator[Kept]:
    """Keep what is there; raises `BadManifest` where that is another run."""
    path = folder.place / FILE_NAME
    if not path.exists():
        return
    where = f"the folder {shown(str(path.parent))} holds another run"
    if not path.read_bytes().startswith(head()):
        # A spreadsheet wrote it in its own way.
        rows = read_manifest(path)
        folder.put({FILE_NAME: head() + b"".join(map(written, rows))})
    yield from replayed(each_row(path), plan, distinct, where)


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
    if made.row != written(row):
        raise BadManifest(
            f"the sheet {shown(row.code)} in the folder {shown(str(folder.place))} was made with "
            f"other options, or by another version: repeat those options, or choose another "
            f"folder with --out"
        )
    if not _is_whole(row, folder.place):
        folder.put(dict(made.contents))


def _is_whole(row: Row, place: Path) -> bool:
    try:
        return row.sha256 == tuple(digest((place / name).read_bytes()) for name in row.files)
    except OSError:
        return False
