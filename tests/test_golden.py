"""Commands make the same bytes everywhere, and the script that says so sees where they do not.

``golden.txt`` holds what is printed and written, words and all, for this version: another wording
writes it anew. What stays the same for the whole major release are the numbers of a code, which
``test_stability.py`` pins.
"""

import platform
import shlex
from hashlib import sha256
from pathlib import Path

import pytest

import qkvsym
from qkvsym.draw import LEVELS
from qkvsym.kinds import kind_ids
from tests.golden import __main__ as golden
from tests.test_stability import SPECS

OUT = Path(__file__).parent.parent / "out"
LINES = golden.GOLDEN.read_text(encoding="utf-8").split("\n")
COMMANDS = [line for line in LINES if line.startswith("$ ")]
DIGESTS = {
    " ".join(line.split(" ")[1:-2]): line.split(" ")[-2] for line in LINES if line.startswith("= ")
}


def test_the_golden_bytes_are_made_in_the_oddest_environment() -> None:
    # The gate tries all of them, on every Python and with the lowest libraries.
    made = golden.in_environment(golden.ENVIRONMENTS["ascii"])
    assert made.returncode == 0, ascii(made.stdout + made.stderr)
    assert made.stdout.startswith(f"{len(COMMANDS)} commands make the golden bytes: Python 3.")


# What is golden


def test_every_sheet_whose_numbers_are_pinned_is_golden_too() -> None:
    pinned = {qkvsym.generate(*kinds, **options).code for kinds, options in SPECS.values()}
    assert pinned <= {Path(name).name.split(".")[0] for name in DIGESTS if name.endswith(".json")}


def test_every_kind_is_golden_at_every_level_and_in_every_format() -> None:
    said = [frozenset(shlex.split(command)) for command in COMMANDS]
    for kind in kind_ids():
        for level in LEVELS:
            assert any({kind, level, "json", "md"} <= words for words in said)
        assert any({kind, "pdf", "html", "tex"} <= words for words in said)


def test_the_gallery_is_golden() -> None:
    for path in OUT.glob("WHA7.*"):
        assert DIGESTS[f"out/{path.name}"] == sha256(path.read_bytes()).hexdigest()


# What differs


def run(words: list[str]) -> tuple[int, bytes, bytes]:
    """A command that prints its words, and writes a file of them if the first is `write`."""
    if words[0] == "write":
        Path("made").mkdir(exist_ok=True)
        Path("made", words[1]).write_bytes("\n".join(words[2:]).encode())
    return int(words[0] == "fail"), f"{' '.join(words)}\n".encode(), b""


COMMAND = "$ write ä.md one 'two words' three"
CASES = ["# A note.", COMMAND, "$ say it", "", "$ fail", ""]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[golden.Line]:
    monkeypatch.chdir(tmp_path)
    return list(golden.remade(CASES, run, tmp_path))


def test_what_commands_print_and_write_is_below_them(made: list[golden.Line]) -> None:
    content = b"one\ntwo words\nthree"
    assert [line.text for line in made] == [
        "# A note.",
        COMMAND,
        "| write ä.md one two words three",
        f"= made/ä.md {sha256(content).hexdigest()} {golden.letters(content)}",
        "$ say it",
        "| say it",
        "",
        "$ fail",
        "! 1",
        "| fail",
        "",
    ]
    assert len(golden.letters(content)) == 2 * 3
    assert golden.differences([line.text for line in made], made) == []


def file(content: bytes) -> golden.Line:
    return next(golden.digests({"made/ä.md": content}))


NOTHING = "(nothing more)"


@pytest.mark.parametrize(
    ("at", "lines", "says"),
    [
        (3, [file(b"one\ntwo words\nthr\xc3\xa9e")], "line 3, which is here 'thrée'"),
        (3, [file(b"One\ntwo  words\nthree")], "line 1, which is here 'One'"),
        (3, [file(b"one\ntwo words\nthree\n")], "line 4, which is here ''"),
        (3, [file(b"one\ntwo words")], "line 3, which is here not there"),
        (3, [file(b"one\r\ntwo words\nthree")], "line 1, which is here 'one\\r'"),
        (3, [file(b"\xff")], "line 1, which is no text here"),
    ],
)
def test_the_first_line_of_a_file_that_differs_is_named(
    made: list[golden.Line], at: int, lines: list[golden.Line], says: str
) -> None:
    kept = [line.text for line in made]
    here = [*made[:at], *lines, *made[at + 1 :]]
    assert golden.differences(kept, here) == [f"{COMMAND}\n    made/ä.md differs first in {says}"]


def test_bytes_that_are_no_text_are_told_apart(made: list[golden.Line]) -> None:
    old, new = ([*made[:3], file(content), *made[4:]] for content in (b"\xff\n1", b"\xff\n23"))
    says = "made/ä.md differs: here it has 4 bytes"
    assert golden.differences([line.text for line in old], new) == [f"{COMMAND}\n    {says}"]


@pytest.mark.parametrize(
    ("at", "end", "lines", "golden_line", "here"),
    [
        (5, 6, ["| say that"], "| say it", "| say that"),
        (5, 6, [], "| say it", NOTHING),
        (6, 6, ["> a warning"], NOTHING, "> a warning"),
        (5, 5, ["! 3"], "| say it", "! 3"),
        (6, 6, ["= left.txt 0 A"], NOTHING, "= left.txt 0 A"),
        (6, 6, ["- class.csv"], NOTHING, "- class.csv"),
    ],
)
def test_the_first_thing_that_is_printed_or_written_or_ends_otherwise_is_named(
    made: list[golden.Line], at: int, end: int, lines: list[str], golden_line: str, here: str
) -> None:
    kept = [line.text for line in made]
    changed = [*made[:at], *map(golden.Line, lines), *made[end:]]
    assert golden.differences(kept, changed) == [
        f"$ say it\n    golden: {golden_line}\n    here:   {here}"
    ]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"a\n\nb\n", ["| a", "|", "| b"]),
        ("größe 中\n".encode(), ["| größe 中"]),
        (b"a", ["| b'a'"]),
        (b"a\r\n", ["| b'a\\r\\n'"]),
        (b"\x1b[1m\n", ["| b'\\x1b[1m\\n'"]),
        (b"\xff\n", ["| b'\\xff\\n'"]),
        (b"", []),
    ],
)
def test_what_is_printed_stands_as_it_is_or_byte_by_byte(content: bytes, lines: list[str]) -> None:
    assert list(golden.printed("|", content)) == lines


def test_what_differs_is_said_and_ends_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    once = [line.text for line in golden.remade(["# Written with typst 9", *CASES], run, tmp_path)]
    monkeypatch.setattr(golden, "_read", lambda: once)
    where = f"Python {platform.python_version()}, {golden.made_with()}"
    assert golden.compare(run) == 0
    assert capsys.readouterr().out == f"3 commands make the golden bytes: {where}\n"
    assert golden.compare(lambda words: (0, b"other\n", b"")) == 1
    assert capsys.readouterr().out == (
        "3 of 3 commands make other bytes. The first:\n"
        f"{COMMAND}\n    golden: | write ä.md one two words three\n    here:   | other\n"
        f"the others:\n$ say it\n$ fail\nhere:   {where}\ngolden: typst 9\n"
    )


def test_cases_share_no_folder_and_get_what_is_given(tmp_path: Path) -> None:
    def seen(words: list[str]) -> tuple[int, bytes, bytes]:
        Path(words[0]).write_bytes(b"")
        return 0, " ".join(sorted(path.name for path in Path().glob("?"))).encode() + b"\n", b""

    made = golden.remade(["$ a", "$ b", "", "$ c"], seen, tmp_path)
    assert [line.text for line in made if line.text.startswith("|")] == ["| a", "| a b", "| c"]
    assert {path.name for path in golden.GIVEN.iterdir()} < {
        path.name for path in (tmp_path / "0").iterdir()
    }
