"""The TOML files of --given, for sheets and for work."""

from collections.abc import Iterator

from qkvsym.errors import BadGivens
from qkvsym.givens import Givens, digest, read_givens, read_matrices
from tests.fuzzing.files import written
from tests.fuzzing.target import Target, choosing, chosen
from tests.hostile import GIVENS

_LESSON = """x = [1, 2, 3]
W_q = [[1, 0], [0, 1], [1, 1]]
W_k = [[0, 1], [1, 0], [0, 2]]
W_v = [[2, 0], [0, 2], [0, 0]]
"""
_WORDS = (
    *["x", "X", "W_q", "W_k", "W_v", " = ", "[", "]", "[[", "]]", ", ", "\n", "#", '"', "'", '"""'],
    *["'''", "{", "}", ".", "-", "+", "_", "0x", "0b", "0o", "1e5", "inf", "nan", "true", "false"],
    *["1979-05-27", "07:32:00", "T", "Z", "\\u0041", "\\U0010ffff", "\\", "\ufeff", "\r\n", "\t"],
    *["9999", "10000", "99999999999999999999", "[1, 2, 3]", "[[1, 0], [0, 1], [1, 1]]", "[x]"],
    *["[[x]]", "x.y", '"x"', "x = {y = 1}", "[W_q]", "1 = 1"],
)


def _read(data: bytes) -> Givens:
    reader = (read_givens, read_matrices)[chosen(data, 2)]
    return reader(written("given.toml", data[1:]))


def _check(data: bytes, givens: Givens) -> None:
    for matrix in givens.values():
        assert 1 <= len(matrix.rows) <= 16
        assert 1 <= len(matrix.rows[0]) <= 16
        assert all(type(entry) is int and abs(entry) <= 9_999 for entry in matrix.entries)
    if chosen(data, 2) == 0:
        assert list(givens) == ["x", "W_q", "W_k", "W_v"]
        assert 0 <= digest(givens) < 2**40


def _seeds() -> Iterator[bytes]:
    for number in (0, 1):
        yield choosing(number, _LESSON)
        yield choosing(number, "\ufeffx = 1\n" + _LESSON)
        for case in GIVENS:
            yield choosing(number, case["toml"])


TARGET = Target(_read, (BadGivens,), _check, _seeds, _WORDS, 4_000)
