"""`qkvsym templates`: every built-in template, byte for byte, and never over what is there."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from qkvsym import Renderer, generate, render
from qkvsym.cli import main
from qkvsym.copying import copy_templates
from qkvsym.errors import BadOutput
from qkvsym.resources import templates_folder

BUILT_IN = {
    file.relative_to(templates_folder()).as_posix(): file.read_bytes()
    for file in templates_folder().rglob("*.j2")
}

SORTED = [path.as_posix() for path in sorted(map(Path, BUILT_IN))]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["templates", *args])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def refused(*args: str) -> str:
    """What a run that is refused says."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    return result.stderr.removeprefix("Error: ").removesuffix("\n")


def test_every_built_in_template_arrives_byte_for_byte() -> None:
    assert run("a/b").exit_code == 0
    assert contents(Path("a/b")) == BUILT_IN
    assert {"lines.j2", "kinds/find-mistake.j2", "pages/worksheet.md.j2"} <= BUILT_IN.keys()


def test_the_paths_are_printed_one_a_line_sorted() -> None:
    result = run("mine")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [f"mine/{name}" for name in SORTED]


def test_a_sheet_with_the_copied_templates_is_the_one_without() -> None:
    sheet = generate(title="Week 3")
    copied = Renderer(copy_templates("mine") and "mine")
    for form in ("md", "tex"):
        for page in ("worksheet", "key"):
            mine = render(sheet, form, page=page, renderer=copied)
            assert mine == render(sheet, form, page=page)


def test_a_copied_template_that_is_changed_is_used() -> None:
    copy_templates("mine")
    Path("mine/pages/worksheet.md.j2").write_text("changed\n")
    result = CliRunner().invoke(
        main, ["generate", "--templates", "mine", "--format", "md", "--out", "-"]
    )
    assert result.stdout == "changed\n"


def test_other_files_in_the_folder_stay() -> None:
    Path("mine/pages").mkdir(parents=True)
    Path("mine/pages/own.j2").write_text("own")
    assert run("mine").exit_code == 0
    assert contents(Path("mine")) == {**BUILT_IN, "pages/own.j2": b"own"}


def test_a_second_copy_into_the_same_folder_is_refused_and_changes_nothing() -> None:
    run("mine")
    Path("mine/lines.j2").write_text("precious")
    before = contents(Path("mine"))
    assert refused("mine") == (
        "the file 'mine/class.j2' is there already, and nothing was written; name a new folder"
    )
    assert contents(Path("mine")) == before


@pytest.mark.parametrize("kind", ["file", "folder", "link", "broken link"])
@pytest.mark.parametrize("name", SORTED[:: len(SORTED) // 4])
def test_whatever_has_the_name_of_a_template_is_named_and_nothing_is_written(
    name: str, kind: str
) -> None:
    path = Path("mine", name)
    path.parent.mkdir(parents=True)
    Path("target").write_text("precious")
    if kind == "folder":
        path.mkdir()
    elif kind == "file":
        path.write_text("precious")
    else:
        path.symlink_to(Path("target" if kind == "link" else "nowhere").absolute())
    before = sorted(map(str, Path().rglob("*")))
    assert refused("mine") == (
        f"the file 'mine/{name}' is there already, and nothing was written; name a new folder"
    )
    assert sorted(map(str, Path().rglob("*"))) == before
    assert Path("target").read_text() == "precious"


@pytest.mark.parametrize("there", [True, False])
def test_no_template_is_written_through_a_link_that_leads_out_of_the_folder(there: bool) -> None:
    Path("mine").mkdir()
    if there:
        Path("outside").mkdir()
    Path("mine/pages").symlink_to(Path("outside").absolute())
    assert refused("mine") == (
        "the folder 'mine/pages' is a link, and templates are not written through links; "
        "name a new folder"
    )
    assert [path.name for path in Path("mine").iterdir()] == ["pages"]
    assert not there or list(Path("outside").iterdir()) == []


def test_the_folder_itself_may_be_a_link() -> None:
    Path("real").mkdir()
    Path("mine").symlink_to("real")
    assert run("mine").exit_code == 0
    assert contents(Path("real")) == BUILT_IN


LONG = "n" * 300


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "the folder has no name; write . for the folder you are in"),
        ("file", "the folder 'file' cannot be made: File exists"),
        ("file/sub", "the folder 'file/sub' cannot be made: Not a directory"),
        ("loop", "the folder 'loop' cannot be made: File exists"),
        ("loop/sub", "the folder 'loop/sub' cannot be made: Too many levels of symbolic links"),
        ("in\0side", "the folder 'in\\x00side' cannot be made: embedded null byte"),
        (LONG, f"the folder '{LONG[:59]}...' cannot be made: File name too long"),
        ("half", "the folder 'half/pages' cannot be made: a file is in its place"),
    ],
)
def test_a_folder_that_cannot_be_made_is_told_with_the_reason(folder: str, said: str) -> None:
    Path("file").write_text("in the way")
    Path("loop").symlink_to("loop")
    Path("half").mkdir()
    Path("half/pages").write_text("in the way")
    assert refused(folder) == said
    assert contents(Path()) == {"file": b"in the way", "half/pages": b"in the way"}
    assert sorted(path.name for path in Path("half").iterdir()) == ["pages"]


def test_a_folder_that_may_not_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise OSError(13, "Permission denied")

    Path("locked").mkdir()
    monkeypatch.setattr(os, "mkdir", locked)
    assert refused("locked/sub") == "the folder 'locked/sub' cannot be made: Permission denied"
    first = min(name.partition("/")[0] for name in SORTED if "/" in name)
    assert refused("locked") == f"the folder 'locked/{first}' cannot be made: Permission denied"


def test_a_disk_that_fills_up_leaves_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert refused("mine").endswith("cannot be written: No space left on device")
    assert contents(Path("mine")) == {}


def test_a_path_may_be_given_instead_of_a_string() -> None:
    assert copy_templates(Path("mine")) == [Path("mine", name) for name in SORTED]
    with pytest.raises(BadOutput):
        copy_templates(Path("mine"))


@pytest.mark.parametrize("args", [(), ("a", "b")])
def test_one_folder_is_asked_for(args: tuple[str, ...]) -> None:
    assert run(*args).exit_code == 2
    assert not Path("a").exists()


def test_help_says_that_only_what_is_changed_needs_to_stay() -> None:
    text = " ".join(run("--help").stdout.split())
    assert "so only those that you change need to stay" in text
