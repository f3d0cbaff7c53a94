"""What the README shows is what happens."""

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import qkvsym
from qkvsym.cli import main
from qkvsym.givens import read_givens
from qkvsym.kinds import kind_ids

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def examples() -> list[tuple[str, str]]:
    found = []
    for block in blocks("console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            found.append((command, output))
    return found


def files() -> list[tuple[str, str]]:
    """The files that the README shows: their names stand in the line above them."""
    return re.findall(
        r"`(\w+\.(?:txt|csv))`:\n\n```(?:text|csv)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE
    )


def test_the_readme_shows_a_file_of_work() -> None:
    assert [name for name, _ in files()] == ["class.csv", "work.txt"]


@pytest.mark.parametrize(("command", "output"), examples(), ids=[c for c, _ in examples()])
def test_a_command_prints_what_the_readme_shows(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in files():
        (tmp_path / file).write_text(text, encoding="utf-8")
    name, *arguments = shlex.split(command)
    assert name == "qkvsym"
    result = CliRunner().invoke(main, arguments, prog_name="qkvsym")
    assert result.output.rstrip() == output.rstrip()


def test_the_python_examples_hold() -> None:
    for block in blocks("python"):
        example = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner().run(example).failed == 0


def test_the_givens_shown_are_the_lesson() -> None:
    (shown,) = (tomllib.loads(block) for block in blocks("toml"))
    lesson = read_givens("lesson")
    assert {name: [list(row) for row in matrix.rows] for name, matrix in lesson.items()} == {
        **shown,
        "x": [shown["x"]],
    }


def test_the_template_shown_is_used(tmp_path: Path) -> None:
    wording, _ = blocks("jinja")
    (tmp_path / "mistakes").mkdir()
    (tmp_path / "mistakes" / "same-column.j2").write_text(wording)
    sheet = qkvsym.generate("compute-projections")
    page = qkvsym.render(sheet, "md", page="key", renderer=qkvsym.Renderer(tmp_path))
    assert "stayed in the first column of $W_q$" in page
    assert "stayed in the first column" not in qkvsym.render(sheet, "md", page="key")


def test_the_page_shown_is_used_and_takes_ten_lines(tmp_path: Path) -> None:
    _, frame = blocks("jinja")
    assert len([line for line in frame.splitlines() if line]) <= 10
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "worksheet.md.j2").write_text(frame)
    sheet = qkvsym.generate("predict-shape", title="Shapes")
    page = qkvsym.render(sheet, "md", renderer=qkvsym.Renderer(tmp_path))
    assert page.startswith("# Quiz: Shapes\n\n**1. Predict the shape.** A token $x$ has shape")
    assert page.endswith(f"Code: `{sheet.code}`\n")


def test_the_table_has_every_kind() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+)` \|", README, flags=re.MULTILINE))
    assert rows == {*kind_ids(), "pdf", "html", "md", "tex", "json"}


def test_the_gate_runs_the_readme_s_test_command() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, flags=re.MULTILINE)
    assert [("pytest" in command) for command in commands] == [False, True]


def test_links_lead_to_files() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link


def test_every_test_that_the_readme_names_is_there_and_no_figure_is_left_out() -> None:
    # The shell's word ends where a blank or a mark does.
    named = set(re.findall(r"`(?:pytest |python )?(tests/[\w/.]+)", README))
    assert len(named) > 6
    assert [path for path in named if not (ROOT / path).exists()] == []
    modules = set(re.findall(r"python -m (tests\.[\w.]+)", README))
    assert modules == {"tests.oracles", "tests.fuzzing", "tests.judging.whole_reports"}
    for module in modules:
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists()
    assert re.findall(r"@[A-Z]+@", README) == []
