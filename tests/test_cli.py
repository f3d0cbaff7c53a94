"""`qkvsym generate`: what it writes, prints and names, option by option."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from qkvsym import generate, render
from qkvsym.cli import main
from qkvsym.kinds import kind_ids

LESSON_MISTAKES = (
    "one-matrix-for-all",
    "length-from-rows",
    "inner-mismatch",
    "values-not-shape",
)
LESSON = """
x = [1, 2, 3]
W_q = [[1, 0], [0, 1], [1, 1]]
W_k = [[0, 1], [1, 0], [0, 2]]
W_v = [[2, 0], [0, 2], [0, 0]]
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, ["generate", *args])
    assert (result.exit_code, result.stderr) == (0, "")
    return result


def made(*args: str) -> dict[str, bytes]:
    """The files that a run printed, in that order, by name."""
    return {Path(line).name: Path(line).read_bytes() for line in run(*args).stdout.splitlines()}


def sheet(*args: str) -> Any:
    """The one sheet of a run, read back from its JSON."""
    (content,) = made("--format", "json", *args).values()
    return json.loads(content)


def test_without_options_the_lesson_set_is_written_in_all_formats_for_people_with_keys() -> None:
    code = generate().code
    suffixes = ("pdf", "html", "md", "tex")
    names = [f"{code}{key}.{suffix}" for suffix in suffixes for key in ("", ".key")]
    assert run().stdout.splitlines() == [f"out/{name}" for name in names]
    assert sorted(path.name for path in Path("out").iterdir()) == sorted(names)


def test_without_kinds_every_kind_and_every_mistake_of_the_lesson_comes_up_from_easy_to_hard() -> (
    None
):
    exercises = sheet()["exercises"]
    found = [(e["kind"], tuple(e["mistakes"])) for e in exercises if e["kind"] == "find-mistake"]
    # The four wrong solutions come in a drawn order, each mistake once.
    assert sorted(found) == sorted(("find-mistake", (mistake,)) for mistake in LESSON_MISTAKES)
    assert {e["kind"] for e in exercises} == set(kind_ids())
    levels = [["easy", "medium", "hard"].index(e["level"]) for e in exercises]
    assert levels == sorted(levels)


def test_every_printed_path_is_a_file_and_no_file_is_left_unprinted() -> None:
    options = ("--format", "md", "--format", "tex", "--count", "3", "--out", "a/b")
    printed = run("predict-shape", *options).stdout.splitlines()
    assert sorted(printed) == sorted(map(str, Path("a/b").iterdir()))
    assert len(printed) == len(set(printed)) == 13


@pytest.mark.parametrize(
    ("formats", "suffixes"),
    [
        (("md",), [".md", ".key.md"]),
        (("markdown",), [".md", ".key.md"]),
        (("tex",), [".tex", ".key.tex"]),
        (("latex",), [".tex", ".key.tex"]),
        (("html",), [".html", ".key.html"]),
        (("pdf",), [".pdf", ".key.pdf"]),
        (("json",), [".json"]),
        (("json", "md"), [".json", ".md", ".key.md"]),
        (("md", "md"), [".md", ".key.md"]),
    ],
)
def test_each_format_asked_for_is_written_in_the_order_asked_for(
    formats: tuple[str, ...], suffixes: list[str]
) -> None:
    options = [word for name in formats for word in ("--format", name)]
    code = generate("predict-shape").code
    assert list(made("predict-shape", *options)) == [code + suffix for suffix in suffixes]


def test_a_format_named_by_its_suffix_and_by_its_id_is_written_once() -> None:
    code = generate("predict-shape").code
    printed = run("predict-shape", "--format", "md", "--format", "markdown").stdout.splitlines()
    assert printed == [f"out/{code}.md", f"out/{code}.key.md"]


def test_no_key_leaves_out_the_keys_and_nothing_else() -> None:
    kind = "predict-shape"
    whole, without = made(kind, "--out", "a"), made(kind, "--no-key", "--out", "b")
    assert without == {name: text for name, text in whole.items() if ".key." not in name}
    assert made(kind, "--key", "--out", "c") == whole


def test_no_hints_leaves_out_the_hints_and_nothing_else() -> None:
    whole, without = made("--out", "a"), made("--no-hints", "--out", "b")
    assert list(whole) == list(without)
    for name, text in without.items():
        if ".key." in name:
            assert text == whole[name]
        elif name.endswith(".pdf"):
            # What a PDF says is packed.
            assert len(text) < 0.9 * len(whole[name])
        else:
            assert b"Hints" in whole[name]
            assert b"Hints" not in text
            assert len(text) < len(whole[name])
    assert made("--hints", "--out", "c") == whole


def test_count_makes_different_codes_and_different_numbers() -> None:
    files = made("compute-projections", "--count", "6", "--format", "json")
    assert files.pop("manifest.csv")
    sheets = [json.loads(text) for text in files.values()]
    assert len(files) == 6
    assert len({sheet["code"] for sheet in sheets}) == 6
    assert len({json.dumps(sheet["exercises"]) for sheet in sheets}) == 6


def test_the_first_of_several_sheets_is_the_one_that_is_made_alone() -> None:
    options = ("--format", "md", "--format", "json")
    alone = made(*options, "--out", "a")
    assert alone.items() <= made(*options, "--count", "3", "--out", "b").items()


@pytest.mark.parametrize("form", ["pdf", "html", "md", "tex", "json"])
def test_out_dash_prints_the_bytes_of_the_sheet_and_writes_no_file(form: str) -> None:
    (worksheet, *_) = made("--format", form, "--out", "there").values()
    printed = run("--format", form, "--out", "-", "--title", "")
    assert printed.stdout_bytes == worksheet
    assert [path.name for path in Path().iterdir()] == ["there"]


def test_out_dash_leaves_out_the_hints_where_asked_to() -> None:
    printed = run("--format", "md", "--out", "-", "--no-hints").stdout
    assert printed == render(generate(), "md", hints=False)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("predict-shape", "--level", "hard", "--seed", "99"),
        ("predict-shape", "shape-check", "predict-shape"),
        ("--mistake", "inner-mismatch", "--mistake", "one-matrix-for-all"),
        ("find-mistake", "--mistake", "length-from-rows", "--seed", "18446744073709551615"),
        ("compute-projections", "--entries", "-4:5", "--d-in", "3", "--d-out", "2"),
        ("derive-formula", "--level", "hard", "--seed", "0"),
    ],
)
def test_code_makes_the_same_files_again_byte_for_byte(options: tuple[str, ...]) -> None:
    formats = ("--format", "md", "--format", "tex", "--format", "json", "--format", "pdf")
    first = made(*options, *formats, "--out", "a")
    code = next(iter(first)).removesuffix(".md")
    assert made("--code", code, *formats, "--out", "b") == first
    assert made("--code", f" {code.lower()} ", *formats, "--out", "c") == first


def test_code_makes_any_sheet_of_several_again() -> None:
    several = made("--count", "4", "--format", "json", "--out", "a")
    assert several.pop("manifest.csv")
    for name, text in several.items():
        again = made("--code", name.removesuffix(".json"), "--format", "json", "--out", "b")
        assert again == {name: text}


def test_title_formats_and_templates_do_not_change_the_code(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    codes = {
        sheet(*options)["code"]
        for options in ((), ("--title", "Week 3"), ("--templates", "mine"), ("--no-hints",))
    }
    assert codes == {generate().code}


def test_given_takes_the_numbers_of_the_file() -> None:
    Path("mine.toml").write_text(LESSON)
    exercise = sheet("compute-projections", "--given", "mine.toml")["exercises"][0]
    answers = {part["id"]: part["answer"]["value"] for part in exercise["parts"]}
    assert exercise["givens"]["W_k"] == [[0, 1], [1, 0], [0, 2]]
    assert (answers["q"], answers["k"], answers["v"]) == ([[4, 5]], [[2, 7]], [[2, 4]])


def test_the_lesson_ships_as_givens_of_its_name_and_equals_the_same_file_elsewhere() -> None:
    Path("mine.toml").write_text(LESSON)
    assert made("--given", "lesson", "--out", "a") == made("--given", "mine.toml", "--out", "b")


def test_a_code_made_with_givens_makes_the_same_files_again_with_the_same_file() -> None:
    Path("mine.toml").write_text(LESSON)
    first = made("--given", "mine.toml", "--out", "a")
    code = next(iter(first)).removesuffix(".pdf")
    assert made("--code", code, "--given", "mine.toml", "--out", "b") == first


def test_level_seed_sizes_and_mistakes_reach_the_sheet() -> None:
    options = ("--level", "hard", "--seed", "42", "--d-in", "5", "--d-out", "3")
    found = sheet("find-mistake", "--mistake", "rows-dotted", *options)
    (exercise,) = found["exercises"]
    (weight,) = (matrix for name, matrix in exercise["givens"].items() if name != "x")
    assert (found["seed"], exercise["level"], exercise["mistakes"]) == (42, "hard", ["rows-dotted"])
    assert (len(exercise["givens"]["x"][0]), len(weight), len(weight[0])) == (5, 5, 3)


@pytest.mark.parametrize(("lowest", "highest"), [(1, 6), (-6, -1), (-9, 9), (-99, 99)])
def test_every_given_number_is_within_the_entries_asked_for(lowest: int, highest: int) -> None:
    span = f"{lowest}:{highest}"
    sizes = ("--d-in", "3", "--d-out", "2")
    givens = sheet("match-matrix", "--entries", span, *sizes)["exercises"][0]["givens"]
    numbers = [entry for matrix in givens.values() for row in matrix for entry in row]
    assert all(lowest <= entry <= highest for entry in numbers)
    assert len(numbers) == 3 + 3 * 6


def test_the_title_is_on_the_sheet_and_on_the_key() -> None:
    for name, text in made("--title", "Week 3").items():
        assert b"Week 3" in text, name
    assert sheet("--title", "Week 3")["title"] == "Week 3"
    assert sheet("--title", "  ")["title"] == "Queries, keys and values of one token"


def test_a_users_template_stands_before_the_built_in_one_and_the_others_stay() -> None:
    Path("mine/pages").mkdir(parents=True)
    Path("mine/pages/worksheet.md.j2").write_text("mine << sheet.code >> << title >>\n")
    files = made("--templates", "mine", "--title", "a*b")
    code = generate().code
    assert files[f"{code}.md"] == f"mine {code} a\\*b\n".encode()
    assert files[f"{code}.key.md"] == render(generate(title="a*b"), page="key").encode()
