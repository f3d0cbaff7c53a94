"""Many PDFs as one: each from an odd page on, with all its tags, words and bookmarks."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner, Result

from qkvsym import Worksheet, generate, render
from qkvsym.binding import Book
from qkvsym.cli import main
from qkvsym.layout import Layout
from qkvsym.renderer import Renderer
from tests.printed import PAGES, elements, listed, page_texts, words_of


def bound(parts: list[bytes]) -> bytes:
    book = Book()
    for part in parts:
        book.add(part)
    return book.bound()


def opened(printed: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(printed))


def sheets() -> list[Worksheet]:
    """Sheets of one to three pages, with tables, figures and lists."""
    kinds = ("predict-shape", "compute-projections", "find-mistake", "shape-check")
    return [generate(kind, seed=seed, title=f"{kind} {seed}") for kind in kinds for seed in (1, 2)]


@pytest.fixture(scope="module", params=PAGES)
def parts(request: pytest.FixtureRequest) -> list[bytes]:
    return [render(sheet, "pdf", page=request.param) for sheet in sheets()]


@pytest.fixture(scope="module")
def book(parts: list[bytes]) -> bytes:
    return bound(parts)


# Pages


def test_each_part_starts_on_an_odd_page_and_what_is_between_is_blank(
    parts: list[bytes], book: bytes
) -> None:
    texts = page_texts(book)
    at = 0
    for part in parts:
        assert at % 2 == 0
        own = page_texts(part)
        assert texts[at : at + len(own)] == own
        at += len(own)
        if at % 2 and at < len(texts):
            assert texts[at] == ""
            at += 1
    assert at == len(texts)


def test_some_parts_are_followed_by_a_blank_page_and_some_are_not(parts: list[bytes]) -> None:
    assert {len(page_texts(part)) % 2 for part in parts} == {0, 1}


def test_a_blank_page_is_as_large_as_the_one_before_it() -> None:
    layout = Layout("letter")
    sheet = generate("compute-projections", seed=1)
    part = render(sheet, "pdf", layout=layout)
    assert len(page_texts(part)) % 2 == 1
    document = opened(bound([part, part]))
    assert {tuple(map(float, page.mediabox)) for page in document.pages} == {(0, 0, 612, 792)}


# Tags


def marked(node: Any) -> Iterator[tuple[Any, int]]:
    """The pieces of pages that an element is made of: the page, and the number on it."""
    for kid in listed(node, "/K"):
        if isinstance(kid, int):
            yield node.Pg, kid
        elif kid.get("/Type") == "/MCR":
            yield kid.get("/Pg", node.get("/Pg")), int(kid.MCID)


def marks_of(page: pikepdf.Page) -> set[int]:
    """The numbers of the pieces that a page says it has."""
    numbers = set()
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "BDC" and "/MCID" in operands[1]:
            numbers.add(int(operands[1].MCID))
    return numbers


def number_tree(document: pikepdf.Pdf) -> dict[int, list[Any]]:
    numbers = listed(document.Root.StructTreeRoot.ParentTree, "/Nums")
    assert numbers[::2] == sorted(set(numbers[::2]))
    return dict(zip(map(int, numbers[::2]), map(list, numbers[1::2]), strict=True))


def test_every_element_is_on_a_page_of_the_book_and_every_mark_has_its_element(book: bytes) -> None:
    document = opened(book)
    pages = {page.objgen: page for page in document.pages}
    tree = [*elements(document.Root.StructTreeRoot)]
    found: dict[Any, set[int]] = {}
    parents = number_tree(document)
    for element in tree:
        assert element.get("/Pg") is None or element.Pg.objgen in pages
        for page, number in marked(element):
            entry = parents[int(page.StructParents)][number]
            assert entry.objgen == element.objgen
            found.setdefault(page.objgen, set()).add(number)
    for objgen, page in pages.items():
        assert found.get(objgen, set()) == marks_of(page)
    assert len(found) > 8
    assert int(document.Root.StructTreeRoot.ParentTreeNextKey) == max(parents) + 1


def test_every_element_knows_the_one_that_it_is_in(book: bytes) -> None:
    document = opened(book)
    root = document.Root.StructTreeRoot
    for parent in (root, *elements(root)):
        for kid in listed(parent, "/K"):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                assert kid.P.objgen == parent.objgen


def outline_of(node: Any) -> list[tuple[str, str]]:
    """The elements of a document: what each is, and the words that are read for it."""
    return [(str(one.S), str(one.get("/Alt", ""))) for one in elements(node)]


def test_the_elements_and_their_words_are_those_of_the_parts_in_order(
    parts: list[bytes], book: bytes
) -> None:
    document = opened(book)
    alone = [opened(part) for part in parts]
    expected = [one for part in alone for one in outline_of(part.Root.StructTreeRoot)]
    assert outline_of(document.Root.StructTreeRoot) == expected
    assert len(words_of(document, "/Formula")) > 100


def test_what_a_cell_of_a_table_is_called_is_there_once_and_its_heads_are_there() -> None:
    document = opened(bound([render(sheet, "pdf", page="key") for sheet in sheets()]))
    root = document.Root.StructTreeRoot
    tree = [*elements(root)]
    ids = [bytes(one.ID) for one in tree if "/ID" in one]
    assert len(ids) == len(set(ids)) > 12
    names = listed(root.IDTree, "/Names")
    assert [*map(bytes, names[::2])] == sorted(ids)
    for name, cell in zip(names[::2], names[1::2], strict=True):
        assert bytes(cell.ID) == bytes(name)
    tables = [one for one in tree if one.S == "/Table"]
    asked = 0
    for table in tables:
        own = {bytes(one.ID) for one in elements(table) if "/ID" in one}
        for cell in (one for one in elements(table) if one.S in ("/TD", "/TH")):
            for attributes in listed(cell, "/A"):
                heads = {*map(bytes, attributes.get("/Headers", []))}
                assert heads <= own
                asked += len(heads)
    assert asked > 20


def test_the_bookmarks_are_those_of_the_parts_and_lead_to_their_pages(
    parts: list[bytes], book: bytes
) -> None:
    document = opened(book)
    expected = []
    at = 0
    for part in parts:
        own = opened(part)
        expected += [(title, at + page) for title, page in bookmarks(own)]
        at += len(own.pages) + len(own.pages) % 2
    assert bookmarks(document) == expected
    assert len(expected) > len(parts)
    top = document.Root.Outlines
    alone = [opened(part) for part in parts]
    assert int(top.Count) == sum(int(one.Root.Outlines.Count) for one in alone)


def bookmarks(document: pikepdf.Pdf) -> list[tuple[str, int]]:
    """Every bookmark with the place of its page in the document."""
    places = {page.objgen: n for n, page in enumerate(document.pages)}
    found: list[tuple[str, int]] = []

    def walk(node: Any, parent: Any) -> None:
        before = None
        while node is not None:
            assert node.Parent.objgen == parent.objgen
            assert (node.get("/Prev") and node.Prev.objgen) == (before and before.objgen)
            target = node.Dest if "/Dest" in node else node.A.D
            found.append((str(node.Title), places[target[0].objgen]))
            if "/First" in node:
                walk(node.First, node)
            before, node = node, node.get("/Next")
        assert parent.Last.objgen == before.objgen

    walk(document.Root.Outlines.First, document.Root.Outlines)
    return found


# The document


def test_a_book_says_what_it_is_as_its_first_part_does(parts: list[bytes], book: bytes) -> None:
    document, first = opened(book), opened(parts[0])
    assert bool(document.Root.MarkInfo.Marked)
    assert document.Root.Lang == "en"
    assert bool(document.Root.ViewerPreferences.DisplayDocTitle)
    assert document.docinfo["/Title"] == first.docinfo["/Title"] == "predict-shape 1"
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


def test_what_looks_like_a_part_of_a_pdf_in_a_title_is_text_in_a_book() -> None:
    titles = ["12 0 R", "(7 0 R) \\(8 0 R", ")>> endobj 3 0 R <<", "<48> 1 0 R", "/Length 9 5 0 R"]
    made = [render(generate("predict-shape", title=title), "pdf") for title in titles]
    document = opened(bound(made))
    headings = [one for one in elements(document.Root.StructTreeRoot) if one.S == "/H1"]
    assert [str(one.T) for one in headings] == titles
    firsts = [outline[0] for outline in bookmarks(document) if outline[0] in titles]
    assert firsts == titles


def test_the_bytes_are_the_same_each_time(parts: list[bytes], book: bytes) -> None:
    # A name that is made of the time changes with the second.
    time.sleep(1.1)
    assert bound(parts) == book
    assert bound(parts[:2]) != book


def test_a_book_of_one_is_that_one(parts: list[bytes]) -> None:
    one = bound(parts[:1])
    assert page_texts(one) == page_texts(parts[0])
    assert outline_of(opened(one).Root.StructTreeRoot) == outline_of(
        opened(parts[0]).Root.StructTreeRoot
    )


def test_a_book_of_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^nothing to bind$"):
        Book().bound()


def without_tags(pages: int) -> bytes:
    document = pikepdf.new()
    for _ in range(pages):
        document.add_blank_page(page_size=(612, 792))
    made = BytesIO()
    document.save(made)
    return made.getvalue()


def test_pdfs_without_tags_can_be_bound_in_any_company(parts: list[bytes]) -> None:
    plain = opened(bound([without_tags(1), without_tags(2), without_tags(3)]))
    assert len(plain.pages) == 2 + 2 + 3
    mixed = opened(bound([parts[0], without_tags(1), parts[1]]))
    first, second = map(opened, parts[:2])
    both = [*words_of(first, "/Formula"), *words_of(second, "/Formula")]
    assert words_of(mixed, "/Formula") == both
    tagged = opened(bound([without_tags(1), parts[0]]))
    assert len(tagged.pages) == 2 + len(first.pages)
    assert words_of(tagged, "/Formula") == words_of(first, "/Formula")


def test_pages_of_ones_own_that_have_no_heading_can_be_bound(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    frame = '#set document(title: "T", date: none)\n#set text(lang: "en")\n<< sheet.code >>\n'
    (tmp_path / "pages" / "worksheet.typ.j2").write_text(frame, encoding="utf-8")
    renderer = Renderer(tmp_path)
    made = [generate("predict-shape", seed=seed) for seed in (1, 2, 3)]
    plain = [render(sheet, "pdf", renderer=renderer) for sheet in made]
    assert [text.split() for text in page_texts(bound(plain))[::2]] == [[s.code] for s in made]
    headed = render(made[0], "pdf")
    alone = opened(headed)
    expected = bookmarks(alone)
    for order in ([headed, plain[0]], [plain[0], headed]):
        both = opened(bound(order))
        titles = [title for title, _ in bookmarks(both)]
        assert titles == [title for title, _ in expected]


def test_captions_and_links_of_a_page_of_ones_own_keep_their_elements(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "worksheet.typ.j2").write_text(
        '#set document(title: "T", date: none)\n#set text(lang: "en")\n= A\n'
        "#figure(table(columns: 2, table.header[a][b], [1], [2]), caption: [c])\n"
        '#link("https://example.org")[site]\n'
    )
    sheet = generate("predict-shape")
    document = opened(bound([render(sheet, "pdf", renderer=Renderer(tmp_path))] * 3))
    assert len([one for one in elements(document.Root.StructTreeRoot) if one.S == "/TH"]) == 6
    numbers = listed(document.Root.StructTreeRoot.ParentTree, "/Nums")
    found = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    for page in document.pages[::2]:
        (link,) = page.Annots
        element = found[int(link.StructParent)]
        assert element.S == "/Link"
        assert element.Pg.objgen == page.obj.objgen


@pytest.mark.tex
def test_what_a_tex_engine_made_can_be_bound(tmp_path: Path) -> None:
    source = "\\documentclass{article}\\begin{document}A page of %s\\end{document}"
    made = []
    for name in ("one", "two"):
        (tmp_path / f"{name}.tex").write_text(source % name)
        command = [str(shutil.which("pdflatex")), "-interaction=batchmode", name]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
        made.append((tmp_path / f"{name}.pdf").read_bytes())
    first, blank, second = page_texts(bound(made))
    assert ("A page of one" in first, blank, "A page of two" in second) == (True, "", True)


# The command


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["generate", *args])


def test_the_command_writes_one_pdf_of_the_sheets_and_one_of_the_keys(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    result = run("predict-shape", "--count", "3", "--combine", "--out", str(folder))
    assert (result.exit_code, result.stderr) == (0, "")
    made = [generate("predict-shape", sheet=number) for number in (1, 2, 3)]
    stem = folder / f"{made[0].code}.x3"
    manifest = folder / "manifest.csv"
    assert result.stdout.splitlines() == [f"{stem}.pdf", f"{stem}.key.pdf", str(manifest)]
    assert sorted(folder.iterdir()) == [Path(f"{stem}.key.pdf"), Path(f"{stem}.pdf"), manifest]
    for page, suffix in (("worksheet", ".pdf"), ("key", ".key.pdf")):
        parts = [render(sheet, "pdf", page=page) for sheet in made]
        assert Path(f"{stem}{suffix}").read_bytes() == bound(parts)


def test_without_a_key_there_is_one_pdf(tmp_path: Path) -> None:
    result = run("shape-check", "--count", "2", "--combine", "--no-key", "--out", str(tmp_path))
    assert (result.exit_code, result.stderr) == (0, "")
    path, manifest = sorted(tmp_path.iterdir())
    assert result.stdout == f"{path}\n{manifest}\n"
    assert path.name == f"{generate('shape-check').code}.x2.pdf"


@pytest.mark.parametrize("formats", [["md"], ["pdf", "md"], ["html"]])
def test_only_pdf_is_combined(tmp_path: Path, formats: list[str]) -> None:
    options = [word for name in formats for word in ("--format", name)]
    result = run("predict-shape", "--combine", "--out", str(tmp_path / "new"), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("Error: --combine makes PDF alone: leave --format out\n")
    assert not (tmp_path / "new").exists()


def test_combining_takes_pdf_by_name_and_one_sheet_too(tmp_path: Path) -> None:
    result = run("predict-shape", "--combine", "--format", "pdf", "--out", str(tmp_path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 3
    assert ".x1." in result.stdout
