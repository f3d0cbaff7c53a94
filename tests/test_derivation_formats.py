"""A derivation in every format: each formula, in order, from the same derivation."""

import json
import re

import pytest

from qkvsym import derive, render
from qkvsym.notation import latex, text

WRITTEN_OUT = """\
x: 1 x 3
W_q: 3 x 2
(1 x 3)(3 x 2)
(1 x 3)(3 x 2) -> 1 x 2
q = x W_q
x = [x_1, x_2, x_3]
W_q = [[w_{11}, w_{12}],
       [w_{21}, w_{22}],
       [w_{31}, w_{32}]]
q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}
q_2 = x_1 w_{12} + x_2 w_{22} + x_3 w_{32}
"""


def without_prose(made: str) -> str:
    """The lines of formulas: no reason of a step has an equals sign, an arrow or a colon."""
    lines = [re.sub(r"^(\d+\. |   )", "", line) for line in made.splitlines()]
    kept = [line for line in lines if re.search(r" = |\)\(| -> |: \d|^ +\[", line)]
    return "\n".join(kept) + "\n"


def test_plain_text_shows_every_formula_with_the_rows_of_a_matrix_below_each_other() -> None:
    made = render(derive(d_in=3, d_out=2, role="q"), "txt")
    assert without_prose(made) == WRITTEN_OUT
    assert max(map(len, made.splitlines())) <= 80
    assert re.findall(r"^(\d+)\. ", made, re.M) == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("sizes", [{}, {"d_in": 3, "d_out": 2}, {"d_in": 1, "d_out": "n"}])
@pytest.mark.parametrize(("form", "newline"), [("md", r"\cr"), ("tex", r"\\")])
def test_math_formats_show_every_formula_in_order(
    form: str, newline: str, sizes: dict[str, int | str]
) -> None:
    derivations = derive(**sizes)  # type: ignore[arg-type]
    made = render(derivations, form)
    # A matrix inside a line may be set small.
    made = made.replace(r"\left[\begin{smallmatrix}", r"\begin{bmatrix}")
    made = made.replace(r"\end{smallmatrix}\right]", r"\end{bmatrix}")
    at = 0
    for formula in (f for d in derivations for step in d.steps for f in step.formulas):
        spelled = latex(formula).replace(r"\\", newline)
        assert spelled in made[at:]
        at = made.index(spelled, at)


def test_json_holds_every_formula_as_text_and_as_latex() -> None:
    derivations = derive(d_in=2, d_out=3)
    stored = json.loads(render(derivations, "json"))["derivations"]
    for one, made in zip(stored, derivations, strict=True):
        for step, expected in zip(one["steps"], made.steps, strict=True):
            assert step["formulas"] == [text(formula) for formula in expected.formulas]
            assert step["latex"] == [latex(formula) for formula in expected.formulas]


@pytest.mark.parametrize("name", ["text", "markdown", "latex", "json"])
def test_long_names_and_suffixes_of_formats_mean_the_same(name: str) -> None:
    suffix = {"text": "txt", "markdown": "md", "latex": "tex", "json": "json"}[name]
    assert render(derive(role="k"), name) == render(derive(role="k"), suffix)
