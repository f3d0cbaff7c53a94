"""The command `space`."""

import json
from typing import Any

import click

from qkvsym.cli.options import D_IN, D_OUT, ENTRIES, MISTAKES, ROLE, form_option
from qkvsym.cli.output import printed

_LONGEST = 10**15


@click.command()
@click.argument("kind", metavar="KIND")
@MISTAKES
@click.option("--level", metavar="easy|medium|hard", help="The level to draw for.")
@D_IN
@D_OUT
@ENTRIES
@ROLE
@click.option("--any-instance", is_flag=True, help="Count those that are not good, too.")
@form_option("Words to read, or a JSON object.")
def space(kind: str, mistakes: tuple[str, ...], form: str, **decided: Any) -> None:
    """Count the good instances of a kind: how many sheets can have numbers of their own.

    Few instances are counted one by one. Of many a lower bound is said, from how often draws
    repeat each other, and about how many of all ways to fill the matrices are good.
    """
    from qkvsym.renderer import built_in
    from qkvsym.space import space as space_of
    from qkvsym.spec import Spec

    found = space_of(Spec((kind,), mistakes, **decided))
    share = None if found.share is None else float(found.share)
    values: dict[str, Any] = {
        "kind": kind,
        "count": found.count,
        "exact": found.exact,
        "doubt": found.doubt,
        "fillings": found.fillings,
        "looked_at": found.looked_at,
        "reason": found.reason,
    }
    if form == "json":
        printed(json.dumps({"version": 1, **values, "share": share}) + "\n")
        return
    values["good"] = not decided["any_instance"]
    fillings = found.fillings or 0
    values["power"] = len(str(fillings)) - 1 if fillings > _LONGEST else 0
    values["percent"] = "" if share is None else f"{share * 100:.3g}"
    printed(built_in().report("space", values))
