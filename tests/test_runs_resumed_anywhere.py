"""A run that is stopped anywhere, any number of times, and damaged, becomes the straight run.

In `tests/sweeps/test_many_kills.py` runs are killed; here they stop behind any sheet, which is
quicker, and whatever was written last may be half there.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from qkvsym.runs import listed, paged
from qkvsym.runs.folder import WORK
from tests.examples import examples
from tests.killing import contents
from tests.test_runs_resumed import COUNT, Files, data, run

Damage = Callable[[Path, int], None]


def nothing(folder: Path, much: int) -> None:
    """What is there stays as it was left."""


def manifest_cut(folder: Path, much: int) -> None:
    _cut(folder / "manifest.csv", much)


def page_cut(folder: Path, much: int) -> None:
    pages = sorted(folder.glob("*.md"))
    if pages:
        _cut(pages[much % len(pages)], much)


def page_removed(folder: Path, much: int) -> None:
    pages = sorted(folder.glob("*.md"))
    if pages:
        pages[much % len(pages)].unlink()


def lines_cut(folder: Path, much: int) -> None:
    for path in (folder / WORK).glob("*.jsonl"):
        _cut(path, much)


def rows_cut(folder: Path, much: int) -> None:
    for path in (folder / WORK).glob("*.csv"):
        _cut(path, much)


def half_a_line(folder: Path, much: int) -> None:
    for path in (folder / WORK).glob("*.jsonl"):
        path.write_bytes(path.read_bytes() + b'{"id": "half'[: much % 12])


def _cut(path: Path, much: int) -> None:
    if path.exists():
        held = path.read_bytes()
        path.write_bytes(held[: max(0, len(held) - much)])


def stops(*damages: Damage) -> st.SearchStrategy[list[tuple[int, Damage, int]]]:
    """Behind how many sheets a run stops, what is damaged then, and how much of it."""
    one = st.tuples(
        st.integers(0, COUNT), st.sampled_from((nothing, *damages)), st.integers(1, 999)
    )
    return st.lists(one, min_size=1, max_size=3)


@cache
def straight(kind: Callable[..., object]) -> Files:
    """What a run that is never stopped leaves."""
    with TemporaryDirectory() as folder:
        kind(Path(folder))
        return contents(Path(folder))


@examples(6)
@given(stops(manifest_cut, page_cut, page_removed))
@example([(COUNT, manifest_cut, 1)])
@example([(7, page_cut, 40), (9, page_removed, 3)])
def test_pages_of_a_run_that_is_stopped_anywhere_are_those_of_the_straight_run(
    stopped: list[tuple[int, Damage, int]],
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for sheets, damage, much in stopped:
            run(folder, stop=sheets, opening=paged.resumed)
            damage(folder, much)
        run(folder, opening=paged.resumed)
        assert contents(folder) == straight(run)


@examples(6)
@given(stops(lines_cut, rows_cut, half_a_line))
@example([(COUNT - 1, lines_cut, 1)])
@example([(5, rows_cut, 30), (8, half_a_line, 5)])
def test_a_data_set_that_is_stopped_anywhere_is_that_of_the_straight_run(
    stopped: list[tuple[int, Damage, int]],
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for sheets, damage, much in stopped:
            data(folder, stop=sheets, opening=listed.resumed)
            damage(folder, much)
        data(folder, opening=listed.resumed)
        assert contents(folder) == straight(data)
