"""The PDF that a TeX engine makes of a page, and TeX that does nothing but that."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest

from qkvsym import generate, render
from qkvsym.errors import BadOption, BadTex, UnknownName
from qkvsym.renderer import Renderer
from qkvsym.tex import ENGINES, compiled

tex = pytest.mark.tex
INSTALLED = [name for name in ENGINES if shutil.which(name)] or ["pdflatex"]
TO_DO = "mend the template that wrote it (--format tex shows the page)"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for temporary folders."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def page(body: str, preamble: str = "") -> str:
    """A page with its body on line 4, if the preamble is one line."""
    return (
        f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


def text_of(pdf: bytes, folder: Path) -> str:
    (folder / "made.pdf").write_bytes(pdf)
    ran = subprocess.run(
        ["pdftotext", "made.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout


def complaint(source: str, engine: str = "pdflatex", seconds: float = 60, most: int = 10**8) -> str:
    with pytest.raises(BadTex) as caught:
        compiled(source, engine, seconds=seconds, most=most)
    return str(caught.value)


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a script in the place of pdflatex."""
    folder.mkdir()
    (folder / "pdflatex").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "pdflatex").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@tex
@pytest.mark.parametrize(("engine", "which"), [*zip(INSTALLED, cycle(["key", "worksheet"]))])
def test_every_page_of_a_sheet_has_its_code_on_paper(
    engine: str, which: str, tmp_path: Path
) -> None:
    sheet = generate("compute-projections", title="Week 3: 100% \\LaTeX{}")
    pages = text_of(compiled(render(sheet, "tex", page=which), engine), tmp_path).split("\f")[:-1]
    assert len(pages) > 1
    assert all(f"Code {sheet.code}" in " ".join(text.split()) for text in pages)
    assert "Week 3: 100% \\LaTeX{}" in pages[0]


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_the_same_page_gives_the_same_bytes_at_another_time_in_another_place(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = render(generate("predict-shape"), "tex")
    first = compiled(source, engine)
    (tmp_path / "other").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "other"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    time.sleep(1.1)
    assert compiled(source, engine) == first
    assert first.startswith(b"%PDF-")


@tex
def test_a_page_says_the_day_on_which_it_is_set(tmp_path: Path) -> None:
    assert " 1970" not in text_of(compiled(page("\\today"), "pdflatex"), tmp_path)


@tex
@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize(
    "body",
    [
        "see page~\\pageref{there}.\\newpage\\label{there}a",
        "\\tableofcontents\\newpage\\section{there}",
    ],
    ids=["reference", "contents"],
)
def test_tex_runs_again_until_references_are_there(body: str, engine: str, tmp_path: Path) -> None:
    text = text_of(compiled(page(body), engine), tmp_path).partition("\f")[0]
    assert "??" not in text
    assert re.search("see page 2|there", text)


def test_tex_runs_no_more_than_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tmp_path / "runs"
    said = "LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right."
    script = f"echo x >> {runs}; echo '{said}' > page.log; echo pdf > page.pdf"
    fake(tmp_path / "bin", monkeypatch, script)
    assert compiled("", "pdflatex") == b"pdf\n"
    assert runs.read_text() == "x\n" * 3


def test_tex_runs_once_where_nothing_asks_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = tmp_path / "runs"
    script = f"echo x >> {runs}; echo 'No file page.aux.' > page.log; echo pdf > page.pdf"
    fake(tmp_path / "bin", monkeypatch, script)
    assert compiled("", "pdflatex") == b"pdf\n"
    assert runs.read_text() == "x\n"


@tex
@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize(
    "body",
    [
        "\\immediate\\write18{{touch {file}}}",
        '\\input{{|"touch {file}"}}',
        "\\newwrite\\w\\immediate\\openout\\w={file}\\immediate\\write\\w{{x}}",
        "\\newwrite\\w\\immediate\\openout\\w=../outside.txt\\immediate\\write\\w{{x}}",
    ],
    ids=["write18", "pipe", "openout", "parent"],
)
def test_a_page_runs_no_program_and_writes_no_file_outside_its_folder(
    body: str, engine: str, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "outside.txt"
    # What would let it write there, if it were kept.
    monkeypatch.setenv("TEXMFOUTPUT", str(tmp_path))
    monkeypatch.setenv("openout_any", "a")
    monkeypatch.setenv("shell_escape", "t")
    with suppress(BadTex):
        compiled(page("a" + body.format(file=file)), engine)
    assert not file.exists()
    assert list(temporary.iterdir()) == []


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_page_reads_no_file_outside_its_folder(engine: str, tmp_path: Path) -> None:
    (tmp_path / "private.tex").write_text("secret")
    body = f"\\newread\\r\\openin\\r={tmp_path}/private.tex \\ifeof\\r none\\else some\\fi"
    assert "none" in text_of(compiled(page(body), engine), tmp_path)


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_packages_are_found_where_the_user_says_they_are(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.sty").write_text("\\newcommand{\\school}{Riverside}\n")
    monkeypatch.setenv("TEXINPUTS", f"{tmp_path}{os.pathsep}")
    made = compiled(page("\\school", "\\usepackage{mine}"), engine)
    assert "Riverside" in text_of(made, tmp_path)


LONG = "word " * 40
ERRORS = [
    ("ab\\foo bar", f"Undefined control sequence, in line 4 of the page, after ab\\foo; {TO_DO}"),
    (
        "\n\\def\\b{\\nosuch}\nword \\b more",
        f"Undefined control sequence, in line 6 of the page, after word \\b; {TO_DO}",
    ),
    ("x_1", f"Missing $ inserted, in line 4 of the page, after x_; {TO_DO}"),
    (
        f"{LONG}\\foo and on",
        f"Undefined control sequence, in line 4 of the page, after ...{LONG[-53:]}\\foo; {TO_DO}",
    ),
    (
        "\\begin{itemize}\n\\item a",
        "LaTeX Error: \\begin{itemize} on input line 4 ended by \\end{document}, "
        f"in line 6 of the page, after \\end{{document}}; {TO_DO}",
    ),
    (
        "\\PackageError{mine}{one\\MessageBreak two\\MessageBreak three}{}",
        "Package mine Error: one two three, in line 4 of the page, "
        f"after ...ageError{{mine}}{{one\\MessageBreak two\\MessageBreak three}}{{}}; {TO_DO}",
    ),
    (
        "\\def\\a{\\a\\a}\\a",
        "TeX capacity exceeded, sorry [input stack size=10000], in line 4 of the page, "
        f"after \\def\\a{{\\a\\a}}\\a; {TO_DO}",
    ),
]


@tex
@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize(("body", "said"), ERRORS)
def test_the_first_error_is_told_with_its_line_and_what_was_read_of_it(
    body: str, said: str, engine: str, temporary: Path
) -> None:
    assert complaint(page(body), engine) == f"{engine}: {said}"
    assert list(temporary.iterdir()) == []


@tex
def test_only_the_first_of_several_errors_is_told() -> None:
    said = f"pdflatex: Undefined control sequence, in line 4 of the page, after \\foo; {TO_DO}"
    assert complaint(page("\\foo\n\\bar\n$x")) == said


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_package_that_is_missing_is_named(engine: str) -> None:
    assert complaint(page("a", "\\usepackage{nosuch}"), engine) == (
        f"{engine}: LaTeX Error: File `nosuch.sty' not found, in line 3 of the page, "
        "after \\begin; install what TeX misses, or use a template that does without"
    )


@tex
def test_an_error_in_a_package_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.sty").write_text("\n\\foo\n")
    monkeypatch.setenv("TEXINPUTS", f"{tmp_path}{os.pathsep}")
    assert complaint(page("a", "\\usepackage{mine}")) == (
        f"pdflatex: Undefined control sequence, in line 2 of {tmp_path}/mine.sty, "
        f"after \\foo; {TO_DO}"
    )


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_page_that_has_no_end_is_told(engine: str) -> None:
    said = f"{engine}: the page has no \\end{{document}}; {TO_DO}"
    assert complaint("\\documentclass{article}\n\\begin{document}\n$x", engine) == said


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_page_on_which_nothing_is_printed_is_told(engine: str) -> None:
    said = f"{engine} makes no PDF: nothing is printed on the page; {TO_DO}"
    assert complaint(page(""), engine) == said


def test_no_control_character_of_a_log_reaches_the_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = "./page.tex:2: a\033[31mb\u202ec.\nl.2 \007d" + "e" * 70 + "\n"
    (tmp_path / "log").write_text(log)
    fake(tmp_path / "bin", monkeypatch, f"cp {tmp_path}/log page.log; exit 1")
    said = f"pdflatex: a?[31mb?c, in line 2 of the page, after ...{'e' * 57}; {TO_DO}"
    assert complaint("") == said


def test_a_very_long_error_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_bytes(b"! \xff" + b"m" * 5000 + b"\n")
    fake(tmp_path / "bin", monkeypatch, f"cp {tmp_path}/log page.log; exit 1")
    assert complaint("") == f"pdflatex: \N{REPLACEMENT CHARACTER}{'m' * 196}; {TO_DO}"


@pytest.mark.parametrize("log", ["rm -f page.log", "echo nothing > page.log"])
def test_a_fault_of_which_the_log_says_nothing_is_told_by_its_exit_code(
    log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, f"{log}; exit 7")
    said = f"pdflatex ends with exit code 7, and its log names no error; {TO_DO}"
    assert complaint("") == said


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_page_that_never_ends_is_stopped(engine: str, temporary: Path) -> None:
    began = time.monotonic()
    said = f"{engine} was stopped: the page takes over 1.5 seconds; {TO_DO}"
    assert complaint(page("\\def\\a{\\relax\\a}\\a"), engine, seconds=1.5) == said
    assert time.monotonic() - began < 10
    assert list(temporary.iterdir()) == []


@tex
@pytest.mark.parametrize("engine", INSTALLED)
def test_a_page_that_writes_without_end_is_stopped(engine: str, temporary: Path) -> None:
    body = f"\\def\\a{{\\message{{{'x' * 70}}}\\a}}\\a"
    said = f"{engine} was stopped: it wrote over 2,000,000 bytes; {TO_DO}"
    assert complaint(page(body), engine, seconds=20, most=2_000_000) == said
    assert list(temporary.iterdir()) == []


def test_what_tex_started_is_stopped_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, f"(sleep 1.5; touch {tmp_path}/late) & sleep 30")
    said = f"pdflatex was stopped: the page takes over 0.5 seconds; {TO_DO}"
    assert complaint("", seconds=0.5) == said
    time.sleep(2)
    assert not (tmp_path / "late").exists()


def test_an_interrupt_stops_tex(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    fake(tmp_path / "bin", monkeypatch, f"sleep 1.5; touch {tmp_path}/late")
    monkeypatch.setattr("qkvsym.tex._size", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compiled("", "pdflatex")
    time.sleep(2)
    assert not (tmp_path / "late").exists()
    assert list(temporary.iterdir()) == []


def test_a_page_that_asks_a_question_gets_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, "read line || echo none > page.pdf")
    assert compiled("", "pdflatex") == b"none\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_that_is_not_installed_is_told(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert complaint("", engine) == (
        f"{engine} is not installed, or not on the PATH; "
        "install it, or leave --pdf-engine out: a PDF needs no TeX"
    )


def test_an_engine_that_is_no_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, "")
    (tmp_path / "bin" / "pdflatex").write_bytes(b"\0")
    assert complaint("") == "pdflatex cannot be run: Exec format error"


def test_an_engine_named_by_a_relative_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, "echo pdf > page.pdf")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"bin{os.pathsep}{os.defpath}")
    assert compiled("", "pdflatex") == b"pdf\n"


@pytest.mark.parametrize("engine", ["luatex", "", "pdflatex; ls", "/usr/bin/pdflatex"])
def test_no_other_engine_is_run(engine: str) -> None:
    with pytest.raises(UnknownName) as caught:
        Renderer(pdf_engine=engine)
    assert str(caught.value).endswith("there are lualatex, pdflatex, xelatex")


def test_lua_is_for_the_built_in_templates_alone(tmp_path: Path) -> None:
    assert Renderer(pdf_engine="lualatex")
    assert Renderer(tmp_path, pdf_engine="pdflatex")
    with pytest.raises(BadOption) as caught:
        Renderer(tmp_path, pdf_engine="lualatex")
    assert str(caught.value) == (
        "lualatex runs whatever Lua a template holds; "
        "with your own templates use pdflatex or xelatex"
    )


def test_letters_that_have_no_utf8_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", monkeypatch, "cp page.tex page.pdf")
    assert compiled("ü\ud800\r\n", "pdflatex") == "ü?\r\n".encode()
