"""A Dask cluster makes what is made here, also when one of its workers is killed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qkvsym.errors import NoWorkers
from qkvsym.runs import cluster as clusters
from qkvsym.runs.cluster import Cluster
from qkvsym.runs.making import Pages
from qkvsym.runs.paged import anew, write_pages
from qkvsym.runs.plan import Plan
from qkvsym.runs.workers import Here
from qkvsym.spec import Spec
from tests.killing import contents

distributed = pytest.importorskip("distributed")
# What its own modules warn of is not ours.
pytestmark = pytest.mark.filterwarnings("default")

TIGHT = Spec(("compute-projections",), d_in=2, d_out=2, entries=(0, 1), role="q", any_instance=True)


@pytest.fixture(scope="module")
def two() -> Iterator[Any]:
    import dask

    # The results of a worker that is gone are asked for as long as this.
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as local,
    ):
        yield local


def test_a_cluster_that_loses_a_worker_makes_the_bytes_that_are_made_here(
    two: Any, tmp_path: Path
) -> None:
    plan, look = Plan(TIGHT, 60), Pages(("md",))
    for _ in write_pages(plan, look, tmp_path / "here", Here(), opening=anew):
        pass
    workers = Cluster(two.scheduler_address)
    victim = next(iter(two.workers.values())).pid
    for number, _ in enumerate(
        write_pages(plan, look, tmp_path / "there", workers, size=2, opening=anew)
    ):
        if number == 10:
            os.kill(victim, signal.SIGKILL)
    workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(victim, 0)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_workers_that_would_make_other_bytes_are_refused(
    two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "__version__", "9.9")
    with pytest.raises(NoWorkers) as refused:
        Cluster(two.scheduler_address)
    assert "has qkvsym '" in str(refused.value)
    assert str(refused.value).endswith(
        "and here it is 9.9: pages may differ; install the same there"
    )
    monkeypatch.undo()
    monkeypatch.setattr(clusters, "DECIDING", ("qkvsym", "no-such-package"))
    with pytest.raises(NoWorkers) as missing:
        Cluster(two.scheduler_address)
    assert " has no no-such-package: install it there, as in pip install qkvsym==" in str(
        missing.value
    )


def test_where_nobody_answers_it_is_said_soon() -> None:
    with pytest.raises(NoWorkers) as refused:
        Cluster("tcp://127.0.0.1:9", seconds=0.5)
    assert str(refused.value) == (
        "no Dask scheduler answers at 'tcp://127.0.0.1:9' within 0.5 seconds; check the address, "
        "and whether it runs"
    )


def test_a_cluster_without_workers_is_refused() -> None:
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        with pytest.raises(NoWorkers) as refused:
            Cluster(empty.scheduler_address)
        assert " has no workers; start some, as in dask worker inproc://" in str(refused.value)


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(NoWorkers) as refused:
        Cluster("tcp://127.0.0.1:8786")
    assert str(refused.value) == (
        "--dask needs Dask, which is not installed: pip install 'qkvsym[dask]', or take --jobs"
    )
