"""Files of a worksheet: written whole or not at all, and named by its code."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from errno import EEXIST, EISDIR
from functools import partial
from pathlib import Path

from qkvsym.errors import BadOutput, shown
from qkvsym.file_names import file_name
from qkvsym.formats import Format, format_named
from qkvsym.layout import Layout
from qkvsym.renderer import Renderer, built_in
from qkvsym.roster import Person
from qkvsym.worksheet import Worksheet

KEY = "key"

Page = Callable[[], bytes]
"""A page of which the wording is done."""


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

    The files are CODE.SUFFIX and CODE.key.SUFFIX, with a person's id before the code. All pages
    are rendered before the first is written. Raises `BadOutput` where the folder or a file cannot
    be written.
    """
    made = pages_of(worksheet, formats, pages=pages, hints=hints, layout=layout, renderer=renderer)
    contents = {name: page() for name, page in made.items()}
    place = made_folder(folder)
    return write_all({place / name: content for name, content in contents.items()})


def pages_of(
    worksheet: Worksheet,
    formats: Sequence[str],
    *,
    pages: Sequence[str] = ("worksheet", KEY),
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> dict[str, Page]:
    """The pages of a worksheet in each format, by the names of their files.

    The wording of all is done; what is called for the bytes of a page may run in a thread.
    """
    renderer, layout = renderer or built_in(), layout or Layout()
    made: dict[str, Page] = {}
    for name, form, page in _named(worksheet.person, worksheet.code, formats, pages):
        finish = renderer.unfinished(form, page, worksheet, hints=hints, layout=layout)
        made[name] = partial(_bytes, finish)
    return made


def names_of_pages(
    person: Person | None, code: str, formats: Sequence[str], pages: Sequence[str]
) -> tuple[str, ...]:
    """The names that `pages_of` has for the pages of a worksheet."""
    return tuple(dict.fromkeys(name for name, _, _ in _named(person, code, formats, pages)))


def _named(
    person: Person | None, code: str, formats: Sequence[str], pages: Sequence[str]
) -> Iterator[tuple[str, Format, str]]:
    stem = file_name(person.id, code) if person else code
    for name in dict.fromkeys(formats):
        form = format_named(name, "worksheet")
        # A format that is for programs may have no key of its own.
        for page in (page for page in pages if page != KEY or page in form.pages):
            yield f"{stem}{page_suffix(page)}.{form.suffix}", form, page


def _bytes(finish: Callable[[], str | bytes]) -> bytes:
    content = finish()
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")


def page_suffix(page: str) -> str:
    """What stands before the suffix of a page's format."""
    return f".{page}" if page == KEY else ""


def made_folder(folder: str | Path) -> Path:
    """A folder that is there, made if need be; raises `BadOutput` where it cannot be."""
    if not str(folder):
        raise BadOutput("the folder has no name; write . for the folder you are in")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadOutput(
            f"the folder {shown(str(place))} cannot be made: {reason_of(error)}"
        ) from None
    return place


def write_all(contents: Mapping[Path, bytes], aside: Path | None = None) -> list[Path]:
    """Write beside the files, then rename: a reader sees the old file or the new one, whole.

    Nothing is renamed before all is written, so that a full disk leaves no part of a set. What is
    not whole stands in the folder `aside` where there is one. A link to a file is replaced and
    never followed. Raises `BadOutput`, also where a pipe, a device or a folder is in the place.
    """
    written: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in contents.items():
            _check_replaceable(path)
            written[path] = _beside(aside / path.name if aside else path, content)
        for path, beside in written.items():
            beside.replace(path)
    except (OSError, ValueError) as error:
        raise not_written(path, error) from None
    finally:
        for beside in written.values():
            beside.unlink(missing_ok=True)
    return list(contents)


def _check_replaceable(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(EEXIST, "what is there is no file that can be replaced; name another")


def _beside(path: Path, content: bytes) -> Path:
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside


def reason_of(error: BaseException) -> str:
    """What the system says of an error, without the path."""
    return getattr(error, "strerror", None) or str(error)


def not_written(path: object, error: BaseException) -> BadOutput:
    """What is raised where the system does not let a file be written."""
    return BadOutput(f"the file {shown(str(path))} cannot be written: {reason_of(error)}")
