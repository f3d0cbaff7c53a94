"""Sheets whose numbers are read back, few or many, and what each format says in their place."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pikepdf import Pdf

from qkvsym import Worksheet, generate, render
from qkvsym.kinds import kind_ids
from qkvsym.roster import Person
from qkvsym.spec import askable
from tests import browser
from tests.printed import (
    PAGES,
    Token,
    differing,
    one_html,
    page_texts,
    split,
    spoken_tokens,
    tokens,
    tokens_of_html,
    words_of,
    words_of_html,
)
from tests.test_tex import BEGIN, CODE, check
from tests.told import ALOUD, IN_COLUMNS, Style, told

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
    """Sheets of several exercises, large and odd ones, and one of every mistake to be asked for."""
    mistaken = (generate(mistakes=[name], level="hard", seed=8) for name in sorted(askable()))
    large = generate("change-column", "find-mistake", d_in=9, d_out=8, entries=(-9, 9))
    lessons = [generate(seed=seed) for seed in (1, 2)] if seeds == MANY else []
    return (*lessons, generate(given="lesson"), large, *_of_givens(), *mistaken)


def _of_givens() -> Iterator[Worksheet]:
    """Numbers of four digits, a personal sheet, and numbers that some mistakes cannot show."""
    weights = {f"W_{r}": [[-9999 + 7 * n, 9000 - n] for n in range(8)] for r in "qkv"}
    yield generate("compute-projections", given={"x": [-9999, *[9998] * 7], **weights})
    blind = {"x": [1, 0], "W_q": [[2, 0], [0, 2]], "W_k": [[2, 0], [0, 3]], "W_v": [[0, 1], [1, 0]]}
    shown = generate("compute-projections", "change-column", given=blind)
    yield replace(shown, person=Person("ada", "Ada Lovelace"))
    yield generate("compute-projections", "derive-formula", d_in=16, d_out=15, role="v")


@cache
def drawn(seeds: range) -> tuple[Worksheet, ...]:
    return (*(sheet for kind in kind_ids() for sheet in sheets_of(kind, seeds)), *sets(seeds))


def entries(seeds: range) -> list[Token]:
    """All that the keys of the sheets say, number by number."""
    return [token for sheet in drawn(seeds) for token in told(sheet, "key", Style())]


# What TeX does with numbers of its own: places and sizes, how many lines are kept together.
_LAYOUT = re.compile(
    r"\\put\([^)]*\)|\\(?:framebox|marked)\([^)]*\)|\\makebox\(0,0\)"
    r"|\\(?:line|vector)\([^)]*\)\{[^}]*\}"
    r"|\\(?:workspace|hspace\*?|blank)\{[^}]*\}"
    r"|\\drawing\{[^}]*\}\{[^}]*\}\{[^}]*\}|\\begin\{multicols\}\{2\}"
    r"|(?<=\})\{\d+\}$",
    re.MULTILINE,
)
_NUMBER_OF_PAGE = re.compile(r"\d+(?: / \d+)?\s*\Z")


@cache
def made(sheet: Worksheet, form: str, page: str) -> Any:
    """A page."""
    return render(sheet, form, page=page)


def read_md(sheet: Worksheet, page: str) -> list[Token]:
    return tokens(made(sheet, "md", page).replace(sheet.code, ""))


def read_tex(sheet: Worksheet, page: str) -> list[Token]:
    return tokens(_LAYOUT.sub(" ", made(sheet, "tex", page).partition(BEGIN)[2]))


def read_html(sheet: Worksheet, page: str) -> list[Token]:
    return tokens_of_html(made(sheet, "html", page).replace(sheet.code, ""))


def read_pdf(sheet: Worksheet, page: str) -> list[Token]:
    return numbers_of_pages(page_texts(made(sheet, "pdf", page)), sheet.code)


def heard_in_html(sheet: Worksheet, page: str) -> list[Token]:
    return spoken_tokens("; ".join(words_of_html(made(sheet, "html", page))))


def heard_in_a_pdf(sheet: Worksheet, page: str) -> list[Token]:
    with Pdf.open(BytesIO(made(sheet, "pdf", page))) as document:
        return spoken_tokens("; ".join(words_of(document, "/Formula")))


def numbers_of_pages(pages: Sequence[str], *codes: str) -> list[Token]:
    """What pages of paper say, without the code and the number of each page."""
    said = "\n".join(_NUMBER_OF_PAGE.sub("", text) for text in pages)
    for code in codes:
        said = said.replace(code, "")
    return tokens(said)


# Typst sets a matrix column by column.
PAPER = Style(IN_COLUMNS, figures="in lines")
Reader = Callable[[Worksheet, str], list[Token]]
READERS: dict[str, tuple[Reader, Style]] = {
    "html": (read_html, Style(counted=False, hints=("inside", "apart"))),
    "markdown": (read_md, Style(figures="listed")),
    "pdf": (read_pdf, PAPER),
    "latex": (read_tex, Style(counted=False)),
}
# The page of hints is for paper.
SHOWN = Style(counted=False, hints=("inside",))

# What a screen reader says for formulas.
HEARD: dict[str, tuple[Reader, Style]] = {
    "html": (heard_in_html, Style(ALOUD, figures="", hints=("inside", "apart"))),
    "pdf": (heard_in_a_pdf, Style(ALOUD, figures="")),
}

Wrong = dict[tuple[str, str], list[str]]
"""By the code and the page, where the numbers are not those that the page has to say."""


def wrong_in(form: str, sheets: Sequence[Worksheet]) -> Wrong:
    """What pages in that format say, or have a screen reader say, that they should not."""
    found: Wrong = {}
    for read, style in (readers[form] for readers in (READERS, HEARD) if form in readers):
        found |= _wrong({(s, page): read(s, page) for s in sheets for page in PAGES}, style)
    return found


def wrong_in_a_browser(sheets: Sequence[Worksheet]) -> Wrong:
    places = [(sheet, page) for sheet in sheets for page in PAGES]
    (shown,) = browser.dom_texts([one_html([made(s, "html", page) for s, page in places])])
    return _wrong(dict(zip(places, split(tokens(shown)), strict=True)), SHOWN)


def wrong_on_paper_from_tex(sheets: Sequence[Worksheet], folder: Path) -> Wrong:
    """What TeX prints that it should not; fails where it does not print well."""
    # A name needs more in the preamble, and one document has one.
    anonymous = [replace(sheet, person=None) for sheet in sheets]
    printed = check(anonymous, folder)
    texts: dict[tuple[str, str], list[str]] = {}
    for laid, ordered in zip(printed.pages, printed.in_order, strict=True):
        code = CODE.search(laid)
        assert code is not None
        name = code[1], "key" if "Answer key" in laid else "worksheet"
        texts.setdefault(name, []).append(ordered)
    places = [(sheet, page) for sheet in anonymous for page in PAGES]
    read = {(s, page): numbers_of_pages(texts[s.code, page], s.code) for s, page in places}
    return _wrong(read, Style())


def _wrong(read: dict[tuple[Worksheet, str], list[Token]], style: Style) -> Wrong:
    found = {
        (sheet.code, page): differing(told(sheet, page, style), numbers)
        for (sheet, page), numbers in read.items()
    }
    return {place: one for place, one in found.items() if one}
