"""Over 200 sheets read back from every format: `pytest tests/sweeps`, which takes some minutes."""

from pathlib import Path

import pytest

from qkvsym.kinds import kind_ids
from tests.printed import UNDEFINED
from tests.printed_sheets import (
    MANY,
    READERS,
    drawn,
    entries,
    lost_in,
    lost_in_a_browser,
    lost_on_paper_from_tex,
    sets,
    sheets_of,
)


def test_there_are_more_than_200_sheets_with_numbers_of_every_sign_on_them() -> None:
    assert len({sheet.code for sheet in drawn(MANY)}) > 200
    found = entries(MANY)
    assert len(found) > 5000
    assert sum(isinstance(entry, int) and entry < 0 for entry in found) > 500
    assert UNDEFINED in found


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("kind", kind_ids())
def test_every_given_is_on_the_sheet_and_every_answer_on_the_key(kind: str, form: str) -> None:
    assert lost_in(form, sheets_of(kind, MANY)) == {}


@pytest.mark.parametrize("form", READERS)
def test_every_given_and_answer_of_a_set_is_printed(form: str) -> None:
    assert lost_in(form, sets(MANY)) == {}


@pytest.mark.browser
def test_a_browser_shows_every_given_and_every_answer() -> None:
    assert lost_in_a_browser(drawn(MANY)) == {}


@pytest.mark.tex
def test_paper_from_tex_has_every_given_and_every_answer(tmp_path: Path) -> None:
    assert lost_on_paper_from_tex(drawn(MANY), tmp_path) == {}
