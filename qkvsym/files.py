"""Files of a worksheet: written whole or not at all, and named by its code."""

import os
import tempfile
from collections.abc import Sequence
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
        form = format_named(name)
        # A format that is for programs may have no key of its own.
        for page in (page for page in pages if page != KEY or page in form.pages):
            suffix = f".{page}.{form.suffix}" if page == KEY else f".{form.suffix}"
            texts[worksheet.code + suffix] = render(
                worksheet, name, page=page, hints=hints, renderer=renderer
            )
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadOutput(
            f"the folder {shown(str(place))} cannot be made: {_reason(error)}"
        ) from None
    return [_write_whole(place / name, text) for name, text in texts.items()]


def _write_whole(path: Path, text: str) -> Path:
    """Write beside the file, then rename: a reader sees the old file or the new one."""
    beside = None
    try:
        handle, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except OSError as error:
        raise BadOutput(
            f"the file {shown(str(path))} cannot be written: {_reason(error)}"
        ) from None
    finally:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
    return path


def _umask() -> int:
    # Python can only read the mask by setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error)
