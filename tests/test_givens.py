"""The user's own numbers: what a file may hold, and what is said where it cannot be used."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qkvsym
from qkvsym.errors import AuthorError, BadGivens, NoInstance, SizesDiffer
from qkvsym.givens import read_givens
from tests.examples import examples
from tests.oracles.by_kind import numbers
from tests.oracles.checks import check_as_it_is

LESSON: dict[str, Any] = {
    "x": [[1, 2, 3]],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}
FILE = """\
x = [1, 2, 3]
W_q = [[1, 0], [0, 1], [1, 1]]
W_k = [[0, 1], [1, 0], [0, 2]]
W_v = [[2, 0], [0, 2], [0, 0]]
"""
WEIGHTS = FILE.split("\n", 1)[1]
NOT_READ = "the givens {} cannot be read: {}"


def exercises(*kinds: str, **options: Any) -> list[dict[str, Any]]:
    text = qkvsym.render(qkvsym.generate(*kinds, **options), "json")
    found: list[dict[str, Any]] = json.loads(text)["exercises"]
    return found


def refusal(path: str | Path) -> str:
    with pytest.raises(BadGivens) as said:
        read_givens(path)
    return str(said.value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, so that a file has a short name in messages."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file_refusal(folder: Path, content: str | bytes) -> str:
    """What is said of a file of that content, after its name."""
    data = content.encode() if isinstance(content, str) else content
    (folder / "a.toml").write_bytes(data)
    return refusal("a.toml")


# Reading


@pytest.mark.parametrize(
    "content",
    [
        FILE,
        FILE.replace("[1, 2, 3]", "[[1, 2, 3]]"),
        FILE.replace("\n", "\r\n"),
        "\ufeff" + FILE,
        "# ours\n" + FILE.replace("[1, 2, 3]", "[\n  0x1, 0b10, +3,  # ends with a comma\n]"),
    ],
)
def test_every_way_to_write_the_same_numbers_is_read_alike(folder: Path, content: str) -> None:
    (folder / "mine.toml").write_text(content, encoding="utf-8", newline="")
    for path in ("mine.toml", Path("mine.toml"), folder / "mine.toml"):
        read = read_givens(path)
        assert {name: [list(r) for r in m.rows] for name, m in read.items()} == LESSON
    assert qkvsym.generate(given="mine.toml") == qkvsym.generate(given=LESSON)


def test_the_largest_sizes_and_entries_are_read(folder: Path) -> None:
    big = {"x": [[-9999] * 16], **{name: [[9999] * 16] * 16 for name in ("W_q", "W_k", "W_v")}}
    text = "".join(f"{name} = {rows}\n" for name, rows in big.items())
    (folder / "big.toml").write_text(text, encoding="utf-8")
    assert {n: [list(r) for r in m.rows] for n, m in read_givens("big.toml").items()} == big


BAD: tuple[tuple[str, str], ...] = (
    (
        "x = [1, 2, 3]\n" + WEIGHTS.replace("[0, 1], [1, 1]]", "[0], [1, 1]]"),
        "'a.toml': row 2 of W_q has 1 entries and row 1 has 2; all rows need one length",
    ),
    (
        "x = [1, 2.0, 3]\n" + WEIGHTS,
        "'a.toml': entry 2 in row 1 of x is 2.0; entries are whole numbers",
    ),
    (
        "x = [1, 2, true]\n" + WEIGHTS,
        "'a.toml': entry 3 in row 1 of x is True; entries are whole numbers",
    ),
    (
        "x = ['1', 2, 3]\n" + WEIGHTS,
        "'a.toml': entry 1 in row 1 of x is '1'; entries are whole numbers",
    ),
    (
        "x = [inf, 2, 3]\n" + WEIGHTS,
        "'a.toml': entry 1 in row 1 of x is inf; entries are whole numbers",
    ),
    (
        "x = [[[1, 2, 3]]]\n" + WEIGHTS,
        "'a.toml': entry 1 in row 1 of x is [1, 2, 3]; entries are whole numbers",
    ),
    (
        FILE.replace("[0, 2]]\nW_v", "[0, 10000]]\nW_v"),
        "'a.toml': entry 2 in row 3 of W_k is too large; entries go up to 9999",
    ),
    (
        "x = [1, 2, -10000]\n" + WEIGHTS,
        "'a.toml': entry 3 in row 1 of x is too large; entries go up to 9999",
    ),
    (
        FILE.replace("W_k = [[0, 1], [1, 0], [0, 2]]\n", ""),
        "'a.toml': W_k is missing; add it as a list of integers",
    ),
    (WEIGHTS, "'a.toml': x is missing; add it as a list of integers"),
    ("", "'a.toml': x is missing; add it as a list of integers"),
    (FILE + "y = 1\n", "'a.toml': 'y' is not known here; there are x, W_q, W_k, W_v"),
    ("[givens]\n" + FILE, "'a.toml': 'givens' is not known here; there are x, W_q, W_k, W_v"),
    (
        '"a\\u001b[31m" = 1\n',
        r"'a.toml': 'a\x1b[31m' is not known here; there are x, W_q, W_k, W_v",
    ),
    ("x = [[1, 2, 3], [4, 5, 6]]\n" + WEIGHTS, "'a.toml': x has 2 rows; a token is one row"),
    ("x = [[1, 2, 3], 4]\n" + WEIGHTS, "'a.toml': row 2 of x is 4, not a list"),
    ("x = 3\n" + WEIGHTS, "'a.toml': x is 3; write it as a list of rows"),
    ("x = {a = 1}\n" + WEIGHTS, "'a.toml': x is {'a': 1}; write it as a list of rows"),
    (
        FILE.replace("[[0, 1], [1, 0], [0, 2]]", "[0, 1]"),
        "'a.toml': row 1 of W_k is 0, not a list",
    ),
    (
        FILE.replace("[[0, 1], [1, 0], [0, 2]]", "[]"),
        "'a.toml': W_k is []; write it as a list of rows",
    ),
    (
        FILE.replace("[[0, 1], [1, 0], [0, 2]]", "[[0, 1], [1, 0]]"),
        "'a.toml': W_q is 3 x 2 and W_k is 2 x 2; the three matrices need one shape",
    ),
    (f"x = {[1] * 17}\n{WEIGHTS}", "'a.toml': x is 1 x 17; sizes go from 1 to 16"),
    (
        FILE.replace("[[1, 0], [0, 1], [1, 1]]", str([[1]] * 17)),
        "'a.toml': W_q is 17 x 1; sizes go from 1 to 16",
    ),
    # What follows is Python's own sentence, which differs between versions.
    ("x = [1, 2", "the givens 'a.toml' are not TOML: "),
    ("x = [1]\nx = [2]\n", "the givens 'a.toml' are not TOML: "),
    (FILE + "\x00", "the givens 'a.toml' are not TOML: "),
    ("x = " + "[" * 5000 + "]" * 5000, "the givens 'a.toml' are not TOML: "),
    ("#" * (16 * 1024 + 1), "the givens 'a.toml' are larger than 16 KiB"),
)


@pytest.mark.parametrize(("content", "message"), BAD, ids=[message[:60] for _, message in BAD])
def test_a_file_that_cannot_be_used_is_refused_with_the_place(
    folder: Path, content: str, message: str
) -> None:
    said = file_refusal(folder, content)
    if message.endswith("TOML: "):
        assert said.startswith(message)
        assert said.isprintable()
        assert len(said) < 150
    else:
        assert said == message
    with pytest.raises(BadGivens, match=r"a\.toml"):
        qkvsym.generate("predict-shape", given="a.toml")


def test_a_file_that_is_not_utf_8_is_refused_with_the_place(folder: Path) -> None:
    message = file_refusal(folder, b"x = [1]\xff")
    assert message == "the givens 'a.toml' are not UTF-8: byte 7"


def test_a_number_of_thousands_of_digits_is_refused(folder: Path) -> None:
    assert "a.toml" in file_refusal(folder, f"x = [1, 2, {'9' * 5000}]\n{WEIGHTS}")
    assert file_refusal(folder, f"x = [1, 2, {'9' * 4000}]\n{WEIGHTS}") == (
        "'a.toml': entry 3 in row 1 of x is too large; entries go up to 9999"
    )


@pytest.mark.parametrize("empty", ["[]", "[[]]"])
def test_an_empty_token_is_not_called_something_else_than_a_list(folder: Path, empty: str) -> None:
    message = file_refusal(folder, f"x = {empty}\n{WEIGHTS}")
    assert message.startswith("'a.toml': ")
    assert "not a list" not in message


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.toml", NOT_READ.format("'none.toml'", "No such file or directory")),
        ("lessons", NOT_READ.format("'lessons'", "No such file or directory")),
        (".", NOT_READ.format("'.'", "Is a directory")),
        ("a\x00b", NOT_READ.format(r"'a\x00b'", "embedded null byte")),
        ("a" * 5000, NOT_READ.format("'" + "a" * 59 + "...'", "File name too long")),
        ("../givens/lesson", NOT_READ.format("'../givens/lesson'", "No such file or directory")),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(
    folder: Path, path: str, message: str
) -> None:
    assert refusal(path) == message


def test_a_mapping_is_checked_like_a_file() -> None:
    for wrong, message in (
        ({**LESSON, "x": [1, 2.5, 3]}, "entry 2 in row 1 of x is 2.5; entries are whole numbers"),
        ({**LESSON, "y": 1}, "'y' is not known here; there are x, W_q, W_k, W_v"),
        ({"x": [1]}, "W_q is missing; add it as a list of integers"),
    ):
        with pytest.raises(BadGivens) as said:
            qkvsym.generate(given=wrong)
        assert str(said.value) == f"givens: {message}"
    as_tuples = {name: tuple(map(tuple, rows)) for name, rows in LESSON.items()}
    assert qkvsym.generate(given=as_tuples) == qkvsym.generate(given={**LESSON, "x": [1, 2, 3]})


# The lesson


def test_the_example_of_the_lesson_gives_its_results() -> None:
    (exercise,) = exercises("compute-projections", given="lesson")
    answers = {part["id"]: part["answer"]["value"] for part in exercise["parts"]}
    assert exercise["givens"] == LESSON
    assert answers == {
        "shape": [1, 2],
        "q": [[4, 5]],
        "k": [[2, 7]],
        "v": [[2, 4]],
        "q-shape": [1, 2],
        "k-shape": [1, 2],
        "v-shape": [1, 2],
    }


def test_a_file_of_that_name_goes_before_the_example_of_the_lesson(folder: Path) -> None:
    other = {**LESSON, "x": [[3, 2, 1]]}
    (folder / "lesson").write_text(FILE.replace("[1, 2, 3]", "[3, 2, 1]"), encoding="utf-8")
    assert qkvsym.generate(given="lesson") == qkvsym.generate(given=other)


def test_the_example_of_the_lesson_makes_the_whole_problem_set() -> None:
    found = exercises(given="lesson")
    assert len(found) == 10
    for exercise in found:
        check_as_it_is(exercise)


def test_a_mistake_that_the_example_of_the_lesson_cannot_show_is_named() -> None:
    (exercise,) = exercises("compute-projections", given="lesson")
    assert exercise["unseen"] == [{"mistake": "dropped-term", "part": "v", "other": ""}]
    wrong = {part["id"]: {w["mistake"] for w in part["wrong"]} for part in exercise["parts"]}
    assert "dropped-term" in wrong["q"] & wrong["k"]
    assert "dropped-term" not in wrong["v"]


# Numbers that coincide


small = st.integers(-2, 2)


@st.composite
def givens(draw: st.DrawFn) -> dict[str, Any]:
    d_in, d_out = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    row = st.lists(small, min_size=d_out, max_size=d_out)
    made: dict[str, Any] = {"x": draw(st.lists(small, min_size=d_in, max_size=d_in))}
    for name in ("W_q", "W_k", "W_v"):
        made[name] = draw(st.lists(row, min_size=d_in, max_size=d_in))
    return made


@examples(150)
@given(givens())
def test_answers_from_any_given_numbers_are_right_and_what_cannot_show_is_named(
    own: dict[str, Any],
) -> None:
    for exercise in exercises("compute-projections", "shape-check", given=own):
        check_as_it_is(exercise)


SAME = {**LESSON, "W_k": LESSON["W_q"], "W_v": LESSON["W_q"]}


def test_one_matrix_given_three_times_hides_the_mistakes_about_matrices() -> None:
    (exercise,) = exercises("compute-projections", given=SAME)
    assert {(u["mistake"], u["part"]) for u in exercise["unseen"]} == {
        ("one-matrix-for-all", "k"),
        ("k-v-swapped", "k"),
        ("one-matrix-for-all", "v"),
        ("k-v-swapped", "v"),
    }
    for part in exercise["parts"]:
        shown = {wrong["mistake"] for wrong in part["wrong"]}
        assert not shown & {"one-matrix-for-all", "k-v-swapped"}


@pytest.mark.parametrize(
    ("mistake", "own"),
    [
        ("one-matrix-for-all", SAME),
        ("k-v-swapped", SAME),
        ("sign-lost", LESSON),
        ("dropped-term", {**LESSON, "W_q": LESSON["W_v"], "W_k": LESSON["W_v"]}),
    ],
)
def test_no_wrong_solution_is_shown_where_the_mistake_gives_the_right_one(
    mistake: str, own: dict[str, Any]
) -> None:
    with pytest.raises(NoInstance) as said:
        qkvsym.generate("find-mistake", mistakes=[mistake], given=own)
    assert str(said.value) == (
        "find-mistake: no good instance was found: every mistake must give a wrong answer of "
        f"its own ({mistake}); give other numbers, or leave this kind or mistake out"
    )


def test_equal_outputs_cannot_be_matched() -> None:
    with pytest.raises(NoInstance) as said:
        qkvsym.generate("match-matrix", given=SAME)
    assert str(said.value).startswith("match-matrix: no good instance was found: ")
    assert str(said.value).endswith("; give other numbers, or leave this kind or mistake out")
    check_as_it_is(exercises("match-matrix", given=LESSON)[0])


@pytest.mark.parametrize("own", [{"x": [2], "W_q": [[3]], "W_k": [[4]], "W_v": [[5]]}])
@pytest.mark.parametrize("kind", ["predict-shape", "compute-projections", "derive-formula"])
def test_a_token_of_one_entry_can_be_given(own: dict[str, Any], kind: str) -> None:
    for level in ("easy", "medium", "hard"):
        for exercise in exercises(kind, given=own, level=level):
            check_as_it_is(exercise)


# Sizes that disagree


SHORT = {**LESSON, "x": [[1, 2]]}
NEEDING_A_PRODUCT = (
    "predict-shape",
    "compute-projections",
    "change-column",
    "match-matrix",
    "derive-formula",
)


@pytest.mark.parametrize("kind", NEEDING_A_PRODUCT)
def test_kinds_that_need_a_product_say_which_sizes_differ(kind: str) -> None:
    with pytest.raises(SizesDiffer) as said:
        qkvsym.generate(kind, given=SHORT)
    messages = [f"x is 1 x 2, W_{r} is 3 x 2: the inner sizes 2 and 3 differ" for r in "qkv"]
    assert str(said.value) in messages
    assert qkvsym.generate(kind, given=LESSON).exercises


@pytest.mark.parametrize(
    ("kind", "mistakes"), [("shape-check", []), ("find-mistake", ["inner-mismatch"])]
)
@pytest.mark.parametrize("token", [[1, 2], [1, 2, 3, 4]])
def test_kinds_about_sizes_take_givens_that_disagree(
    kind: str, mistakes: list[str], token: list[int]
) -> None:
    own = {**LESSON, "x": token}
    (exercise,) = exercises(kind, mistakes=mistakes, given=own)
    assert exercise["givens"]["x"] == [token]
    check_as_it_is(exercise)
    assert exercise["mistakes"] == ["inner-mismatch"]


def test_givens_that_agree_lose_an_entry_where_a_kind_needs_them_to_disagree() -> None:
    (exercise,) = exercises("find-mistake", mistakes=["inner-mismatch"], given=LESSON)
    x, ((_, W),) = exercise["givens"]["x"], numbers(exercise)[1].items()
    assert {len(x[0]), len(W)} == {2, 3}
    check_as_it_is(exercise)


def test_every_refusal_of_givens_is_an_error_for_the_author(folder: Path) -> None:
    with pytest.raises(AuthorError):
        qkvsym.generate(given="none.toml")
    with pytest.raises(AuthorError):
        qkvsym.generate("compute-projections", given=SHORT)
