"""Whose work a file is: by the code on it, and by its name.

A learner may call a file anything, so the code on the work counts most. Where the file's name
says somebody else, or nobody can be told, that is said and never decided in silence.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal
from unicodedata import normalize

from qkvsym.file_names import APART
from qkvsym.manifest import Row

Status = Literal[
    "marked",
    "doubtful",
    "several files",
    "missing",
    "unreadable",
    "unknown code",
    "unknown person",
    "no code",
]
"""Of a row of the grades.

`doubtful` work has the code of one person and the name of another; work of `several files` is
one of those that were handed in for one sheet; an `unknown code` is not in the manifest; an
`unknown person` is one of several; work with `no code` names no sheet by which it could be marked.
"""

_NOT_OF_A_CODE = re.compile(r"[^0-9a-z]+")
_KEY = ".key"


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose work a file is: the row of a sheet, if one can be told, and the code to judge it by.

    `others` are the rows that the file's name speaks of besides, or all between which it cannot
    be decided.
    """

    status: Status
    row: Row | None = None
    code: str = ""
    others: tuple[Row, ...] = ()


class Owners:
    """The rows of a manifest, by what tells one from another; no rows where there is none."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = tuple(dict.fromkeys(rows))
        self._by_code: dict[str, list[Row]] = {}
        self._by_file: dict[str, list[Row]] = {}
        self._by_id: dict[str, list[Row]] = {}
        for row in self.rows:
            code = _folded(row.code)
            stems = {stem for file in row.files if not (stem := _stem(file)).endswith(_KEY)}
            # A file is named by an id that is safe for every system, and the code; who gives it
            # a name of their own may leave out the digest behind the id.
            safe = {stem.removesuffix(f".{code}") for stem in stems if stem.endswith(f".{code}")}
            safe |= {id.partition(APART)[0] for id in safe}
            self._by_code.setdefault(code, []).append(row)
            for stem in stems:
                self._by_file.setdefault(stem, []).append(row)
            for id in {_folded(row.id), *safe} - {""}:
                self._by_id.setdefault(id, []).append(row)

    def owner(self, path: str, code: str = "") -> Owned:
        """Whose work it is that lies at a path and carries a code, or none."""
        # A code is spelled in capitals, however it was typed.
        code = code.upper()
        if not self.rows:
            return Owned("marked" if code else "no code", code=code)
        named = self._named(path)
        by_code = self._by_code.get(_folded(code), []) if code else []
        if code and not by_code:
            return Owned("unknown code", code=code, others=_all(named))
        return _decided([by_code, *named] if code else named, code)

    def _named(self, path: str) -> list[Sequence[Row]]:
        """The rows that a file's name speaks of, by each way in which it does."""
        stem = _stem(path)
        if stem in self._by_file:
            return [self._by_file[stem]]
        words = _NOT_OF_A_CODE.split(stem)
        by_code = [row for word in dict.fromkeys(words) for row in self._by_code.get(word, ())]
        return [rows for rows in (by_code, self._begun(stem)) if rows]

    def _begun(self, stem: str) -> Sequence[Row]:
        """The rows of the longest id that a name begins with, as a word of its own."""
        for end in range(len(stem), 0, -1):
            ends = end == len(stem) or not stem[end].isalnum()
            if ends and stem[:end] in self._by_id:
                return self._by_id[stem[:end]]
        return ()


def _decided(claims: Sequence[Sequence[Row]], code: str) -> Owned:
    """What the claims agree on; where they do not, the first counts, and that is doubtful."""
    if not claims:
        return Owned("no code")
    first, *others = claims
    common = tuple(row for row in first if all(row in claim for claim in others))
    if len(common) == 1:
        return Owned("marked", common[0], code or common[0].code.upper())
    if len(first) == 1:
        named = tuple(row for row in _all(others) if row not in first)
        return Owned("doubtful", first[0], code or first[0].code.upper(), named)
    between = common or _all(claims)
    codes = {row.code.upper() for row in between}
    return Owned("unknown person", None, code or (codes.pop() if len(codes) == 1 else ""), between)


def _all(claims: Iterable[Sequence[Row]]) -> tuple[Row, ...]:
    return tuple(dict.fromkeys(row for claim in claims for row in claim))


def _folded(text: str) -> str:
    # Some systems keep an accent in a file's name as a letter of its own.
    return normalize("NFC", text).casefold()


def _stem(path: str) -> str:
    """The name of a file as it is compared: without its folder, its last suffix and its case."""
    return _folded(PurePath(path).stem)
