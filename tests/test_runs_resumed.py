"""Runs that were stopped: what is left is whole, is gone on with, and becomes what it would be."""

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from qkvsym.errors import AuthorError, BadManifest, BadOutput
from qkvsym.roster import Person
from qkvsym.runs import folder as folders
from qkvsym.runs import listed, paged
from qkvsym.runs.combined import write_combined
from qkvsym.runs.folder import ELSEWHERE, WORK, held
from qkvsym.runs.kept import numbers_met
from qkvsym.runs.making import Bound, Entries, Pages
from qkvsym.runs.plan import Plan, for_people
from qkvsym.runs.workers import Here
from qkvsym.spec import Spec
from tests.killing import check_whole, contents

TIGHT = Spec(("compute-projections",), d_in=1, d_out=2, entries=(0, 2), role="q", any_instance=True)
"""There are 27 instances, so most sheets are not as they are drawn first."""

COUNT = 12
PLAN = Plan(TIGHT, COUNT)
LOOK = Pages(("md",))
PEOPLE = (Person("ada", "Ada", "a@b.c"), Person("bob", "Bob"), Person("cy"), Person("dan"))
Files = dict[str, bytes]


def run(folder: Path, plan: Plan = PLAN, look: Pages = LOOK, *, stop: int | None = None,
        opening: Any = paged.anew, met: Any = ()) -> list[str]:  # fmt: skip
    """The names of what a run wrote, which is stopped behind so many sheets."""
    written = paged.write_pages(plan, look, folder, Here(), opening=opening, met=met)
    found = [path.name for paths in islice(written, stop) for path in paths]
    written.close()
    return found


def refusal(kind: type[AuthorError], *args: Any, **options: Any) -> str:
    with pytest.raises(kind) as refused:
        run(*args, **options)
    return str(refused.value)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("whole")
    run(folder)
    return contents(folder)


@pytest.mark.parametrize("stop", [0, 1, 5, COUNT, COUNT + 1])
def test_a_run_that_was_stopped_becomes_the_one_that_was_not(
    stop: int, tmp_path: Path, whole: Files
) -> None:
    before = run(tmp_path, stop=stop)
    check_whole(tmp_path, whole)
    names = run(tmp_path, opening=paged.resumed)
    assert contents(tmp_path) == whole
    assert sorted(names) == sorted(whole)
    assert names[: len(before)] == before


def test_a_run_is_gone_on_with_where_nothing_was_begun(tmp_path: Path, whole: Files) -> None:
    run(tmp_path / "new", opening=paged.resumed)
    assert contents(tmp_path / "new") == whole


def last_row_cut(folder: Path) -> None:
    path = folder / "manifest.csv"
    path.write_bytes(path.read_bytes()[:-7])


def file_removed(folder: Path) -> None:
    sorted(folder.glob("*.md"))[3].unlink()


def first_file_changed(folder: Path) -> None:
    name = (folder / "manifest.csv").read_text().splitlines()[1].split(",")[4].split()[0]
    (folder / name).write_text("half")


def all_files_removed(folder: Path) -> None:
    for path in folder.glob("*.md"):
        path.unlink()


def saved_by_a_spreadsheet(folder: Path) -> None:
    path = folder / "manifest.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\r\n", b"\n"))


def left_by_a_kill(folder: Path) -> None:
    (folder / WORK).mkdir()
    (folder / WORK / ".X.md.0a1b2c3d.part").write_text("half")
    (folder / WORK / "X.x3.manifest.csv").write_text("rows without lines")


@pytest.mark.parametrize(
    "damage",
    [
        last_row_cut,
        file_removed,
        first_file_changed,
        all_files_removed,
        saved_by_a_spreadsheet,
        left_by_a_kill,
    ],
)
@pytest.mark.parametrize("stop", [6, COUNT])
def test_what_is_damaged_is_made_again(
    damage: Callable[[Path], None], stop: int, tmp_path: Path, whole: Files
) -> None:
    run(tmp_path, stop=stop)
    damage(tmp_path)
    run(tmp_path, opening=paged.resumed)
    assert contents(tmp_path) == whole


OTHER = "repeat those options, or choose another folder with --out"


@pytest.mark.parametrize(
    "look",
    [Pages(("md",), hints=False), Pages(("md", "json")), Pages(("tex",)), Pages(("md",), ("key",))],
)
def test_sheets_that_look_otherwise_are_not_gone_on_with(look: Pages, tmp_path: Path) -> None:
    run(tmp_path, stop=3)
    before = contents(tmp_path)
    message = refusal(BadManifest, tmp_path, look=look, opening=paged.resumed)
    assert message.startswith("the sheet '")
    assert message.endswith(f" was made with other options, or by another version: {OTHER}")
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "plan",
    [
        replace(PLAN, spec=replace(TIGHT, seed=2)),
        replace(PLAN, spec=replace(TIGHT, entries=(0, 3))),
        replace(PLAN, count=2),
        for_people(PLAN, PEOPLE, ""),
    ],
    ids=["seed", "entries", "fewer", "people"],
)
@pytest.mark.parametrize(
    ("opening", "kind"), [(paged.anew, BadOutput), (paged.resumed, BadManifest)]
)
def test_other_sheets_are_not_mixed_with_those_that_are_there(
    plan: Plan, opening: Any, kind: type[AuthorError], tmp_path: Path
) -> None:
    run(tmp_path, stop=3)
    before = contents(tmp_path)
    message = refusal(kind, tmp_path, plan, opening=opening)
    assert "another run" in message
    assert message.endswith("choose another folder with --out")
    assert contents(tmp_path) == before


def test_numbers_to_avoid_that_were_not_avoided_are_another_run(tmp_path: Path) -> None:
    run(tmp_path, stop=3)
    numbers = (tmp_path / "manifest.csv").read_text().splitlines()[2].split(",")[-1]
    message = refusal(BadManifest, tmp_path, opening=paged.resumed, met=[numbers])
    assert "another run, sheet 2: it holds " in message


def test_a_part_of_a_run_is_not_begun_anew(tmp_path: Path) -> None:
    run(tmp_path, stop=3)
    assert refusal(BadOutput, Path(tmp_path)).endswith(
        f"holds 3 of these {COUNT} sheets: go on with --resume, or choose another folder with --out"
    )


def test_a_whole_run_is_made_again(tmp_path: Path, whole: Files) -> None:
    run(tmp_path)
    run(tmp_path)
    assert contents(tmp_path) == whole


@pytest.mark.parametrize(
    ("plan", "look"),
    [
        (PLAN, Pages(("json",))),
        (PLAN, Pages(("md", "json"))),
        (PLAN, Pages(("md",), ("worksheet",))),
        (PLAN, Pages(("md",), hints=False)),
        (replace(PLAN, title="Other"), LOOK),
    ],
    ids=["format", "formats", "no key", "no hints", "title"],
)
def test_a_whole_run_is_not_lost_by_one_of_the_same_sheets_in_another_look(
    plan: Plan, look: Pages, tmp_path: Path, whole: Files
) -> None:
    run(tmp_path)
    message = refusal(BadOutput, tmp_path, plan, look)
    assert message.startswith("the sheet '")
    assert message.endswith(f" was made with other options, or by another version: {OTHER}")
    assert contents(tmp_path) == whole


def test_one_pdf_of_all_is_not_lost_by_one_with_another_title(tmp_path: Path) -> None:
    plan = Plan(Spec(("predict-shape",)), 2)
    for _ in range(2):
        list(write_combined(plan, Bound(("pdf",)), tmp_path, Here()))
    before = contents(tmp_path)
    with pytest.raises(BadOutput) as refused:
        list(write_combined(replace(plan, title="Other"), Bound(("pdf",)), tmp_path, Here()))
    assert str(refused.value).endswith(
        ".pdf' with other content than this run writes: move it away, or choose another folder "
        "with --out"
    )
    assert contents(tmp_path) == before


def edited(folder: Path, row: int, column: int, cell: str) -> None:
    """One cell of a manifest is another."""
    path = folder / "manifest.csv"
    lines = path.read_bytes().decode().split("\r\n")
    cells = lines[row].split(",")
    cells[column] = cell or ""
    lines[row] = ",".join(cells)
    path.write_bytes("\r\n".join(lines).encode())


WRITTEN = "restore the manifest that the run wrote, or " + ELSEWHERE
NO_DIGEST = f"which is no digest; {WRITTEN}"
EACH = f"digests of numbers, where each sheet of this run has 1; {WRITTEN}"


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("column", "cell", "says"),
    [
        (6, "AAAA", f": its numbers are 'AAAA', {NO_DIGEST}"),
        (6, "a" * 16, f": its numbers are '{'a' * 16}', {NO_DIGEST}"),
        (5, "aa bb", f": its sha256 are 'aa', {NO_DIGEST}"),
        (6, "", f": it has 0 {EACH}"),
        (6, "A" * 16 + " " + "B" * 16, f": it has 2 {EACH}"),
        (5, "a" * 64, f": it has 1 SHA-256 of 2 files; {WRITTEN}"),
    ],
)
@pytest.mark.parametrize(
    ("opening", "kind"), [(paged.anew, BadOutput), (paged.resumed, BadManifest)]
)
def test_a_row_without_whole_digests_is_no_row_of_this_run(
    number: int, column: int, cell: str, says: str, opening: Any, kind: type[AuthorError],
    tmp_path: Path,
) -> None:  # fmt: skip
    run(tmp_path)
    edited(tmp_path, number, column, cell)
    before = contents(tmp_path)
    message = refusal(kind, tmp_path, opening=opening)
    assert message.endswith(f" holds another run, sheet {number}{says}")
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["a.md", "../outside.md", "/etc/passwd"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_row_that_lists_other_files_is_no_row_of_this_run(
    name: str, number: int, tmp_path: Path
) -> None:
    run(tmp_path)
    edited(tmp_path, number, 4, f"{name} b.md")
    before = contents(tmp_path)
    message = refusal(BadManifest, tmp_path, opening=paged.resumed)
    assert message.endswith(f" was made with other options, or by another version: {OTHER}")
    assert contents(tmp_path) == before


def line_ends_of_unix(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def one_line_end_of_unix(content: bytes) -> bytes:
    return content[:-2] + b"\n"


def quoted(content: bytes) -> bytes:
    return content.replace(b"\r\n2,", b'\r\n"2",')


def spaced(content: bytes) -> bytes:
    return content.replace(b".md ", b".md  ")


def blank_line_behind(content: bytes) -> bytes:
    return content + b"\r\n"


def blank_line_between(content: bytes) -> bytes:
    return content.replace(b"\r\n2,", b"\r\n\n2,")


def one_column_more(content: bytes) -> bytes:
    return content.replace(b"\r\n", b",seen\r\n").replace(b"numbers,seen", b"numbers")


EDITS = [
    line_ends_of_unix,
    one_line_end_of_unix,
    quoted,
    spaced,
    blank_line_behind,
    blank_line_between,
    one_column_more,
]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("stop", [4, None])
def test_rows_that_say_the_same_in_other_bytes_are_written_anew(
    edit: Callable[[bytes], bytes], stop: int | None, tmp_path: Path, whole: Files
) -> None:
    run(tmp_path, stop=stop)
    path = tmp_path / "manifest.csv"
    before = path.read_bytes()
    path.write_bytes(edit(before))
    assert path.read_bytes() != before
    assert len(list(numbers_met([path]))) == (stop or COUNT)
    run(tmp_path, opening=paged.resumed)
    assert contents(tmp_path) == whole


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit is not spaced])
def test_a_data_set_has_the_rows_of_this_run_alone(
    edit: Callable[[bytes], bytes], tmp_path: Path, whole_data: Files
) -> None:
    data(tmp_path, stop=4)
    _, rows = parts(tmp_path)
    rows.write_bytes(edit(rows.read_bytes()))
    data(tmp_path, opening=listed.resumed)
    assert contents(tmp_path) == whole_data
    (manifest,) = tmp_path.glob("*.manifest.csv")
    manifest.write_bytes(edit(manifest.read_bytes()))
    before = contents(tmp_path)
    with pytest.raises(BadOutput, match="with other content than this run writes: move it away"):
        data(tmp_path, opening=listed.resumed)
    assert contents(tmp_path) == before


def test_people_at_the_end_of_a_list_are_added_and_change_no_other(tmp_path: Path) -> None:
    plan = Plan(Spec(("match-matrix",)), 0)
    run(tmp_path / "a", for_people(plan, PEOPLE[:2], "t"))
    first = contents(tmp_path / "a")
    run(tmp_path / "a", for_people(plan, PEOPLE, "t"), opening=paged.resumed)
    run(tmp_path / "b", for_people(plan, PEOPLE, "t"))
    grown = contents(tmp_path / "a")
    assert grown == contents(tmp_path / "b")
    assert grown.pop("manifest.csv").startswith(first.pop("manifest.csv"))
    assert first.items() < grown.items()


RESTORE = "restore it in the roster, or choose another folder with --out"
ROSTER = "repeat the options of that run with its roster, or choose another folder with --out"


@pytest.mark.parametrize(
    ("people", "says"),
    [
        (PEOPLE[::-1], f"it is for 'ada', and here for 'dan'; {ROSTER}"),
        (
            (replace(PEOPLE[0], name="Ada L."), *PEOPLE[1:]),
            f"the name of 'ada' is 'Ada' there, and 'Ada L.' here; {RESTORE}",
        ),
        (
            (replace(PEOPLE[0], email=""), *PEOPLE[1:]),
            f"the email of 'ada' is 'a@b.c' there, and '' here; {RESTORE}",
        ),
        (
            (replace(PEOPLE[0], name="", email="x@y"), *PEOPLE[1:]),
            f"the name of 'ada' is 'Ada' there, and '' here, and the email of 'ada' is 'a@b.c' "
            f"there, and 'x@y' here; {RESTORE}",
        ),
    ],
    ids=["order", "name", "email", "both"],
)
@pytest.mark.parametrize(
    ("opening", "kind"), [(paged.anew, BadOutput), (paged.resumed, BadManifest)]
)
def test_people_who_are_others_are_another_run(
    people: tuple[Person, ...], says: str, opening: Any, kind: type[AuthorError], tmp_path: Path
) -> None:
    plan = Plan(Spec(("match-matrix",)), 0)
    run(tmp_path, for_people(plan, PEOPLE, "t"))
    message = refusal(kind, tmp_path, for_people(plan, people, "t"), opening=opening)
    assert message.partition(" holds another run, sheet 1: ")[2] == says


@pytest.mark.parametrize(
    ("people", "says"),
    [
        (PEOPLE[1:], f", sheet 1: it is for 'ada', and here for 'bob'; {ROSTER}"),
        (PEOPLE[:-1], ": it has 4 sheets, and 3 are asked for; repeat the options of that run, "),
    ],
)
def test_somebody_who_is_left_out_is_another_run(
    people: tuple[Person, ...], says: str, tmp_path: Path
) -> None:
    plan = Plan(Spec(("match-matrix",)), 0)
    run(tmp_path, for_people(plan, PEOPLE, "t"))
    message = refusal(BadManifest, tmp_path, for_people(plan, people, "t"), opening=paged.resumed)
    assert f" holds another run{says}" in message


def test_a_folder_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path):
        message = refusal(BadOutput, tmp_path)
    assert message.startswith("another run is writing into the folder ")
    assert message.endswith(": wait for its end, or choose another folder with --out")
    run(tmp_path)
    assert not (tmp_path / WORK).exists()


class Disk:
    """A disk that is full after so many bytes of what is appended."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, file: int, content: bytes) -> int:
        if not self.room:
            raise OSError(28, "No space left on device")
        fits = content[: self.room]
        self.room -= len(fits)
        return _write(file, fits)


_write = os.write


@pytest.mark.parametrize("room", [0, 30, 400, 900])
def test_a_full_disk_leaves_whole_rows_and_can_be_gone_on_from(
    room: int, tmp_path: Path, whole: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(folders.os, "write", Disk(room).write)
        message = refusal(BadOutput, tmp_path / "new")
    assert message.endswith("cannot be written: No space left on device")
    check_whole(tmp_path / "new", whole)
    run(tmp_path / "new", opening=paged.resumed)
    assert contents(tmp_path / "new") == whole


def test_a_folder_that_is_removed_meanwhile_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written = paged.write_pages(PLAN, LOOK, folder, Here(), opening=paged.anew)
    next(written)
    for path in [*folder.rglob("*")][::-1]:
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
    with pytest.raises(BadOutput) as gone:
        list(written)
    assert str(gone.value).endswith("cannot be written: No such file or directory")


def data(folder: Path, plan: Plan = PLAN, *, stop: int | None = None,
         opening: Any = listed.anew, suffix: str = "jsonl") -> None:  # fmt: skip
    finishing = listed.as_parquet if suffix == "parquet" else listed.as_lines
    written = listed.write_data(plan, Entries(), folder, Here(), suffix=suffix,
                                finishing=finishing, opening=opening)  # fmt: skip
    for _ in islice(written, stop):
        pass
    written.close()


@pytest.fixture(scope="module")
def whole_data(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("whole")
    data(folder)
    return contents(folder)


def parts(folder: Path) -> tuple[Path, Path]:
    (lines,) = (folder / WORK).glob("*.jsonl")
    (rows,) = (folder / WORK).glob("*.csv")
    return lines, rows


def lines_cut(folder: Path) -> None:
    lines, _ = parts(folder)
    lines.write_bytes(lines.read_bytes()[:-40])


def lines_gone(folder: Path) -> None:
    lines, _ = parts(folder)
    lines.write_bytes(b"")


def rows_cut(folder: Path) -> None:
    _, rows = parts(folder)
    rows.write_bytes(rows.read_bytes()[:-40])


def rows_gone(folder: Path) -> None:
    parts(folder)[1].unlink()


def more_lines(folder: Path) -> None:
    lines, _ = parts(folder)
    lines.write_bytes(lines.read_bytes() + b'{"half')


def line_changed(folder: Path) -> None:
    lines, _ = parts(folder)
    lines.write_bytes(lines.read_bytes().replace(b"prompt", b"PROMPT", 3))


def nothing(folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    "damage",
    [nothing, lines_cut, lines_gone, rows_cut, rows_gone, more_lines, line_changed],
)
@pytest.mark.parametrize("stop", [2, 7])
def test_a_data_set_that_was_stopped_becomes_the_one_that_was_not(
    damage: Callable[[Path], None], stop: int, tmp_path: Path, whole_data: Files
) -> None:
    data(tmp_path, stop=stop)
    assert [path.name for path in tmp_path.iterdir()] == [WORK]
    damage(tmp_path)
    data(tmp_path, opening=listed.resumed)
    assert contents(tmp_path) == whole_data


def test_a_data_set_that_is_not_finished_is_not_lost_by_another_run(tmp_path: Path) -> None:
    data(tmp_path, stop=3)
    (name,) = (path.name for path in (tmp_path / WORK).glob("*.jsonl"))
    before = contents(tmp_path)
    for again in (
        lambda: data(tmp_path),
        lambda: data(tmp_path, replace(PLAN, count=5), opening=listed.resumed),
        lambda: run(tmp_path),
    ):
        with pytest.raises(BadOutput) as refused:
            again()
        assert f"holds the data set {name}, which is not finished: go on with " in str(
            refused.value
        )
        assert contents(tmp_path) == before


def test_lines_that_would_be_others_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data(tmp_path, stop=4)
    monkeypatch.setattr("qkvsym.datasets.entry.__version__", "9.9.9")
    with pytest.raises(BadManifest) as refused:
        data(tmp_path, opening=listed.resumed)
    assert str(refused.value).startswith("the data set '")
    assert str(refused.value).endswith(
        f" was made with other options, or by another version: {OTHER}"
    )


class Killed(BaseException):
    """In the place of a kill."""


def renaming(number: int, before: bool) -> Callable[[Path, Path], Path]:
    """A way to rename files that ends with a kill, before or behind so many of them."""
    left = [number]

    def replace(path: Path, target: Path) -> Path:
        left[0] -= 1
        if before and left == [0]:
            raise Killed
        done = _replace(path, target)
        if left == [0]:
            raise Killed
        return done

    return replace


_replace = Path.replace


class Idle:
    """Workers that are not to be asked for anything."""

    ahead = 0

    def begin(self, task: Any) -> Any:
        raise AssertionError

    def close(self) -> None:
        pass


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("before", [True, False])
def test_a_kill_while_files_are_put_in_place_leaves_all_that_was_made(
    suffix: str, number: int, before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    data(tmp_path / "a", suffix=suffix)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", renaming(number, before))
        with pytest.raises(Killed):
            data(tmp_path / "b", suffix=suffix)
    # The card, the manifest and the data; nothing is made a second time.
    finishing = listed.as_parquet if suffix == "parquet" else listed.as_lines
    again = listed.write_data(PLAN, Entries(), tmp_path / "b", Idle(), suffix=suffix,
                              finishing=finishing, opening=listed.resumed)  # fmt: skip
    assert sum(again) == COUNT
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def users_card(folder: Path) -> str:
    (folder / "README.md").write_text("# Mine")
    return "holds a README.md that is not the card of this data set: "


def data_changed(folder: Path) -> str:
    (path,) = folder.glob("*.jsonl")
    path.write_bytes(path.read_bytes().replace(b"prompt", b"PROMPT", 1))
    return f"holds a file {path.name!r} with other content than this run writes: move it away, or "


def data_longer(folder: Path) -> str:
    (path,) = folder.glob("*.jsonl")
    path.write_bytes(path.read_bytes() + b"mine")
    return f"holds a file {path.name!r} with other content than this run writes: move it away, or "


def manifest_gone(folder: Path) -> str:
    (path,) = folder.glob("*.csv")
    path.unlink()
    (path,) = folder.glob("*.jsonl")
    return f"holds a file {path.name!r} without its manifest: move it away, or "


def another_there(folder: Path) -> str:
    for path in folder.iterdir():
        path.unlink()
    data(folder, replace(PLAN, spec=replace(TIGHT, seed=2)))
    (path,) = folder.glob("*.csv")
    return f"holds another data set, of {path.name!r}, and a folder is for one: "


def more_there(folder: Path) -> str:
    for path in folder.iterdir():
        path.unlink()
    data(folder, replace(PLAN, count=COUNT + 1))
    (path,) = folder.glob("*.csv")
    return f"holds another data set, of {path.name!r}, and a folder is for one: "


@pytest.mark.parametrize("opening", [listed.anew, listed.resumed])
@pytest.mark.parametrize(
    "change",
    [users_card, data_changed, data_longer, manifest_gone, another_there, more_there],
)
def test_what_is_no_file_of_this_data_set_is_not_overwritten(
    change: Callable[[Path], str], opening: Any, tmp_path: Path, whole_data: Files
) -> None:
    data(tmp_path)
    data(tmp_path)
    data(tmp_path, opening=opening)
    assert contents(tmp_path) == whole_data
    says = change(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(BadOutput) as refused:
        data(tmp_path, opening=opening)
    _, _, rest = str(refused.value).partition("' ")
    assert rest == f"{says}choose another folder with --out"
    assert contents(tmp_path) == before


def test_a_data_set_in_other_words_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data(tmp_path)
    before = contents(tmp_path)
    monkeypatch.setattr("qkvsym.datasets.entry.__version__", "9.9.9")
    with pytest.raises(BadManifest) as refused:
        data(tmp_path)
    assert str(refused.value).endswith(
        f" was made with other options, or by another version: {OTHER}"
    )
    assert contents(tmp_path) == before


def test_parquet_that_is_another_is_not_overwritten(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    data(tmp_path, suffix="parquet")
    data(tmp_path, suffix="parquet")
    whole = contents(tmp_path)
    (path,) = tmp_path.glob("*.parquet")
    path.write_bytes(b"mine")
    with pytest.raises(BadOutput, match="with other content than this run writes: move it away"):
        data(tmp_path, suffix="parquet")
    assert path.read_bytes() == b"mine"
    path.unlink()
    data(tmp_path, suffix="parquet", opening=listed.resumed)
    assert contents(tmp_path) == whole
    # The lines have another card.
    with pytest.raises(BadOutput, match=r"holds a README\.md that is not the card of this"):
        data(tmp_path)


def test_parquet_holds_the_lines_and_is_gone_on_with(tmp_path: Path, whole_data: Files) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    data(tmp_path / "a", suffix="parquet")
    data(tmp_path / "b", suffix="parquet", stop=5)
    data(tmp_path / "b", suffix="parquet", opening=listed.resumed)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    (path,) = (tmp_path / "a").glob("*.parquet")
    (lines,) = (value for name, value in whole_data.items() if name.endswith(".jsonl"))
    assert parquet.read_table(path).num_rows == lines.count(b"\n") == COUNT
