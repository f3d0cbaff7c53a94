"""Every hostile input at the place where it enters, through the command that takes it there.

Each command is watched: it runs no program, calls nobody, makes no code of the input, writes
nothing outside the working folder, and prints nothing that a terminal would obey.
"""

import csv
import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import html5lib
import pytest

from qkvsym import generate, render
from qkvsym.errors import shown
from qkvsym.manifest import COLUMNS
from tests.hostile import GIVENS, INPUTS, REASONS, TITLES, Case, run, watched

PLAIN_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:_[a-z2-7]{10})?\.[0-9A-Z]+(?:\.key)?\.\w+")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Deep enough that a path of three steps up stays in the test's own folder.
    folder = tmp_path / "a" / "b" / "c" / "d"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """What is imported with the first sheet is compiled before anything is watched."""
    for form in ("md", "html", "tex", "json"):
        render(generate("predict-shape"), form, page="worksheet")


def refused(case: Case, *args: str) -> str:
    """What a command that is refused says; it leaves nothing behind."""
    before = set(Path().rglob("*"))
    result = run(case, *args)
    assert (result.exit_code, result.stdout) == (2, ""), result.stdout
    assert set(Path().rglob("*")) == before
    return result.stderr


# Lines of work


def judged(case: Case, form: str) -> tuple[int, str]:
    Path("work.md").write_bytes(case.content)
    result = run(case, "verify", "work.md", "--given", "lesson", "--format", form)
    return result.exit_code, result.stdout or result.stderr


def as_line(case: Case) -> None:
    """Not understood, with the place and the reason, in both reports; or what `OTHERWISE` says."""
    if case.name not in REASONS:
        OTHERWISE[case.name](case)
        return
    column, reason = REASONS[case.name]
    code, printed = judged(case, "json")
    (line,) = json.loads(printed)["lines"]
    assert (code, line["verdict"], line["column"], line["reason"]) == (
        3,
        "not-understood",
        column,
        reason,
    )
    code, printed = judged(case, "text")
    assert (code, printed[0]) == (3, "?")
    assert " ".join(reason.split()) in " ".join(printed.split())


def verdicts(case: Case) -> tuple[int, list[tuple[str, str]]]:
    code, printed = judged(case, "json")
    found = [(line["text"], line["verdict"]) for line in json.loads(printed)["lines"]]
    assert judged(case, "text")[0] == code
    return code, found


def as_dollars(case: Case) -> None:
    code, [(text, verdict)] = verdicts(case)
    assert (code, text.split(), verdict) == (3, case.text.split(), "not-checked")


def as_bytes(case: Case) -> None:
    says = "Error: the work is not UTF-8 at byte 0; save it as plain text in UTF-8\n"
    assert judged(case, "text") == (2, says)
    assert json.loads(judged(case, "json")[1])["error"] == says[7:-1]


def as_marked(case: Case) -> None:
    assert verdicts(case) == (3, [("q = [4, 5]", "ok")])


def as_two_lines(case: Case) -> None:
    assert verdicts(case) == (
        3,
        [("q = [4, 5]", "ok"), ("INFO all lines correct", "not-checked")],
    )


def as_format(case: Case) -> None:
    assert verdicts(case) == (3, [("%s%s%s%n", "not-understood")])


OTHERWISE: dict[str, Callable[[Case], None]] = {
    "redos_dollar": as_dollars,
    "lone_surrogate_bytes": as_bytes,
    "bom": as_marked,
    "crlf_log_injection": as_two_lines,
    "percent_format": as_format,
}
"""What is no line that is refused."""


def as_line_for_a_class(case: Case) -> None:
    """What a learner wrote is in no page of a class report."""
    as_line(case)
    run(case, "verify", "work.md", "--given", "lesson", "--grades", "grades.csv")
    for page in ("report.html", "report.md", "grades.csv"):
        made = Path(page).read_text(encoding="utf-8")
        assert case.text not in made
        assert html.escape(case.text) not in made
    tree = html5lib.parse(Path("report.html").read_text("utf-8"), namespaceHTMLElements=False)
    assert not active(tree)


def active(tree: Any) -> list[str]:
    """What on a page does something: elements that run or load, links, and handlers."""
    found = [one.tag for one in tree.iter() if one.tag in ("script", "img", "iframe", "object")]
    found += [one.get("href") for one in tree.iter("a") if ":" in (one.get("href") or "")]
    return found + [name for one in tree.iter() for name in one.attrib if name.startswith("on")]


# Titles and names


def as_title(case: Case) -> None:
    """The page but for its title is the one without; the other tests of titles take it too."""
    assert case.name in {one["name"] for one in TITLES}
    for form in ("md", "tex", "html", "json"):
        page = printed_with(case, case.text, form)
        other = printed_with(case, "PLAIN", form)
        lines = [*zip(page.splitlines(), other.splitlines(), strict=True)]
        assert all("PLAIN" in b for a, b in lines if a != b)
        # What the inputs would come to, if they were templates.
        assert all(page.count(made) == other.count(made) for made in ("49", "<class", "aaaa"))
    assert not active(html5lib.parse(printed_with(case, case.text, "html"), treebuilder="etree",
                                     namespaceHTMLElements=False))  # fmt: skip


def printed_with(case: Case, title: str, form: str) -> str:
    result = run(case, "generate", "predict-shape", f"--title={title}", "--format", form,
                 "--out", "-")  # fmt: skip
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


def as_name(case: Case) -> list[list[str]]:
    """Somebody on a class list has it as id, name and email; the rows of the manifest."""
    with Path("class.csv").open("w", encoding="utf-8", newline="", errors="replace") as file:
        csv.writer(file).writerows([["id", "name", "email"], [case.text] * 3])
    result = run(case, "generate", "predict-shape", "--roster", "class.csv",
                 *("--format", "md", "--format", "html", "--out", "out"))  # fmt: skip
    assert (result.exit_code, result.stderr) == (0, "")
    names = {path.name for path in Path("out").iterdir()} - {"manifest.csv"}
    assert len(names) == 4
    assert all(map(PLAIN_NAME.fullmatch, names)), names
    for path in Path("out").glob("*.html"):
        assert not active(html5lib.parse(path.read_bytes(), namespaceHTMLElements=False))
    return list(csv.reader(Path("out/manifest.csv").read_text("utf-8").splitlines()))


def as_title_or_line(case: Case) -> None:
    as_title(case)
    as_name(case)
    as_line_for_a_class(case)


def as_cell(case: Case) -> None:
    """A quote before it in the manifest and in the grades, so that it is text."""
    head, row = as_name(case)
    assert (*head,) == COLUMNS
    assert row[:3] == [f"'{case.text}"] * 3
    Path("work.txt").write_text("q = [4, 5]\n")
    run(case, "verify", "work.txt", "--manifest", "out/manifest.csv", "--grades", "grades.csv")
    grades = csv.DictReader(Path("grades.csv").read_text("utf-8-sig").splitlines())
    assert [one["name"] for one in grades] == [f"'{case.text}", ""]


def as_marker(case: Case) -> None:
    """In the title and in a blank of a sheet; all other parts are marked as without it."""
    as_title(case)
    as_line(case)
    sheet = printed_with(case, case.text, "md")
    assert sheet.count("________") > 4
    at = sheet.index("**Answer:** ________")
    for blank, expected in (("________", "missing"), (case.text, "not-understood")):
        filled = sheet[:at] + sheet[at:].replace("________", blank, 1)
        Path("work.md").write_text(filled, encoding="utf-8")
        report = json.loads(run(case, "verify", "work.md", "--format", "json").stdout)
        assert [part["verdict"] for part in report["parts"]] == [expected, "missing"]


# Messages


def as_message(case: Case) -> None:
    """A message says it as it is, quoted."""
    as_line(case)
    asked = {
        "kind": ("generate", "--", case.text),
        "mistake": ("generate", f"--mistake={case.text}"),
        "level": ("generate", f"--level={case.text}"),
        "TeX engine": ("generate", f"--pdf-engine={case.text}", "--format=pdf"),
    }
    for what, args in asked.items():
        assert refused(case, *args).startswith(f"Error: unknown {what} {shown(case.text)}: ")
    for args in (("--given", case.text), ("--roster", case.text), ("--templates", case.text)):
        assert shown(case.text) in refused(case, "generate", *args)


# Files of givens, entries of data sets, sizes


def as_givens(case: Case) -> None:
    """No TOML: one message that names the file."""
    Path("mine.toml").write_bytes(case.content)
    says = refused(case, "generate", "predict-shape", "--given", "mine.toml")
    assert re.fullmatch(r"Error: the givens 'mine\.toml' are not TOML: .{,200}\n", says), says
    Path("work.txt").write_text("q = [4, 5]\n")
    assert refused(case, "verify", "work.txt", "--given", "mine.toml") == says


def as_entry(case: Case) -> None:
    """A line that is no entry; and an entry with what is hostile about it in its givens."""
    assert {one["name"] for one in GIVENS} >= {case.name}
    as_givens(case)
    x = re.search(r"\[.*\]", case.text)
    entry = '{"id": "A.1", "answer": "(a) 1", "givens": {"x": [%s]}, "parts": [%s]}\n'
    part = '{"id": "q", "answer": {"type": "integer", "value": 1}}'
    Path("lines.jsonl").write_text(f"{case.text}\n" + (entry % (x[0], part) if x else ""))
    run(case, "score", "lines.jsonl")
    result = run(case, "score", "lines.jsonl", "--format", "json")
    errors = [json.loads(line)["error"] for line in result.stdout.splitlines()]
    assert (result.exit_code, errors[0].partition(";")[0]) == (2, "the line has no answer")
    if x:
        given = shown(json.loads(f"[{x[0]}]"))
        says = f"the entry 'A.1': its given 'x' is {given}; it cannot be used"
        assert errors[1:] == [says]


def as_size(case: Case) -> None:
    """Sizes go from 1 to 16, wherever they are said."""
    as_entry(case)
    sizes = json.loads(case.text)
    for name in ("d_in", "d_out"):
        size = sizes[name]
        for command in ("generate", "derive", "space"):
            kind = ["compute-projections"] if command != "derive" else []
            says = refused(case, command, *kind, f"--{name.replace('_', '-')}", str(size))
            assert says == f"Error: {name} is {size}: a size is a whole number from 1 to 16\n"


# Paths and names on the command line

PATHS: dict[str, tuple[str, ...]] = {
    "out": ("generate", "predict-shape", "--format=md", "--out"),
    "combined": ("generate", "predict-shape", "--count=2", "--combine", "--out"),
    "data": ("generate", "predict-shape", "--count=2", "--format=jsonl", "--out"),
    "given": ("generate", "--given"),
    "roster": ("generate", "--roster"),
    "templates": ("generate", "--templates"),
    "avoid": ("generate", "compute-projections", "--avoid"),
    "work": ("verify",),
    "given for work": ("verify", "work.txt", "--given"),
    "manifest": ("verify", "work.txt", "--grades=grades.csv", "--manifest"),
    "grades": ("verify", "work.txt", "--grades"),
    "report": ("verify", "work.txt", "--grades=grades.csv", "--report"),
    "entries": ("score",),
    "answers": ("score", "work.txt", "--answers"),
    "copy": ("templates",),
}
"""Every argument of a command that is a path."""


def as_path(case: Case) -> None:
    """One message that names the path, wherever a path is asked for."""
    Path("work.txt").write_text("q = [4, 5]\n")
    for args in PATHS.values():
        says = refused(case, *args, case.text)
        assert says.startswith("Error: "), (args, says)
        assert shown(case.text)[1:-1] in says, (args, says)


def as_id(case: Case) -> None:
    """As an id it makes a plain name inside the folder; elsewhere it is an unknown name."""
    above = Path("../../..").resolve()
    before = {path for path in above.rglob("*") if path.is_file()}
    _, row = as_name(case)
    made = {path for path in above.rglob("*") if path.is_file()} - before
    assert {path.parent for path in made} == {Path().resolve(), Path("out").resolve()}
    assert row[0] == case.text
    as_argument(case)
    entry = {"id": case.text, "answer": "1", "parts": [{"id": "q", "answer": {"type": "?"}}]}
    Path("lines.jsonl").write_text(json.dumps(entry) + "\n")
    result = run(case, "score", "lines.jsonl")
    assert (result.exit_code, shown(case.text) in result.stderr) == (2, True)


def as_argument(case: Case) -> None:
    """A kind of that name is not known, and a sheet's code is no such thing."""
    says = refused(case, "generate", "--", case.text)
    assert says.startswith(f"Error: unknown kind {shown(case.text)}: ")
    assert refused(case, "space", "--", case.text) == says
    for args in (("generate", f"--code={case.text}"), ("verify", "w.txt", f"--sheet={case.text}")):
        assert shown(case.text)[1:10] in refused(case, *args)


def as_link(case: Case) -> None:
    """A link in the place of a sheet is replaced; the family of all writers is in test_links."""
    precious, code = Path("precious").absolute(), generate("predict-shape").code
    precious.write_text("mine")
    Path("out").mkdir()
    Path(f"out/{code}.md").symlink_to(precious)
    args = ("generate", "predict-shape", "--format", "md", "--out", "out")
    assert run(case, *args).exit_code == 0
    assert precious.read_text() == "mine"
    assert not Path(f"out/{code}.md").is_symlink()


PLACES: dict[str, Callable[[Case], Any]] = {
    "learner derivation line": as_line,
    "learner line / Markdown stripper": as_line,
    "Markdown stripper": as_line,
    "math-span finder": as_line,
    "environment reader": as_line,
    "derivation file": as_line,
    "terminal/JSON output": as_line,
    "learner line quoted in feedback": as_line_for_a_class,
    "learner math echoed to HTML": as_line_for_a_class,
    "title / name / learner line rendered in a worksheet": as_title_or_line,
    "title / learner line rendered to .tex": as_title_or_line,
    "title / learner line rendered to HTML": as_title_or_line,
    "title / custom field": as_title,
    "title rendered to .tex": as_title,
    "title in Markdown/HTML": as_title,
    "answer-key marker inside worksheet Markdown": as_marker,
    "message templates using str.format": as_message,
    "log/message": as_message,
    "CSV/TSV export of results (name column)": as_cell,
    "exercise/config YAML": as_givens,
    "exercise JSON": as_entry,
    "exercise JSON / CLI flags": as_size,
    "CLI path / YAML 'output' field": as_path,
    "exercise id / output name": as_id,
    "output path": as_link,
    "exercise id on the command line": as_argument,
}
"""What takes an input, by where it enters."""


def test_there_is_a_test_for_every_place_where_an_input_enters() -> None:
    assert {case.where for case in INPUTS.values()} == PLACES.keys()
    assert len(INPUTS) >= 64


@pytest.mark.parametrize("case", INPUTS.values(), ids=INPUTS)
def test_a_hostile_input_does_what_is_expected_where_it_enters(case: Case) -> None:
    PLACES[case.where](case)


# Wherever a text enters

ESCAPES = Case("escapes", "", "\x1b[31mred\x07\nError: a\r\x9b0m \u202eb\u2066".encode(), "")
ANYWHERE = [
    *(INPUTS[name] for name in ("eval_import_touch", "jinja_ssti", "format_string", "latex_openout",
      "html_script", "csv_formula", "path_traversal", "argv_dash", "nul_in_path", "deep_brackets",
      "huge_int_literal", "lone_surrogate_bytes", "yaml_recursive_anchor", "superscript_digit")),
    ESCAPES,
]  # fmt: skip
"""One input of each sort, and what a terminal would obey."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "generate": (
        *("code", "mistake", "level", "seed", "count", "jobs", "roster", "d-in", "d-out"),
        *("entries", "role", "given", "format", "paper", "font-size", "pdf-engine", "avoid"),
        "templates",
    ),
    "verify": ("sheet", "given", "format", "manifest"),
    "score": ("answers", "format"),
    "derive": ("d-in", "d-out", "role", "rows", "format"),
    "space": ("d-in", "d-out", "entries", "role", "format"),
}
"""Options that take a text and write no file of that name."""

FIRST = {"generate": ["predict-shape"], "verify": ["w.txt", "--grades=g.csv"], "score": ["w.txt"],
         "derive": [], "space": ["predict-shape"]}  # fmt: skip


@pytest.mark.parametrize("case", ANYWHERE, ids=[case.name for case in ANYWHERE])
def test_no_option_is_more_than_a_text_that_it_cannot_use(case: Case) -> None:
    Path("w.txt").write_text("q = [4, 5]\n")
    for command, options in OPTIONS.items():
        for option in options:
            args = (command, *FIRST[command], f"--{option}={case.text}")
            assert run(case, *args).exit_code == 2, args
        assert run(case, command, "--", case.text).exit_code == 2
    assert [path.name for path in Path().iterdir()] == ["w.txt"]
    # A name that no part has is no fault where the work has no parts.
    run(case, "verify", *FIRST["verify"], f"--weight={case.text}")


@pytest.mark.parametrize("case", [*INPUTS.values(), ESCAPES], ids=[*INPUTS, "escapes"])
def test_every_hostile_input_is_harmless_in_every_file_that_is_read(case: Case) -> None:
    """As work, givens, a class list, a manifest, entries and answers."""
    Path("file").write_bytes(case.content)
    text = case.content.decode("utf-8", "replace")
    with Path("cells.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "name", "email", "code"], [text, text, text, "WHA7"]])
    entry = {"id": text, "kind": text, "prompt": text, "answer": text, "parts": [PART]}
    Path("lines.jsonl").write_text(f"{json.dumps(entry)}\n{json.dumps(entry | {'id': 'A'})}\n")
    Path("work.txt").write_text("q = [4, 5]\n")
    for args in READING:
        run(case, *args)


PART = {"id": "q", "answer": {"type": "matrix", "value": [[4, 5]]}}
READING: list[tuple[str, ...]] = [
    ("verify", "file"),
    ("verify", "file", "work.txt", "--given", "lesson"),
    ("verify", "work.txt", "--given", "file"),
    ("verify", "work.txt", "--grades", "g.csv", "--manifest", "file"),
    ("verify", "work.txt", "--grades", "g.csv", "--manifest", "cells.csv"),
    ("generate", "predict-shape", "--given", "file"),
    ("generate", "predict-shape", "--roster", "file", "--format", "md"),
    ("generate", "predict-shape", "--roster", "cells.csv", "--format", "md"),
    ("generate", "compute-projections", "--avoid", "file", "--format", "json"),
    ("generate", "compute-projections", "--avoid", "cells.csv", "--format", "json"),
    ("score", "file"),
    ("score", "lines.jsonl"),
    ("score", "lines.jsonl", "--format", "json"),
    ("score", "lines.jsonl", "--answers", "file"),
]


@pytest.mark.parametrize("case", ANYWHERE, ids=[case.name for case in ANYWHERE])
def test_a_hostile_template_is_printed_or_refused(case: Case) -> None:
    Path("mine/pages").mkdir(parents=True)
    Path("mine/pages/worksheet.md.j2").write_bytes(case.content)
    # What a template says is compiled, so its text is not looked for in what is.
    own = replace(case, content=b"")
    args = ("generate", "predict-shape", "--templates", "mine", "--format", "md", "--out", "own")
    assert run(own, *args).exit_code in (0, 2)


@pytest.mark.parametrize("name", ["n" * 300, "loop/in", "work.txt/in", ""])
@pytest.mark.parametrize("args", PATHS.values(), ids=PATHS)
def test_a_path_that_can_be_none_is_refused_in_one_message(
    args: tuple[str, ...], name: str
) -> None:
    Path("work.txt").write_text("q = [4, 5]\n")
    Path("loop").symlink_to("loop")
    case = Case("path", "", name.encode(), "")
    assert refused(case, *args, name)


def test_the_watch_sees_what_it_is_to_see() -> None:
    seen = {
        "compile": lambda: compile("hostile = 1", "x", "exec"),
        "os.system": lambda: __import__("os").system("true"),
        "open": lambda: Path("../outside").write_text("x"),
        "os.mkdir": lambda: Path("../outsider").mkdir(),
        "socket.getaddrinfo": lambda: __import__("socket").getaddrinfo("127.0.0.1", 80),
    }
    for event, act in seen.items():
        with pytest.raises(AssertionError, match=event), watched("hostile", Path()):
            act()
    with watched("hostile", Path()):
        Path("inside").write_text("x")
        compile("harmless = 1", "x", "exec")
