"""The formats that sheets and derivations are printed in; the modules are the registry.

A module defines `FORMAT`. Adding a format is adding a module, and a page frame for each of its
pages in ``templates/pages``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Protocol

from qkvsym.errors import BadOption, UnknownName, shown
from qkvsym.exercise import Exercise, Line

Value = Any
"""A value that a `Spelling` can spell: a typed value, or equal ones in a list or tuple."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """How a format draws; places and sizes are in halves of an em, from the upper left corner.

    `frame` takes the width, the height, the alternative text as plain words, and what is drawn
    in it. A box has a corner, a width and a height; a marked one is told from others without
    colour. Lines and arrows are level or upright. A label is centred at its place.
    """

    frame: Callable[[float, float, str, str], str]
    box: Callable[[float, float, float, float], str]
    marked: Callable[[float, float, float, float], str]
    line: Callable[[float, float, float, float], str]
    arrow: Callable[[float, float, float, float], str]
    label: Callable[[float, float, str], str]
    math: Callable[[Value], str]


@dataclass(frozen=True, slots=True)
class Table:
    """How a format writes a table: the line of its head, then line by line what is below."""

    head: Callable[[Sequence[str]], str]
    row: Callable[[Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The few words that wording templates use, as one format writes them.

    `escape` makes any text literal; `math` takes equal values, of which it makes one formula;
    `display` takes rows of such formulas that stand side by side. The others take what is
    escaped already: `numbered` the items of a list. What a format has no `canvas` for is shown as
    a `table`, and left out where there is none.
    """

    escape: Callable[[str], str]
    math: Callable[[Value], str]
    display: Callable[[Sequence[Sequence[Value]]], str]
    numbered: Callable[[Sequence[str]], str]
    strong: Callable[[str], str]
    table: Table | None = None
    canvas: Canvas | None = None


class Words(Protocol):
    """What a format asks of the renderer: wordings in its vocabulary, and framed pages."""

    def say(self, line: Line, kind: str = "") -> str:
        """A line in words, on one line."""

    def prompt(self, exercise: Exercise) -> str:
        """The prompt of an exercise."""

    @property
    def folder(self) -> Path:
        """The first folder that templates are looked for in."""

    def frame(self, page: str, values: Mapping[str, Any]) -> str:
        """A page frame, filled in."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its id, the suffix of its files, the pages that it has, and how it writes one.

    `write` takes the page's name, the values it shows, and the words of the vocabulary. What it
    writes is the page, or the source that `finish` makes the page of.
    """

    id: str
    suffix: str
    vocabulary: Vocabulary
    pages: tuple[str, ...]
    write: Callable[[str, Mapping[str, Any], Words], str]
    finish: Callable[[str, Words], bytes] | None = None


_LONGEST_WORD = 20


def breakable(word: str, joint: str, spell: Callable[[str], str]) -> str:
    """A word, character by character; one that may be wider than a page can be broken anywhere."""
    return (joint if len(word) > _LONGEST_WORD else "").join(map(spell, word))


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
    names = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))


@cache
def suffixes(page: str) -> tuple[str, ...]:
    """The suffixes of the formats that have a page, sorted."""
    return tuple(sorted(one.suffix for one in map(_load, format_ids()) if page in one.pages))


@cache
def format_named(name: str, page: str) -> Format:
    """The format of that id or suffix that has the page; raises `UnknownName` or `BadOption`."""
    able = [one for one in map(_load, format_ids()) if page in one.pages]
    for one in able:
        if name in (one.id, one.suffix):
            return one
    if any(name in (one.id, one.suffix) for one in map(_load, format_ids())):
        others = ", ".join(suffixes(page))
        raise BadOption(f"the format {name} has no page {shown(page)}: these have it: {others}")
    raise UnknownName("format", name, suffixes(page))


def _load(name: str) -> Format:
    found: Format = import_module(f"{__name__}.{name}").FORMAT
    return found
