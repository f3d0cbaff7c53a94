"""Files of a worksheet: named by its code, whole or not at all, and never through a link."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qkvsym import generate, render
from qkvsym.errors import AuthorError, BadOutput, UnknownName
from qkvsym.files import write_worksheet
from qkvsym.renderer import Renderer

SHEET = generate("predict-shape")
CODE = SHEET.code


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_paths_come_back_in_the_order_of_the_formats_worksheet_before_key(
    tmp_path: Path,
) -> None:
    paths = write_worksheet(SHEET, ["json", "tex", "md"], tmp_path / "a" / "b")
    expected = [".json", ".tex", ".key.tex", ".md", ".key.md"]
    assert paths == [tmp_path / "a" / "b" / (CODE + suffix) for suffix in expected]
    assert names(tmp_path / "a" / "b") == sorted(path.name for path in paths)


def test_a_folder_may_be_named_by_a_string(tmp_path: Path) -> None:
    assert write_worksheet(SHEET, ["json"], str(tmp_path)) == [tmp_path / f"{CODE}.json"]


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize("form", ["md", "tex"])
def test_each_file_holds_the_utf8_of_the_page_rendered(
    tmp_path: Path, form: str, hints: bool
) -> None:
    sheet = generate("predict-shape", title="Größe \N{SNOWMAN}")
    worksheet, key = write_worksheet(sheet, [form], tmp_path, hints=hints)
    assert worksheet.read_bytes() == render(sheet, form, hints=hints).encode()
    assert key.read_bytes() == render(sheet, form, page="key").encode()
    assert b"\r" not in worksheet.read_bytes()


def test_only_the_pages_asked_for_are_written(tmp_path: Path) -> None:
    assert write_worksheet(SHEET, ["md"], tmp_path, pages=("key",)) == [tmp_path / f"{CODE}.key.md"]
    assert names(tmp_path) == [f"{CODE}.key.md"]


def test_a_users_renderer_is_used(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "worksheet.md.j2").write_text("mine\n")
    (path,) = write_worksheet(
        SHEET, ["md"], tmp_path / "out", pages=("worksheet",), renderer=Renderer(tmp_path)
    )
    assert path.read_text() == "mine\n"


def test_nothing_is_written_where_one_of_the_formats_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        write_worksheet(SHEET, ["md", "docx"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_format_without_a_page_for_sheets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AuthorError):
        write_worksheet(SHEET, ["md", "txt"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_where_one_of_the_pages_cannot_be_rendered(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "key.tex.j2").write_text("<< nowhere >>\n")
    with pytest.raises(AuthorError):
        write_worksheet(SHEET, ["md", "tex"], tmp_path / "out", renderer=Renderer(tmp_path))
    assert not (tmp_path / "out").exists()


def test_an_old_file_is_replaced_and_other_files_stay(tmp_path: Path) -> None:
    (tmp_path / f"{CODE}.md").write_text("old")
    (tmp_path / "other.md").write_text("other")
    write_worksheet(SHEET, ["md"], tmp_path)
    assert (tmp_path / f"{CODE}.md").read_text() == render(SHEET)
    assert (tmp_path / "other.md").read_text() == "other"
    assert names(tmp_path) == sorted([f"{CODE}.md", f"{CODE}.key.md", "other.md"])


@pytest.mark.parametrize("suffix", [".md", ".key.md"])
@pytest.mark.parametrize("there", [True, False])
def test_a_link_in_the_place_of_a_file_is_replaced_and_never_followed(
    tmp_path: Path, suffix: str, there: bool
) -> None:
    target, out = tmp_path / "target", tmp_path / "out"
    out.mkdir()
    if there:
        target.write_text("precious")
    (out / (CODE + suffix)).symlink_to(target)
    write_worksheet(SHEET, ["md"], out)
    assert not (out / (CODE + suffix)).is_symlink()
    assert (out / (CODE + suffix)).read_text().startswith("# ")
    assert target.exists() is there
    assert not there or target.read_text() == "precious"


def test_a_link_to_a_folder_may_be_the_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_worksheet(SHEET, ["json"], tmp_path / "link")
    assert names(tmp_path / "real") == [f"{CODE}.json"]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_files_have_the_mode_that_the_umask_leaves(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        (path,) = write_worksheet(SHEET, ["json"], tmp_path)
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        ("file", "File exists"),
        ("file/sub", "Not a directory"),
        ("loop", "File exists"),
        ("n" * 300, "File name too long"),
    ],
)
def test_a_folder_that_cannot_be_made_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("in the way")
    Path("loop").symlink_to("loop")
    said = f"'{folder}'" if len(folder) < 60 else f"'{folder[:59]}...'"
    with pytest.raises(BadOutput) as caught:
        write_worksheet(SHEET, ["md"], folder)
    assert str(caught.value) == f"the folder {said} cannot be made: {reason}"
    assert names(tmp_path) == ["file", "loop"]
    assert Path("file").read_text() == "in the way"


def test_a_folder_name_with_a_null_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOutput) as caught:
        write_worksheet(SHEET, ["md"], "work\0sheet")
    assert str(caught.value) == "the folder 'work\\x00sheet' cannot be made: embedded null byte"


def test_a_folder_in_the_place_of_a_file_is_named_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{CODE}.md").mkdir()
    with pytest.raises(BadOutput) as caught:
        write_worksheet(SHEET, ["md", "tex"], ".")
    assert str(caught.value) == f"the file '{CODE}.md' cannot be written: Is a directory"
    assert names(tmp_path) == [f"{CODE}.md"]


def test_a_disk_that_fills_up_leaves_the_old_file_whole(tmp_path: Path) -> None:
    (path,) = write_worksheet(SHEET, ["json"], tmp_path)
    old = path.read_bytes()
    with _files_of_at_most(100), pytest.raises(BadOutput) as caught:
        write_worksheet(generate("predict-shape", title="new"), ["json"], tmp_path)
    assert str(caught.value).endswith(" cannot be written: File too large")
    assert path.read_bytes() == old
    assert names(tmp_path) == [path.name]


@contextmanager
def _files_of_at_most(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
