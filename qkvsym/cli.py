"""The command line: reads options, calls one function, prints, and sets the exit code.

Exit codes: 0 all right; 1 something is wrong in the learner's work; 2 usage, an unreadable file,
or options that cannot be met; 3 a line was not understood, or something is missing.
Nothing but click is imported before a command runs.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from qkvsym import __version__
from qkvsym.errors import QkvsymError
from qkvsym.options import WithNames, count, entries, size, whole

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


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


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="qkvsym")
def main() -> None:
    """Derive, draw and verify exercises on q = x W_q, k = x W_k and v = x W_v."""


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
    callback=size,
    metavar="SIZE",
    default="d_in",
    help="Entries of x; 1 to 16 or a name.",
)
@click.option(
    "--d-out",
    callback=size,
    metavar="SIZE",
    default="d_out",
    help="Columns of W; 1 to 16 or a name.",
)
@click.option("--rows", callback=size, metavar="SIZE", help="Rows of W, where they are not d_in.")
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
            _print(render(sheet, formats[0], hints=options["hints"], renderer=renderer))
            continue
        for path in write_worksheet(
            sheet, formats, options["out"], pages=pages, hints=options["hints"], renderer=renderer
        ):
            _print(os.fsencode(path) + b"\n")


@main.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|-...")
@click.option("--sheet", metavar="CODE", help="The worksheet that the work answers.")
@click.option("--given", metavar="FILE.toml", help="The token and the matrices; or: lesson.")
@click.option("--hints-only", is_flag=True, help="Say where it goes wrong, and no answer.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A report to read, or one JSON object a line.",
)
@click.pass_context
def verify(ctx: click.Context, /, paths: tuple[str, ...], form: str, **options: Any) -> None:
    """Check work written by hand, and name the first mistake.

    A FILE is plain text, Markdown or LaTeX. It says what x and the matrices are, or they come from
    --given, or it is a worksheet of `generate` that was filled in. Of a folder every .md,
    .markdown, .tex and .txt file is checked, but no hidden file and no key. The exit code is 0 if
    all is right, 1 if something is wrong, 3 if a line was not understood or something is missing,
    and 2 if a file cannot be read.
    """
    from qkvsym.handed_in import works
    from qkvsym.marking import look_of, worst

    look = look_of(sys.stdout)
    found = list(works(paths))
    known = _known(options["sheet"], options["given"])
    marked = []
    for path in found:
        alone = len(found) == 1 and form == "text"
        one = _marked(path, alone=alone, hints_only=options["hints_only"], **known)
        marked.append(one)
        _print(one.as_json() if form == "json" else look.encoded(one.as_text(look, len(found))))
    if form == "text" and len(marked) > 1:
        _print(look.encoded(look.table(marked)))
    ctx.exit(worst(marked))


def _known(sheet: str | None, given: str | None) -> dict[str, Any]:
    """The sheet and the givens that are named for all work, checked before any is read."""
    from qkvsym.givens import read_matrices
    from qkvsym.worksheet import reproduce

    if sheet is not None:
        return {"sheet": reproduce(sheet, given=given)}
    if given is not None:
        read_matrices(given)
    return {"givens": given}


def _marked(path: str, *, alone: bool, hints_only: bool, **known: Any) -> Any:
    """The report on one piece of work; why there is none, where there are others too."""
    from qkvsym.handed_in import read_work
    from qkvsym.judging.verification import verify as verified
    from qkvsym.marking import Marking

    try:
        verification = verified(read_work(path), **known)
    except QkvsymError as error:
        if alone:
            raise
        return Marking(path, refused=str(error))
    return Marking(path, verification.hints_only() if hints_only else verification)


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
