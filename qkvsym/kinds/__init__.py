"""The kinds of exercises; the modules of this folder are the registry.

A module ``compute_projections`` defines `KIND`, whose id is ``compute-projections``; its wording
is the template of that name. Adding a kind is adding one of each.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from qkvsym.errors import UnknownName
from qkvsym.exercise import Kind


@cache
def kind_ids() -> tuple[str, ...]:
    """The ids of all kinds, sorted; imports none of them."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))


@cache
def kind(name: str) -> Kind:
    """The kind of that id; raises `UnknownName`, with a suggestion, where there is none."""
    if name not in kind_ids():
        raise UnknownName("kind", name, kind_ids())
    return cast(Kind, import_module(f"{__name__}.{name.replace('-', '_')}").KIND)
