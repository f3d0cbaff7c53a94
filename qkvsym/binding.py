"""One PDF of many, for a printer that prints on both sides: each begins on an odd page.

The tags, the alternative texts and the bookmarks of all of them are kept (ISO 32000-1, 12.3.3
and 14.7), so that what is bound can be read aloud as each of them can.
"""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pikepdf import Pdf

Node = Any
"""A dictionary or an array of a PDF."""


class Book:
    """PDFs one after the other, each from an odd page on."""

    def __init__(self) -> None:
        self._pdf: Pdf | None = None
        self._count = 0

    def add(self, pdf: bytes) -> None:
        """Add a PDF as this package makes them."""
        from pikepdf import Pdf

        self._count += 1
        if self._pdf is None:
            self._pdf = Pdf.open(BytesIO(pdf))
            return
        pages = self._pdf.pages
        if len(pages) % 2:
            left, bottom, right, top = map(float, pages[-1].mediabox)
            self._pdf.add_blank_page(page_size=(right - left, top - bottom))
        with Pdf.open(BytesIO(pdf)) as other:
            _append(self._pdf, other, f"{self._count}-")

    def bound(self) -> bytes:
        """All of them as one; raises ValueError where there are none."""
        from pikepdf import ObjectStreamMode

        if self._pdf is None:
            raise ValueError("nothing to bind")
        _sort_names(self._pdf.Root.get("/StructTreeRoot", {}))
        _count_pages(self._pdf)
        made = BytesIO()
        # The name that a PDF has for itself is made of its contents, and not of the time.
        streams = ObjectStreamMode.generate
        self._pdf.save(made, object_stream_mode=streams, deterministic_id=True)
        return made.getvalue()


def _append(book: "Pdf", other: "Pdf", mark: str) -> None:
    first = len(book.pages)
    book.pages.extend(other.pages)
    # What was copied with the pages is not copied again, so that elements find their pages.
    if "/StructTreeRoot" in other.Root:
        _add_tree(book, book.copy_foreign(other.Root.StructTreeRoot), first, mark)
    if "/First" in other.Root.get("/Outlines", {}):
        added = book.copy_foreign(other.Root.Outlines)
        if "/First" in book.Root.get("/Outlines", {}):
            _add_bookmarks(book.Root.Outlines, added)
        else:
            book.Root.Outlines = added


def _add_tree(book: "Pdf", added: Node, first: int, mark: str) -> None:
    """The tags of the pages from the first on; a TeX engine makes pages that have none."""
    from pikepdf import Dictionary

    if "/StructTreeRoot" not in book.Root:
        book.Root.StructTreeRoot = added
        book.Root.MarkInfo = Dictionary(Marked=True)
        return
    tree = book.Root.StructTreeRoot
    _add_named(tree, added, mark)
    _add_marked(tree, added, book.pages[first:])
    for element in _listed(added, "/K"):
        element.P = tree
    _extend(tree, "/K", _listed(added, "/K"))


def _add_marked(tree: Node, added: Node, pages: Iterable[Node]) -> None:
    """What is on a page, by the page's number; the numbers go on from those before."""
    from pikepdf import Array, Dictionary

    if "/ParentTree" not in added:
        return  # nothing is on its pages
    if "/ParentTree" not in tree:
        tree.ParentTree = Dictionary(Nums=Array())
    start = int(tree.get("/ParentTreeNextKey", 0))
    numbers = _listed(added.ParentTree, "/Nums")
    moved = [entry + start if n % 2 == 0 else entry for n, entry in enumerate(numbers)]
    _extend(tree.ParentTree, "/Nums", moved)
    for page in pages:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + start
    tree.ParentTreeNextKey = start + int(added.ParentTreeNextKey)


def _add_named(tree: Node, added: Node, mark: str) -> None:
    """What has a name, such as the heads of tables: every document gives the same ones."""
    from pikepdf import Array, Dictionary, String

    if "/IDTree" not in added:
        return
    names = []
    tables = {}
    for element in _listed(added.IDTree, "/Names")[1::2]:
        element.ID = String(mark + str(element.ID))
        names += [element.ID, element]
        if element.S == "/TH":
            table = element.P.P.P
            tables[table.objgen] = table
    for cell in (cell for table in tables.values() for cell in _cells(table)):
        for attributes in _listed(cell, "/A"):
            if "/Headers" in attributes:
                heads = (String(mark + str(head)) for head in attributes.Headers)
                attributes.Headers = Array(heads)
    if "/IDTree" not in tree:
        tree.IDTree = Dictionary(Names=Array())
    _extend(tree.IDTree, "/Names", names)


def _count_pages(book: "Pdf") -> None:
    """The metadata are those of the first PDF, and say how many pages that one has."""
    if "/Metadata" in book.Root:
        said = book.Root.Metadata.read_bytes()
        count = f"<xmpTPg:NPages>{len(book.pages)}<".encode()
        book.Root.Metadata.write(re.sub(rb"<xmpTPg:NPages>\d+<", count, said))


def _sort_names(tree: Node) -> None:
    """Readers look names up in a sorted list."""
    from pikepdf import Array

    if "/IDTree" not in tree:
        return
    listed = _listed(tree.IDTree, "/Names")
    pairs = sorted(zip(listed[::2], listed[1::2], strict=True), key=lambda pair: bytes(pair[0]))
    tree.IDTree.Names = Array([item for pair in pairs for item in pair])


def _cells(table: Node) -> Iterator[Node]:
    for group in _listed(table, "/K"):
        for row in _listed(group, "/K"):
            yield from _listed(row, "/K")


def _add_bookmarks(book: Node, added: Node) -> None:
    """Bookmarks are a chain; the first ones added follow the last one that is there."""
    bookmark = added.First
    bookmark.Prev, book.Last.Next = book.Last, bookmark
    while True:
        bookmark.Parent = book
        if "/Next" not in bookmark:
            break
        bookmark = bookmark.Next
    book.Last = bookmark
    book.Count = int(book.Count) + int(added.Count)


def _listed(node: Node, key: str) -> list[Node]:
    """What is under a key, where one thing may stand for a list of one."""
    from pikepdf import Array

    found = node.get(key)
    if found is None:
        return []
    return list(found) if isinstance(found, Array) else [found]


def _extend(node: Node, key: str, added: Iterable[Node]) -> None:
    from pikepdf import Array

    found = node.get(key)
    if not isinstance(found, Array):
        node[key] = found = Array([] if found is None else [found])
    for item in added:
        found.append(item)
