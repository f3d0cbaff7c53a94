"""What a sheet states in numbers, by its JSON, and how numbers are read back from what is printed.

Every matrix must come back entry by entry and in its order, so that neither a lost sign nor a
missing entry is made up for by the same number in another place.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element

import pypdfium2
from pikepdf import Array, Dictionary, Pdf

from qkvsym import Worksheet, render

Token = int | str
"""A whole number with its sign, or the word for a product that there is none of."""

UNDEFINED = "undefined"
PAGES = ("worksheet", "key")
_TOKEN = re.compile(rf"\b{UNDEFINED}\b|(?<![\w-])-?\d+")
_MAIN = re.compile("(<main[^>]*>)(.*)</main>", re.DOTALL)
BETWEEN = 987654321
"""A number that no sheet has."""

Table = list[list[Token]]
"""Rows of what is printed together; a shape and a number are tables of one row."""


@cache
def stated(sheet: Worksheet, page: str) -> list[Table]:
    """What a page has to state: everything given, and on the key every answer that has numbers."""
    found = []
    for exercise in json.loads(render(sheet, "json"))["exercises"]:
        found += [
            table
            for name, given in exercise["givens"].items()
            for table in _tables(_changed(exercise) if name.endswith("_new") else given)
        ]
        if page == "key":
            answers = (part["answer"] for part in exercise["parts"])
            numeric = (a["value"] for a in answers if a["type"] in ("matrix", "shape", "integer"))
            found += [table for value in numeric for table in _tables(value)]
    return found


def _changed(exercise: dict[str, Any]) -> Any:
    """Of a changed matrix, what is printed of it: its new column, or the one new entry."""
    facts = exercise["facts"]
    return facts["column"] if facts["i"] is None else facts["entry"]


def _tables(value: Any) -> Iterator[Table]:
    if isinstance(value, dict):
        value = value["shape"]
    if not isinstance(value, list):
        yield [[value]]
    elif isinstance(value[0], list):
        yield value
    elif all(isinstance(size, int) for size in value):
        yield [value]
    else:
        yield from ([[size]] for size in value if isinstance(size, int))


def tokens(text: str) -> list[Token]:
    """The numbers of a text in order; a letter or a digit before one makes it part of a name."""
    plain = unicodedata.normalize("NFKC", text).replace("\N{MINUS SIGN}", "-")
    found = _TOKEN.findall(plain)
    return [token if token == UNDEFINED else int(token) for token in found]


def missing(
    wanted: Sequence[Table], read: Sequence[Token], *, by_column: bool = False
) -> list[Any]:
    """The tables that do not come back whole and in order, then the numbers that are too few."""
    line = _line(read)
    lost: list[Any] = [
        table for table in wanted if _line(_in_order(table, by_column=by_column)) not in line
    ]
    too_few = Counter(entry for table in wanted for row in table for entry in row) - Counter(read)
    return lost + sorted(too_few.elements(), key=str)


def _in_order(table: Table, *, by_column: bool) -> list[Token]:
    rows = zip(*table, strict=True) if by_column else table
    return [entry for row in rows for entry in row]


def _line(read: Sequence[Token]) -> str:
    return f" {' '.join(map(str, read))} "


def tokens_of_html(main: Element) -> list[Token]:
    """What the text of a parsed page states; in MathML a sign stands beside its number."""
    return tokens("".join(_spelled(main)))


def _spelled(element: Element) -> Iterator[str]:
    yield element.text or ""
    for inside in element:
        yield from _spelled(inside)
        yield inside.tail or ""
    # Numbers of neighbouring cells do not touch; a sign touches its number.
    if element.get("form") != "prefix":
        yield " "


def one_html(pages: Sequence[str]) -> str:
    """Several pages as one, so that a browser lays out one; `BETWEEN` stands between them."""
    mains = [match[2] for match in map(_MAIN.search, pages) if match]
    assert len(mains) == len(pages)
    whole = f"<p>{BETWEEN}</p>".join(mains)
    return _MAIN.sub(lambda match: f"{match[1]}{whole}</main>", pages[0])


def split(read: Sequence[Token]) -> list[list[Token]]:
    """What each of several pages that are one states."""
    found: list[list[Token]] = [[]]
    for token in read:
        if token == BETWEEN:
            found.append([])
        else:
            found[-1].append(token)
    return found


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page of a PDF, in the order in which it was set."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def letters(text: str) -> str:
    """A text without spaces and line breaks, with every letter as it is typed."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(c for c in plain if not c.isspace() and unicodedata.category(c) != "Cf")


def elements(node: Any) -> Iterator[Any]:
    """The elements of a PDF's structure tree, or those in one of them, in the order of reading."""
    for kid in listed(node, "/K"):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


def listed(node: Any, key: str) -> list[Any]:
    """What a dictionary of a PDF has under a key, where one thing stands for a list of one."""
    found = node.get(key)
    if found is None:
        return []
    return list(found) if isinstance(found, Array) else [found]


def words_of(pdf: Pdf, *names: str) -> list[str]:
    """The alternative texts of all elements of those names, in order."""
    tree = elements(pdf.Root.StructTreeRoot)
    return [str(one.get("/Alt", "")) for one in tree if one.S in names]
