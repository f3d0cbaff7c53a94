"""Manifests of earlier runs, and whose work a file is by them."""

from collections.abc import Iterator

from qkvsym.errors import BadManifest
from qkvsym.manifest import Row, each_row, head, is_as_written, read_manifest
from qkvsym.manifest import written as row_written
from qkvsym.owners import Owners
from tests.fuzzing.files import written
from tests.fuzzing.target import Target

_ROWS = (
    Row("ada", "WHA7", ("ada.WHA7.md", "ada.WHA7.key.md"), ("0" * 64, "1" * 64), ("A" * 16,)),
    Row("=1+1", "X6E6D", name="'=a;=b", email="a@x.org"),
    Row("bob", "X6E6D", name='B "b", c'),
)
_WORDS = (
    *["id", "name", "email", "code", "files", "sha256", "numbers", ",", "\r\n", "\n", '"', '""'],
    *["'=", "=1+1", ";'=", "@", "WHA7", "\x00", "\ufeff", "\u202e", "\u2028", "\x85", "\t", " "],
    head().decode(),
)


def _read(data: bytes) -> tuple[tuple[Row, ...], bool]:
    path = written("manifest.csv", data)
    rows = read_manifest(path)
    return rows, is_as_written(path)


def _check(data: bytes, made: tuple[tuple[Row, ...], bool]) -> None:
    rows, as_written = made
    whole = head() + b"".join(map(row_written, rows))
    again = read_manifest(written("again.csv", whole))
    assert len(again) == len(rows)
    path = written("third.csv", head() + b"".join(map(row_written, again)))
    assert read_manifest(path) == again == tuple(row for row, _ in each_row(path))
    if as_written:
        assert data.startswith(whole)
    owners = Owners(rows)
    for row in rows[:5]:
        owners.owner(f"{row.id}.md", row.code)
        owners.owner(row.files[0] if row.files else "work.md")


def _seeds() -> Iterator[bytes]:
    whole = head() + b"".join(map(row_written, _ROWS))
    yield whole
    yield whole[:-5]
    yield head()
    yield b"\xef\xbb\xbfcode,id\nWHA7,ada\n"
    yield "id,code\r\nada,WHA7\r\n".encode("utf-16")


TARGET = Target(_read, (BadManifest,), _check, _seeds, _WORDS, share=1)
