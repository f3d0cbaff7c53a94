"""How many examples Hypothesis draws: few in every run, and so many times more where asked.

``QKVSYM_EXAMPLES=100 pytest tests/reading/test_read_back.py`` draws a hundred times as many.
"""

import os

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("QKVSYM_EXAMPLES", "1"))


def examples(count: int) -> settings:
    """The same examples in every run, and no limit of time, for machines differ."""
    return settings(
        max_examples=count * TIMES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
