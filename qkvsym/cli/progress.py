"""How far a run is: a bar on a terminal, and lines of a log elsewhere."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

EVERY = 10.0
"""Seconds between two lines of the log."""

_LOOKS_BACK = 30.0


class Pace:
    """How many of `count` are done, and how fast the last of them were."""

    def __init__(self, count: int, clock: Callable[[], float] = monotonic) -> None:
        self.count = count
        self.done = 0
        self._clock = clock
        self._seen = deque([(clock(), 0)])

    def add(self, more: int) -> None:
        """Count so many more."""
        self.done += more
        now = self._clock()
        if now - self._seen[-1][0] >= 1:
            self._seen.append((now, self.done))
        while now - self._seen[0][0] > _LOOKS_BACK and len(self._seen) > 2:
            self._seen.popleft()

    def hide(self) -> None:
        """Make room for a line on the terminal."""

    def rate(self) -> float:
        """How many a second, of late."""
        then, done = self._seen[0]
        return (self.done - done) / max(self._clock() - then, 1e-9)

    def said(self) -> str:
        """All of it on a line."""
        rate = self.rate()
        left = round((self.count - self.done) / rate) if rate else 0
        minutes, seconds = divmod(left, 60)
        return (
            f"{self.done} of {self.count} sheets, {_spelled(rate)}, "
            f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left"
        )


def _spelled(rate: float) -> str:
    return f"{rate:.0f} a second" if rate >= 10 else f"{rate:.1f} a second"


@contextmanager
def progress(count: int) -> Iterator[Pace]:
    """What counts is added to a pace; how far it is can be seen on the standard error output."""
    if count == 1 or sys.stderr is None:
        yield Pace(count)
    elif sys.stderr.isatty():
        bar: Any
        with click.progressbar(
            length=count,
            file=sys.stderr,
            show_pos=True,
            item_show_func=lambda pace: _spelled(pace.rate()) if pace else None,
        ) as bar:
            yield _Bar(count, lambda pace, more: bar.update(more, pace))
    else:
        yield _Shown(count, _Log())


class _Shown(Pace):
    """A pace that is shown with everything that is added."""

    def __init__(self, count: int, show: Callable[[Pace, int], None]) -> None:
        super().__init__(count)
        self._show = show

    def add(self, more: int) -> None:
        super().add(more)
        self._show(self, more)


class _Bar(_Shown):
    """A bar, which stands on the line that is written next."""

    def hide(self) -> None:
        click.echo("\r\x1b[2K", nl=False, err=True)


class _Log:
    """A line from time to time; none for what is done soon."""

    def __init__(self) -> None:
        self._last = monotonic()

    def __call__(self, pace: Pace, more: int) -> None:
        now = monotonic()
        if now - self._last >= EVERY and pace.done < pace.count:
            self._last = now
            click.echo(pace.said(), err=True)
