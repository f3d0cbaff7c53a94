"""A file in the viewer that the system has for it, and a note where there is none."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qkvsym import viewer
from qkvsym.viewer import open_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows finds the viewer")
OPENER = "open" if sys.platform == "darwin" else "xdg-open"


@pytest.fixture(autouse=True)
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desktop on which nothing opens files yet; its folder of programs."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.defpath}")
    monkeypatch.setenv("DISPLAY", ":0")
    return folder


def opener(folder: Path, script: str) -> None:
    (folder / OPENER).write_text(f"#!/bin/sh\n{script}\n")
    (folder / OPENER).chmod(0o755)


@pytest.mark.parametrize(
    "name", ["sheet.pdf", "-rf.pdf", "--help", "a b.pdf", "$(touch x);'\".pdf", "ü\n.pdf", "\udcff"]
)
def test_the_opener_gets_the_whole_path_of_the_file_and_nothing_else(
    name: str, tmp_path: Path, desktop: Path
) -> None:
    opener(desktop, f"printf '%s|' \"$@\" > {tmp_path}/got")
    assert open_file(name) is None
    assert (tmp_path / "got").read_bytes() == os.fsencode(tmp_path / name) + b"|"


def test_a_path_may_be_given_instead_of_a_string(tmp_path: Path, desktop: Path) -> None:
    opener(desktop, f'printf %s "$1" > {tmp_path}/got')
    assert open_file(tmp_path / "a" / "b.pdf") is None
    assert (tmp_path / "got").read_text() == f"{tmp_path}/a/b.pdf"


def test_an_opener_that_finds_no_viewer_is_noted_with_the_place_of_the_file(
    desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener(desktop, "echo no method; exit 3")
    monkeypatch.chdir("/")
    assert open_file("sheet.pdf") == (
        f"no viewer opens '/sheet.pdf': {OPENER} ends with exit code 3; open it yourself"
    )


def test_a_system_without_an_opener_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "bin")
    assert open_file("/sheet.pdf") == (
        f"no viewer opens '/sheet.pdf': {OPENER} is not installed; open it yourself"
    )


def test_an_opener_that_is_no_program_is_noted(
    desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(desktop))
    (desktop / OPENER).write_bytes(b"\0")
    (desktop / OPENER).chmod(0o755)
    assert open_file("/sheet.pdf") == (
        "no viewer opens '/sheet.pdf': Exec format error; open it yourself"
    )


def test_a_path_with_a_null_is_noted(desktop: Path) -> None:
    opener(desktop, "exit 0")
    assert open_file("/a\0b") == (
        "no viewer opens '/a\\x00b': embedded null byte; open it yourself"
    )


@pytest.mark.skipif(sys.platform == "darwin", reason="open needs no display")
@pytest.mark.parametrize("display", [None, ""])
def test_without_a_display_nothing_is_started_in_the_terminal(
    display: str | None, tmp_path: Path, desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener(desktop, f"touch {tmp_path}/started")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY")
    if display is not None:
        monkeypatch.setenv("DISPLAY", display)
    assert open_file("/sheet.pdf") == (
        "no viewer opens '/sheet.pdf': there is no display; open it yourself"
    )
    assert not (tmp_path / "started").exists()


def test_a_wayland_display_is_one(
    tmp_path: Path, desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener(desktop, f"touch {tmp_path}/started")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert open_file("/sheet.pdf") is None
    assert (tmp_path / "started").exists()


def test_a_viewer_that_stays_open_is_not_waited_for_and_not_ended(
    tmp_path: Path, desktop: Path
) -> None:
    opener(desktop, f"sleep 1; touch {tmp_path}/alive")
    began = time.monotonic()
    assert open_file("/sheet.pdf", seconds=0.2) is None
    assert time.monotonic() - began < 0.9
    time.sleep(1.5)
    assert (tmp_path / "alive").exists()


def test_who_reads_what_we_print_does_not_wait_for_the_viewer_and_reads_none_of_its_words(
    desktop: Path,
) -> None:
    opener(desktop, "echo chatter; echo chatter >&2; sleep 20")
    script = "from qkvsym.viewer import open_file; print(open_file('/a.pdf', seconds=0.2))"
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(viewer.__file__).parent.parent,
    )
    assert (ran.stdout, ran.stderr) == ("None\n", "")
    assert time.monotonic() - began < 10
