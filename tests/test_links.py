"""What stands in the place of a file that a command writes: never followed out of the folder.

All commands that write, with all that may stand there: links to files and folders, links to
nothing, other names of a file, pipes, devices and folders.
"""

import os
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from qkvsym import generate
from tests.hostile import Case, run
from tests.killing import contents

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")

CASE = Case("link", "", b"\0 no text", "")
SHEETS = ("generate", "predict-shape", "--count=2", "--format=md", "--out=out")
DATA = ("generate", "predict-shape", "--count=2", "--out=out")
WRITERS: dict[str, tuple[str, ...]] = {
    "one sheet": ("generate", "predict-shape", "--format=md", "--format=json", "--out=out"),
    "sheets": SHEETS,
    "sheets resumed": (*SHEETS, "--resume"),
    "class": ("generate", "predict-shape", "--roster=class.csv", "--format=md", "--out=out"),
    "combined": ("generate", "predict-shape", "--count=2", "--combine", "--out=out"),
    "lines": (*DATA, "--format=jsonl"),
    "lines resumed": (*DATA, "--format=jsonl", "--resume"),
    "Parquet": (*DATA, "--format=parquet"),
    "Parquet resumed": (*DATA, "--format=parquet", "--resume"),
    "grades": ("verify", "work.txt", "--grades=out/grades.csv"),
    "class report": ("verify", "work.txt", "--grades=grades.csv", "--report=out"),
    "templates": ("templates", "out"),
}
"""Every command that writes files; it writes into the folder out."""

CODE = generate("predict-shape").code
SET = f"{CODE}.x2"
WORK = {
    "sheets": [".qkvsym", ".qkvsym/lock"],
    "lines": [
        *(".qkvsym", ".qkvsym/lock", f".qkvsym/{SET}.jsonl", f".qkvsym/{SET}.manifest.csv"),
        f".qkvsym/{SET}.parquet",
    ],
}
"""The files that runs have beside those that they leave."""


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder beside the working folder that must stay as it is."""
    outside = tmp_path / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "precious").write_bytes(b"mine")
    (outside / "folder" / "precious").write_bytes(b"mine")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("work.txt").write_text("q = [4, 5]\n")
    Path("class.csv").write_text("id,name\nada,Ada\n")
    yield outside
    assert contents(outside) == {"precious": b"mine", "folder/precious": b"mine"}


@contextmanager
def stopped_if_it_waits() -> Iterator[None]:
    """Whoever opens a pipe may wait for its other end."""

    def wait_no_more(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, wait_no_more)
    signal.alarm(30)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def linked(target: str) -> Callable[[Path, Path], None]:
    return lambda path, outside: path.symlink_to(outside / target)


OBSTACLES: dict[str, Callable[[Path, Path], None]] = {
    "link to a file": linked("precious"),
    "link to nothing": linked("nowhere"),
    "link to a folder": linked("folder"),
    "link to itself": lambda path, outside: path.symlink_to(path.name),
    "link to a device": lambda path, outside: path.symlink_to("/dev/null"),
    "second name": lambda path, outside: path.hardlink_to(outside / "precious"),
    "pipe": lambda path, outside: os.mkfifo(path),
    "folder": lambda path, outside: path.mkdir(),
}


@cache
def names(writer: str) -> list[str]:
    """What a writer writes, as a run that nothing stands in the way of has it."""
    assert run(CASE, *WRITERS[writer]).exit_code in (0, 3)
    found = sorted(contents(Path("out")))
    for name in found:
        Path("out", name).unlink()
    of_sheets = WORK["sheets"] if writer.split()[0] in ("sheets", "class", "combined") else []
    work = WORK["lines"] if writer.split()[0] in ("lines", "Parquet") else of_sheets
    return [*(found[:: len(found) // 3] if writer == "templates" else found), *work]


def emptied(folder: Path) -> None:
    for place, folders, files in os.walk(folder, topdown=False):
        for name in (*folders, *files):
            path = os.path.join(place, name)
            os.rmdir(path) if stat.S_ISDIR(os.lstat(path).st_mode) else os.unlink(path)


def held(writer: str, name: str, put: Callable[[Path, Path], None], outside: Path) -> None:
    """Run a writer with something in the place of one of its files."""
    path = Path("out", name)
    emptied(Path("out"))
    path.parent.mkdir(parents=True, exist_ok=True)
    put(path, outside)
    with stopped_if_it_waits():
        result = run(CASE, *WRITERS[writer])
    assert result.exit_code in (0, 2, 3), (name, result.output)
    if result.exit_code == 2:
        assert result.stderr.startswith(("Error: ", "Usage: ")), (name, result.stderr)
        assert os.path.lexists(path), name
    elif ".qkvsym" not in name:
        assert path.is_file(), name
        assert not path.is_symlink(), name


# Every writer meets these, and every second one, in turn, each of the others. A run that binds
# PDFs takes longest, and writes as the others do.
FEW = ("link to a file", "second name", "pipe")
OTHERS = [(w, o) for o in OBSTACLES if o not in FEW for w in WRITERS if w != "combined"]
PAIRS = [(w, o) for w in WRITERS for o in FEW] + OTHERS[::2]


@pytest.mark.parametrize(("writer", "obstacle"), PAIRS)
def test_what_stands_in_the_place_of_a_file_is_replaced_or_refused(
    writer: str, obstacle: str, outside: Path
) -> None:
    for name in names(writer):
        held(writer, name, OBSTACLES[obstacle], outside)


@pytest.mark.parametrize(("writer", "obstacle"), [p for p in PAIRS if p[1].startswith("link")])
def test_a_link_that_is_made_behind_every_check_is_not_followed(
    writer: str, obstacle: str, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = names(writer)
    is_link = os.path.islink
    for blind in ("files._check_replaceable", "copying._check_files", "copying._check_folders",
                  "cli.grading._check_report"):  # fmt: skip
        monkeypatch.setattr(f"qkvsym.{blind}", lambda *args: None)
    for blind in ("folder", "data_set"):
        monkeypatch.setattr(
            f"qkvsym.runs.{blind}.is_file", lambda path: not is_link(path) and path.is_file()
        )
    monkeypatch.setattr("qkvsym.runs.folder.Path.is_symlink", lambda path: False)
    monkeypatch.setattr("qkvsym.cli.grading.os.path.islink", lambda path: False)
    for name in found:
        if name == ".qkvsym":
            # Whoever can put a link there can write whatever they like into the folder.
            continue
        path = Path("out", name)
        emptied(Path("out"))
        path.parent.mkdir(parents=True, exist_ok=True)
        OBSTACLES[obstacle](path, outside)
        with stopped_if_it_waits():
            assert run(CASE, *WRITERS[writer]).exit_code in (0, 2, 3)


@pytest.mark.parametrize("obstacle", [*OBSTACLES, "file"])
@pytest.mark.parametrize("writer", WRITERS)
def test_the_folder_itself_is_where_its_user_says(
    writer: str, obstacle: str, outside: Path
) -> None:
    """A link to a folder may be named as the folder; what is no folder is refused."""
    OBSTACLES.get(obstacle, lambda path, outside: path.write_bytes(b"x"))(Path("out"), outside)
    if obstacle == "link to a folder":
        Path("out").unlink()
        Path("elsewhere").mkdir()
        Path("out").symlink_to("elsewhere")
    with stopped_if_it_waits():
        result = run(CASE, *WRITERS[writer])
    if obstacle in ("folder", "link to a folder"):
        assert result.exit_code in (0, 3)
        assert contents(Path("out"))
    else:
        assert (result.exit_code, result.stdout) == (2, "")
        assert os.path.lexists("out")
