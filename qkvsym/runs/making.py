"""What a worker does: draws and renders the sheets of a task, and says what came of each."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Protocol

from qkvsym.datasets import entry_lines
from qkvsym.distinct import numbers_in
from qkvsym.errors import NoInstance
from qkvsym.files import Page, pages_of
from qkvsym.good import Numbers
from qkvsym.layout import Layout
from qkvsym.renderer import Renderer
from qkvsym.runs.plan import Assignment
from qkvsym.worksheet import Worksheet, of_spec

Contents = Iterable[tuple[str, Page]]
"""Names, and what is called for the bytes."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A sheet that is drawn and worded, of which each content may be finished in a thread."""

    code: str
    numbers: tuple[str, ...]
    contents: tuple[tuple[str, Page], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A sheet as it was made: its code, the digests of its numbers, and what is to be written."""

    code: str
    numbers: tuple[str, ...]
    contents: tuple[tuple[str, bytes], ...]


Outcome = Made | Exception


class Look(Protocol):
    """What is made of a worksheet."""

    def contents(self, sheet: Worksheet, run: str) -> Contents:
        """Of what it consists; `run` is whatever differs between the runs that a process serves."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages in some formats, under the names of their files."""

    formats: tuple[str, ...]
    pages: tuple[str, ...] = ("worksheet", "key")
    hints: bool = True
    layout: Layout = Layout()  # noqa: RUF009
    templates: str | None = None
    pdf_engine: str | None = None

    def contents(self, sheet: Worksheet, run: str) -> Contents:
        """The files of a sheet."""
        return pages_of(
            sheet,
            self.formats,
            pages=self.pages,
            hints=self.hints,
            layout=self.layout,
            renderer=self.renderer(run),
        ).items()

    def renderer(self, run: str = "") -> Renderer:
        """A renderer of this look."""
        return _renderer(self.templates, self.pdf_engine, run, threading.get_ident())


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a data set, as lines of JSON."""

    templates: str | None = None

    def contents(self, sheet: Worksheet, run: str) -> Contents:
        """One piece: a line for each exercise."""
        return [("", partial(_lines, sheet, self.renderer(run)))]

    def renderer(self, run: str = "") -> Renderer:
        """A renderer of this look."""
        return _renderer(self.templates, None, run, threading.get_ident())


def _lines(sheet: Worksheet, renderer: Renderer) -> bytes:
    return b"".join(entry_lines(sheet, renderer=renderer))


@lru_cache(maxsize=32)
def _renderer(templates: str | None, pdf_engine: str | None, run: str, thread: int) -> Renderer:
    # A process may serve many runs, between which templates change, in many threads.
    return Renderer(templates, pdf_engine=pdf_engine)


@dataclass(frozen=True, slots=True)
class Task:
    """Sheets that a worker makes in one go."""

    assignments: tuple[Assignment, ...]
    look: Look
    title: str = ""
    givens: Mapping[str, Numbers] | None = None


def begun(assignment: Assignment, task: Task, run: str = "") -> Begun:
    """One sheet of a task, drawn and worded; raises `AuthorError`."""
    sheet = of_spec(assignment.spec, task.givens, task.title)
    if assignment.person:
        sheet = replace(sheet, person=assignment.person)
    return Begun(sheet.code, numbers_in(sheet), tuple(task.look.contents(sheet, run)))


def made(assignment: Assignment, task: Task, run: str = "") -> Made:
    """One sheet of a task; raises `AuthorError`."""
    sheet = begun(assignment, task, run)
    contents = tuple((name, page()) for name, page in sheet.contents)
    return Made(sheet.code, sheet.numbers, contents)


def outcomes(task: Task, run: str = "") -> list[Outcome]:
    """What comes of the sheets of a task, in their order."""
    return gathered(partial(made, one, task, run) for one in task.assignments)


def gathered(sheets: Iterable[Callable[[], Made]]) -> list[Outcome]:
    """What comes of making sheets.

    An error stands in the place of its sheet, for it is raised when the sheets before it are
    written; behind one that ends the run nothing more is made.
    """
    found: list[Outcome] = []
    for finish in sheets:
        try:
            found.append(finish())
        except NoInstance as none_found:
            found.append(none_found)
        except Exception as error:
            found.append(error)
            break
    return found
