"""What a prompt and a drawing say besides the givens, held against the loops.

Facts stand in data-set entries; the drawings of an exercise are read as the values that they show.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.oracles.by_kind import numbers, size
from tests.oracles.loops import UNDEFINED, Rows, holds, matrices, product, rows, same, shape


def check_facts(exercise: dict[str, Any]) -> None:
    """The facts of an entry are what its prompt says, and what follows from its givens."""
    facts, prompt = exercise["facts"], exercise["prompt"]
    for name, again in _FACTS.get(exercise["kind"], _none)(exercise, prompt).items():
        same(f"the fact {name}", facts[name], again)


def _none(exercise: dict[str, Any], prompt: str) -> dict[str, Any]:
    return {}


def _change_column(exercise: dict[str, Any], prompt: str) -> dict[str, Any]:
    x, ((role, W),) = exercise["givens"]["x"], numbers(exercise)[1].items()
    old = exercise["givens"][f"W_{role}"]
    changed = [(i, j) for j in range(len(W[0])) for i in range(len(W)) if W[i][j] != old[i][j]]
    j = {j for _, j in changed}
    same("how many columns change", len(j), 1)
    (place,) = j
    one = re.search(r"row (\d+) and column \d+ of W_. becomes", prompt)
    row = int(one[1]) if one else None
    return {
        "old": product(x, old),
        "j": place + 1,
        "column": [[line[place]] for line in W],
        "i": row,
        "entry": W[row - 1 if row else 0][place],
    }


def _match_matrix(exercise: dict[str, Any], prompt: str) -> dict[str, Any]:
    labelled = re.findall(r"\b([ABC]): (\[[^]]*\])", prompt)
    x, weights = numbers(exercise)
    asked = {part["id"]: part["answer"]["value"][-1] for part in exercise["parts"]}
    for label, output in labelled:
        same(f"the output {label}", rows(output), product(x, weights[asked[label]]))
    return {"outputs": [[label, rows(output)] for label, output in labelled]}


def _shape_check(exercise: dict[str, Any], prompt: str) -> dict[str, Any]:
    said = re.search(r"d_in = (\d+) and d_out = (\d+)\.", prompt)
    holds("the prompt says both sizes", said is not None)
    (role,) = numbers(exercise)[1]
    sizes = [int(one) for one in said.groups()] if said else []
    return dict(zip(("d_in", "d_out"), sizes, strict=True)) | {"reported": matrices(prompt)[role]}


def _find_mistake(exercise: dict[str, Any], prompt: str) -> dict[str, Any]:
    return {
        "lines": re.findall(r"^\d+\. (.+)$", prompt, re.MULTILINE),
        "given": [list(pair) for pair in exercise["givens"].items()],
    }


_FACTS: Mapping[str, Callable[[dict[str, Any], str], dict[str, Any]]] = {
    "change-column": _change_column,
    "match-matrix": _match_matrix,
    "shape-check": _shape_check,
    "find-mistake": _find_mistake,
}


def check_figures(exercise: dict[str, Any], figures: Iterable[Any]) -> None:
    """Every drawing shows the numbers of the exercise, and what they give as its solution."""
    for figure in figures:
        holds(f"a drawing {figure.id} is known", figure.id in _FIGURES)
        _FIGURES[figure.id](exercise, figure.values, figure.solution)


def _listed(value: Any) -> Any:
    """A matrix as rows, a shape as two sizes, and what there is not as "undefined"."""
    if hasattr(value, "columns") and not isinstance(value.rows, tuple):
        return [value.rows, value.columns]
    return [list(row) for row in value.rows] if hasattr(value, "rows") else UNDEFINED


def _branches(exercise: dict[str, Any], values: Any, solution: Any) -> None:
    x, weights = numbers(exercise)
    same("the token of the drawing", _listed(values["x"]), x)
    same("the branches of the drawing", [way.role for way in values["ways"]], list(weights))
    results = [product(x, W) for W in weights.values()]
    same("the results of the drawing", list(map(_listed, solution)), results)


def _grid(exercise: dict[str, Any], values: Any, solution: Any) -> None:
    x, weights = numbers(exercise)
    W: Rows = weights[values["case"].role]
    same("the token of the grid", _listed(values["x"]), x)
    same("the matrix of the grid", _listed(values["W"]), W)
    same("the places of the grid", list(values["places"]), [n + 1 for n in range(len(W[0]))])
    marked = [row[values["column"] - 1] for row in W]
    same("the marked column of the grid", list(values["used"]), marked)
    same("the result of the grid", _listed(solution), product(x, W))


def _domino(exercise: dict[str, Any], values: Any, solution: Any) -> None:
    x, W = (given["shape"] for given in exercise["givens"].values())
    inner, out = solution
    _compared("the inner sizes of the drawing", inner, x[1], W[0])
    same("the shape of the drawing", _listed(out), shape(x, W))


def _comparisons(exercise: dict[str, Any], values: Any, solution: Any) -> None:
    facts, ((_, W),) = exercise["facts"], numbers(exercise)[1].items()
    pairs = (
        (len(exercise["givens"]["x"][0]), facts["d_in"]),
        (len(W), facts["d_in"]),
        (size(facts["reported"]), [1, len(W[0])]),
    )
    for n, (compared, pair) in enumerate(zip(solution, pairs, strict=True), 1):
        _compared(f"comparison {n} of the drawing", compared, *pair)


def _compared(what: str, chain: Any, left: Any, right: Any) -> None:
    found = [one if isinstance(one, int) else _listed(one) for one in chain.members]
    same(what, found, [left, right])
    same(f"the sign of {what}", chain.relation, "=" if left == right else "!=")


_FIGURES: Mapping[str, Callable[[dict[str, Any], Any, Any], None]] = {
    "branches": _branches,
    "product-grid": _grid,
    "domino": _domino,
    "comparisons": _comparisons,
}
