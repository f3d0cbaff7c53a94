"""Marking a class: what `verify` does with --grades."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from qkvsym.cli.output import printed
from qkvsym.errors import QkvsymError, shown
from qkvsym.typed import typed

ONLY_WITH_GRADES = ("manifest", "report", "weight")
"""The options that say how grades are made."""

_INCOMPLETE = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: `known` are the sheet and the givens named for all work."""

    grades: str
    manifest: str | None
    report: str | None
    weight: tuple[str, ...]
    known: Mapping[str, Any]
    form: str
    hints_only: bool


def grade(paths: Iterable[str], asked: Asked) -> int:
    """Mark all work, write the grades and the class report, and return the exit code.

    Nothing is written before all is marked; then all files are, or none.
    """
    from qkvsym.files import write_all
    from qkvsym.grade_table import grade_table
    from qkvsym.grades import all_parts, grades, written
    from qkvsym.handed_in import works
    from qkvsym.manifest import read_manifest
    from qkvsym.marking import look_of, worst
    from qkvsym.owners import Owners
    from qkvsym.weights import weights_of

    weights = weights_of(asked.weight)
    owners = Owners(() if asked.manifest is None else read_manifest(asked.manifest))
    found = list(dict.fromkeys(works(paths)))
    files = _files(asked, found)
    marked = [_marked(path, owners, asked, len(found) == 1) for path in _watched(found, asked)]
    made = grades(owners, marked)
    weights.check(all_parts(made))
    write_all({**files.pages(made), files.grades: written(made, weights)})
    if asked.form == "text":
        look = look_of(sys.stdout)
        printed(look.encoded(grade_table(made, weights, look)))
        for path in (files.grades, *files.reports.values()):
            printed(os.fsencode(path) + b"\n")
    missing = (_INCOMPLETE for one in made if one.status == "missing")
    return worst([*(one.exit_code for one in marked), *missing])


@dataclass(frozen=True, slots=True)
class _Files:
    """Where the grades and the class report go, by its formats."""

    grades: Path
    reports: Mapping[str, Path]

    def pages(self, made: Sequence[Any]) -> dict[Path, bytes]:
        """The pages of the class report."""
        from qkvsym.class_report import class_report, report_page

        report = class_report(made)
        return {path: report_page(report, form).encode() for form, path in self.reports.items()}


def _files(asked: Asked, works: Sequence[str]) -> _Files:
    """The files to write, in folders that are there; refused where they are something else.

    A link is refused too: it is neither followed nor replaced.
    """
    from qkvsym.class_report import FORMATS
    from qkvsym.files import made_folder
    from qkvsym.handed_in import CLASS_REPORT

    if asked.grades in ("", "-"):
        raise click.UsageError("--grades names no file; write --grades grades.csv, say")
    if asked.report == "":
        raise click.UsageError("--report names no folder; write --report reports, say")
    grades = Path(asked.grades)
    folder = grades.parent if asked.report is None else Path(asked.report)
    reports = {form: folder / f"{CLASS_REPORT}.{form}" for form in FORMATS}
    taken = {_same(path): "the work" for path in works}
    if asked.manifest is not None:
        taken[_same(asked.manifest)] = "the manifest"
    taken |= {_same(path): "the class report" for path in reports.values() if path == grades}
    for path in (grades, *reports.values()):
        what = taken.get(_same(path))
        if what is not None:
            raise click.UsageError(
                f"{shown(str(path))} would take the place of {what}; give --grades "
                f"another name, or --report another folder"
            )
    for path in (grades, *reports.values()):
        if os.path.islink(path):
            raise click.UsageError(
                f"{shown(str(path))} is a link, and nothing is written through links; "
                f"name the file itself"
            )
    for path in reports.values():
        _check_report(path)
    for parent in dict.fromkeys((grades.parent, folder)):
        made_folder(parent)
    return _Files(grades, reports)


def _check_report(path: Path) -> None:
    """Raise `UsageError` where a file is there that is no class report of ours."""
    from qkvsym.handed_in import is_report

    try:
        ours = not os.path.isfile(path) or is_report(path)
    except OSError:
        ours = False
    if not ours:
        raise click.UsageError(
            f"{shown(str(path))} is there and is no class report that verify wrote; "
            f"give --report another folder, or move the file away"
        )


def _same(path: str | Path) -> str:
    """A path as it is compared with others; systems may not tell small letters from large ones."""
    try:
        return os.path.realpath(path).casefold()
    except ValueError:
        # What cannot be a path is refused where it is read or written.
        return str(path).casefold()


def _watched(paths: Sequence[str], asked: Asked) -> Iterator[str]:
    """The paths, behind a progress bar where there are several and somebody is looking."""
    seen = sys.stderr is not None and sys.stderr.isatty()
    if len(paths) == 1 or not seen or asked.form != "text":
        yield from paths
        return
    with click.progressbar(paths, file=sys.stderr) as bar:
        yield from bar


def _marked(path: str, owners: Any, asked: Asked, alone: bool) -> Any:
    """What becomes of one file, printed where programs read along."""
    from qkvsym.grades import Graded, graded
    from qkvsym.handed_in import read_work
    from qkvsym.judging.sheets import code_on
    from qkvsym.judging.verification import verify
    from qkvsym.marking import Marking
    from qkvsym.worksheet import reproduce

    sheet, given = asked.known.get("sheet"), asked.known.get("givens")
    named = typed(path)
    owned = owners.owner(named, sheet.code if sheet else "")
    try:
        text = read_work(path)
        if sheet is None:
            owned = owners.owner(named, code_on(text))
            sheet = reproduce(owned.code, given=given) if owned.code else None
        verification = verify(text, sheet=sheet, givens=None if sheet else given)
    except QkvsymError as error:
        if alone and asked.form == "text":
            raise
        marking = Marking(named, refused=str(error))
        made = Graded(named, owned, refused=str(error))
    else:
        made = graded(named, owned, verification, sheet)
        marking = Marking(named, verification.hints_only() if asked.hints_only else verification)
    if asked.form == "json":
        printed(marking.as_json())
    return made
