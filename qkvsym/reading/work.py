"""A file of work: decoded, bounded, and cut into lines, each with its number.

A bracket or a matrix environment that is open at the end of a line goes on in the next one. What
only lays out a document is left out; so is a preamble.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qkvsym.errors import BadWork
from qkvsym.reading import bounds
from qkvsym.reading.symbols import MATRICES

_MATRIX = "|".join(sorted(MATRICES))
_BREAK = re.compile(r"\r\n|\r|\n")
# With what LaTeX groups behind a command; the last one may go on in the next line.
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_GROUPS = rf"(?:[ \t]|(?:\*|\\[A-Za-z]+|{_GROUP})(?:\[[^\]]*\])?)*(?:\{{[^{{}}]*)?$"
_NO_CLAIM = r"(?![^\n]{0,400}(?:=|:[ \t]*[0-9(\[]|\b(?:is|are|has|have|equals)\b))"
_LAYOUT = re.compile(
    r"[ \t]*(?:$|(?:`{3,}|~{3,})[ \t]*[A-Za-z0-9_+.#{}-]*[ \t]*$"
    rf"|#{{1,6}}[ \t]{_NO_CLAIM}|\\(?:sub)?(?:section|paragraph)\*?[ \t]*{_GROUP}{_NO_CLAIM}"
    r"|-{3,}[ \t]*$|={3,}[ \t]*$|\|[-:| \t]{1,400}$"
    r"|(?:<!--(?:(?!-->)[^\n])*(?:-->[ \t]*|$))+$"
    rf"|\\(?:begin|end)\{{(?!{_MATRIX})[a-z*]{{1,20}}\}}"
    r"(?:\[[^\]]{0,40}\])?[ \t]*$"
    r"|\\(?:documentclass|usepackage|section|subsection|paragraph|title|author|date|maketitle"
    r"|newcommand|renewcommand|setlength|setcounter|newpage|clearpage|pagestyle|label)\b"
    rf"{_GROUPS})"
)
_BEGIN = re.compile(r"\\begin\{document\}")
_COMMENT = re.compile(r"(?<!\\)%.{0,2000}")
_BRACKET = re.compile(
    rf"\\(?P<which>begin|end)\{{(?:{_MATRIX})\}}"
    r"|\\.|(?P<opens>[\[({])|(?P<shuts>[\])}])"
)
_HEAD = re.compile(r"[A-Za-z0-9_}]\$?[ \t]*=[ \t$]*\Z")
_FIRST_ROW = re.compile(
    r"[ \t]*(?:W(?:[_^]?\{?[qkvQKV]\}?)?|[xX])[ \t]*=[ \t]*[-−–0-9.][-−–0-9., \t]*\Z"
)
_ROW = re.compile(r"[ \t]*[-−–0-9.][-−–0-9., \t]*")
# What cannot end a formula, and what cannot begin one.
_UNFINISHED = re.compile(
    r"(?:=[*_]{0,3}|[+·×]|(?<!\*)\*|\\cdot|\\times|(?<=[ \t\])0-9])-)[ \t$&]*(?:\\\\)?[ \t$]*\Z"
)
_GOES_ON = re.compile(r"(?:\\q?quad|\\[,;]|[ \t&$])*(?:\+[ \t]*[-0-9(\\]|[·×]|\\cdot|\\times)")
_LIST = re.compile(rf"[ \t&$]*(?:\\left)?[ \t]*(?:\[|\\begin\{{(?:{_MATRIX})\}})")
_ENDS_IN_LIST = re.compile(rf"(?:\]|\\end\{{(?:{_MATRIX})\}})[ \t$&]*\Z")
_CLAIM = re.compile(
    r"[ \t]*[-*+][ \t]|[^=\n]{0,80}[A-Za-z}][^=\n]{0,12}=|[ \t*_$]*[A-Za-z][\w{} ]{0,20}[$*_]{0,3}:"
)
# Where no factor can stand before it, a star begins what is emphasised; none stands behind its end.
EMPHASIS = re.compile(
    r"(?P<before>(?:\A[ \t]*(?:(?:[-+*•>]|[0-9]{1,3}[.)])[ \t])?|[:=])[ \t]*)"
    r"(?P<mark>\*|__)(?![\s*_])(?P<body>[^\n]{0,400}?[^\s*])(?P=mark)"
    r"(?=[ \t]*(?:\Z|[\n=:,;!?|&)∈]|\$[qkvQKV]|\.(?![0-9])|\\in\b))"
)
_INDENT = re.compile(r"(?:\\q?quad|\\[,;]|[ \t&])*")
_END = re.compile(r"\\\\[ \t]*\Z")
_LONGEST_ROW = 200
_MOST_JOINED = 40
_FENCES = ("```", "~~~")


@dataclass(frozen=True, slots=True)
class WorkLine:
    """A line of work with the number of its first line in the file, counted from 1."""

    number: int
    text: str

    @property
    def column(self) -> int:
        """Where the text begins behind its margin, counted from 1."""
        return len(self.text) - len(self.text.lstrip()) + 1


def decoded(data: bytes) -> str:
    """The text of a file; raises `BadWork` where it is too large or no UTF-8."""
    if len(data) > bounds.LARGEST_FILE:
        raise BadWork(
            f"the work is larger than {bounds.LARGEST_FILE // 1024} KiB; hand in one exercise or "
            f"one sheet at a time"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadWork(
            f"the work is not UTF-8 at byte {error.start}; save it as plain text in UTF-8"
        ) from None


def physical_lines(text: str) -> list[str]:
    """The lines as they stand in the file; raises `BadWork` where the text is too large."""
    if len(text.encode("utf-8", "replace")) > bounds.LARGEST_FILE:
        raise BadWork(f"the work is larger than {bounds.LARGEST_FILE // 1024} KiB")
    return _BREAK.split(text.removeprefix("\ufeff"))


def work_lines(lines: list[WorkLine], latex: bool) -> Iterator[WorkLine]:
    """Lines that may say something, joined where a bracket stays open.

    Raises `BadWork` where there are too many.
    """
    count, at = 0, 0
    while at < len(lines):
        text = without_comment(lines[at].text) if latex else lines[at].text
        if not text.strip() or (len(text) <= bounds.LONGEST_LINE and _LAYOUT.match(text)):
            at += 1
            continue
        joined = _joined(text, lines, at, latex)
        yield WorkLine(lines[at].number, "\n".join(joined))
        at += len(joined)
        count += 1
        if count > bounds.MOST_LINES:
            raise BadWork(
                f"the work has more than {bounds.MOST_LINES} lines; hand it in in several files"
            )


def is_latex(lines: list[str]) -> bool:
    """Whether the file is a LaTeX document, in which a percent sign begins a comment."""
    return any(line.lstrip().startswith(("\\documentclass", "\\begin{document}")) for line in lines)


def body(lines: list[str]) -> list[WorkLine]:
    """The lines with their numbers, without the preamble of a LaTeX document."""
    numbered = [WorkLine(number, line) for number, line in enumerate(lines, 1)]
    starts = [n for n, line in enumerate(lines) if line.lstrip().startswith("\\begin{document}")]
    if not starts:
        return numbered
    first, *others = numbered[starts[0] :]
    return [replace(first, text=_BEGIN.sub(spaces, first.text)), *others]


def without_comment(text: str) -> str:
    """A line of LaTeX without its comment; cut where it is longer than a line may be."""
    return _COMMENT.sub("", text[: bounds.LONGEST_LINE + 1])


def _bare_rows(lines: list[WorkLine], at: int) -> list[str]:
    """The rows of a matrix that are written below its name, without brackets."""
    found: list[str] = []
    for line in lines[at : at + _MOST_JOINED]:
        if len(line.text) > _LONGEST_ROW or not _ROW.fullmatch(line.text):
            break
        found.append(line.text)
    return found


def _depth(text: str) -> int:
    """How many more brackets and matrices a line opens than it closes."""
    if "\\" not in text:
        return sum(map(text.count, "[({")) - sum(map(text.count, "])}"))
    depth = 0
    for found in _BRACKET.finditer(text):
        if found["opens"] or found["which"] == "begin":
            depth += 1
        elif found["shuts"] or found["which"] == "end":
            depth -= 1
    return depth


def _joined(first: str, lines: list[WorkLine], at: int, latex: bool) -> list[str]:
    """The first line, and those after it that it cannot be read without."""
    if len(first) > bounds.LONGEST_LINE:
        return [first]
    rows = _bare_rows(lines, at + 1) if _HEAD.search(first) or _FIRST_ROW.match(first) else []
    if rows:
        return [first, *rows]
    following = lines[at + 1].text if at + 1 < len(lines) else ""
    if _depth(first) <= 0 and not _belongs(first, following):
        return [first]
    texts = [first, *(line.text for line in lines[at + 1 : at + _MOST_JOINED])]
    if latex:
        texts[1:] = map(without_comment, texts[1:])
    count = _closed_after(texts)
    while count < len(texts) and _belongs(texts[count - 1], texts[count]):
        count += _closed_after(texts[count:])
    joined = _without_ends(texts[:count])
    return joined if sum(map(len, joined)) + count - 1 <= bounds.LONGEST_LINE else [first]


def _without_ends(texts: list[str]) -> list[str]:
    """Lines of one formula without what LaTeX ends and indents them with.

    Rows of a matrix need theirs.
    """
    depth, made = 0, []
    for number, text in enumerate(texts):
        if number and not depth:
            text = _INDENT.sub(spaces, text, count=1)
        depth += _depth(text)
        made.append(text if depth or number == len(texts) - 1 else _END.sub(spaces, text))
    return made


def spaces(found: re.Match[str]) -> str:
    """As many spaces as were found, so that every character behind keeps its place."""
    return " " * len(found[0])


def _belongs(text: str, following: str) -> bool:
    """Whether a line goes on with what the line before has begun."""
    if not following.strip() or len(following) > bounds.LONGEST_LINE or _LAYOUT.match(following):
        return False
    unfinished = _UNFINISHED.search(text[-40:])
    if unfinished and (unfinished[0].startswith("=") or not _is_emphasised(text)):
        return not _CLAIM.match(following)
    if _GOES_ON.match(following[:200]):
        return "=" in text
    # A list behind a list is another factor, or the next row.
    lists = _ENDS_IN_LIST.search(text[-40:]) and _LIST.match(following[:80])
    return bool(lists) and "=" in text and "=" not in following


def _is_emphasised(text: str) -> bool:
    """Whether a line ends with what closes an emphasis, which is no sign of a product."""
    return any(found.end() == len(text) for found in EMPHASIS.finditer(text))


def _closed_after(texts: list[str]) -> int:
    """How many lines there are up to the one that closes what the first opens; 1 if none does."""
    depth, length = 0, 0
    for count, text in enumerate(texts, 1):
        if count > 1 and (not text.strip() or text.lstrip()[:3] in _FENCES):
            break
        if count > 1 and "=" in text and depth + _depth(text.partition("=")[0]) > 0:
            # What is still open there was not meant to go on.
            break
        length += len(text) + (count > 1)
        if length > bounds.LONGEST_LINE:
            break
        depth += _depth(text)
        if depth <= 0:
            return count if depth == 0 else 1
    return 1
