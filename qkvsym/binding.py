"""One PDF of many, for a printer that prints on both sides: each begins on an odd page.

The tags, the alternative texts and the bookmarks of all of them are kept (ISO 32000-1, 12.3.3
and 14.7), so that what is bound can be read aloud as each of them can. Objects are read by a
library and written as they come, under new numbers; what stays in memory are the roots of the
trees. A library that joins PDFs keeps all objects, a megabyte for each sheet and its key.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from qkvsym.pdf_writer import PdfWriter

if TYPE_CHECKING:
    from pikepdf import Pdf

Node = Any
"""A dictionary or an array of a PDF."""

_CATALOG, _PAGES, _TAGS, _MARKS, _METADATA, _FREE = 1, 2, 3, 4, 5, 6
"""The numbers of what all have in common, and the first one that is free."""

_ROOTS = {"/Pages": _PAGES, "/StructTreeRoot": _TAGS, "/Outlines": _MARKS}
# What looks like a reference in a string is none.
_TOKEN = re.compile(rb"\((?:[^\\()]|\\.)*\)|<[0-9A-Fa-f]*>|\b(\d+) \d+ R\b", re.DOTALL)


_PARTS_OF_A_TABLE = ("/THead", "/TBody", "/TFoot", "/TR")
_LENGTH = re.compile(rb"/Length \d+(?: \d+ R)?(?=[\s/]|$)")


class Book:
    """PDFs one after the other, each from an odd page on."""

    def __init__(self) -> None:
        self._writer = PdfWriter(_FREE)
        self._count = 0
        self._pages: list[bytes] = []
        self._page_count = 0
        self._page_box = b""
        self._catalog: dict[str, bytes] = {}
        self._metadata = self._info = b""
        self._tags = _Tags()
        self._marks = _Marks(self._writer)

    def add(self, pdf: bytes) -> None:
        """Add a PDF as this package makes them."""
        from pikepdf import Pdf

        if self._page_count % 2:
            number = self._writer.numbers(1)
            blank = b"<< /Type /Page /Parent %d 0 R /MediaBox %s /Resources << >> >>"
            self._writer.write(number, blank % (_PAGES, self._page_box))
            self._pages.append(b"%d 0 R" % number)
            self._page_count += 1
        self._count += 1
        with Pdf.open(BytesIO(pdf)) as other:
            self._add(other)

    def _add(self, other: "Pdf") -> None:
        from pikepdf import Stream

        root = other.Root
        renumber = _renumbering(other, self._writer)
        self._tags.add(other, f"{self._count}-" if self._count > 1 else "", renumber)
        self._pages += [renumber(b"%d 0 R" % kid.objgen[0]) for kid in root.Pages.Kids]
        self._page_count += len(other.pages)
        self._page_box = other.pages[-1].mediabox.unparse(resolved=True)
        for key, value in root.items():
            # The numbers that a viewer shows for pages would run on from the first part.
            if key not in _ROOTS and key not in ("/Metadata", "/PageLabels"):
                self._catalog.setdefault(key, renumber(_unparsed(value)))
        if not self._info and "/Info" in other.trailer:
            self._info = renumber(_unparsed(other.trailer.Info))
        if not self._metadata and "/Metadata" in root:
            self._metadata = root.Metadata.read_bytes()
        self._marks.begin(root.get("/Outlines"))
        own = {root.objgen, *(root[key].objgen for key in (*_ROOTS, "/Metadata") if key in root)}
        for node in other.objects:
            if node.objgen in own or not node.objgen[0]:
                continue
            number = int(renumber(b"%d 0 R" % node.objgen[0]).split()[0])
            if isinstance(node, Stream):
                if str(node.get("/Type")) not in ("/ObjStm", "/XRef"):
                    self._writer.write_stream(number, *_taken_apart(node, renumber))
            elif not self._marks.taken(node, number, renumber):
                self._writer.write(number, renumber(node.unparse(resolved=True)))

    def bound(self) -> bytes:
        """All of them as one; raises ValueError where there are none."""
        if not self._count:
            raise ValueError("nothing to bind")
        write = self._writer.write
        catalog = dict(self._catalog)
        kids = b" ".join(self._pages)
        write(_PAGES, b"<< /Type /Pages /Count %d /Kids [ %s ] >>" % (self._page_count, kids))
        catalog["/Pages"] = b"%d 0 R" % _PAGES
        if self._tags.elements:
            write(_TAGS, self._tags.root())
            catalog["/StructTreeRoot"] = b"%d 0 R" % _TAGS
        if self._marks.first:
            write(_MARKS, self._marks.root())
            catalog["/Outlines"] = b"%d 0 R" % _MARKS
        if self._metadata:
            # They are those of the first, and say how many pages that one has.
            count = f"<xmpTPg:NPages>{self._page_count}<".encode()
            said = re.sub(rb"<xmpTPg:NPages>\d+<", count, self._metadata)
            self._writer.write_stream(_METADATA, b"/Type /Metadata /Subtype /XML", said)
            catalog["/Metadata"] = b"%d 0 R" % _METADATA
        entries = b" ".join(key.encode() + b" " + value for key, value in sorted(catalog.items()))
        write(_CATALOG, b"<< %s >>" % entries)
        return self._writer.finished(_CATALOG, self._info)


class _Tags:
    """The root of all tags: elements, what is on which page, and names."""

    def __init__(self) -> None:
        self.elements: list[bytes] = []
        self._pages: list[bytes] = []
        self._names: list[tuple[bytes, bytes]] = []
        self._roles = b""
        self._next = 0

    def add(self, other: "Pdf", mark: str, renumber: Callable[[bytes], bytes]) -> None:
        tree = other.Root.get("/StructTreeRoot")
        if tree is None:
            return  # a TeX engine made it
        _rename(tree, mark)
        for page in other.pages:
            if "/StructParents" in page.obj:
                page.obj.StructParents = int(page.obj.StructParents) + self._next
            for link in page.obj.get("/Annots", []):
                if "/StructParent" in link:
                    link.StructParent = int(link.StructParent) + self._next
        self.elements += [renumber(b"%d 0 R" % one.objgen[0]) for one in _listed(tree, "/K")]
        numbered = _listed(tree.get("/ParentTree", {}), "/Nums")
        for key, value in zip(numbered[::2], numbered[1::2], strict=True):
            self._pages.append(b"%d %s" % (int(key) + self._next, renumber(_unparsed(value))))
        named = _listed(tree.get("/IDTree", {}), "/Names")
        for name, element in zip(named[::2], named[1::2], strict=True):
            self._names.append((name.unparse(), renumber(_unparsed(element))))
        if "/RoleMap" in tree:
            self._roles = renumber(tree.RoleMap.unparse())
        self._next += int(tree.get("/ParentTreeNextKey", 0))

    def root(self) -> bytes:
        parts = [
            b"/Type /StructTreeRoot /K [ %s ]" % b" ".join(self.elements),
            b"/ParentTree << /Nums [ %s ] >>" % b" ".join(self._pages),
            b"/ParentTreeNextKey %d" % self._next,
        ]
        if self._names:
            # Readers look them up in a sorted list.
            names = b" ".join(name + b" " + element for name, element in sorted(self._names))
            parts.append(b"/IDTree << /Names [ %s ] >>" % names)
        if self._roles:
            parts.append(b"/RoleMap " + self._roles)
        return b"<< %s >>" % b" ".join(parts)


class _Marks:
    """The chain of all bookmarks; the last one is kept back until it is known what follows."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self.first = self._last = self._count = 0
        self._kept = b""
        self._ends: dict[tuple[int, int], str] = {}
        self._only = False

    def begin(self, outlines: Node | None) -> None:
        self._ends = {}
        if outlines is not None and "/First" in outlines:
            self._count += int(outlines.Count)
            self._ends = {outlines.First.objgen: "first", outlines.Last.objgen: "last"}
            self._only = outlines.First.objgen == outlines.Last.objgen

    def taken(self, node: Node, number: int, renumber: Callable[[bytes], bytes]) -> bool:
        """Whether a node is at an end of its chain, and linked here to what is around it."""
        end = self._ends.get(node.objgen)
        if end is None:
            return False
        content = renumber(node.unparse(resolved=True))
        if end == "first" or self._only:
            if self._last:
                self._write_kept(b"/Next %d 0 R" % number)
                content = _with(content, b"/Prev %d 0 R" % self._last)
            self.first = self.first or number
        if end == "last":
            self._last, self._kept = number, content
        else:
            self._writer.write(number, content)
        return True

    def root(self) -> bytes:
        self._write_kept(b"")
        places = (self.first, self._last, self._count)
        return b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % places

    def _write_kept(self, link: bytes) -> None:
        self._writer.write(self._last, _with(self._kept, link))


def _with(dictionary: bytes, entry: bytes) -> bytes:
    return dictionary.rstrip().removesuffix(b">>") + entry + b" >>"


def _renumbering(other: "Pdf", writer: PdfWriter) -> Callable[[bytes], bytes]:
    """How references of a PDF are written here: under new numbers, and to the common roots."""
    last = max(node.objgen[0] for node in other.objects)
    before = writer.numbers(last + 1)
    roots = {other.Root[key].objgen[0]: new for key, new in _ROOTS.items() if key in other.Root}

    def token(found: re.Match[bytes]) -> bytes:
        if not found[1]:
            return found[0]
        number = int(found[1])
        return b"%d 0 R" % roots.get(number, number + before)

    return lambda content: _TOKEN.sub(token, content)


def _taken_apart(stream: Node, renumber: Callable[[bytes], bytes]) -> tuple[bytes, bytes]:
    """The entries of a stream's dictionary, without its length, and its data as they are."""
    entries = renumber(stream.stream_dict.unparse(resolved=True)).strip()[2:-2]
    return _LENGTH.sub(b"", entries, count=1), stream.read_raw_bytes()


def _unparsed(value: Node) -> bytes:
    """A value that stands in another, be it one of Python's own."""
    from pikepdf import Array

    return Array([value]).unparse().strip()[1:-1].strip()


def _rename(tree: Node, mark: str) -> None:
    """Give what has a name, such as the heads of tables, one that no other document has."""
    from pikepdf import Array, String

    tables = {}
    named = _listed(tree.get("/IDTree", {}), "/Names")
    for place, element in enumerate(named[1::2]):
        name = String(mark + str(element.ID))
        element.ID = tree.IDTree.Names[2 * place] = name
        if element.S == "/TH":
            table = element.P.P.P
            tables[table.objgen] = table
    for cell in (cell for table in tables.values() for cell in _cells(table)):
        for attributes in _listed(cell, "/A"):
            if "/Headers" in attributes:
                attributes.Headers = Array(String(mark + str(head)) for head in attributes.Headers)


def _cells(table: Node) -> Iterator[Node]:
    from pikepdf import Dictionary

    # A caption has text among what is in it.
    for kid in _listed(table, "/K"):
        if isinstance(kid, Dictionary) and kid.get("/S") in ("/TH", "/TD"):
            yield kid
        elif isinstance(kid, Dictionary) and kid.get("/S") in _PARTS_OF_A_TABLE:
            yield from _cells(kid)


def _listed(node: Node, key: str) -> list[Node]:
    """What is under a key, where one thing may stand for a list of one."""
    from pikepdf import Array

    found = node.get(key)
    if found is None:
        return []
    return list(found) if isinstance(found, Array) else [found]
