"""One module for each reader of foreign text; the folder is the registry."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzzing.target import Target


def names() -> list[str]:
    """The names of all targets."""
    return sorted(module.name for module in iter_modules(__path__))


def target(name: str) -> "Target":
    """The target of a name."""
    made: Target = import_module(f"{__name__}.{name}").TARGET
    return made
