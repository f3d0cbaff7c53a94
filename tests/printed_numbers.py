"""Tests that what is printed is what was computed, for few sheets or many."""

from pathlib import Path
from typing import Any

import pytest

from qkvsym.kinds import kind_ids
from tests.printed import PAGES, UNDEFINED, missing, stated
from tests.printed_data import wrong_in_a_data_set, wrong_in_json
from tests.printed_sheets import (
    READERS,
    drawn,
    entries,
    sets,
    sheets_of,
    wrong_in,
    wrong_in_a_browser,
    wrong_on_paper_from_tex,
)
from tests.told import Style, told


class AllNumbersArePrinted:
    """Read back in every format, number by number; of the sheets from these seeds, more than so
    many."""

    seeds: range
    sheets: int
    numbers: int
    negative: int

    def test_numbers_of_every_sign_and_length_are_on_more_than_so_many_sheets(self) -> None:
        assert len({sheet.code for sheet in drawn(self.seeds)}) > self.sheets
        found = entries(self.seeds)
        assert len(found) > self.numbers
        assert sum(isinstance(entry, int) and entry < 0 for entry in found) > self.negative
        assert {UNDEFINED, "x1", "w1.2", "x16", -9999, 9998} <= {*found}
        assert max(entry for entry in found if isinstance(entry, int)) > 10_000_000

    def test_pages_have_to_say_every_given_and_the_key_every_answer(self) -> None:
        nothing(
            {
                (sheet.code, page): lost
                for sheet in drawn(self.seeds)
                for page in PAGES
                if (lost := missing(stated(sheet, page), told(sheet, page, Style(), hints=False)))
            }
        )

    @pytest.mark.parametrize("form", READERS)
    @pytest.mark.parametrize("kind", kind_ids())
    def test_every_number_and_no_other_is_on_the_sheet_and_the_key(
        self, kind: str, form: str
    ) -> None:
        nothing(wrong_in(form, sheets_of(kind, self.seeds)))

    @pytest.mark.parametrize("form", READERS)
    def test_every_number_and_no_other_is_on_the_pages_of_a_set(self, form: str) -> None:
        nothing(wrong_in(form, sets(self.seeds)))

    def test_every_number_and_no_other_is_in_the_machine_readable_sheet(self) -> None:
        nothing(wrong_in_json(drawn(self.seeds)))

    def test_every_number_and_no_other_is_in_a_data_set(self) -> None:
        nothing(wrong_in_a_data_set(drawn(self.seeds)))

    @pytest.mark.browser
    def test_a_browser_shows_every_number_and_no_other(self) -> None:
        nothing(wrong_in_a_browser(drawn(self.seeds)))

    @pytest.mark.tex
    def test_paper_from_tex_is_printed_well_and_has_every_number_and_no_other(
        self, tmp_path: Path
    ) -> None:
        nothing(wrong_on_paper_from_tex(drawn(self.seeds), tmp_path))


def nothing(wrong: dict[Any, Any]) -> None:
    """Fails with what is wrong."""
    assert wrong == {}, wrong
