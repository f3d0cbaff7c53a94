"""The command `templates`."""

import os

import click

from qkvsym.cli.output import printed


@click.command()
@click.argument("folder", metavar="DIR")
def templates(folder: str) -> None:
    """Copy the built-in templates, as a start for your own.

    DIR is made if need be, and no file in it is ever overwritten. The paths of the files are
    printed, one a line. Change what you like and give DIR to generate --templates: its files
    stand before the built-in ones, so only those that you change need to stay.
    """
    from qkvsym.copying import copy_templates

    for path in copy_templates(folder):
        printed(os.fsencode(path) + b"\n")
