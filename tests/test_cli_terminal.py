"""The command as it is run: terminals, pipes, locales, and no traceback whatever happens."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from runpy import run_module

import pytest

from qkvsym import derive, generate, render
from qkvsym.roster import seed_of

COMMAND = [sys.executable, "-c", "from qkvsym.cli import main; main(prog_name='qkvsym')"]
ENVIRONMENTS = [
    {"LC_ALL": "C", "PYTHONHASHSEED": "0"},
    {"LC_ALL": "C.UTF-8", "COLUMNS": "20"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TERM": "dumb"},
    {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
    {"PYTHONHASHSEED": "4242", "PYTHONOPTIMIZE": "2"},
]
"""What has nothing to do with each other is tried together."""

FILED = ("in/Größe.txt", "marked")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *args], env=os.environ | environment, capture_output=True, check=False
    )


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, where `qkvsym` is the command."""
    script = f'qkvsym() {{ "$0" -c "from qkvsym.cli import main; main()" "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", script, sys.executable], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda env: ",".join(map(str, env)))
def test_a_sheet_is_the_same_bytes_in_every_environment(environment: dict[str, str]) -> None:
    kinds = ("match-matrix", "shape-check")
    # A web page has signs beyond ASCII.
    run_it = run("generate", *kinds, "--out", "-", "--format", "html", "--seed", "3", **environment)
    expected = render(generate(*kinds, seed=3), "html").encode()
    assert not expected.isascii()
    assert (run_it.returncode, run_it.stderr, run_it.stdout) == (0, b"", expected)


@pytest.mark.parametrize("environment", ENVIRONMENTS[1:4], ids=lambda env: ",".join(map(str, env)))
def test_a_derivation_is_the_same_bytes_in_every_environment(environment: dict[str, str]) -> None:
    run_it = run("derive", "--d-in", "3", "--d-out", "2", **environment)
    expected = render(derive(d_in=3, d_out=2), "text").encode()
    assert (run_it.returncode, run_it.stderr, run_it.stdout) == (0, b"", expected)


@pytest.mark.parametrize("environment", ENVIRONMENTS[:4], ids=lambda env: ",".join(map(str, env)))
def test_a_printed_path_is_the_path_of_the_file_whatever_the_locale(
    environment: dict[str, str],
) -> None:
    run_it = run(
        "generate", "predict-shape", "--format", "json", "--out", "Blätter 中", **environment
    )
    assert run_it.returncode == 0, run_it.stderr
    (path,) = run_it.stdout.splitlines()
    assert Path(os.fsdecode(path)).read_text(encoding="utf-8").startswith("{")


@pytest.mark.parametrize("environment", ENVIRONMENTS[:4], ids=lambda env: ",".join(map(str, env)))
def test_an_error_is_one_message_in_every_environment(environment: dict[str, str]) -> None:
    run_it = run("generate", "größe", **environment)
    assert (run_it.returncode, run_it.stdout) == (2, b"")
    assert run_it.stderr.startswith(b"Error: unknown kind 'gr\\xf6\\xdfe': there are ")
    assert run_it.stderr.isascii()
    assert run_it.stderr.count(b"\n") == 1


@pytest.mark.parametrize("environment", ENVIRONMENTS[:4], ids=lambda env: ",".join(map(str, env)))
def test_words_that_are_typed_are_the_same_in_every_environment(
    environment: dict[str, str],
) -> None:
    Path("class.csv").write_text("id,name\nada,Ada\n")
    listed = ("--roster", "class.csv", "--term", "Frühling 2026", "--title", "Größe 中")
    run_it = run("generate", "match-matrix", *listed, "--format", "json", **environment)
    assert (run_it.returncode, run_it.stderr) == (0, b"")
    (path,) = Path("out").glob("*.json")
    sheet = json.loads(path.read_text("utf-8"))
    assert (sheet["title"], sheet["seed"]) == ("Größe 中", seed_of("Frühling 2026", "ada", 1))


@pytest.mark.parametrize("environment", ENVIRONMENTS[:4], ids=lambda env: ",".join(map(str, env)))
def test_a_file_is_called_the_same_in_every_environment(environment: dict[str, str]) -> None:
    Path("in").mkdir()
    Path("in", "Größe.txt").write_text("I do not know.\n")
    Path("manifest.csv").write_text(f"id,code\nGröße,{generate('match-matrix').code}\n", "utf-8")
    options = ("--manifest", "manifest.csv", "--grades", "grades.csv", "--format", "json")
    run_it = run("verify", "in", *options, **environment)
    assert (run_it.returncode, run_it.stderr) == (3, b"")
    assert json.loads(run_it.stdout)["file"] == "in/Größe.txt"
    (_, row) = Path("grades.csv").read_text("utf-8-sig").splitlines()
    assert row.split(",")[:6] == ["Größe", "", "", generate("match-matrix").code, *FILED]


@pytest.mark.parametrize(
    "line",
    [
        "qkvsym derive --format json --d-in 16 --d-out 16 | head -1",
        "qkvsym generate match-matrix --out - --format json | head -1",
        "qkvsym generate predict-shape --format md --count 30 | head -1",
        "qkvsym generate --help | head -1",
    ],
)
def test_a_reader_that_leaves_early_causes_no_message(line: str) -> None:
    result = shell(line)
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("command", "redirect"),
    [
        ("derive", "> /dev/full"),
        ("generate predict-shape --out - --format md", ">&-"),
        ("generate predict-shape --out - --format md", "> /dev/full"),
        ("generate predict-shape --format md", ">&-"),
        ("generate predict-shape --format md", "> /dev/full"),
    ],
)
def test_output_that_cannot_be_written_is_no_traceback(command: str, redirect: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    result = shell(f"qkvsym {command} {redirect}")
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") <= 1
    assert redirect == ">&-" or result.returncode != 0


def on_a_terminal(*args: str) -> tuple[int, bytes, bytes]:
    """The exit code, standard output, and what the terminal behind standard error showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    os.close(ours)
    printed, _ = process.communicate()
    return process.returncode, printed, shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        # This is how the end of a terminal shows.
        return b""


def test_several_sheets_show_a_progress_bar_on_a_terminal_and_paths_on_standard_output() -> None:
    code, printed, shown = on_a_terminal(
        "generate", "predict-shape", "--format", "md", "--count", "5"
    )
    assert code == 0
    assert b"5/5" in shown
    assert b"a second" in shown
    assert len(printed.splitlines()) == 11
    assert b"100%" not in printed
    assert b"out/" not in shown


def test_one_sheet_shows_no_progress_bar_on_a_terminal() -> None:
    code, printed, shown = on_a_terminal("generate", "predict-shape", "--format", "md")
    assert (code, shown, len(printed.splitlines())) == (0, b"", 2)


def test_several_sheets_show_no_progress_bar_without_a_terminal() -> None:
    run_it = run("generate", "predict-shape", "--format", "md", "--count", "5")
    assert (run_it.returncode, run_it.stderr) == (0, b"")
    assert len(run_it.stdout.splitlines()) == 11


def test_an_error_behind_a_progress_bar_is_still_one_message() -> None:
    Path("file").write_text("in the way")
    code, printed, shown = on_a_terminal(
        "generate", "predict-shape", "--count", "5", "--out", "file", "--format", "md"
    )
    assert (code, printed) == (2, b"")
    assert b"Error: the folder 'file' cannot be made: File exists" in shown
    assert b"Traceback" not in shown


def test_the_package_runs_as_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["qkvsym", "derive", "--role", "q", "--d-in", "3"])
    with pytest.raises(SystemExit) as ended:
        run_module("qkvsym", run_name="__main__")
    assert ended.value.code == 0
    assert "q_j = x_1 w_{1j} + x_2 w_{2j} + x_3 w_{3j}" in capsys.readouterr().out


def test_the_installed_command_runs() -> None:
    script = Path(sys.executable).with_name("qkvsym")
    if not script.exists():
        pytest.skip(f"the package is not installed beside {sys.executable}")
    run_it = subprocess.run([script, "derive", "--role", "q"], capture_output=True, check=False)
    assert (run_it.returncode, run_it.stderr) == (0, b"")
    assert run_it.stdout == render(derive(role="q"), "text").encode()
