"""The shapes that a plain text mentions, and no piece of something longer."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from qkvsym.reading.phrases import COUNTED, LENGTH_WORDS, NUMBER_WORDS
from qkvsym.reading.vocabulary import SIZES
from qkvsym.scoring.claims import MOST_MENTIONS, Mention, concludes_at
from qkvsym.scoring.naming import clause_before, nearest_name_before
from qkvsym.shapes import Shape

_SIZE = r"(?:[0-9]{1,4}|d_?[a-z]{1,5})"
_SHAPE = re.compile(
    rf"(?<![\w.])({_SIZE})[ )]{{0,2}}(?:x|X|×|\*|by|-by-)[ (]{{0,2}}({_SIZE})(?![\w]|\.[0-9])"
    rf"|(?:\(|Size\(\[) ?({_SIZE}) ?, ?({_SIZE})? ?[)\]]"
)
_FACTORS = re.compile(r"[\s()\[\]·×*@]*(?:\b(?:times|by|and|with|multiplied)\b[\s()\[\]·×*@]*)*")
_LENGTH = re.compile(
    rf"\b(?:{'|'.join(LENGTH_WORDS)})\b(?: of| is|:| =|\(.\) =)? ({_SIZE})\b"
    rf"|\b({_SIZE}|{'|'.join(NUMBER_WORDS)}) (?:{'|'.join(sorted(COUNTED))})\b",
    re.IGNORECASE,
)

_PIECE_BEFORE = re.compile(
    rf"(?<![\w.]){_SIZE}[ )\]]{{0,3}}(?:x|X|×|\*|by|-by-)[ (\[]{{0,3}}\Z"
    r"|(?<!-)-[(\[]?\Z|[=:] ?- ?[(\[]?\Z|[0-9)\]] ?[-+/·@] ?[(\[]?\Z|[/√~]\Z"
    r"|(?<!R)\^[(\[]?\Z|(?<!\w)[0-9]{1,4}[(\[]\Z"
)
_PIECE_BEHIND = re.compile(
    rf"[ )\]]{{0,3}}(?:(?:x|X|×|\*|·|@|by\b|-by-)[ (\[]{{0,3}}-? ?{_SIZE}(?!\w)"
    r"|[/^] ?[-(]?\w|[-+] ?[-(]?[0-9]|-\w|,[0-9]|%|²)"
)
_LONGEST_FACTOR = 24


LENGTH, FLAT = "length", "1-D"
"""One size that is told of a shape: how many entries there are, or the size of a 1-D array."""


def shapes_in(text: str, start: int, end: int) -> Iterator[Mention]:
    """Shapes that are no factors of a product of shapes."""
    written = _written_shapes(text, start, end)
    found = sorted((one for one in written if _is_whole(text, one)), key=lambda one: one.at)
    for n, one in enumerate(found):
        beside = [(one, after) for after in found[n + 1 : n + 2]]
        beside += [(before, one) for before in found[max(0, n - 1) : n]]
        if not any(_multiplied(text, left, right) for left, right in beside):
            yield one


def _is_whole(text: str, one: Mention) -> bool:
    """Whether what is read as a shape is no piece of a longer product, a fraction or a power."""
    before = text[max(0, one.at - _LONGEST_FACTOR) : one.at]
    return not (_PIECE_BEFORE.search(before) or _PIECE_BEHIND.match(text, one.end))


def _multiplied(text: str, left: Mention, right: Mention) -> bool:
    gap = text[left.end : right.at]
    if not isinstance(left.value, Shape) or not isinstance(right.value, Shape):
        return False
    if not _FACTORS.fullmatch(gap) or "\n" in gap:
        return False
    return bool(gap.strip(" ")) and left.name == right.name


def _written_shapes(text: str, start: int, end: int) -> Iterator[Mention]:
    for found in deque(_SHAPE.finditer(text, start, end), maxlen=MOST_MENTIONS):
        rows, columns = (found[1], found[2]) if found[1] else (found[3], found[4])
        value: Any = (FLAT, _size(rows)) if columns is None else Shape(_size(rows), _size(columns))
        yield _mentioned_shape(text, found, value)
    for found in deque(_LENGTH.finditer(text, start, end), maxlen=MOST_MENTIONS):
        counted = found[0].split()[-1].lower()
        if found[1] or COUNTED.get(counted) == "length":
            yield _mentioned_shape(text, found, (LENGTH, _size(found[1] or found[2])))


def _mentioned_shape(text: str, found: re.Match[str], value: Any) -> Mention:
    name = nearest_name_before(text, found.start())
    arrow = clause_before(text, found.start()).rstrip(" ([").endswith(("=", "->"))
    concludes = concludes_at(text, found.start()) or arrow
    return Mention(found.start(), found.end(), value, name, concludes)


def _size(written: str) -> int | str:
    lower = written.lower()
    if lower in NUMBER_WORDS:
        return NUMBER_WORDS[lower]
    if written.isdecimal():
        return int(written)
    name = written if "_" in written else f"d_{written[1:]}"
    return SIZES.get(name, name)
