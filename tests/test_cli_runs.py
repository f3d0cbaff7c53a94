"""`qkvsym generate` for many: class lists, options that go together, and runs that are stopped."""

import json
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from qkvsym import generate, reproduce
from qkvsym.cli import main, progress
from qkvsym.distinct import numbers_in
from qkvsym.file_names import file_name
from qkvsym.manifest import Row, read_manifest
from qkvsym.roster import seed_of
from tests.killing import COMMAND, begun, contents, killed_until_done

ROSTER = "Student ID,Full name,E-mail\nada,Ada Lovelace,ada@x.org\n../=x y,Zoë,\nbob,Bob,b@x.org\n"
FAST = ("match-matrix", "--format", "md")
LATER = "; run the same command with --resume to go on"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class.csv").write_text(ROSTER, encoding="utf-8")


def run(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["generate", *args])
    assert result.exit_code == code, result.output
    return result


def rows(folder: str) -> tuple[Row, ...]:
    return read_manifest(Path(folder) / "manifest.csv")


def test_a_class_list_gives_each_person_the_sheet_of_term_id_and_seed() -> None:
    options = (*FAST, "--roster", "class.csv", "--term", "2026", "--seed", "5")
    printed = run(*options, "--out", "a").stdout.splitlines()
    found = rows("a")
    assert [row.id for row in found] == ["ada", "../=x y", "bob"]
    assert [(row.name, row.email) for row in found][::2] == [
        ("Ada Lovelace", "ada@x.org"),
        ("Bob", "b@x.org"),
    ]
    expected = [generate("match-matrix", seed=seed_of("2026", row.id, 5)) for row in found]
    assert [row.code for row in found] == [sheet.code for sheet in expected]
    assert [row.files[0] for row in found] == [f"{file_name(row.id, row.code)}.md" for row in found]
    assert sorted(printed) == sorted(map(str, Path("a").iterdir()))
    assert "Ada Lovelace (ada)" in Path("a", found[0].files[0]).read_text()
    run(*options[:-4], "--seed", "5", "--term", "2027", "--out", "b")
    assert {row.code for row in found}.isdisjoint(row.code for row in rows("b"))


@pytest.mark.parametrize(
    ("kind", "given"), [("predict-shape", ()), ("compute-projections", ("--given", "lesson"))]
)
def test_two_people_whose_codes_are_one_have_files_of_their_own(
    kind: str, given: tuple[str, ...]
) -> None:
    Path("class.csv").write_text("id,name\n仙亲一一,Ada\n倩仳一一,Bea\n", encoding="utf-8")
    run(kind, *given, "--format", "md", "--roster", "class.csv", "--term", "2026")
    ada, bea = rows("out")
    assert ada.code == bea.code
    assert set(ada.files).isdisjoint(bea.files)
    assert all("Ada" in Path("out", name).read_text() for name in ada.files)
    assert len(list(Path("out").iterdir())) == 5


def test_people_are_added_to_a_class_that_is_printed() -> None:
    options = (*FAST, "--roster", "class.csv", "--out", "a")
    run(*options)
    before = contents(Path("a"))
    with Path("class.csv").open("a") as file:
        file.write("eve,Eve,\n")
    message = run(*options, code=2).stderr
    assert message == (
        "Error: the folder 'a' holds 3 of these 4 sheets: go on with --resume, or choose another "
        "folder with --out\n"
    )
    run(*options, "--resume")
    after = contents(Path("a"))
    del before["manifest.csv"]
    assert before.items() < after.items()
    assert len(rows("a")) == 4


def test_one_role_and_any_instance_reach_the_sheets() -> None:
    run("compute-projections", "--role", "k", "--any-instance", "--d-in", "1", "--d-out", "1",
        "--entries", "0:1", "--count", "4", "--format", "json", "--out", "a")  # fmt: skip
    sheets = [reproduce(row.code) for row in rows("a")]
    assert {(sheet.spec.role, sheet.spec.any_instance) for sheet in sheets} == {("k", True)}
    assert len({numbers_in(sheet) for sheet in sheets}) == 4


def test_more_sheets_than_there_are_numbers_are_refused_before_anything_is_written() -> None:
    options = ("compute-projections", "--role", "q", "--any-instance", "--d-in", "1", "--d-out",
               "1", "--entries", "0:1", "--format", "json")  # fmt: skip
    message = run(*options, "--count", "5", code=2).stderr
    assert message.startswith(
        "Error: 5 sheets are asked for, and 4 can be made without repeating numbers: "
    )
    assert not Path("out").exists()
    run(*options, "--count", "4")


def test_numbers_of_earlier_runs_are_avoided() -> None:
    options = ("compute-projections", "--role", "q", "--any-instance", "--d-in", "1", "--d-out",
               "1", "--entries", "0:2", "--format", "json")  # fmt: skip
    run(*options, "--count", "3", "--out", "a")
    run(*options, "--count", "4", "--out", "b", "--avoid", "a/manifest.csv")
    avoid = ("--avoid", "a/manifest.csv", "--avoid", "b/manifest.csv")
    (path,) = run(*options, "--out", "c", *avoid).stdout.splitlines()
    run(*options, "--count", "2", "--out", "d", *avoid)
    met = [row.numbers for name in "abd" for row in rows(name)]
    assert len(set(met)) == len(met) == 9
    (alone,) = (numbers_in(reproduce(Path(path).stem)) for _ in "1")
    assert alone not in met[:7]
    message = run(*options, "--count", "3", "--out", "e", *avoid, code=2).stderr
    assert message.startswith("Error: 3 sheets are asked for, and 2 can be made without repeating")
    # Where the column is empty the code says the numbers.
    lines = Path("a/manifest.csv").read_text().splitlines()
    Path("short.csv").write_text("\n".join(line.rpartition(",")[0] for line in lines) + "\n")
    run(*options, "--count", "6", "--out", "f", "--avoid", "short.csv")
    assert {row.numbers for row in rows("f")}.isdisjoint(row.numbers for row in rows("a"))


MORE = ("match-matrix", "--d-in", "3", "--entries", "0:3")
KINDS_OF_RUN = {
    "pages": ("--format", "md"),
    "data": ("--format", "jsonl"),
    "parquet": ("--format", "parquet"),
    "combined": ("--combine",),
}


@pytest.mark.parametrize("kind", KINDS_OF_RUN)
def test_the_same_run_that_avoids_is_the_same_run_again(kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    run(*MORE, "--count", "3", "--format", "md", "--out", "a")
    options = (*MORE, "--count", "3", *KINDS_OF_RUN[kind], "--out", "b")
    run(*options, "--avoid", "a/manifest.csv")
    before = contents(Path("b"))
    run(*options, "--avoid", "a/manifest.csv")
    if kind != "combined":
        run(*options, "--avoid", "a/manifest.csv", "--resume")
    assert contents(Path("b")) == before
    # Without it, it is another one.
    message = run(*options, code=2).stderr
    assert message.startswith("Error: the folder 'b' holds ")
    assert message.endswith(", or choose another folder with --out\n") or "README.md" in message
    assert contents(Path("b")) == before


@pytest.mark.parametrize("kind", KINDS_OF_RUN)
@pytest.mark.parametrize("avoided", ["a/manifest.csv", "./b/../a/manifest.csv"])
def test_a_run_is_not_mixed_with_the_one_it_avoids(kind: str, avoided: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    run(*MORE, "--count", "3", "--format", "md", "--out", "a")
    Path("b").mkdir()
    before = contents(Path("a"))
    options = (*MORE, "--count", "3", *KINDS_OF_RUN[kind], "--out", "a")
    assert run(*options, "--avoid", avoided, code=2).stderr == (
        f"Error: the folder 'a' holds the manifest {avoided!r}, whose numbers are to be avoided: "
        f"choose another folder with --out\n"
    )
    assert contents(Path("a")) == before


def test_a_copy_of_a_manifest_that_is_avoided_is_told_by_its_numbers() -> None:
    run(*MORE, "--count", "3", "--format", "md", "--out", "a")
    before = contents(Path("a"))
    Path("copy.csv").write_bytes(before["manifest.csv"])
    first = rows("a")[0].code
    for resume in ((), ("--resume",)):
        options = (*MORE, "--count", "3", "--format", "md", "--out", "a", *resume)
        assert run(*options, "--avoid", "copy.csv", code=2).stderr == (
            f"Error: the folder 'a' holds another run, sheet 1: it holds {first!r} for '1', whose "
            f"numbers this run is to avoid, or has on a sheet before; repeat the options of that "
            f"run, or choose another folder with --out\n"
        )
    assert contents(Path("a")) == before


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_fewer_sheets_than_are_there_are_refused_before_any_is_named(
    resume: tuple[str, ...],
) -> None:
    run(*FAST, "--count", "5")
    before = contents(Path("out"))
    result = run(*FAST, "--count", "3", *resume, code=2)
    assert (result.stdout, result.stderr) == (
        "",
        "Error: the folder 'out' holds another run: it has 5 sheets, and 3 are asked for; repeat "
        "the options of that run, or choose another folder with --out\n",
    )
    assert contents(Path("out")) == before


def test_who_is_another_is_said_before_any_path_is_named() -> None:
    run(*FAST, "--roster", "class.csv")
    Path("class.csv").write_text(ROSTER.replace("Bob,", "Bob B.,"), encoding="utf-8")
    result = run(*FAST, "--roster", "class.csv", "--resume", code=2)
    assert (result.stdout, result.stderr) == (
        "",
        "Error: the folder 'out' holds another run, sheet 3: the name of 'bob' is 'Bob' there, "
        "and 'Bob B.' here; restore it in the roster, or choose another folder with --out\n",
    )


def test_another_run_is_not_said_to_be_gone_on_with() -> None:
    run(*FAST, "--count", "3")
    first, _, last = (row.code for row in rows("out"))
    path = Path("out/manifest.csv")
    path.write_bytes(path.read_bytes().replace(f"3,,,{last}".encode(), f"3,,,{first}".encode()))
    assert run(*FAST, "--count", "3", "--resume", code=2).stderr == (
        f"Error: the folder 'out' holds another run, sheet 3: it holds {first!r} for '3', where "
        f"this run would write {last!r}; repeat the options of that run, or choose another folder "
        f"with --out\n"
    )


def test_a_finished_data_set_is_not_made_again_when_it_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = (*FAST[:1], "--count", "5", "--format", "jsonl", "--jobs", "1")
    names = run(*options).stdout
    before = contents(Path("out"))
    monkeypatch.setattr("qkvsym.runs.workers.Here.begin", None)
    assert run(*options, "--resume").stdout == names
    assert contents(Path("out")) == before


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        (lambda whole: whole[:-1], "is cut: it ends without a whole row; name all of it"),
        (lambda whole: whole[:-40], "is cut: it ends without a whole row; name all of it"),
        (lambda whole: whole[:45], "is cut: it ends without a whole row; name all of it"),
        (lambda whole: whole[:10], "is cut: it ends without a whole row; name all of it"),
        (lambda whole: b"", "is cut: it ends without a whole row; name all of it"),
        (
            lambda whole: whole.replace(whole[-18:-2], b"AAAA"),
            "'AAAA' is no digest of numbers; name a manifest that the run wrote, or leave that "
            "column empty",
        ),
    ],
)
def test_a_spoiled_manifest_is_not_taken_for_one_without_numbers(
    spoiled: Callable[[bytes], bytes], says: str
) -> None:
    options = ("match-matrix", "--format", "json", "--count", "2")
    run(*options, "--out", "a")
    Path("old.csv").write_bytes(spoiled(Path("a/manifest.csv").read_bytes()))
    message = run(*options, "--out", "b", "--avoid", "old.csv", code=2).stderr.strip()
    where = "the manifest 'old.csv'"
    assert message in (f"Error: {where} {says}", f"Error: {where}: {says}")
    assert not Path("b").exists()


@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero", "."])
def test_what_is_no_file_is_no_manifest(path: str) -> None:
    message = run("match-matrix", "--count", "2", "--avoid", path, code=2).stderr
    assert message == (
        f"Error: the manifest '{path}' is no file; name the manifest.csv that the run wrote\n"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--roster", "class.csv", "--count", "3"],
            "--roster makes a sheet for each person: leave --count out",
        ),
        (
            ["--roster", "class.csv", "--code", "WHA7"],
            "--code decides roster already; leave the code or the others out",
        ),
        (
            ["--code", "WHA7", "--role", "q", "--any-instance"],
            "--code decides role, any-instance already; leave the code or the others out",
        ),
        (
            ["--roster", "class.csv", "--out", "-", "--format", "md"],
            "--roster makes files, and --out - writes none: leave one out",
        ),
        (["--term", "2026"], "--term is for a class: add --roster FILE.csv, or leave it out"),
        (["--resume"], "--resume is for many sheets: add --count or --roster, or leave it out"),
        (
            ["--dask", "tcp://x:1"],
            "--dask is for many sheets: add --count or --roster, or leave it out",
        ),
        (
            ["--dask", "tcp://x:1", "--jobs", "2", "--count", "3"],
            "--dask has workers of its own: leave --jobs out",
        ),
        (
            ["--count", "3", "--format", "jsonl", "--format", "md"],
            "--format jsonl writes one file of all exercises: ask for other formats in a command "
            "of their own",
        ),
        (
            ["--count", "3", "--format", "jsonl", "--format", "parquet"],
            "--format jsonl writes one file of all exercises: ask for other formats in a command "
            "of their own",
        ),
        (
            ["--roster", "class.csv", "--format", "parquet"],
            "--format parquet is for programs, and --roster for people: give --count in its place",
        ),
        (
            ["--given", "lesson", "--avoid", "a/manifest.csv"],
            "--given decides the numbers: leave --avoid out",
        ),
        (
            ["--format", "jsonl", "--out", "-", "--resume"],
            "--resume is for files, and --out - writes none: leave one out",
        ),
        (
            ["--format", "parquet", "--out", "-"],
            "--out - prints text: write Parquet to a file, as in --out DIR",
        ),
        (
            ["--count", "2", "--format", "md", "--out", "-"],
            "--out - prints one sheet in one format: add --format md, say",
        ),
        (["--jobs", "0"], "Invalid value for '--jobs': 0 is not from 1 to 256"),
        (["--jobs", "257"], "Invalid value for '--jobs': 257 is not from 1 to 256"),
        (
            ["--count", "2", "--dask", "not an address"],
            "'not an address' is no address of a scheduler, as tcp://HOST:8786 is",
        ),
        (
            ["--roster", "none.csv"],
            "the roster 'none.csv' cannot be read: No such file or directory",
        ),
        (
            ["--count", "2", "--avoid", "none.csv"],
            "the manifest 'none.csv' cannot be read: No such file or directory",
        ),
        (
            ["--count", "2", "--role", "w"],
            "Invalid value for '--role': 'w' is not one of 'q', 'k', 'v', 'all'.",
        ),
        (
            ["--combine", "--count", "2", "--resume"],
            "--combine makes its PDFs in one go: leave --resume out",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused(args: list[str], message: str) -> None:
    if "--dask" in args:
        pytest.importorskip("distributed")
    result = run(*args, code=2)
    assert result.stderr.removesuffix("\n").rpartition("Error: ")[2] == message
    assert [path.name for path in Path().iterdir()] == ["class.csv"]


def test_lines_of_a_data_set_are_printed_as_they_are_written() -> None:
    options = ("match-matrix", "--count", "5", "--format", "jsonl")
    (name, card, manifest) = run(*options, "--out", "a").stdout.splitlines()
    assert sorted((name, card, manifest)) == sorted(map(str, Path("a").iterdir()))
    lines = run(*options, "--out", "-").stdout
    assert lines.encode() == Path(name).read_bytes()
    assert [json.loads(line)["code"] for line in lines.splitlines()] == [
        row.code for row in read_manifest(manifest)
    ]


def test_what_was_not_asked_to_be_a_run_writes_no_manifest() -> None:
    run(*FAST)
    assert len(list(Path("out").iterdir())) == 2


def test_a_long_run_says_how_far_it_is_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0)
    said = run(*FAST, "--count", "3").stderr.splitlines()
    assert [line.partition(",")[0] for line in said] == ["1 of 3 sheets", "2 of 3 sheets"]
    assert all(line.endswith(" left") for line in said)


def test_a_pace_is_that_of_late() -> None:
    now = [0.0]
    pace = progress.Pace(1_000, clock=lambda: now[0])
    for seconds, more in ((10, 10), (50, 10), (60, 200), (70, 200)):
        now[0] = seconds
        pace.add(more)
    assert pace.said() == "420 of 1000 sheets, 20 a second, 0:00:29 left"


def are_gone(group: int) -> bool:
    """Whether no process of a group is left; Python's own of them take a moment."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_stopped_says_how_to_go_on(number: int, code: int, jobs: str) -> None:
    options = (*FAST, "--count", "400", "--jobs", jobs, "--out", "a")
    process = begun(*options)
    while not Path("a/manifest.csv").exists():
        assert process.poll() is None
        time.sleep(0.02)
    # As a terminal does with Ctrl-C: all processes of the group get it.
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    _, said = process.communicate()
    done = len(rows("a"))
    assert said.decode() in {
        f"stopped after {n} of 400 sheets{LATER}\n" for n in range(done - 1, done + 1)
    }
    assert process.returncode == code
    assert not Path("a/.qkvsym").exists()
    assert are_gone(process.pid)


def test_a_limit_on_files_ends_a_data_set_which_is_gone_on_with() -> None:
    options = ("match-matrix", "--count", "30", "--format", "jsonl", "--jobs", "1")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    # What measures the tests could not write its own file.
    bare = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    small = subprocess.run([*COMMAND, "generate", *options, "--out", "a"], preexec_fn=limit,
                           capture_output=True, text=True, check=False, env=bare)  # fmt: skip
    assert small.returncode == 2
    assert " cannot be written: File too large; stopped after " in small.stderr
    assert small.stderr.endswith(f" of 30 sheets{LATER}\n")
    assert [path.name for path in Path("a").iterdir()] == [".qkvsym"]
    run(*options, "--out", "a", "--resume")
    run(*options, "--out", "b")
    assert contents(Path("a")) == contents(Path("b"))


@pytest.mark.parametrize(
    "options",
    [
        (*FAST, "--count", "40", "--jobs", "1"),
        ("match-matrix", "--format", "jsonl", "--count", "300", "--jobs", "2"),
    ],
    ids=["pages", "data"],
)
def test_a_run_that_is_killed_again_and_again_becomes_the_one_that_was_not(
    options: tuple[str, ...],
) -> None:
    start = time.monotonic()
    assert begun(*options, "--out", "whole").communicate() == (None, b"")
    took = time.monotonic() - start
    whole = contents(Path("whole"))
    killed_until_done(Path("killed"), whole, took * 0.9, Random(2), 2, *options)
