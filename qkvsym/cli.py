"""The command line: reads options, calls one function, prints, and sets the exit code.

Exit codes: 0 all right, 2 usage, an unreadable file, or options that cannot be met.
Nothing but click is imported before a command runs.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from qkvsym import __version__
from qkvsym.errors import QkvsymError, shown

MOST_SHEETS_A_RUN = 1_000_000
CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")


def _number(value: str) -> int | None:
    """A whole number in plain digits; None for anything else that Python might take for one."""
    return int(value) if _WHOLE.fullmatch(value) else None


def _whole(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    number = _number(value)
    if number is None:
        raise click.BadParameter(f"{shown(value)} is not a whole number")
    return number


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    """A number or a name; names are checked where they are used."""
    number = None if value is None else _number(value)
    return value if number is None else number


def _count(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    number = _whole(ctx, param, value)
    if number is not None and not 1 <= number <= MOST_SHEETS_A_RUN:
        raise click.BadParameter(f"{number} is not from 1 to {MOST_SHEETS_A_RUN}")
    return number


def _entries(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """The two numbers of LO:HI."""
    if value is None:
        return None
    match [_number(part) for part in value.split(":")]:
        case [int(lowest), int(highest)]:
            return lowest, highest
    raise click.BadParameter(f"{shown(value)} is no range; write LO:HI, as in 0:3 or -3:3")


class Refused(click.ClickException):
    """One message and exit code 2."""

    exit_code = 2


class Commands(click.Group):
    """Commands whose expected errors end with one message and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; the only place where errors of this package are caught."""
        try:
            return super().invoke(ctx)
        except QkvsymError as error:
            raise Refused(str(error)) from None


class WithNames(click.Command):
    """A command whose help ends with the kinds and mistakes that can be asked for."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write both lists; they are looked up only when help is asked for."""
        from qkvsym.kinds import kind, kind_ids
        from qkvsym.renderer import built_in
        from qkvsym.spec import askable

        kinds = [(name, built_in().title_of(f"kinds/{name}")) for name in kind_ids()]
        kinds.sort(key=lambda row: kind(row[0]).number)
        mistakes = [(name, built_in().title_of(f"mistakes/{name}")) for name in askable()]
        for heading, rows in (("Kinds", kinds), ("Mistakes", mistakes)):
            with formatter.section(heading):
                formatter.write_dl(rows)


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="qkvsym")
def main() -> None:
    """Derive, draw and print exercises on q = x W_q, k = x W_k and v = x W_v."""


def _print(text: str | bytes) -> None:
    # Always the same bytes, whatever the terminal's locale.
    if sys.stdout is None:
        raise Refused("the standard output is closed")
    try:
        sys.stdout.buffer.write(
            text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        )
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Refused(f"the standard output cannot be written: {error.strerror}") from None


@main.command()
@click.option(
    "--d-in",
    callback=_size,
    metavar="SIZE",
    default="d_in",
    help="Entries of x; 1 to 16 or a name.",
)
@click.option(
    "--d-out",
    callback=_size,
    metavar="SIZE",
    default="d_out",
    help="Columns of W; 1 to 16 or a name.",
)
@click.option("--rows", callback=_size, metavar="SIZE", help="Rows of W, where they are not d_in.")
@click.option(
    "--role",
    type=click.Choice(["q", "k", "v", "all"]),
    default="all",
    show_default=True,
    help="The projection to derive.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "latex", "json"]),
    default="text",
    show_default=True,
    help="How to write it.",
)
def derive(d_in: int | str, d_out: int | str, rows: int | str | None, role: str, form: str) -> None:
    """Derive the general formula and the shape rule, step by step.

    Without sizes the derivation is symbolic; with --d-in 3 --d-out 2 the matrices are written
    out and every entry is a sum of products.
    """
    from qkvsym.derivation import derive as derive_projections
    from qkvsym.renderer import render

    _print(render(derive_projections(d_in=d_in, d_out=d_out, rows=rows, role=role), form))


DECIDED_BY_CODE = ("kinds", "mistakes", "level", "seed", "count", "d_in", "d_out", "entries")
"""The options of `generate` that a code stands for."""


@main.command(cls=WithNames)
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@click.option("--mistake", "mistakes", multiple=True, metavar="ID", help="Target this mistake.")
@click.option("--level", metavar="easy|medium|hard", help="One level for all exercises.")
@click.option(
    "--seed",
    callback=_whole,
    metavar="N",
    default="1",
    show_default=True,
    help="What the draws depend on.",
)
@click.option(
    "--count",
    callback=_count,
    metavar="N",
    default="1",
    show_default=True,
    help="How many worksheets, each drawn anew.",
)
@click.option("--d-in", callback=_whole, metavar="N", help="Entries of the token, 1 to 16.")
@click.option(
    "--d-out", callback=_whole, metavar="N", help="Columns of the weight matrices, 1 to 16."
)
@click.option(
    "--entries", callback=_entries, metavar="LO:HI", help="Lowest and highest entry, as in -3:3."
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
            _print(render(sheet, formats[0], hints=options["hints"], renderer=renderer))
            continue
        for path in write_worksheet(
            sheet, formats, options["out"], pages=pages, hints=options["hints"], renderer=renderer
        ):
            _print(os.fsencode(path) + b"\n")


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
