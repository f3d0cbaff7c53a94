"""`qkvsym verify`: which files it reads, what it prints of them, and the exit code."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest
from click.testing import CliRunner, Result

import qkvsym
from qkvsym.cli import main
from qkvsym.report import report
from tests.filling import Entry, filled, places, right_entries, written

GIVENS = """x = [1, 2, 3]
W_q = [[1, 0], [0, 1], [1, 1]]
W_k = [[0, 1], [1, 0], [0, 2]]
W_v = [[2, 0], [0, 2], [0, 0]]
"""
RIGHT = f"{GIVENS}q = x W_q = [4, 5]\nk = x W_k = [2, 7]\nv = x W_v = [2, 4]\nq: 1 x 2\n"
WRONG = f"{GIVENS}q = [4, 5]\nk = x W_q = [4, 5]\n"
IN_WRONG = "line 6: one-matrix-for-all, wrong-matrix; 2 missing"
PARTIAL = f"{GIVENS}q = [4, 5]\n"
UNCLEAR = RIGHT.replace("[2, 7]", "[2, 7")
WORKS = {0: RIGHT, 1: WRONG, 3: PARTIAL}
LARGEST = 256 * 1024
TOO_LARGE = "the work is larger than 256 KiB; hand in one exercise or one sheet at a time"
MISTYPED = (
    "was mistyped: a character is wrong, missing or too many, or two neighbours are swapped; "
    "compare it with the sheet"
)
SHEET = qkvsym.generate("compute-projections", seed=3)
CODE = SHEET.code
ALMOST_CODE = CODE[1] + CODE[0] + CODE[2:]
GIVEN_SHEET = qkvsym.generate("compute-projections", given="lesson")
TOML = "x = [1, 2, 3]\nW_q = [[1, 0], [0, 1], [1, 1]]\n"
LINE_KEYS = [
    "line", "text", "verdict", "members", "mistakes", "notes", "reason", "column", "exercise",
    "part",
]  # fmt: skip
MEMBER_KEYS = ["column", "equals_expected", "follows", "got", "expected", "written"]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str, input: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, ["verify", *args], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def printed(*args: str, code: int, input: str | bytes | None = None) -> str:
    """What a run prints that says nothing on standard error."""
    result = run(*args, input=input)
    assert (result.exit_code, result.stderr) == (code, "")
    return result.stdout


def refusal(*args: str, input: str | bytes | None = None) -> str:
    """The one message of a run that reads no work."""
    result = run(*args, input=input)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").removesuffix("\n")


def objects(*args: str, input: str | bytes | None = None) -> list[Any]:
    result = run("--format", "json", *args, input=input)
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def said(text: str, **known: Any) -> str:
    """The report on a work that is alone."""
    return report(qkvsym.verify(text, **known))


def section(name: str, text: str, **known: Any) -> str:
    """The report on a work among others."""
    return f"== {name} ==\n\n{said(text, **known)}\n"


def write(**works: str) -> None:
    for name, text in works.items():
        Path(f"{name}.txt").write_text(text, encoding="utf-8")


# What is read.


@pytest.mark.parametrize("text", [RIGHT, WRONG, PARTIAL, UNCLEAR, "", "Only words.\n"])
def test_a_file_alone_is_the_report_that_the_library_makes(text: str) -> None:
    write(a=text)
    verification = qkvsym.verify(text)
    assert printed("a.txt", code=verification.exit_code) == report(verification)


@pytest.mark.parametrize("text", [RIGHT, WRONG])
@pytest.mark.parametrize(
    "encoded",
    [
        lambda text: text.encode(),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["plain", "byte order mark", "CRLF", "CR", "no line break at the end"],
)
def test_standard_input_and_file_are_read_alike(text: str, encoded: Callable[[str], bytes]) -> None:
    Path("a.txt").write_bytes(encoded(text))
    code = qkvsym.verify(text).exit_code
    assert printed("-", code=code, input=encoded(text)) == said(text)
    assert printed("a.txt", code=code) == said(text)


def test_a_dash_is_the_standard_input_and_a_file_of_that_name_is_read_by_its_path() -> None:
    Path("-").write_text(WRONG)
    assert printed("-", code=0, input=RIGHT) == said(RIGHT)
    assert printed("./-", code=1, input=RIGHT) == said(WRONG)


def test_several_works_are_reported_in_the_order_given_each_under_its_name() -> None:
    write(b=WRONG, a=RIGHT)
    assert printed("b.txt", "-", "a.txt", "b.txt", code=1, input=PARTIAL) == (
        section("b.txt", WRONG)
        + section("-", PARTIAL)
        + section("a.txt", RIGHT)
        + section("b.txt", WRONG)
        + f"✗ b.txt  {IN_WRONG}\n"
        + f"– -      {len(qkvsym.verify(PARTIAL).missing)} missing\n"
        + "✓ a.txt  all right\n"
        + f"✗ b.txt  {IN_WRONG}\n"
    )


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("a.txt", True), ("a.md", True), ("a.markdown", True), ("a.tex", True),
        ("A.TXT", True), ("a.b.Md", True), ("key.md", True), ("a.keys.md", True),
        ("akey.txt", True), ("a b.txt", True), ("中.tex", True),
        ("a.text", False), ("a.txt.bak", False), ("a.txt~", False), ("txt", False),
        ("a.json", False), ("a.toml", False), ("a", False), (".txt", False),
        (".a.txt", False), (".hidden.md", False),
        ("a.key.md", False), ("a.key.tex", False), ("WHA7.key.txt", False),
    ],
)  # fmt: skip
def test_of_a_folder_the_work_counts_but_no_hidden_file_no_key_and_no_other_kind_of_file(
    name: str, counts: bool
) -> None:
    Path("work").mkdir()
    Path("work", "n.txt").write_text(WRONG)
    Path("work", name).write_text(RIGHT)
    assert {one["file"] for one in objects("work")} == {"work/n.txt"} | (
        {f"work/{name}"} if counts else set()
    )
    # Who names a file by its name wants it checked.
    assert [one["file"] for one in objects(f"work/{name}")] == [f"work/{name}"]


def test_a_folder_is_read_by_name_and_nothing_in_it_but_files() -> None:
    for name in ("b.md", "C.txt", "a.tex", "a.md"):
        Path("work").mkdir(exist_ok=True)
        Path("work", name).write_text(RIGHT)
    Path("work/inside").mkdir()
    Path("work/inside/d.txt").write_text(RIGHT)
    Path("work/folder.txt").mkdir()
    Path("work/link.txt").symlink_to("b.md")
    Path("work/broken.txt").symlink_to("nowhere")
    # A link to nothing is work that cannot be read, and is reported.
    names = ["C.txt", "a.md", "a.tex", "b.md", "broken.txt", "link.txt"]
    for folder in ("work", "work/"):
        found = {one["file"]: one.get("error", "") for one in objects(folder)}
        assert list(found) == [f"work/{name}" for name in names]
        assert [name for name, error in found.items() if error] == ["work/broken.txt"]


def test_what_is_no_file_in_a_folder_is_not_waited_for() -> None:
    Path("work").mkdir()
    Path("work/a.txt").write_text(RIGHT)
    os.mkfifo("work/pipe.txt")
    # Who opens a pipe that nobody writes to waits for ever.
    result = subprocess.run(
        [sys.executable, "-c", "from qkvsym.cli import main; main()", "verify", "work"],
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, said(RIGHT), "")


def test_a_folder_among_files_stands_where_it_was_named() -> None:
    write(a=RIGHT, z=RIGHT)
    Path("work").mkdir()
    for name in ("2.md", "1.md"):
        Path("work", name).write_text(RIGHT)
    found = [one["file"] for one in objects("z.txt", "work", "a.txt")]
    assert found == ["z.txt", "work/1.md", "work/2.md", "a.txt"]


def test_a_folder_with_one_work_is_reported_like_that_work_alone() -> None:
    Path("work").mkdir()
    Path("work/a.md").write_text(WRONG)
    assert printed("work", code=1) == said(WRONG)


def test_the_folder_that_one_is_in_is_named_by_a_dot_and_not_by_nothing() -> None:
    write(a=RIGHT)
    assert [one["file"] for one in objects(".")] == ["a.txt"]
    assert refusal("") == "the file has no name"


def test_after_two_dashes_an_option_is_a_name() -> None:
    Path("--sheet").write_text(RIGHT)
    assert printed("--", "--sheet", code=0) == said(RIGHT)


# Exit codes.


@pytest.mark.parametrize(("code", "text"), [*WORKS.items(), (3, UNCLEAR), (3, ""), (3, "Words.")])
def test_the_exit_code_of_one_work_is_that_of_its_report(code: int, text: str) -> None:
    write(a=text)
    for form in ("text", "json"):
        assert run("a.txt", "--format", form).exit_code == code


def test_the_exit_code_of_several_is_that_of_the_worst() -> None:
    write(**{f"c{code}": text for code, text in WORKS.items()})
    for size in (2, 3, 4):
        for codes in combinations((2, 1, 3, 0), size):
            names = [f"c{code}.txt" for code in codes]
            # The file of code 2 does not exist.
            for given in (names, names[::-1], [*names, names[-1]]):
                assert run(*given).exit_code == codes[0]
                assert run(*given, "--format", "json").exit_code == codes[0]


def test_wrong_and_not_understood_in_one_work_is_wrong() -> None:
    write(a=WRONG + "v = [2, 4\n", b=PARTIAL + "v = [2, 4\n")
    assert run("a.txt").exit_code == 1
    assert run("b.txt").exit_code == 3


# Work that cannot be read.


def _written(content: bytes) -> Callable[[], str]:
    def make() -> str:
        Path("bad.txt").write_bytes(content)
        return "bad.txt"

    return make


GIVEN_CODE = GIVEN_SHEET.code
BAD: dict[str, tuple[Callable[[], str], str]] = {
    "missing": (
        lambda: "nope.txt",
        "the work 'nope.txt' cannot be read: No such file or directory",
    ),
    "below a file": (
        lambda: "good.txt/a.txt",
        "the work 'good.txt/a.txt' cannot be read: Not a directory",
    ),
    "NUL in the path": (
        lambda: "a\0b.txt",
        r"the work 'a\x00b.txt' cannot be read: embedded null byte",
    ),
    "name too long": (
        lambda: "a" * 300,
        f"the work '{'a' * 59}...' cannot be read: File name too long",
    ),
    "not UTF-8": (
        _written(RIGHT.encode() + b"k\xf6nnen"),
        f"the work is not UTF-8 at byte {len(RIGHT) + 1}; save it as plain text in UTF-8",
    ),
    "UTF-16": (
        _written(RIGHT.encode("utf-16")),
        "the work is not UTF-8 at byte 0; save it as plain text in UTF-8",
    ),
    "too large": (_written(RIGHT.encode().ljust(LARGEST + 1)), TOO_LARGE),
    "too many lines": (
        _written(b"Words.\n" * 501),
        "the work has more than 500 lines; hand it in in several files",
    ),
    "a mistyped code": (
        _written(qkvsym.render(SHEET).replace(CODE, ALMOST_CODE).encode()),
        f"the code '{ALMOST_CODE}' {MISTYPED}",
    ),
    "a code made from givens": (
        _written(qkvsym.render(GIVEN_SHEET).encode()),
        f"the code '{GIVEN_CODE}' was made from a file of givens; name it with --given",
    ),
}


@pytest.mark.parametrize(("make", "message"), BAD.values(), ids=BAD)
def test_work_alone_that_cannot_be_read_is_one_message_on_standard_error(
    make: Callable[[], str], message: str
) -> None:
    write(good=RIGHT)
    assert refusal(make()) == message


@pytest.mark.parametrize(("make", "message"), BAD.values(), ids=BAD)
def test_work_that_cannot_be_read_is_reported_in_its_place_and_the_others_are_checked(
    make: Callable[[], str], message: str
) -> None:
    write(good=RIGHT, other=WRONG)
    name = make()
    assert objects("good.txt", name, "other.txt") == [
        in_json("good.txt", RIGHT),
        {"version": 1, "file": name, "error": message},
        in_json("other.txt", WRONG),
    ]
    shown = name.replace("\0", "<U+0000>")
    wide = max(len(shown), len("other.txt"))
    assert printed("good.txt", name, "other.txt", code=2) == (
        section("good.txt", RIGHT)
        + f"== {shown} ==\n\n{fill(message, 80)}\n\n"
        + section("other.txt", WRONG)
        + f"✓ {'good.txt':{wide}}  all right\n"
        + f"! {shown:{wide}}  cannot be read\n"
        + f"✗ {'other.txt':{wide}}  {IN_WRONG}\n"
    )


@pytest.mark.parametrize(
    ("content", "read_like"),
    [
        (RIGHT.encode().ljust(LARGEST), RIGHT),
        (RIGHT.encode() + "können".encode(), f"{RIGHT}können"),
        (b"Words.\n" * 500, "Words.\n" * 500),
    ],
    ids=["as large as can be", "UTF-8", "as many lines as can be"],
)
def test_the_nearest_cousins_of_unreadable_work_are_read(content: bytes, read_like: str) -> None:
    Path("a.txt").write_bytes(content)
    assert printed("a.txt", code=qkvsym.verify(read_like).exit_code) == said(read_like)


def test_in_json_work_alone_that_cannot_be_read_is_an_object_too() -> None:
    result = run("nope.txt", "--format", "json")
    message = "the work 'nope.txt' cannot be read: No such file or directory"
    assert (result.exit_code, list(map(json.loads, result.stdout.splitlines()))) == (
        2,
        [{"version": 1, "file": "nope.txt", "error": message}],
    )


def test_a_message_shows_a_name_without_what_a_terminal_obeys() -> None:
    assert refusal("a\x1b[31m\u202eb\r") == (
        r"the work 'a\x1b[31m\u202eb\r' cannot be read: No such file or directory"
    )


def test_a_folder_without_work_is_refused_alone() -> None:
    Path("empty").mkdir()
    Path("empty/a.key.md").write_text(RIGHT)
    assert refusal("empty") == (
        "the folder 'empty' holds no work: no file ends in .markdown, .md, .tex, .txt"
    )


def test_a_folder_without_work_keeps_no_other_work_from_being_checked() -> None:
    write(good=RIGHT, other=WRONG)
    Path("empty").mkdir()
    result = run("good.txt", "empty", "other.txt")
    assert (result.exit_code, result.stderr) == (2, "")
    assert "the folder 'empty' holds no work" in result.stdout
    assert section("good.txt", RIGHT) in result.stdout
    assert section("other.txt", WRONG) in result.stdout


@contextmanager
def as_somebody_without_rights() -> Iterator[None]:
    """Whoever runs the tests, but not as root, who may read everything."""
    root = os.geteuid() == 0
    if root:
        Path().chmod(0o755)
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o333], ids=oct)
@pytest.mark.parametrize("name", ["locked", "locked/a.txt"])
def test_what_may_not_be_read_is_refused_and_other_work_is_checked(name: str, mode: int) -> None:
    write(good=RIGHT)
    Path("locked").mkdir()
    Path("locked/a.txt").write_text(WRONG)
    Path("locked/a.txt").chmod(0o000)
    assert run("good.txt").exit_code == 0
    Path("locked").chmod(mode)
    try:
        with as_somebody_without_rights():
            several, alone = run("good.txt", name), refusal(name)
    finally:
        Path("locked").chmod(0o700)
    assert "Permission denied" in alone
    assert (several.exit_code, several.stderr) == (2, "")
    assert several.stdout.startswith(section("good.txt", RIGHT))
    assert alone in several.stdout


# A sheet and givens by option.

ANSWERS = "1(a) 1 x 2\n1(b) q = [8, 18]\n1(c) k = [15, 14]\n"


def test_sheet_says_which_worksheet_the_work_answers() -> None:
    write(a=ANSWERS)
    (one,) = objects("a.txt", "--sheet", CODE)
    assert one == in_json("a.txt", ANSWERS, sheet=CODE)
    assert [part["verdict"] for part in one["parts"]] == ["ok", "ok", "wrong"] + 4 * ["missing"]
    assert printed("a.txt", "--sheet", f" {CODE.lower()} ", code=1) == said(ANSWERS, sheet=SHEET)
    # Without it, the same lines are about nothing that is known.
    assert objects("a.txt")[0]["code"] == ""


def test_sheet_holds_for_all_work_that_is_handed_in() -> None:
    right = filled_in(SHEET, {})
    write(a=ANSWERS, b=right)
    assert objects("a.txt", "b.txt", "--sheet", CODE) == [
        in_json("a.txt", ANSWERS, sheet=CODE),
        in_json("b.txt", right, sheet=CODE),
    ]


def test_a_worksheet_that_was_filled_in_needs_no_option_for_its_code() -> None:
    right = filled_in(SHEET, {})
    write(a=right)
    assert printed("a.txt", code=0) == said(right, sheet=CODE) == said(right)


@pytest.mark.parametrize("given", ["lesson", "my.toml"])
def test_given_hands_over_the_numbers_that_the_work_does_not_have(given: str) -> None:
    Path("my.toml").write_text(GIVENS)
    work = RIGHT.removeprefix(GIVENS)
    write(a=work)
    assert printed("a.txt", "--given", given, code=0) == said(work, givens="lesson")
    assert printed("a.txt", "--given", given, "--hints-only", code=0) == said(work, givens="lesson")
    # Without it there is nothing that the numbers could be compared with.
    assert run("a.txt").exit_code == 3


def test_given_may_hold_some_of_the_matrices() -> None:
    Path("my.toml").write_text(TOML)
    write(a="q = [4, 5]\nq: 1 x 2\n", b="q = [4, 6]\n")
    assert run("a.txt", "--given", "my.toml").exit_code == 0
    assert run("b.txt", "--given", "my.toml").exit_code == 1


def test_sheet_and_given_go_together_for_a_sheet_that_was_made_from_givens() -> None:
    Path("my.toml").write_text(GIVENS)
    write(a="1(b) q = [4, 5]\n1(c) k = [2, 6]\n", b=filled_in(GIVEN_SHEET, {}))
    (one,) = objects("a.txt", "--sheet", GIVEN_CODE, "--given", "my.toml")
    assert [part["verdict"] for part in one["parts"]] == (
        ["missing", "ok", "wrong"] + 4 * ["missing"]
    )
    # A filled-in sheet has its code, and needs the givens still.
    assert printed("b.txt", "--given", "lesson", code=0) == said(
        filled_in(GIVEN_SHEET, {}), sheet=GIVEN_SHEET
    )


BAD_OPTIONS: dict[str, tuple[list[str], str]] = {
    "mistyped": (["--sheet", ALMOST_CODE], f"the code '{ALMOST_CODE}' {MISTYPED}"),
    "empty": (["--sheet", ""], "'' is no worksheet code: it is too short"),
    "needs givens": (
        ["--sheet", GIVEN_CODE],
        f"the code '{GIVEN_CODE}' was made from a file of givens; name it with --given",
    ),
    "other givens": (
        ["--sheet", GIVEN_CODE, "--given", "other.toml"],
        f"the code '{GIVEN_CODE}' was made from other givens than those in the file",
    ),
    "without givens": (
        ["--sheet", CODE, "--given", "lesson"],
        f"the code '{CODE}' was made without givens; leave --given out, or make a new sheet "
        "from them",
    ),
    "not all that a sheet needs": (
        ["--sheet", GIVEN_CODE, "--given", "some.toml"],
        "'some.toml': W_k is missing; add it as a list of integers",
    ),
    "no file": (
        ["--given", "nope.toml"],
        "the givens 'nope.toml' cannot be read: No such file or directory",
    ),
    "a folder": (["--given", "."], "the givens '.' cannot be read: Is a directory"),
    "not UTF-8": (["--given", "words.toml"], "the givens 'words.toml' are not UTF-8: byte 3"),
    "not whole numbers": (
        ["--given", "half.toml"],
        "'half.toml': entry 2 in row 1 of x is 0.5; entries are whole numbers",
    ),
}


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
@pytest.mark.parametrize("work", [["-"], ["nope.txt"], ["-", "nope.txt", "a.txt"]], ids=len)
def test_a_bad_sheet_or_givens_are_refused_once_and_before_any_work_is_read(
    options: list[str], message: str, work: list[str]
) -> None:
    Path("other.toml").write_text(GIVENS.replace("[1, 2, 3]", "[1, 2, 4]"))
    Path("some.toml").write_text(TOML)
    Path("words.toml").write_bytes(b"x =\xff")
    Path("half.toml").write_text("x = [1, 0.5]")
    write(a=RIGHT)
    assert refusal(*work, *options, input=b"\xff") == message


# Hints only.

LARGE = {
    "x": [[11, 13, 17]],
    "W_q": [[19, 23], [29, 31], [37, 41]],
    "W_k": [[43, 47], [53, 59], [61, 67]],
    "W_v": [[71, 73], [79, 83], [89, 97]],
}


def right_values(name: str) -> list[int]:
    (x,) = LARGE["x"]
    return [sum(a * b for a, b in zip(x, c, strict=True)) for c in zip(*LARGE[name], strict=True)]


SECRETS = {
    str(value)
    for name in ("W_q", "W_k", "W_v")
    for value in (*right_values(name), sum(right_values(name)))
}
HINTED = "\n".join(
    [
        *(f"{name} = {value}" for name, value in LARGE.items()),
        "q = x W_k = [5, 6]",
        "k = x W_k = [5, 6]",
        "q_1 = 11*19 + 13*29 + 17*37 = 4",
        "k = [43, 47, 61]",
        "k_2 = 5",
        "v = x W_v = [71, 9",
        "v = undefined",
        "q: 2 x 1",
        "q_1 = 1*1 + 2*2 = 5 = 6",
        "v_5 = 3",
        "k = x . column 9 = 4",
    ]
)


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


@pytest.mark.parametrize("form", ["text", "json"])
def test_hints_only_gives_away_no_right_value(form: str) -> None:
    write(a=HINTED, b=RIGHT)
    for works in (["a.txt"], ["a.txt", "b.txt"]):
        hinted = run(*works, "--format", form, "--hints-only")
        whole = run(*works, "--format", form)
        assert hinted.exit_code == whole.exit_code == 1
        assert numbers(hinted.stdout) & SECRETS == set()
        assert len(numbers(whole.stdout) & SECRETS) >= 6
        assert "expected [" not in hinted.stdout


def test_hints_only_leaves_of_a_mistake_its_name_and_of_a_line_what_was_got() -> None:
    write(a=WRONG)
    whole = printed("a.txt", code=1).splitlines()
    start = whole.index("        expected [2, 7], got [4, 5]")
    end = whole.index("")
    assert end - start > 8
    assert printed("a.txt", "--hints-only", code=1).splitlines() == [
        *whole[:start],
        "        got x W_q",
        "        One of these mistakes fits:",
        "        One matrix for all three (one-matrix-for-all)",
        "        The matrix of another role (wrong-matrix)",
        *whole[end:],
    ]


def test_hints_only_in_json_is_the_same_without_expected_values_and_messages() -> None:
    write(a=HINTED)
    whole, hinted = objects("a.txt")[0], objects("a.txt", "--hints-only")[0]
    emptied = 0
    for line in whole["lines"]:
        for member in line["members"]:
            emptied += member["expected"] is not None
            member["expected"] = None
            # What a formula is worth may be the right value of another line.
            member["got"] = member["written"]
        for mistake in line["mistakes"]:
            emptied += mistake["message"] != ""
            mistake["message"] = ""
    assert emptied > 8
    assert hinted == whole


def test_hints_only_gives_away_no_length() -> None:
    Path("my.toml").write_text(f"x = [1, 2]\nW_q = {[list(range(13))] * 2}\n")
    write(a="q: 2 x 3\n(x W_q)_14 = 1\nq_14 = 1\n")
    options = ("a.txt", "--given", "my.toml")
    for form in ("text", "json"):
        hinted = run(*options, "--hints-only", "--format", form).stdout
        assert "13" not in numbers(hinted), hinted
        assert "13" in numbers(run(*options, "--format", form).stdout)


@pytest.mark.parametrize("kind", ["compute-projections", "match-matrix", "change-column"])
def test_hints_only_gives_away_no_answer_of_a_worksheet(kind: str) -> None:
    sheet = qkvsym.generate(kind, seed=4)
    parts = dict(places(sheet_json(sheet)))
    wrong = {
        place: written(part, part["wrong"][0]["value"])
        for place, part in parts.items()
        if part.get("wrong")
    }
    write(a=filled_in(sheet, wrong))
    whole, hinted = objects("a.txt")[0], objects("a.txt", "--hints-only")[0]
    wrong_lines = [line for line in whole["lines"] if line["verdict"] == "wrong"]
    assert len(wrong_lines) >= 1
    assert all(any(m["expected"] for m in line["members"]) for line in wrong_lines)
    for line in hinted["lines"]:
        assert [m["expected"] for m in line["members"]] == [None] * len(line["members"])
        assert {found["message"] for found in line["mistakes"]} <= {""}
    assert "expected" in printed("a.txt", code=1)
    assert "expected" not in printed("a.txt", "--hints-only", code=1)


# The machine-readable report.


def test_json_is_one_ascii_object_a_line_and_what_the_library_returns() -> None:
    write(a=WRONG, b=f"Größe: 中 \U0001f600 \u2028\n{RIGHT}", c="")
    result = run("a.txt", "b.txt", "c.txt", "--format", "json")
    lines = result.stdout_bytes.split(b"\n")
    assert (result.exit_code, result.stderr, len(lines), lines[-1]) == (1, "", 4, b"")
    assert result.stdout_bytes.isascii()
    texts = [Path(f"{name}.txt").read_text(encoding="utf-8") for name in "abc"]
    assert [json.loads(line) for line in lines[:-1]] == [
        in_json(f"{name}.txt", text) for name, text in zip("abc", texts, strict=True)
    ]


def test_json_has_the_keys_that_are_documented_in_their_order() -> None:
    write(a=HINTED)
    for one in objects("a.txt", "-", input=filled_in(SHEET, {("1", "b"): Entry("[8, 19]")})):
        assert list(one) == [
            "version", "file", "complete", "first_wrong", "lines", "missing", "code", "parts"
        ]  # fmt: skip
        assert list(one["first_wrong"]) == ["line", "member", "entry", "term"]
        for line in one["lines"]:
            assert list(line) == LINE_KEYS
            for member in line["members"]:
                assert list(member) == MEMBER_KEYS
            for mistake in line["mistakes"]:
                assert list(mistake) == ["id", "confidence", "where", "title", "message"]
        for part in one["parts"]:
            assert list(part) == ["exercise", "part", "id", "verdict", "line"]
    assert one["code"] == CODE
    assert len(one["parts"]) == 7


@pytest.mark.parametrize(
    "name", ["größe 中.txt", "a\tb\nc.txt", "\udcff.txt", 'quo"te.txt', "\x1b[31m.txt"]
)
def test_json_has_the_name_of_the_file_whole(name: str) -> None:
    Path(name).write_text(RIGHT)
    write(a=RIGHT)
    result = run(name, "a.txt", "--format", "json")
    assert result.stdout_bytes.isascii()
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [name, "a.txt"]


# Options.


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Missing argument 'FILE|DIR|-...'"),
        (["a.txt", "--hints"], "No such option"),
        (["a.txt", "--code", "WHA7"], "No such option"),
        (["a.txt", "--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["a.txt", "--format", "JSON"], "'JSON' is not one of 'text', 'json'"),
    ],
)
def test_options_that_do_not_exist_are_refused_with_the_usage(
    args: list[str], message: str
) -> None:
    write(a=RIGHT)
    result = CliRunner().invoke(main, ["verify", *args])
    usage, _, error = result.stderr.partition("\n\nError: ")
    assert (result.exit_code, result.stdout) == (2, "")
    assert usage == (
        "Usage: main verify [OPTIONS] FILE|DIR|-...\nTry 'main verify --help' for help."
    )
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["a.txt", "--sheet"], "Option '--sheet' requires an argument.\n"),
        (["a.txt", "--hints-only=yes"], "Option '--hints-only' does not take a value.\n"),
    ],
)
def test_an_option_with_no_value_or_one_too_many_is_refused(args: list[str], message: str) -> None:
    write(a=RIGHT)
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.rpartition("Error: ")[2] == message


# Pipes.


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, where `qkvsym` is the command."""
    script = f'qkvsym() {{ "$0" -c "from qkvsym.cli import main; main()" "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", script, sys.executable], capture_output=True, text=True, check=False
    )


def test_what_another_command_writes_is_work_too() -> None:
    write(a=WRONG)
    for line in ("cat a.txt | qkvsym verify -", "qkvsym verify <(cat a.txt)"):
        result = shell(line)
        assert (result.returncode, result.stdout, result.stderr) == (1, said(WRONG), "")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_reader_that_leaves_early_causes_no_message(form: str) -> None:
    names = " ".join(f"w{n}.txt" for n in range(40))
    write(**{f"w{n}": WRONG * 10 for n in range(40)})
    result = shell(f"qkvsym verify --format {form} {names} | head -1")
    assert (result.stdout.count("\n"), result.stderr) == (1, "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("qkvsym verify a.txt >&-", "the standard output is closed"),
        ("qkvsym verify a.txt b.txt >&-", "the standard output is closed"),
        ("qkvsym verify --format json a.txt >&-", "the standard output is closed"),
        ("qkvsym verify - <&-", "the standard input is closed"),
        (
            "qkvsym verify a.txt > /dev/full",
            "the standard output cannot be written: No space left on device",
        ),
    ],
)
def test_streams_that_are_closed_or_full_are_one_message(line: str, message: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    write(a=RIGHT, b=RIGHT)
    result = shell(line)
    assert (result.returncode, result.stderr) == (2, f"Error: {message}\n")


# What the tests put together.


def in_json(file: str, text: str, **known: Any) -> Any:
    """The object of a work, from what the library returns."""
    made = qkvsym.verify(text, **known).to_dict()
    return json.loads(json.dumps({"file": file, **made}))


def sheet_json(sheet: qkvsym.Worksheet) -> Any:
    return json.loads(qkvsym.render(sheet, "json"))


def filled_in(sheet: qkvsym.Worksheet, other: dict[tuple[str, str], Entry]) -> str:
    """The printed sheet with the right answers, or others in their place."""
    return filled(qkvsym.render(sheet), {**right_entries(sheet_json(sheet)), **other})
