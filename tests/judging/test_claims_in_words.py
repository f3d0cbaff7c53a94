"""Claims in sentences are judged as formulas are, and what is no claim is left alone."""

import pytest

from qkvsym.judging.verification import verify
from tests.judging.three_results import GIVENS

LENGTH = ["length-from-rows"]
SENTENCES = [
    # A right sentence, and its nearest wrong one with the mistake that it makes.
    ("q has 2 entries", "q has 3 entries", ["length-from-rows"]),
    ("q has two entries", "q has three entries", ["length-from-rows"]),
    ("The query has 2 entries.", "The query has 3 entries.", ["length-from-rows"]),
    ("The key has two entries", "The key has four entries", []),
    ("v is a vector with 2 entries", "v is a vector with 3 entries", ["length-from-rows"]),
    ("v is a vector of length 2", "v is a vector of length 3", ["length-from-rows"]),
    ("k is a row vector of length 2", "k is a row vector of length 3", ["length-from-rows"]),
    (
        "k is a row vector with 2 entries",
        "k is a column vector with 2 entries",
        ["values-not-shape"],
    ),
    ("q is a row vector", "q is a column vector", ["values-not-shape"]),
    ("q is a row", "q is a column", ["values-not-shape"]),
    ("v is one by two", "v is one by three", ["length-from-rows"]),
    ("All three are 1 x 2.", "All three are 1 x 3.", LENGTH),
    ("all of them are 1x2", "all of them are 1x3", LENGTH),
    ("They are all 1 x 2", "They are all 1 x 3", LENGTH),
    ("each is 1 x 2", "each is 2 x 1", ["values-not-shape"]),
    ("so q is 1 x 2", "so q is 1 x 3", ["length-from-rows"]),
    ("The sizes meet, so q is 1 x 2.", "The sizes meet, so q is 1 x 3.", ["length-from-rows"]),
    (
        "The inner dimensions match, hence k is 1 x 2",
        "The inner dimensions match, hence k is 1 x 3",
        ["length-from-rows"],
    ),
    (
        "Because W_k has 2 columns, k has shape 1 x 2",
        "Because W_k has 2 columns, k has shape 1 x 3",
        ["length-from-rows"],
    ),
    ("Therefore the query q is 1 x 2", "Therefore the query q is 1 x 3", ["length-from-rows"]),
    ("the query is [10, 8]", "the query is [8, 10]", ["outputs-reversed"]),
    ("Query: [10, 8]", "Query: [8, 10]", ["outputs-reversed"]),
    ("the query vector = [10, 8]", "the query vector = [8, 10]", ["outputs-reversed"]),
    ("q vector = [10, 8]", "q vector = [8, 10]", ["outputs-reversed"]),
    ("Thus q equals [10, 8]", "Thus q equals [8, 10]", ["outputs-reversed"]),
    ("q is equal to [10, 8]", "q is equal to [8, 10]", ["outputs-reversed"]),
    ("We see that q is [10, 8]", "We see that q is [8, 10]", ["outputs-reversed"]),
    ("v equals x W_v", "v equals W_v x", ["order-swapped"]),
    ("q is the product of x and W_q.", "q is the product of x and W_k.", ["wrong-matrix"]),
    ("The query vector q is [10, 8].", "The query vector q is [8, 10].", ["outputs-reversed"]),
    ("Key vector k: 1 x 2", "Key vector k: 1 x 3", ["length-from-rows"]),
    ("For the key vector k = [2, 17]", "For the key vector k = [17, 2]", ["outputs-reversed"]),
    ("Query vector: q = [10, 8]", "Query vector: q = [8, 10]", ["outputs-reversed"]),
    ("The query is x W_q", "The query is x W_k", ["wrong-matrix"]),
    ("x is one row, so q is 1 x 2", "x is one row, so q is 1 x 3", ["length-from-rows"]),
    ("q is one row", "q is one column", ["values-not-shape"]),
    ("q = [10, 8] (length 2)", "q = [10, 8] (length 3)", ["length-from-rows"]),
    ("q = [10, 8] (shape 1 x 2)", "q = [10, 8] (shape 1 x 3)", ["length-from-rows"]),
    ("q = [10, 8] (two entries)", "q = [10, 8] (three entries)", ["length-from-rows"]),
    ("q = [10, 8] (a row vector)", "q = [10, 8] (a column vector)", ["values-not-shape"]),
    ("q = [10, 8], so it has 2 entries", "q = [10, 8], so it has 3 entries", ["length-from-rows"]),
    ("q = [10, 8], a 1 x 2 vector", "q = [10, 8], a 1 x 3 vector", ["length-from-rows"]),
    ("W_q has 2 columns so q has 2 entries", "W_q has 2 columns so q has 3 entries", LENGTH),
    ("q = x W_q is 1 x 2", "q = x W_q is 1 x 3", ["length-from-rows"]),
    ("q, k, and v are each 1 x 2", "q, k, and v are each 1 x 3", ["length-from-rows"]),
    ("The three vectors are 1 x 2", "The three vectors are 1 x 3", LENGTH),
    ("Each vector has 2 entries", "Each vector has 3 entries", LENGTH),
    ("Key: [2, 17]; Value: [12, 10]", "Key: [2, 17]; Value: [10, 12]", ["outputs-reversed"]),
    ("Step 1. q = [10, 8]", "Step 1. q = [8, 10]", ["outputs-reversed"]),
    ("(i) q = [10, 8]", "(i) q = [8, 10]", ["outputs-reversed"]),
    ("## The query is [10, 8]", "## The query is [8, 10]", ["outputs-reversed"]),
    ("### Step 1: q = [10, 8]", "### Step 1: q = [8, 10]", ["outputs-reversed"]),
    ("| q | x W_q | [10, 8] |", "| q | x W_q | [8, 10] |", ["outputs-reversed"]),
    (r"\sum_j q_j = 18", r"\sum_j q_j = 21", []),
    ("q &= [10, 8], & k &= [2, 17]", "q &= [10, 8], & k &= [17, 2]", ["outputs-reversed"]),
    (r"q = [10, 8] \notag\\[2pt]", r"q = [8, 10] \notag\\[2pt]", ["outputs-reversed"]),
    ("W_q x is undefined", "x W_q is undefined", ["called-undefined"]),
    (
        "The product W_q x is not defined, since 2 is not 1",
        "The product x W_q is not defined, since 3 is not 2",
        ["called-undefined"],
    ),
    (
        "The sizes 2 and 1 differ, so W_q x is undefined",
        "The sizes differ, so q is undefined",
        ["called-undefined"],
    ),
]


def judged(line: str) -> tuple[str, list[str]]:
    (found,) = verify(line, givens=GIVENS).lines
    return found.verdict, [mistake.id for mistake in found.mistakes]


@pytest.mark.parametrize(("right", "wrong", "mistakes"), SENTENCES)
def test_a_sentence_is_judged_as_the_formula_that_it_says(
    right: str, wrong: str, mistakes: list[str]
) -> None:
    assert judged(right) == ("ok", [])
    assert judged(wrong) == ("wrong", mistakes)


@pytest.mark.parametrize(
    "line",
    [
        "If q is 1 x 3, then k is 1 x 3.",
        "I first thought q is 1 x 3.",
        "Suppose the sizes match, so q is 1 x 3",
        "What shape is q?",
        "The key is to multiply rows by columns.",
        "The value is 4.",
        "The query is computed from x.",
        "Now we compute q.",
        "Each row of W_q has 2 entries.",
        "They are computed in the same way.",
        "All entries are integers.",
        "A common mistake: q is 1 x 3",
        "each is one dot product of x with a column",
        "q has one entry for each column of W_q",
        "W_q has one row per entry of x",
        "First, the query.",
        "Done!",
        "Good luck!",
        "it's 1 query, 1 key and 1 value",
        "q needs 3 products",
        "I do q with column 1 of W_q",
        "For the query multiply row 1 by column 2",
        "Each entry takes 3 multiplications and 2 additions.",
        "For q I multiply by column 1",
        "Then the query in step 2",
        "q is on page 3",
        "I multiply x_i by w_ij and add",
        "Both matrices have 2 columns",
        "q can be computed from x",
        "I did all 3 of them",
        "We use W_q here, and 2 more later",
    ],
)
def test_what_claims_nothing_is_left_alone(line: str) -> None:
    assert judged(line) == ("not-checked", [])


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("first entry of q: 5", 16),
        ("The query, key and value have 3 entries", 5),
        ("the query therefore has 3 entries", 5),
        ("The query's shape is 1 x 3", 5),
        ("the query does not exist", 5),
        ("The query cannot be computed because 3 is not 2", 5),
        ("It is 1 x 3", 1),
        ("Hence its length is 3", 7),
        ("The output has 3 entries", 5),
        ("so we get 1 x 3", 4),
        ("q has the same shape as x", 1),
        ("q is a scalar", 1),
        ("it turns out that q becomes the vector 4 5", 19),
        ("here k comes out as 2 and 17", 6),
        ("we find that the query works out to 10 8", 18),
        ("q_1 gives 9", 1),
        ("q consists of 9 and 18", 1),
        ("q contains three entries", 1),
        ("q got 3 entries", 1),
        ("q ends up with 3 entries", 1),
        ("q turns out 1 x 3", 1),
        ("q came out as a column vector", 1),
        ("q only has one entry", 1),
        ("q has no entries", 1),
        ("q_1 comes to 5", 1),
        ("The first entry is 9, the second is 18", 5),
        ("The first is 9", 1),
        ("Both have 3 entries", 1),
        ("There are three entries in q.", 11),
        ("the product is 1 x 3", 1),
        ("I get 9 for q_1", 1),
        ("sum over i of x_i w_ij", 1),
        ("the sum of all x_i times w_ij", 5),
    ],
)
def test_a_number_that_is_put_on_a_result_in_words_is_refused_and_not_passed_over(
    line: str, column: int
) -> None:
    (found,) = verify(line, givens=GIVENS).lines
    assert (found.verdict, found.column, found.reason) == (
        "not-understood",
        column,
        "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2",
    )


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("q = [10, 8] (row vector)", []),
        ("k = x W_k = [2, 17] (done)", ["the words behind the claim are not checked"]),
        ("q == [10, 8]", []),
        ("q := [10, 8]", []),
        ("q.shape == (1, 2)", []),
        ("len(q) == 2", []),
        ("v = (12, 10) ∈ R^2", []),
        (r"v = [12, 10] \in \mathbb{R}^{1\times 2}", []),
        ("v: R^{1 x 2}", []),
        ("| q | = | [10, 8] |", []),
        ("## q = [10, 8]", []),
        ("row: q = [10 8]", []),
    ],
)
def test_what_stands_around_a_claim_does_no_harm(line: str, notes: list[str]) -> None:
    (found,) = verify(line, givens=GIVENS).lines
    assert (found.verdict, list(found.notes)) == ("ok", notes)
    wrong = (
        line.replace("[10, 8]", "[8, 10]").replace("[10 8]", "[8 10]").replace("[2, 17]", "[17, 2]")
    )
    wrong = wrong.replace("(12, 10)", "(10, 12)").replace("[12, 10]", "[10, 12]")
    wrong = (
        wrong.replace("(1, 2)", "(1, 3)").replace("== 2", "== 3").replace("R^{1 x 2", "R^{1 x 3")
    )
    assert judged(wrong)[0] == "wrong"


def test_a_row_of_a_table_says_a_value_and_a_shape() -> None:
    line = "| q | [10, 8] | 1 x 2 |"
    assert judged(line) == ("ok", [])
    assert judged(line.replace("2 |", "3 |")) == ("wrong", ["length-from-rows"])
    assert judged(line.replace("10, 8", "8, 10")) == ("wrong", ["outputs-reversed"])
    assert judged("| name | value | shape |") == ("not-checked", [])


@pytest.mark.parametrize("heading", ["# Solution", "## Key", "### Step 2: the key"])
def test_a_heading_that_claims_nothing_is_layout(heading: str) -> None:
    assert verify(heading, givens=GIVENS).lines == ()
