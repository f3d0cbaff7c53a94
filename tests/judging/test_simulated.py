"""Works of simulated learners are judged as plain loops judge them.

`pytest tests/sweeps` does the same on a hundred times as many.
"""

import pytest

from qkvsym.judging.verification import verify
from qkvsym.mistakes import MISTAKES as CATALOGUE
from tests.judging_checks import miscounted, misjudged
from tests.simulator import MISTAKES, right_work, wrong_work

WORKS = 10


def test_every_mistake_of_the_catalogue_is_simulated() -> None:
    assert sorted(MISTAKES) == sorted(CATALOGUE)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_first_wrong_line_is_found_and_names_the_mistake(mistake: str) -> None:
    assert misjudged(mistake, 0, WORKS) == {}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_line_is_counted_and_what_follows_from_it_is_not(mistake: str) -> None:
    assert miscounted(mistake, 0, WORKS) == {}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_nearly_all_wrong_works_show_their_mistake(mistake: str) -> None:
    # No report is made here, so there can be more.
    seen = [work for n in range(60) if (work := wrong_work(mistake, n)).seen_lines]
    assert len(seen) >= 54
    assert all(set(work.seen_lines) <= set(work.wrong_lines) for work in seen)


@pytest.mark.parametrize("start", range(0, 300, 100))
def test_right_works_are_not_accused(start: int) -> None:
    assert misjudged("", start, start + 100) == {}
    assert miscounted("", start, start + 100) == {}


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_givens_beside_the_text_change_nothing_where_the_text_has_them(mistake: str) -> None:
    works = [wrong_work(mistake, n) if mistake else right_work(n) for n in range(10)]
    carrying = [work for work in works if work.has_givens]
    assert carrying
    for work in carrying:
        alone, beside = verify(work.text), verify(work.text, givens=work.givens)
        assert alone.first_wrong == beside.first_wrong
        assert (alone.missing, alone.complete) == (beside.missing, beside.complete)
        assert [line.mistakes for line in alone.lines] == [line.mistakes for line in beside.lines]
