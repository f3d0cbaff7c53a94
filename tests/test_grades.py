"""Marking a class: whose work a file is, points part by part, and what is written of it."""

import csv
import io
import json
import os
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import qkvsym
from qkvsym.cli import main
from qkvsym.errors import BadOption
from qkvsym.file_names import file_name
from qkvsym.manifest import Row, head, written
from qkvsym.owners import Owned, Owners
from qkvsym.weights import decimal, weights_of
from tests.filling import Entry, Place, filled, right_entries
from tests.filling import written as entry_of

KINDS = ("predict-shape", "change-column")
SHEETS = [qkvsym.generate(*KINDS, seed=4, sheet=number) for number in (1, 2, 3)]
ADA, BOB, CYD = (sheet.code for sheet in SHEETS)
OTHER = qkvsym.generate(*KINDS, seed=5)
PLACES = ["1a", "1b", "2a", "2b", "2c"]
HEAD = [
    *["id", "name", "email", "code", "file", "status", "points", "out_of", "percent"],
    *[*PLACES, "mistakes", "remark"],
]
ROWS = [
    Row("ada", ADA, (f"ada.{ADA}.md", f"ada.{ADA}.key.md"), name="Ada L.", email="ada@x.org"),
    Row("bob", BOB, (f"bob.{BOB}.md",)),
    Row("cyd/7", CYD, (f"cyd-7.{CYD}.md",), name="=1+1"),
]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    Path("manifest.csv").write_bytes(head() + b"".join(map(written, ROWS)))


def as_json(sheet: qkvsym.Worksheet) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(qkvsym.render(sheet, "json"))
    return made


def work(sheet: qkvsym.Worksheet, changed: Mapping[Place, Entry] | None = None) -> str:
    """A sheet with right answers, words in the part that asks for them, and what is changed."""
    entries = right_entries(as_json(sheet)) | {("2", "c"): Entry("because")}
    return filled(qkvsym.render(sheet, "md"), entries | dict(changed or {}))


def hand_in(**works: str) -> None:
    for name, text in works.items():
        Path("in", name.replace("__", ".") + ".md").write_text(text, encoding="utf-8")


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, ["verify", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def marked(*args: str, code: int, manifest: bool = True) -> list[dict[str, str]]:
    """The rows of the grades of all that was handed in."""
    listed = ["--manifest", "manifest.csv"] if manifest else []
    result = run("in", "--grades", "grades.csv", *listed, *args)
    assert (result.exit_code, result.stderr) == (code, "")
    return rows()


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path("grades.csv").read_text("utf-8-sig"), newline="")))


def refusal(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 2
    assert not Path("grades.csv").exists()
    return result.stderr.splitlines()[-1].removeprefix("Error: ")


def of(made: list[dict[str, str]], *columns: str) -> list[tuple[str, ...]]:
    return [tuple(row[column] for column in columns) for row in made]


# The grades.


def test_a_row_holds_the_person_the_file_and_the_points_of_every_part() -> None:
    hand_in(a=work(SHEETS[0]), b=work(SHEETS[1], {("1", "a"): Entry("7 x 9"), ("2", "b"): Entry()}))
    hand_in(c=work(SHEETS[2]))
    made = marked(code=1)
    assert list(made[0]) == HEAD
    assert [list(row.values()) for row in made] == [
        [
            *["ada", "Ada L.", "ada@x.org", ADA, "in/a.md", "marked", "4", "4", "100"],
            *["1", "1", "1", "1", "?", "", ""],
        ],
        [
            *["bob", "", "", BOB, "in/b.md", "marked", "2", "4", "50"],
            *["0", "1", "1", "0", "?", "", ""],
        ],
        [
            *["cyd/7", "'=1+1", "", CYD, "in/c.md", "marked", "4", "4", "100"],
            *["1", "1", "1", "1", "?", "", ""],
        ],
    ]


def test_who_handed_nothing_in_is_missing_and_work_of_nobody_stands_at_the_end() -> None:
    hand_in(zoe=work(OTHER), b=work(SHEETS[1]))
    assert of(marked(code=3), "id", "code", "file", "status", "points", "remark") == [
        ("ada", ADA, "", "missing", "", ""),
        ("bob", BOB, "in/b.md", "marked", "4", ""),
        ("cyd/7", CYD, "", "missing", "", ""),
        (
            *("", OTHER.code, "in/zoe.md", "unknown code", "4"),
            f"the code {OTHER.code} is not in the manifest",
        ),
    ]


def test_a_whole_class_that_is_right_ends_with_0() -> None:
    hand_in(a=work(SHEETS[0]), b=work(SHEETS[1]), c=work(SHEETS[2]))
    assert of(marked(code=0), "status") == [("marked",)] * 3


def test_what_was_not_understood_earns_nothing_and_is_named() -> None:
    hand_in(a=work(SHEETS[0], {("2", "a"): Entry("[4, 5"), ("1", "a"): Entry("???")}))
    row = marked(code=3)[0]
    assert [row[place] for place in PLACES] == ["0", "1", "0", "1", "?"]
    assert row["remark"] == "not understood, look at this yourself: 1a, 2a"


def test_words_are_left_to_people_and_a_blank_in_their_place_is_none() -> None:
    hand_in(a=work(SHEETS[0]), b=work(SHEETS[1], {("2", "c"): Entry()}))
    made = marked(code=3)
    assert of(made[:2], "2c", "points", "out_of") == [("?", "4", "4"), ("0", "4", "4")]


def test_a_step_that_follows_from_a_wrong_one_earns_its_points() -> None:
    sheet = qkvsym.generate("compute-projections", given="lesson")
    entries = right_entries(as_json(sheet))
    wrong = entries | {("1", "d"): Entry("[2, 4, 0]"), ("1", "g"): Entry("1 x 3")}
    text = filled(qkvsym.render(sheet, "md"), wrong)
    found = {p.part: p.verdict for p in qkvsym.verify(text, givens="lesson").parts}
    assert (found["d"], found["g"]) == ("wrong", "follows")
    hand_in(a=text)
    row = marked("--given", "lesson", code=1, manifest=False)[0]
    earned = {letter: row[f"1{letter}"] for letter in found}
    earning = {"ok": "1", "follows": "1", "wrong": "0"}
    assert earned == {letter: earning[verdict] for letter, verdict in found.items()}


def test_mistakes_are_named_by_their_ids() -> None:
    part = as_json(SHEETS[0])["exercises"][0]["parts"][0]
    wrong = next(one for one in part["wrong"] if one["mistake"] == "length-from-rows")
    hand_in(a=work(SHEETS[0], {("1", "a"): entry_of(part, wrong["value"])}))
    assert marked(code=1)[0]["mistakes"].split("|")[0] == "length-from-rows"


def test_an_empty_sheet_is_said_to_be_one() -> None:
    hand_in(a=qkvsym.render(SHEETS[0], "md"))
    assert of(marked(code=3)[:1], "points", "remark") == [("0", "No part is answered.")]


def test_without_a_manifest_each_file_has_a_row() -> None:
    hand_in(b=work(OTHER), a=work(SHEETS[0]), c="q = [4, 5]\n")
    made = marked(code=3, manifest=False)
    assert of(made, "id", "file", "status", "points", "remark") == [
        ("", "in/a.md", "marked", "4", ""),
        ("", "in/b.md", "marked", "4", ""),
        (
            *("", "in/c.md", "no code", ""),
            "no code of a worksheet on it, so that it has no parts to mark",
        ),
    ]


def test_a_sheet_that_all_answer_on_paper_is_marked_by_the_name_of_the_file() -> None:
    shared = [Row(id, ADA) for id in ("ann", "ben")]
    Path("manifest.csv").write_bytes(head() + b"".join(map(written, shared)))
    shape = right_entries(as_json(SHEETS[0]))["1", "a"].answer
    hand_in(**{"ann homework": f"1(a) {shape}\n", "Ben": "1(a) 7 x 9\n", "x": f"1(a) {shape}\n"})
    made = marked("--sheet", ADA, code=1)
    assert of(made, "id", "file", "status", "1a", "remark") == [
        ("ann", "in/ann homework.md", "marked", "1", ""),
        ("ben", "in/Ben.md", "marked", "0", ""),
        (
            *("", "in/x.md", "unknown person", "1"),
            "it may be that of ann, ben: put the id before the name of the file",
        ),
    ]


def test_sheets_of_several_structures_share_the_columns_in_order() -> None:
    hand_in(a=work(SHEETS[0]), b=filled(qkvsym.render(qkvsym.generate("shape-check"), "md"), {}))
    made = marked(code=3, manifest=False)
    assert [name for name in made[0] if re.fullmatch(r"\d[a-z]", name)] == (
        ["1a", "1b", "1c", "1d", "1e", "2a", "2b", "2c"]
    )
    assert of(made, "1c", "2a") == [("", "1"), ("0", "")]


# Whose work it is.


def test_work_with_the_code_of_one_and_the_name_of_another_is_flagged_on_both() -> None:
    hand_in(**{f"ada__{ADA}": work(SHEETS[1])})
    made = marked(code=3)
    assert of(made[:2], "id", "code", "file", "status", "points", "remark") == [
        (
            *("ada", ADA, "", "missing", ""),
            f"in/ada.{ADA}.md bears this name, but not the code of this sheet",
        ),
        (
            *("bob", BOB, f"in/ada.{ADA}.md", "doubtful", "4"),
            "the code is that of bob, the name of the file that of ada: find out whose work it is",
        ),
    ]


def test_of_several_files_for_one_sheet_none_is_preferred() -> None:
    hand_in(a=work(SHEETS[0]), b=work(SHEETS[0], {("1", "a"): Entry()}))
    made = marked(code=3)
    remark = (
        "several files for this sheet, none is preferred: in/a.md, in/b.md; "
        "keep one of them and mark again"
    )
    assert of(made[:2], "id", "file", "status", "points", "out_of", "1a", "1b", "remark") == [
        ("ada", "in/a.md", "several files", "", "", "1", "1", remark),
        ("ada", "in/b.md", "several files", "", "", "0", "1", remark),
    ]


def test_a_file_that_is_named_twice_is_one_file() -> None:
    hand_in(a=work(SHEETS[0]))
    made = marked("in/a.md", code=3)
    assert of(made[:1], "status", "points") == [("marked", "4")]


def test_work_that_cannot_be_read_is_a_row_of_whom_its_name_says() -> None:
    Path("in", f"bob.{BOB}.md").write_bytes(b"\x00\xff")
    hand_in(a=work(SHEETS[0]))
    made = marked(code=2)
    assert of(made[1:2], "id", "status", "points", "1a") == [("bob", "unreadable", "", "")]
    assert made[1]["remark"] == "the work is not UTF-8 at byte 1; save it as plain text in UTF-8"


OWNERS = Owners(ROWS)
UNKNOWN = OTHER.code


@pytest.mark.parametrize(
    ("file", "code", "owned"),
    [
        ("x.md", ADA, Owned("marked", ROWS[0], ADA)),
        ("x.md", ADA.lower(), Owned("marked", ROWS[0], ADA)),
        (f"ada.{ADA}.md", "", Owned("marked", ROWS[0], ADA)),
        (f"in/ADA.{ADA.lower()}.TXT", "", Owned("marked", ROWS[0], ADA)),
        (f"ada.{ADA}.markdown", ADA, Owned("marked", ROWS[0], ADA)),
        ("ada (1).md", "", Owned("marked", ROWS[0], ADA)),
        ("ada.md", "", Owned("marked", ROWS[0], ADA)),
        ("cyd-7_final.md", "", Owned("marked", ROWS[2], CYD)),
        (f"homework {BOB}.md", "", Owned("marked", ROWS[1], BOB)),
        ("adam.md", "", Owned("no code")),
        ("my ada.md", "", Owned("no code")),
        ("cyd.md", "", Owned("no code")),
        (f"x{BOB}.md", "", Owned("no code")),
        ("adam.md", BOB, Owned("marked", ROWS[1], BOB)),
        ("ada.md", BOB, Owned("doubtful", ROWS[1], BOB, (ROWS[0],))),
        (f"ada.{BOB}.md", BOB, Owned("doubtful", ROWS[1], BOB, (ROWS[0],))),
        (f"ada.{BOB}.md", "", Owned("doubtful", ROWS[1], BOB, (ROWS[0],))),
        ("x.md", UNKNOWN, Owned("unknown code", None, UNKNOWN)),
        ("ada.md", UNKNOWN, Owned("unknown code", None, UNKNOWN, (ROWS[0],))),
    ],
)
def test_whose_work_a_file_is(file: str, code: str, owned: Owned) -> None:
    assert OWNERS.owner(file, code) == owned


def test_a_code_is_spelled_in_capitals_with_a_manifest_and_without() -> None:
    in_small = Owners([Row("ada", ADA.lower()), Row("bob", BOB.lower())])
    for owners in (OWNERS, Owners(), in_small):
        assert owners.owner("x.md", ADA.lower()).code == ADA
    assert in_small.owner("ada.md").code == ADA
    assert in_small.owner(f"ada.{BOB}.md").code == BOB
    hand_in(a=work(SHEETS[0]).replace(ADA, ADA.lower()))
    (found,) = marked(code=0, manifest=False)
    assert (found["code"], marked(code=3)[0]["code"]) == (ADA, ADA)


def test_the_longest_id_counts_and_a_second_sheet_of_a_person_is_told_by_the_code() -> None:
    long, again = Row("ada-l", CYD), Row("ada", BOB)
    owners = Owners([ROWS[0], long, again])
    assert owners.owner("ada-l.md") == Owned("marked", long, CYD)
    assert owners.owner("ada.md", BOB) == Owned("marked", again, BOB)
    assert owners.owner("ada.md") == Owned("unknown person", None, "", (ROWS[0], again))


def test_the_digest_of_an_id_may_be_left_out_of_a_name_where_that_says_who_it_is() -> None:
    ids = ("Zoë O", "仙亲", "倩仳")
    rows = [Row(id, BOB, (f"{file_name(id, BOB)}.md",)) for id in ids]
    owners = Owners(rows)
    for row in rows:
        assert owners.owner(row.files[0]).row is row
        assert owners.owner(f"{row.files[0].partition('.')[0]} (1).md").row is row
    assert owners.owner("zoe-o done.md").row is rows[0]
    assert owners.owner("person.md") == Owned("unknown person", None, BOB, tuple(rows[1:]))


def test_an_accent_in_a_file_s_name_may_be_a_letter_of_its_own() -> None:
    row = Row("ren\u00e9", ADA)
    assert Owners([row]).owner("rene\u0301.md").row is row


# Weights.


@pytest.mark.parametrize(
    ("weights", "points"),
    [
        ([], ("2", "4", "50")),
        (["1a=2"], ("2", "5", "40")),
        (["1=2"], ("3", "6", "50")),
        (["1b=0.25"], ("1.25", "3.25", "38.46")),
        (["decides=1/2"], ("1.5", "3.5", "42.86")),
        (["2=0", "1a=0"], ("1", "1", "100")),
        (["1=0", "2=0"], ("0", "0", "")),
        (["1=3", "1a=1"], ("4", "6", "66.67")),
        (["1a=1", "1=3"], ("4", "8", "50")),
        (["text=5"], ("2", "4", "50")),
    ],
)
def test_weights_count_for_the_parts_that_they_name(
    weights: list[str], points: tuple[str, ...]
) -> None:
    hand_in(a=work(SHEETS[0], {("1", "a"): Entry("7 x 9"), ("2", "b"): Entry()}))
    options = [option for weight in weights for option in ("--weight", weight)]
    assert of(marked(*options, code=1)[:1], "points", "out_of", "percent") == [points]


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ("1a", "the weight '1a' cannot be read: write PART=N, as in 1a=2"),
        ("=2", "the weight '=2' cannot be read: write PART=N, as in 1a=2"),
        ("1a=-1", "the weight of '1a' is '-1': it is a number such as 2, 0.5 or 1/2"),
        ("1a=1e3", "the weight of '1a' is '1e3': it is a number such as 2, 0.5 or 1/2"),
        ("1a=\u0663", "the weight of '1a' is '\\u0663': it is a number such as 2, 0.5 or 1/2"),
        ("1a=1/0", "the weight of '1a' is '1/0': it is a number such as 2, 0.5 or 1/2"),
        ("1a=1001", "the weight of '1a' is more than 1000"),
        (
            "1a=1/3",
            "the weight of '1a' is '1/3', which two decimals do not hold; write it with two, or "
            "make all weights larger",
        ),
        (
            "3a=2",
            "no part is called '3a', for which --weight sets a weight: name an exercise by its "
            "number, or one of 1a, 1b, 2a, 2b, 2c, shape, decides, v, moved, why, text",
        ),
    ],
)
def test_a_weight_that_cannot_be_used_is_refused_and_nothing_written(
    weight: str, message: str
) -> None:
    hand_in(a=work(SHEETS[0]))
    role = SHEETS[0].exercises[1].parts[0].id
    expected = message.replace(" v,", f" {role},")
    assert refusal("in", "--grades", "grades.csv", "--weight", weight) == expected
    assert list(Path().glob("report.*")) == []


def test_weights_and_points_are_exact() -> None:
    assert weights_of(["q = 0.1"]).given == (("q", Fraction(1, 10)),)
    assert weights_of(["q=1.50"]).given == (("q", Fraction(3, 2)),)
    with pytest.raises(BadOption):
        weights_of(["q=0.001"])
    assert [decimal(Fraction(n, 100)) for n in (0, 5, 50, 100, 1250)] == (
        ["0", "0.05", "0.5", "1", "12.5"]
    )


# What is written, and where.


def test_the_table_names_the_people_and_the_files_that_were_written() -> None:
    hand_in(a=work(SHEETS[0]), zoe=work(OTHER))
    result = run("in", "--manifest", "manifest.csv", "--grades", "marks/g.csv")
    assert result.stdout == (
        "✓ ada  Ada L.  4 of 4                in/a.md\n"
        "– bob          missing\n"
        "– cyd/7  =1+1  missing\n"
        "? ?            4 of 4, unknown code  in/zoe.md\n"
        f"    the code {OTHER.code} is not in the manifest\n"
        "marks/g.csv\nmarks/report.html\nmarks/report.md\n"
    )


def test_a_report_goes_where_it_is_asked_for() -> None:
    hand_in(a=work(SHEETS[0]))
    run("in", "--grades", "grades.csv", "--report", "shown/here")
    assert sorted(map(str, Path("shown/here").iterdir())) == (
        ["shown/here/report.html", "shown/here/report.md"]
    )
    assert not Path("report.md").exists()


def test_spreadsheets_see_utf_8_and_no_formulas() -> None:
    hand_in(**{"=cmd()": work(SHEETS[0]), "é\u4e2d": work(OTHER)})
    marked(code=3)
    raw = Path("grades.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfid,name,")
    assert raw.count(b"\r\n") == raw.count(b"\n") == 5
    for row in rows():
        assert not [cell for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]


def test_a_second_run_beside_the_work_reads_no_report_and_gives_the_same() -> None:
    hand_in(a=work(SHEETS[0]))
    first, second = (
        (run("in", "--grades", "in/grades.csv").stdout, Path("in/grades.csv").read_bytes())
        for _ in range(2)
    )
    assert first == second
    assert qkvsym.verify(work(SHEETS[0])).complete
    assert run("in").exit_code == 0


@pytest.mark.parametrize(
    ("grades", "more", "what"),
    [
        ("manifest.csv", (), "'manifest.csv' would take the place of the manifest"),
        ("in/a.md", (), "'in/a.md' would take the place of the work"),
        ("in/grades.csv", (), "'in/report.md' would take the place of the work"),
        ("grades.csv", ("--report", "in"), "'in/report.md' would take the place of the work"),
        ("report.md", (), "'report.md' would take the place of the class report"),
    ],
)
def test_nothing_that_is_needed_is_written_over(
    grades: str, more: tuple[str, ...], what: str
) -> None:
    hand_in(a=work(SHEETS[0]), report=work(SHEETS[1]))
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    said = refusal("in", "--manifest", "manifest.csv", "--grades", grades, *more)
    assert said == f"{what}; give --grades another name, or --report another folder"
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["", "-"])
def test_grades_are_a_file(name: str) -> None:
    hand_in(a=work(SHEETS[0]))
    said = refusal("in", "--grades", name)
    assert said == "--grades names no file; write --grades grades.csv, say"
    assert sorted(path.name for path in Path().iterdir()) == ["in", "manifest.csv"]


@pytest.mark.parametrize("name", ["report.html", "report.md"])
@pytest.mark.parametrize("content", ["", "mine", "<!DOCTYPE html>\n<p>mine", "<!-- mine -->\n"])
def test_a_report_of_somebody_else_is_not_replaced(name: str, content: str) -> None:
    hand_in(a=work(SHEETS[0]))
    Path("own").mkdir()
    path = Path("own", name)
    path.write_text(content)
    assert refusal("in", "--grades", "own/g.csv") == (
        f"{str(path)!r} is there and is no class report that verify wrote; give --report another "
        f"folder, or move the file away"
    )
    assert [one.name for one in path.parent.iterdir()] == [name]
    assert path.read_text() == content
    for _ in range(2):
        assert run("in", "--grades", "own/g.csv", "--report", "new").exit_code == 0


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("name", ["marks.csv", "report.md", "report.html"])
@pytest.mark.parametrize("target", ["file", "pipe", "nowhere"])
def test_nothing_is_written_through_a_link_or_in_the_place_of_a_pipe(
    name: str, target: str
) -> None:
    hand_in(a=work(SHEETS[0]))
    Path("file").write_text("mine")
    os.mkfifo("pipe")
    Path(name).symlink_to(target)
    assert refusal("in", "--grades", "marks.csv") == (
        f"{name!r} is a link, and nothing is written through links; name the file itself"
    )
    assert (Path("file").read_text(), Path(name).is_symlink()) == ("mine", True)
    Path(name).unlink()
    os.mkfifo(name)
    result = run("in", "--grades", "marks.csv")
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: the file {name!r} cannot be written: what is there is no file that can be "
        f"replaced; name another\n",
    )
    assert Path(name).is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="such names are none elsewhere")
@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("+x\x1b[31mred", "in/+x [31mred.md"),
        ("two\nlines", "in/two lines.md"),
        ("turned\u202earound", "in/turned around.md"),
        ("a\x00b".replace("\x00", "\x7f"), "in/a b.md"),
    ],
)
def test_the_name_of_a_file_is_on_one_line_of_the_grades(name: str, cell: str) -> None:
    Path("in", f"{name}.md").write_text(work(SHEETS[0]))
    Path("in", f"{name}2.md").write_text(work(SHEETS[0]))
    assert marked(code=0, manifest=False)[0]["file"] == cell
    made = marked(code=3)
    said = Path("grades.csv").read_text("utf-8-sig")
    assert not set(said) & {"\x1b", "\u202e", "\x7f"}
    assert len(said.splitlines()) == 1 + len(made)


def test_a_code_that_is_none_is_not_in_the_manifest_either() -> None:
    hand_in(zoe=work(SHEETS[0]).replace(ADA, ADA + "Q"), bob="q = [")
    made = marked(code=2)
    assert of(made[-1:], "code", "file", "status", "points") == [
        (ADA + "Q", "in/zoe.md", "unknown code", "")
    ]
    assert "was mistyped" in made[-1]["remark"]
    assert f"the code {ADA}Q is not in the manifest" in made[-1]["remark"]


@pytest.mark.parametrize("option", ["manifest", "report", "weight"])
def test_what_is_about_grades_needs_them(option: str) -> None:
    hand_in(a=work(SHEETS[0]))
    said = refusal("in", f"--{option}", "x")
    assert said == f"--{option} is about grades: add --grades grades.csv, say"


def test_a_manifest_that_cannot_be_read_is_refused_before_any_work_is() -> None:
    Path("manifest.csv").write_text("id,name\n1,Ada\n")
    said = refusal("in", "--grades", "grades.csv", "--manifest", "manifest.csv")
    assert said == (
        "the manifest 'manifest.csv' has no column code; name the manifest.csv that the run wrote"
    )


def test_a_disk_that_takes_no_report_keeps_the_old_grades() -> None:
    hand_in(a=work(SHEETS[0]))
    Path("grades.csv").write_text("old")
    Path("report.md").mkdir()
    result = run("in", "--grades", "grades.csv")
    assert (result.exit_code, Path("grades.csv").read_text()) == (2, "old")
    assert not Path("report.html").exists()


def test_programs_read_one_object_a_line_beside_the_grades() -> None:
    hand_in(a=work(SHEETS[0]), b="q = [")
    result = run("in", "--grades", "grades.csv", "--format", "json")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == (
        ["in/a.md", "in/b.md"]
    )
    assert len(rows()) == 2


def test_a_byte_order_mark_before_the_manifest_is_none_of_its_columns() -> None:
    raw = Path("manifest.csv").read_bytes()
    Path("manifest.csv").write_bytes(b"\xef\xbb\xbf" + raw)
    hand_in(a=work(SHEETS[0]))
    assert marked(code=3)[0]["id"] == "ada"
