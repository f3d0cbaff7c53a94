"""The manifest: rows come back as they were, no cell is a formula, no half row counts."""

import csv
from contextlib import chdir
from io import StringIO
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qkvsym.errors import BadManifest
from qkvsym.manifest import COLUMNS, Row, head, neutral, plain, read_manifest, written
from qkvsym.one_line import one_line

TO_DO = "name the manifest.csv that the run wrote"
SHA = "ab" * 32
ROWS = (
    Row(
        "ada", "WHA7", ("ada.WHA7.pdf", "ada.WHA7.key.pdf"), (SHA, SHA), ("1f", "2e"), "Ada", "a@x"
    ),
    Row("=1+1", "WHA8", name='=HYPERLINK("http://x","y")', email="@x"),
)
MADE = head() + b"".join(map(written, ROWS))

texts = st.text(st.characters(), max_size=30) | st.text("'=+-@\"',; \t\r\n\ud800\u202e", max_size=8)
words = st.lists(st.text("abc.019-", min_size=1, max_size=12), max_size=3).map(tuple)
rows = st.builds(
    Row, id=texts, code=st.text("23456789ABC", min_size=2, max_size=9), files=words, sha256=words,
    numbers=words, name=texts, email=texts,
)  # fmt: skip


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run") / "manifest.csv"


def on_one_line(row: Row) -> Row:
    id, name, email = map(one_line, (row.id, row.name, row.email))
    return Row(id, row.code, row.files, row.sha256, row.numbers, name, email)


def read(file: Path, content: bytes) -> tuple[Row, ...]:
    file.write_bytes(content)
    return read_manifest(file)


def refusal(file: Path, content: bytes) -> str:
    with chdir(file.parent), pytest.raises(BadManifest) as caught:
        read(Path(file.name), content)
    return str(caught.value)


def test_the_columns_are_those_that_other_programs_know() -> None:
    assert COLUMNS == ("id", "name", "email", "code", "files", "sha256", "numbers")
    assert head() == b"id,name,email,code,files,sha256,numbers\r\n"


def test_a_row_is_one_line_of_cells() -> None:
    assert written(ROWS[0]).decode() == (
        f"ada,Ada,a@x,WHA7,ada.WHA7.pdf ada.WHA7.key.pdf,{SHA} {SHA},1f 2e\r\n"
    )


@given(st.lists(rows, max_size=4))
def test_whatever_a_row_holds_is_read_back_on_one_line(file: Path, rows: list[Row]) -> None:
    content = head() + b"".join(map(written, rows))
    assert content.count(b"\n") == content.count(b"\r\n") == len(rows) + 1
    assert read(file, content) == tuple(map(on_one_line, rows))


ALIKE = [chr(code) for code in range(0x80, 0x11000) if normalize("NFKC", chr(code)) in set("=+-@")]
SIGNS = f"=+-@{''.join(ALIKE)}\t\r"
SEPARATORS = ",;|\t"
cells = st.text(st.characters(), max_size=30) | st.text(f"'\"a \n{SIGNS}{SEPARATORS}", max_size=12)


def seen(content: str, separator: str) -> list[str]:
    """The cells that a spreadsheet with this separator finds, without what it takes away first."""
    table = csv.reader(StringIO(content, newline=""), delimiter=separator, skipinitialspace=True)
    bare = (cell.lstrip(' "') for row in table for cell in row)
    return [cell for cell in bare if cell.strip()]


@given(st.lists(cells, min_size=1, max_size=4), st.sampled_from(SEPARATORS))
@example(["7", "Ada;=1+2;x"], ";")
@example(["7", 'Ada;"=1+2";x'], ";")
@example(["7", "Ada; =1+2"], ";")
@example(["7", "Ada\n=1+2"], ";")
@example(["7", "Ada\t@x"], "\t")
@example(["", '\r"'], ";")
def test_no_cell_is_a_formula_whatever_a_spreadsheet_separates_by(
    row: list[str], separator: str
) -> None:
    made = StringIO()
    csv.writer(made, lineterminator="\r\n").writerow(map(neutral, row))
    assert not [cell for cell in seen(made.getvalue(), separator) if cell.startswith(tuple(SIGNS))]


@given(rows, st.sampled_from(SEPARATORS))
def test_no_cell_of_a_row_is_a_formula(row: Row, separator: str) -> None:
    found = seen(written(row).decode(), separator)
    assert not [cell for cell in found if cell.startswith(tuple(SIGNS))]


@given(cells)
@example("';=1;'=2;''=3")
@example("\t\r='\t'=")
def test_what_was_made_neutral_is_read_as_it_was(cell: str) -> None:
    assert plain(neutral(cell)) == cell


@pytest.mark.parametrize("sign", SIGNS)
def test_a_formula_gets_a_quote_and_text_beside_it_gets_none(sign: str) -> None:
    assert neutral(f"{sign}1") == f"'{sign}1"
    assert neutral(f"'{sign}1") == f"''{sign}1"
    for separator in (*",;|\n", "; ", ';"'):
        assert neutral(f"1{separator}{sign}1") == f"1{separator}'{sign}1"
        assert neutral(f"1{separator}'{sign}1") == f"1{separator}''{sign}1"
    assert neutral(f"1{sign}1") == f"1{sign}1"


@pytest.mark.parametrize(
    "cell", ["'tis", "a-b", "x; y", "a@x.org, b@x.org", "x - y", "1;2|3", "", "-"]
)
def test_common_cells_are_left_as_they_are(cell: str) -> None:
    assert neutral(cell) == ("'-" if cell == "-" else cell)


def test_the_quote_is_in_the_file_and_not_in_the_row(file: Path) -> None:
    cells = list(csv.reader(StringIO(MADE.decode(), newline="")))[2]
    assert cells[:3] == ["'=1+1", '\'=HYPERLINK("http://x","y")', "'@x"]
    assert read(file, MADE) == ROWS


def test_a_row_cut_at_any_byte_is_left_out(file: Path) -> None:
    first, second = len(head()), len(head() + written(ROWS[0]))
    for end in range(len(MADE) + 1):
        whole = (end >= second) + (end >= len(MADE))
        assert read(file, MADE[:end]) == ROWS[:whole], end
    assert 0 < first < second < len(MADE)


def test_a_letter_cut_in_two_is_left_out_too(file: Path) -> None:
    line = written(Row("Zoë", "WHA9"))
    assert read(file, MADE + line[:3]) == ROWS
    assert read(file, MADE + line) == (*ROWS, Row("Zoë", "WHA9"))


def test_a_spreadsheet_may_have_put_its_mark_before_it(file: Path) -> None:
    assert read(file, b"\xef\xbb\xbf" + MADE) == ROWS


def test_columns_may_be_added_left_out_and_moved(file: Path) -> None:
    assert read(file, b"mark,code,id\n7,WHA7,ada\n\n8,WHA8\n") == (
        Row("ada", "WHA7"),
        Row("", "WHA8"),
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"code,name\nWHA7,Ada\n", "the manifest 'manifest.csv' has no column id"),
        (b"id;code\nada;WHA7\n", "the manifest 'manifest.csv' has no column id and no column code"),
        (b"\n", "the manifest 'manifest.csv' has no column id and no column code"),
        (b"id,code\nada,WHA7\nbob\n", "the manifest 'manifest.csv', line 3: a row without a code"),
        # A code of which nothing is seen is none.
        (b"id,code\nada, \n", "the manifest 'manifest.csv', line 2: a row without a code"),
        (
            "id,code\nada,\u2028\u200b\n".encode(),
            "the manifest 'manifest.csv', line 2: a row without a code",
        ),
        (
            b'id,code\nada,"WHA7\nbob,WHA8\n',
            "the manifest 'manifest.csv', line 3: a quote is not closed, or stands where none may",
        ),
    ],
)
def test_what_is_no_manifest_is_refused(file: Path, content: bytes, message: str) -> None:
    assert refusal(file, content) == f"{message}; {TO_DO}"


def test_other_encodings_are_refused_with_their_line(file: Path) -> None:
    assert refusal(file, head() + b"Zo\xeb,,,WHA7\n") == (
        "the manifest 'manifest.csv', line 2: it is not UTF-8; save it as CSV in UTF-8"
    )


def test_a_manifest_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadManifest) as caught:
        read_manifest("none/manifest.csv")
    assert str(caught.value) == (
        "the manifest 'none/manifest.csv' cannot be read: No such file or directory"
    )
