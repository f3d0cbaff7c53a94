"""The command `generate`."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from qkvsym.cli.options import WithNames, count, entries, whole
from qkvsym.cli.output import Refused, printed
from qkvsym.errors import QkvsymError

DECIDED_BY_CODE = ("kinds", "mistakes", "level", "seed", "count", "d_in", "d_out", "entries")
"""The options of `generate` that a code stands for."""

DEFAULT_FORMATS = ("pdf", "html", "md", "tex")
"""What is written where nothing is asked for: the first is what --open opens."""


@click.command(cls=WithNames)
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@click.option("--mistake", "mistakes", multiple=True, metavar="ID", help="Target this mistake.")
@click.option("--level", metavar="easy|medium|hard", help="One level for all exercises.")
@click.option(
    "--seed",
    callback=whole,
    metavar="N",
    default="1",
    show_default=True,
    help="What the draws depend on.",
)
@click.option(
    "--count",
    callback=count,
    metavar="N",
    default="1",
    show_default=True,
    help="How many worksheets, each drawn anew.",
)
@click.option("--d-in", callback=whole, metavar="N", help="Entries of the token, 1 to 16.")
@click.option(
    "--d-out", callback=whole, metavar="N", help="Columns of the weight matrices, 1 to 16."
)
@click.option(
    "--entries", callback=entries, metavar="LO:HI", help="Lowest and highest entry, as in -3:3."
)
@click.option("--given", metavar="FILE.toml", help="Use your own x, W_q, W_k and W_v; or: lesson.")
@click.option("--code", metavar="CODE", help="Make the worksheet of this code again.")
@click.option("--title", default="", metavar="TEXT", help="The title of the sheet.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="pdf|html|md|tex|json",
    help="Repeatable; all but json.",
)
@click.option("--key/--no-key", default=True, help="Write the answer key too.  [default: key]")
@click.option("--hints/--no-hints", default=True, help="Print a page of hints.  [default: hints]")
@click.option(
    "--out",
    default="out",
    metavar="DIR",
    show_default=True,
    help="Where to write; - prints the sheet.",
)
@click.option("--templates", metavar="DIR", help="Your own templates, before the built-in ones.")
@click.option(
    "--paper", default="a4", metavar="a4|letter", show_default=True, help="What it is printed on."
)
@click.option(
    "--font-size",
    callback=whole,
    default="11",
    metavar="PT",
    show_default=True,
    help="10, 11, 12, or large print: 14, 17, 20.",
)
@click.option(
    "--combine", is_flag=True, help="One PDF of all sheets, each from an odd page; one of all keys."
)
@click.option(
    "--pdf-engine",
    metavar="pdflatex|xelatex|lualatex",
    help="Make PDFs from the .tex with your TeX.",
)
@click.option("--open", "opens", is_flag=True, help="Open the first file with the system's viewer.")
@click.pass_context
def generate(ctx: click.Context, /, **options: Any) -> None:
    """Draw worksheets with answer keys.

    Without KIND: the lesson's problem set, every kind once and the lesson's every mistake once,
    from easy to hard. The paths of the files are printed, one a line; they are named by the
    sheet's code, and --code makes the same sheet again.
    """
    _check_usage(ctx, options)
    first = ""
    for path in _written(options):
        first = first or path
        printed(os.fsencode(path) + b"\n")
    if options["opens"]:
        from qkvsym.viewer import open_file

        note = open_file(first)
        if note:
            click.echo(note, err=True)


def _written(options: dict[str, Any]) -> Iterator[Any]:
    """The paths of the files, as they are written; a page that is printed has none."""
    from qkvsym.files import write_combined, write_worksheet
    from qkvsym.layout import Layout
    from qkvsym.renderer import Renderer, render

    look: dict[str, Any] = {
        "hints": options["hints"],
        "layout": Layout(options["paper"], options["font_size"]),
        "renderer": Renderer(options["templates"], pdf_engine=options["pdf_engine"]),
    }
    folder = options["out"]
    pages = ("worksheet", "key") if options["key"] else ("worksheet",)
    sheets = _shown_progress(_worksheets(options), options["count"])
    if folder == "-":
        printed(render(next(iter(sheets)), options["formats"][0], **look))
    elif options["combine"]:
        yield from write_combined(sheets, folder, pages=pages, **look)
    else:
        formats = options["formats"] or DEFAULT_FORMATS
        for sheet in sheets:
            yield from write_worksheet(sheet, formats, folder, pages=pages, **look)


def _check_usage(ctx: click.Context, options: dict[str, Any]) -> None:
    from click.core import ParameterSource

    def asked_for(name: str) -> bool:
        return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT

    if options["code"] is not None:
        also = [name for name in DECIDED_BY_CODE if asked_for(name)]
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
    if options["out"] == "-":
        _check_printing(options, formats)


def _check_printing(options: dict[str, Any], formats: set[str]) -> None:
    if options["combine"]:
        raise click.UsageError("--combine makes files, and --out - writes none: leave one out")
    if len(formats) != 1 or options["count"] != 1:
        raise click.UsageError("--out - prints one sheet in one format: add --format md, say")
    if options["opens"]:
        raise click.UsageError("--open opens a file, and --out - writes none: leave one out")
    if formats == {"pdf"} and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("a PDF is not for a terminal: write it to a file, as in --out DIR")


def _worksheets(options: dict[str, Any]) -> Iterator[Any]:
    from qkvsym.worksheet import generate, reproduce

    if options["code"] is not None:
        yield reproduce(options["code"], given=options["given"], title=options["title"])
        return
    names = ("mistakes", "level", "seed", "d_in", "d_out", "entries", "given", "title")
    decided = {name: options[name] for name in names}
    count = options["count"]
    for number in range(1, count + 1):
        try:
            yield generate(*options["kinds"], sheet=number, **decided)
        except QkvsymError as error:
            if number == 1:
                raise
            raise Refused(f"sheet {number} of {count}, after whole ones: {error}") from None


def _shown_progress(sheets: Iterable[Any], count: int) -> Iterator[Any]:
    """The sheets, behind a progress bar where there are several and somebody is looking."""
    if count == 1 or sys.stderr is None or not sys.stderr.isatty():
        yield from sheets
        return
    with click.progressbar(sheets, length=count, file=sys.stderr) as bar:
        yield from bar
