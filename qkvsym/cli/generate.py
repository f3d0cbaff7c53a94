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
    "--format", "formats", multiple=True, metavar="md|tex|json", help="Repeatable; md and tex."
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
@click.pass_context
def generate(ctx: click.Context, /, **options: Any) -> None:
    """Draw worksheets with answer keys.

    Without KIND: the lesson's problem set, every kind once and the lesson's every mistake once,
    from easy to hard. The paths of the files are printed, one a line; they are named by the
    sheet's code, and --code makes the same sheet again.
    """
    from qkvsym.files import write_worksheet
    from qkvsym.renderer import Renderer, render

    _check_usage(ctx, options)
    formats = options["formats"] or ("md", "tex")
    renderer = Renderer(options["templates"])
    pages = ("worksheet", "key") if options["key"] else ("worksheet",)
    for sheet in _shown_progress(_worksheets(options), options["count"]):
        if options["out"] == "-":
            printed(render(sheet, formats[0], hints=options["hints"], renderer=renderer))
            continue
        for path in write_worksheet(
            sheet, formats, options["out"], pages=pages, hints=options["hints"], renderer=renderer
        ):
            printed(os.fsencode(path) + b"\n")


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
    if options["out"] == "-" and (len(set(options["formats"])) != 1 or options["count"] != 1):
        raise click.UsageError("--out - prints one sheet in one format: add --format md, say")


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
