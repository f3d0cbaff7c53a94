"""What is printed is what was computed: sheets of all kinds and levels, in every format.

Over 200 sheets are read in tests/sweeps.
"""

import csv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from qkvsym import Matrix, Shape, reproduce
from qkvsym.cli import main
from qkvsym.formats import format_ids
from qkvsym.formula import UNDEFINED as NOTHING
from qkvsym.formula import BigSum, Chain, Entry, Number, Product, Sum
from qkvsym.notation import latex, spoken, text
from tests.printed import UNDEFINED, differing, missing, page_texts, spoken_tokens, tokens
from tests.printed_numbers import AllNumbersArePrinted
from tests.printed_sheets import FEW, PAPER, READERS, numbers_of_pages
from tests.told import ALOUD, IN_COLUMNS, IN_ROWS, told


class TestFew(AllNumbersArePrinted):
    seeds = FEW
    sheets = 40
    numbers = 10_000
    negative = 2_000


def test_every_format_that_has_pages_to_print_is_read() -> None:
    assert set(READERS) == set(format_ids()) - {"json", "text"}


def test_every_number_and_no_other_is_in_the_pdf_of_a_class(tmp_path: Path) -> None:
    roster = tmp_path / "class.csv"
    roster.write_text("id,name\nada,Ada Lovelace\nemmy,Emmy Noether\n", encoding="utf-8")
    asked = ("predict-shape", "change-column", "--roster", str(roster), "--combine")
    result = CliRunner().invoke(main, ["generate", *asked, "--out", str(tmp_path / "new")])
    *pdfs, manifest = map(Path, result.stdout.splitlines())
    with manifest.open(encoding="utf-8", newline="") as file:
        sheets = [reproduce(row["code"]) for row in csv.DictReader(file)]
    assert len({sheet.code for sheet in sheets}) == len(sheets) == len(pdfs) == 2
    for page, pdf in zip(("worksheet", "key"), pdfs, strict=True):
        wanted = [number for sheet in sheets for number in told(sheet, page, PAPER)]
        codes = [sheet.code for sheet in sheets]
        assert differing(wanted, numbers_of_pages(page_texts(pdf.read_bytes()), *codes)) == []


# How numbers are read


def test_a_lost_sign_a_lost_entry_and_a_number_that_is_another_s_are_seen() -> None:
    wanted = [[[1, -2], [3, 4]], [[5]]]
    assert missing(wanted, [5, 1, -2, 3, 4]) == []
    assert missing(wanted, [5, 1, 2, 3, 4]) == [wanted[0], -2]
    assert missing(wanted, [5, 1, -2, 4]) == [wanted[0], 3]
    # All numbers are there, but not in their places.
    assert missing(wanted, [5, -2, 1, 3, 4]) == [wanted[0]]
    assert missing([*wanted, [[5]]], [5, 1, -2, 3, 4]) == [5]
    assert missing([[[1, 2]]], [11, 2]) == [[[1, 2]], 1]


def test_what_is_said_differently_is_shown_after_what_stands_before_it() -> None:
    assert differing([1, -2, 3], [1, -2, 3]) == []
    assert differing([1, -2, 3], [1, 2, 3]) == ["after 1: -2 is 2"]
    assert differing([1, -2, 3], [1, 3]) == ["after 1: -2 is nothing"]
    assert differing([1, 3], [1, 3, 3]) == ["after 1 3: nothing is 3"]
    assert differing([1, "w1.2"], [1, "w2.1"]) == ["after 1: w1.2 is w2.1"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("[4, −5] 1 - 8 (-3) undefined", [4, -5, 1, 8, -3, UNDEFINED]),
        # On paper, where there is no room for spaces.
        ("0-6+0 = -6", [0, 6, 0, -6]),
        ("W_q2 4DCWG9 R2D2", []),
        ("x_1 w_{12} w_{1,10} q_{12}", ["x1", "w1.2", "w1.10", "q12"]),
        ("𝑥1𝑤12 + 𝑥2𝑤22, w1,10", ["x1", "w1.2", "x2", "w2.2", "w1.10"]),
        ("x_i w_{ij} w_{1j} w_{i2} w_{10,j}", ["w1.j", "wi.2", "w10.j"]),
    ],
)
def test_numbers_of_a_text(said: str, read: list[Any]) -> None:
    assert tokens(said) == read


VALUES: list[tuple[Any, list[Any]]] = [
    (Matrix.of([[4, -5], [0, 12]]), [4, -5, 0, 12]),
    (Shape(1, "d_out"), [1]),
    (NOTHING, [UNDEFINED]),
    (Sum((Number(-7), Number(-9), Number(2))), [-7, 9, 2]),
    (
        Sum((Product((Number(2), Number(-4))), Product((Number(-3), Number(1))))),
        [2, -4, -3, 1],
    ),
    (Chain(("q", Entry("w", (1, 10)), Entry("w", (3, "j")), Number(-5))), ["w1.10", "w3.j", -5]),
    (BigSum("i", 3, Product((Entry("x", ("i",)), Entry("w", ("i", 2))))), [1, 3, "wi.2"]),
]


@pytest.mark.parametrize(("value", "numbers"), VALUES)
def test_the_numbers_of_a_value_are_those_that_are_read_where_it_is_spelled(
    value: Any, numbers: list[Any]
) -> None:
    assert [*IN_ROWS(value)] == numbers == tokens(text(value)) == tokens(latex(value))
    assert [*ALOUD(value)] == spoken_tokens(spoken(value))


def test_a_matrix_that_is_set_column_by_column_is_read_so() -> None:
    assert [*IN_COLUMNS(Matrix.of([[4, -5], [0, 12]]))] == [4, 0, -5, 12]
    assert [*ALOUD(VALUES[4][0])] == [2, -4, 3, 1]
