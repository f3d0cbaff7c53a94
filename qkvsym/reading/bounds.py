"""How much of a learner's text is read, so that nothing can hang."""

from qkvsym.errors import Unreadable

LARGEST_FILE = 256 * 1024
MOST_LINES = 500
LONGEST_LINE = 2_000
MOST_TOKENS = 1_000
DEEPEST = 40
MOST_DIGITS = 12
MOST_CELLS = 256
MOST_MEMBERS = 32
MOST_STATEMENTS = 32
MOST_FACTORS = 64
LARGEST_SIZE_CLAIMED = 9_999


def check_length(line: str) -> None:
    """Raises `Unreadable` for a line that is too long to be looked at."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(f"the line is longer than {LONGEST_LINE} characters", 0)
