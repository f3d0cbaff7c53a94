"""Over 200 sheets read back from every format: `pytest tests/sweeps`, which takes some minutes."""

from tests.printed_numbers import AllNumbersArePrinted
from tests.printed_sheets import MANY


class TestMany(AllNumbersArePrinted):
    seeds = MANY
    sheets = 200
    numbers = 25_000
    negative = 5_000
