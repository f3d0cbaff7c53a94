"""The reader of one line."""

from collections.abc import Iterator

from qkvsym.errors import Unreadable
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Reading, nodes
from qkvsym.reading.vocabulary import Vocabulary
from tests.fuzzing.target import Target, check_message, choosing, chosen, text_of
from tests.fuzzing.work_texts import WORDS, lines

VOCABULARIES = (
    Vocabulary(),
    Vocabulary({"d_in": 3, "d_out": 2}, "x"),
    Vocabulary({"d_in": 16, "d_out": 12, "d_k": 12}, "x"),
    Vocabulary({"d_in": 4}, "X"),
    Vocabulary({"d_in": 3, "d_out": 2}, "x", row_asked=True),
)


def _read(data: bytes) -> Reading:
    text = text_of(data[1:])
    try:
        return read_line(text, VOCABULARIES[chosen(data, len(VOCABULARIES))])
    except Unreadable as refused:
        _check_place(refused, len(text))
        raise


def _check_place(refused: Unreadable, length: int) -> None:
    assert 0 <= refused.at <= length


def _check(data: bytes, reading: Reading) -> None:
    length = len(text_of(data[1:]))
    for note in reading.notes:
        check_message(note.text)
        assert 0 <= note.at <= length
    for statement in reading.statements:
        for node in nodes(statement):
            assert 0 <= node.at <= node.end <= length


def _seeds() -> Iterator[bytes]:
    for number, line in enumerate(lines()):
        yield choosing(number % len(VOCABULARIES), line)


TARGET = Target(_read, (Unreadable,), _check, _seeds, WORDS, share=4)
