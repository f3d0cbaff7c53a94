"""The paper and the size of the letters: what there is, and what is refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from qkvsym.cli import main
from qkvsym.errors import BadOption, UnknownName
from qkvsym.layout import FONT_SIZES, PAPERS, Layout

SIZES = "there are 10, 11, 12, 14, 17, 20 points"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["generate", "predict-shape", *args])


def test_the_usual_layout_is_a4_with_letters_of_eleven_points() -> None:
    assert Layout() == Layout("a4", 11)


def test_every_paper_is_there_in_every_size_and_large_print_is_among_them() -> None:
    made = {Layout(paper, size) for paper in PAPERS for size in FONT_SIZES}
    assert len(made) == len(PAPERS) * len(FONT_SIZES)
    assert sum(size >= 14 for size in FONT_SIZES) >= 3


@pytest.mark.parametrize("size", [0, 9, 13, 21, -11, 11.0, True, "11", None])
def test_a_size_that_there_is_not_is_refused_with_those_that_there_are(size: object) -> None:
    with pytest.raises(BadOption) as refused:
        Layout("a4", size)  # type: ignore[arg-type]
    assert str(refused.value) == f"the font size is {size!r}; {SIZES}"


def test_a_paper_that_there_is_not_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownName) as refused:
        Layout("leter")
    assert str(refused.value).startswith("unknown paper 'leter'")
    assert "letter" in str(refused.value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--font-size", "13"], f"Error: the font size is 13; {SIZES}\n"),
        (["--paper", "leter"], "Error: unknown paper 'leter'"),
    ],
)
def test_the_command_refuses_what_there_is_not_and_writes_nothing(
    tmp_path: Path, options: list[str], says: str
) -> None:
    result = run("--out", str(tmp_path / "new"), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(says)
    assert not (tmp_path / "new").exists()
