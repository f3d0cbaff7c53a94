"""The gallery is what the program makes, byte for byte."""

from pathlib import Path

import pytest

import qkvsym
from qkvsym.files import write_worksheet

OUT = Path(__file__).parent.parent / "out"
FORMATS = ("pdf", "html", "md", "tex", "json")
SUFFIXES = [f"{key}{form}" for form in FORMATS for key in ("", "key.")][:-1]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("gallery")
    paths = write_worksheet(qkvsym.generate(), FORMATS, folder)
    return {path.name: path.read_bytes() for path in paths}


def test_the_gallery_has_a_sheet_and_a_key_in_each_format(made: dict[str, bytes]) -> None:
    code = qkvsym.generate().code
    assert list(made) == [f"{code}.{suffix}" for suffix in SUFFIXES]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_of_the_gallery_is_made_again_byte_for_byte(
    suffix: str, made: dict[str, bytes]
) -> None:
    name = f"{qkvsym.generate().code}.{suffix}"
    assert (OUT / name).read_bytes() == made[name], (
        f"out/{name} is old: run qkvsym generate and qkvsym generate --format json"
    )


def test_a_code_from_the_gallery_makes_the_same_sheet() -> None:
    (code,) = {path.name.split(".")[0] for path in OUT.glob("*.md")}
    assert qkvsym.reproduce(code) == qkvsym.generate()
