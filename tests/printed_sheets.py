"""Sheets whose numbers are read back, few or many, and what each format has lost of them."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from qkvsym import Worksheet, generate, render
from qkvsym.kinds import kind_ids
from qkvsym.spec import askable
from tests import browser
from tests.printed import (
    PAGES,
    UNDEFINED,
    Token,
    missing,
    one_html,
    page_texts,
    split,
    stated,
    tokens,
    tokens_of_html,
)
from tests.test_html import found, parsed
from tests.test_tex import BEGIN, CODE, bound, compiled

LEVELS = ("easy", "medium", "hard")
MANY = range(1, 9)
FEW = range(1, 2)


@cache
def sheets_of(kind: str, seeds: range) -> tuple[Worksheet, ...]:
    """Sheets of one exercise each, of all levels and some with other entries; many in sizes too."""
    drawn = [generate(kind, level=level, seed=seed) for level in LEVELS for seed in seeds]
    sizes = [generate(kind, d_in=n, d_out=m, seed=3) for n, m in ((3, 5), (5, 4))]
    signs = (1, 2) if seeds == MANY else (1,)
    signed = [generate(kind, d_in=4, d_out=3, entries=(-99, 99), seed=seed) for seed in signs]
    return (*drawn, *(sizes if seeds == MANY else ()), *signed)


@cache
def sets(seeds: range) -> tuple[Worksheet, ...]:
    """Sheets of several exercises, and a sheet of every mistake that can be asked for."""
    mistaken = (generate(mistakes=[name], level="hard", seed=8) for name in sorted(askable()))
    large = generate("change-column", "find-mistake", d_in=9, d_out=8, entries=(-9, 9))
    lessons = [generate(seed=seed) for seed in (1, 2)] if seeds == MANY else []
    return (*lessons, generate(given="lesson"), large, *mistaken)


@cache
def drawn(seeds: range) -> tuple[Worksheet, ...]:
    return (*(sheet for kind in kind_ids() for sheet in sheets_of(kind, seeds)), *sets(seeds))


def entries(seeds: range) -> list[Token]:
    """All that the keys of the sheets state, entry by entry."""
    return [e for s in drawn(seeds) for table in stated(s, "key") for row in table for e in row]


@cache
def made(sheet: Worksheet, form: str, page: str) -> Any:
    """A page; without its hints, which say some numbers again."""
    return render(sheet, form, page=page, hints=False)


def read_md(sheet: Worksheet, page: str) -> list[Token]:
    return tokens(made(sheet, "md", page))


def read_tex(sheet: Worksheet, page: str) -> list[Token]:
    return tokens(made(sheet, "tex", page).partition(BEGIN)[2])


def read_html(sheet: Worksheet, page: str) -> list[Token]:
    (main,) = found(parsed(made(sheet, "html", page)), "main")
    return tokens_of_html(main)


def read_pdf(sheet: Worksheet, page: str) -> list[Token]:
    return tokens("\n".join(page_texts(made(sheet, "pdf", page))))


READERS: dict[str, Callable[[Worksheet, str], list[Token]]] = {
    "html": read_html, "markdown": read_md, "pdf": read_pdf, "latex": read_tex,
}  # fmt: skip

Lost = dict[tuple[str, str], list[Any]]
"""By the code and the page, what is lost of the numbers that the JSON sheet states."""


def lost_in(form: str, sheets: Sequence[Worksheet]) -> Lost:
    """What pages in that format have lost."""
    # Typst sets a matrix column by column.
    lost = {
        (sheet.code, page): missing(
            stated(sheet, page), READERS[form](sheet, page), by_column=form == "pdf"
        )
        for sheet in sheets
        for page in PAGES
    }
    return {place: one for place, one in lost.items() if one}


def lost_in_a_browser(sheets: Sequence[Worksheet]) -> Lost:
    whole = one_html([made(sheet, "html", page) for sheet in sheets for page in PAGES])
    (shown,) = browser.dom_numbers([whole])
    places = [(sheet, page) for sheet in sheets for page in PAGES]
    lost = {}
    for (sheet, page), numbers in zip(places, split(shown), strict=True):
        # The script reads numbers alone.
        wanted = [table for table in stated(sheet, page) if table != [[UNDEFINED]]]
        lost[sheet.code, page] = missing(wanted, numbers)
    return {place: one for place, one in lost.items() if one}


def lost_on_paper_from_tex(sheets: Sequence[Worksheet], folder: Path) -> Lost:
    printed = compiled(bound([made(s, "tex", p) for s in sheets for p in PAGES]), folder)
    texts: dict[tuple[str, str], str] = {}
    for laid, ordered in zip(printed.pages, printed.in_order, strict=True):
        code = CODE.search(laid)
        assert code is not None
        name = code[1], "key" if "Answer key" in laid else "worksheet"
        texts[name] = texts.get(name, "") + ordered
    places = [(sheet, page) for sheet in sheets for page in PAGES]
    lost = {
        (s.code, page): missing(stated(s, page), tokens(texts[s.code, page])) for s, page in places
    }
    return {place: one for place, one in lost.items() if one}
