"""Opening a file in the viewer that the system has for it.

`click.launch` would do, but it cannot say whether a viewer was found, it takes a path that begins
with a dash for an option, and the viewer holds the standard output open: a shell that reads the
paths we print would wait until the viewer is closed.
"""

import os
import subprocess
import sys
from pathlib import Path

from qkvsym.errors import shown

_OPENER = "open" if sys.platform == "darwin" else "xdg-open"


def open_file(path: str | Path, *, seconds: float = 3) -> str | None:
    """Open a file; where nothing opens it, return a note that says so and where the file is.

    An opener that has found no fault after so many seconds is taken to show the file.
    """
    place = os.path.abspath(path)
    try:
        why = _opened(place, seconds)
    except FileNotFoundError:
        why = f"{_OPENER} is not installed"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
    return why and f"no viewer opens {shown(place)}: {why}; open it yourself"


def _opened(place: str, seconds: float) -> str | None:
    if sys.platform == "win32":
        os.startfile(place)  # noqa: S606  # nosec B606
        return None
    if sys.platform != "darwin" and not _has_display():
        # xdg-open would start a browser of text in the terminal.
        return "there is no display"
    process = subprocess.Popen(  # noqa: S603  # nosec B603
        [_OPENER, place],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        # The opener is the viewer itself, and stays.
        process.returncode = 0
        return None
    return f"{_OPENER} ends with exit code {code}" if code else None


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
