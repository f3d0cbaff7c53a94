"""Who makes the sheets of a run: this process, or processes beside it."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NoReturn, Protocol

from qkvsym.errors import NoWorkers
from qkvsym.runs.making import Made, Outcome, Task, begun, gathered, outcomes
from qkvsym.runs.plan import Assignment

Finish = Callable[[], Sequence[Outcome]]
"""Waits for what came of a task."""

_PATIENCE = 5.0
_AHEAD = 3


class Workers(Protocol):
    """Makes tasks, any number of which are `ahead` of the one that is waited for."""

    @property
    def ahead(self) -> int:
        """How many tasks to begin before the first is waited for."""

    def begin(self, task: Task) -> Finish:
        """Begin a task, in this moment or later."""

    def close(self) -> None:
        """End what was begun; nothing is waited for any more."""


class Here:
    """This process: a task is made when it is waited for."""

    ahead = 0

    def begin(self, task: Task) -> Finish:
        """Begin nothing."""
        return partial(outcomes, task)

    def close(self) -> None:
        """End nothing."""


class Threads:
    """This process, where pages are set as PDF on all its processors."""

    def __init__(self) -> None:
        count = processors()
        self.ahead = 2 * count
        self._pool = ThreadPoolExecutor(count)

    def begin(self, task: Task) -> Finish:
        """Draw and word all sheets, and have their pages set."""
        # Wording is not for several threads; setting leaves the interpreter free.
        return partial(gathered, [self._begun(one, task) for one in task.assignments])

    def _begun(self, assignment: Assignment, task: Task) -> Callable[[], Made]:
        try:
            sheet = begun(assignment, task)
        except Exception as error:
            return partial(_raise, error)
        pages = [(name, self._pool.submit(page)) for name, page in sheet.contents]
        return lambda: sheet.finished(tuple((name, page.result()) for name, page in pages))

    def close(self) -> None:
        """Wait for the pages that are being set, and begin no other."""
        self._pool.shutdown(cancel_futures=True)


def _raise(error: Exception) -> NoReturn:
    raise error


class _Job:
    __slots__ = ("found", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.found: Sequence[Outcome] | None = None


class Processes:
    """Processes beside this one, each with a pipe of its own and one task at a time.

    They end when this process does, however that happens. Raises `NoWorkers` when one of them
    was ended from outside.
    """

    def __init__(self, count: int) -> None:
        self.ahead = _AHEAD * count
        self._queue: deque[_Job] = deque()
        self._busy: dict[Connection, _Job] = {}
        self._processes: dict[Connection, SpawnProcess] = {}
        try:
            with _ignoring_interrupts():
                for _ in range(count):
                    self._start()
        except BaseException:
            self.close()
            raise
        self._idle = list(self._processes)

    def _start(self) -> None:
        # Not forked: a fork of a process with threads may wait for ever.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        try:
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
        except OSError as error:
            ours.close()
            raise NoWorkers(
                f"a worker process cannot be started: {error.strerror}; use fewer --jobs"
            ) from None
        finally:
            # Its end is known by the end of the pipe, when nobody else holds that.
            theirs.close()
        self._processes[ours] = process

    def running(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid or 0 for process in self._processes.values()]

    def begin(self, task: Task) -> Finish:
        """Give a task to a process, or have it wait for one."""
        job = _Job(task)
        self._queue.append(job)
        self._collect(0)
        return partial(self._finish, job)

    def _finish(self, job: _Job) -> Sequence[Outcome]:
        while job.found is None:
            self._collect(None)
        return job.found

    def _collect(self, seconds: float | None) -> None:
        """Take what is done, and give what waits to those who are idle."""
        for ready in self._ready(seconds):
            try:
                self._busy[ready].found = ready.recv()
            except (EOFError, OSError):
                raise self._lost(self._processes[ready]) from None
            del self._busy[ready]
            self._idle.append(ready)
        while self._queue and self._idle:
            connection, job = self._idle.pop(), self._queue.popleft()
            try:
                connection.send(job.task)
            except OSError:
                raise self._lost(self._processes[connection]) from None
            self._busy[connection] = job

    def _ready(self, seconds: float | None) -> list[Connection]:
        if not self._busy:
            return []
        done = wait(list(self._busy), seconds)
        return [connection for connection in self._busy if connection in done]

    def _lost(self, process: SpawnProcess) -> NoWorkers:
        process.join(_PATIENCE)
        code = process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return NoWorkers(
            f"a worker process was ended from outside ({how}), as systems do that run out of "
            f"memory; use fewer --jobs"
        )

    def close(self) -> None:
        """End the processes: those that have nothing to do by themselves."""
        for connection, process in self._processes.items():
            if connection in self._busy:
                process.terminate()
            connection.close()
        for process in self._processes.values():
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
                process.join(_PATIENCE)


def spare_collector() -> None:
    """Have the garbage collector of this process look for cycles seldom.

    A sheet is thousands of small values and no cycle; looking for them took a third of the time.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def _serve(connection: Connection) -> None:
    """Make tasks until nobody asks any more."""
    spare_collector()
    signal.signal(signal.SIGTERM, _end)
    with suppress(EOFError, OSError):
        while True:
            connection.send(outcomes(connection.recv()))


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # An exit is seen by who waits for a TeX engine, and ends that too.
    sys.exit(128 + number)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Start processes that a Ctrl-C in the terminal does not reach: it is for this one to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
