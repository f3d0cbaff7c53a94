"""The answers worked out a second time, by plain loops, with NumPy as a second opinion.

Nothing here is imported from the package. The right rule and every wrong rule are written again
from their descriptions; sums, formulas and matrices are read from the text that is printed.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

Rows = list[list[int]]
UNDEFINED = "undefined"
ROLES = ("q", "k", "v")
NAMED_SIZES = {"d_in": 7, "d_out": 4}
"""What a size that is only named stands for where a formula is tried on numbers."""


def product(x: Rows, W: Rows) -> Any:
    """x W, or "undefined" where the entries of x and the rows of W are not as many."""
    if len(x[0]) != len(W):
        return UNDEFINED
    entries = []
    for j in range(len(W[0])):
        total = 0
        for i in range(len(W)):
            total += x[0][i] * W[i][j]
        entries.append(total)
    again = np.array(x, dtype=np.int64) @ np.array(W, dtype=np.int64)
    assert again.tolist() == [entries]
    return [entries]


def shape(x: Any, W: Any) -> Any:
    """The shape of x W, from the two shapes."""
    return [x[0], W[1]] if x[1] == W[0] else UNDEFINED


def fitted(row: list[int], length: int) -> list[int]:
    """A row cut, or filled up with zeros, to a length."""
    return [row[i] if i < len(row) else 0 for i in range(length)]


def wrong_values(x: Rows, weights: Mapping[str, Rows], role: str) -> dict[str, Rows]:
    """What each mistake gives for a role; only those that apply, and are not right by chance."""
    right = product(x, weights[role])
    if right == UNDEFINED:
        return {"inner-mismatch": product([fitted(x[0], len(weights[role]))], weights[role])}
    found = {
        **_wrong_matrix(x, weights, role),
        **_wrong_shape(right[0]),
        **_wrong_sums(x[0], weights[role]),
        "outputs-reversed": [list(reversed(right[0]))],
        "same-column": [[right[0][0] for _ in right[0]]],
    }
    return {mistake: value for mistake, value in found.items() if value != right}


def _wrong_matrix(x: Rows, weights: Mapping[str, Rows], role: str) -> dict[str, Rows]:
    found = {}
    if role != "q" and "q" in weights:
        found["one-matrix-for-all"] = product(x, weights["q"])
    other = {"k": "v", "v": "k", "q": ""}[role]
    if other in weights:
        found["k-v-swapped"] = product(x, weights[other])
    return found


def _wrong_shape(right: list[int]) -> dict[str, Rows]:
    # One entry is the same as a row and as a column.
    return {"values-not-shape": [[entry] for entry in right]} if len(right) > 1 else {}


def _wrong_sums(x: list[int], W: Rows) -> dict[str, Rows]:
    height, width = len(W), len(W[0])
    along = fitted(x, width)
    dotted, sums, dropped, unsigned = [], [], [], []
    for i in range(height):
        dotted.append(sum(along[j] * W[i][j] for j in range(width)))
    for j in range(width):
        sums.append(sum(W[i][j] for i in range(height)))
        dropped.append(sum(x[i] * W[i][j] for i in range(height - 1)))
        unsigned.append(sum(abs(x[i]) * abs(W[i][j]) for i in range(height)))
    found = {"rows-dotted": [dotted], "column-sums": [sums], "sign-lost": [unsigned]}
    if height > 1:
        found["dropped-term"] = [dropped]
    return found


def wrong_shapes(x: Any, W: Any) -> dict[str, Any]:
    """What each mistake gives for the shape of x W; only those that apply and are wrong."""
    right = shape(x, W)
    if right == UNDEFINED:
        return {"inner-mismatch": [x[0], W[1]]}
    found = {"length-from-rows": [x[0], W[0]], "values-not-shape": [W[1], x[0]]}
    return {mistake: value for mistake, value in found.items() if value != right}


def matrices(text: str) -> dict[str, Rows]:
    """Every line such as ``x = [1, 2]`` or ``W_q = [[1, 0], [0, 1]]``, as rows by name."""
    lines = re.findall(r"^(\w+) = (\[.*\])$", text, re.MULTILINE)
    return {name: rows(value) for name, value in lines}


def rows(text: str) -> Rows:
    """A printed matrix; a matrix of one row is printed without its outer brackets."""
    value = json.loads(text)
    return value if isinstance(value[0], list) else [value]


NUMBER = r"(?:\d+|\(-\d+\))"
TERM = rf"{NUMBER}(?:\*{NUMBER})*"
SUM = re.compile(rf"-?{TERM}(?: [+-] {TERM})*")
CHAIN = re.compile(rf"(x \. column \d+|\w_\{{?\d+\}}?)((?: = {SUM.pattern})+)")


def chains(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every ``left = sum = sum = number`` of a text: its left side, and the members after it."""
    for left, members in CHAIN.findall(text):
        yield left, members.split(" = ")[1:]


def terms(text: str) -> list[list[int]]:
    """The signed factors of every term of a sum, such as ``2*(-4) + 3*1 - 5``."""
    if not SUM.fullmatch(text):
        raise AssertionError(f"{text!r} is no sum of products")
    found = []
    for sign, term in re.findall(rf"(^-?| [+-] )({TERM})", text):
        factors = [int(factor.strip("()")) for factor in term.split("*")]
        found.append([-factors[0], *factors[1:]] if "-" in sign else factors)
    return found


def value(text: str) -> int:
    """The value of a sum of products."""
    total = 0
    for factors in terms(text):
        worth = 1
        for factor in factors:
            worth *= factor
        total += worth
    return total


def column_sum(x: list[int], W: Rows, j: int) -> str:
    """x . column j as it is written by hand, negative second factors in brackets."""

    def spelled(number: int) -> str:
        return f"({number})" if number < 0 else str(number)

    return " + ".join(f"{spelled(x[i])}*{spelled(W[i][j - 1])}" for i in range(len(W)))


def random_numbers(sizes: Mapping[str, Any]) -> tuple[Rows, Rows]:
    """x and W of the sizes, named ones replaced, with numbers that coincide nowhere."""
    height = NAMED_SIZES.get(sizes["rows"], sizes["rows"])
    width = NAMED_SIZES.get(sizes["columns"], sizes["columns"])
    source = random.Random(20)
    x = [[source.randrange(1000, 10**5) for _ in range(height)]]
    W = [[source.randrange(1000, 10**5) for _ in range(width)] for _ in range(height)]
    return x, W


def formula_value(text: str, x: Rows, W: Rows, j: int) -> int:
    """The right side of a printed formula on numbers, with j where it says j."""
    whole = re.fullmatch(r"sum_\{i=1\}\^\{(\w+)\} (.+)", text)
    if whole is None:
        return sum(_term_value(term, x, W, {"j": j}) for term in text.split(" + "))
    upper, body = whole.groups()
    last = NAMED_SIZES[upper] if upper in NAMED_SIZES else int(upper)
    return sum(_term_value(body, x, W, {"i": i, "j": j}) for i in range(1, last + 1))


def _term_value(term: str, x: Rows, W: Rows, places: Mapping[str, int]) -> int:
    worth = 1
    for factor in re.split(r"[ *]", term):
        if factor.isdigit():
            worth *= int(factor)
            continue
        name, _, index = factor.partition("_")
        index = index.strip("{}")
        if name == "x":
            worth *= x[0][_place(index, places) - 1]
        else:
            assert name == "w", f"{factor!r} is no entry of x or W"
            i, j = index.split(",") if "," in index else list(index)
            worth *= W[_place(i, places) - 1][_place(j, places) - 1]
    return worth


def _place(index: str, places: Mapping[str, int]) -> int:
    return places[index] if index in places else int(index)
