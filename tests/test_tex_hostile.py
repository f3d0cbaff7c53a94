"""Hostile titles and hostile pages under TeX: nothing is run, and no other file is read."""

import os
import re
import subprocess
import tempfile
from collections import Counter
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
    "input": (r"\input{{{}/secret.tex}}", "SECRET"),
    "primitive input": (r"\makeatletter\@@input {}/secret.tex ", "SECRET"),
    "verbatim": (r"\verbatiminput{{{}/secret.tex}}", "SECRET"),
    "read": (r"\newread\r\openin\r={}/secret.tex \ifeof\r\else\read\r to\z\z\fi", "SECRET"),
    "picture": (r"\includegraphics[width=5cm]{{{}/secret.pdf}}", "SECRET"),
    "picture of pdfTeX": (
        r"\pdfximage width 5cm{{{}/secret.pdf}}\pdfrefximage\pdflastximage",
        "SECRET",
    ),
    "dump": (r"\pdffiledump offset 0 length 99 {{{}/secret.tex}}", b"SECRET".hex()),
    "size": (r"size\pdffilesize{{{}/secret.tex}}", "size6"),
    "pipe": (r"\input{{|cat {}/secret.tex}}", "SECRET"),
}
"""Ways to read a file, and what they show of it; the braces are the folder that it is in."""

PREAMBLE = r"\usepackage{graphicx,verbatim}"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder with the file to be read, and a picture of it."""
    (tmp_path / "secret.tex").write_text("SECRET")
    (tmp_path / "secret.pdf").write_bytes(compiled(page("SECRET"), "pdflatex"))
    return tmp_path


@pytest.mark.parametrize("how", READS)
@pytest.mark.parametrize("engine", [one for one in INSTALLED if one in CONFINED])
def test_a_page_of_a_users_template_shows_no_file_of_another_folder(
    engine: str, how: str, secret: Path
) -> None:
    # TeX works in a folder beside which the other can be named too.
    beside = os.path.relpath(secret, os.path.join(tempfile.gettempdir(), "folder"))
    folder = beside if how == "input" else str(secret)
    text, shown = READS[how]
    try:
        made = compiled(page("a " + text.format(folder), PREAMBLE), engine)
    except BadTex as refused:
        # Another complaint would say that the page is not the attack that it is meant to be.
        own = "Undefined control sequence" if engine == "xelatex" else "not found"
        if not re.search(f"n.t find|{own}", str(refused)):
            raise
        return
    assert shown not in text_of(made, secret)
    with pikepdf.open(BytesIO(made)) as pdf:
        streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        assert not any(shown.encode() in one.read_bytes() for one in streams)


def test_tex_that_is_not_confined_shows_the_file_in_each_of_these_ways(secret: Path) -> None:
    ways = "\n\n".join(text.format(secret) for text, _ in READS.values())
    (secret / "page.tex").write_text(page(ways, PREAMBLE))
    subprocess.run(
        ["pdflatex", "-shell-escape", "-interaction=nonstopmode", "page.tex"],
        cwd=secret,
        env={**os.environ, "openin_any": "a"},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    told = text_of((secret / "page.pdf").read_bytes(), secret)
    for shown, count in Counter(shown for _, shown in READS.values()).items():
        assert told.count(shown) == count, shown
