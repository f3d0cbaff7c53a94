"""Every pair of sizes gives a good instance or a refusal; half of them are in the normal run."""

import pytest

from tests.test_good_instance import good_or_refused


@pytest.mark.parametrize("d_in", range(1, 17))
def test_every_size_and_range_gives_a_good_instance_or_a_refusal(d_in: int) -> None:
    assert {good_or_refused(d_in, d_out) for d_out in range(1, 17)} == {True, False}
