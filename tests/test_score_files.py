"""`qkvsym score`: files of entries and answers, read a line at a time."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import qkvsym
from qkvsym.cli import main
from qkvsym.datasets import entry_lines
from qkvsym.scoring.answered import scored_lines
from tests.killing import COMMAND

ENTRIES = [json.loads(line) for line in entry_lines(qkvsym.generate(seed=7))]


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=text, prog_name="qkvsym")


def written(path: Path, rows: list[Any]) -> str:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def answered(field: str = "answer") -> list[dict[str, Any]]:
    return [{**entry, field: entry["reference"]} for entry in ENTRIES]


@pytest.mark.parametrize("field", ["answer", "response"])
def test_right_answers_score_one_and_exit_with_zero(field: str, tmp_path: Path) -> None:
    result = run(written(tmp_path / "a.jsonl", answered(field)))
    assert result.exit_code == 0
    assert result.output.startswith(f"{len(ENTRIES)} answers scored, mean 1.000\n\nkind ")
    assert "find-mistake                    4    1.000\n" in result.output
    assert "Most frequent mistakes" not in result.output


def test_the_summary_counts_parts_and_names_mistakes(tmp_path: Path) -> None:
    entry = ENTRIES[1]
    wrong = [
        {**entry, "answer": {"q": str(one["value"])}}
        for one in entry["parts"][1]["wrong"]
        if one["mistake"] in ("values-not-shape", "rows-dotted")
    ]
    output = run(written(tmp_path / "a.jsonl", wrong)).output
    assert output == (
        "2 answers scored, mean 0.036\n\n"
        "kind                      answers     mean\n"
        "compute-projections             2    0.036\n\n"
        "part             right     partial       wrong     unclear     missing not-checked\n"
        "matrix               0           1           1           0           4           0\n"
        "shape                0           0           0           0           8           0\n\n"
        "Most frequent mistakes:\n"
        "     1  rows-dotted: Rows dotted instead of columns\n"
        "     1  values-not-shape: Right numbers, wrong shape\n"
    )


def test_a_bad_line_is_reported_counted_and_not_fatal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = ["nonsense", *answered()[:1], "", {"id": "A.1"}, {**ENTRIES[0]}, *answered()[1:2]]
    path = written(Path("a.jsonl"), rows)
    result = CliRunner().invoke(main, ["score", path])
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"{path}, line 1: the line is no JSON: Expecting value: line 1 column 1 (char 0)",
        f"{path}, line 4: the line has no answer; it is a field answer or response, or name the "
        "file of the answers with --answers",
        f"{path}, line 5: the line has no answer; it is a field answer or response, or name the "
        "file of the answers with --answers",
    ]
    assert "2 answers scored, mean 1.000\n" in result.stdout
    assert result.stdout.endswith("3 lines could not be scored, the first is line 1.\n")


def test_json_has_one_object_for_each_line(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [*answered()[:1], "[]"])
    first, second = map(json.loads, run(path, "--format", "json").output.splitlines())
    assert first["line"] == 1
    assert first["value"] == 1.0
    assert [part["verdict"] for part in first["parts"]] == ["right", "right"]
    assert second == {
        "version": 1,
        "line": 2,
        "error": "the line holds []; it should hold an object",
    }


@pytest.mark.parametrize("order", [1, -1])
def test_answers_in_a_file_of_their_own_are_joined_by_id(order: int, tmp_path: Path) -> None:
    answers = [{"id": one["id"], "answer": one["reference"]} for one in ENTRIES][::order]
    entries = written(tmp_path / "e.jsonl", list(ENTRIES))
    result = run(entries, "--answers", written(tmp_path / "a.jsonl", answers))
    assert result.output.startswith(f"{len(ENTRIES)} answers scored, mean 1.000\n")
    assert result.exit_code == 0


def test_an_entry_without_an_answer_is_said(tmp_path: Path) -> None:
    entries = written(tmp_path / "e.jsonl", ENTRIES[:2])
    answers = written(tmp_path / "a.jsonl", [{"id": ENTRIES[0]["id"], "answer": None}])
    result = run(entries, "--answers", answers)
    assert f"line 2: there is no answer with the id '{ENTRIES[1]['id']}'\n" in result.output
    assert "1 answer scored, mean 0.000\n" in result.output
    assert result.exit_code == 2


def test_entries_come_from_the_standard_input() -> None:
    text = "".join(json.dumps(row) + "\n" for row in answered())
    assert run("-", text=text).output.startswith(f"{len(ENTRIES)} answers scored, mean 1.000\n")
    assert run("-", "--answers", "-").exit_code == 2


def test_a_file_that_is_not_there_is_refused() -> None:
    result = run("nowhere.jsonl")
    assert (result.exit_code, result.output) == (
        2,
        "Error: the file 'nowhere.jsonl' cannot be read: No such file or directory\n",
    )


def test_nothing_hostile_reaches_the_terminal(tmp_path: Path) -> None:
    entry = {**answered()[0], "kind": "a\x1b[31mb"}
    entry["parts"] = [{**part, "wrong": []} for part in entry["parts"]]
    output = run(written(tmp_path / "a.jsonl", [entry, "\x1b[31m"])).output
    assert "\x1b" not in output


def test_lines_are_read_as_they_are_asked_for() -> None:
    class Endless:
        read = 0

        def readline(self, _: int) -> bytes:
            self.read += 1
            return json.dumps(answered()[0]).encode() + b"\n"

    file: Any = Endless()
    lines = scored_lines(file)
    assert [next(lines).number for _ in range(3)] == [1, 2, 3]
    assert file.read == 3


TOO_LONG = "the line is longer than 1024 KiB; nothing behind it is read"


@pytest.mark.parametrize("filler", [b"x", b" ", b"\0", b"{"])
def test_a_line_that_is_too_long_ends_the_reading(filler: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = json.dumps(answered()[0]).encode()
    longest = good + b" " * (1024 * 1024 - len(good) - 1)
    path.write_bytes(longest + b"\n" + good + filler * 1024 * 1024 + b"\n" + good + b"\n")
    with path.open("rb") as file:
        found = [(one.number, one.error) for one in scored_lines(file)]
    assert found == [(1, ""), (2, TOO_LONG)]
    assert run(str(path)).exit_code == 2


def test_a_line_without_an_end_is_not_read_to_it() -> None:
    class Endless:
        read = 0

        def readline(self, most: int) -> bytes:
            self.read += most
            return b" " * most

    for answers in (None, Endless()):
        file: Any = Endless()
        assert [one.error for one in scored_lines(file, answers)] == [TOO_LONG]
        assert file.read < 2 * 1024 * 1024
    entries, apart = iter([json.dumps(ENTRIES[0]).encode()]), Endless()

    class Entries:
        def readline(self, _: int) -> bytes:
            return next(entries, b"")

    (found,) = scored_lines(Entries(), apart)
    assert found.error == f"line 1 of the answers cannot be used: {TOO_LONG}"
    assert apart.read < 2 * 1024 * 1024


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such file")
def test_a_device_without_an_end_is_refused() -> None:
    result = run("/dev/zero")
    assert (result.exit_code, result.stderr) == (2, f"/dev/zero, line 1: {TOO_LONG}\n")


def test_a_reader_who_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    rows = written(tmp_path / "a.jsonl", answered() * 40)
    process = subprocess.Popen([*COMMAND, "score", rows, "--format", "json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.skipif(os.name != "posix", reason="a folder is opened as a file is")
def test_an_input_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert run(os.curdir).stderr == "Error: the file '.' cannot be read: Is a directory\n"
    with (tmp_path / "a").open("wb") as closed:
        done = subprocess.run([*COMMAND, "score", "-"], stdin=closed, capture_output=True,
                              check=False)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == b"Error: the file '-' cannot be read: Bad file descriptor\n"
