"""What every part of every kind should hold, read off a data-set entry or a JSON sheet alone.

For each kind one function works out the answers and wrong values of an exercise from what is
given and printed; `checks` holds the exercise against them.
"""

import re
from collections.abc import Callable
from typing import Any

from tests.oracles.loops import (
    ROLES,
    UNDEFINED,
    Rows,
    chains,
    forms,
    formula_value,
    holds,
    matrices,
    product,
    random_numbers,
    rows,
    same,
    shape,
    shape_forms,
    terms,
    value,
    wrong_shapes,
    wrong_values,
)
from tests.oracles.wrong_loops import as_long_as

Expected = dict[str, tuple[Any, dict[str, Any]]]
"""For each part: the right answer, and what every mistake gives that applies, right or not."""


def numbers(exercise: dict[str, Any]) -> tuple[Rows, dict[str, Rows]]:
    """The token and the matrices of an exercise by role; a changed matrix counts."""
    givens = exercise["givens"]
    weights = {}
    for role in ROLES:
        if f"W_{role}" in givens:
            weights[role] = givens.get(f"W_{role}_new", givens[f"W_{role}"])
    return givens["x"], weights


def size(rows_of: Rows) -> list[int]:
    return [len(rows_of), len(rows_of[0])]


def predict_shape(exercise: dict[str, Any]) -> Expected:
    x, W = (given["shape"] for given in exercise["givens"].values())
    wrong = {"length-from-rows": "rows"}
    return {"shape": (shape(x, W), shape_forms(x, W)), "decides": ("columns", wrong)}


def compute_projections(exercise: dict[str, Any]) -> Expected:
    x, weights = numbers(exercise)
    W = size(next(iter(weights.values())))
    found: Expected = {"shape": (shape(size(x), W), shape_forms(size(x), W))}
    for role in weights:
        found[role] = (product(x, weights[role]), forms(x, weights, role))
        found[f"{role}-shape"] = (size(product(x, weights[role])), {})
    return found


def change_column(exercise: dict[str, Any]) -> Expected:
    x, ((role, W),) = exercise["givens"]["x"], numbers(exercise)[1].items()
    prompt, old = exercise["prompt"], exercise["givens"][f"W_{role}"]
    before, after = product(x, old), product(x, W)
    same(f"the old {role}", matrices(prompt)[role], before)
    said = re.search(r"column (\d+) of W_. is replaced by the column (\[.*\])\.", prompt)
    one = re.search(r"row (\d+) and column (\d+) of W_. becomes (-?\d+)\.", prompt)
    made = [list(row) for row in old]
    if said:
        for row, entry in zip(made, rows(said[2]), strict=True):
            row[int(said[1]) - 1] = entry[0] if len(rows(said[2])) > 1 else rows(said[2])[0][0]
    else:
        holds("the prompt says what is changed", one is not None)
        made[int(one[1]) - 1][int(one[2]) - 1] = int(one[3])
    same(f"the new W_{role}", W, made)
    moved = [j for j in range(len(W[0])) if before[0][j] != after[0][j]]
    same("how many entries the change moves", 1, len(moved))
    return {role: (after, forms(x, {role: W}, role)), "moved": (moved[0] + 1, {})}


def match_matrix(exercise: dict[str, Any]) -> Expected:
    x, weights = numbers(exercise)
    labelled = dict(re.findall(r"\b([ABC]): (\[[^]]*\])", exercise["prompt"]))
    same("the labels", sorted(labelled), ["A", "B", "C"])
    swapped = {"k": {"k-v-swapped": "W_v"}, "v": {"k-v-swapped": "W_k"}, "q": {}}
    found: Expected = {}
    for label, output in labelled.items():
        fitting = [r for r in ROLES if product(x, weights[r]) == rows(output)]
        same(f"how many matrices give {label}", 1, len(fitting))
        (role,) = fitting
        found[label] = (f"W_{role}", swapped[role])
    same("how many matrices are matched", len({answer for answer, _ in found.values()}), 3)
    return found


def shape_check(exercise: dict[str, Any]) -> Expected:
    x, ((role, W),) = exercise["givens"]["x"], numbers(exercise)[1].items()
    prompt = exercise["prompt"]
    said = re.search(r"d_in = (\d+) and d_out = (\d+)\.", prompt)
    holds("the prompt says both sizes", said is not None)
    d_in, d_out = int(said[1]), int(said[2])
    reported, right = matrices(prompt)[role], product(x, W)
    agree = {
        "input": len(x[0]) == d_in,
        "weight": len(W) == d_in,
        "output": size(reported) == [1, d_out],
    }
    holds("no more than one comparison fails", list(agree.values()).count(False) <= 1)
    if right == UNDEFINED:
        same("what is handed in", reported, product([as_long_as(x[0], len(W))], W))
    else:
        same("whether what is handed in is right", agree["output"], reported == right)
        flat = [entry for row in reported for entry in row]
        kept = as_long_as(right[0], min(len(flat), d_out))
        same("the entries handed in", as_long_as(flat, d_out), as_long_as(kept, d_out))
    found: Expected = {p: ("agree" if passes else "differ", {}) for p, passes in agree.items()}
    found["product"] = (shape(size(x), size(W)), shape_forms(size(x), size(W)))
    return found


def derive_formula(exercise: dict[str, Any]) -> Expected:
    shapes = {name: given["shape"] for name, given in exercise["givens"].items()}
    (name,) = (name for name in shapes if name != "x")
    sizes = dict(zip(("rows", "columns"), shapes[name], strict=True))
    x, W = random_numbers(sizes)
    role = name[-1]
    right = product(x, W)
    found: Expected = {"rule": (right, {}), "entry": (right, {})}
    j = asked_entry(exercise)
    if isinstance(j, int):
        wrong = forms(x, {role: W}, role)
        written = ("rows-dotted", "column-sums", "dropped-term", "outputs-reversed", "same-column")
        at_j = {m: [wrong[m][0][j - 1 : j]] for m in written if m in wrong}
        found["entry"] = ([right[0][j - 1 : j]], {m: v for m, v in at_j.items() if v != [[]]})
    found["shape"] = (shape(shapes["x"], shapes[name]), shape_forms(shapes["x"], shapes[name]))
    return found


def asked_entry(exercise: dict[str, Any]) -> int | str:
    (ask,) = (part["ask"] for part in exercise["parts"] if part["id"] == "entry")
    place = re.search(r"the entry \w_\{?(\w+)\}? as", ask)
    holds("the question says which entry", place is not None)
    return int(place[1]) if place[1].isdigit() else place[1]


def formula_on_numbers(text: str, exercise: dict[str, Any]) -> Rows:
    """A printed formula of derive-formula on random numbers; of every entry where it says j."""
    (name,) = (name for name in exercise["givens"] if name != "x")
    sizes = exercise["givens"][name]["shape"]
    x, W = random_numbers({"rows": sizes[0], "columns": sizes[1]})
    left, _, right = text.partition(" = ")
    if left == name[-1]:
        same("the rule", right, f"x {name}")
        result: Rows = product(x, W)
        return result
    j = asked_entry(exercise)
    holds(f"{left} is the entry asked for", left in (f"{name[-1]}_{j}", f"{name[-1]}_{{{j}}}"))
    places = [j] if isinstance(j, int) else range(1, len(W[0]) + 1)
    return [[formula_value(right, x, W, place) for place in places]]


LENGTH = re.compile(
    r"The token has (1 number|\d+ numbers) and W_(.) has (1 row|\d+ rows), "
    r"so (.) has (1 entry|\d+ entries)\."
)


def count(said: str) -> int:
    """The number of a counted thing, whose word is in the plural only where it must be."""
    number, _, word = said.partition(" ")
    holds(f"{said} is grammatical", (number == "1") == (word in ("number", "row", "entry")))
    return int(number)


def follows(said: str, x: Rows, weights: dict[str, Rows]) -> bool:
    """Whether one line of a shown solution is right, judged from what is given."""
    token, heights = len(x[0]), {role: size(W) for role, W in weights.items()}
    if m := re.fullmatch(r"x is 1 x (\d+) and (?:W_(.)|each .*) is (\d+) x (\d+)\.", said):
        shapes = [heights[m[2]]] if m[2] else list(heights.values())
        return int(m[1]) == token and all(s == [int(m[3]), int(m[4])] for s in shapes)
    if m := re.fullmatch(r"The inner sizes (\d+) and (\d+) agree, so there is a product\.", said):
        return {int(m[1]), int(m[2])} == {token} == {h for h, _ in heights.values()}
    if m := LENGTH.fullmatch(said):
        same(said, [count(m[1]), count(m[3])], [token, heights[m[2]][0]])
        same(said, m[4], m[2])
        return count(m[5]) == heights[m[2]][1]
    if m := re.fullmatch(r"The shape of (.) is 1 x (\d+)\.", said):
        return bool([1, int(m[2])] == shape(size(x), heights[m[1]]))
    if m := re.fullmatch(r"(.) = x W_(.) = (\[.*\])", said):
        same(said, rows(m[3]), product(x, weights[m[2]]))
        return m[1] == m[2]
    if m := re.fullmatch(r"(.) = (\[.*\]), with shape (\d+) x (\d+)\.", said):
        same(said, [int(m[3]), int(m[4])], size(rows(m[2])))
        return bool(rows(m[2]) == product(x, weights[m[1]]))
    return entry_follows(said, x, weights)


def entry_follows(said: str, x: Rows, weights: dict[str, Rows]) -> bool:
    """Whether r_j = sum = value is right: its value, and the products that make it."""
    ((left, members),) = chains(said)
    same("a whole line", said, " = ".join([left, *members]))
    holds(f"all of {said} is one number", len({value(member) for member in members}) == 1)
    role, j = left[0], int(left[1:].strip("_{}"))
    W = weights[role]
    if len(x[0]) != len(W) or j > len(W[0]):
        return False
    made = sorted(sorted(factors) for factors in terms(members[0]) if 0 not in factors)
    right = sorted(sorted(pair) for pair in ([x[0][i], W[i][j - 1]] for i in range(len(W))))
    return made == [pair for pair in right if 0 not in pair]


def made_mistakes(lines: list[str], x: Rows, weights: dict[str, Rows]) -> set[str]:
    """The mistakes that give just what a shown solution ends with."""
    if m := re.fullmatch(r"The shape of (.) is 1 x (\d+)\.", lines[-1]):
        wrong = wrong_shapes(size(x), size(weights[m[1]]))
        return {mistake for mistake, found in wrong.items() if found == [1, int(m[2])]}
    ends = {m[1]: rows(m[2]) for s in lines if (m := re.match(r"(.) = .*?(\[.*\])", s))}
    right = {role: product(x, weights[role]) for role in ends}
    wrong = {role: wrong_values(x, weights, role) for role in ends}
    names = {name for role in ends for name in wrong[role]}
    return {name for name in names if ends == {r: wrong[r].get(name, right[r]) for r in ends}}


def role_asked_for(exercise: dict[str, Any], wrong_line: str) -> str:
    """The role that the last part asks about; where naming it would give the wrong line away,
    it is what that line computes."""
    asked = re.search(r"the right (?:shape of )?([qkv])\b", exercise["parts"][-1]["ask"])
    return asked[1] if asked else wrong_line[0]


def find_mistake(exercise: dict[str, Any]) -> Expected:
    x, weights = numbers(exercise)
    lines = re.findall(r"^\d+\. (.+)$", exercise["prompt"], re.MULTILINE)
    wrong_lines = [n for n, said in enumerate(lines, 1) if not follows(said, x, weights)]
    holds("a line is wrong", bool(wrong_lines))
    first = wrong_lines[0]
    offered = {option["id"] for option in exercise["parts"][0]["answer"]["options"]}
    fitting = made_mistakes(lines, x, weights) & offered
    same("how many options give what is shown", 1, len(fitting))
    (mistake,) = fitting
    role = role_asked_for(exercise, lines[first - 1])
    found: Expected = {"mistake": (mistake, {}), "line": (first, {})}
    if exercise["parts"][-1]["answer"]["type"] == "shape":
        sizes = size(x), size(weights[role])
        found["right"] = (shape(*sizes), shape_forms(*sizes))
    else:
        # What to expect here is the mistake that was shown, made once more.
        wrong = forms(x, weights, role)
        shown = {name: value for name, value in wrong.items() if name == mistake}
        found["right"] = (product(x, weights[role]), shown)
    return found


EXPECTED: dict[str, Callable[[dict[str, Any]], Expected]] = {
    "predict-shape": predict_shape,
    "compute-projections": compute_projections,
    "change-column": change_column,
    "match-matrix": match_matrix,
    "shape-check": shape_check,
    "find-mistake": find_mistake,
    "derive-formula": derive_formula,
}
