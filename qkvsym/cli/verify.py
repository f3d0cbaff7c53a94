"""The command `verify`."""

import sys
from typing import Any

import click

from qkvsym.cli.grading import ONLY_WITH_GRADES, Asked, grade
from qkvsym.cli.options import form_option
from qkvsym.cli.output import printed
from qkvsym.errors import QkvsymError
from qkvsym.typed import typed


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|-...")
@click.option("--sheet", metavar="CODE", help="The worksheet that the work answers.")
@click.option("--given", metavar="FILE.toml", help="The token and the matrices; or: lesson.")
@click.option("--hints-only", is_flag=True, help="Say where it goes wrong, and no answer.")
@form_option("A report to read, or one JSON object a line.")
@click.option("--grades", metavar="FILE.csv", help="Write grades, and a class report beside them.")
@click.option("--manifest", metavar="FILE.csv", help="Whose sheets they are, from `generate`.")
@click.option(
    "--weight",
    multiple=True,
    metavar="PART=N",
    help="Points of a part, as in 1a=2, or of all that are called so, as in 1=2, q=0.5, text=0.",
)
@click.option("--report", metavar="DIR", help="Where to write the class report.")
@click.pass_context
def verify(ctx: click.Context, /, paths: tuple[str, ...], form: str, **options: Any) -> None:
    """Check work written by hand, and name the first mistake.

    A FILE is plain text, Markdown or LaTeX. It says what x and the matrices are, or they come from
    --given, or it is a worksheet of `generate` that was filled in. Of a folder every .md,
    .markdown, .tex and .txt file is checked, but no hidden file and no key. The exit code is 0 if
    all is right, 1 if something is wrong, 3 if a line was not understood or something is missing,
    and 2 if a file cannot be read.

    --grades marks a class: points part by part, in a row for every sheet of the manifest (for
    every file where there is none), and a report.html and report.md that say which mistakes were
    made how often.
    """
    if options["grades"] is not None:
        ctx.exit(_graded(paths, form, **options))
    for name in ONLY_WITH_GRADES:
        if options[name]:
            raise click.UsageError(f"--{name} is about grades: add --grades grades.csv, say")
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
        printed(one.as_json() if form == "json" else look.encoded(one.as_text(look, len(found))))
    if form == "text" and len(marked) > 1:
        printed(look.encoded(look.table(marked)))
    ctx.exit(worst(one.exit_code for one in marked))


def _graded(paths: tuple[str, ...], form: str, **options: Any) -> int:
    known = _known(options.pop("sheet"), options.pop("given"))
    return grade(paths, Asked(form=form, known=known, **options))


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
        return Marking(typed(path), refused=str(error))
    return Marking(typed(path), verification.hints_only() if hints_only else verification)
