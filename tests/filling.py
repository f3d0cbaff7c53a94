"""Filling in a printed worksheet, as a learner does: blanks, boxes, room for work.

Nothing here is imported from the package: answers come from the machine-readable sheet, and the
printed page is looked at line by line.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Place = tuple[str, str]
"""The number of an exercise and the letter of a part."""

MD_BLANK = "________"
TEX_BLANKS = (r"\hrulefill", r"\hspace*{\fill}\blank{4cm}")


@dataclass(frozen=True)
class Entry:
    """What is written into one part: the answer, the boxes ticked (from 1), the lines of work."""

    answer: str = ""
    ticks: tuple[int, ...] = ()
    work: tuple[str, ...] = ()


Entries = Mapping[Place, Entry]


def places(sheet: dict[str, Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Every part of a machine-readable sheet, with its place on the printed one."""
    for exercise in sheet["exercises"]:
        for number, part in enumerate(exercise["parts"]):
            yield (exercise["id"], "abcdefgh"[number]), part


# Values


def in_list(value: Any) -> str:
    """A row as [4, 5], another matrix as a list of rows."""
    if value == "undefined":
        return "undefined"
    rows = [f"[{', '.join(map(str, row))}]" for row in value]
    return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"


def in_rows(value: Any) -> str:
    """A matrix as a list of rows, even where it has one."""
    return "undefined" if value == "undefined" else str(value)


def in_spaces(value: Any) -> str:
    """A matrix with semicolons between its rows, as in [4 5; 6 7]."""
    if value == "undefined":
        return "not defined"
    return f"[{'; '.join(' '.join(map(str, row)) for row in value)}]"


def in_tuple(value: Any) -> str:
    """A row in round brackets."""
    if value == "undefined" or len(value) > 1 or len(value[0]) == 1:
        return in_list(value)
    return f"({', '.join(map(str, value[0]))})"


def in_latex(value: Any) -> str:
    """A matrix as LaTeX has it."""
    if value == "undefined":
        return "undefined"
    rows = r" \\ ".join(" & ".join(map(str, row)) for row in value)
    return rf"$\begin{{bmatrix}} {rows} \end{{bmatrix}}$"


def in_code(value: Any) -> str:
    """A matrix as code prints it."""
    return "undefined" if value == "undefined" else f"array({value})"


MATRICES: tuple[Callable[[Any], str], ...] = (
    in_list,
    in_rows,
    in_spaces,
    in_tuple,
    in_latex,
    in_code,
)
SHAPES: tuple[Callable[[Any], str], ...] = (
    lambda size: f"{size[0]} x {size[1]}",
    lambda size: f"({size[0]}, {size[1]})",
    lambda size: f"{size[0]}×{size[1]}",
    lambda size: rf"${size[0]} \times {size[1]}$",
    lambda size: f"{size[0]} by {size[1]}",
    lambda size: f"shape {size[0]} x {size[1]}",
)


def written(part: dict[str, Any], value: Any, notation: int = 0) -> Entry:
    """A value of a part, written down in one of the notations."""
    answer = part["answer"]
    if answer["type"] == "choice":
        ids = [option["id"] for option in answer["options"]]
        return Entry(ticks=(ids.index(value) + 1,))
    if answer["type"] == "matrix":
        return Entry(MATRICES[notation % len(MATRICES)](value))
    if answer["type"] == "shape":
        said = SHAPES[notation % len(SHAPES)](value) if value != "undefined" else value
        return Entry(said)
    return Entry(str(value))


def right_entries(sheet: dict[str, Any], notation: int = 0) -> dict[Place, Entry]:
    """The answers of a machine-readable sheet."""
    return {
        place: written(part, part["answer"]["value"], notation) for place, part in places(sheet)
    }


# Pages


def filled(page: str, entries: Entries) -> str:
    """A printed sheet with what is written into it; other parts stay blank."""
    tex = page.startswith("\\documentclass")
    lines = page.splitlines()
    made = list(_tex(lines, entries) if tex else _md(lines, entries))
    return "\n".join([*made, ""])


def _md(lines: list[str], entries: Entries) -> Iterator[str]:
    exercise, entry, option, fence = "", Entry(), 0, False
    for line in lines:
        if heading := re.match(r"## (\d+)\. ", line):
            exercise, entry = heading[1], Entry()
        elif line.startswith(("## ", "---")):
            exercise, entry = "", Entry()
        elif part := re.match(r"\*\*\(([a-z])\)\*\* ", line):
            entry, option = entries.get((exercise, part[1]), Entry()), 0
        elif line == "```text":
            fence = True
            yield line
            yield from entry.work
            continue
        elif line == "```":
            fence = False
        elif fence and entry.work:
            continue
        elif line.startswith("- [ ] ") and exercise:
            option += 1
            mark = "x" if option in entry.ticks else " "
            line = f"- [{mark}] {line[6:]}"
        elif line.endswith(MD_BLANK) and exercise and entry.answer:
            line = line.removesuffix(MD_BLANK) + entry.answer
        yield line


def _tex(lines: list[str], entries: Entries) -> Iterator[str]:
    exercise, entry, option, open = "", Entry(), 0, False
    for line in lines:
        if heading := re.match(r"\\exercise\{(\d+)\. ", line):
            exercise, entry = heading[1], Entry()
        elif line.startswith("\\end{parts}"):
            entry = Entry()
        elif part := re.match(r"\\item\[\(([a-z])\)\] ", line):
            entry, option, open = entries.get((exercise, part[1]), Entry()), 0, True
        elif line.startswith("\\option{"):
            option += 1
            if option in entry.ticks:
                line = line.replace("\\option{", "\\chosen{", 1)
        elif line.startswith("\\workspace{"):
            yield line
            yield from (f"{said}\\\\" for said in entry.work)
            continue
        elif line == "\\ruledline" and entry.answer:
            if not open:
                continue
            line, open = entry.answer, False
        elif line.endswith(TEX_BLANKS) and entry.answer:
            blank = next(blank for blank in TEX_BLANKS if line.endswith(blank))
            line = f"{line.removesuffix(blank)} {entry.answer}"
        yield line
