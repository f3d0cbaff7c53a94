"""LaTeX pages as TeX sets them: no bad boxes, no warnings, and all that was given is on paper.

Sheets of every kind and level, and of large givens, are held to it where their numbers are read
back.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qkvsym import Matrix, Shape, Worksheet, derive, generate, render
from qkvsym.errors import NoInstance
from qkvsym.kinds import kind_ids
from tests.hostile import TITLES, pwned

NEEDED = ("pdflatex", "pdftotext", "pdffonts")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
pytestmark = [
    pytest.mark.tex,
    pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} not installed"),
]

BAD = re.compile(
    r"^!|Overfull|Underfull|(LaTeX|Package|Class)( \S+)? Warning|Missing character|mktexpk|/pk/"
)
# The number of pages is known from the second run on.
AGAIN = "Label(s) may have changed. Rerun"
HEADING = re.compile(r"^\d+\. .* \((easy|medium|hard)\)$")
CODE = re.compile(r"Code +(\S+)$", re.MULTILINE)
BEGIN, END = "\\begin{document}\n", "\\end{document}"
HEAD_BEGINS = "\n\\sheethead"


@dataclass(frozen=True)
class Printed:
    """What a run of pdflatex left: complaints of its log, fonts, and the text of each page.

    The text comes twice: as it lies on the page, and in the order in which it was set, where
    no two numbers touch.
    """

    complaints: list[str]
    fonts: str
    pages: list[str]
    in_order: list[str]


def compiled(source: str, folder: Path) -> Printed:
    """A document as TeX sets it."""
    (folder / "page.tex").write_text(source, encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page"],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=60, check=False,
    )  # fmt: skip
    log = ran.stdout + (folder / "page.log").read_text(errors="replace")
    complaints = [line for line in log.splitlines() if BAD.search(line) and AGAIN not in line]
    if ran.returncode:
        return Printed([f"exit code {ran.returncode}", *complaints], "", [], [])
    fonts = _output("pdffonts", "page.pdf", folder=folder)
    laid, ordered = (
        _output("pdftotext", mode, "-enc", "UTF-8", "page.pdf", "-", folder=folder).split("\f")[:-1]
        for mode in ("-layout", "-raw")
    )
    return Printed(complaints, fonts, laid, ordered)


def _output(*command: str, folder: Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return ran.stdout.decode("utf-8").replace("\N{MINUS SIGN}", "-")


def bound(documents: Sequence[str]) -> str:
    """Several pages' sources as one document, so that TeX starts once."""
    parts = []
    preambles = set()
    for document in documents:
        head, _, body = document.partition(BEGIN)
        preamble, _, headers = head.partition(HEAD_BEGINS)
        preambles.add(preamble)
        parts.append(f"\\lhead{{}}{HEAD_BEGINS}{headers}{body.rpartition(END)[0]}")
    assert len(preambles) == 1
    return preambles.pop() + "\n" + BEGIN + "\\clearpage\n".join(parts) + END + "\n"


def check(sheets: Sequence[Worksheet], folder: Path) -> Printed:
    """Print worksheets and keys, and hold what came out against the sheets."""
    sources = [render(sheet, "tex", page=page) for sheet in sheets for page in ("worksheet", "key")]
    printed = compiled(bound(sources), folder)
    assert printed.complaints == []
    assert "Type 3" not in printed.fonts
    codes = [CODE.search(page) for page in printed.pages]
    assert all(codes), [page for page, code in zip(printed.pages, codes, strict=True) if not code]
    for page in printed.pages:
        lines = [line.strip() for line in page.splitlines() if line.strip()]
        assert not HEADING.match(lines[-2]), page
    for sheet in sheets:
        pages = zip(printed.in_order, codes, strict=True)
        mine = [page for page, code in pages if code and code[1] == sheet.code]
        _numbers_are_there(sheet, mine)
    return printed


def _numbers_are_there(sheet: Worksheet, pages: list[str]) -> None:
    first_of_key = next(n for n, page in enumerate(pages) if "Answer key" in page)
    worksheet = _numbers("\n".join(pages[:first_of_key]))
    key = _numbers("\n".join(pages[first_of_key:]))
    given = [
        v for e in sheet.exercises for name, v in e.givens.items() if not name.endswith("_new")
    ]
    answers = [part.answer.value for e in sheet.exercises for part in e.parts]
    assert Counter(_entries(given)) - worksheet == Counter()
    assert Counter(_entries([*given, *answers])) - key == Counter()


def _numbers(text: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"(?<![\w-])-?\d+", text)))


def _entries(values: Sequence[Any]) -> Iterator[int]:
    for value in values:
        if isinstance(value, Matrix):
            yield from value.entries
        elif isinstance(value, Shape):
            yield from (size for size in (value.rows, value.columns) if isinstance(size, int))
        elif isinstance(value, int):
            yield value


def sheets_of(**options: Any) -> list[Worksheet]:
    """A sheet of each kind, where the options leave it good instances."""
    found = []
    for name in kind_ids():
        try:
            found.append(generate(name, **options))
        except NoInstance:
            continue
    return found


@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_the_default_set_is_a_document_of_its_own_that_compiles_without_a_complaint(
    tmp_path: Path, page: str
) -> None:
    sheet = generate(title="Week 3")
    printed = compiled(render(sheet, "tex", page=page), tmp_path)
    assert printed.complaints == []
    assert "Type 3" not in printed.fonts
    assert all(sheet.code in text for text in printed.pages)
    assert "Week 3" in printed.pages[0]


def test_default_sets_print_well(tmp_path: Path) -> None:
    check([generate(seed=seed) for seed in range(1, 4)], tmp_path)


def sheets_of_sizes(sizes: Sequence[tuple[int, int]], **options: Any) -> list[Worksheet]:
    """Sheets of all those sizes, which are told apart by their codes."""
    found = {n_m: sheets_of(d_in=n_m[0], d_out=n_m[1], **options) for n_m in sizes}
    assert all(found.values())
    return [sheet for sheets in found.values() for sheet in sheets]


@pytest.mark.parametrize(
    "sizes", [[(16, 3), (3, 16), (16, 15), (15, 16)], [(1, 2), (2, 1), (1, 16), (16, 1)]]
)
def test_extreme_sizes_print_well(tmp_path: Path, sizes: list[tuple[int, int]]) -> None:
    check(sheets_of_sizes(sizes), tmp_path)


@pytest.mark.parametrize("sizes", [[(1, 2), (2, 3), (3, 2), (1, 16), (3, 6), (2, 16), (16, 15)]])
def test_entries_of_two_digits_and_a_sign_print_well(
    tmp_path: Path, sizes: list[tuple[int, int]]
) -> None:
    check(sheets_of_sizes(sizes, entries=(-99, 99)), tmp_path)


def test_a_sheet_of_a_hundred_exercises_has_its_whole_code_on_every_page(tmp_path: Path) -> None:
    sheet = generate(*["predict-shape"] * 100, seed=2**64 - 1, d_in=3, d_out=2, entries=(-5, 5))
    sources = [render(sheet, "tex", page=page) for page in ("worksheet", "key")]
    printed = compiled(bound(sources), tmp_path)
    assert printed.complaints == []
    for page in printed.pages:
        # Such a code takes two lines, and the head of a key stands between them.
        assert sheet.code in "".join(page.replace("Answer key", "").split())


@cache
def _as_printed(title: str) -> str:
    """A title as its letters come back from paper: no spaces, no rules, no typographic signs."""
    signs = str.maketrans("’‘ˆ˜", "'`^~", "_")
    text = title.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff").translate(signs)
    return "".join(text.split())


@pytest.mark.parametrize("start", range(0, len(TITLES), 28))
def test_a_hostile_title_is_printed_as_it_is(tmp_path: Path, start: int) -> None:
    # Several in one document; each sheet has a code of its own, by which its pages are found.
    cases = [*enumerate(TITLES)][start : start + 28]
    sheets = [generate("predict-shape", seed=n, title=case["title"]) for n, case in cases]
    before = pwned()
    sources = [render(sheet, "tex", page=page) for sheet in sheets for page in ("worksheet", "key")]
    printed = compiled(bound(sources), tmp_path)
    assert printed.complaints == []
    assert "Type 3" not in printed.fonts
    assert pwned() == before
    codes = [CODE.search(page) for page in printed.pages]
    for sheet in sheets:
        pages = zip(printed.pages, codes, strict=True)
        worksheet, *_, key = (_as_printed(p) for p, code in pages if code and code[1] == sheet.code)
        if sheet.title.isascii():
            assert _as_printed(sheet.title) in worksheet, sheet.title
            assert "Answerkey:" + _as_printed(sheet.title) in key, sheet.title


LONG_TITLES = [
    "word " * 40, "W" * 200, "i" * 200, "\\" * 200, "_" * 200, "supercalifragilistic" * 10,
    "ß" * 200, "\N{SNOWMAN}" * 200, "a/" * 100, ("W" * 50 + " ") * 3,
]  # fmt: skip


def test_a_very_long_title_is_broken_and_not_cut(tmp_path: Path) -> None:
    sheets = [generate("predict-shape", title=t, seed=n) for n, t in enumerate(LONG_TITLES)]
    check(sheets, tmp_path)


DERIVED: list[dict[str, Any]] = [
    {}, {"d_in": 3}, {"d_out": 3}, {"d_in": "d_model", "d_out": "a_b_c"},
    *({"d_in": n, "d_out": m} for n, m in ((1, 1), (2, 3), (5, 4), (9, 10), (1, 16), (16, 1))),
    {"d_in": 16, "d_out": 12},
]  # fmt: skip


def test_a_derivation_prints_well_in_a_document_that_only_loads_amsmath(tmp_path: Path) -> None:
    body = "\\clearpage\n".join(render(derive(**sizes), "latex") for sizes in DERIVED)
    source = f"\\documentclass{{article}}\n\\usepackage{{amsmath}}\n{BEGIN}{body}{END}\n"
    printed = compiled(source, tmp_path)
    assert printed.complaints == []
    assert "Type 3" not in printed.fonts
    assert len(printed.pages) >= len(DERIVED)
