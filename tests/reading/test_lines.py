"""One line: what dresses it, what makes it prose, and what had to be guessed to read it."""

import pytest

from qkvsym.errors import Unreadable
from qkvsym.reading.lines import read_line, undressed, without_label
from qkvsym.reading.syntax import Array, Equation, Ref, ShapeClaim
from qkvsym.reading.vocabulary import Vocabulary
from tests.reading.read_alone import read_shape, read_value

COLON = "the colon is read as an equals sign"
SIGN = "a sign right before a number begins another entry"
ROW = "numbers side by side are read as the entries of a row"
CODE = "places in square brackets are counted from 1 here, as in q_1"
SHAPE_BEHIND = "read as the shape of what stands before it"
REASON = "the reason given in words is not checked"
WORDS = "the words behind the claim are not checked"


def notes(line: str) -> list[tuple[int, str]]:
    return [(note.at, note.text) for note in read_line(line, Vocabulary()).notes]


GUESSED = [
    # A line whose reading was a guess, and the nearest line that leaves nothing to guess.
    ("q = (4 5)", [(4, ROW)], "q = (4, 5)"),
    ("q = [1 -2]", [(7, SIGN)], "q = [1, -2]"),
    ("q = [1 +2 -3]", [(7, SIGN), (10, SIGN)], "q = [1 + 2 - 3]"),
    ("q = 4 -5", [(6, SIGN)], "q = 4, -5"),
    ("q: [4, 5]", [(1, COLON)], "q = [4, 5]"),
    ("**q**: [4 5]", [(5, COLON)], "**q** = [4 5]"),
    (r"q: \begin{bmatrix}4 & 5\end{bmatrix}", [(1, COLON)], "q: 1 x 2"),
    ("q: np.array([4, 5])", [(1, COLON)], "q = np.array([4, 5])"),
    ("q[1] = 4", [(1, CODE)], "q_1 = 4"),
    ("W_q[1,2] = 0", [(3, CODE)], "(W_q)_{12} = 0"),
    ("q = [4, 5] (1 x 2)", [(11, SHAPE_BEHIND)], "q = [4, 5], q: 1 x 2"),
    ("q = [4, 5], 1 x 2", [(12, SHAPE_BEHIND)], "q = [4, 5]; shape 1 x 2"),
    ("q = [4, 5] because the sizes agree", [(11, REASON)], "q = [4, 5]."),
    ("q is undefined because 3 != 2", [(15, REASON)], "q is undefined"),
    ("q = [4, 5], so it fits", [(12, REASON)], "q = [4, 5],"),
]


@pytest.mark.parametrize(
    ("line", "expected", "sure"), GUESSED, ids=[row[0][:24] for row in GUESSED]
)
def test_every_guess_is_a_note_at_its_place_and_its_neighbour_has_none(
    line: str, expected: list[tuple[int, str]], sure: str
) -> None:
    assert notes(line) == expected
    assert notes(sure) == []
    assert read_line(sure, Vocabulary()).statements != ()


@pytest.mark.parametrize("line", ["q = 4 5", "q = 4, 5", "q = [4 5]", "[4; 5]", "q = <4, 5>"])
def test_a_row_of_the_notation_is_no_guess(line: str) -> None:
    assert notes(line) == []


def test_a_minus_between_numbers_is_a_difference_only_with_space_on_both_sides() -> None:
    def row(line: str) -> list[list[str]]:
        node, _ = read_value(line, Vocabulary())
        assert isinstance(node, Array)
        return [[type(cell).__name__ for cell in cells] for cells in node.rows]

    assert row("[1 -2]") == [["Num", "Neg"]]
    assert row("[1 - 2]") == [["Add"]]
    assert row("[1-2]") == [["Add"]]
    assert row("[1, -2]") == [["Num", "Neg"]]


def test_a_note_of_a_reading_that_was_given_up_is_not_kept() -> None:
    assert notes("(4 5) = q") == [(0, ROW)]
    assert read_value("(1 2)", Vocabulary())[1] != ()
    assert read_shape("(1, 2)", Vocabulary())[1] == ()


DRESSED = [
    ("1. q = 4", "   q = 4"),
    ("12) q = 4", "    q = 4"),
    ("(3) q = 4", "    q = 4"),
    ("a) q = 4", "   q = 4"),
    ("(b) q = 4", "    q = 4"),
    ("- q = 4", "  q = 4"),
    ("* q = 4", "  q = 4"),
    ("+ q = 4", "  q = 4"),
    ("• q = 4", "  q = 4"),
    ("> q = 4", "  q = 4"),
    ("> - q = 4", "    q = 4"),
    ("> 1. q = 4", "     q = 4"),
    ("  - q = 4", "    q = 4"),
    ("| q = 4 |", "  q = 4"),
    (r"\item q = 4", "      q = 4"),
    (r"\item[(a)] q = 4", "           q = 4"),
    (r"q = 4 \\", "q = 4"),
    ("q = 4  ", "q = 4"),
]


@pytest.mark.parametrize(("line", "bare"), DRESSED)
def test_what_dresses_a_line_is_replaced_by_spaces(line: str, bare: str) -> None:
    assert undressed(line) == bare
    (statement,) = read_line(line, Vocabulary()).statements
    assert isinstance(statement, Equation)
    assert isinstance(statement.members[0], Ref)
    assert line[statement.members[0].at : statement.members[0].end] == "q"
    assert line[statement.members[1].at : statement.members[1].end] == "4"


@pytest.mark.parametrize(
    "line", ["1.5 = 4", "1234. q", "-4 + 5", "-q = 4", "i) q = 4", "(1)(1) + (2)(0)", "1.5"]
)
def test_what_only_looks_like_dress_is_left(line: str) -> None:
    assert undressed(line) == line


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("Answer: q = 4", "        q = 4"),
        ("**Answer:** q = 4", "            q = 4"),
        ("Step (1): q = 4", "          q = 4"),
        ("  Part b: q = 4", "          q = 4"),
        ("é: q = 4", "é: q = 4"),
        ("A" * 42 + ": q = 4", "A" * 42 + ": q = 4"),
    ],
)
def test_a_label_before_a_colon_is_replaced_by_spaces(line: str, bare: str) -> None:
    assert without_label(line) == bare


@pytest.mark.parametrize(
    "line",
    [
        r"$q = [4, 5]$",
        r"$$q = [4, 5]$$",
        r"\[ q = [4, 5] \]",
        r"\(q = [4, 5]\)",
        "`q = [4, 5]`",
        "**q** = **[4, 5]**",
        "**q = [4, 5]**",
        r"$\mathbf{q} = [4,\,5]$",
        r"\boldsymbol{q} \; = \left[ 4 , 5 \right]",
        r"q &= [4, 5] \\",
        r"$q$ = `[4, 5]`",
        "q = [4, 5].",
        "So q = [4, 5]",
        "Therefore, q = [4, 5]",
        "Answer: q = [4, 5]",
        "q\u00a0=\u2009[4,~5]",
    ],
)
def test_a_line_says_the_same_however_it_is_dressed(line: str) -> None:
    found = read_line(line, Vocabulary())
    (statement,) = found.statements
    assert isinstance(statement, Equation)
    first, second = statement.members
    assert isinstance(first, Ref)
    assert isinstance(second, Array)
    assert (first.name, first.indices) == ("q", ())
    assert [line[cell.at : cell.end] for cell in second.rows[0]] == ["4", "5"]
    assert second.flat
    assert found.notes == ()


PROSE = [
    "First we multiply.",
    "The inner sizes agree",
    "Row 1 has 3 numbers",
    "it's 1 query, 1 key and 1 value",
    "multiply x by W_q and then add everything",
    "1. First, the query",
    "q is the query",
    "I think W_q x does not exist",
    "So I add * and / signs here",
    "",
    "   ",
    "- ",
]


@pytest.mark.parametrize("line", PROSE)
def test_words_without_a_claim_are_prose(line: str) -> None:
    reading = read_line(line, Vocabulary())
    assert (reading.statements, reading.notes) == ((), ())


@pytest.mark.parametrize(
    "line",
    [
        "Because q = [4, 5] it fits",
        "If q = [4, 5] it fits",
        "It is not q = [4, 5]",
        "a list [4]",
        "print(q)",
        "the matrix {x}",
        "the sign < here is not there",
        "__name",
        "x y",
        "4 ?",
    ],
)
def test_words_with_a_sign_of_a_claim_are_refused_rather_than_left_out(line: str) -> None:
    with pytest.raises(Unreadable):
        read_line(line, Vocabulary())


@pytest.mark.parametrize(
    "line", ["q = [4, 5], so it fits", "q: 1 x 2 and that is right", "q = [4, 5] which is right"]
)
def test_words_behind_a_claim_do_not_hide_it(line: str) -> None:
    reading = read_line(line, Vocabulary())
    assert len(reading.statements) == 1
    assert len(reading.notes) == 1


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("q_1 = 4, q_2 = 5", [Equation, Equation]),
        ("q_1 = 4; q_2 = 5", [Equation, Equation]),
        ("q_1 = 4 and q_2 = 5", [Equation, Equation]),
        (r"q_1 = 4 \quad q_2 = 5", [Equation, Equation]),
        (r"q_1 = 4 \\ q_2 = 5", [Equation, Equation]),
        ("q: 1 x 2, k: 1 x 2", [ShapeClaim, ShapeClaim]),
        ("q = [4, 5] (1 x 2)", [Equation, ShapeClaim]),
        ("q = [4, 5], shape 1 x 2", [Equation, ShapeClaim]),
    ],
)
def test_a_line_may_make_several_claims(line: str, kinds: list[type]) -> None:
    assert [type(one) for one in read_line(line, Vocabulary()).statements] == kinds


@pytest.mark.parametrize(
    "line",
    [
        "We see that q = [4, 5]",
        "Let q = [4, 5]",
        "The query is q = [4, 5]",
        "So, finally, q = [4, 5]",
    ],
)
def test_words_before_a_claim_do_not_hide_it(line: str) -> None:
    (statement,) = read_line(line, Vocabulary()).statements
    assert isinstance(statement, Equation)
    assert len(statement.members) == 2


@pytest.mark.parametrize(
    "line",
    [
        "q: 1 x 2 k: 1 x 2",
        "q = [4, 5]  k = [2, 7]",
        "q_1 = 4 q_2 = 5",
        "q = 4, 5, k = 2, 7",
        "q_1 = 4. q_2 = 5",
    ],
)
def test_two_claims_need_no_sign_between_them(line: str) -> None:
    assert len(read_line(line, Vocabulary()).statements) == 2


@pytest.mark.parametrize(
    ("line", "at", "reason"),
    [
        (
            "q = [4] q_1",
            8,
            "a name stands behind a list; write a sign between them, or = before it",
        ),
        ("q_1 = 4 - q_2 = 5", 10, "two claims run into each other; put a comma between them"),
        (
            "q_1 = 4 (1 + 3)",
            8,
            "a bracket stands behind a value; for a product write *, or leave it out",
        ),
        ("q = [4, 6] [4, 5]", 11, "two lists stand side by side; write a sign between them"),
        ("q = W_q(x)", 7, "brackets right behind a name are no product here; write a sign"),
        ("- 1 + 5 = 4", 0, "this may be a sign or a bullet; begin the line with the number"),
        ("q: (4, 5)", 3, "this may be a shape or a vector; write q: 4 x 5 for a shape, "
         "q = (4, 5) for a vector"),
    ],
)  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused(line: str, at: int, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(line, Vocabulary())
    assert (caught.value.at, caught.value.reason) == (at, reason)
