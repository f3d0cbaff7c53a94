"""Everything that is said of some hundred short works: verdicts, places, values, notes, mistakes.

The other tests look at one thing each. Here nothing that a report says changes unseen.
"""

import pytest

from tests.judging.whole_reports import FILE, file_of, read, report_of

GIVENS, WORKS = read()
CHUNK = 60


@pytest.mark.parametrize("start", range(0, len(WORKS), CHUNK))
def test_all_that_a_report_says_is_what_it_said(start: int) -> None:
    for givens, work, report in WORKS[start : start + CHUNK]:
        assert report_of(work, GIVENS[givens]) == report, (givens, work)


def test_the_file_of_reports_is_what_is_written_anew_but_for_the_reports() -> None:
    assert file_of(GIVENS, WORKS) == FILE.read_text(encoding="utf-8")
    assert len({(givens, work) for givens, work, _ in WORKS}) == len(WORKS) > 700
