"""Seeds and words for whatever reads what learners write."""

from collections.abc import Iterator

from tests.fuzzing.target import cases, written_out
from tests.judging.test_any_text import PIECES

WORDS = (
    *dict.fromkeys(piece for piece in PIECES if len(piece) > 1),
    *["q = ", "k = ", "v = ", "x = ", "W_q = ", "W_k = ", "W_v = ", "d_out = 2", " is undefined"],
    *["(1 x 3)(3 x 2) = 1 x 2", r"\begin{cases}", r"\documentclass{article}", r"\item[(a)] "],
    *["(a) ", "**(b)** ", "```", "| q | [4, 5] |", "x · column 1", "entry 1 of q", "row 2 of W_k"],
    *["because the inner sizes differ", "because", "cannot be multiplied", "does not exist"],
    *[r"\left(", r"\right)", r"\text{", r"\mathrm{", r"\langle ", r"\rangle", r"\top", "⟨", "⟩"],
    *["\u2212", "\u00d7", "\u00b7", "\u2211", "\u2208", "\u211d", "\u1d40", "\u2081", "\u00bd"],
    *["\u200b", "\ufeff", "\u2028", "\u0660", "\uff11", "\U0001d42a", "\x00", "\x1b[31m", "\r"],
    *["tensor([[4., 5.]])", "np.array([[4, 5]])", "Matrix([[4, 5]])", "999999999999", "0.5", "1/2"],
)


def lines() -> Iterator[str]:
    """The lines of the test data: what learners write, and what nobody should."""
    for case in (*cases("learner_notations.json"), *cases("notations.json")):
        yield case["line"]
        if case.get("as") == "value" or case.get("reads_as") in ("row", "col", "mat", "num"):
            yield f"q = {case['line']}"
    for case in cases("hostile_inputs.json"):
        yield written_out(case)


def works() -> Iterator[str]:
    """Whole works: those of published cases, with what was claimed."""
    for case in cases("public_cases.json"):
        given = case["input"]
        names = [name for name in ("x", "X", "W_q", "W_k", "W_v") if name in given]
        told = [f"{name} = {given[name]}" for name in names]
        claimed = [
            f"{name} = {value}"
            for name, value in (case.get("claimed") or {}).items()
            if name in ("q", "k", "v")
        ]
        yield "\n".join([*told, *claimed])
