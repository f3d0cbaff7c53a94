"""A run that binds all sheets in one PDF, and all keys in another.

Both are in memory until the last sheet is in them, so there is nothing that could be gone on with.
"""

from collections.abc import Generator, Iterable
from pathlib import Path

from qkvsym.binding import Book
from qkvsym.distinct import Distinct
from qkvsym.files import page_suffix
from qkvsym.manifest import FILE_NAME, head
from qkvsym.runs.folder import differs, held
from qkvsym.runs.making import Bound, Made
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
    met = tuple(met)
    binding = _Binding(look.pages)
    with held(folder) as place:
        place.check_not_avoided(plan.avoid)
        place.check_nothing_unfinished()
        is_there = check_same(plan, place, met, iter) > 0
        for sheet in made_in_order(tasks_of(plan, look, size), workers, Distinct(met)):
            binding.add(sheet)
            yield ()
        bound = binding.bound()
        for name, content in bound.items():
            if place.holds(name) and (place.place / name).read_bytes() != content:
                raise differs(place.place / name)
        place.put(bound if is_there else bound | {FILE_NAME: binding.manifest()})
        yield tuple(place.place / name for name in (*bound, FILE_NAME))


class _Binding:
    """A book for each of some pages of the sheets, and the rows of those."""

    def __init__(self, pages: Iterable[str]) -> None:
        self._books = {page: Book() for page in pages}
        self._rows: list[bytes] = []
        self._first = ""

    def add(self, sheet: Made) -> None:
        """Add the pages of a sheet, and its row."""
        self._first = self._first or sheet.code
        for book, (_, pdf) in zip(self._books.values(), sheet.contents, strict=True):
            book.add(pdf)
        self._rows.append(sheet.row)

    def bound(self) -> dict[str, bytes]:
        """The books by the names of their files."""
        stem = f"{self._first}.x{len(self._rows)}"
        return {
            f"{stem}{page_suffix(page)}.pdf": book.bound() for page, book in self._books.items()
        }

    def manifest(self) -> bytes:
        """The manifest of all sheets."""
        return head() + b"".join(self._rows)
