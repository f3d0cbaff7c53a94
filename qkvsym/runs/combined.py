"""A run that binds all sheets in one PDF, and all keys in another.

Both are in memory until the last sheet is in them, so there is nothing that could be gone on with.
"""

from collections.abc import Generator, Iterable
from pathlib import Path

from qkvsym.binding import Book
from qkvsym.distinct import Distinct
from qkvsym.files import page_suffix
from qkvsym.manifest import FILE_NAME, head
from qkvsym.runs.folder import Folder, held
from qkvsym.runs.making import Bound
from qkvsym.runs.order import made_in_order, tasks_of
from qkvsym.runs.paged import Paths, check_same
from qkvsym.runs.plan import Plan
from qkvsym.runs.workers import Workers


def write_combined(
    plan: Plan,
    look: Bound,
    folder: str | Path,
    workers: Workers,
    *,
    size: int = 1,
    met: Iterable[str] = (),
) -> Generator[Paths, None, None]:
    """Write one PDF of all sheets and one of all keys; yield () for each sheet, then the paths.

    Each worksheet starts on an odd page. The PDFs are CODE.x30.pdf and CODE.x30.key.pdf, by the
    first code and the number of sheets. The rows of the manifest have no files of their own; one
    that is there, of the same sheets, stays as it is. `look` is of PDF alone. Raises `AuthorError`.
    """
    books = {page: Book() for page in look.pages}
    rows = [head()]
    with held(folder) as place:
        place.check_nothing_unfinished()
        is_there = _is_there(plan, place)
        sheets = made_in_order(tasks_of(plan, look, size), workers, Distinct(met))
        first = ""
        for sheet in sheets:
            first = first or sheet.code
            for book, (_, pdf) in zip(books.values(), sheet.contents, strict=True):
                book.add(pdf)
            rows.append(sheet.row)
            yield ()
        stem = f"{first}.x{plan.count}"
        bound = {f"{stem}{page_suffix(page)}.pdf": book.bound() for page, book in books.items()}
        manifest = {} if is_there else {FILE_NAME: b"".join(rows)}
        place.put(bound | manifest)
        yield tuple(place.place / name for name in (*bound, FILE_NAME))


def _is_there(plan: Plan, folder: Folder) -> bool:
    """Whether there is a manifest of these sheets; raises `BadOutput` where it is of others."""
    path = folder.place / FILE_NAME
    return path.exists() and check_same(plan, path) > 0
