"""From a worksheet or a derivation to a finished page: the Jinja environments.

Wording is written once, in macros; a format brings its vocabulary, its escaping and its page
frames. Every value that a template prints passes through the format: typed values are spelled
as math, text is made literal, and only what the format itself wrote is taken as it is.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    FileSystemLoader,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket

from qkvsym.derivation import Derivation
from qkvsym.errors import BadOption, BadTemplate, shown
from qkvsym.exercise import Line
from qkvsym.formats import Format, format_named
from qkvsym.resources import templates_folder
from qkvsym.wording import Words
from qkvsym.worksheet import Worksheet


class _Compiled(BytecodeCache):
    """Keeps compiled templates, so that each is compiled once for all formats."""

    def __init__(self) -> None:
        self._code: dict[str, Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key + bucket.checksum] = bucket.code


class Renderer:
    """Renders pages with the built-in templates, or with a user's folder in front of them.

    User templates run in Jinja's sandbox. Raises `BadTemplate`, with the file and the line.
    """

    def __init__(self, templates: str | Path | None = None) -> None:
        folders = [templates_folder()]
        if templates is not None:
            if not Path(templates).is_dir():
                raise BadTemplate(f"the templates folder {shown(str(templates))} does not exist")
            folders.insert(0, Path(templates))
        self._loader = ChoiceLoader([FileSystemLoader(folder) for folder in folders])
        self._compiled = _Compiled()
        self._words: dict[str, Words] = {}

    def page(self, form: Format, page: str, values: Mapping[str, Any]) -> str:
        """One page of a format."""
        if page not in form.pages:
            raise BadOption(f"the format {form.suffix} has no page {shown(page)}")
        if form.id not in self._words:
            self._words[form.id] = Words(form.vocabulary, self._loader, self._compiled)
        words = self._words[form.id]
        try:
            title = values.get("title") or words.say(Line("default_title", file="sheet"))
            return form.write(page, {**values, "title": title}, words)
        except TemplateSyntaxError as error:
            place = f"{error.filename or error.name}, line {error.lineno}"
            raise BadTemplate(f"template {place}: {error.message}") from None
        except TemplateNotFound as error:
            raise BadTemplate(f"there is no template {shown(error.name)}") from None
        except (TemplateError, TypeError, AttributeError, ArithmeticError, LookupError) as error:
            where = _place_in_template(error)
            if where is None:
                raise
            raise BadTemplate(f"template {where}: {error}") from None


def _place_in_template(error: BaseException) -> str | None:
    """The last file and line of a template that the error passed through."""
    place: str | None = None
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".j2"):
            place = f"{name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


@cache
def built_in() -> Renderer:
    """The renderer of the built-in templates."""
    return Renderer()


def render(
    made: Worksheet | Sequence[Derivation],
    format: str = "md",
    *,
    page: str = "worksheet",
    hints: bool = True,
    renderer: Renderer | None = None,
) -> str:
    """A page of a worksheet (`worksheet` or `key`), or derivations, in a format.

    The formats are md, tex and json, for derivations txt too, also by their long names. The
    JSON sheet has the answers in it. `hints` prints the page of hints. Raises `UnknownName`,
    `BadOption` and `BadTemplate`.
    """
    form = format_named(format)
    renderer = renderer or built_in()
    if not isinstance(made, Worksheet):
        return renderer.page(form, "derivation", {"derivations": tuple(made)})
    values = {"sheet": made, "title": made.title, "hints": hints}
    return renderer.page(form, page, values)
