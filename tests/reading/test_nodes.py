"""Nodes of the reader: where each stands in the text, and what a minus parts."""

import pytest

from qkvsym.errors import Unreadable
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Add, Array, Div, Equation, Note, nodes
from qkvsym.reading.vocabulary import Vocabulary
from tests.reading.read_alone import read_value


@pytest.mark.parametrize(
    ("text", "fractions"),
    [
        ("6 / 3", ["6 / 3"]),
        ("2 * 6 / 3", ["6 / 3"]),
        ("5 * 2 * 6 / 3", ["6 / 3"]),
        ("6 / 3 * 2 / 1", ["6 / 3", "2 / 1"]),
        ("(2 + 4) / 3", ["(2 + 4) / 3"]),
        ("8 / 2 / 2", ["8 / 2 / 2", "8 / 2"]),
    ],
)
def test_a_fraction_stands_where_it_was_written(text: str, fractions: list[str]) -> None:
    """A place is that of what was written: a fraction has the factor right before its stroke."""
    node, _ = read_value(text, Vocabulary())
    found = [text[one.at : one.end] for one in nodes(node) if isinstance(one, Div)]
    assert found == fractions


def test_a_product_of_shapes_stands_where_its_first_shape_does() -> None:
    """Every node has its place in the text."""
    line = "so (1 x 3)(3 x 2) = 1 x 2, q: 1 x 2"
    written = [line[one.at : one.end] for one in read_line(line, Vocabulary()).statements]
    assert written[0] == "(1 x 3)(3 x 2) = 1 x 2"


@pytest.mark.parametrize(
    ("line", "row_asked", "rows"),
    [
        ("4 -3", True, 1),
        ("4 -3", False, 0),
        ("4 - 3", True, 0),
        ("q_1 = 4 -3", True, 0),
        ("q = 4 -3", False, 1),
    ],
)
def test_a_minus_parts_the_entries_of_a_row_only_where_a_row_is_meant(
    line: str, row_asked: bool, rows: int
) -> None:
    """Between numbers side by side a minus could be a difference as well."""
    (statement,) = read_line(line, Vocabulary(row_asked=row_asked)).statements
    assert isinstance(statement, Equation)
    kinds = [type(member) for member in statement.members]
    assert (kinds.count(Array), kinds.count(Add)) == (rows, 1 - rows)


def test_a_product_has_up_to_64_factors() -> None:
    """What just fits is read, and one more is refused at its place."""
    assert read_line("q_1 = " + "(1)" * 64, Vocabulary()).statements
    with pytest.raises(Unreadable) as caught:
        read_line("q_1 = " + "(1)" * 65, Vocabulary())
    found = (caught.value.reason, caught.value.at)
    assert found == ("there are more than 64 factors in one product", 201)


def test_a_note_is_made_once_though_names_behind_it_are_looked_ahead_at() -> None:
    assert read_line("q: [4, 5]; k = [2, 3]; v: [1, 0]", Vocabulary()).notes == (
        Note("the colon is read as an equals sign", 1),
        Note("the colon is read as an equals sign", 24),
    )
