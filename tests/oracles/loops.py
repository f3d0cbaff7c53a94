"""The answers worked out a second time, by plain loops.

Nothing here is imported from the package. The right rule is written again from its description,
as the wrong rules are in `wrong_loops`; sums, formulas and matrices are read from the text that is
printed.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracles.wrong_loops import BY_LOOPS, USUAL, as_long_as, projected

Rows = list[list[int]]
UNDEFINED = "undefined"
ROLES = ("q", "k", "v")
NAMED_SIZES = {"d_in": 7, "d_out": 4}
"""What a size that is only named stands for where a formula is tried on numbers."""

ON_KEYS = tuple(BY_LOOPS)[:11]
"""The mistakes that keys list beside an answer, in their order."""


class Mismatch(AssertionError):
    """What is printed is not what was worked out again."""


def same(what: str, printed: Any, again: Any) -> None:
    """Raise `Mismatch` where what is printed is not what was worked out again."""
    if printed != again:
        raise Mismatch(f"{what}: printed is {printed}, worked out again {again}")


def holds(what: str, condition: bool) -> None:
    """Raise `Mismatch` where something that must be so is not."""
    if not condition:
        raise Mismatch(what)


def product(x: Rows, W: Rows) -> Any:
    """x W, or "undefined" where the entries of x and the rows of W are not as many."""
    return [projected(x[0], W)] if len(x[0]) == len(W) else UNDEFINED


def shape(x: Any, W: Any) -> Any:
    """The shape of x W, from the two shapes."""
    return [x[0], W[1]] if x[1] == W[0] else UNDEFINED


def forms(x: Rows, weights: Mapping[str, Rows], role: str) -> dict[str, Rows]:
    """What each mistake on keys that applies gives for a role, right by chance or not."""
    W = weights[role]
    if len(x[0]) != len(W):
        return {"inner-mismatch": [projected(as_long_as(x[0], len(W)), W)]}
    given = {"x": x, **{f"W_{letter}": rows_of for letter, rows_of in weights.items()}}
    found = ((name, USUAL[name](role, given)) for name in ON_KEYS)
    return {name: values[0] for name, values in found if values}


def wrong_values(x: Rows, weights: Mapping[str, Rows], role: str) -> dict[str, Rows]:
    """What each mistake gives for a role; only those that apply, and are not right by chance."""
    right = product(x, weights[role])
    return {name: value for name, value in forms(x, weights, role).items() if value != right}


def shape_forms(x: Any, W: Any) -> dict[str, Any]:
    """What each mistake on keys that applies gives for the shape of x W, right by chance or not."""
    if shape(x, W) == UNDEFINED:
        return {"inner-mismatch": [x[0], W[1]]}
    # One entry is the same as a row and as a column.
    column = {} if W[1] == 1 else {"values-not-shape": [W[1], x[0]]}
    return {"length-from-rows": [x[0], W[0]], **column}


def wrong_shapes(x: Any, W: Any) -> dict[str, Any]:
    """What each mistake gives for the shape of x W; only those that apply and are wrong."""
    right = shape(x, W)
    return {name: found for name, found in shape_forms(x, W).items() if found != right}


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
            holds(f"{factor!r} is no entry of x or W", name == "w")
            i, j = index.split(",") if "," in index else list(index)
            worth *= W[_place(i, places) - 1][_place(j, places) - 1]
    return worth


def _place(index: str, places: Mapping[str, int]) -> int:
    return places[index] if index in places else int(index)
