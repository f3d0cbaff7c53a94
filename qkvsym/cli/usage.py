"""Which options of `generate` go together."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from qkvsym.errors import UnknownName

DECIDED_BY_CODE = (
    *("kinds", "mistakes", "level", "seed", "count", "roster", "term", "d_in", "d_out", "entries"),
    *("role", "any_instance", "avoid"),
)
"""The options that a code stands for."""

DATA_FORMATS = ("jsonl", "parquet")
"""One file of all exercises, for programs."""


def is_run(options: dict[str, Any]) -> bool:
    """Whether more is written than the files of one sheet."""
    return (
        options["count"] > 1
        or options["roster"] is not None
        or options["combine"]
        or data_format(options) is not None
    )


def data_format(options: dict[str, Any]) -> str | None:
    """The format of the data set that is asked for, if one is."""
    return next((name for name in options["formats"] if name in DATA_FORMATS), None)


def check_usage(ctx: click.Context, options: dict[str, Any]) -> None:
    """Raise `UsageError` where options cannot go together."""
    from click.core import ParameterSource

    # Where there are no kinds, click 8.1 says that they were typed.
    asked = {
        name
        for name, held in options.items()
        if held != () and ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    if options["code"] is not None:
        also = [name for name in DECIDED_BY_CODE if name in asked]
        if also:
            raise click.UsageError(
                f"--code decides {', '.join(also).replace('_', '-')} already; "
                f"leave the code or the others out"
            )
    formats = set(options["formats"])
    if options["combine"] and not formats <= {"pdf"}:
        raise click.UsageError("--combine makes PDF alone: leave --format out")
    if options["pdf_engine"] is not None and formats and "pdf" not in formats:
        raise click.UsageError("--pdf-engine makes PDF: add --format pdf, or leave it out")
    _check_people(options, asked)
    _check_data(options, formats)
    _check_formats(options["formats"])
    _check_run(options)
    if options["out"] == "-":
        _check_printing(options, formats)


def _check_formats(names: Sequence[str]) -> None:
    from qkvsym.formats import format_named, suffixes

    for name in names:
        if name not in DATA_FORMATS:
            try:
                format_named(name, "worksheet")
            except UnknownName:
                known = (*suffixes("worksheet"), *DATA_FORMATS)
                raise UnknownName("format", name, known) from None


def _check_people(options: dict[str, Any], asked: set[str]) -> None:
    if options["roster"] is not None and "count" in asked:
        raise click.UsageError("--roster makes a sheet for each person: leave --count out")
    if options["roster"] is None and options["term"] is not None:
        raise click.UsageError("--term is for a class: add --roster FILE.csv, or leave it out")


def _check_data(options: dict[str, Any], formats: set[str]) -> None:
    name = data_format(options)
    if name is None:
        return
    if len(formats) > 1:
        raise click.UsageError(
            f"--format {name} writes one file of all exercises: ask for other formats in a "
            f"command of their own"
        )
    if options["roster"] is not None:
        raise click.UsageError(
            f"--format {name} is for programs, and --roster for people: give --count in its place"
        )


def _check_run(options: dict[str, Any]) -> None:
    if options["avoid"] and options["given"] is not None:
        raise click.UsageError("--given decides the numbers: leave --avoid out")
    if options["dask"] is not None and options["jobs"] is not None:
        raise click.UsageError("--dask has workers of its own: leave --jobs out")
    if options["combine"] and options["resume"]:
        raise click.UsageError("--combine makes its PDFs in one go: leave --resume out")
    for name in ("resume", "dask"):
        if options[name] and not is_run(options):
            raise click.UsageError(
                f"--{name} is for many sheets: add --count or --roster, or leave it out"
            )


def _check_printing(options: dict[str, Any], formats: set[str]) -> None:
    if options["combine"]:
        raise click.UsageError("--combine makes files, and --out - writes none: leave one out")
    if options["roster"] is not None:
        raise click.UsageError("--roster makes files, and --out - writes none: leave one out")
    if options["resume"]:
        raise click.UsageError("--resume is for files, and --out - writes none: leave one out")
    if formats == {"parquet"}:
        raise click.UsageError("--out - prints text: write Parquet to a file, as in --out DIR")
    if len(formats) != 1 or (options["count"] != 1 and formats != {"jsonl"}):
        raise click.UsageError("--out - prints one sheet in one format: add --format md, say")
    if options["opens"]:
        raise click.UsageError("--open opens a file, and --out - writes none: leave one out")
    if formats == {"pdf"} and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("a PDF is not for a terminal: write it to a file, as in --out DIR")
