"""What is printed is what was computed: sheets of all kinds and levels, in every format.

Over 200 sheets are read in tests/sweeps.
"""

from pathlib import Path

import pytest

from qkvsym.formats import format_ids
from qkvsym.kinds import kind_ids
from tests.printed import UNDEFINED, missing, tokens
from tests.printed_sheets import (
    FEW,
    READERS,
    drawn,
    entries,
    lost_in,
    lost_in_a_browser,
    lost_on_paper_from_tex,
    sets,
    sheets_of,
)


def test_numbers_of_every_sign_are_on_the_sheets() -> None:
    assert len({sheet.code for sheet in drawn(FEW)}) > 40
    found = entries(FEW)
    assert len(found) > 1000
    assert sum(isinstance(entry, int) and entry < 0 for entry in found) > 100
    assert UNDEFINED in found


def test_every_format_that_has_pages_to_print_is_read() -> None:
    assert set(READERS) == set(format_ids()) - {"json", "text"}


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("kind", kind_ids())
def test_every_given_is_on_the_sheet_and_every_answer_on_the_key(kind: str, form: str) -> None:
    assert lost_in(form, sheets_of(kind, FEW)) == {}


@pytest.mark.parametrize("form", READERS)
def test_every_given_and_answer_of_a_set_is_printed(form: str) -> None:
    assert lost_in(form, sets(FEW)) == {}


@pytest.mark.browser
def test_a_browser_shows_every_given_and_every_answer() -> None:
    assert lost_in_a_browser(drawn(FEW)) == {}


@pytest.mark.tex
def test_paper_from_tex_has_every_given_and_every_answer(tmp_path: Path) -> None:
    assert lost_on_paper_from_tex(drawn(FEW), tmp_path) == {}


# How numbers are read


def test_a_lost_sign_a_lost_entry_and_a_number_that_is_another_s_are_seen() -> None:
    wanted = [[[1, -2], [3, 4]], [[5]]]
    assert missing(wanted, [5, 1, -2, 3, 4]) == []
    assert missing(wanted, [5, 1, 3, -2, 4], by_column=True) == []
    assert missing(wanted, [5, 1, 2, 3, 4]) == [wanted[0], -2]
    assert missing(wanted, [5, 1, -2, 4]) == [wanted[0], 3]
    # All numbers are there, but not in their places.
    assert missing(wanted, [5, -2, 1, 3, 4]) == [wanted[0]]
    assert missing([*wanted, [[5]]], [5, 1, -2, 3, 4]) == [5]
    assert missing([[[1, 2]]], [11, 2]) == [[[1, 2]], 1]


def test_the_sign_of_a_number_is_read_with_it_and_a_minus_is_not() -> None:
    read = tokens("[4, −5] 1 - 8, 𝑥1 w_12 (-3) undefined W_q2")
    assert read == [4, -5, 1, 8, -3, UNDEFINED]
