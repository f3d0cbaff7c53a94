"""The command `generate`."""

import os
from typing import Any

import click

from qkvsym.cli.options import (
    D_IN,
    D_OUT,
    ENTRIES,
    MISTAKES,
    ROLE,
    WithNames,
    count,
    jobs,
    text,
    whole,
)
from qkvsym.cli.output import printed
from qkvsym.cli.usage import check_usage


@click.command(cls=WithNames)
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@MISTAKES
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
@click.option(
    "--roster",
    metavar="FILE.csv",
    help="A sheet for each person of a class list (id, name, email).",
)
@click.option(
    "--term", callback=text, metavar="TEXT", help="With --roster: each term has other sheets."
)
@D_IN
@D_OUT
@ENTRIES
@ROLE
@click.option(
    "--any-instance", is_flag=True, help="Take numbers that the rules of a good instance reject."
)
@click.option("--given", metavar="FILE.toml", help="Use your own x, W_q, W_k and W_v; or: lesson.")
@click.option("--code", metavar="CODE", help="Make the worksheet of this code again.")
@click.option("--title", callback=text, default="", metavar="TEXT", help="The title of the sheet.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="pdf|html|md|tex|json|jsonl|parquet",
    help="Repeatable; all of pdf, html, md and tex. jsonl and parquet are data sets.",
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
@click.option(
    "--avoid",
    multiple=True,
    metavar="MANIFEST",
    help="Repeatable: no numbers of that manifest.csv again.",
)
@click.option(
    "--jobs",
    callback=jobs,
    metavar="N",
    help="How many processes.  [default: 1, or one for each processor if there is much to do]",
)
@click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler.")
@click.option("--resume", is_flag=True, help="Go on with a run that was stopped, or add people.")
@click.option("--open", "opens", is_flag=True, help="Open the first file with the system's viewer.")
@click.pass_context
def generate(ctx: click.Context, /, **options: Any) -> None:
    """Draw worksheets with answer keys.

    Without KIND: the lesson's problem set, every kind once and the lesson's every mistake once,
    from easy to hard. The paths of the files are printed, one a line; they are named by the
    sheet's code, and --code makes the same sheet again. No two sheets of --count or --roster share
    numbers; manifest.csv lists them.
    """
    from qkvsym.cli.making import write

    check_usage(ctx, options)
    first = ""

    def name(path: object) -> None:
        nonlocal first
        first = first or str(path)
        printed(os.fsencode(str(path)) + b"\n")

    write(options, name)
    if options["opens"]:
        from qkvsym.viewer import open_file

        note = open_file(first)
        if note:
            click.echo(note, err=True)
