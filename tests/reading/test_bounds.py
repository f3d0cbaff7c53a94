"""Each bound of the reader: what just fits is read, and one more is refused at its place."""

from contextlib import suppress

import pytest

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.lines import read_line
from qkvsym.reading.names import Names
from qkvsym.reading.syntax import Ref
from qkvsym.reading.tokens import scan
from qkvsym.reading.vocabulary import Vocabulary


def refusal(text: str) -> tuple[str, int]:
    with pytest.raises(Unreadable) as caught:
        read_line(text, Vocabulary())
    return caught.value.reason, caught.value.at


def matrix(rows: int, columns: int) -> str:
    return "[" + ", ".join(["[" + ", ".join(["1"] * columns) + "]"] * rows) + "]"


FITS = {
    "line": ("q = 4".ljust(1998) + "+1", "q = 4".ljust(1999) + "+1"),
    "cells": (f"q = {matrix(16, 16)}", f"q = {matrix(17, 16)}"),
    "columns": (f"q = {matrix(1, 16)}", f"q = {matrix(1, 17)}"),
    "rows": (f"q = {matrix(16, 1)}", f"q = {matrix(17, 1)}"),
    "members": ("q" + " = 4" * 31, "q" + " = 4" * 32),
    "claims": ("; ".join(["q = 4"] * 32), "; ".join(["q = 4"] * 33)),
    "claims of shapes": ("; ".join(["q: 1 x 2"] * 32), "; ".join(["q: 1 x 2"] * 33)),
    "brackets": (f"q = {'(' * 40}4{')' * 40}", f"q = {'(' * 41}4{')' * 41}"),
    "angles": (f"q = {'<' * 40}4{'>' * 40}", f"q = {'<' * 41}4{'>' * 41}"),
    "digits": ("q = 123456789012", "q = 1234567890123"),
    "size": ("q: 1 x 9999", "q: 1 x 10000"),
    "d_in": ("d_in = 16", "d_in = 17"),
    "index": ("q_{1234} = 4", "q_{12345} = 4"),
    "sums": (
        r"q_1 = \sum_a \sum_b \sum_c x_a",
        r"q_1 = \sum_a \sum_b \sum_c \sum_d x_a",
    ),
}
REFUSED = {
    "line": ("the line is longer than 2000 characters", 0),
    "cells": ("there are more than 256 numbers in one matrix", 4),
    "columns": ("a value has up to 16 rows and columns", 5),
    "rows": ("a value has up to 16 rows and columns", 4),
    "members": ("there are more than 32 members in one chain", 129),
    "claims": ("there are more than 32 claims in one line", 229),
    "claims of shapes": ("there are more than 32 claims in one line", 328),
    "brackets": ("brackets are nested more than 40 deep", 44),
    "angles": ("brackets are nested more than 40 deep", 44),
    "digits": ("the number has more than 12 digits", 4),
    "size": ("sizes go up to 9999", 7),
    "d_in": ("a size here is a whole number from 1 to 16", 7),
    "index": ("this index is too large", 3),
    "sums": ("sums are nested too deep", 27),
}


@pytest.mark.parametrize("what", FITS)
def test_what_fits_is_read_and_one_more_is_refused_at_its_place(what: str) -> None:
    fits, too_much = FITS[what]
    if what == "angles":
        # A list of lists of lists is no matrix, however deep it may be nested.
        assert refusal(fits) == ("lists are nested too deep for a matrix", 41)
    else:
        assert read_line(fits, Vocabulary()).statements
    assert refusal(too_much) == REFUSED[what]


@pytest.mark.parametrize("two", ["++", "1+", "q+", "·−", "+1", "W_", "x·", "(+", "[1"])
def test_a_line_has_up_to_1000_signs_and_names(two: str) -> None:
    whole = two * 500
    closing = {"(": ")", "[": "]"}.get(two[0], "")
    if closing:
        whole = (two + closing) * 333 + "+"
    assert len(scan(whole)) == bounds.MOST_TOKENS
    assert len(scan(whole + "  ")) == bounds.MOST_TOKENS
    for more in ("+", " +", "q", "\\cdot", "·", " 1.5"):
        with pytest.raises(Unreadable) as caught:
            scan(whole + more)
        assert (caught.value.reason, caught.value.at) == (
            "the line has more than 1000 signs and names",
            len(whole + more) - len(more.strip()),
        )


def test_vectors_in_angles_may_stand_one_behind_the_other() -> None:
    many = " + ".join(["<4, 5>"] * 60)
    assert read_line(f"q = {many}", Vocabulary()).statements
    deep = "<" * 41 + "4" + ">" * 41
    assert refusal(f"q = <4, 5> + {deep}") == ("brackets are nested more than 40 deep", 53)
    assert refusal(f"q = <4, 5> + <4, 5> + {deep}")[0] == "brackets are nested more than 40 deep"


@pytest.mark.parametrize("unit", ["q and ", "W and ", "q_1 and ", "so q ", "q k and "])
def test_a_list_of_names_is_looked_through_once_and_not_from_each_of_its_names(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at, name = list[int](), Names.name

    def counted(reader: Names) -> Ref:
        looked_at.append(reader.at)
        return name(reader)

    monkeypatch.setattr(Names, "name", counted)
    times = 1900 // len(unit)
    for end in ("", "= 3", "has 2"):
        with suppress(Unreadable):
            read_line(unit * times + end, Vocabulary())
    assert len(looked_at) < 3 * 3 * times
