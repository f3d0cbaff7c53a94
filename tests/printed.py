"""What a sheet states in numbers, by its JSON, and how numbers are read back from what is printed.

Every matrix must come back entry by entry and in its order, so that neither a lost sign nor a
missing entry is made up for by the same number in another place. What a page says between them,
number by number, is in `told`.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from html import unescape
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pypdfium2
from pikepdf import Array, Dictionary, Pdf

from qkvsym import Worksheet, render

Token = int | str
"""A whole number with its sign, the word for a product that there is none of, or an entry by its
place: ``x3``, ``w1.2``."""

UNDEFINED = "undefined"
PAGES = ("worksheet", "key")
_TOKEN = re.compile(
    rf"\b{UNDEFINED}\b"
    r"|(?<![^\W\d])[a-z](?=[ij,]*\d)(?:,?(?:[ij]|\d+))+(?![^\W\d]{2})"
    # On paper a minus may touch both numbers.
    r"|(?:(?<![\w.-])-?|(?<=\d-))\d+(?!\w)"
)
_INDEXED = re.compile(r"\b([a-z])_(?:\{([\w,]*)\}|(\d))")
_MAIN = re.compile("(<main[^>]*>)(.*)</main>", re.DOTALL)
_EMPTY = re.compile("(<input[^>]*)>")
# After a number, minus is no sign.
_SPOKEN = re.compile(rf"(?:(?<!\d )(minus ))?\b(\d+)\b|\b{UNDEFINED}\b")
# A formula that is cut into pieces has words as a whole.
_NAMED = re.compile(
    r'<(?:span class="formula" role="\w+" aria-label|math (?:alttext|aria-label))="([^"]*)"'
)
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
    """The numbers of a text in order; after a small letter they are its indices."""
    plain = unicodedata.normalize("NFKC", text).replace("\N{MINUS SIGN}", "-")
    plain = _INDEXED.sub(r"\1\2\3", plain.replace("\N{ZERO WIDTH SPACE}", ""))
    return [_token(found) for found in _TOKEN.findall(plain)]


def _token(found: str) -> Token:
    name, places = found[0], found[1:]
    if found == UNDEFINED or not name.isalpha():
        return found if found == UNDEFINED else int(found)
    # Without a comma, every sign is one of the two indices of a weight.
    both = places if name == "w" and "," not in places else places.split(",")
    return name + ".".join(both)


def missing(wanted: Sequence[Table], read: Sequence[Token]) -> list[Any]:
    """The tables that do not come back whole and in order, then the numbers that are too few."""
    line = _line(read)
    entries = [[entry for row in table for entry in row] for table in wanted]
    lost: list[Any] = [
        table for table, found in zip(wanted, entries, strict=True) if _line(found) not in line
    ]
    too_few = Counter(chain.from_iterable(entries)) - Counter(read)
    return lost + sorted(too_few.elements(), key=str)


def _line(read: Sequence[Token]) -> str:
    return f" {' '.join(map(str, read))} "


def differing(wanted: Sequence[Token], read: Sequence[Token]) -> list[str]:
    """Where what is read is not what is wanted, after the numbers before it; nothing if it is."""
    if wanted == read:
        return []
    lines = [list(map(str, one)) for one in (wanted, read)]
    found = SequenceMatcher(None, *lines, autojunk=False).get_opcodes()
    return [
        f"after {' '.join(lines[0][max(0, a - 4) : a])}: "
        f"{' '.join(lines[0][a:b]) or 'nothing'} is {' '.join(lines[1][c:d]) or 'nothing'}"
        for tag, a, b, c, d in found
        if tag != "equal"
    ]


def tokens_of_html(page: str) -> list[Token]:
    """What an HTML page says; in MathML a sign stands beside its number, an index below a name."""
    main = _MAIN.search(page)
    assert main is not None
    # But for its empty elements, the page is XML; that it is valid HTML is tested elsewhere.
    return tokens("".join(_spelled(fromstring(_EMPTY.sub(r"\1/>", main[0])))))


def _spelled(element: Element) -> Iterator[str]:
    if element.tag == "msub":
        name, index = ("".join("".join(_spelled(inside)).split()) for inside in element)
        yield f" {name}_{{{index}}} "
        return
    yield element.text or ""
    for inside in element:
        yield from _spelled(inside)
        yield inside.tail or ""
    # Numbers of neighbouring cells do not touch; a sign touches its number.
    if element.get("form") != "prefix":
        yield " "


def words_of_html(page: str) -> list[str]:
    """What is read for every formula of an HTML page, in order."""
    return [unescape(words) for words in _NAMED.findall(page)]


def spoken_tokens(words: str) -> list[Token]:
    """The numbers of words that are read for a formula, where a sign is a word too."""
    found = _SPOKEN.findall(words)
    return [UNDEFINED if not n else int(f"-{n}" if minus else n) for minus, n in found]


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
