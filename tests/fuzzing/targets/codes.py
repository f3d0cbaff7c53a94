"""Codes: as they are typed, and as numbers that are spelled with the right check."""

from collections.abc import Iterator
from itertools import product

from qkvsym.codes import ALPHABET, encode
from qkvsym.errors import BadCode
from qkvsym.kinds import kind_ids
from qkvsym.spec import Spec, code_of, spec_of
from tests.fuzzing.target import Target, choosing, chosen, text_of
from tests.test_codes import HOSTILE

_WIDEST = 12


def _typed(data: bytes) -> str:
    """The code itself, or the code of the numbers that bytes are."""
    if chosen(data, 2) == 0:
        return text_of(data[1:])
    return encode(_numbers(data[1:]))


def _numbers(data: bytes) -> Iterator[int]:
    """Whole numbers: a byte below 240 is one, else it says how many bytes behind it are one."""
    at = 0
    while at < len(data):
        length = max(0, data[at] - 239)
        yield int.from_bytes(data[at + 1 : at + 1 + length]) if length else data[at]
        at += 1 + min(length, _WIDEST)


def _read(data: bytes) -> Spec:
    return spec_of(_typed(data))


def _check(data: bytes, spec: Spec) -> None:
    assert code_of(spec) == _typed(data).strip().upper()
    assert spec_of(code_of(spec)) == spec


def _seeds() -> Iterator[bytes]:
    for code in ("X6E6D", "BSVVGA", "WHA7", "SA29VQX88C9V7R", *HOSTILE):
        yield choosing(0, code[:2000])
    specs = (
        Spec(kinds, (), level, d_in, d_out, entries, role=role)
        for kinds, level, (d_in, d_out), entries, role in product(
            ((), kind_ids()[:1], kind_ids()),
            (None, "easy"),
            ((None, None), (16, 3)),
            (None, (-3, 5)),
            (None, "v"),
        )
    )
    for spec in specs:
        yield choosing(0, code_of(spec))
    yield bytes([1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    yield bytes([1, 0, 1, 2, 1, 3, 1, 3, 2, 2, 1, 4, 0, 247, *range(8), 0, 2, 1])


TARGET = Target(_read, (BadCode,), _check, _seeds, tuple(ALPHABET), 500, share=1)
