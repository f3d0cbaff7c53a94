"""Reports written out whole, one work after the other, as `tests/data/reports.txt` has them.

`python -m tests.judging.whole_reports` writes the file anew, with the works that stand in it;
read what differs before it is committed. A work is added as a line of its own: the name of its
givens, and the work as a JSON string.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qkvsym.errors import QkvsymError
from qkvsym.judging.verdicts import Line, Member, Verification
from qkvsym.judging.verification import verify

FILE = Path(__file__).parents[1] / "data" / "reports.txt"
WORK = re.compile(r'(\S+) (".*")')
MARKS = {True: "right", False: "wrong", None: "-"}


def read() -> tuple[dict[str, Any], list[tuple[str, str, list[str]]]]:
    """The givens by name, and every work: the name of its givens, its text, its report."""
    givens: dict[str, Any] = {}
    works: list[tuple[str, str, list[str]]] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("given "):
            _, name, value = line.split(" ", 2)
            givens[name] = json.loads(value)
        elif found := WORK.fullmatch(line):
            works.append((found[1], json.loads(found[2]), []))
        elif line:
            works[-1][2].append(line)
    return givens, works


def report_of(text: str, given: Any) -> list[str]:
    """The whole report on a work but for the wordings of mistakes, a line for each thing said.

    What is given may be a worksheet by its code, as {"sheet": "WHA7"}.
    """
    sheet = given.get("sheet") if isinstance(given, dict) else None
    try:
        report = verify(text, sheet=sheet) if sheet else verify(text, givens=given)
    except QkvsymError as refused:
        return [_shown(f"  {type(refused).__name__}: {refused}")]
    return list(_written(report))


def _written(report: Verification) -> Iterator[str]:
    for line in report.lines:
        yield from _line(line)
    for part in report.parts:
        if part.verdict != "missing":
            yield f"  {part.exercise} ({part.part}) {part.id} {part.verdict} in line {part.line}"
    first = report.first_wrong
    places = "" if first is None else f" {first.line}.{first.member}.{first.entry}.{first.term}"
    missing = "".join(f", no {name}" for name in report.missing)
    complete = "complete" if report.complete else "not complete"
    yield f"  {complete}, exit {report.exit_code}, first wrong{places or ' none'}{missing}"


def _line(line: Line) -> Iterator[str]:
    where = "" if line.column is None else f" at {line.column}"
    reason = f": {line.reason}" if line.reason else ""
    part = f" of {line.exercise} ({line.part or '-'})" if line.exercise else ""
    yield _shown(f"  {line.line}{part} {line.verdict}{where}{reason}")
    for member in line.members:
        yield _shown(f"    {_member(member)}")
    for found in line.mistakes:
        yield f"    {found.id} ({found.confidence}) in {found.where or '-'}"
    for note in line.notes:
        yield _shown(f"    note: {note}")


def _member(member: Member) -> str:
    marks = f"{MARKS[member.equals_expected]} {MARKS[member.follows]}"
    return f"{member.column} {marks} | {member.written} | {member.got} | {member.expected}"


def _shown(text: str) -> str:
    """On one line of plain letters."""
    return text.encode("unicode_escape").decode("ascii")


def file_of(givens: dict[str, Any], works: list[tuple[str, str, list[str]]]) -> str:
    """The text of the file."""
    lines = [f"given {name} {json.dumps(value)}" for name, value in givens.items()]
    for name, text, report in works:
        lines += ["", f"{name} {json.dumps(text)}", *report]
    return "\n".join(lines) + "\n"


def main() -> None:
    givens, works = read()
    anew = [(name, text, report_of(text, givens[name])) for name, text, _ in works]
    FILE.write_text(file_of(givens, anew), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
