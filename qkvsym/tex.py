"""The PDF that a TeX engine makes of a .tex page.

A page may hold what somebody else's templates wrote. So TeX works in a folder of its own, runs no
program, and is stopped when it takes too long or writes too much.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from qkvsym.errors import BadOption, BadTex, UnknownName

CONFINED = ("pdflatex", "xelatex")
"""The engines that write nothing outside their folder, whatever a page holds.

Lua in a page for lualatex writes and removes files anywhere, and the option that forbids it
takes the fonts away too, so that one is for our own templates alone: they hold no Lua.
"""

ENGINES = (*CONFINED, "lualatex")
"""The engines that can be asked for; latexmk runs the Perl of its settings, and tectonic fetches
from the net."""

_OPTIONS = (
    "-no-shell-escape",
    "-interaction=nonstopmode",
    "-halt-on-error",
    "-file-line-error",
)
_ENVIRONMENT = {
    # Names of files that lead out of the folder are refused; what TeX finds itself is not.
    "openin_any": "p",
    "openout_any": "p",
    # The PDF is the same whenever it is made; what a page calls today stays today.
    "SOURCE_DATE_EPOCH": "0",
    # The log is read, so its lines are not broken.
    "max_print_line": "1000",
    "error_line": "254",
    "half_error_line": "238",
}
_PAGES = {
    # It makes a name for the file of the time and the place.
    "lualatex": ("-jobname=page", r"\pdfvariable suppressoptionalinfo 512 \input{page.tex}"),
}
_OTHER_FOLDERS = ("TEXMFOUTPUT", "TEXMF_OUTPUT_DIRECTORY")
"""Variables that let TeX write elsewhere."""

_MOST_RUNS = 3
_AGAIN = re.compile(
    r"\b(?:Rerun to|Rerun LaTeX|rerun LaTeX)\b|^No file page\.(?!aux)", re.MULTILINE
)
_ERROR = re.compile(
    r"^(?:! ?(?P<bare>\S.*)|(?P<file>\S.*?\.\w+):(?P<line>\d+): (?P<said>.*))$"
    r"(?P<more>(?:\n(?:\(\w+\))? {4,}\S.*)*)",
    re.MULTILINE,
)
_MISSING = re.compile(r"^Missing character: There is no (\S)", re.MULTILINE)
_PLACE = re.compile(r"^l\.(?P<line>\d+) (?P<read>.*)$", re.MULTILINE)
_PAST_THE_END = re.compile(r"\n<\*> .*\bpage\.tex\b")
_INSTALL = "install what TeX misses, or use a template that does without"
_TO_DO = "mend the template that wrote it (--format tex shows the page)"


def check_engine(engine: str, *, own_templates: bool) -> None:
    """Raise `UnknownName`, or `BadOption` for an engine that may not set a user's templates."""
    if engine not in ENGINES:
        raise UnknownName("TeX engine", engine, ENGINES)
    if own_templates and engine not in CONFINED:
        raise BadOption(
            f"{engine} runs whatever Lua a template holds; "
            f"with your own templates use {' or '.join(CONFINED)}"
        )


def compiled(source: str, engine: str, *, seconds: float = 60, most: int = 100_000_000) -> bytes:
    """The PDF of a .tex page; a run of TeX may take so many seconds and write so many bytes.

    Raises `BadTex` where the engine is not there or does not make a PDF.
    """
    found = shutil.which(engine)
    if found is None:
        raise BadTex(
            f"{engine} is not installed, or not on the PATH; "
            f"install it, or leave --pdf-engine out: a PDF needs no TeX"
        )
    command = [os.path.abspath(found), *_OPTIONS, *_PAGES.get(engine, ("page.tex",))]
    try:
        with TemporaryDirectory(prefix="qkvsym-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            (folder / "page.tex").write_bytes(source.encode("utf-8", "replace"))
            for _ in range(_MOST_RUNS):
                log = _run(engine, command, folder, seconds, most)
                if not _asks_again(log):
                    break
            _check_letters(engine, log)
            return _pdf(engine, folder)
    except OSError as error:
        raise BadTex(f"{engine} cannot be run: {error.strerror or error}") from None


def _check_letters(engine: str, log: str) -> None:
    """Refuse a page of which letters are missing: TeX leaves them out and goes on."""
    missing = _MISSING.search(log)
    if missing:
        raise BadTex(
            f"{engine} has no font here with the letter U+{ord(missing[1]):X}; "
            f"leave --pdf-engine out, or install the fonts that it misses"
        )


def _asks_again(log: str) -> bool:
    return _AGAIN.search(log) is not None


def _pdf(engine: str, folder: Path) -> bytes:
    file = folder / "page.pdf"
    if not file.exists():
        raise BadTex(f"{engine} makes no PDF: nothing is printed on the page; {_TO_DO}")
    return file.read_bytes()


def _run(engine: str, command: list[str], folder: Path, seconds: float, most: int) -> str:
    """Run TeX once, and return its log."""
    kept = {name: value for name, value in os.environ.items() if name not in _OTHER_FOLDERS}
    process = subprocess.Popen(  # noqa: S603  # nosec B603
        command,
        cwd=folder,
        env=kept | _ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = _waited(engine, process, folder, seconds, most)
    except BaseException:
        _end(process)
        raise
    file = folder / "page.log"
    log = file.read_bytes().decode("utf-8", "replace") if file.exists() else ""
    if code:
        raise BadTex(_complaint(engine, code, log))
    return log


def _waited(
    engine: str, process: subprocess.Popen[bytes], folder: Path, seconds: float, most: int
) -> int:
    until = monotonic() + seconds
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(min(0.1, seconds))
        if monotonic() > until:
            raise BadTex(f"{engine} was stopped: the page takes over {seconds:g} seconds; {_TO_DO}")
        # A page that says something for ever would fill the disk before its time is over.
        if _size(folder) > most:
            raise BadTex(f"{engine} was stopped: it wrote over {most:,} bytes; {_TO_DO}")


def _size(folder: Path) -> int:
    with suppress(FileNotFoundError):
        return sum(file.stat().st_size for file in folder.iterdir())
    return 0  # a file went away meanwhile; the next look is soon


def _end(process: subprocess.Popen[bytes]) -> None:
    """End TeX and what it started: xelatex leaves the PDF to another program."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _complaint(engine: str, code: int, log: str) -> str:
    """The first error of a log, with its line, and what TeX had read of that line."""
    error = _ERROR.search(log)
    if error is None:
        return f"{engine} ends with exit code {code}, and its log names no error; {_TO_DO}"
    more = re.sub(r"\n(?:\(\w+\))? +", " ", error["more"])
    said = _clean((error["bare"] or error["said"]) + more).rstrip(". ")
    if said == "Emergency stop" and _PAST_THE_END.match(log, error.end()):
        said = "the page has no \\end{document}"
    to_do = _INSTALL if said.endswith(" not found") else _TO_DO
    return f"{engine}: {said}{_where(error, log)}; {to_do}"


def _where(error: re.Match[str], log: str) -> str:
    """The line of an error and what was read of it, where the log says them."""
    place = _PLACE.search(log, error.end())
    line = error["line"] or (place and place["line"])
    if not line:
        return ""
    file = (error["file"] or "page.tex").removeprefix("./")
    where = f", in line {line} of {'the page' if file == 'page.tex' else _clean(file)}"
    read = place["read"].strip() if place else ""
    return f"{where}, after {_clean(read, end=True)}" if read else where


def _clean(text: str, *, end: bool = False) -> str:
    """Text of a log for a message: printable, and at most 200 characters, or the last 60."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    if end:
        return text if len(text) <= 60 else f"...{text[-57:]}"
    return text if len(text) <= 200 else f"{text[:197]}..."
