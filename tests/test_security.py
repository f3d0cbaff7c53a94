"""What SECURITY.md says: its tests are there, and its numbers are those of the code."""

import re
from pathlib import Path

from jinja2.sandbox import MAX_RANGE

from qkvsym import codes, errors, givens, manifest, roster, shapes, spec, tex, worksheet
from qkvsym.cli import options
from qkvsym.judging import arithmetic
from qkvsym.reading import bounds
from qkvsym.scoring import entries, reader, replies

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
KIB, MIB = 2**10, 2**20


def table() -> dict[str, str]:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", TEXT, flags=re.MULTILINE)
    return {what: bound for what, bound in rows if what != "what"}


def seconds_and_bytes() -> tuple[float, int]:
    made = tex.compiled.__kwdefaults__ or {}
    return made["seconds"], made["most"]


def said() -> dict[str, str]:
    """The rows of the table, from the code."""
    seconds, most = seconds_and_bytes()
    cells = f"{bounds.MOST_CELLS}, {shapes.MAX_SIZE} rows and columns"
    people = f"{roster._MOST_PEOPLE:,} people, {roster._MOST_COLUMNS} columns"
    part = f"{reader._LONGEST_TEXT:,} of them of one part; the last ones are read"
    return {
        "a file of work": f"{bounds.LARGEST_FILE // KIB} KiB, {bounds.MOST_LINES} lines",
        "a line of work": (
            f"{bounds.LONGEST_LINE:,} characters, {bounds.MOST_TOKENS:,} signs and names"
        ),
        "nesting of brackets": f"{bounds.DEEPEST}",
        "digits of a number": f"{bounds.MOST_DIGITS}",
        "numbers in a matrix": cells,
        "members of a chain, statements of a line": (
            f"{bounds.MOST_MEMBERS}, {bounds.MOST_STATEMENTS}"
        ),
        "a value that is calculated": f"{arithmetic.LARGEST_BITS:,} bits",
        "a size in a claim about shapes": f"{bounds.LARGEST_SIZE_CLAIMED:,}",
        "a file of givens": f"{givens._LARGEST_FILE // KIB} KiB",
        "an entry of a matrix that is given": f"{givens.LARGEST_ENTRY:,}",
        "sizes of what is drawn or given": f"{shapes.MAX_SIZE}",
        "a class list": (
            f"{roster._LARGEST // MIB} MiB, {people}, {roster._LONGEST_CELL:,} characters a cell"
        ),
        "a manifest": (
            f"{manifest._LARGEST // MIB:,} MiB, {manifest._LONGEST_LINE // KIB:,} KiB a line"
        ),
        "a title": f"{worksheet._LONGEST_TITLE} characters",
        "a code": f"{codes._LONGEST} characters",
        "exercises of a sheet": f"{spec._MOST_EXERCISES}",
        "sheets of a run": f"{options.MOST_SHEETS_A_RUN:,}",
        "processes of a run": f"{options.MOST_JOBS}",
        "a line of a data set": (
            f"{entries.LARGEST_ENTRY // KIB:,} KiB, {entries._MOST_PARTS} parts"
        ),
        "a reply": f"{replies.LONGEST_REPLY:,} characters, {part}",
        "a user's text in a message": f"{errors._SHOWN_LENGTH} characters",
        "a run of TeX": f"{seconds:g} seconds, {most:,} bytes, {tex._MOST_RUNS} times",
    }


def test_the_bounds_are_those_of_the_code() -> None:
    assert table() == said()
    assert f"a `range` has at most {MAX_RANGE:,} numbers" in " ".join(TEXT.split())


def test_every_test_that_guards_a_promise_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", TEXT)
    assert len(set(named)) > 20
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_every_promise_names_what_guards_it() -> None:
    promises = TEXT[TEXT.index("## What comes in") : TEXT.index("## What is not promised")]
    bold = re.split(r"\n\n(?=\*\*)", promises)[1:]
    assert len(bold) >= 10
    assert [one.split("\n")[0] for one in bold if "Guarded by `tests/" not in one] == []


def test_what_tex_is_started_with_is_what_is_said() -> None:
    for option in (tex._OPTIONS[0], *(f"{n}={tex._ENVIRONMENT[n]}" for n in tex._ENVIRONMENT)):
        if option.startswith(("-no", "open")):
            assert f"`{option}`" in TEXT
    assert [name for name in tex.CONFINED if f"`{name}`" not in TEXT] == []


def test_the_readme_leads_to_it_and_the_source_archive_has_it() -> None:
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert '"SECURITY.md"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
