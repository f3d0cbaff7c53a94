"""Many works of simulated learners: `pytest tests/sweeps`, which takes some minutes."""

import pytest

from tests.judging_checks import miscounted, misjudged
from tests.simulator import MISTAKES

WORKS = 1000


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_first_wrong_line_is_found_and_names_the_mistake(mistake: str) -> None:
    assert misjudged(mistake, 0, WORKS) == {}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_line_is_counted_and_what_follows_from_it_is_not(mistake: str) -> None:
    assert miscounted(mistake, 0, WORKS) == {}


@pytest.mark.parametrize("start", range(0, 10 * WORKS, WORKS))
def test_right_works_are_not_accused(start: int) -> None:
    assert misjudged("", start, start + WORKS) == {}
    assert miscounted("", start, start + WORKS) == {}
