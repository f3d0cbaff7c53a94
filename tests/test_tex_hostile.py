"""Hostile titles and hostile pages under TeX: nothing is run, and no other file is read."""

import os
import tempfile
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from qkvsym.cli import main
from qkvsym.errors import BadTex
from qkvsym.tex import CONFINED, compiled
from tests.hostile import pwned
from tests.test_tex_engine import INSTALLED, page, text_of

pytestmark = pytest.mark.tex

TITLE = (
    r"\immediate\write18{touch /tmp/qkvsym_pwned_18}"
    r"\directlua{os.execute('touch /tmp/qkvsym_pwned_lua')}"
    r"\input{/etc/passwd}\openout1=/tmp/qkvsym_pwned_out\def\a{\a\a}\a^^5c"
)


@pytest.mark.parametrize("engine", INSTALLED)
def test_a_title_is_printed_by_every_engine_and_not_obeyed(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = pwned()
    sheet = (*("generate", "predict-shape", "--format=pdf", "--no-key"), f"--pdf-engine={engine}")
    # TeX is a program, so what is run is watched for by the files that the title would make.
    made = CliRunner().invoke(main, [*sheet, f"--title={TITLE}"])
    assert (made.exit_code, made.stderr) == (0, "")
    (pdf,) = Path("out").iterdir()
    letters = "".join(text_of(pdf.read_bytes(), tmp_path).split())
    assert "\\input{/etc/passwd}" in letters
    assert "\\directlua{os.execute(" in letters
    assert "root:" not in letters
    assert pwned() == before


READS = {
    "input": r"\input{{{}/secret.tex}}",
    "primitive input": r"\makeatletter\@@input {}/secret.tex ",
    "verbatim": r"\verbatiminput{{{}/secret.tex}}",
    "read": r"\newread\r\openin\r={}/secret.tex \ifeof\r\else\read\r to\z\z\fi",
    "picture": r"\includegraphics{{{}/secret.pdf}}",
    "picture of pdfTeX": r"\pdfximage{{{}/secret.pdf}}\pdfrefximage\pdflastximage",
    "dump": r"\pdffiledump offset 0 length 99 {{{}/secret.tex}}",
    "size": r"\pdffilesize{{{}/secret.tex}}",
    "pipe": r"\input{{|cat {}/secret.tex}}",
}
"""Ways to read a file; the braces are the folder that it is in."""

PREAMBLE = r"\usepackage{graphicx,verbatim}"


@pytest.mark.parametrize("how", READS)
@pytest.mark.parametrize("engine", [one for one in INSTALLED if one in CONFINED])
def test_a_page_of_a_users_template_shows_no_file_of_another_folder(
    engine: str, how: str, tmp_path: Path
) -> None:
    (tmp_path / "secret.tex").write_text("SECRET")
    if "picture" in how:
        (tmp_path / "secret.pdf").write_bytes(compiled(page("SECRET"), engine))
    # TeX works in a folder beside which the other can be named too.
    beside = os.path.relpath(tmp_path, os.path.join(tempfile.gettempdir(), "folder"))
    folder = beside if how == "input" else str(tmp_path)
    try:
        made = compiled(page("a " + READS[how].format(folder), PREAMBLE), engine)
    except BadTex:
        return
    assert "SECRET" not in text_of(made, tmp_path)
    with pikepdf.open(BytesIO(made)) as pdf:
        streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        assert not any(b"SECRET" in one.read_bytes() for one in streams)
