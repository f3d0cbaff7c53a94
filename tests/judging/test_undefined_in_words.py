"""What is said to have no value is said, whatever stands behind it."""

import pytest

from qkvsym.judging.verification import verify
from tests.judging.three_results import GIVENS

NOT_READ = "these words are not read; write a formula, as in q = [4, 5] or q: 1 x 2"
SAY_WHAT = "say what this is, as in q = [4, 5]"


def judged(line: str) -> tuple[str, str]:
    (found,) = verify(line, givens=GIVENS).lines
    return found.verdict, found.reason


# The shapes of x and W_q on the sheet, which asks in (d) for the product.
REASONS = ["because W_q is 3 x 4", "because x is 1 x 2 and W_q is 3 x 4", "since q is 1 x 4", ""]


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize(
    "said",
    [
        *("undefined", "It is undefined", "impossible,", "none,", "the product is undefined"),
        *("This cannot be multiplied", "The result can't be computed", "q is undefined"),
    ],
)
def test_a_reason_that_can_be_read_takes_nothing_back(said: str, reason: str) -> None:
    (part,) = [p for p in verify(f"1(d) {said} {reason}", sheet="WXXTYQ").parts if p.part == "d"]
    assert part.verdict == "ok"
    # Where the product is defined, the same answer is wrong.
    (part,) = [p for p in verify(f"1(d) {said} {reason}", sheet="DWDTYZ").parts if p.part == "d"]
    assert part.verdict == "wrong" if "q" not in said.split() else part.verdict == "missing"


@pytest.mark.parametrize("said", ["The product is undefined", "undefined", "It is impossible"])
@pytest.mark.parametrize("reason", ["because k is 1 x 2", "as W_q is 3 x 2", "so q is 1 x 2"])
def test_without_a_question_it_is_refused(said: str, reason: str) -> None:
    assert judged(f"{said} {reason}") == ("not-understood", SAY_WHAT)
    assert judged(f"q {said.split()[-1]}") == ("wrong", "")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("The sizes do not fit, so q is 1 x 2", "The sizes fit, so q is 1 x 2"),
        ("Since W_q is 3 x 2, it does not exist", "Since W_q is 3 x 2, it exists"),
        ("q = [10, 8], it can't be formed", "q = [10, 8], it can be formed"),
    ],
)
def test_what_denies_a_claim_is_no_remark(line: str, right: str) -> None:
    assert judged(line)[0] == "not-understood"
    assert judged(right) == ("ok", "")


@pytest.mark.parametrize("cannot", ["cannot", "can not", "can't", "can’t"])
@pytest.mark.parametrize("done", ["formed", "multiplied", "computed"])
def test_cannot_is_one_word_in_all_its_spellings(cannot: str, done: str) -> None:
    assert judged(f"q {cannot} be {done}") == ("wrong", "")
    assert judged(f"q {cannot} be {done} because 3 is not 2") == ("wrong", "")
    # What it is not possible to do is another thing.
    assert judged(f"q {cannot} be long")[0] == "not-checked"


@pytest.mark.parametrize(
    "said",
    [
        *("does not exist", "doesn't exist", "don’t fit", "do not fit", "is not defined"),
        *("isn't defined", "isn’t possible", "is not possible", "not defined"),
    ],
)
def test_so_is_not(said: str) -> None:
    assert judged(f"q {said}") == ("wrong", "")
    assert judged(f"q {said} to me")[0] != "wrong"


def test_several_results_may_be_said_to_have_no_value() -> None:
    assert judged("q and k cannot be formed") == ("wrong", "")
    product = "say which product it is, as in: x W_q is undefined"
    assert judged("x and W_q cannot be multiplied") == ("not-understood", product)
    (line,) = verify("x and W_q can't be multiplied").lines
    assert line.reason == product


def test_what_is_undefined_is_complete_without_a_shape() -> None:
    x, W_q, W_v = [1, 2], [[1, 0], [0, 1], [1, 1]], [[1, 3], [2, 0]]
    report = verify("q is undefined", givens={"x": x, "W_q": W_q})
    assert (report.complete, report.missing) == (True, ())
    # Where another result has a shape, that is still to be stated.
    report = verify("q is undefined\nv = [5, 3]", givens={"x": x, "W_q": W_q, "W_v": W_v})
    assert report.missing == ("shape",)
