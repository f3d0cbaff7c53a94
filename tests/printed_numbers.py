"""Tests that what is printed is what was computed, for few sheets or many."""

from pathlib import Path
from typing import Any

import pytest

from qkvsym.kinds import kind_ids
from tests.printed import UNDEFINED
from tests.printed_sheets import (
    READERS,
    drawn,
    entries,
    lost_in,
    lost_in_a_browser,
    lost_on_paper_from_tex,
    sets,
    sheets_of,
)


class AllNumbersArePrinted:
    """Read back in every format; of the sheets from these seeds, more than so many."""

    seeds: range
    sheets: int
    numbers: int
    negative: int

    def test_numbers_of_every_sign_are_on_more_than_so_many_sheets(self) -> None:
        assert len({sheet.code for sheet in drawn(self.seeds)}) > self.sheets
        found = entries(self.seeds)
        assert len(found) > self.numbers
        assert sum(isinstance(entry, int) and entry < 0 for entry in found) > self.negative
        assert UNDEFINED in found

    @pytest.mark.parametrize("form", READERS)
    @pytest.mark.parametrize("kind", kind_ids())
    def test_every_given_is_on_the_sheet_and_every_answer_on_the_key(
        self, kind: str, form: str
    ) -> None:
        nothing(lost_in(form, sheets_of(kind, self.seeds)))

    @pytest.mark.parametrize("form", READERS)
    def test_every_given_and_answer_of_a_set_is_printed(self, form: str) -> None:
        nothing(lost_in(form, sets(self.seeds)))

    @pytest.mark.browser
    def test_a_browser_shows_every_given_and_every_answer(self) -> None:
        nothing(lost_in_a_browser(drawn(self.seeds)))

    @pytest.mark.tex
    def test_paper_from_tex_has_every_given_and_every_answer(self, tmp_path: Path) -> None:
        nothing(lost_on_paper_from_tex(drawn(self.seeds), tmp_path))


def nothing(lost: dict[Any, Any]) -> None:
    """Fails with what is lost."""
    assert lost == {}, lost
