"""The command `score`."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import click

from qkvsym.cli.options import form_option
from qkvsym.cli.output import Refused, printed
from qkvsym.errors import shown

STANDARD_INPUT = "-"


@click.command()
@click.argument("path", metavar="FILE.jsonl|-")
@click.option("--answers", metavar="FILE.jsonl", help="The answers, each with the id of its entry.")
@form_option("A summary to read, or one JSON object for each line.")
@click.pass_context
def score(ctx: click.Context, /, path: str, answers: str | None, form: str) -> None:
    """Score what a model answers to the exercises of a data set.

    Each line of FILE is an entry of `generate --format jsonl` with a field answer or response
    beside its own: a text, or a text for each part. A score goes from 0 to 1: the mean over the
    parts that can be checked. A right value in a wrong shape is worth half. A line that cannot be
    scored is reported and counted, and the exit code is 2 in the end; else it is 0.
    """
    from qkvsym.marking import look_of
    from qkvsym.scoring.answered import scored_lines
    from qkvsym.scoring.tally import Tally

    if answers == path == STANDARD_INPUT:
        raise click.UsageError("entries and answers cannot both come from the standard input")
    tally = Tally()
    with ExitStack() as opened:
        entries = opened.enter_context(_opened(path))
        apart = opened.enter_context(_opened(answers)) if answers is not None else None
        for line in scored_lines(entries, apart):
            tally.add(line)
            if form == "json":
                printed(json.dumps(line.to_dict()) + "\n")
            elif line.error:
                click.echo(f"{shown(path)[1:-1]}, line {line.number}: {line.error}", err=True)
    if form == "text":
        printed(look_of(sys.stdout).encoded(tally.as_text()))
    ctx.exit(2 if tally.unread else 0)


@contextmanager
def _opened(path: str) -> Iterator["_Input"]:
    """A file, or the standard input, to read bytes from; raises `Refused` where it cannot be."""
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise Refused("the standard input is closed")
        yield _Input(path, sys.stdin.buffer)
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    with file:
        yield _Input(path, file)


class _Input:
    """What is read; raises `Refused` where that fails, and nothing of what is done meanwhile."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    def readline(self, most: int) -> bytes:
        """The next line, or its first `most` bytes."""
        try:
            return self._file.readline(most)
        except OSError as error:
            raise _unreadable(self._path, error) from None


def _unreadable(path: str, error: Exception) -> Refused:
    reason = getattr(error, "strerror", None) or error
    return Refused(f"the file {shown(path)} cannot be read: {reason}")
