"""What the options of the command line may be: plain digits, ranges, names of sizes."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from qkvsym.errors import shown
from qkvsym.typed import typed

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_SHEETS_A_RUN = 1_000_000
MOST_JOBS = 256

_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")


def _number(value: str) -> int | None:
    """A whole number in plain digits; None for anything else that Python might take for one."""
    return int(value) if _WHOLE.fullmatch(value) else None


def text(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Words that are printed, or decide what is: the same in every locale."""
    return None if value is None else typed(value)


def whole(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """A whole number."""
    if value is None:
        return None
    number = _number(value)
    if number is None:
        raise click.BadParameter(f"{shown(value)} is not a whole number")
    return number


def size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    """A number or a name; names are checked where they are used."""
    number = None if value is None else _number(value)
    return value if number is None else number


def count(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """How many sheets."""
    number = whole(ctx, param, value)
    if number is not None and not 1 <= number <= MOST_SHEETS_A_RUN:
        raise click.BadParameter(f"{number} is not from 1 to {MOST_SHEETS_A_RUN}")
    return number


def jobs(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """How many processes."""
    number = whole(ctx, param, value)
    if number is not None and not 1 <= number <= MOST_JOBS:
        raise click.BadParameter(f"{number} is not from 1 to {MOST_JOBS}")
    return number


def entries(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """The two numbers of LO:HI."""
    if value is None:
        return None
    match [_number(part) for part in value.split(":")]:
        case [int(lowest), int(highest)]:
            return lowest, highest
    raise click.BadParameter(f"{shown(value)} is no range; write LO:HI, as in 0:3 or -3:3")


def _role(ctx: click.Context, param: click.Parameter, value: str) -> str | None:
    return None if value == "all" else value


ROLE = click.option(
    "--role",
    type=click.Choice(["q", "k", "v", "all"]),
    callback=_role,
    default="all",
    show_default=True,
    help="Ask about one projection alone.",
)
MISTAKES = click.option(
    "--mistake", "mistakes", multiple=True, metavar="ID", help="Target this mistake."
)
D_IN = click.option("--d-in", callback=whole, metavar="N", help="Entries of the token, 1 to 16.")
D_OUT = click.option(
    "--d-out", callback=whole, metavar="N", help="Columns of the weight matrices, 1 to 16."
)
ENTRIES = click.option(
    "--entries", callback=entries, metavar="LO:HI", help="Lowest and highest entry, as in -3:3."
)


def form_option(says: str) -> Callable[[Command], Command]:
    """The option `--format` of a command that prints words or JSON."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help=says,
    )


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
