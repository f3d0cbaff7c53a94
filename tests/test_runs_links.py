"""What stands in the place of a run's own files: never followed, waited for or removed."""

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from qkvsym.errors import BadOutput, QkvsymError, shown
from qkvsym.files import write_all
from qkvsym.runs import listed, paged
from qkvsym.runs.folder import WORK, Appended
from qkvsym.runs.making import Entries, Pages
from qkvsym.runs.plan import Plan
from qkvsym.runs.workers import Here
from qkvsym.spec import Spec
from tests.killing import contents

PLAN = Plan(Spec(("predict-shape",)), 3)
ELSEWHERE = "choose another folder with --out"
OWN = "where a run has a file of its own: move it away, or " + ELSEWHERE
HIDDEN = "where a run keeps what is not whole: move it away, or " + ELSEWHERE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")


def pages(folder: Path, opening: Any) -> None:
    list(paged.write_pages(PLAN, Pages(("md",)), folder, Here(), opening=opening))


def data(folder: Path, opening: Any, stop: int | None = None) -> None:
    written = listed.write_data(PLAN, Entries(), folder, Here(), suffix="jsonl",
                                finishing=listed.as_lines, opening=opening)  # fmt: skip
    for _ in islice(written, stop):
        pass
    written.close()


PAGES = [lambda folder: pages(folder, paged.anew), lambda folder: pages(folder, paged.resumed)]
DATA = [lambda folder: data(folder, listed.anew), lambda folder: data(folder, listed.resumed)]


def link(path: Path) -> str:
    path.symlink_to("nowhere")
    return "a link"


def linked_file(path: Path) -> str:
    outside = Path("outside").absolute()
    outside.mkdir(exist_ok=True)
    (outside / "precious.txt").write_text("mine")
    path.symlink_to(outside / "precious.txt")
    return "a link"


def linked_folder(path: Path) -> str:
    linked_file(path)
    path.unlink()
    path.symlink_to(Path("outside").absolute())
    return "a link"


def pipe(path: Path) -> str:
    os.mkfifo(path)
    return "no file"


def folder(path: Path) -> str:
    path.mkdir()
    return "no file"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(run: Callable[[Path], None], out: Path) -> str:
    with pytest.raises(BadOutput) as found:
        run(out)
    return str(found.value)


@pytest.mark.parametrize("run", [*PAGES, *DATA])
@pytest.mark.parametrize("put", [link, linked_folder, linked_file, pipe])
def test_a_hidden_folder_that_is_none_is_left_alone(
    put: Callable[[Path], str], run: Callable[[Path], None]
) -> None:
    out = Path("out").absolute()
    out.mkdir()
    what = put(out / WORK).replace("file", "folder")
    assert refused(run, out) == f"{shown(str(out / WORK))} is {what}, {HIDDEN}"
    assert [path.name for path in out.iterdir()] == [WORK]
    if Path("outside").exists():
        assert contents(Path("outside")) == {"precious.txt": b"mine"}


@pytest.mark.parametrize("put", [link, linked_file, linked_folder, pipe, folder])
@pytest.mark.parametrize("name", ["lock", "X.x3.jsonl", "X.x3.manifest.csv", ".X.md.0a1b2c3d.part"])
@pytest.mark.parametrize("run", [PAGES[1], DATA[1]])
def test_no_part_of_a_run_is_read_or_removed_through_something_else(
    put: Callable[[Path], str], name: str, run: Callable[[Path], None]
) -> None:
    path = Path("out").absolute() / WORK / name
    path.parent.mkdir(parents=True)
    what = put(path)
    assert refused(run, path.parents[1]) == f"{shown(str(path))} is {what}, {OWN}"
    assert os.path.lexists(path)
    if Path("outside").exists():
        assert contents(Path("outside")) == {"precious.txt": b"mine"}


@pytest.mark.parametrize("put", [link, linked_file, linked_folder, pipe, folder])
@pytest.mark.parametrize("run", PAGES)
def test_a_manifest_that_is_no_file_is_neither_read_nor_written(
    put: Callable[[Path], str], run: Callable[[Path], None]
) -> None:
    path = Path("out").absolute() / "manifest.csv"
    path.parent.mkdir()
    what = put(path)
    assert refused(run, path.parent) == f"{shown(str(path))} is {what}, {OWN}"
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    if Path("outside").exists():
        assert contents(Path("outside")) == {"precious.txt": b"mine"}


@pytest.mark.parametrize("put", [link, linked_file, linked_folder, pipe, folder])
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("run", DATA)
def test_no_file_of_a_data_set_is_something_else(
    put: Callable[[Path], str], number: int, run: Callable[[Path], None]
) -> None:
    out = Path("out").absolute()
    data(out, listed.anew)
    path = sorted(out.iterdir())[number]
    path.unlink()
    what = put(path)
    assert refused(run, out) == f"{shown(str(path))} is {what}, {OWN}"


@pytest.mark.parametrize("suffix", ["jsonl", "manifest.csv"])
def test_what_a_stopped_data_set_left_is_not_gone_on_with_through_a_link(suffix: str) -> None:
    out = Path("out").absolute()
    data(out, listed.anew, stop=2)
    (path,) = (out / WORK).glob(f"*.{suffix}")
    path.rename("outside")
    before = Path("outside").read_bytes()
    path.symlink_to(Path("outside").absolute())
    assert refused(DATA[1], out) == f"{shown(str(path))} is a link, {OWN}"
    assert Path("outside").read_bytes() == before


@pytest.mark.parametrize("run", [*PAGES, *DATA])
def test_a_strangers_files_in_the_hidden_folder_stay(run: Callable[[Path], None]) -> None:
    work = Path("out") / WORK
    (work / "folder").mkdir(parents=True)
    for name in ("notes.txt", "data.jsonl", ".part", "manifest.csv", "folder/x"):
        (work / name).write_text("mine")
    before = contents(work)
    run(Path("out"))
    after = contents(work)
    after.pop("lock", None)
    assert after == before


def test_nothing_is_appended_through_a_link() -> None:
    linked_file(Path("rows"))
    added = Appended(Path("rows"))
    with pytest.raises(BadOutput) as found:
        added.add(b"x")
    assert str(found.value) == "the file 'rows' cannot be written: it is a link; move it away"
    assert contents(Path("outside")) == {"precious.txt": b"mine"}


ANOTHER = "it has another name, under which it would change; move it away"


@pytest.mark.parametrize(
    ("put", "says"),
    [
        (lambda path: path.hardlink_to("outside"), ANOTHER),
        (lambda path: os.mkfifo(path), "No such device or address"),
    ],
)
def test_nothing_is_appended_to_a_file_of_another_name_or_to_a_pipe(
    put: Callable[[Path], None], says: str
) -> None:
    Path("outside").write_text("mine")
    put(Path("rows"))
    with pytest.raises(BadOutput) as found:
        Appended(Path("rows")).add(b"x")
    assert str(found.value) == f"the file 'rows' cannot be written: {says}"
    assert Path("outside").read_text() == "mine"


@pytest.mark.parametrize("run", [*PAGES, *DATA])
def test_a_lock_is_not_emptied_under_another_name(run: Callable[[Path], None]) -> None:
    Path("outside").write_text("mine")
    lock = Path("out").absolute() / WORK / "lock"
    lock.parent.mkdir(parents=True)
    lock.hardlink_to("outside")
    says = f"the file {shown(str(lock))} cannot be written: {ANOTHER}"
    assert refused(run, lock.parents[1]) == says
    assert Path("outside").read_text() == "mine"


def test_a_copy_by_second_names_is_not_changed_by_going_on() -> None:
    out = Path("out").absolute()
    for _ in islice(paged.write_pages(PLAN, Pages(("md",)), out, Here(), opening=paged.anew), 1):
        pass
    before = (out / "manifest.csv").read_bytes()
    Path("copy").hardlink_to(out / "manifest.csv")
    says = f"the file {shown(str(out / 'manifest.csv'))} cannot be written: {ANOTHER}"
    assert refused(PAGES[1], out) == says
    assert Path("copy").read_bytes() == before
    Path("copy").unlink()
    PAGES[1](out)
    assert (out / "manifest.csv").read_bytes().startswith(before)


@pytest.mark.parametrize("aside", [None, Path()])
def test_a_pipe_or_a_device_is_not_replaced(aside: Path | None) -> None:
    pipe(Path("pipe"))
    Path("link").symlink_to("pipe")
    for name in ("pipe", "link", "/dev/null"):
        with pytest.raises(QkvsymError) as found:
            write_all({Path("a"): b"a", Path(name): b"b"}, aside)
        assert str(found.value) == (
            f"the file {name!r} cannot be written: what is there is no file that can be replaced; "
            f"name another"
        )
    assert sorted(os.listdir()) == ["link", "pipe"]
