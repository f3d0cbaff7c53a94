"""Golden sheets: what commands print and write is the same everywhere, byte for byte.

``golden.txt`` holds commands, and below each what it prints, as it is printed, and what it writes:
the SHA-256 of each file, and two letters for each of its lines, by which a line that differs is
found. Commands without an empty line between them share a folder, which has what is in ``given``.
This needs the standard library and the installed package alone, so that it runs in every venv:

    python tests/golden here           compare, as it is here
    python tests/golden everywhere     compare in environments that have little in common
    python tests/golden apart          compare, with a process of its own for each command
    python tests/golden keep FOLDER    make all files there, to be compared by `diff -r`
    python tests/golden write          write golden.txt anew, where another output is meant
"""

import locale
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import traceback
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import BinaryIO

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden.txt"
GIVEN = HERE / "given"
LIBRARIES = ("click", "filelock", "jinja2", "latex2mathml", "pikepdf", "sympy", "typst")
MADE_WITH = "# Written with "
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Run = Callable[[list[str]], tuple[int, bytes, bytes]]
"""Runs a command in the working directory: its exit code, standard output and standard error."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What differs from other places where the same bytes are made; None unsets a variable."""

    variables: Mapping[str, str | None]
    umask: int
    folder: str


ENVIRONMENTS = {
    # Reports are printed in the encoding of the terminal, which is meant; all else here is ASCII.
    "ascii": Environment(
        {
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONIOENCODING": "utf-8",
            "PYTHONHASHSEED": "0",
            "TZ": "Asia/Kathmandu",
            "HOME": None,
            "COLUMNS": "20",
            "LINES": "4",
            "TERM": "dumb",
        },
        umask=0o077,
        folder="Übung 中 'a' $x",
    ),
    # The time zones of this one and of the next have never the same date.
    "utf-8": Environment(
        {
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "1",
            "PYTHONHASHSEED": "1",
            "TZ": "Etc/GMT+12",
            "SOURCE_DATE_EPOCH": "86400",
            "COLUMNS": "300",
            "TERM": "xterm-256color",
            "FORCE_COLOR": "1",
        },
        umask=0o000,
        folder="plain",
    ),
    "german": Environment(
        {
            "LC_ALL": "de_DE.UTF-8",
            "LANGUAGE": "de",
            "PYTHONHASHSEED": "random",
            "TZ": "Pacific/Kiritimati",
            "HOME": "/nowhere",
            "NO_COLOR": "1",
            "TERM": None,
        },
        umask=0o027,
        folder="-rf %s {0} <% x %>",
    ),
}
"""Each has something of everything: what of it matters is found by running `here` with less."""

_UNSET = ("LC_", "LANG", "PYTHON", "TZ", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "SOURCE_")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of ``golden.txt``, and the file of which it is the digest."""

    text: str
    content: bytes = b""


# What commands make


@contextmanager
def _streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Standard output and error in files: Python's own objects, with the encoding they have."""
    with TemporaryFile() as out, TemporaryFile() as err:
        sys.stdout.flush()
        sys.stderr.flush()
        kept = [(number, os.dup(number)) for number in (1, 2)]
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            yield out, err
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, descriptor in kept:
                os.dup2(descriptor, number)
                os.close(descriptor)


def in_this_process(words: list[str]) -> tuple[int, bytes, bytes]:
    """Run a command as the installed one is run, in this process, where it takes less time."""
    from qkvsym.cli import main

    with _streams() as (out, err):
        try:
            code = main(words, prog_name="qkvsym")
        except SystemExit as end:
            code = end.code
        except Exception:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        out.seek(0)
        err.seek(0)
        return code or 0, out.read(), err.read()


def in_its_own(words: list[str]) -> tuple[int, bytes, bytes]:
    """Run the installed command."""
    command = Path(sys.executable).with_name("qkvsym")
    made = subprocess.run(
        [command, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return made.returncode, made.stdout, made.stderr


def _words(command: str) -> list[str]:
    # As a process gets them, in whatever locale.
    return [os.fsdecode(word.encode()) for word in shlex.split(command)]


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their paths in it, hidden ones too, in the order of the paths."""
    found = sorted((os.fsencode(path.relative_to(folder)), path) for path in folder.rglob("*"))
    return {name.decode(): path.read_bytes() for name, path in found if path.is_file()}


def printed(sign: str, content: bytes) -> Iterator[str]:
    """What was printed, as it is where it is plain lines, each behind a sign."""
    try:
        *lines, rest = content.decode().split("\n")
    except UnicodeDecodeError:
        lines, rest = [], "?"
    if rest or _CONTROL.search("".join(lines)):
        yield f"{sign} {content!r}"
        return
    yield from (f"{sign} {line}" if line else sign for line in lines)


def letters(content: bytes) -> str:
    """Two letters for each line of a text; none for what is no text."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return ""
    return "".join(
        urlsafe_b64encode(sha256(line).digest()[:2])[:2].decode() for line in content.split(b"\n")
    )


def digests(files: Mapping[str, bytes]) -> Iterator[Line]:
    """A line for each file."""
    for name, content in files.items():
        yield Line(f"= {name} {sha256(content).hexdigest()} {letters(content)}", content)


def _made(command: str, run: Run) -> Iterator[Line]:
    """The lines below a command, run in the working directory."""
    before = _files(Path())
    code, out, err = run(_words(command))
    if code:
        yield Line(f"! {code}")
    for sign, content in (("|", out), (">", err)):
        yield from map(Line, printed(sign, content))
    after = _files(Path())
    yield from digests({name: after[name] for name in after if before.get(name) != after[name]})
    yield from (Line(f"- {name}") for name in before if name not in after)


def remade(lines: Sequence[str], run: Run, folder: Path) -> Iterator[Line]:
    """The lines of ``golden.txt`` as they would be written here; each case has a folder in one."""
    case = 0
    for line in lines:
        if not line:
            case += 1
        if line.startswith("$ "):
            own = folder / str(case)
            if not own.exists():
                shutil.copytree(GIVEN, own)
            os.chdir(own)
            yield Line(line)
            yield from _made(line.removeprefix("$ "), run)
        elif not line or line.startswith("#"):
            yield Line(line)


def made_with() -> str:
    """The libraries on which the bytes may depend."""
    return ", ".join(f"{name} {version(name)}" for name in LIBRARIES)


# What differs


def _blocks(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Each command with the lines below it."""
    blocks: list[tuple[str, list[Line]]] = []
    for line in lines:
        if line.text.startswith("$ "):
            blocks.append((line.text, []))
        elif line.text and not line.text.startswith("#"):
            blocks[-1][1].append(line)
    return blocks


def _place(golden: str, made: Line) -> str:
    """Where a file differs from the one that a line of ``golden.txt`` is about."""
    named, _, known = golden.removeprefix("= ").rpartition(" ")
    name, here = named.rpartition(" ")[0], letters(made.content)
    pairs = range(0, max(len(here), len(known)), 2)
    first = next((n for n in pairs if here[n : n + 2] != known[n : n + 2]), None)
    if first is None:
        return f"{name} differs: here it has {len(made.content)} bytes"
    if not here:
        return f"{name} differs first in line 1, which is no text here"
    lines = made.content.decode().split("\n")
    number = first // 2
    shown = repr(lines[number]) if number < len(lines) else "not there"
    return f"{name} differs first in line {number + 1}, which is here {shown}"


def _first(golden: Sequence[str], made: Sequence[Line]) -> str:
    """The first line in which what a command made differs from what it made once."""
    both = zip(golden, (line.text for line in made), strict=False)
    at = next((n for n, (old, new) in enumerate(both) if old != new), min(len(golden), len(made)))
    old = golden[at] if at < len(golden) else "(nothing more)"
    new = made[at] if at < len(made) else Line("(nothing more)")
    if old.startswith("= ") and new.text.split(" ")[:-2] == old.split(" ")[:-2]:
        return _place(old, new)
    return f"golden: {old[:300]}\n    here:   {new.text[:300]}"


def differences(golden: Sequence[str], made: Sequence[Line]) -> list[str]:
    """For each command whose output is another: the command, and the first line that differs."""
    pairs = zip(_blocks([*map(Line, golden)]), _blocks(made), strict=True)
    return [
        f"{command}\n    {_first(texts, new)}"
        for (command, old), (_, new) in pairs
        if (texts := [line.text for line in old]) != [line.text for line in new]
    ]


def _said(found: Sequence[str], count: int, written_with: str) -> str:
    where = f"Python {platform.python_version()}, {made_with()}"
    if not found:
        return f"{count} commands make the golden bytes: {where}"
    others = [one.split("\n")[0] for one in found[1:]]
    more = ["the others:", *others] if others else []
    first = f"{len(found)} of {count} commands make other bytes. The first:"
    return "\n".join([first, found[0], *more, f"here:   {where}", f"golden: {written_with}"])


# What is asked for


def compare(run: Run) -> int:
    """Compare with ``golden.txt``; 1 where something differs."""
    golden = _read()
    with TemporaryDirectory() as folder:
        made = list(remade(golden, run, Path(folder)))
        os.chdir(HERE)
    found = differences(golden, made)
    said = _said(found, len(_blocks(made)), golden[0].removeprefix(MADE_WITH))
    # Not in the encoding of the locale, which may lack what is said.
    sys.stdout.buffer.write(f"{said}\n".encode())
    sys.stdout.buffer.flush()
    return 1 if found else 0


def here() -> int:
    """Compare, as it is here, and as in a program that writes numbers and dates as the locale does.

    What the system says of a file that is not there is in the language of the user.
    """
    for what in (locale.LC_COLLATE, locale.LC_MONETARY, locale.LC_NUMERIC, locale.LC_TIME):
        with suppress(locale.Error):
            locale.setlocale(what, "")
    return compare(in_this_process)


def apart() -> int:
    """Compare, with a process for each command."""
    return compare(in_its_own)


def everywhere(*names: str) -> int:
    """Compare in all environments, or in some."""
    failed = 0
    for name in names or ENVIRONMENTS:
        made = in_environment(ENVIRONMENTS[name])
        sys.stdout.buffer.write(f"{name}: {made.stdout}{made.stderr}".encode())
        sys.stdout.buffer.flush()
        failed |= made.returncode
    return failed


def in_environment(environment: Environment) -> subprocess.CompletedProcess[str]:
    """Compare in a process that has an environment of its own."""
    kept = {name: held for name, held in os.environ.items() if not name.startswith(_UNSET)}
    with TemporaryDirectory() as above:
        folder = Path(above) / environment.folder
        folder.mkdir()
        wanted = {**kept, "TMPDIR": str(folder), **environment.variables}
        return subprocess.run(
            [sys.executable, str(HERE), "here"],
            env={name: held for name, held in wanted.items() if held is not None},
            cwd=folder,
            umask=environment.umask,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
        )


def keep(folder: str) -> int:
    """Make all files in a folder that is not there yet."""
    path = Path(folder).absolute()
    path.mkdir()
    list(remade(_read(), in_this_process, path))
    return 0


def write() -> int:
    """Write ``golden.txt`` anew: every command in a process of its own."""
    with TemporaryDirectory() as folder:
        made = [line.text for line in remade(_read(), in_its_own, Path(folder))]
        os.chdir(HERE)
    made[0] = MADE_WITH + made_with()
    GOLDEN.write_text("\n".join(made) + "\n", encoding="utf-8", newline="\n")
    return 0


def _read() -> list[str]:
    # Not split at other ends of lines, which text may have.
    return GOLDEN.read_bytes().decode().removesuffix("\n").split("\n")


ASKED: Mapping[str, Callable[..., int]] = {
    one.__name__: one for one in (here, everywhere, apart, keep, write)
}

if __name__ == "__main__":
    asked = ASKED.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if asked is None:
        sys.exit(__doc__)
    sys.exit(asked(*sys.argv[2:]))
