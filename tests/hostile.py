"""Hostile texts, and a watch over what must not happen wherever one of them enters."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from qkvsym.cli import main

DATA = Path(__file__).parent / "data"
CACHE = f"{os.sep}qkvsym{os.sep}templates-"
LESSON = {
    "x": [1, 2, 3],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}


@dataclass(frozen=True, slots=True)
class Case:
    """A hostile input: its bytes, where it enters, and what is expected there, in words."""

    name: str
    where: str
    content: bytes
    expected: str

    @property
    def text(self) -> str:
        """The input as an argument of a command has it, where bytes may be no UTF-8."""
        return self.content.decode("utf-8", "surrogateescape")


def _case(made: dict[str, Any]) -> Case:
    if made["name"] == "lone_surrogate_bytes":
        content = b"\xff\xfe\x00q"
    elif repeat := made.get("repeat"):
        content = (repeat["prefix"] + repeat["unit"] * repeat["times"] + repeat["suffix"]).encode()
    else:
        content = made["input"].encode()
    return Case(made["name"], made["where"], content, made["expected"])


def _read(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


INPUTS: dict[str, Case] = {one["name"]: _case(one) for one in _read("hostile_inputs.json")}

TITLES: list[dict[str, str]] = [
    {"title": INPUTS[one["name"]].text if "title" not in one else "", **one}
    for one in _read("hostile_titles.json")["titles"]
]
"""Titles by name; one without a text of its own is the input of that name."""

GIVENS: list[dict[str, Any]] = [
    {"toml": INPUTS[one["name"]].text if "toml" not in one else "", **one}
    for one in _read("hostile_titles.json")["givens"]
]
"""Files of givens, and the message that refuses each."""


# What is said of lines

NO_NAME = "is no name of this exercise"
TOO_LONG = "the line is longer than 2000 characters"
TOO_MANY = "the line has more than 1000 signs and names"
TOO_DEEP = "brackets are nested more than 40 deep"
NO_COMMAND = "this command is not part of the notation"
POWERS = "powers are not part of this notation"
FACTORIALS = "factorials are not part of this notation"

REASONS = {
    "eval_import_touch": (1, "'_' has no meaning here"),
    "eval_open_write": (1, f"'open' {NO_NAME}"),
    "eval_in_vector_cell": (6, "'_' has no meaning here"),
    "eval_globals_chain": (2, "'.' has no meaning here"),
    "eval_print_builtin": (1, f"'print' {NO_NAME}"),
    "eval_exec_string": (1, f"'exec' {NO_NAME}"),
    "eval_lambda": (2, f"'lambda' {NO_NAME}"),
    "eval_fstring": (1, f"'f' {NO_NAME}"),
    "eval_latex_command_arg": (9, "'_' has no meaning here"),
    "eval_subscript": (4, "an index is expected here, as in q_1 or w_{12}"),
    "sympy_name_collision": (5, f"'S' {NO_NAME}"),
    "python_keyword_name": (1, f"'lambda' {NO_NAME}"),
    "huge_exponent_latex": (2, POWERS),
    "factorial": (8, FACTORIALS),
    "factorial_tower": (6, FACTORIALS),
    "huge_int_literal": (1, TOO_LONG),
    "float_exponent": (7, f"'e' {NO_NAME}"),
    "long_product": (845, "there are more than 64 factors in one product"),
    "nan_inf": (6, f"'nan' {NO_NAME}"),
    "deep_parens": (41, TOO_DEEP),
    "deep_parens_balanced_20k": (1, TOO_LONG),
    "deep_brackets": (41, TOO_DEEP),
    "giant_matrix": (1003, TOO_MANY),
    "negative_zero_shape": (4, "a size is a positive whole number"),
    "equals_chain_1000": (1001, TOO_MANY),
    "redos_spaces": (5, "[ is never closed"),
    "redos_stars": (1901, f"'a' {NO_NAME}"),
    "redos_begin_no_end": (601, TOO_DEEP),
    "nul_byte": (8, "character U+0000 is not allowed"),
    "zero_width": (7, "character U+200B (ZERO WIDTH SPACE) is not part of the notation"),
    "cyrillic_lookalike": (
        5,
        "character U+0445 (CYRILLIC SMALL LETTER HA) is not part of the notation",
    ),
    "superscript_digit": (2, "character U+00B2 (SUPERSCRIPT TWO) is not part of the notation"),
    "math_alphanumeric": (
        1,
        "character U+1D42A (MATHEMATICAL BOLD SMALL Q) is not part of the notation",
    ),
    "jinja_expr": (1, "say what this is, as in q = [4, 5]"),
    "format_string": (4, "} is expected here"),
    "latex_input": (1, NO_COMMAND),
    "html_script": (2, f"'script' {NO_NAME}"),
    "html_img_onerror": (2, f"'img' {NO_NAME}"),
    "mathjax_html_class": (1, NO_COMMAND),
    "markdown_html_comment": (2, "'->' has no meaning here"),
}
"""Column and reason of every input that is a line of work and is not understood."""


# What happens

_RUN = ("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "subprocess.Popen")
_CONNECT = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request")
_CHANGE = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "shutil.rmtree", "shutil.copyfile"),
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(slots=True)
class Watch:
    """What Python does while it is on: programs, connections, files, and code made of a text."""

    text: str = ""
    folder: str = ""
    on: bool = False
    seen: list[str] = field(default_factory=list)

    def __call__(self, event: str, args: Sequence[Any]) -> None:
        """See one event of Python's audit."""
        if not self.on:
            return
        if event in _RUN or event in _CONNECT:
            self.seen.append(f"{event} {args!r}")
        elif event in _CHANGE:
            self._changes(event, args[:2] if event in ("os.rename", "os.link") else args[:1])
        elif event == "open":
            path, mode, flags = args
            if (mode and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
                self._changes(event, [path])
        elif event == "compile" and isinstance(args[0], str | bytes):
            source = args[0] if isinstance(args[0], str) else args[0].decode("utf-8", "replace")
            if self.text in source:
                self.seen.append(f"compile {source[:200]!r}")

    def _changes(self, event: str, paths: Sequence[Any]) -> None:
        for path in paths:
            if not isinstance(path, str | bytes | os.PathLike):
                continue
            place = os.path.abspath(os.fsdecode(path))
            # Python keeps what it compiled of a module, and the package of its own templates.
            kept = "__pycache__" in place or CACHE in place or place == os.devnull
            if not kept and not f"{place}{os.sep}".startswith(self.folder):
                self.seen.append(f"{event} {place}")


_WATCH = Watch()
sys.addaudithook(_WATCH)


def pwned() -> set[Path]:
    """The files that the inputs try to make."""
    return {path for place in (Path("/tmp"), Path()) for path in place.glob("*qkvsym_pwned*")}


@contextmanager
def watched(text: str, folder: Path) -> Iterator[None]:
    """Nothing is run, nobody is called, no code is made of a text, and no file of the inputs.

    What is written or removed lies in the folder.
    """
    before = pwned()
    _WATCH.seen.clear()
    # A text so short may stand in any code.
    _WATCH.text = text if len(text) > 5 else "\0 no code"
    _WATCH.folder, _WATCH.on = f"{os.path.abspath(folder)}{os.sep}", True
    try:
        yield
    finally:
        _WATCH.on = False
    assert not _WATCH.seen, _WATCH.seen
    assert pwned() == before, pwned()


def is_clean(printed: str) -> bool:
    """Whether no terminal would obey anything of what is printed."""
    return all(line.isprintable() for line in printed.split("\n"))


def run(case: Case, *args: str, stdin: bytes | None = None) -> Result:
    """Run a command in the working folder, and hold it to what every command promises."""
    with watched(case.text, Path()):
        # Colour is what lets escape sequences through to a terminal.
        result = CliRunner().invoke(main, args, input=stdin, color=True)
    told = (case.name, args, result.exception, result.stderr)
    assert result.exception is None or isinstance(result.exception, SystemExit), told
    assert result.exit_code in (0, 1, 2, 3), told
    assert "Traceback" not in result.output, told
    assert is_clean(result.stdout), told
    assert is_clean(result.stderr), told
    assert "root:" not in result.output, told
    return result
