"""Where files are: the templates and givens that come with the package, and the cache."""

import os
from pathlib import Path

from qkvsym.errors import BadTemplate


def templates_folder() -> Path:
    """The folder of the built-in templates: in the package, or beside it in a checkout."""
    package = Path(__file__).parent
    for folder in (package / "templates", package.parent / "templates"):
        if folder.is_dir():
            return folder
    raise BadTemplate("the built-in templates are missing; install qkvsym again")


def shipped_givens(name: str) -> Path | None:
    """The file of givens that comes with the package under a name, such as lesson; or None."""
    folder = templates_folder() / "givens"
    return next((file for file in folder.glob("*.toml") if file.stem == name), None)


def cache_folder(name: str) -> Path | None:
    """A folder in the user's cache, made if need be; None where there can be none."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or ""
    try:
        base = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
        folder = base / "qkvsym" / name
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):
        return None
    return folder if os.access(folder, os.W_OK) else None
