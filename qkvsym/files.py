"""Files of a worksheet: written whole or not at all, and named by its code."""

import os
from collections.abc import Mapping, Sequence
from errno import EISDIR
from pathlib import Path

from qkvsym.errors import BadOutput, shown
from qkvsym.formats import format_named
from qkvsym.renderer import Renderer, render
from qkvsym.worksheet import Worksheet

KEY = "key"


def write_worksheet(
    worksheet: Worksheet,
    formats: Sequence[str],
    folder: str | Path,
    *,
    pages: Sequence[str] = ("worksheet", KEY),
    hints: bool = True,
    renderer: Renderer | None = None,
) -> list[Path]:
    """Write the pages of a worksheet in each format, and return the paths in that order.

    The files are CODE.SUFFIX and CODE.key.SUFFIX. All pages are rendered before the first is
    written. Raises `BadOutput` where the folder or a file cannot be written.
    """
    texts: dict[str, str] = {}
    for name in dict.fromkeys(formats):
        form = format_named(name, "worksheet")
        # A format that is for programs may have no key of its own.
        for page in (page for page in pages if page != KEY or page in form.pages):
            suffix = f".{page}.{form.suffix}" if page == KEY else f".{form.suffix}"
            texts[worksheet.code + suffix] = render(
                worksheet, name, page=page, hints=hints, renderer=renderer
            )
    if not str(folder):
        raise BadOutput("the folder has no name; write . for the folder you are in")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadOutput(
            f"the folder {shown(str(place))} cannot be made: {_reason(error)}"
        ) from None
    return _write_all(
        {place / name: text.encode("utf-8", "replace") for name, text in texts.items()}
    )


def _write_all(contents: Mapping[Path, bytes]) -> list[Path]:
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
