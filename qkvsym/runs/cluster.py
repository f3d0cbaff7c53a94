"""The machines of a Dask cluster, through its own client; what they make is written here."""

import re
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from qkvsym import __version__
from qkvsym.errors import NoWorkers, shown
from qkvsym.runs.making import Outcome, Task, outcomes
from qkvsym.runs.workers import Finish

_SECONDS = 10
_RETRIES = 3
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?|ucx)://)?[^\s/]+:[0-9]{1,5}|inproc://\S+")
DECIDING = ("qkvsym", "jinja2", "latex2mathml", "sympy", "typst")
"""What decides the bytes of a page."""


class Cluster:
    """The workers behind a scheduler; a task whose worker is lost is given to another.

    Raises `NoWorkers` where there are none that make the same bytes as this process, or where the
    cluster is lost.
    """

    def __init__(self, address: str, seconds: float = _SECONDS) -> None:
        distributed = _distributed()
        self._address = address
        if not _ADDRESS.fullmatch(address):
            # A client that was begun with such a one waits for it even when it is closed.
            raise NoWorkers(f"{shown(address)} is no address of a scheduler, as tcp://HOST:8786 is")
        try:
            self._client = distributed.Client(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError):
            raise NoWorkers(
                f"no Dask scheduler answers at {shown(address)} within {seconds:g} seconds; "
                f"check the address, and whether it runs"
            ) from None
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise
        self.ahead = 2 * sum(self._client.ncores().values()) + 2
        self._lost = (OSError, CancelledError, distributed.KilledWorker)

    def _check_workers(self) -> None:
        found = {name: self._client.run(version, name, on_error="return") for name in DECIDING}
        if not found["qkvsym"]:
            raise NoWorkers(
                f"the Dask scheduler at {shown(self._address)} has no workers; start some, as in "
                f"dask worker {self._address}"
            )
        for name, versions in found.items():
            _check_versions(name, versions)

    def begin(self, task: Task) -> Finish:
        """Give a task to the cluster."""
        future = self._client.submit(outcomes, task, pure=False, retries=_RETRIES)
        return partial(self._finish, future)

    def _finish(self, future: Any) -> Sequence[Outcome]:
        try:
            found: list[Outcome] = future.result()
        except self._lost as error:
            raise NoWorkers(
                f"the Dask cluster at {shown(self._address)} was lost ({type(error).__name__})"
            ) from None
        future.release()
        return found

    def close(self) -> None:
        """Leave the cluster as it is; what it still has of this run it drops."""
        self._client.close()


def _check_versions(name: str, versions: Mapping[str, Any]) -> None:
    for worker, there in sorted(versions.items()):
        if isinstance(there, PackageNotFoundError):
            raise NoWorkers(
                f"the Dask worker {shown(worker)} has no {name}: install it there, as in "
                f"pip install qkvsym=={__version__}"
            )
        here = __version__ if name == "qkvsym" else version(name)
        if there != here:
            raise NoWorkers(
                f"the Dask worker {shown(worker)} has {name} {shown(str(there))}, and here it is "
                f"{here}: pages may differ; install the same there"
            )


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise NoWorkers(
            "--dask needs Dask, which is not installed: pip install 'qkvsym[dask]', or take --jobs"
        ) from None
    return distributed
