"""A reply taken apart: without what it repeats of the prompt, and by the parts that it answers."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from qkvsym.errors import BadWork
from qkvsym.reading import bounds
from qkvsym.reading.symbols import MATRICES
from qkvsym.rules import ROLES
from qkvsym.scoring.entries import Asked
from qkvsym.scoring.unsaid import said_in, without_echoes

_DRESS = r"[ \t>]{0,20}(?:[-*+•][ \t]{1,4})?(?:#{1,6}[ \t]{0,4})?(?:\*\*|__|\$)?[ \t]{0,4}"
_WORD_BEFORE = r"(?:(?:part|answer|answer to|question|exercise)[ \t]{1,4})?"
_LETTER = re.compile(
    rf"^{_DRESS}{_WORD_BEFORE}(?:[0-9]{{1,3}}[ \t.]{{0,3}})?"
    r"(?:\(([a-z])\)|([a-z])\)|([a-z])[.:](?=[ \t*]|$))(?:\*\*|__)?[ \t]*[:.]?(?:\*\*)?"
    # On a line that has begun, and no word that refers to another part.
    r"|(?<![A-Za-z(])(?<!\bin )(?<!\bof )(?<!\bsee )(?<!\bfrom )(?<!\bpart )(?<!\bto )(?<!\band )"
    r"(?<!\bby )(?<!\bas )(?<!\bwith )(?<!\busing )(?<=[ \t;,.|])\(([a-z])\)(?:\*\*)?(?=[ \t:])",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t][^\n]{0,200}|-{3,}[ \t]*|\*{3,}[ \t]*"
    r"|\*\*[^*\n]{0,30}(?:final|summary|answers|conclusion|verif)[^*\n]{0,30}\*\*:?[ \t]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_ROW = re.compile(
    r"^[ \t>]{0,8}\|[ \t]{0,20}(?:\*\*|__|`)?"
    rf"{_WORD_BEFORE}(?:[0-9]{{1,3}}[ \t.]{{0,3}})?\(?([\w-]{{1,64}})[.):]{{0,2}}"
    r"(?:\*\*|__|`)?[ \t]{0,20}\|([^|\n]*)(?:\|[^\n]*)?$",
    re.IGNORECASE | re.MULTILINE,
)
_SIGN_BEHIND = r"(?:\*\*)?[ \t]{0,4}(?::|=|->|→|\\to\b|⇒)"
_MOST_MARKS = 500
LONGEST_REPLY = 64 * 1024
"""How many characters of a reply are read: its last ones, for there it concludes."""

_MATRIX = re.compile(
    rf"\\begin\{{({'|'.join(sorted(MATRICES))})\}}(?:\{{[^{{}}\n]{{0,40}}\}})?"
    r"((?:(?!\\begin).){0,2000}?)\\end\{\1\}",
    re.DOTALL,
)
_SPELLED = (
    (re.compile(r"\\(?:begin|end)\{[a-z*]{1,12}\}"), "\n"),
    (re.compile(r"\\(?:boxed|fbox)[ \t]{0,4}\{"), " answer: "),
    (re.compile(r"\\times\b|⨯"), "×"),
    (re.compile(r"\\c?dot\b|[⋅•∙]"), "·"),
    (re.compile(r"\\in\b"), "∈"),
    (re.compile(r"\\(?:long)?(?:to|[rR]ightarrow|implies)\b|[→⟶⇒]|=>"), "->"),
    (re.compile(r"\\neq?\b|!="), "≠"),
    (
        re.compile(
            r"\^[ \t]{0,2}\{?[ \t]{0,2}(?:\\(?:top|intercal|mathsf\{T\}|text\{T\})|T)\}?|[ᵀ⊤]"
        ),
        "^T",
    ),
    (re.compile(r"\\(?:langle|lbrack)\b|⟨"), "["),
    (re.compile(r"\\(?:rangle|rbrack)\b|⟩"), "]"),
    (re.compile(r"\\\\"), "\n"),
    (re.compile(r"\\(?:text|math|operatorname)[a-z]{0,4}[ \t]{0,4}(?=\{)|\\[A-Za-z]{1,20}"), " "),
    (re.compile(r"\\[^A-Za-z\n]"), " "),
    (re.compile(r"\*\*|__|[`$&{}]"), ""),
    (re.compile(r"[−–]"), "-"),
    (re.compile(r"\[ ?\]"), ""),
    (re.compile(r"[ \t\u00a0\u2009\u202f]+"), " "),
)
_ROW_OF_SIGNS = re.compile(r"(?:[^\w\[\](){}]|_){20,}")
_SUBSCRIPT = re.compile(r"_\{([A-Za-z0-9_\\]{1,40})\}")
_BREAK = re.compile(r"\r\n|\r")


@dataclass(frozen=True, slots=True)
class Segment:
    """What stands behind one label, up to the next; in a mapping, all that is said of a part.

    `again` says that the label before it is of the same part.
    """

    text: str
    again: bool = False


def cleaned(reply: str, prompt: str) -> str:
    """The end of what a reply says, without what it repeats of the prompt.

    Raises `BadWork` if it is too large.
    """
    if len(reply) > bounds.LARGEST_FILE:
        raise BadWork(f"the answer is larger than {bounds.LARGEST_FILE // 1024} KiB")
    said = said_in(_BREAK.sub("\n", reply))[-LONGEST_REPLY:]
    return without_echoes(said, prompt)


def plain_text(text: str) -> str:
    r"""A text without the dress of Markdown and LaTeX; a LaTeX matrix is a list of lists.

    >>> plain_text(r"$\mathbf{q} = \begin{pmatrix} 4 & 5 \end{pmatrix}$")
    ' q = [[4, 5]]'
    """
    text = _MATRIX.sub(_listed, text)
    text = _SUBSCRIPT.sub(_subscript, text)
    for pattern, sign in _SPELLED:
        text = pattern.sub(sign, text)
    # Two values are no further apart for a row of signs between them.
    return _ROW_OF_SIGNS.sub(_shortened, text)


def _shortened(signs: re.Match[str]) -> str:
    return f"{signs[0][:10]}\n" if "\n" in signs[0] else f"{signs[0][:10]} "


def _subscript(found: re.Match[str]) -> str:
    return "_" + found[1].replace("\\", "")


def _listed(found: re.Match[str]) -> str:
    body = found[2].replace("\\hline", "")
    rows = [row for row in re.split(r"\\\\(?:\[[^\]\n]{0,20}\])?", body) if row.strip()]
    cells = [", ".join(cell.strip() for cell in row.split("&")) for row in rows]
    return f"[{', '.join(f'[{row}]' for row in cells)}]"


def by_part(reply: str, parts: Sequence[Asked]) -> dict[str, list[Segment]]:
    """What stands behind the labels of each part, in the order of the reply."""
    letters = {part.letter: part.id for part in parts}
    rows = list(_rows(reply, parts))
    lines = [*_letters(reply, letters), *_ids(reply, parts)]
    # The label of a row may be found as one in a line too.
    beside = (mark for mark in lines if not _is_in_a_label(mark, rows))
    marks = sorted({*(mark for mark, _ in rows), *beside})[-_MOST_MARKS:]
    ends = [heading.start() for heading in _HEADING.finditer(reply)]
    ends = sorted([*ends, *(end for _, end in rows)])
    found: dict[str, list[Segment]] = {}
    for n, (_, start, name) in enumerate(marks):
        end = marks[n + 1][0] if n + 1 < len(marks) else len(reply)
        # A heading closes the part before it, but the line of a label may be one; a row of a table
        # ends with its line.
        closing = bisect_left(ends, start)
        end = min(end, *ends[closing : closing + 1], len(reply))
        again = n > 0 and marks[n - 1][2] == name
        found.setdefault(name, []).append(Segment(reply[start:end], again))
    return found


Mark = tuple[int, int, str]
"""Where a label begins, where it ends, and whose it is."""


def _rows(reply: str, parts: Sequence[Asked]) -> Iterator[tuple[Mark, int]]:
    """Rows of a table that begin with a label alone in its cell, and where each of them ends.

    A row of which the next cell labels another part, or is empty, is a head, and says nothing.
    """
    keys = {key: name for key, name in keys_of(parts).items() if key not in ROLES}
    for found in _ROW.finditer(reply):
        key = found[1] if found[1] in keys else found[1].lower()
        beside = found[2].strip(" \t*_`().:")
        of = keys.get(beside, keys.get(beside.lower(), keys.get(key)))
        if key in keys and beside and of == keys[key]:
            end = found.start() + len(found[0].rstrip("| \t"))
            yield (found.start(), found.start(2), keys[key]), end


def _is_in_a_label(mark: Mark, rows: Sequence[tuple[Mark, int]]) -> bool:
    after = bisect_left(rows, mark[0], key=lambda row: row[0][1])
    return after < len(rows) and rows[after][0][0] <= mark[0]


def _letters(reply: str, letters: Mapping[str, str]) -> Iterator[Mark]:
    for found in _LETTER.finditer(reply):
        letter = next(filter(None, found.groups()))
        if letter.lower() in letters:
            yield found.start(), found.end(), letters[letter.lower()]


def _ids(reply: str, parts: Iterable[Asked]) -> Iterator[Mark]:
    """Labels by the id of a part, as in A: W_v; what names a projection is no label."""
    names = [re.escape(part.id) for part in parts if part.id not in ROLES]
    if not names:
        return
    label = re.compile(
        rf"(?:^{_DRESS}|(?<=[,;|])[ \t]{{0,4}}(?:\*\*|\$)?)({'|'.join(names)}){_SIGN_BEHIND}",
        re.MULTILINE,
    )
    for found in label.finditer(reply):
        yield found.start(), found.end(), found[1]


def keys_of(parts: Iterable[Asked]) -> dict[str, str]:
    """The ids of parts by what they may be called where nothing else is said: letters and ids."""
    parts = tuple(parts)
    letters = {key: part.id for part in parts for key in (part.letter, f"({part.letter})")}
    return letters | {part.id: part.id for part in parts}


def of_mapping(answer: Mapping[str, object], parts: Sequence[Asked]) -> dict[str, list[Segment]]:
    """Answers that are given by the ids of the parts, or by their letters."""
    found: dict[str, list[Segment]] = {}
    for part in parts:
        for key in (part.id, part.letter, f"({part.letter})"):
            if isinstance(said := answer.get(key), str):
                found[part.id] = [Segment(said)]
                break
    return found
