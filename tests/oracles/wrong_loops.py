"""What every mistake gives, worked out in plain loops that share no code with the package."""

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

Row = list[Any]
Rows = list[Row]
Given = dict[str, Rows]
Loops = Callable[[str, Given], list[Any]]
"""From a role and what is given to the wrong values, the most usual form first."""

NAMES = ("W_q", "W_k", "W_v")


def dot(row: Row, W: Rows, j: int) -> Any:
    total = 0
    for i in range(len(W)):
        total += row[i] * W[i][j]
    return total


def projected(row: Row, W: Rows) -> Row:
    return [dot(row, W, j) for j in range(len(W[0]))]


def as_long_as(row: Row, length: int) -> Row:
    made = []
    for place in range(length):
        made.append(row[place] if place < len(row) else 0)
    return made


def turned(W: Rows) -> Rows:
    return [[row[j] for row in W] for j in range(len(W[0]))]


def one_matrix_for_all(role: str, given: Given) -> list[Rows]:
    if role == "q" or "W_q" not in given:
        return []
    return [[projected(given["x"][0], given["W_q"])]]


def k_v_swapped(role: str, given: Given) -> list[Rows]:
    other = {"q": "", "k": "W_v", "v": "W_k"}[role]
    return [[projected(given["x"][0], given[other])]] if other in given else []


def values_not_shape(role: str, given: Given) -> list[Rows]:
    right = projected(given["x"][0], given[f"W_{role}"])
    if len(right) == 1:
        # One entry is the same as a row and as a column.
        return []
    found = [[[value] for value in right]]
    if len(right) != len(given["x"][0]):
        found.append([as_long_as(right, len(given["x"][0]))])
    return found


def rows_dotted(role: str, given: Given) -> list[Rows]:
    made = []
    for row in given[f"W_{role}"]:
        total = 0
        for place in range(min(len(row), len(given["x"][0]))):
            total += given["x"][0][place] * row[place]
        made.append(total)
    return [[made]]


def column_sums(role: str, given: Given) -> list[Rows]:
    W = given[f"W_{role}"]
    return [[[sum(row[j] for row in W) for j in range(len(W[0]))]]]


def dropped_term(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    found = []
    for missing in range(len(x) - 1):
        kept = [i for i in range(len(x)) if i != missing]
        found.append([[sum(x[i] * W[i][j] for i in kept) for j in range(len(W[0]))]])
    return [*last_term_dropped(role, given), *found]


def last_term_dropped(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    return [[projected(x, W[:-1])]] if len(x) > 1 else []


def sign_lost(role: str, given: Given) -> list[Rows]:
    W = [[abs(entry) for entry in row] for row in given[f"W_{role}"]]
    return [[projected([abs(entry) for entry in given["x"][0]], W)]]


def outputs_reversed(role: str, given: Given) -> list[Rows]:
    return [[list(reversed(projected(given["x"][0], given[f"W_{role}"])))]]


def same_column(role: str, given: Given) -> list[Rows]:
    W = given[f"W_{role}"]
    others = range(1, len(W[0]))
    found = [[[dot(given["x"][0], W, j)] * len(W[0])] for j in others]
    return [*first_column(role, given), *found]


def first_column(role: str, given: Given) -> list[Rows]:
    W = given[f"W_{role}"]
    return [[[dot(given["x"][0], W, 0)] * len(W[0])]]


def wrong_matrix(role: str, given: Given) -> list[Rows]:
    return [[projected(given["x"][0], given[n])] for n in NAMES if n != f"W_{role}"]


def three_added(role: str, given: Given) -> list[Rows]:
    three = [projected(given["x"][0], given[name]) for name in NAMES]
    return [[[a + b + c for a, b, c in zip(*three, strict=True)]]]


def three_joined(role: str, given: Given) -> list[Rows]:
    joined: Row = []
    for name in NAMES:
        joined += projected(given["x"][0], given[name])
    return [[joined]]


def weights_transposed(role: str, given: Given) -> list[Rows]:
    W = given[f"W_{role}"]
    if len(W) == 1 or len(W) != len(W[0]):
        return []
    return [[projected(given["x"][0], turned(W))]]


def order_swapped(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    if len(W) == len(W[0]) == 1:
        return []
    if len(W) == len(W[0]):
        found = [sum(row[k] * x[k] for k in range(len(x))) for row in W]
        return [[[value] for value in found], [found]]
    if len(W[0]) == 1:
        return [[[row[0] * entry for entry in x] for row in W]]
    return []


def called_undefined(role: str, given: Given) -> list[Any]:
    return ["undefined"]


def token_reversed(role: str, given: Given) -> list[Rows]:
    x = given["x"][0]
    return [[projected([*reversed(x)], given[f"W_{role}"])]] if len(x) > 1 else []


def rows_shifted(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    last = len(x) - 1
    if last == 0:
        return []
    up = [(i, 0 if i == last else i + 1) for i in range(last + 1)]
    down = [(i, last if i == 0 else i - 1) for i in range(last + 1)]
    # Two rows change places either way.
    ways = [up, up[:-1], down[1:]] if last == 1 else [up, up[:-1], down, down[1:]]
    return [[[sum(x[i] * W[k][j] for i, k in way) for j in range(len(W[0]))]] for way in ways]


def added_not_multiplied(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    return [[[sum(x[i] + W[i][j] for i in range(len(x))) for j in range(len(W[0]))]]]


def multiplied_not_added(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    if len(x) == 1:
        return []
    made = []
    for j in range(len(W[0])):
        entry = 1
        for i in range(len(x)):
            entry *= x[i] * W[i][j]
        made.append(entry)
    return [[made]]


def outer_not_summed(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    if len(x) == 1:
        return []
    return [[[x[i] * entry for entry in W[i]] for i in range(len(x))]]


def one_number(role: str, given: Given) -> list[Rows]:
    right = projected(given["x"][0], given[f"W_{role}"])
    return [[[sum(right)]]] if len(right) > 1 else []


def running_total(role: str, given: Given) -> list[Rows]:
    right = projected(given["x"][0], given[f"W_{role}"])
    return [[[sum(right[: j + 1]) for j in range(len(right))]]] if len(right) > 1 else []


def zero_kept(role: str, given: Given) -> list[Rows]:
    x, W = given["x"][0], given[f"W_{role}"]
    made = []
    for j in range(len(W[0])):
        total = 0
        for i in range(len(x)):
            total += x[i] * W[i][j] if W[i][j] else x[i]
        made.append(total)
    return [[made]]


def token_copied(role: str, given: Given) -> list[Rows]:
    x, length = given["x"][0], len(given[f"W_{role}"][0])
    return [[x]] if len(x) == length else [[x], [as_long_as(x, length)]]


def row_copied(role: str, given: Given) -> list[Rows]:
    return [[row] for row in given[f"W_{role}"]]


def rounded(value: Fraction, size: int, decimals: int) -> Fraction:
    with localcontext(prec=60):
        exact = Decimal(value.numerator) / Decimal(value.denominator) / Decimal(size).sqrt()
        return Fraction(exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def scaled_early(role: str, given: Given) -> list[Rows]:
    right = [Fraction(value) for value in projected(given["x"][0], given[f"W_{role}"])]
    roots = {4: 2, 9: 3, 16: 4}
    if len(right) == 1:
        return []
    if len(right) in roots:
        return [[[value / roots[len(right)] for value in right]]]
    return [[[rounded(v, len(right), places) for v in right]] for places in (2, 1, 3, 4)]


def never(role: str, given: Given) -> list[Rows]:
    return []


BY_LOOPS: dict[str, Loops] = {
    "one-matrix-for-all": one_matrix_for_all,
    "length-from-rows": never,
    "inner-mismatch": never,
    "values-not-shape": values_not_shape,
    "k-v-swapped": k_v_swapped,
    "rows-dotted": rows_dotted,
    "column-sums": column_sums,
    "dropped-term": dropped_term,
    "sign-lost": sign_lost,
    "outputs-reversed": outputs_reversed,
    "same-column": same_column,
    "wrong-matrix": wrong_matrix,
    "three-added": three_added,
    "three-joined": three_joined,
    "weights-transposed": weights_transposed,
    "shape-of-weight": never,
    "order-swapped": order_swapped,
    "called-undefined": called_undefined,
    "token-reversed": token_reversed,
    "rows-shifted": rows_shifted,
    "added-not-multiplied": added_not_multiplied,
    "multiplied-not-added": multiplied_not_added,
    "outer-not-summed": outer_not_summed,
    "one-number": one_number,
    "running-total": running_total,
    "zero-kept": zero_kept,
    "token-copied": token_copied,
    "row-copied": row_copied,
    "scaled-early": scaled_early,
    "slip-in-term": never,
    "slip-in-entry": never,
}
"""The values of every mistake, in the order of the numbers; where the product fits."""

USUAL: dict[str, Loops] = {
    **BY_LOOPS,
    "dropped-term": last_term_dropped,
    "same-column": first_column,
}
"""The same, where only the most usual value of each is looked at."""
