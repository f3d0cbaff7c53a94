"""A number that words put on a result is judged or refused; other numbers are left alone."""

from typing import Any

import pytest

from qkvsym.judging.verification import verify
from tests.judging.three_results import GIVENS

NOT_READ = "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2"
WHICH_VALUE = "say which value this is, as in v = [4, 5]"


def judged(line: str, **known: Any) -> tuple[str, str]:
    found = verify(line, **(known or {"givens": GIVENS})).lines[-1]
    return found.verdict, found.reason


def mistakes(line: str) -> list[str]:
    return [mistake.id for mistake in verify(line, givens=GIVENS).lines[-1].mistakes]


@pytest.mark.parametrize(
    "line",
    [
        # Verbs, of which there is no end.
        *("q remains 10 and 9", "q reads 10 and 9", "q evaluates to 10 and 9", "q ist 10 und 9"),
        *("q results in 10 and 9", "v_2 ist 11", "q resulted in 3 entries", "q seems to be 9"),
        # No verb, or a number before the name.
        *("q of size 1 x 3", "This gives 10 and 9 for the query", "k just 3 entries"),
        # Several results, their shapes, and sizes by name.
        *("The shapes are 1 x 3", "the vectors are 1 x 3", "All shapes are 1 x 3"),
        *("The output dimension is 3", "d_out is three", "So 3 entries each"),
        *("the query ends up with d_in entries", "the output has d_in entries"),
        # Entries by their number.
        *("first entry: 11", "1st entry: 11", "Entry 1: 11", "entry 1: 10, entry 2: 9"),
        *("3rd component 4", "second entry 8"),
        # Rows and columns of a matrix.
        *("There are 3 columns in W_q", "columns of W_q: 3", "rows of W_q are 2"),
        "There are d_in columns in W_q",
    ],
)
def test_what_is_put_on_a_result_is_refused(line: str) -> None:
    assert judged(line) == ("not-understood", NOT_READ)
    # Words that make something else of a claim make something else of it here too.
    assert judged(f"I thought {line}") == ("not-checked", "")


@pytest.mark.parametrize(
    "line",
    [
        *("I used 3 steps", "see page 3", "2 of the columns were easy", "q is on page 3"),
        *("q took me 10 minutes", "I did q and 2 more", "I computed q, k and v, all three"),
        *("Compute the query (10 points)", "q takes 3 products and 2 sums", "q uses 2 columns"),
        *("q is made in two parts", "d_in is the length of x and d_out that of q"),
        *("Two matrices and one token", "multiply the 3 entries of x with the column"),
        *("The inner sizes are 3 and 3", "each column has d_in entries", "The value is 4."),
        *("the first entry of x is 2", "q - fine", "q comes from x and the 2 columns of W_q"),
        *("Both matrices have 2 columns", "The product needs 3 columns in x and 3 rows in W_q."),
        *("I need 6 products for q and 6 for k", "All 3 results have the same shape"),
        *("The weights have 3 rows each", "The results are on page 2", "The shapes fit"),
        *("The vectors x and q are rows", "The output depends on 2 things", "The key (2 points)"),
        *("entry 2 grew", "Entries 1 and 3 stay the same.", "q needs d_in products"),
    ],
)
def test_other_numbers_are_left_alone(line: str) -> None:
    assert judged(line) == ("not-checked", "")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("the results are 1 x 2", "the results are 1 x 3"),
        ("The outputs have length 2", "The outputs have length 3"),
        ("each of the three has 2 entries", "each of the three has 3 entries"),
        ("each of the three vectors is 1 x 2", "each of the three vectors is 1 x 3"),
        ("All three vectors are of length 2", "All three vectors are of length 3"),
        ("q is of length 2", "q is of length 3"),
        ("q is of size 1 x 2", "q is of size 1 x 3"),
        ("q has a length of 2", "q has a length of 3"),
        ("q has the shape 1 x 2", "q has the shape 1 x 3"),
        ("q, k and v have the shape (1, 2)", "q, k and v have the shape (1, 3)"),
        ("k has the dimensions 1 x 2", "k has the dimensions 1 x 3"),
        ("q = [10, 8], it has the shape 1 x 2", "q = [10, 8], it has the shape 1 x 3"),
        ("all three are 1 x 2", "all three are 1 x 3"),
        ("each has 2 entries", "each has 3 entries"),
        ("they have the length 2", "they have the length 3"),
        ("q, k, v ∈ R^{1×2}", "q, k, v ∈ R^{1×3}"),
        ("q, k and v ∈ ℝ^2", "q, k and v ∈ ℝ^3"),
        (r"$q, k, v \in \mathbb{R}^{1 \times 2}$", r"$q, k, v \in \mathbb{R}^{1 \times 3}$"),
        ("Let q, k, v ∈ R^{1×2}.", "Let q, k, v ∈ R^{1×3}."),
        ("q, k, v are in R^{1×2}", "q, k, v are in R^{1×3}"),
        ("The vectors q, k and v are 1 x 2", "The vectors q, k and v are 1 x 3"),
    ],
)
def test_what_is_short_and_natural_is_read(right: str, wrong: str) -> None:
    assert judged(right) == ("ok", "")
    assert judged(wrong) == ("wrong", "")
    # What was said of all is explained as what was said of one.
    assert mistakes(wrong) == ["length-from-rows"]


def test_shapes_of_givens_are_said_in_the_same_words() -> None:
    assert judged("W_q has the shape 3 x 2") == ("ok", "")
    assert judged("W_q has the shape 2 x 3") == ("wrong", "")
    assert judged("q has the same shape as k") == ("not-understood", NOT_READ)
    assert judged("W_q, W_k, W_v ∈ R^{3×2}") == ("ok", "")
    assert judged("W_q, W_k, W_v ∈ R^{2×3}") == ("wrong", "")
    assert judged("q, k ∈ N")[0] == "not-understood"


@pytest.mark.parametrize(
    "said",
    [
        *("(12, 10)", "12, 10", "12 10", "-12, 10", "12 and 10", "[12, 10]", "1 x 2", "1 by 2"),
        r"\begin{bmatrix} 12 & 10 \end{bmatrix}",
    ],
)
@pytest.mark.parametrize("verb", ["is", "should be"])
def test_the_value_may_be_that_of_any_result(said: str, verb: str) -> None:
    assert judged(f"The value {verb} {said}") == ("not-understood", WHICH_VALUE)
    # On a sheet as well, where its own part asks for another result.
    for part in ("1(b)", "1(d)"):
        line = f"{part} The value {verb} {said}"
        assert judged(line, sheet="BSVVGA") == ("not-understood", WHICH_VALUE)


def test_a_value_that_is_one_number_is_no_result() -> None:
    assert judged("The value is 12") == ("not-checked", "")
    assert judged("The value has two entries") == ("not-understood", WHICH_VALUE)
    assert judged("The value has two uses") == ("not-checked", "")
    assert judged("v = (12, 10), the value") == ("ok", "")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a row with d_out entries", "a row with d_in entries"),
        ("row vector with d_out entries", "row vector with d_in entries"),
        ("row vector with $d_{out}$ entries", "row vector with $d_{in}$ entries"),
        ("a vector of length d_out", "a vector of length d_in"),
        ("1 row, d_out columns", "1 row, d_in columns"),
        ("one row and d_{out} columns", "one row and d_{in} columns"),
        ("d_out entries", "d_in entries"),
        ("It has d_out entries", "It has d_in entries"),
        ("q has d_out entries, one row and d_out columns", "q has d_out entries and d_in columns"),
    ],
)
def test_the_name_of_a_size_counts_as_a_number_does(right: str, wrong: str) -> None:
    def verdict(line: str) -> str:
        parts = verify(f"1(c) {line}", sheet="JFASN9R").parts
        return next(part.verdict for part in parts if part.part == "c")

    assert (verdict(right), verdict(wrong)) == ("ok", "wrong")


def test_a_name_of_a_size_behind_a_claim_is_no_remark() -> None:
    assert judged("q = x W_q, all d_in of them", givens=None) == ("not-understood", NOT_READ)
    assert judged("q = [10, 8], all done")[0] == "ok"
    # The number of a step is no number of the result.
    assert judged("q = [10, 8], see step 2")[0] == "ok"
    assert judged("q = [10, 8], see 2")[0] == "not-understood"
