"""A file of work: decoded, bounded, and cut into lines, each with its number.

A bracket or a matrix environment that is open at the end of a line goes on in the next one. What
only lays out a document is left out; so is a preamble.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from qkvsym.errors import BadWork
from qkvsym.reading import bounds

_BREAK = re.compile(r"\r\n|\r|\n")
_LAYOUT = re.compile(
    r"[ \t]*(?:$|```|~~~|#{1,6}[ \t]|-{3,}[ \t]*$|={3,}[ \t]*$|%|\|[-:| \t]+\|?[ \t]*$|<!--"
    r"|\\(?:begin|end)\{(?!bmatrix|pmatrix|smallmatrix|matrix|array|bsmallmatrix)[a-z*]{1,20}\}"
    r"(?:\[[^\]]{0,40}\])?[ \t]*$"
    r"|\\(?:documentclass|usepackage|section|subsection|paragraph|title|author|date|maketitle"
    r"|newcommand|renewcommand|setlength|setcounter|newpage|clearpage|pagestyle|label)\b)"
)
_COMMENT = re.compile(r"(?<!\\)%.{0,2000}")
_BRACKET = re.compile(
    r"\\(?P<which>begin|end)\{(?:bmatrix|pmatrix|smallmatrix|matrix|array|bsmallmatrix)\}"
    r"|\\.|(?P<opens>[\[({])|(?P<shuts>[\])}])"
)
_HEAD = re.compile(r"[A-Za-z0-9_}]\$?[ \t]*=[ \t$]*\Z")
_ROW = re.compile(r"[ \t]*[-−–0-9.][-−–0-9., \t]*")
_LONGEST_ROW = 200
_MOST_JOINED = 40


@dataclass(frozen=True, slots=True)
class WorkLine:
    """A line of work with the number of its first line in the file, counted from 1."""

    number: int
    text: str


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
    if len(text) > bounds.LARGEST_FILE or len(text.encode("utf-8", "replace")) > (
        bounds.LARGEST_FILE
    ):
        raise BadWork(f"the work is larger than {bounds.LARGEST_FILE // 1024} KiB")
    return _BREAK.split(text.removeprefix("\ufeff"))


def work_lines(lines: list[WorkLine], latex: bool) -> Iterator[WorkLine]:
    """Lines that may say something, joined where a bracket stays open.

    Raises `BadWork` where there are too many.
    """
    count, at = 0, 0
    while at < len(lines):
        text = _without_comment(lines[at].text) if latex else lines[at].text
        if _LAYOUT.match(text):
            at += 1
            continue
        joined = _joined(lines, at, latex)
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
    return numbered[starts[0] + 1 :] if starts else numbered


def _without_comment(text: str) -> str:
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
    depth = 0
    for found in _BRACKET.finditer(text):
        if found["opens"] or found["which"] == "begin":
            depth += 1
        elif found["shuts"] or found["which"] == "end":
            depth -= 1
    return depth


def _joined(lines: list[WorkLine], at: int, latex: bool) -> list[str]:
    """The line, and those after it that close what it opens; alone if they do not."""
    first = _without_comment(lines[at].text) if latex else lines[at].text
    depth, length = _depth(first), len(first)
    found = [first]
    if _HEAD.search(first) and length <= bounds.LONGEST_LINE:
        return [first, *_bare_rows(lines, at + 1)]
    if length > bounds.LONGEST_LINE:
        return found
    while depth > 0 and len(found) < _MOST_JOINED and at + len(found) < len(lines):
        text = lines[at + len(found)].text
        text = _without_comment(text) if latex else text
        if "=" in text or not text.strip() or text.lstrip().startswith(("#", "```", "- ", "* ")):
            break
        found.append(text)
        length += len(text) + 1
        depth += _depth(text)
        if length > bounds.LONGEST_LINE:
            break
    return found if depth == 0 and length <= bounds.LONGEST_LINE else [first]
