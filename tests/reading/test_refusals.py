"""What is not understood is refused with one plain reason, at the character that stopped it.

Beside each refused line stands the nearest line that is read.
"""

import pytest

from qkvsym.errors import Unreadable
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Equation, Ref
from qkvsym.reading.vocabulary import Vocabulary

SIDE_BY_SIDE = "two numbers stand side by side; write * or + between them"
ENDS = "the line ends too early; something is missing here"
SIGNS = "two signs stand side by side; put a negative number in brackets"
INDEX = "an index is expected here, as in q_1 or w_{12}"
TWO_INDICES = "an entry of a matrix has two indices, its row and its column"
WHOLE_SIZE = "a size is a positive whole number"
A_SIZE = "a size is expected here, as in 1 x 2"
A_BOUND = "a whole number or the name of a size is expected here"
SMALL_SIZE = "a size here is a whole number from 1 to 16"
POWERS = "powers are not part of this notation"
TOKEN_POWERS = "powers are not part of this notation; token 2 is x^{(2)}"
A_COLUMN = "the number of a column is expected here"
COUNTED = "entries, rows or columns is expected here"

NEW_OR_TURNED = "q' may be a new q or its transpose; write q, or q^T"
NO_POINT = "an index has no point; write q_1, and w_{1,2} for two indices"

REFUSED = [
    # The line that is read, its neighbour, the place (from 0) and the whole reason.
    ("q = [4, 5]", "q = [4, 5", 4, "[ is never closed"),
    ("q = [4, 5]", "q = 4, 5]", 8, "] closes nothing"),
    ("q = [4, 5]", "q = [4, 5)", 9, ") stands where ] is expected"),
    ("q = (4, 5)", "q = (4, 5]", 9, "] stands where ) is expected"),
    ("q = (4)(5)", "q = (4)(", 7, "( is never closed"),
    ("q = <4, 5>", "q = <4, 5", 9, ENDS),
    ("q = [4, 5]", "q = [4,, 5]", 7, "an entry is missing here"),
    ("q = [4, 5]", "q = [4, ]", 8, "an entry is missing here"),
    ("q = [4, 5]", "q = [, 5]", 5, "something is missing before ','"),
    ("q = [4]", "q = []", 5, "an entry is missing before this"),
    ("q = [[4]]", "q = [[]]", 6, "an entry is missing before this"),
    ("q = [4, 5; 6, 7]", "q = [4, 5; 6]", 4, "the rows have different lengths"),
    ("W_q = [[1, 0], [0, 1]]", "W_q = [[1, 0], [0]]", 6, "the rows have different lengths"),
    (
        "W_q = [[1, 0], [0, 1]]",
        "W_q = [[1, 0], 2]",
        6,
        "a list and a number stand side by side",
    ),
    (
        "W_q = [[1], [2]]",
        "W_q = [[[1]], [[2]]]",
        6,
        "lists are nested too deep for a matrix",
    ),
    (
        "q = [x_1, x_2]",
        "q = [x_1 x_2]",
        9,
        "two entries stand side by side; put a comma, + or * between them",
    ),
    ("q = 1 2", "q = 1 2 + 3", 6, SIDE_BY_SIDE),
    ("q1 = 10", "q.1 = 10", 1, NO_POINT),
    ("q_1 = 10", "q_1.5 = 10", 2, NO_POINT),
    ("q_{1} = 10", "q_{1.5} = 10", 3, NO_POINT),
    ("k_1 = w_{1,2}", "k_1 = w_{1.2}", 9, NO_POINT),
    ("k_1 = w_12", "k_1 = w_1.2", 8, NO_POINT),
    ("x1 = 2", "x.1 = 2", 1, NO_POINT),
    ("k_1 = x_1 . w_11", "k_1 = x_1. w_11", 8, NO_POINT),
    ("k_1 = x_1 . w_11 + x_2", "k_1 = w_11. x_1 + x_2", 8, NO_POINT),
    ("k_1 = x_1", "k_1 = x_1. 2", 8, NO_POINT),
    ("q_2: 8", "column 2: 8", 0, "a column is no number; name the entry, as in q_2 = 4"),
    ("k_1 = w_i1", "k_1 = w_i12", 9, "two indices of one kind"),
    ("k_1 = w_1j", "k_1 = w_1k", 6, TWO_INDICES),
    ("k_1 = w_1j", "k_1 = w_1 j", 6, TWO_INDICES),
    ("1x3 * 3x2 = 1x2", "q: 1x3 * 3", 7, "'*' has no meaning here"),
    ("1x3 * 3x2 = 1x2", "q: 1*2", 4, "a shape is written with x, as in 1 x 2"),
    ("q = [4, 5]", "q_new = [4, 5]", 2, "'new' is no index; an index is a place, as in q_1"),
    ("q = [4, 5]", "q_{neu} = [4, 5]", 3, "'neu' is no index; an index is a place, as in q_1"),
    ("W_q = [[1]]", "W_new = [[1]]", 2, "'new' is no index; an index is a place, as in q_1"),
    ("q^T = [4; 5]", "q' = [4, 5]", 0, NEW_OR_TURNED),
    ("q' = [4; 5]", "q’ = 4, 5", 0, NEW_OR_TURNED),
    ("q' = W_q' x'", "q' = x W_q = [4, 5]", 0, NEW_OR_TURNED),
    ("q': 2 x 1", "q': 1 x 2", 0, NEW_OR_TURNED),
    ("q_1' = 4", "[4, 5] = q'", 9, NEW_OR_TURNED),
    (
        r"q' = \begin{bmatrix} 4 \\ 5 \end{bmatrix}",
        r"q' = \begin{bmatrix} 4 & 5 \end{bmatrix}",
        0,
        NEW_OR_TURNED,
    ),
    ("q = 1*2 + 3", "q = 3 + 1 2", 10, SIDE_BY_SIDE),
    ("q_1 = 2 x_1", "q_1 = x_1 2", 10, "a number stands behind a name; write * between them"),
    (
        "q_1 = x_1 * x_2",
        "q_1 = x_1 x_2",
        10,
        "two entries stand side by side; put a comma, + or * between them",
    ),
    (
        "q: 1 x 2",
        "q = 1 x 2",
        6,
        "this reads like a shape; for a product write *, for a shape q: 1 x 2",
    ),
    (
        "q_1 = 4",
        "q(1) = 4",
        1,
        "brackets right behind a name are no index here; write q_1 for entry 1",
    ),
    ("q = [4, 5]", "q = [4, 5][0]", 10, "an index behind a list is not part of the notation"),
    ("q = 4 + 5", "q = 4 +", 7, ENDS),
    ("q = [4, 5]", "q =", 3, ENDS),
    ("q = 4 - (-5)", "q = 4 - -5", 8, SIGNS),
    ("q = -4", "q = --4", 5, SIGNS),
    ("q = 1 + -4", "q = 1 +- -4", 7, SIGNS),
    ("q = 2*2", "q = 2^2", 5, POWERS),
    ("q = 2*2", "q = 2**2", 5, POWERS),
    ("q^T", "q^2", 1, TOKEN_POWERS),
    ("x^{(2)}", "x^{2}", 1, TOKEN_POWERS),
    ("q = 3", "q = 3!", 5, "factorials are not part of this notation"),
    ("q = 5", "q = 5%", 5, "'%' has no meaning here"),
    ("q = [4, 5]", "q = [4, 5] ?", 11, "'?' has no meaning here"),
    ("q = 4 = 4", "q = 4 = = 4", 8, "something is missing before '='"),
    ("q = 3 + 1 = 4", "q = 3 + = 4", 8, "something is missing before '='"),
    ("q = 3 * 1 + 4", "q = 3 * + 4", 8, "something is missing before '+'"),
    ("q = 3 * 4", "q = * 4", 4, "something is missing before '*'"),
    ("q = [3 + 1]", "q = [3 + ]", 9, "something is missing before ']'"),
    (
        r"q = \begin{bmatrix}4 & 5\end{bmatrix}",
        r"q = \begin{bmatrix}4 & 5 + \end{bmatrix}",
        27,
        r"something is missing before \end{bmatrix}",
    ),
    (
        r"q = \begin{bmatrix}4 \\ 5\end{bmatrix}",
        r"q = \begin{bmatrix}4 - \\ 5\end{bmatrix}",
        23,
        r"something is missing before '\\'",
    ),
    ("q = 4", "q -> 4", 2, "'->' has no meaning here"),
    ("q = 4", "q ≠ 4", 2, "'≠' has no meaning here"),
    (r"q = \begin{bmatrix}4 & 5\end{bmatrix}", "q = 4 & 5", 6, "'&' has no meaning here"),
    ("q = 100", "q = 1e2", 5, "'e' is no name of this exercise"),
    ("q = 4.5", "q = 4.5.6", 7, SIDE_BY_SIDE),
    ("q = x", "q = y", 4, "'y' is no name of this exercise"),
    ("q = [4, 5]", "q = [4, 5] foo", 11, "'foo' is no name of this exercise"),
    ("q = [4, 5]", "R = [4, 5]", 0, "'R' is no name of this exercise"),
    ("q = [4, 5]", "b_q = [4, 5]", 0, "'b' is no name of this exercise"),
    (
        "w_{12} = 4",
        "w = 4",
        0,
        "w alone is no name of this exercise; name an entry, as in w_{12}",
    ),
    ("w_{12} = 4", "w_1 = 4", 0, TWO_INDICES),
    ("W[1,2] = 4", "W[1] = 4", 0, TWO_INDICES),
    ("w_{1,2} = 4", "w_{1,2,3} = 4", 0, TWO_INDICES),
    ("q_1 = 4", "q_0 = 4", 0, "places are counted from 1"),
    ("x[1] = 4", "x[0] = 4", 0, "places are counted from 1"),
    ("q_1", "q_", 2, INDEX),
    ("q_{1}", "q_{", 3, INDEX),
    ("q_{1} = 4", "q_{-1} = 4", 3, INDEX),
    ("w_{1,2} = 4", "w_{1;2} = 4", 4, INDEX),
    ("q_{1} = 4", "q_{} = 4", 2, INDEX),
    ("q_{1234} = 4", "q_{12345} = 4", 3, "this index is too large"),
    ("q_1 = 4", "q_1_2 = 4", 3, "two indices of one kind"),
    (r"\mathbf{q} = 4", r"\mathbf{} = 4", 0, "there is nothing in these braces"),
    (r"\mathbf{q} = 4", r"\mathbf{q = 4", 7, "{ is never closed"),
    (r"\mathbf{q} = 4", r"\mathbf{q) = 4", 9, ") stands where } is expected"),
    (r"q = \, 4", r"q = \pm 4", 4, "this command is not part of the notation"),
    ("q = 4", "q = 4 \\", 6, "a backslash stands alone"),
    ("$q = 4$", "$q = 4", 0, "this $ has no partner"),
    ("`q = 4`", "q = `4", 4, "this ` has no partner"),
    (
        r"q = \begin{bmatrix} 4 & 5 \end{bmatrix}",
        r"q = \begin{bmatrix} 4 & \end{bmatrix}",
        24,
        "an entry is missing here",
    ),
    (
        r"q = \begin{bmatrix} 4 & 5 \end{bmatrix}",
        r"q = \begin{bmatrix} 4 & 5",
        4,
        r"\begin{bmatrix} is never closed",
    ),
    (
        r"q = \begin{bmatrix} 4 \end{bmatrix}",
        r"q = 4 \end{bmatrix}",
        6,
        r"\end{bmatrix} closes nothing",
    ),
    (
        r"q = \begin{bmatrix} 4 \end{bmatrix}",
        r"q = \begin{vmatrix} 4 \end{vmatrix}",
        4,
        "the environment vmatrix is not part of the notation",
    ),
    (
        r"q = \begin{bmatrix} 4 \end{bmatrix}",
        r"q = \begin 4",
        4,
        r"the name of an environment is missing after \begin",
    ),
    (r"q = 4 \\ k = 5", r"q = (4 \\ 5)", 7, "a line ends before ( is closed"),
    ("q = np.array([4])", "q = np.array(4)", 13, "a list in square brackets is expected here"),
    ("q = np.array([4, 5])", "q = np.array([4, 5]", 19, ") is expected after the list"),
    (r"q = \frac{1}{2}", r"q = \frac{1}", 12, "{ is expected here"),
    (r"q_1 = \sqrt{4}", r"q_1 = \sqrt", 11, "what stands under the root is expected here"),
    (
        r"q_1 = \sum_i x_i",
        r"q_1 = \sum_{3} x_3",
        13,
        "the letter that the sum runs over is expected here",
    ),
    (r"q_1 = \sum_{i=1}^{3} x_i", r"q_1 = \sum_{i=x}^{3} x_i", 14, A_BOUND),
    (r"q_1 = \sum_{i=1}^{3} x_i", r"q_1 = \sum_{i=1}^{n} x_i", 18, A_BOUND),
    (
        r"q_1 = \sum_{i=1}^{16} x_i",
        r"q_1 = \sum_{i=1}^{17} x_i",
        18,
        "the sum is too long; it runs over the entries of x",
    ),
    ("q_1 = x . column 1", "q_1 = x . column", 16, A_COLUMN),
    ("q_1 = x . column 1", "q_1 = x . column 0", 17, "places are counted from 1"),
    ("d_in = 16", "d_in = 17", 7, SMALL_SIZE),
    ("d_in = 1", "d_in = 0", 7, SMALL_SIZE),
    ("d_out = 2", "d_out = 2.5", 8, SMALL_SIZE),
    ("q_1 = 3", "q_1 = d_in", 6, "how large this is is not given"),
    ("q: 1 x 2", "q: 1 x", 6, A_SIZE),
    ("q: 1 x 2", "q: 1 x y", 7, A_SIZE),
    ("q: 1 x 2", "q: 0 x 2", 3, WHOLE_SIZE),
    ("q: 1 x 2", "q: 1 x -2", 7, WHOLE_SIZE),
    ("q: 1 x 2", "q: 1.5 x 2", 3, WHOLE_SIZE),
    ("q: 1 x 2", "q: 1 * 2", 5, "a shape is written with x, as in 1 x 2"),
    ("q: 1 x 2", "q: 1 x 2 x 3", 3, "a shape here has two sizes, rows x columns"),
    ("q: 9999 x 2", "q: 10000 x 2", 3, "sizes go up to 9999"),
    ("q: (1, 2)", "q: (1, 2", 8, ") is expected here"),
    ("shape(q) = (1, 2)", "shape(q) [1, 2]", 9, "= is expected here"),
    (
        "shape(q) = (1, 2)",
        "shape(q) = [1, 2]",
        11,
        "this is a vector; a shape is written 1 x 2 or (1, 2)",
    ),
    ("len(q) = 2", "len(q) = 1 x 2", 9, "a length is one number"),
    ("q.shape = (1, 2)", "q.shape 1 x 2", 8, "= is expected here"),
    ("q ∈ R^2", "q ∈ 2", 4, "R^{1 x 2}, say, is expected here"),
    ("q ∈ R^2", "q ∈ R", 5, "^ is expected here"),
    ("q has 2 entries", "q has 2", 6, COUNTED),
    ("q has 2 entries", "q has 2 foo", 8, COUNTED),
    ("q.shape = torch.Size([1, 2])", "q.shape = torch.Foo([1, 2])", 16, "Size is expected here"),
    ("q.shape = torch.Size([1, 2])", "q.shape = torch.Size(1, 2)", 21, "[ is expected here"),
    ("(1 x 3)(3 x 2) = 1 x 2", "(1 x 3)(3 x 2) =", 16, A_SIZE),
    ("q = [4, 5]", "q = [4, 5\x07]", 9, "character U+0007 is not allowed"),
    ("q = [4, 5]", "q = [4, 5\ue000]", 9, "character U+E000 is not allowed"),
    (
        "q = 4",
        "q = ４",
        4,
        "character U+FF14 (FULLWIDTH DIGIT FOUR) is not part of the notation",
    ),
    (
        "q = 4",
        "q ≈ 4",
        2,
        "character U+2248 (ALMOST EQUAL TO) is not part of the notation",
    ),
    (
        "q = -4",
        "q = —4",
        4,
        "character U+2014 (EM DASH) is not part of the notation",
    ),
]


@pytest.mark.parametrize(
    ("read", "refused", "at", "reason"), REFUSED, ids=[f"{row[1]!a}" for row in REFUSED]
)
def test_a_line_is_refused_at_its_place_and_its_neighbour_is_read(
    read: str, refused: str, at: int, reason: str
) -> None:
    assert read_line(read, Vocabulary()).statements != ()
    with pytest.raises(Unreadable) as caught:
        read_line(refused, Vocabulary())
    assert (caught.value.reason, caught.value.at) == (reason, at)
    assert str(caught.value) == reason


def test_no_line_is_refused_in_two_ways() -> None:
    assert len({row[1] for row in REFUSED}) == len(REFUSED)


@pytest.mark.parametrize("indent", ["   ", "1. ", "- ", "> ", "| ", "**", "$$", r"\item "])
@pytest.mark.parametrize(
    ("line", "at", "reason"),
    [
        ("q = [4, y]", 8, "'y' is no name of this exercise"),
        ("q: 1 x -2", 7, WHOLE_SIZE),
        ("q_1 = 3 + ?", 10, "'?' has no meaning here"),
    ],
)
def test_what_dresses_a_line_shifts_the_place_and_nothing_else(
    indent: str, line: str, at: int, reason: str
) -> None:
    closes = indent if indent in ("**", "$$") else ""
    with pytest.raises(Unreadable) as caught:
        read_line(indent + line + closes, Vocabulary())
    assert (caught.value.reason, caught.value.at) == (reason, at + len(indent))


@pytest.mark.parametrize("label", ["Answer: ", "**Answer:** ", "Step 2: ", "Answer (b): "])
def test_a_label_shifts_the_place_and_nothing_else(label: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(label + "q = [4, y]", Vocabulary())
    found = (caught.value.reason, caught.value.at)
    assert found == ("'y' is no name of this exercise", 8 + len(label))


@pytest.mark.parametrize("line", ["q = {4, 9}", r"q = \{4, 9\}", r"q = \{4\}"])
def test_a_set_is_no_vector(line: str) -> None:
    with pytest.raises(Unreadable):
        read_line(line, Vocabulary())


@pytest.mark.parametrize("line", ["q, k = [4, 5]", "q, k, v = [4, 5], [2, 7], [2, 4]"])
def test_several_names_before_an_equals_sign_are_not_read_as_the_last_one(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(line, Vocabulary())
    assert caught.value.at <= 2


def test_three_digits_ask_for_a_comma_and_two_are_one_place_each() -> None:
    wide = Vocabulary({"d_in": 3, "d_out": 12})
    for entry, places in (("w_{1,12}", (1, 12)), ("w_{12}", (1, 2))):
        (statement,) = read_line(f"{entry} = 4", wide).statements
        assert isinstance(statement, Equation)
        (ref, _) = statement.members
        assert isinstance(ref, Ref)
        assert ref.indices == places
    with pytest.raises(Unreadable) as caught:
        read_line("w_{112} = 4", wide)
    assert (caught.value.reason, caught.value.at) == (
        "put a comma between the indices, as in w_{1,2}",
        3,
    )


def test_a_capital_is_the_one_result_where_there_is_one_token_and_a_note_says_so() -> None:
    assert read_line("Q = X W_q", Vocabulary(token="X")).notes == ()
    (note,) = read_line("Q = [4, 5]", Vocabulary()).notes
    assert note.text == "Q is read as q, for there is one token"
    with pytest.raises(Unreadable) as caught:
        read_line("q = x W_q + b_q", Vocabulary())
    assert caught.value.reason == "'b' is no name of this exercise"


@pytest.mark.parametrize("given", ["q = 0+10+0", "q = x W_q = 2*0 + 5*2", "q = 10", "q = (10)"])
@pytest.mark.parametrize("rest", ["2+0+6", "2+0+6 = 10, 8", "2+0+6 = [10, 8]", "x_1*1 + 6 = 8"])
def test_a_comma_between_sums_makes_no_row(given: str, rest: str) -> None:
    line = f"{given}, {rest}"
    with pytest.raises(Unreadable) as refused:
        read_line(line, Vocabulary())
    assert refused.value.reason == "say what this is; a row needs brackets, as in q = [4, 5]"
    assert refused.value.at == line.index(rest)


@pytest.mark.parametrize(
    "line",
    [
        # In brackets, of one entry, of numbers alone, and behind a whole row.
        "q = [0+10+0, 2+0+6] = 10, 8",
        "q_1 = 0+10+0 = 10, 2+0+6 = 8",
        "q_1 = 0+10+0 = 10, q_2 = 2+0+6 = 8",
        "0+10+0 = 10, 2+0+6 = 8",
        "q = [10, 8], 2+0+6 = 8",
        "q = 10, 8 = [10, 8]",
        "q = 10, k = 8",
        "q = [10, 8], x W_q = [10, 8]",
    ],
)
def test_other_commas_part_entries_or_claims(line: str) -> None:
    assert read_line(line, Vocabulary()).statements


@pytest.mark.parametrize("line", ["10 = q_1.", "10 = q1.", "10 = q_1. k = [2, 17]"])
def test_the_full_stop_behind_an_index_ends_the_sentence(line: str) -> None:
    first = read_line(line, Vocabulary()).statements[0]
    assert isinstance(first, Equation)
    (_, name) = first.members
    assert isinstance(name, Ref)
    assert (name.name, name.indices) == ("q", (1,))
