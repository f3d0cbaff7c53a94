"""Reading a value, or a shape, that stands alone, to look at what the reader makes of it."""

from qkvsym.reading.statements import Statements
from qkvsym.reading.syntax import Node, Note, WrittenShape
from qkvsym.reading.vocabulary import Vocabulary


def read_value(text: str, vocabulary: Vocabulary) -> tuple[Node, tuple[Note, ...]]:
    """What is written where a value is expected; raises `Unreadable`.

    >>> node, _ = read_value("[4, 5]", Vocabulary())
    >>> [cell.value for cell in node.rows[0]]
    [4, 5]
    """
    reader = Statements(text, vocabulary)
    node = reader.member(None)
    _to_the_end(reader)
    return node, tuple(reader.notes)


def read_shape(text: str, vocabulary: Vocabulary) -> tuple[WrittenShape, tuple[Note, ...]]:
    """What is written where a shape is expected; raises `Unreadable`.

    >>> read_shape("1 x d_out", Vocabulary())[0].sizes
    (1, 'd_out')
    """
    reader = Statements(text, vocabulary)
    shape = reader.shape()
    _to_the_end(reader)
    return shape, tuple(reader.notes)


def _to_the_end(reader: Statements) -> None:
    if not reader.done():
        reader.unexpected()
