"""`qkvsym generate` that is stopped in mid-write: every file is the old one or the new one."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from qkvsym import generate
from qkvsym.cli import main

CODE = generate("predict-shape").code


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("broken", ["os.replace", "qkvsym.files._beside"])
def test_a_crash_in_mid_write_leaves_the_old_files_whole(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = _written("--title", "old")

    def full(*_: Any, **__: Any) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(broken, full)
    result = CliRunner().invoke(main, ["generate", "predict-shape", "--title", "new"])
    says = f"Error: the file 'out/{CODE}.pdf' cannot be written: No space left on device\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", says)
    assert _files() == old


def test_a_crash_in_mid_write_leaves_every_file_old_or_new_and_nothing_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = _written("--title", "old")
    new = _written("--title", "new")
    _written("--title", "old")
    monkeypatch.setattr(os, "replace", _failing_at(3, os.replace))
    result = CliRunner().invoke(main, ["generate", "predict-shape", "--title", "new"])
    assert result.exit_code == 2
    assert all(text in (old[name], new[name]) for name, text in _files().items())
    assert _files().keys() == old.keys()


def test_an_interrupt_in_mid_write_leaves_the_old_files_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = _written("--title", "old")

    def interrupted(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    result = CliRunner().invoke(main, ["generate", "predict-shape", "--title", "new"])
    assert result.exit_code != 0
    assert _files() == old


def _failing_at(number: int, replace: Callable[..., None]) -> Callable[..., None]:
    calls = iter(range(1, 100))

    def one_fails(*args: Any) -> None:
        if next(calls) == number:
            raise OSError(28, "No space left on device")
        replace(*args)

    return one_fails


def _written(*args: str) -> dict[str, bytes]:
    assert CliRunner().invoke(main, ["generate", "predict-shape", *args]).exit_code == 0
    return _files()


def _files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path("out").iterdir()}
