"""The folder that a run writes into: held by one run at a time, with whole files alone.

What is not whole stands in a hidden folder inside it, on the same disk, from where files are
renamed into their places. A run that was killed leaves that folder, and the next one takes out of
it what runs put there. Nothing is read, written or removed through a link that stands in it.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EEXIST, ELOOP, ENOENT
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from filelock import FileLock, Timeout

from qkvsym.errors import BadOutput, shown
from qkvsym.files import made_folder, not_written, reason_of, write_all
from qkvsym.manifest import FILE_NAME

WORK = ".qkvsym"
_LOCK = "lock"
_OURS = re.compile(r"\..+\.[0-9a-f]{8}\.part|.+\.x[0-9]+\.(?:jsonl|parquet|manifest\.csv)")
"""The names of what runs put into the hidden folder beside the lock."""

_NO_FOLLOWING = getattr(os, "O_NOFOLLOW", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
ELSEWHERE = "choose another folder with --out"
"""What to do wherever a folder is not for this run."""


class Folder:
    """A folder that is held by this run."""

    def __init__(self, place: Path, work: Path) -> None:
        self.place = place
        self.work = work

    @property
    def shown(self) -> str:
        """What a message calls it."""
        return f"the folder {shown(str(self.place))}"

    def put(self, contents: Mapping[str, bytes]) -> list[Path]:
        """Write files, each whole or not at all; raises `BadOutput`."""
        return write_all(
            {self.place / name: content for name, content in contents.items()}, self.work
        )

    def holds(self, name: str) -> bool:
        """Whether a file is there; raises `BadOutput` where something else has its name."""
        return is_file(self.place / name)

    def unfinished(self) -> list[Path]:
        """The data sets that a run was writing when it was stopped."""
        return _unfinished(self.work)

    def check_not_avoided(self, manifests: Iterable[str | Path]) -> None:
        """Raise `BadOutput` where a run would add to a manifest whose numbers it is to avoid."""
        for path in manifests:
            if Path(path).resolve().parent == self.place.resolve():
                raise BadOutput(
                    f"{self.shown} holds the manifest {shown(str(path))}, whose numbers are to be "
                    f"avoided: {ELSEWHERE}"
                )

    def check_nothing_unfinished(self) -> None:
        """Raise `BadOutput` where the entries of another run would be lost."""
        for path in self.unfinished():
            raise BadOutput(
                f"{self.shown} holds the data set {path.name}, which is "
                f"not finished: go on with the command that began it and --resume, remove "
                f"{shown(str(self.work))}, or {ELSEWHERE}"
            )


@contextmanager
def held(folder: str | Path) -> Iterator[Folder]:
    """Hold a folder, which is made if need be; raises `BadOutput` where another run holds it."""
    is_new = not os.path.exists(folder)
    place = made_folder(folder)
    work = _work_in(place)
    lock = _locked(place, work)
    try:
        _tidy(work)
        yield Folder(place, work)
        _tidy(work)
    except BaseException:
        with suppress(BadOutput):
            # What went wrong first is said.
            _tidy(work)
        raise
    finally:
        _let_go(lock, work)
        if is_new:
            with suppress(OSError):
                # Nothing came of this run.
                place.rmdir()


def is_file(path: Path) -> bool:
    """Whether a file is there; raises `BadOutput` where it is a link, or something else.

    What is read through a link would be read, and perhaps written, outside of the folder.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise BadOutput(f"the file {shown(str(path))} cannot be read: {reason_of(error)}") from None
    if not S_ISREG(mode):
        what = "a link" if S_ISLNK(mode) else "no file"
        raise BadOutput(
            f"{shown(str(path))} is {what}, where a run has a file of its own: move it away, or "
            f"{ELSEWHERE}"
        )
    return True


def differs(path: Path) -> BadOutput:
    """What is raised where a file is not the one that would take its place."""
    return BadOutput(
        f"the folder {shown(str(path.parent))} holds a file {shown(path.name)} with other content "
        f"than this run writes: move it away, or {ELSEWHERE}"
    )


def _work_in(place: Path) -> Path:
    """The hidden folder of a folder; raises `BadOutput` where that is a link, or no folder."""
    work = place / WORK
    is_link = work.is_symlink()
    if is_link or (work.exists() and not work.is_dir()):
        raise BadOutput(
            f"{shown(str(work))} is {'a link' if is_link else 'no folder'}, where a run keeps what "
            f"is not whole: move it away, or {ELSEWHERE}"
        )
    return made_folder(work)


def _locked(place: Path, work: Path) -> FileLock:
    _check_lock(work / _LOCK)
    lock = FileLock(work / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BadOutput(
            f"another run is writing into the folder {shown(str(place))}: wait for its end, "
            f"or {ELSEWHERE}"
        ) from None
    except OSError as error:
        raise BadOutput(
            f"the folder {shown(str(place))} cannot be written into: {reason_of(error)}"
        ) from None
    return lock


def _check_lock(path: Path) -> None:
    """Raise `BadOutput` where a file would be emptied that has another name too."""
    try:
        if is_file(path):
            _check_own(path.lstat())
    except OSError as error:
        raise not_written(path, error) from None


def _ours(work: Path) -> list[Path]:
    """The files that runs put into the hidden folder; raises `BadOutput` where one is no file."""
    try:
        return [path for path in sorted(work.iterdir()) if _is_ours(path.name) and is_file(path)]
    except OSError as error:
        raise BadOutput(
            f"the folder {shown(str(work))} cannot be read: {reason_of(error)}"
        ) from None


def _is_ours(name: str) -> bool:
    return _OURS.fullmatch(name) is not None


def _unfinished(work: Path) -> list[Path]:
    return [path for path in _ours(work) if path.suffix == ".jsonl"]


def _tidy(work: Path) -> None:
    """Remove what is not whole, but for data sets that can be gone on with."""
    kept = {work / name for path in _unfinished(work) for name in (path, journal_name(path.name))}
    for path in _ours(work):
        if path not in kept:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise BadOutput(
                    f"the file {shown(str(path))} cannot be removed: {reason_of(error)}"
                ) from None


def journal_name(data: str) -> str:
    """The name of the manifest of a data set.

    >>> journal_name("WHA7.x1000.jsonl")
    'WHA7.x1000.manifest.csv'
    """
    return f"{data.rpartition('.')[0]}.{FILE_NAME}"


def _let_go(lock: FileLock, work: Path) -> None:
    """Let the next run in; the hidden folder goes where nothing but the lock is in it."""
    is_empty = [path.name for path in work.glob("*")] == [_LOCK]
    if is_empty and os.name == "posix":
        # Before the lock is let go: behind it the file could be that of the next run.
        shutil.rmtree(work, ignore_errors=True)
    lock.release()
    if is_empty and os.name != "posix":
        # There a file that somebody holds is not removed.
        shutil.rmtree(work, ignore_errors=True)


def _check_own(found: os.stat_result) -> None:
    """Raise `OSError` where a file that is open is none, or would change under another name."""
    if not S_ISREG(found.st_mode):
        raise OSError(EEXIST, "what is there is no file; move it away")
    if found.st_nlink > 1:
        raise OSError(EEXIST, "it has another name, under which it would change; move it away")


class Appended:
    """A file to which pieces are added: all of a piece, or nothing of it.

    With the first piece it becomes the first `size` bytes of what is there, with it behind them.
    A link is not followed, and a file that has another name too is not changed under that.
    Raises `BadOutput`.
    """

    def __init__(self, path: Path, size: int = 0) -> None:
        self._path = path
        self._size = size
        self._file: int | None = None

    def add(self, piece: bytes) -> None:
        """Add a piece."""
        try:
            self._file = self._opened() if self._file is None else self._file
            self._write(self._file, piece)
        except OSError as error:
            raise not_written(self._path, error) from None
        self._size += len(piece)

    def _opened(self) -> int:
        if self._path.is_symlink():
            raise OSError(ELOOP, "it is a link; move it away")
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        file = os.open(self._path, flags | _NO_FOLLOWING | _NO_WAITING, 0o666)
        try:
            _check_own(os.fstat(file))
            os.ftruncate(file, self._size)
        except BaseException:
            os.close(file)
            raise
        return file

    def _write(self, file: int, piece: bytes) -> None:
        try:
            written = os.write(file, piece)
            while written < len(piece):
                # Where there is no more room the rest says so.
                written += os.write(file, piece[written:])
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, self._size)
            raise
        if not os.fstat(file).st_nlink:
            raise FileNotFoundError(ENOENT, "somebody removed it")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
