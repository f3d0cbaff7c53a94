"""The command line: reads options, calls one function, prints, and sets the exit code.

Exit codes: 0 all right; 1 something is wrong in the learner's work; 2 usage, an unreadable file,
or options that cannot be met; 3 a line was not understood, or something is missing.
Nothing but click is imported before a command runs.
"""

from typing import Any

import click

from qkvsym import __version__
from qkvsym.cli.derive import derive
from qkvsym.cli.generate import generate
from qkvsym.cli.output import Refused
from qkvsym.cli.score import score
from qkvsym.cli.space import space
from qkvsym.cli.templates import templates
from qkvsym.cli.verify import verify
from qkvsym.errors import QkvsymError
from qkvsym.one_line import told

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """Commands whose expected errors end with one message and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; the only place where errors of this package are caught."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            # Some of click's messages repeat an argument as it is.
            if error.format_message().isprintable():
                raise
            raise click.UsageError(told(error.format_message()), error.ctx) from None
        except QkvsymError as error:
            raise Refused(str(error)) from None


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="qkvsym")
def main() -> None:
    """Derive, draw and verify exercises on q = x W_q, k = x W_k and v = x W_v."""


for command in (derive, generate, score, space, templates, verify):
    main.add_command(command)
