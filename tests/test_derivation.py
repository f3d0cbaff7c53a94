"""Derivations: what SymPy gives for the rules, read back as it is written by hand."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from qkvsym import derivation, derive
from qkvsym.derivation import Derivation
from qkvsym.errors import BadOption, BadSize, SizesDiffer
from qkvsym.formula import BigSum, Entry, Formula, Product, Sum
from qkvsym.notation import text
from qkvsym.rules import PROJECTIONS, ROLES, Step
from qkvsym.shapes import Shape

CACHES = (
    derivation._derive,
    derivation.entry_formulas,
    derivation.entry_formula,
    derivation._product,
)


def lines(made: Derivation) -> dict[str, list[str]]:
    return {step.id: [text(formula) for formula in step.formulas] for step in made.steps}


@pytest.mark.parametrize("role", ROLES)
def test_without_sizes_the_derivation_is_symbolic(role: str) -> None:
    (made,) = derive(role=role)
    assert lines(made) == {
        "sizes": ["x: 1 x d_in", f"W_{role}: d_in x d_out"],
        "inner": ["(1 x d_in)(d_in x d_out)"],
        "outer": ["(1 x d_in)(d_in x d_out) -> 1 x d_out"],
        "rule": [f"{role} = x W_{role}"],
        "entry": [f"{role}_j = sum_{{i=1}}^{{d_in}} x_i w_{{ij}}"],
    }
    assert (made.role, made.weight, made.shape) == (role, f"W_{role}", Shape(1, "d_out"))


def test_with_sizes_the_matrices_and_every_entry_are_written_out() -> None:
    (made,) = derive(d_in=3, d_out=2, role="k")
    assert lines(made) == {
        "sizes": ["x: 1 x 3", "W_k: 3 x 2"],
        "inner": ["(1 x 3)(3 x 2)"],
        "outer": ["(1 x 3)(3 x 2) -> 1 x 2"],
        "rule": ["k = x W_k"],
        "written": [
            "x = [x_1, x_2, x_3]",
            "W_k = [[w_{11}, w_{12}], [w_{21}, w_{22}], [w_{31}, w_{32}]]",
        ],
        "entry": [
            "k_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}",
            "k_2 = x_1 w_{12} + x_2 w_{22} + x_3 w_{32}",
        ],
    }


@pytest.mark.parametrize(
    ("d_in", "d_out", "entries"),
    [
        (3, "d_out", ["q_j = x_1 w_{1j} + x_2 w_{2j} + x_3 w_{3j}"]),
        (1, "n", ["q_j = x_1 w_{1j}"]),
        (
            "d_model",
            2,
            [
                "q_1 = sum_{i=1}^{d_model} x_i w_{i1}",
                "q_2 = sum_{i=1}^{d_model} x_i w_{i2}",
            ],
        ),
        ("n", "n", ["q_j = sum_{i=1}^{n} x_i w_{ij}"]),
        (1, 1, ["q_1 = x_1 w_{11}"]),
        (2, 1, ["q_1 = x_1 w_{11} + x_2 w_{21}"]),
        # Names that mean something to SymPy, to Python or to the formula itself.
        ("E", "I", ["q_j = sum_{i=1}^{E} x_i w_{ij}"]),
        ("lambda", "S", ["q_j = sum_{i=1}^{lambda} x_i w_{ij}"]),
        ("Y", "W_o", ["q_j = sum_{i=1}^{Y} x_i w_{ij}"]),
    ],
)
def test_sizes_may_be_numbers_or_names_each_for_itself(
    d_in: Any, d_out: Any, entries: list[str]
) -> None:
    (made,) = derive(d_in=d_in, d_out=d_out, role="q")
    assert lines(made)["entry"] == entries
    assert made.shape == Shape(1, d_out)
    assert ("written" in lines(made)) == (isinstance(d_in, int) and isinstance(d_out, int))


@pytest.mark.parametrize("name", [*"ijxwqkvXWQKV", "W_q", "W_k", "W_v", "sum"])
@pytest.mark.parametrize("what", ["d_in", "d_out", "rows"])
def test_a_name_that_the_formulas_use_already_is_no_size(what: str, name: str) -> None:
    with pytest.raises(BadSize) as refused:
        derive(**{what: name})
    assert str(refused.value) == (
        f"{what} is '{name}', which has a meaning in the formulas already"
    )


def value(formula: Formula, known: dict[tuple[str, tuple[Any, ...]], int], **at: int) -> int:
    """The value of a derived formula under numbers for its entries and indices."""
    if isinstance(formula, Entry):
        return known[
            formula.name, tuple(at[i] if isinstance(i, str) else i for i in formula.indices)
        ]
    if isinstance(formula, Product):
        total = 1
        for factor in formula.factors:
            total *= value(factor, known, **at)
        return total
    if isinstance(formula, Sum):
        return sum(value(term, known, **at) for term in formula.terms)
    assert isinstance(formula, BigSum)
    upper = formula.upper if isinstance(formula.upper, int) else at[formula.upper]
    return sum(value(formula.body, known, **at, **{formula.index: i}) for i in range(1, upper + 1))


def numbers(d_in: int, d_out: int) -> tuple[dict[tuple[str, tuple[Any, ...]], int], list[int]]:
    stream = Random(100 * d_in + d_out)
    x = [stream.randint(-9, 9) for _ in range(d_in)]
    w = [[stream.randint(-9, 9) for _ in range(d_out)] for _ in range(d_in)]
    known: dict[tuple[str, tuple[Any, ...]], int] = {}
    for i in range(d_in):
        known["x", (i + 1,)] = x[i]
        for j in range(d_out):
            known["w", (i + 1, j + 1)] = w[i][j]
    return known, [sum(x[i] * w[i][j] for i in range(d_in)) for j in range(d_out)]


SAMPLE = [(n, 17 - n) for n in range(1, 17)] + [(1, 1), (16, 16), (3, 2), (2, 3), (10, 11)]


@pytest.mark.parametrize(("d_in", "d_out"), SAMPLE)
def test_every_entry_has_the_value_of_plain_loops(d_in: int, d_out: int) -> None:
    known, expected = numbers(d_in, d_out)
    (made,) = derive(d_in=d_in, d_out=d_out, role="v")
    chains = made.steps[-1].formulas
    assert [chain.members[0] for chain in chains] == [Entry("v", (j,)) for j in range(1, d_out + 1)]
    assert [value(chain.members[1], known) for chain in chains] == expected


@pytest.mark.parametrize(("d_in", "d_out"), [(1, 3), (3, 2), (12, 4)])
@pytest.mark.parametrize("named", ["d_in", "d_out", "both"])
def test_an_entry_with_named_sizes_has_the_value_of_plain_loops(
    d_in: int, d_out: int, named: str
) -> None:
    known, expected = numbers(d_in, d_out)
    high = d_in if named == "d_out" else "d_in"
    wide = d_out if named == "d_in" else "d_out"
    (made,) = derive(d_in=high, d_out=wide, role="q")
    chains = made.steps[-1].formulas
    at = range(1, d_out + 1)
    found = (
        [value(chain.members[1], known, d_in=d_in) for chain in chains]
        if named == "d_in"
        else [value(chains[0].members[1], known, d_in=d_in, j=j) for j in at]
    )
    assert found == expected


def test_terms_keep_the_order_of_the_token_past_nine_entries() -> None:
    (made,) = derive(d_in=11, d_out=1, role="q")
    terms = made.steps[-1].formulas[0].members[1].terms
    assert [text(term) for term in terms][-3:] == [
        "x_9 w_{91}",
        "x_{10} w_{10,1}",
        "x_{11} w_{11,1}",
    ]


def test_all_roles_are_derived_in_the_order_of_the_lesson() -> None:
    assert [made.role for made in derive()] == ["q", "k", "v"]
    assert derive(role="all") == derive()
    assert derive(role="k") == derive()[1:2]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"d_in": 3, "d_out": 2, "rows": 2},
            "x is 1 x 3, W_q is 2 x 2: the inner sizes 3 and 2 differ",
        ),
        (
            {"d_in": 3, "rows": 2},
            "x is 1 x 3, W_q is 2 x d_out: the inner sizes 3 and 2 differ",
        ),
        (
            {"rows": "n"},
            "x is 1 x d_in, W_q is n x d_out: the inner sizes d_in and n differ",
        ),
        (
            {"d_in": 3, "rows": "d_in", "role": "v"},
            "x is 1 x 3, W_v is d_in x d_out: the inner sizes 3 and d_in differ",
        ),
    ],
)
def test_rows_that_disagree_are_said_in_one_sentence(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SizesDiffer) as refused:
        derive(**options)
    assert str(refused.value) == sentence


def test_rows_that_agree_change_nothing() -> None:
    assert derive(d_in=3, rows=3) == derive(d_in=3)
    assert derive(rows="d_in") == derive()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"d_in": 0}, "d_in is 0: a size is a whole number from 1 to 16"),
        ({"d_in": 17}, "d_in is 17: a size is a whole number from 1 to 16"),
        ({"d_out": -1}, "d_out is -1: a size is a whole number from 1 to 16"),
        ({"d_out": 2.0}, "d_out is 2.0: a size is a whole number from 1 to 16"),
        ({"d_in": True}, "d_in is True: a size is a whole number from 1 to 16"),
        ({"d_in": 3, "rows": False}, "rows is False: a size is a whole number from 1 to 16"),
        (
            {"d_in": "d in"},
            "d_in is 'd in': a size is a whole number from 1 to 16 or a short name such as d_in",
        ),
    ],
)
def test_bad_sizes_are_refused_by_name(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSize) as refused:
        derive(**options)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("role", "said"), [("w", "'w'"), ("Q", "'Q'"), ("", "''"), (None, "None")])
def test_a_role_is_q_k_v_or_all(role: Any, said: str) -> None:
    with pytest.raises(BadOption) as refused:
        derive(role=role)
    assert str(refused.value) == f"unknown role {said}: a role is q, k, v or all"


def test_a_notebook_shows_every_formula_of_a_derivation_aligned() -> None:
    (made,) = derive(d_in=2, d_out=1, role="q")
    assert made._repr_latex_() == (
        r"$\begin{aligned} & x\colon 1 \times 2 \\ & W_q\colon 2 \times 1 \\ "
        r"& (1 \times 2)(2 \times 1) \\ (1 \times 2)(2 \times 1) & \to 1 \times 1 \\ "
        r"q & = x W_q \\ x & = \begin{bmatrix} x_1 & x_2 \end{bmatrix} \\ "
        r"W_q & = \begin{bmatrix} w_{11} \\ w_{21} \end{bmatrix} \\ "
        r"q_1 & = x_1 w_{11} + x_2 w_{21} \end{aligned}$"
    )


def test_a_notebook_shows_several_derivations_one_below_the_other() -> None:
    start, end = r"$\begin{aligned} ", r" \end{aligned}$"
    bodies = [made._repr_latex_().removeprefix(start).removesuffix(end) for made in derive()]
    assert derive()._repr_latex_() == start + r" \\ ".join(bodies) + end


@pytest.fixture
def fresh_caches() -> Iterator[None]:
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()


@pytest.mark.usefixtures("fresh_caches")
def test_a_changed_rule_changes_the_derivation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The formulas are read off the rule; no text of them is stored."""
    monkeypatch.setitem(PROJECTIONS, "q", Step("q", ("x", "W_q"), lambda x, W: x @ W.T))
    (made,) = derive(d_in=3, d_out=3, role="q")
    assert lines(made)["entry"][0] == "q_1 = x_1 w_{11} + x_2 w_{12} + x_3 w_{13}"
    assert lines(derive(d_in=3, d_out=3, role="k")[0])["entry"][0] == (
        "k_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}"
    )


@pytest.mark.usefixtures("fresh_caches")
def test_the_shape_is_read_off_the_rule_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROJECTIONS, "v", Step("v", ("x", "W_v"), lambda x, W: x @ W.T))
    with pytest.raises(SizesDiffer) as refused:
        derive(d_in=3, d_out=2, role="v")
    assert str(refused.value) == "x is 1 x 3, W_v^T is 2 x 3: the inner sizes 3 and 2 differ"
