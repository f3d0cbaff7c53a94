"""`qkvsym generate`: paper, letters, TeX engines, the viewer, and PDF on the standard output."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from qkvsym import generate, render
from qkvsym.cli import main
from qkvsym.layout import Layout

CODE = generate("predict-shape").code
SHEET = generate("predict-shape")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["generate", "predict-shape", *args])


@pytest.mark.parametrize("form", ["pdf", "html", "tex"])
@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_paper_and_font_size_reach_every_page_that_is_printed(form: str, page: str) -> None:
    options = ("--format", form, "--paper", "letter", "--font-size", "14")
    name = run(*options).stdout.splitlines()[page == "key"]
    wanted = render(SHEET, form, page=page, layout=Layout("letter", 14))
    content = Path(name).read_bytes()
    assert content == (wanted if isinstance(wanted, bytes) else wanted.encode())
    for other in (Layout("a4", 14), Layout("letter", 11)):
        changed = render(SHEET, form, page=page, layout=other)
        assert content != (changed if isinstance(changed, bytes) else changed.encode())


@pytest.mark.parametrize("size", ["10", "11", "12", "14", "17", "20"])
def test_every_font_size_that_is_offered_is_taken(size: str) -> None:
    assert run("--format", "md", "--font-size", size).exit_code == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--paper", "a5"], "unknown paper 'a5': did you mean 'a4'? there are a4, letter"),
        (["--font-size", "13"], "the font size is 13; there are 10, 11, 12, 14, 17, 20 points"),
        (["--font-size", "-11"], "the font size is -11; there are 10, 11, 12, 14, 17, 20 points"),
        (
            ["--pdf-engine", "latexmk"],
            "unknown TeX engine 'latexmk': did you mean 'xelatex'? "
            "there are lualatex, pdflatex, xelatex",
        ),
        (
            ["--pdf-engine", "pdflatex", "--format", "md"],
            "--pdf-engine makes PDF: add --format pdf, or leave it out",
        ),
        (["--combine", "--format", "md"], "--combine makes PDF alone: leave --format out"),
        (
            ["--combine", "--format", "pdf", "--out", "-"],
            "--combine makes files, and --out - writes none: leave one out",
        ),
        (
            ["--open", "--format", "md", "--out", "-"],
            "--open opens a file, and --out - writes none: leave one out",
        ),
    ],
)
def test_what_cannot_be_met_is_refused_before_anything_is_written(
    options: list[str], says: str
) -> None:
    result = run(*options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.rpartition("Error: ")[2] == f"{says}\n"
    assert list(Path().iterdir()) == []


def test_lua_is_not_run_from_the_user_s_own_templates() -> None:
    Path("mine").mkdir()
    result = run("--pdf-engine", "lualatex", "--templates", "mine")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: lualatex runs whatever Lua a template holds; "
        "with your own templates use pdflatex or xelatex\n"
    )


@pytest.mark.tex
def test_an_engine_sets_the_tex_page_and_changes_no_other_format() -> None:
    own = run("--format", "pdf", "--format", "md", "--out", "a").stdout.splitlines()
    by_tex = run(
        "--format", "pdf", "--format", "md", "--out", "b", "--pdf-engine", "pdflatex"
    ).stdout.splitlines()
    producers = []
    for typst, tex in zip(own, by_tex, strict=True):
        one, other = Path(typst).read_bytes(), Path(tex).read_bytes()
        if typst.endswith(".pdf"):
            producers.append((b"pdfTeX" in one, b"pdfTeX" in other))
        else:
            assert one == other
    assert producers == [(False, True), (False, True)]


@pytest.mark.tex
def test_an_engine_s_first_error_is_one_message_and_nothing_is_written() -> None:
    shutil.copytree(Path(__file__).parent.parent / "templates", "mine")
    page = Path("mine/pages/worksheet.tex.j2")
    page.write_text(page.read_text().replace("\\begin{document}", "\\begin{document}\\nowhere"))
    result = run("--format", "pdf", "--pdf-engine", "pdflatex", "--templates", "mine")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: pdflatex: Undefined control sequence, in line ")
    assert "\\nowhere; mend the template that wrote it" in result.stderr
    assert not Path("out").exists()


def test_open_opens_the_first_file_and_only_that(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    monkeypatch.setattr("qkvsym.viewer.open_file", opened.append)
    result = run("--count", "2", "--open", "--format", "md")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [str(path) for path in opened] == [f"out/{CODE}.md"]


def test_where_nothing_opens_a_file_its_place_is_told_and_the_files_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    result = run("--open", "--format", "md")
    place = Path("out", f"{CODE}.md").absolute()
    assert (result.exit_code, place.exists()) == (0, True)
    assert result.stderr.startswith("no viewer opens '/")
    assert result.stderr.endswith(": there is no display; open it yourself\n")


def test_a_pdf_is_not_printed_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    script = "from qkvsym.cli import main; main(prog_name='qkvsym')"
    ran = subprocess.run(
        [sys.executable, "-c", script, "generate", "--format", "pdf", "--out", "-"],
        stdout=theirs, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(theirs)
    os.close(ours)
    assert ran.returncode == 2
    assert ran.stderr.decode().rpartition("Error: ")[2] == (
        "a PDF is not for a terminal: write it to a file, as in --out DIR\n"
    )
