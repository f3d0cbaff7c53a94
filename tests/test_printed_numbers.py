"""What is printed is what was computed: over 200 sheets, and in every format."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qkvsym import Worksheet, generate, render
from qkvsym.formats import format_ids
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
SEEDS = range(1, 9)


@cache
def sheets_of(kind: str) -> tuple[Worksheet, ...]:
    """Sheets of one exercise each, of all levels, and a few of other sizes and entries."""
    drawn = [generate(kind, level=level, seed=seed) for level in LEVELS for seed in SEEDS]
    sizes = [generate(kind, d_in=n, d_out=m, seed=3) for n, m in ((3, 5), (5, 4))]
    signed = [generate(kind, d_in=4, d_out=3, entries=(-99, 99), seed=seed) for seed in (1, 2)]
    return (*drawn, *sizes, *signed)


@cache
def sets() -> tuple[Worksheet, ...]:
    """Sets of several exercises, and a sheet of every mistake that can be asked for."""
    mistaken = (generate(mistakes=[name], level="hard", seed=8) for name in sorted(askable()))
    return (generate(seed=1), generate(seed=2), generate(given="lesson"), *mistaken)


@cache
def drawn() -> tuple[Worksheet, ...]:
    return (*(sheet for kind in kind_ids() for sheet in sheets_of(kind)), *sets())


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


READERS = {"html": read_html, "markdown": read_md, "pdf": read_pdf, "latex": read_tex}
Reader = Callable[[Worksheet, str], list[Token]]


def not_stated(sheet: Worksheet, form: str) -> list[object]:
    """What the sheet or the key in that format has lost of the JSON sheet's numbers."""
    lost = []
    for page in PAGES:
        read = READERS[form](sheet, page)
        # Typst sets a matrix column by column.
        lost += missing(stated(sheet, page), read, by_column=form == "pdf")
    return lost


def test_there_are_more_than_200_sheets_with_numbers_of_every_sign_on_them() -> None:
    assert len({sheet.code for sheet in drawn()}) > 200
    entries = [e for s in drawn() for table in stated(s, "key") for row in table for e in row]
    assert len(entries) > 5000
    assert sum(isinstance(entry, int) and entry < 0 for entry in entries) > 500
    assert UNDEFINED in entries


def test_every_format_that_has_pages_to_print_is_read() -> None:
    assert set(READERS) == set(format_ids()) - {"json", "text"}


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("kind", kind_ids())
def test_every_given_is_on_the_sheet_and_every_answer_on_the_key(kind: str, form: str) -> None:
    lost = {s.code: not_stated(s, form) for s in sheets_of(kind)}
    assert {code: one for code, one in lost.items() if one} == {}


@pytest.mark.parametrize("form", READERS)
def test_every_given_and_answer_of_a_set_is_printed(form: str) -> None:
    lost = {sheet.code: not_stated(sheet, form) for sheet in sets()}
    assert {code: one for code, one in lost.items() if one} == {}


@pytest.mark.browser
def test_a_browser_shows_every_given_and_every_answer() -> None:
    whole = one_html([made(sheet, "html", page) for sheet in drawn() for page in PAGES])
    (shown,) = browser.dom_numbers([whole])
    read = split(shown)
    assert len(read) == len(drawn()) * len(PAGES)
    for sheet, *texts in zip(drawn(), read[::2], read[1::2], strict=True):
        for page, numbers in zip(PAGES, texts, strict=True):
            # The script reads numbers alone.
            wanted = [table for table in stated(sheet, page) if table != [[UNDEFINED]]]
            assert missing(wanted, numbers) == [], sheet.code


@pytest.mark.tex
def test_paper_from_tex_has_every_given_and_every_answer(tmp_path: Path) -> None:
    sheets = drawn()
    printed = compiled(bound([made(s, "tex", p) for s in sheets for p in PAGES]), tmp_path)
    texts: dict[tuple[str, str], str] = {}
    for laid, ordered in zip(printed.pages, printed.in_order, strict=True):
        code = CODE.search(laid)
        assert code is not None
        name = code[1], "key" if "Answer key" in laid else "worksheet"
        texts[name] = texts.get(name, "") + ordered
    for sheet in sheets:
        for page in PAGES:
            assert missing(stated(sheet, page), tokens(texts[sheet.code, page])) == [], sheet.code


# How numbers are read


def test_a_lost_sign_a_lost_entry_and_a_number_that_is_another_s_are_seen() -> None:
    wanted = [[[1, -2], [3, 4]], [[5]]]
    assert missing(wanted, [5, 1, -2, 3, 4]) == []
    assert missing(wanted, [5, 1, 3, -2, 4], by_column=True) == []
    assert missing(wanted, [5, 1, 2, 3, 4]) == [wanted[0], -2]
    assert missing(wanted, [5, 1, -2, 4]) == [wanted[0], 3]
    # All numbers are there, but not in their places.
    assert missing(wanted, [5, -2, 1, 3, 4]) == [wanted[0]]
    assert missing([*wanted, [[5]]], [5, 1, -2, 3, 4]) == [5]
    assert missing([[[1, 2]]], [11, 2]) == [[[1, 2]], 1]


def test_the_sign_of_a_number_is_read_with_it_and_a_minus_is_not() -> None:
    read = tokens("[4, −5] 1 - 8, 𝑥1 w_12 (-3) undefined W_q2")
    assert read == [4, -5, 1, 8, -3, UNDEFINED]
