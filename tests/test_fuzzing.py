"""The fuzzer's targets keep their promises on what they begin with, and what does not is kept.

The fuzzer itself is run by ``python -m tests.fuzzing``, and needs atheris; these tests do not.
"""

from pathlib import Path

import pytest

from tests.fuzzing.clock import Clock
from tests.fuzzing.findings import Findings
from tests.fuzzing.mutating import dictionary, mutation
from tests.fuzzing.target import Target
from tests.fuzzing.targets import names, target

EVERY = 40
"""All inputs are tried where the fuzzer runs."""


@pytest.mark.parametrize("name", names())
def test_a_target_keeps_its_promises_on_what_it_begins_with(name: str) -> None:
    tried = target(name)
    for data in list(tried.inputs())[::EVERY]:
        tried.tried(data)


def test_an_error_that_is_not_documented_and_a_result_that_is_not_sane_break_a_promise() -> None:
    def refused(data: bytes) -> bytes:
        if data == b"a":
            raise KeyError("a")
        if data == b"m":
            raise ValueError("a\x1b[31m")
        return data

    def check(data: bytes, made: bytes) -> None:
        assert made != b"b"

    tried = Target(refused, (ValueError,), check, lambda: (), ())
    tried.tried(b"c")
    with pytest.raises(KeyError):
        tried.tried(b"a")
    for data in (b"b", b"m"):
        with pytest.raises(AssertionError):
            tried.tried(data)


def test_what_breaks_a_promise_is_kept_once_for_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    findings = Findings("lines", tmp_path)
    for data in (b"one", b"two"):
        try:
            int("x")
        except ValueError as error:
            findings.broken(data, error)
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == b"one"
    said = capsys.readouterr().out
    assert said.startswith("FINDING lines: ValueError at test_fuzzing.py:")
    assert said.endswith(f"; python -m tests.fuzzing --replay lines {kept}\n")


def test_an_input_is_slow_where_it_is_slow_without_the_instruments(tmp_path: Path) -> None:
    findings = Findings("weights", tmp_path, clock=Clock("weights"))
    findings.timed(b"q=1", seconds=9.0, most=0.1)
    assert list(tmp_path.iterdir()) == []
    findings.timed(b"q=1", seconds=9.0, most=0.0)
    assert [path.name[:5] for path in tmp_path.iterdir()] == ["slow-"]
    assert findings.clock is not None
    findings.clock.close()


def test_changes_are_the_same_for_the_same_seed_and_stay_within_the_bound() -> None:
    change = mutation(("W_q", "= "), lambda data, longest: data[:longest])
    made = [change(b"\x01q = [4, 5]", 30, seed) for seed in range(200)]
    assert made == [change(b"\x01q = [4, 5]", 30, seed) for seed in range(200)]
    assert len(set(made)) > 50
    assert max(map(len, made)) <= 30
    assert {one[:1] for one in made} == {b"\x01"}
    assert dictionary(("x=",)) == '"\\x78\\x3d"\n'
