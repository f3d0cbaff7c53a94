"""Files of a worksheet: written whole or not at all, and named by its code."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from errno import EISDIR
from itertools import chain
from pathlib import Path

from qkvsym.binding import Book
from qkvsym.errors import BadOption, BadOutput, shown
from qkvsym.formats import format_named
from qkvsym.layout import Layout
from qkvsym.renderer import Renderer, built_in, render
from qkvsym.worksheet import Worksheet

KEY = "key"


def write_worksheet(
    worksheet: Worksheet,
    formats: Sequence[str],
    folder: str | Path,
    *,
    pages: Sequence[str] = ("worksheet", KEY),
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> list[Path]:
    """Write the pages of a worksheet in each format, and return the paths in that order.

    The files are CODE.SUFFIX and CODE.key.SUFFIX. All pages are rendered before the first is
    written. Raises `BadOutput` where the folder or a file cannot be written.
    """
    made: dict[str, str | bytes] = {}
    for name in dict.fromkeys(formats):
        form = format_named(name, "worksheet")
        # A format that is for programs may have no key of its own.
        for page in (page for page in pages if page != KEY or page in form.pages):
            made[f"{worksheet.code}{_page_suffix(page)}.{form.suffix}"] = render(
                worksheet, name, page=page, hints=hints, layout=layout, renderer=renderer
            )
    place = made_folder(folder)
    return write_all({place / name: _encoded(content) for name, content in made.items()})


def write_combined(
    sheets: Iterable[Worksheet],
    folder: str | Path,
    *,
    pages: Sequence[str] = ("worksheet", KEY),
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> list[Path]:
    """Write one PDF of all worksheets, and one of all keys; return their paths.

    Each worksheet starts on an odd page. The files are named by the first code and the number of
    sheets, as CODE.x30.pdf and CODE.x30.key.pdf. Raises `BadOption` where there is no sheet, and
    `BadOutput` where the folder or a file cannot be written.
    """
    rest = iter(sheets)
    first = next(rest, None)
    if first is None:
        raise BadOption("there is no worksheet to combine; ask for one at least")
    place = made_folder(folder)
    renderer, layout = renderer or built_in(), layout or Layout()
    books = {page: Book() for page in pages}
    codes = []

    def begun() -> Iterator[tuple[str, Callable[[], str | bytes]]]:
        for sheet in chain([first], rest):
            codes.append(sheet.code)
            for page in pages:
                form = format_named("pdf", page)
                yield page, renderer.unfinished(form, page, sheet, hints=hints, layout=layout)

    for page, pdf in _finished(begun()):
        books[page].add(pdf)
    names = {page: f"{codes[0]}.x{len(codes)}{_page_suffix(page)}.pdf" for page in pages}
    return write_all({place / names[page]: book.bound() for page, book in books.items()})


def _finished(
    pages: Iterable[tuple[str, Callable[[], str | bytes]]],
) -> Iterator[tuple[str, bytes]]:
    """Pages in their order, which are set in as many threads as there are processors."""
    cores = os.cpu_count() or 1
    pool = ThreadPoolExecutor(cores)
    waiting: deque[tuple[str, Future[str | bytes]]] = deque()
    try:
        for page, finish in pages:
            waiting.append((page, pool.submit(finish)))
            # What is ahead of its turn is kept in memory.
            if len(waiting) > 4 * cores:
                page, made = waiting.popleft()
                yield page, _encoded(made.result())
        for page, made in waiting:
            yield page, _encoded(made.result())
    finally:
        # After an interrupt nothing more is begun.
        pool.shutdown(cancel_futures=True)


def _page_suffix(page: str) -> str:
    return f".{page}" if page == KEY else ""


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")


def made_folder(folder: str | Path) -> Path:
    """A folder that is there, made if need be; raises `BadOutput` where it cannot be."""
    if not str(folder):
        raise BadOutput("the folder has no name; write . for the folder you are in")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadOutput(
            f"the folder {shown(str(place))} cannot be made: {_reason(error)}"
        ) from None
    return place


def write_all(contents: Mapping[Path, bytes]) -> list[Path]:
    """Write beside the files, then rename: a reader sees the old file or the new one, whole.

    Nothing is renamed before all is written, so that a full disk leaves no part of a set.
    """
    written: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in contents.items():
            if path.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            written[path] = _beside(path, content)
        for path, beside in written.items():
            beside.replace(path)
    except OSError as error:
        raise BadOutput(
            f"the file {shown(str(path))} cannot be written: {_reason(error)}"
        ) from None
    finally:
        for beside in written.values():
            beside.unlink(missing_ok=True)
    return list(contents)


def _beside(path: Path, content: bytes) -> Path:
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error)
