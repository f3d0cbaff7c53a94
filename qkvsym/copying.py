"""The built-in templates, copied out as a start for one's own."""

import os
from collections.abc import Iterable
from pathlib import Path

from qkvsym.errors import BadOutput, shown
from qkvsym.files import made_folder, write_all
from qkvsym.resources import templates_folder


def copy_templates(folder: str | Path) -> list[Path]:
    """Copy every built-in template into a folder, and return the paths, sorted.

    The folder is made. Raises `BadOutput`, and writes nothing, where one of the files is there
    already, where a link would lead out of the folder, or where it cannot be written.
    """
    place, source = made_folder(folder), templates_folder()
    names = sorted(file.relative_to(source) for file in source.rglob("*.j2"))
    contents = {place / name: (source / name).read_bytes() for name in names}
    inner = sorted({place / above for name in names for above in name.parents} - {place})
    _check_folders(inner)
    _check_files(contents)
    for one in inner:
        made_folder(one)
    return write_all(contents)


def _check_folders(folders: Iterable[Path]) -> None:
    for one in folders:
        if os.path.islink(one):
            raise BadOutput(
                f"the folder {shown(str(one))} is a link, and templates are not written through "
                f"links; name a new folder"
            )
        if os.path.exists(one) and not os.path.isdir(one):
            raise BadOutput(f"the folder {shown(str(one))} cannot be made: a file is in its place")


def _check_files(files: Iterable[Path]) -> None:
    for one in files:
        if os.path.lexists(one):
            raise BadOutput(
                f"the file {shown(str(one))} is there already, and nothing was written; "
                f"name a new folder"
            )
