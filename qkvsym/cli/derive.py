"""The command `derive`."""

import click

from qkvsym.cli.options import size
from qkvsym.cli.output import printed


@click.command()
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

    printed(render(derive_projections(d_in=d_in, d_out=d_out, rows=rows, role=role), form))
