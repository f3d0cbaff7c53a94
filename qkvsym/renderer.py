"""From a worksheet or a derivation to a finished page.

Wording is written once, in macros; a format brings its vocabulary, its escaping and its page
frames. Every value that a template prints passes through the format: typed values are spelled
as math, text is made literal, and only what the format itself wrote is taken as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, overload

from qkvsym.derivation import Derivation
from qkvsym.environments import Environments, template_errors
from qkvsym.errors import BadOption, shown
from qkvsym.exercise import Line, line
from qkvsym.formats import Format, Vocabulary, format_named
from qkvsym.layout import Layout
from qkvsym.pages import ExercisePage, exercise_pages, omissions
from qkvsym.tex import check_engine, compiled
from qkvsym.wording import Words
from qkvsym.worksheet import Worksheet

_ROOM_IN_THE_HEAD = 80


class Renderer:
    """Renders pages with the built-in templates, or with a user's folder in front of them.

    User templates run in Jinja's sandbox. `pdf_engine` is the TeX engine that makes PDFs, instead
    of Typst. Raises `BadTemplate`, with the file and the line, `UnknownName`, `BadOption` and
    `BadTex`.
    """

    def __init__(
        self, templates: str | Path | None = None, *, pdf_engine: str | None = None
    ) -> None:
        self._pdf_engine = pdf_engine
        if pdf_engine is not None:
            check_engine(pdf_engine, own_templates=templates is not None)
        self._environments = Environments(templates)
        self._words: dict[Vocabulary, Words] = {}
        self._exercises: dict[str, tuple[Worksheet, list[ExercisePage]]] = {}

    def worksheet(
        self, form: Format, page: str, sheet: Worksheet, *, hints: bool, layout: Layout
    ) -> str | bytes:
        """One page of a worksheet: `worksheet` or `key`."""
        return self.unfinished(form, page, sheet, hints=hints, layout=layout)()

    def unfinished(
        self, form: Format, page: str, sheet: Worksheet, *, hints: bool, layout: Layout
    ) -> Callable[[], str | bytes]:
        """A page of which the wording is done; what is called for it may run in a thread."""
        if form.id == "pdf" and self._pdf_engine:
            tex = format_named("tex", page)
            source = self.worksheet(tex, page, sheet, hints=hints, layout=layout)
            return partial(compiled, str(source), self._pdf_engine)
        words = self.words_of(form)
        # The key asks for what the sheet has made already.
        kept = self._exercises.get(form.id)
        if kept is None or kept[0] is not sheet:
            kept = self._exercises[form.id] = sheet, exercise_pages(words, sheet)
        exercises = kept[1]
        with template_errors():
            title = sheet.title or words.say(line("default_title", file="sheet"))
            # Beside a long code, or longer than a line, the title would not fit.
            fits = len(title) + 2 * len(sheet.code) <= _ROOM_IN_THE_HEAD
            values = {
                "sheet": sheet,
                "title": title,
                "running_title": title if fits else "",
                "running_name": sheet.person.brief if sheet.person else "",
                "hints": hints,
                "layout": layout,
                "exercises": exercises,
                "omissions": omissions(words, sheet),
            }
            written = form.write(page, values, words)
        return partial(form.finish, written, words) if form.finish else lambda: written

    def derivations(self, form: Format, derivations: Sequence[Derivation]) -> str:
        """Derivations, one after the other."""
        with template_errors():
            values = {"derivations": tuple(derivations)}
            return form.write("derivation", values, self.words_of(form))

    def report(self, page: str, values: Mapping[str, Any], format: str = "text") -> str:
        """A report by its page: on work, a class, or the space of a kind."""
        form = format_named(format, page)
        with template_errors():
            return form.write(page, values, self.words_of(form))

    def title_of(self, file: str) -> str:
        """The name that a template of a kind or a mistake gives to it, as plain text."""
        return self.plain(line("title", file=file))

    def plain(self, said: Line, kind: str = "") -> str:
        """A line of a template, of a kind where it names none, as plain text."""
        words = self.words_of(format_named("text", "derivation"))
        with template_errors():
            return str(words.say(said, kind))

    def words_of(self, form: Format) -> Words:
        """The wordings in the vocabulary of a format."""
        return self._words_in(form.vocabulary)

    def _words_in(self, vocabulary: Vocabulary) -> Words:
        if vocabulary not in self._words:
            self._words[vocabulary] = Words(
                vocabulary, self._environments.made(), self._environments.first, self._words_in
            )
        return self._words[vocabulary]


PAGES = ("worksheet", "key")
"""The pages of a worksheet."""


@cache
def built_in() -> Renderer:
    """The renderer of the built-in templates."""
    return Renderer()


@overload
def render(
    made: Worksheet | Sequence[Derivation],
    format: Literal["md", "tex", "html", "json", "txt"] = "md",
    *,
    page: str = "worksheet",
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> str: ...


@overload
def render(
    made: Worksheet,
    format: Literal["pdf"],
    *,
    page: str = "worksheet",
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> bytes: ...


@overload
def render(
    made: Worksheet | Sequence[Derivation],
    format: str,
    *,
    page: str = "worksheet",
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> str | bytes: ...


def render(
    made: Worksheet | Sequence[Derivation],
    format: str = "md",
    *,
    page: str = "worksheet",
    hints: bool = True,
    layout: Layout | None = None,
    renderer: Renderer | None = None,
) -> str | bytes:
    """A page of a worksheet (`worksheet` or `key`), or derivations, in a format.

    The formats are pdf, html, md, tex and json, for derivations md, tex, json and txt, also by
    their long names; a PDF is bytes. The JSON sheet has the answers in it. `hints` prints the page
    of hints. Raises `UnknownName`,
    `BadOption` and `BadTemplate`.
    """
    renderer = renderer or built_in()
    if not isinstance(made, Worksheet):
        return renderer.derivations(format_named(format, "derivation"), made)
    if page not in PAGES:
        raise BadOption(f"unknown page {shown(page)}: a page is {' or '.join(PAGES)}")
    return renderer.worksheet(
        format_named(format, page), page, made, hints=hints, layout=layout or Layout()
    )
