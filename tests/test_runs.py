"""Runs: the same bytes whoever makes them, and numbers that no two sheets share."""

import os
import pickle
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from qkvsym import generate, render
from qkvsym.distinct import Distinct, numbers_in
from qkvsym.errors import (
    BadTemplate,
    NoInstance,
    NoSuchInstance,
    NoWorkers,
    QkvsymError,
    TooManyInstances,
    UnknownName,
    Unreadable,
)
from qkvsym.manifest import read_manifest
from qkvsym.roster import Person
from qkvsym.runs.combined import write_combined
from qkvsym.runs.data_set import names_of
from qkvsym.runs.listed import anew as new_data
from qkvsym.runs.listed import as_lines, stream, write_data
from qkvsym.runs.making import Bound, Entries, Made, Pages
from qkvsym.runs.order import made_in_order, tasks_of
from qkvsym.runs.paged import anew, write_pages
from qkvsym.runs.plan import Plan, for_people
from qkvsym.runs.workers import Here, Processes, Threads, Workers
from qkvsym.spec import Spec
from tests.killing import contents

MD = Pages(("md", "json"))
TIGHT = Spec(("compute-projections",), d_in=2, d_out=2, entries=(0, 1), role="q", any_instance=True)
"""There are 64 instances, so most sheets are not as they are drawn first."""

PEOPLE = (Person("ada", "Ada", "a@b.c"), Person("=bob", "Bob"), Person("cy/../x"))


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    workers = Processes(2)
    yield workers
    workers.close()


def pages(plan: Plan, folder: Path, workers: Workers, look: Pages = MD, size: int = 1) -> list[str]:
    written = write_pages(plan, look, folder, workers, size=size, opening=anew)
    return [path.name for paths in written for path in paths]


def sheets_of(plan: Plan, size: int, met: Iterable[str] = ()) -> list[Made]:
    return list(made_in_order(tasks_of(plan, Entries(), size), Here(), Distinct(met)))


def data(plan: Plan, folder: Path, workers: Workers, size: int = 1) -> dict[str, bytes]:
    for _ in write_data(plan, Entries(), folder, workers, suffix="jsonl", finishing=as_lines,
                        size=size, opening=new_data):  # fmt: skip
        pass
    return contents(folder)


@pytest.mark.parametrize(
    ("plan", "size"),
    [
        (Plan(Spec(("match-matrix", "predict-shape")), 7, title="Größe"), 1),
        (Plan(Spec(("match-matrix", "predict-shape")), 7, title="Größe"), 3),
        (Plan(TIGHT, 60), 7),
        (for_people(Plan(Spec(("match-matrix",)), 0), PEOPLE, "2026"), 100),
    ],
    ids=["one by one", "in threes", "tight", "people"],
)
def test_a_run_is_the_same_bytes_whoever_makes_it_in_tasks_of_any_size(
    plan: Plan, size: int, tmp_path: Path, two: Processes
) -> None:
    names = pages(plan, tmp_path / "here", Here())
    assert pages(plan, tmp_path / "two", two, size=size) == names
    assert contents(tmp_path / "two") == contents(tmp_path / "here")
    assert data(plan, tmp_path / "c", Here()) == data(plan, tmp_path / "d", two, size)


def test_pages_are_those_of_the_sheets_alone(tmp_path: Path) -> None:
    names = pages(Plan(Spec(("match-matrix",)), 3, title="T"), tmp_path, Here())
    sheets = [generate("match-matrix", sheet=n, title="T") for n in (1, 2, 3)]
    expected = {}
    for sheet in sheets:
        expected[f"{sheet.code}.md"] = render(sheet, "md").encode()
        expected[f"{sheet.code}.key.md"] = render(sheet, "md", page="key").encode()
        expected[f"{sheet.code}.json"] = render(sheet, "json").encode()
    assert names == [*expected, "manifest.csv"]
    assert {**expected, "manifest.csv": (tmp_path / "manifest.csv").read_bytes()} == contents(
        tmp_path
    )
    rows = read_manifest(tmp_path / "manifest.csv")
    assert [(row.id, row.code, row.numbers) for row in rows] == [
        (str(n), sheet.code, numbers_in(sheet)) for n, sheet in enumerate(sheets, 1)
    ]


def test_as_many_sheets_as_there_are_are_all_made_and_one_more_is_refused() -> None:
    made = sheets_of(Plan(TIGHT, 64), 5)
    assert len({sheet.numbers for sheet in made}) == len(made) == 64
    assert len({sheet.code for sheet in made}) == 64
    more = made_in_order(tasks_of(Plan(TIGHT, 65), Entries(), 5), Here(), Distinct())
    assert [next(more) for _ in range(64)] == made
    with pytest.raises(NoInstance) as refused:
        next(more)
    assert str(refused.value) == (
        "compute-projections: there are no other good instances than those taken already; ask "
        "for fewer sheets, or widen --entries"
    )


def test_numbers_that_were_met_before_the_run_are_not_used_again() -> None:
    plan = Plan(TIGHT, 30)
    first = sheets_of(plan, 4)
    met = {digest for sheet in first for digest in sheet.numbers}
    second = sheets_of(plan, 7, met)
    assert len(second) == 30
    assert met.isdisjoint(digest for sheet in second for digest in sheet.numbers)


def test_the_users_own_numbers_are_on_every_sheet() -> None:
    sheet = generate("compute-projections", given="lesson")
    givens = dict(sheet.exercises[0].givens)
    plan = Plan(sheet.spec, 3, givens=givens)
    made = sheets_of(plan, 2)
    assert [one.numbers for one in made] == [numbers_in(sheet)] * 3


def test_threads_set_the_pages_that_one_processor_sets(tmp_path: Path) -> None:
    plan, look = Plan(Spec(("predict-shape",)), 3), Pages(("pdf", "md"))
    threads = Threads()
    assert pages(plan, tmp_path / "a", threads, look) == pages(plan, tmp_path / "b", Here(), look)
    threads.close()
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_one_pdf_of_all_is_the_same_whoever_makes_it(tmp_path: Path, two: Processes) -> None:
    plan, look = Plan(Spec(("predict-shape",)), 3), Bound(("pdf",))
    threads = Threads()
    for name, workers in (("a", threads), ("b", Here()), ("c", two)):
        *none, paths = write_combined(plan, look, tmp_path / name, workers)
        assert none == [()] * 3
        stem = f"{generate('predict-shape').code}.x3"
        assert [path.name for path in paths] == [f"{stem}.pdf", f"{stem}.key.pdf", "manifest.csv"]
        assert contents(tmp_path / name) == contents(tmp_path / "a")
    threads.close()
    rows = read_manifest(tmp_path / "a" / "manifest.csv")
    assert [(row.id, row.files, row.sha256) for row in rows] == [(n, (), ()) for n in "123"]


def test_one_pdf_of_sheets_that_are_there_keeps_their_manifest(tmp_path: Path) -> None:
    plan = Plan(Spec(("predict-shape",)), 2)
    pages(plan, tmp_path, Here())
    before = (tmp_path / "manifest.csv").read_bytes()
    list(write_combined(plan, Bound(("pdf",)), tmp_path, Here()))
    assert (tmp_path / "manifest.csv").read_bytes() == before


def broken(folder: Path) -> str:
    """Templates that break on the sheets of one seed."""
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "worksheet.md.j2").write_text(
        "<% if sheet.spec.sheet == 4 %><< nowhere >><% endif %>whole\n"
    )
    return str(folder)


@pytest.mark.parametrize("size", [1, 2, 10])
def test_an_error_is_raised_in_its_turn_behind_whole_sheets(
    size: int, tmp_path: Path, two: Processes
) -> None:
    look = Pages(("md",), ("worksheet",), templates=broken(tmp_path / "mine"))
    plan = Plan(Spec(("predict-shape",)), 9)
    said = []
    for name, workers in (("a", Here()), ("b", two)):
        with pytest.raises(BadTemplate) as refused:
            pages(plan, tmp_path / name, workers, look, size)
        said.append(str(refused.value))
        assert len(read_manifest(tmp_path / name / "manifest.csv")) == 3
        assert len(contents(tmp_path / name)) == 4
    assert said[0] == said[1]
    assert "nowhere" in said[0]


def test_a_run_that_fails_at_once_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine" / "pages").mkdir(parents=True)
    (tmp_path / "mine" / "pages" / "worksheet.md.j2").write_text("<< nowhere >>")
    look = Pages(("md",), templates=str(tmp_path / "mine"))
    with pytest.raises(BadTemplate):
        pages(Plan(Spec(("predict-shape",)), 3), tmp_path / "new", Here(), look)
    assert not (tmp_path / "new").exists()


def raised() -> Iterator[QkvsymError]:
    yield UnknownName("kind", "x", ["a", "b"])
    yield NoSuchInstance(3, 512)
    yield TooManyInstances("many", 7)
    yield Unreadable("reason", 3)
    ready = (UnknownName, NoSuchInstance, TooManyInstances, Unreadable)
    kinds = [QkvsymError]
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind not in ready and kind.__module__ == QkvsymError.__module__:
            yield kind("said")


@pytest.mark.parametrize("error", [*raised()], ids=lambda error: type(error).__name__)
def test_every_error_comes_from_another_process_as_it_was_raised(error: QkvsymError) -> None:
    there = pickle.loads(pickle.dumps(error))
    assert (type(there), str(there), there.args) == (type(error), str(error), error.args)
    assert vars(there) == vars(error)


def test_a_worker_that_is_ended_ends_the_run_with_its_reason(tmp_path: Path) -> None:
    workers = Processes(2)
    plan = Plan(Spec(("match-matrix",)), 200)
    written = write_pages(plan, MD, tmp_path, workers, size=5, opening=anew)
    next(written)
    for process in workers.running():
        os.kill(process, signal.SIGKILL)
    with pytest.raises(NoWorkers) as lost:
        list(written)
    assert str(lost.value) == (
        "a worker process was ended from outside (signal 9), as systems do that run out of "
        "memory; use fewer --jobs"
    )
    workers.close()
    rows = read_manifest(tmp_path / "manifest.csv")
    assert 0 < len(rows) < 200
    assert set(contents(tmp_path)) == {"manifest.csv", *(f for row in rows for f in row.files)}


def test_workers_are_gone_when_they_are_closed() -> None:
    workers = Processes(2)
    begun = [workers.begin(task) for task in tasks_of(Plan(Spec(("match-matrix",)), 400), MD, 100)]
    running = workers.running()
    begun[0]()
    workers.close()
    for process in running:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_lines_are_streamed_as_they_stand_in_the_file(tmp_path: Path) -> None:
    plan = Plan(TIGHT, 9)
    files = data(plan, tmp_path, Here())
    name, card, manifest = names_of(plan, "jsonl")
    assert set(files) == {name, card, manifest}
    assert b"".join(stream(plan, Entries(), Here(), size=2)) == files[name]
    assert files[card].startswith(b"---\n")
    assert [row.id for row in read_manifest(tmp_path / manifest)] == [str(n) for n in range(1, 10)]
