"""`qkvsym generate` on bad input: one message, exit code 2, and nothing half-written."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from qkvsym import generate
from qkvsym.cli import main

KINDS = (
    "there are change-column, compute-projections, derive-formula, find-mistake, match-matrix, "
    "predict-shape, shape-check"
)
MISTAKES = (
    "there are column-sums, dropped-term, inner-mismatch, k-v-swapped, length-from-rows, "
    "one-matrix-for-all, outputs-reversed, rows-dotted, same-column, sign-lost, values-not-shape"
)
SIZES = "a size is a whole number from 1 to 16"
WRONG_CHARACTER = (
    "was mistyped: a character is wrong, missing or too many, or two neighbours are swapped; "
    "compare it with the sheet"
)
CODE = generate("predict-shape").code


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refusal(*args: str) -> str:
    """The message of a run that is refused, after what click says about usage."""
    before = sorted(Path().rglob("*"))
    result = CliRunner().invoke(main, ["generate", *args])
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (2, "")
    assert sorted(Path().rglob("*")) == before
    usage, _, message = result.stderr.rpartition("Error: ")
    assert usage in (
        "",
        "Usage: main generate [OPTIONS] [KIND]...\nTry 'main generate --help' for help.\n\n",
    )
    assert message.count("\n") == 1
    return message.removesuffix("\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["predict-shap"], f"unknown kind 'predict-shap': did you mean 'predict-shape'? {KINDS}"),
        (["Predict_Shape"], f"unknown kind 'Predict_Shape': did you mean 'predict-shape'? {KINDS}"),
        (["predict-shape", "zzz"], f"unknown kind 'zzz': {KINDS}"),
        ([""], f"unknown kind '': {KINDS}"),
        (["x\x1b[31m"], f"unknown kind 'x\\x1b[31m': {KINDS}"),
        (
            ["--mistake", "one-matrix"],
            f"unknown mistake 'one-matrix': did you mean 'one-matrix-for-all'? {MISTAKES}",
        ),
        (["--mistake", "zzz"], f"unknown mistake 'zzz': {MISTAKES}"),
        # What can be asked for is suggested, and nothing else.
        (
            ["--mistake", "row-shifted"],
            f"unknown mistake 'row-shifted': did you mean 'rows-dotted'? {MISTAKES}",
        ),
        (
            ["--level", "eassy"],
            "unknown level 'eassy': did you mean 'easy'? there are easy, hard, medium",
        ),
        (["--level", ""], "unknown level '': there are easy, hard, medium"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_one_and_all_there_are(
    args: list[str], message: str
) -> None:
    assert refusal(*args) == message


@pytest.mark.parametrize("kinds", [[], ["find-mistake"], ["predict-shape", "find-mistake"]])
@pytest.mark.parametrize("also", [[], ["--mistake", "sign-lost"]])
def test_a_mistake_that_no_kind_shows_is_refused_with_those_that_can_be_asked_for(
    kinds: list[str], also: list[str]
) -> None:
    able = MISTAKES.removeprefix("there are ")
    assert refusal(*kinds, *also, "--mistake", "rows-shifted") == (
        f"no kind can show rows-shifted; the mistakes that can be asked for are {able}"
    )


def test_an_unknown_format_is_refused_with_the_formats_of_a_sheet() -> None:
    known = "there are html, json, jsonl, md, parquet, pdf, tex"
    for name, near in (("jsn", "json"), ("jsonl,parquet", "parquet"), ("md,tex", "tex")):
        said = f"unknown format {name!r}: did you mean {near!r}? {known}"
        assert refusal("--format", name) == said
        assert refusal("--format", name, "--format", "jsonl").startswith(
            "--format jsonl writes one"
        )


@pytest.mark.parametrize("name", ["txt", "text"])
@pytest.mark.parametrize("more", [[], ["--format", "md"], ["--out", "-"]])
def test_a_format_that_no_sheet_has_is_refused_and_not_left_out_in_silence(
    name: str, more: list[str]
) -> None:
    assert refusal("--format", name, *more)


@pytest.mark.parametrize("option", ["--d-in", "--d-out"])
@pytest.mark.parametrize("size", ["0", "17", "-1", "100000000"])
def test_sizes_out_of_bounds_are_refused(option: str, size: str) -> None:
    assert refusal(option, size) == f"{option[2:].replace('-', '_')} is {size}: {SIZES}"


@pytest.mark.parametrize("option", ["--d-in", "--d-out", "--seed", "--count"])
@pytest.mark.parametrize("value", ["1.5", "", "three", "d_in", "1e3", "0x10", "1 2"])
def test_what_is_no_whole_number_is_refused_where_one_is_needed(option: str, value: str) -> None:
    message = refusal(option, value)
    assert f"'{option}'" in message
    assert f"'{value}'" in message


@pytest.mark.parametrize(
    "value",
    ["1", "", ":", "1:", ":3", "a:b", "1:2:3", "1-3", "1:2.5", "1:1e1", "True:3",
     "\N{FULLWIDTH DIGIT ONE}:\N{FULLWIDTH DIGIT TWO}", "0:1_0", "-3:3 and " + "more" * 9],
)  # fmt: skip
def test_entries_that_are_no_range_are_refused(value: str) -> None:
    said = ascii(value)
    expected = f"Invalid value for '--entries': {said} is no range; write LO:HI, as in 0:3 or -3:3"
    assert refusal("predict-shape", "--entries", value) == expected


def test_entries_are_read_to_their_end() -> None:
    assert refusal("predict-shape", "--entries", "0:5" + " " * 18 + "x")
    zeros = CliRunner().invoke(
        main, ["generate", "match-matrix", "--entries", "-9:00000000000000000009", "--out", "-",
               "--format", "json"],
    )  # fmt: skip
    assert zeros.stdout == "" or max(_numbers(zeros.stdout)) > 0


def _numbers(printed: str) -> list[int]:
    import json

    givens = json.loads(printed)["exercises"][0]["givens"]
    return [entry for matrix in givens.values() for row in matrix for entry in row]


@pytest.mark.parametrize(
    ("span", "says"),
    [
        ("-100:3", "the range of entries is -100; it is a whole number from -99 to 99"),
        ("0:100", "the range of entries is 100; it is a whole number from -99 to 99"),
        ("5:1", "the entries go from 5 to 1; the lowest comes first, as in -3:3"),
        (f"0:{10**30}", f"the range of entries is {10**30}; it is a whole number from -99 to 99"),
    ],
)
def test_entries_out_of_bounds_or_the_wrong_way_round_are_refused(span: str, says: str) -> None:
    assert refusal("--entries", span) == says


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_seeds_out_of_bounds_are_refused(seed: int) -> None:
    says = f"the seed is {seed}; it is a whole number from 0 to {2**64 - 1}"
    assert refusal("--seed", str(seed)) == says


@pytest.mark.parametrize("count", [0, -1, 1_000_001])
def test_counts_out_of_bounds_are_refused(count: int) -> None:
    says = f"Invalid value for '--count': {count} is not from 1 to 1000000"
    assert refusal("--count", str(count)) == says


@pytest.mark.parametrize(
    ("args", "rule", "widen"),
    [
        (
            ["predict-shape", "--d-in", "2", "--d-out", "2"],
            "predict-shape with d_in 2 and d_out 2: no good instance was found: d_in and d_out "
            "must differ; ",
            "choose another --d-in or --d-out",
        ),
        (
            ["match-matrix", "--d-in", "3", "--d-out", "2", "--entries", "0:1"],
            "match-matrix with d_in 3 and d_out 2: no good instance was found: ",
            "choose other --entries, or a smaller --d-in",
        ),
        (
            ["compute-projections", "--d-in", "3", "--d-out", "2", "--entries", "0:0"],
            "compute-projections with d_in 3 and d_out 2: no good instance was found: no entry of "
            "the token may be zero; ",
            "widen --entries",
        ),
    ],
)
def test_options_that_leave_no_good_instance_name_the_rule_and_what_to_widen(
    args: list[str], rule: str, widen: str
) -> None:
    message = refusal(*args)
    assert message.startswith(rule)
    assert widen in message.removeprefix(rule)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("kind", ["derive-formula", "predict-shape", "shape-check"])
@pytest.mark.parametrize("sizes", [(2, 1), (16, 1), (1, 2), (1, 16)])
def test_the_smallest_sizes_make_a_sheet_or_one_message(
    kind: str, level: str, sizes: tuple[int, int]
) -> None:
    args = [kind, "--level", level, "--d-in", str(sizes[0]), "--d-out", str(sizes[1])]
    result = CliRunner().invoke(main, ["generate", *args, "--out", "-", "--format", "md"])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 2)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "'' is no worksheet code: it is too short"),
        ("2" * 401, f"'{'2' * 59}...' is no worksheet code: it is too long"),
        (CODE[:-1] + "8", f"the code '{CODE[:-1]}8' {WRONG_CHARACTER}"),
        (
            CODE[1] + CODE[0] + CODE[2:],
            f"the code '{CODE[1]}{CODE[0]}{CODE[2:]}' {WRONG_CHARACTER}",
        ),
        (
            CODE[:-1] + "O",
            f"the code '{CODE[:-1]}O' has 'O' at place {len(CODE)}: codes use the digits 2 to 9 "
            f"and the letters without I, L and O; compare it with the sheet",
        ),
        (
            "../../../etc/passwd",
            "the code '../../../etc/passwd' has '.' at place 1: codes use the digits 2 to 9 and "
            "the letters without I, L and O; compare it with the sheet",
        ),
    ],
)
def test_a_mistyped_code_is_refused_with_a_reason(code: str, message: str) -> None:
    assert refusal("--code", code) == message


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("kinds", ["predict-shape"]),
        ("mistakes", ["--mistake", "rows-dotted"]),
        ("level", ["--level", "easy"]),
        ("seed", ["--seed", "1"]),
        ("count", ["--count", "1"]),
        ("d-in", ["--d-in", "3"]),
        ("d-out", ["--d-out", "3"]),
        ("entries", ["--entries", "0:3"]),
    ],
)
def test_code_refuses_each_option_that_it_decides(name: str, args: list[str]) -> None:
    says = f"--code decides {name} already; leave the code or the others out"
    assert refusal("--code", CODE, *args) == says


def test_out_dash_needs_one_format_and_one_sheet() -> None:
    says = "--out - prints one sheet in one format: add --format md, say"
    assert refusal("--out", "-") == says
    assert refusal("--out", "-", "--format", "md", "--format", "tex") == says
    assert refusal("--out", "-", "--format", "md", "--count", "2") == says


def test_titles_have_up_to_two_hundred_characters() -> None:
    says = "the title has 201 characters; it may have up to 200"
    assert refusal("--title", "a" * 201) == says
    made = CliRunner().invoke(main, ["generate", "predict-shape", "--title", "a" * 200])
    assert made.exit_code == 0


@pytest.mark.parametrize("option", ["--mistake", "--level", "--given", "--out", "--title"])
def test_an_option_without_its_value_is_refused(option: str) -> None:
    assert refusal(option) == f"Option '{option}' requires an argument."
