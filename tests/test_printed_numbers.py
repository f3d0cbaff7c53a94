"""What is printed is what was computed: sheets of all kinds and levels, in every format.

Over 200 sheets are read in tests/sweeps.
"""

from qkvsym.formats import format_ids
from tests.printed import UNDEFINED, missing, tokens
from tests.printed_numbers import AllNumbersArePrinted
from tests.printed_sheets import FEW, READERS


class TestFew(AllNumbersArePrinted):
    seeds = FEW
    sheets = 40
    numbers = 1000
    negative = 100


def test_every_format_that_has_pages_to_print_is_read() -> None:
    assert set(READERS) == set(format_ids()) - {"json", "text"}


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
