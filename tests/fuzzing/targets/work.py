"""Work of a learner: with givens beside it, with those that it says itself, and with symbols."""

from collections.abc import Iterator
from typing import Any

from qkvsym import Verification, verify
from qkvsym.errors import BadWork
from tests.fuzzing.reports import check_report
from tests.fuzzing.target import Target, choosing, chosen, text_of
from tests.fuzzing.work_texts import WORDS, lines, works
from tests.judging.test_any_text import NAMED_SIZES, PROBLEMS

WIDEST = {
    "x": list(range(1, 17)),
    **{
        f"W_{r}": [[(i * 7 + j * n) % 19 - 9 for j in range(16)] for i in range(16)]
        for r, n in zip("qkv", (3, 5, 11), strict=True)
    },
}
"""As large as givens may be."""

GIVEN: list[tuple[dict[str, Any] | None, str]] = [
    *((problem, "") for problem in (*PROBLEMS, WIDEST)),
    *((None, sizes) for sizes in (*NAMED_SIZES, "d_in = 16\nd_out = 16\n", "d_k = 3\n")),
    (None, "x = [1, 2, 3]\nW_q = [[1, 0], [0, 1], [1, 1]]\nW_k = [[0, 1], [1, 0], [0, 2]]\n"),
    (None, "X = [[1, 0, 1], [0, 1, 0]]\nW_v = [[1, 2], [3, 4], [5, 6]]\n"),
]


def _text(data: bytes) -> str:
    return GIVEN[chosen(data, len(GIVEN))][1] + text_of(data[1:])


def _read(data: bytes) -> Verification:
    return verify(_text(data), givens=GIVEN[chosen(data, len(GIVEN))][0])


def _check(data: bytes, verification: Verification) -> None:
    check_report(verification, _text(data))


def _seeds() -> Iterator[bytes]:
    for number, line in enumerate(lines()):
        yield choosing(number % len(GIVEN), line)
    for work in works():
        yield choosing(PROBLEMS.index(None), work)


def _lines(data: bytes) -> int:
    """A line is a piece of work; of a whole file less is calculated than of so many lines."""
    return min(len(_text(data).splitlines()), 5) or 1


TARGET = Target(_read, (BadWork,), _check, _seeds, WORDS, pieces=_lines, share=6)
