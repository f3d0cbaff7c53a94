"""What a worker does: draws and renders the sheets of a task, and says what came of each."""

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Protocol

from qkvsym.datasets import entry_lines
from qkvsym.distinct import numbers_in
from qkvsym.errors import NoInstance
from qkvsym.files import Page, names_of_pages, pages_of
from qkvsym.good import Numbers
from qkvsym.layout import Layout
from qkvsym.manifest import Row, written
from qkvsym.renderer import Renderer
from qkvsym.runs.plan import Assignment
from qkvsym.spec import code_of
from qkvsym.worksheet import Worksheet, of_spec

Written = tuple[tuple[str, bytes], ...]
Contents = Iterable[tuple[str, Page]]
"""Names, and what is called for the bytes."""


def digest(content: bytes) -> str:
    """The SHA-256 of a content, in hex."""
    return sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Begun:
    """A sheet that is drawn and worded, of which each content may be finished in a thread."""

    assignment: Assignment
    look: "Look"
    code: str
    numbers: tuple[str, ...]
    contents: tuple[tuple[str, Page], ...]

    def finished(self, contents: Written) -> "Made":
        """The sheet with its contents, and the row that the manifest has of it."""
        listed = self.look.listed(contents)
        person = self.assignment.person
        row = Row(
            id=self.assignment.id,
            code=self.code,
            files=tuple(name for name, _ in listed),
            sha256=tuple(digest(content) for _, content in listed),
            numbers=self.numbers,
            name=person.name if person else "",
            email=person.email if person else "",
        )
        return Made(self.code, self.numbers, contents, written(row))


@dataclass(frozen=True, slots=True)
class Made:
    """A sheet as it was made: the digests of its numbers, what is to be written, and its row."""

    code: str
    numbers: tuple[str, ...]
    contents: Written
    row: bytes


Outcome = Made | Exception


class Look(Protocol):
    """What is made of a worksheet."""

    def contents(self, sheet: Worksheet, run: str) -> Contents:
        """Of what it consists; `run` is whatever differs between the runs that a process serves."""

    def listed(self, contents: Written) -> Written:
        """What of it the manifest lists."""


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

    def names(self, assignment: Assignment) -> tuple[str, ...]:
        """The names of the files of a sheet."""
        code = code_of(assignment.spec)
        return names_of_pages(assignment.person, code, self.formats, self.pages)

    def listed(self, contents: Written) -> Written:
        """All files."""
        return contents

    def renderer(self, run: str) -> Renderer:
        """The renderer of this look in a run."""
        return _renderer(self.templates, self.pdf_engine, run, threading.get_ident())


@dataclass(frozen=True, slots=True)
class Bound(Pages):
    """Pages that are bound with those of other sheets, and are no files of their own."""

    def listed(self, contents: Written) -> Written:
        """No file."""
        return ()


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a data set, as lines of JSON."""

    templates: str | None = None

    def contents(self, sheet: Worksheet, run: str) -> Contents:
        """One piece: a line for each exercise."""
        return [("", partial(_lines, sheet, self.renderer(run)))]

    def listed(self, contents: Written) -> Written:
        """The lines, by their digest alone."""
        return contents

    def renderer(self, run: str) -> Renderer:
        """The renderer of this look in a run."""
        return _renderer(self.templates, None, run, threading.get_ident())


def _lines(sheet: Worksheet, renderer: Renderer) -> bytes:
    return b"".join(entry_lines(sheet, renderer=renderer))


@lru_cache(maxsize=32)
def _renderer(templates: str | None, pdf_engine: str | None, run: str, thread: int) -> Renderer:
    # A process may serve many runs, between which templates change, in many threads.
    return Renderer(templates, pdf_engine=pdf_engine)


def new_run() -> str:
    """A name for a run, which decides nothing but what a process keeps for it."""
    return os.urandom(8).hex()


@dataclass(frozen=True, slots=True)
class Task:
    """Sheets that a worker makes in one go; all tasks of a run have its name."""

    assignments: tuple[Assignment, ...]
    look: Look
    title: str = ""
    givens: Mapping[str, Numbers] | None = None
    run: str = field(default_factory=new_run)


def begun(assignment: Assignment, task: Task) -> Begun:
    """One sheet of a task, drawn and worded; raises `AuthorError`."""
    sheet = of_spec(assignment.spec, task.givens, task.title)
    if assignment.person:
        sheet = replace(sheet, person=assignment.person)
    contents = tuple(task.look.contents(sheet, task.run))
    return Begun(assignment, task.look, sheet.code, numbers_in(sheet), contents)


def made(assignment: Assignment, task: Task) -> Made:
    """One sheet of a task; raises `AuthorError`."""
    sheet = begun(assignment, task)
    return sheet.finished(tuple((name, page()) for name, page in sheet.contents))


def outcomes(task: Task) -> list[Outcome]:
    """What comes of the sheets of a task, in their order."""
    return gathered(partial(made, one, task) for one in task.assignments)


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
