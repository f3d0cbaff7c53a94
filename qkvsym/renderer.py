"""From a worksheet or a derivation to a finished page: the Jinja environments.

Wording is written once, in macros; a format brings its vocabulary, its escaping and its page
frames. Every value that a template prints passes through the format: typed values are spelled
as math, text is made literal, and only what the format itself wrote is taken as it is.
"""

import marshal
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2 import __version__ as jinja2_version
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from qkvsym import __version__
from qkvsym.derivation import Derivation
from qkvsym.errors import BadOption, BadTemplate, QkvsymError, shown
from qkvsym.exercise import Line, line
from qkvsym.formats import Format, format_named
from qkvsym.pages import ExercisePage, exercise_pages, omissions
from qkvsym.resources import cache_folder, templates_folder
from qkvsym.wording import Words
from qkvsym.worksheet import Worksheet

_ROOM_IN_THE_HEAD = 80
_COMPILED_BY = f"templates-{__version__}-jinja-{jinja2_version}-unescaped"
"""What compiled code depends on, beside its source and Python's bytecode."""


class _Compiled(BytecodeCache):
    """Compiled templates: in memory for all formats, and on disk for the next start.

    A file on disk that is not what was written there counts as none.
    """

    def __init__(self, folder: Path | None) -> None:
        self._code: dict[str, CodeType] = {}
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(bucket.key + bucket.checksum)
        file = self._file(bucket)
        if bucket.code is not None or file is None or not file.is_file():
            return
        with suppress(OSError, EOFError, TypeError, ValueError):
            data = file.read_bytes()
            if sha256(data[32:]).digest() == data[:32]:
                bucket.code = marshal.loads(data[32:])  # noqa: S302

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is None:
            return
        self._code[bucket.key + bucket.checksum] = bucket.code
        file = self._file(bucket)
        if file is None:
            return
        code = marshal.dumps(bucket.code)
        beside = file.with_name(f"{file.name}.{os.urandom(4).hex()}")
        with suppress(OSError):
            beside.write_bytes(sha256(code).digest() + code)
            beside.replace(file)
        with suppress(OSError):
            beside.unlink(missing_ok=True)

    def _file(self, bucket: Bucket) -> Path | None:
        key = f"{bucket.key} {bucket.checksum} {MAGIC_NUMBER.hex()}"
        return None if self._folder is None else self._folder / sha256(key.encode()).hexdigest()


class Renderer:
    """Renders pages with the built-in templates, or with a user's folder in front of them.

    User templates run in Jinja's sandbox. Raises `BadTemplate`, with the file and the line.
    """

    def __init__(self, templates: str | Path | None = None) -> None:
        folders = [templates_folder()]
        if templates is not None:
            if not _is_folder(templates):
                raise BadTemplate(f"the templates folder {shown(str(templates))} does not exist")
            folders.insert(0, Path(templates))
        self._loader = ChoiceLoader([_Loader(folder) for folder in folders])
        # Code compiled for the sandbox is other code, and a user's templates change often.
        self._compiled = _Compiled(None if templates is not None else cache_folder(_COMPILED_BY))
        # Only a user's templates are text that somebody else may have written.
        self._environment_class = BuiltIn if templates is None else ImmutableSandboxedEnvironment
        self._words: dict[str, Words] = {}
        self._exercises: dict[str, tuple[Worksheet, list[ExercisePage]]] = {}

    def worksheet(self, form: Format, page: str, sheet: Worksheet, *, hints: bool) -> str:
        """One page of a worksheet: `worksheet` or `key`."""
        words = self._words_of(form)
        # The key asks for what the sheet has made already.
        kept = self._exercises.get(form.id)
        if kept is None or kept[0] is not sheet:
            kept = self._exercises[form.id] = sheet, exercise_pages(words, sheet)
        exercises = kept[1]
        with _template_errors():
            title = sheet.title or words.say(line("default_title", file="sheet"))
            # Beside a long code, or longer than a line, the title would not fit.
            fits = len(words.literal(title)) + 2 * len(sheet.code) <= _ROOM_IN_THE_HEAD
            values = {
                "sheet": sheet,
                "title": title,
                "running_title": title if fits else "",
                "hints": hints,
                "exercises": exercises,
                "omissions": omissions(words, sheet),
            }
            return form.write(page, values, words)

    def derivations(self, form: Format, derivations: Sequence[Derivation]) -> str:
        """Derivations, one after the other."""
        with _template_errors():
            values = {"derivations": tuple(derivations)}
            return form.write("derivation", values, self._words_of(form))

    def report(self, page: str, values: Mapping[str, Any]) -> str:
        """A report on work as plain text, or the table of several: `report` or `marks`."""
        form = format_named("text", page)
        with _template_errors():
            return form.write(page, values, self._words_of(form))

    def title_of(self, file: str) -> str:
        """The name that a template of a kind or a mistake gives to it, as plain text."""
        return self.plain(line("title", file=file))

    def plain(self, said: Line, kind: str = "") -> str:
        """A line of a template, of a kind where it names none, as plain text."""
        words = self._words_of(format_named("text", "derivation"))
        with _template_errors():
            return str(words.say(said, kind))

    def _words_of(self, form: Format) -> Words:
        if form.id not in self._words:
            self._words[form.id] = Words(form.vocabulary, self._environment())
        return self._words[form.id]

    def _environment(self) -> Environment:
        return self._environment_class(
            block_start_string="<%",
            block_end_string="%>",
            variable_start_string="<<",
            variable_end_string=">>",
            comment_start_string="<#",
            comment_end_string="#>",
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=self._environment_class is not BuiltIn,
            auto_reload=False,
            undefined=StrictUndefined,
            loader=self._loader,
            bytecode_cache=self._compiled,
        )


class BuiltIn(Environment):
    """The environment of the built-in templates.

    Everything that is printed passes through `finalize`, which escapes; Jinja's own escaping
    would only look at it once more. What a macro puts together is marked as finished, as it is
    with that escaping. Filters that forget the mark make such text be escaped twice, never not
    at all; the built-in templates use none of them.
    """

    concat = staticmethod(lambda parts: Markup("".join(parts)))  # noqa: S704


@contextmanager
def _template_errors() -> Iterator[None]:
    try:
        yield
    except TemplateSyntaxError as error:
        place = f"{error.filename or error.name}, line {error.lineno}"
        raise BadTemplate(f"template {place}: {error.message}") from None
    except TemplateNotFound as error:
        raise BadTemplate(f"there is no template {shown(error.name)}") from None
    except SyntaxError as error:
        # Jinja read it, but what it wrote in Python is nested too deep for Python.
        raise BadTemplate(f"template {error.filename}: {error.msg}") from None
    except QkvsymError:
        raise
    except Exception as error:
        # A template can raise anything by what it does with values.
        where = _place_in_template(error)
        if where is None:
            raise
        raise BadTemplate(f"template {where}: {error or type(error).__name__}") from None


def _place_in_template(error: BaseException) -> str | None:
    """The last file and line of a template that the error passed through."""
    place: str | None = None
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".j2"):
            # Where Jinja has not done it yet, the line is one of the compiled code.
            template = trace.tb_frame.f_globals.get("__jinja_template__")
            number = trace.tb_lineno
            number = template.get_corresponding_lineno(number) if template else number
            place = f"{name}, line {number}"
        trace = trace.tb_next
    return place


def _is_folder(path: str | Path) -> bool:
    try:
        return bool(str(path)) and Path(path).is_dir()
    except (OSError, ValueError):
        return False


class _Loader(FileSystemLoader):
    """Loads from a folder, and says which template cannot be read."""

    def get_source(self, environment: Environment, template: str) -> Any:
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError as error:
            raise TemplateSyntaxError(f"byte {error.start} is not UTF-8", 1, template) from None
        except TemplateNotFound:
            raise  # it is an OSError too, and the next folder is looked into
        except OSError as error:
            reason = error.strerror or "it cannot be read"
            raise TemplateSyntaxError(reason, 1, template) from None


PAGES = ("worksheet", "key")
"""The pages of a worksheet."""


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
    renderer = renderer or built_in()
    if not isinstance(made, Worksheet):
        return renderer.derivations(format_named(format, "derivation"), made)
    if page not in PAGES:
        raise BadOption(f"unknown page {shown(page)}: a page is {' or '.join(PAGES)}")
    return renderer.worksheet(format_named(format, page), page, made, hints=hints)
