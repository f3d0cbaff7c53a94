"""The formats that sheets and derivations are printed in; the modules are the registry.

A module defines `FORMAT`. Adding a format is adding a module, and a page frame for each of its
pages in ``templates/pages``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol

from qkvsym.errors import BadOption, UnknownName, shown
from qkvsym.exercise import Exercise, Line

Value = Any
"""A value that a `Spelling` can spell: a typed value, or equal ones in a list or tuple."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The few words that wording templates use, as one format writes them.

    `escape` makes any text literal; `math` takes equal values, of which it makes one formula;
    `display` takes rows of such formulas that stand side by side. The others take what is
    escaped already: `numbered` the items of a list.
    """

    escape: Callable[[str], str]
    math: Callable[[Value], str]
    display: Callable[[Sequence[Sequence[Value]]], str]
    numbered: Callable[[Sequence[str]], str]
    strong: Callable[[str], str]


class Words(Protocol):
    """What a format asks of the renderer: wordings in its vocabulary, and framed pages."""

    def say(self, line: Line, kind: str = "") -> str:
        """A line in words, on one line."""

    def prompt(self, exercise: Exercise) -> str:
        """The prompt of an exercise."""

    def frame(self, page: str, values: Mapping[str, Any]) -> str:
        """A page frame, filled in."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its id, the suffix of its files, the pages that it has, and how it writes one.

    `write` takes the page's name, the values it shows, and the words of the vocabulary.
    """

    id: str
    suffix: str
    vocabulary: Vocabulary
    pages: tuple[str, ...]
    write: Callable[[str, Mapping[str, Any], Words], str]


def plain_list(items: Sequence[str]) -> str:
    """A numbered list in formats that write it as people do."""
    return "\n" + "\n".join(f"{n}. {item}" for n, item in enumerate(items, 1)) + "\n"


def framed(suffix: str) -> Callable[[str, Mapping[str, Any], Words], str]:
    """Write a page by the frame ``pages/PAGE.SUFFIX.j2``."""

    def write(page: str, values: Mapping[str, Any], words: Words) -> str:
        return words.frame(f"pages/{page}.{suffix}.j2", values)

    return write


@cache
def format_ids() -> tuple[str, ...]:
    """The ids of all formats, sorted; imports none of them."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


@cache
def format_named(name: str, page: str) -> Format:
    """The format of that id or suffix that has the page; raises `UnknownName` or `BadOption`."""
    able = [one for one in map(_load, format_ids()) if page in one.pages]
    for one in able:
        if name in (one.id, one.suffix):
            return one
    if any(name in (one.id, one.suffix) for one in map(_load, format_ids())):
        others = ", ".join(sorted(one.suffix for one in able))
        raise BadOption(f"the format {name} has no page {shown(page)}: these have it: {others}")
    raise UnknownName("format", name, (one.suffix for one in able))


def _load(name: str) -> Format:
    found: Format = import_module(f"{__name__}.{name}").FORMAT
    return found
