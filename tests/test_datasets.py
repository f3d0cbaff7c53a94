"""Entries of data sets: whole, alone, the same in JSON lines and in Parquet, with a true card."""

import io
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import qkvsym
from qkvsym.cli import main
from qkvsym.datasets import DataFile, ParquetFile, card, entry_lines, file_name
from qkvsym.datasets.card import command_of
from qkvsym.datasets.parquet import entry_of
from qkvsym.errors import BadOption, BadOutput
from qkvsym.kinds import kind_ids
from qkvsym.spec import Spec

SHEET = qkvsym.generate(seed=7)
LINES = entry_lines(SHEET)
FIELDS = {
    *("version", "id", "code", "exercise", "kind", "level", "mistakes", "givens", "facts"),
    *("prompt", "reference", "parts", "unseen", "shortened", "metadata"),
}


def entries_of(*kinds: str, **options: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in entry_lines(qkvsym.generate(*kinds, **options))]


def test_an_entry_is_one_line_of_ascii_for_each_exercise() -> None:
    assert len(LINES) == len(SHEET.exercises)
    for number, line in enumerate(LINES, 1):
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert line.isascii()
        assert json.loads(line)["id"] == f"{SHEET.code}.{number}"


@pytest.mark.parametrize("kind", kind_ids())
def test_an_entry_says_what_the_sheet_says(kind: str) -> None:
    sheet = qkvsym.generate(kind, seed=3, sheet=2)
    (entry,) = map(json.loads, entry_lines(sheet))
    (exercise,) = json.loads(qkvsym.render(sheet, "json"))["exercises"]
    assert set(entry) == FIELDS
    for name in ("kind", "level", "mistakes", "givens", "facts", "unseen", "shortened"):
        assert entry[name] == exercise[name]
    letters = [part.pop("part") for part in entry["parts"]]
    assert letters == list("abcdefghij")[: len(letters)]
    assert entry["parts"] == exercise["parts"]
    assert entry["metadata"].items() >= {"seed": 3, "sheet": 2, "convention": "row"}.items()
    assert entry["metadata"]["qkvsym"] == qkvsym.__version__


@pytest.mark.parametrize("kind", kind_ids())
def test_a_prompt_stands_alone(kind: str) -> None:
    (entry,) = entries_of(kind, seed=3)
    for name, value in entry["givens"].items():
        if isinstance(value, list) and not name.endswith("_new"):
            rows = [f"[{', '.join(map(str, row))}]" for row in value]
            assert (rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]") in entry["prompt"]
    for part in entry["parts"]:
        assert f"\n({part['part']}) {part['ask']}" in entry["prompt"]
        for option in part["answer"].get("options", ()):
            assert option["id"] in entry["prompt"]
            assert option["text"] in entry["prompt"]


def test_the_metadata_has_the_sizes_and_the_range() -> None:
    (entry,) = entries_of("compute-projections", d_in=4, d_out=2, entries=(-2, 3))
    assert entry["metadata"] == {
        "seed": 1,
        "sheet": 1,
        "d_in": 4,
        "d_out": 2,
        "entries": [-2, 3],
        "role": None,
        "any_instance": False,
        "convention": "row",
        "qkvsym": qkvsym.__version__,
    }
    (entry,) = entries_of("derive-formula")
    assert entry["metadata"]["d_in"] is entry["metadata"]["entries"] is None


def test_the_metadata_has_the_role_and_whether_any_instance_was_taken() -> None:
    (entry,) = entries_of("change-column", role="k", any_instance=True)
    assert (entry["metadata"]["role"], entry["metadata"]["any_instance"]) == ("k", True)


def test_a_code_makes_the_same_entries() -> None:
    assert entry_lines(qkvsym.reproduce(SHEET.code)) == LINES


def test_a_data_set_is_named_by_its_first_code() -> None:
    assert file_name("WHA7", 30, "jsonl") == "WHA7.x30.jsonl"


def test_parquet_holds_the_same_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("qkvsym.datasets.parquet.ROWS_A_GROUP", 4)
    lines = [*LINES, *entry_lines(qkvsym.generate(seed=2**64 - 1, d_in=2, entries=(-1, 3)))]
    with ParquetFile(tmp_path / "a.parquet") as file:
        for line in lines:
            file.add([line])
    table = parquet.read_table(tmp_path / "a.parquet")
    assert [entry_of(row) for row in table.to_pylist()] == [json.loads(line) for line in lines]
    # Rows are written as they come, and not kept to the end.
    assert parquet.ParquetFile(tmp_path / "a.parquet").num_row_groups == -(-len(lines) // 4)
    again = io.BytesIO()
    with ParquetFile(again) as file:
        file.add(lines)
    assert again.getvalue() == (tmp_path / "a.parquet").read_bytes()


def test_without_pyarrow_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadOption) as caught:
        ParquetFile(io.BytesIO())
    assert str(caught.value) == (
        "Parquet needs pyarrow, which is not installed: pip install 'qkvsym[data]', "
        "or take --format jsonl"
    )


def test_a_parquet_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(BadOutput, match=r"cannot be written"):
        ParquetFile(tmp_path / "nowhere" / "a.parquet")


def made_card(**options: Any) -> str:
    spec = qkvsym.generate("predict-shape", **options).spec
    files = [DataFile("A.x20.jsonl", 20)]
    return card(spec, files, sheets=20, kinds={"predict-shape": 20})


def test_a_card_has_a_head_for_those_who_host_data_sets() -> None:
    made = made_card(seed=7)
    head, _, body = made.removeprefix("---\n").partition("\n---\n")
    assert "license: mit" in head.splitlines()
    assert "- n<1K" in head.splitlines()
    assert '    path: "A.x20.jsonl"' in head.splitlines()
    assert "| `predict-shape` | Predict the shape | 20 |" in body
    assert made.endswith("\n")


def test_the_card_names_every_field_and_no_other() -> None:
    named = re.findall(r"^\| (`.*?) \| (?!asks)", made_card().partition("## Fields")[2], re.M)
    assert {name for row in named for name in re.findall(r"`([a-z]+)`", row)} == FIELDS - {
        "version"
    }


def test_the_command_on_the_card_makes_the_sheets_again(tmp_path: Path) -> None:
    sheet = qkvsym.generate(
        *("compute-projections", "find-mistake"),
        mistakes="rows-dotted",
        level="hard",
        seed=9,
        d_in=4,
        d_out=3,
        entries=(-4, 5),
    )
    assert f"    {command_of(sheet.spec, 2, ['jsonl'])}\n" in card(
        sheet.spec, [DataFile("A.x2.jsonl", 4)], sheets=2, kinds={"find-mistake": 2}
    )
    for spec in (sheet.spec, qkvsym.generate("predict-shape", sheet=5).spec):
        count = 2 if spec.sheet == 1 else 1
        name, *arguments = shlex.split(command_of(spec, count, ["json"]))
        assert name == "qkvsym"
        result = CliRunner().invoke(main, [*arguments, "--out", str(tmp_path)])
        assert result.exit_code == 0, result.output
        code = Path(result.output.splitlines()[0]).stem
        assert qkvsym.reproduce(code).spec == spec


def test_the_size_of_a_large_data_set_is_its_class() -> None:
    made = card(Spec(), [DataFile("A.jsonl", 1_000_000)], sheets=100_000, kinds={})
    assert "- 1M<n<10M\n" in made
