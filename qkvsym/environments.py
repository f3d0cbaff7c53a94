"""The Jinja environments: how templates are found, compiled, kept and run.

The built-in templates run in Jinja's plain environment, a user's own in its sandbox.
"""

import marshal
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from qkvsym import __version__
from qkvsym.errors import BadTemplate, QkvsymError, shown
from qkvsym.one_line import told
from qkvsym.resources import cache_folder, templates_folder

_COMPILED_BY = f"templates-{__version__}-jinja-{jinja2_version}-unescaped"
"""What compiled code depends on, beside its source and Python's bytecode."""


class Environments:
    """Environments that find the same templates, compiled once for all of them.

    `own` is a folder that stands before the built-in templates, `first` the one that is looked
    into first. Raises `BadTemplate` where there is no such folder.
    """

    def __init__(self, own: str | Path | None = None) -> None:
        loaders = [_Loader(templates_folder())]
        self.first = templates_folder()
        if own is not None:
            if not _is_folder(own):
                raise BadTemplate(f"the templates folder {shown(str(own))} does not exist")
            loaders.insert(0, _OwnLoader(own))
            self.first = Path(own)
        self._loader = ChoiceLoader(loaders)
        # Code compiled for the sandbox is other code, and a user's templates change often.
        self._compiled = _Compiled(None if own is not None else cache_folder(_COMPILED_BY))
        # Only a user's templates are text that somebody else may have written.
        self._class = BuiltIn if own is None else ImmutableSandboxedEnvironment

    def made(self) -> Environment:
        """A new environment; each format has one, for what templates may say is its own."""
        return self._class(
            block_start_string="<%",
            block_end_string="%>",
            variable_start_string="<<",
            variable_end_string=">>",
            comment_start_string="<#",
            comment_end_string="#>",
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=self._class is not BuiltIn,
            auto_reload=False,
            undefined=StrictUndefined,
            loader=self._loader,
            bytecode_cache=self._compiled,
        )


def _is_folder(path: str | Path) -> bool:
    try:
        return bool(str(path)) and Path(path).is_dir()
    except (OSError, ValueError):
        return False


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
                bucket.code = marshal.loads(data[32:])  # noqa: S302  # nosec B302

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
            with beside.open("xb") as made:
                made.write(sha256(code).digest() + code)
            beside.replace(file)
        with suppress(OSError):
            beside.unlink(missing_ok=True)

    def _file(self, bucket: Bucket) -> Path | None:
        key = f"{bucket.key} {bucket.checksum} {MAGIC_NUMBER.hex()}"
        return None if self._folder is None else self._folder / sha256(key.encode()).hexdigest()


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


class _OwnLoader(_Loader):
    """Loads from a folder that somebody else may have filled: no link in it leads out of it."""

    def get_source(self, environment: Environment, template: str) -> Any:
        folder = self.searchpath[0]
        file = os.path.join(folder, *split_template_path(template))
        inside = os.path.join(os.path.realpath(folder), "")
        if os.path.isfile(file) and not os.path.realpath(file).startswith(inside):
            reason = "a link leads out of the folder of templates; put the file itself there"
            raise TemplateSyntaxError(reason, 1, template, file)
        return super().get_source(environment, template)


class BuiltIn(Environment):
    """The environment of the built-in templates.

    Everything that is printed passes through `finalize`, which escapes; Jinja's own escaping
    would only look at it once more. What a macro puts together is marked as finished, as it is
    with that escaping. Filters that forget the mark make such text be escaped twice, never not
    at all; the built-in templates use none of them.
    """

    concat = staticmethod(lambda parts: Markup("".join(parts)))  # noqa: S704


@contextmanager
def template_errors() -> Iterator[None]:
    try:
        yield
    except TemplateSyntaxError as error:
        place = f"{error.filename or error.name}, line {error.lineno}"
        raise _bad(place, error.message or "") from None
    except TemplateNotFound as error:
        raise BadTemplate(f"there is no template {shown(error.name)}") from None
    except SyntaxError as error:
        # Jinja read it, but what it wrote in Python is nested too deep for Python.
        raise _bad(error.filename or "", error.msg) from None
    except QkvsymError:
        raise
    except Exception as error:
        # A template can raise anything by what it does with values.
        where = _place_in_template(error)
        if where is None:
            raise
        raise _bad(where, str(error) or type(error).__name__) from None


def _bad(place: str, says: str) -> BadTemplate:
    # Names of templates, and what they make Python say, may be somebody else's.
    return BadTemplate(f"template {told(place)}: {told(says)}")


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
