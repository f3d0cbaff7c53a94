"""What learners work out for one result, right or with one mistake.

Nothing here is imported from the package: every rule is plain loops over lists.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from tests.handwriting import Formula, Number, Shown, Sum, Term, Value

Matrix = list[list[int]]
Size = tuple[int, int]
UNDEFINED: list[list[Number]] = []


@dataclass(frozen=True)
class Answer:
    """What a learner has for one result."""

    name: str
    value: Value
    shape: Size | None
    """What the learner says of the shape; None where nothing can be said."""
    formula: Formula
    sums: tuple[Sum, ...] = ()
    """How the entries were made, where the learner can write that."""
    before: tuple[Shown, ...] = field(default=())
    """What stands between the formula and the value."""


# Sums, entry by entry


def right_sums(x: list[int], W: Matrix) -> list[Sum]:
    """x . column j, for each column."""
    return [
        Sum(tuple(_term(x, W, i, i, j) for i in range(min(len(x), len(W)))))
        for j in range(len(W[0]))
    ]


def _term(x: list[int], W: Matrix, i: int, row: int, column: int) -> Term:
    return Term(x[i], W[row][column], x[i] * W[row][column], (i, row, column))


def _rows_dotted(x: list[int], W: Matrix) -> list[Sum]:
    reach = min(len(x), len(W[0]))
    return [Sum(tuple(_term(x, W, j, i, j) for j in range(reach))) for i in range(len(W))]


def _by_columns(entry: Callable[[list[int], Matrix, int], Sum]) -> Callable[..., list[Sum]]:
    return lambda x, W: [entry(x, W, j) for j in range(len(W[0]))]


def _token_reversed(x: list[int], W: Matrix, j: int) -> Sum:
    return Sum(tuple(_term(x, W, len(x) - 1 - i, i, j) for i in range(len(x))))


def _rows_shifted(x: list[int], W: Matrix, j: int) -> Sum:
    return Sum(tuple(_term(x, W, i, (i + 1) % len(W), j) for i in range(len(x))))


def _dropped_term(x: list[int], W: Matrix, j: int) -> Sum:
    return Sum(tuple(_term(x, W, i, i, j) for i in range(len(x) - 1)))


def _column_sums(x: list[int], W: Matrix, j: int) -> Sum:
    return Sum(tuple(Term(1, W[i][j], W[i][j], (i, i, j)) for i in range(len(W))), inside="")


def _added(x: list[int], W: Matrix, j: int) -> Sum:
    terms = (Term(x[i], W[i][j], x[i] + W[i][j], (i, i, j)) for i in range(len(x)))
    return Sum(tuple(terms), inside="+")


def _multiplied(x: list[int], W: Matrix, j: int) -> Sum:
    return replace(right_sums(x, W)[j], joint="*")


def _sign_lost(x: list[int], W: Matrix) -> list[Sum]:
    return right_sums([abs(entry) for entry in x], [[abs(w) for w in row] for row in W])


def _zero_kept(x: list[int], W: Matrix, j: int) -> Sum:
    terms = right_sums(x, W)[j].terms
    return Sum(tuple(term if term.w else replace(term, value=term.x) for term in terms))


SUMS: dict[str, Callable[[list[int], Matrix], list[Sum]]] = {
    "rows-dotted": _rows_dotted,
    "weights-transposed": _rows_dotted,
    "inner-mismatch": right_sums,
    "outputs-reversed": lambda x, W: right_sums(x, W)[::-1],
    "token-reversed": _by_columns(_token_reversed),
    "rows-shifted": _by_columns(_rows_shifted),
    "same-column": lambda x, W: [right_sums(x, W)[0] for _ in W[0]],
    "dropped-term": _by_columns(_dropped_term),
    "column-sums": _by_columns(_column_sums),
    "added-not-multiplied": _by_columns(_added),
    "multiplied-not-added": _by_columns(_multiplied),
    "sign-lost": _sign_lost,
    "zero-kept": _by_columns(_zero_kept),
}


def slip(sums: list[Sum], rng: random.Random) -> list[Sum]:
    """One product of one entry is off by 1 to 3, and what follows follows."""
    j = rng.randrange(len(sums))
    terms = list(sums[j].terms)
    i = rng.randrange(len(terms))
    terms[i] = replace(terms[i], value=terms[i].value + rng.choice((-3, -2, -1, 1, 2, 3)))
    return [*sums[:j], Sum(tuple(terms)), *sums[j + 1 :]]


# Whole results


def totals(sums: Sequence[Sum]) -> list[int]:
    """The entries that the sums make."""
    return [entry.total for entry in sums]


def fitted(row: list[int], length: int) -> list[int]:
    """A row cut, or filled up with zeros."""
    return [row[i] if i < len(row) else 0 for i in range(length)]


def over_root(entry: int, length: int) -> Number:
    """An entry over the root of 4, or over another root to two places."""
    if length == 4:
        return Fraction(entry, 2) if entry % 2 else entry // 2
    return (Decimal(entry) / Decimal(length).sqrt()).quantize(Decimal("0.01"))


def _running(row: list[int]) -> list[int]:
    return [sum(row[: j + 1]) for j in range(len(row))]


def _not_shape(row: list[int], height: int, rng: random.Random) -> list[list[int]]:
    if height != len(row) and rng.random() < 0.5:
        return [fitted(row, height)]
    return [[entry] for entry in row]


def _off(row: list[int], rng: random.Random) -> list[int]:
    j = rng.randrange(len(row))
    return [*row[:j], row[j] + rng.choice((-1, 1)) * rng.randint(1, 5), *row[j + 1 :]]


Whole = Callable[[list[int], Matrix, list[int], random.Random], Value]
WHOLE: dict[str, Whole] = {
    "values-not-shape": lambda x, W, row, rng: _not_shape(row, len(x), rng),
    "order-swapped": lambda x, W, row, rng: [[total] for total in totals(_rows_dotted(x, W))],
    "outer-not-summed": lambda x, W, row, rng: [
        [x[i] * weight for weight in W[i]] for i in range(len(x))
    ],
    "one-number": lambda x, W, row, rng: sum(row),
    "running-total": lambda x, W, row, rng: [_running(row)],
    "token-copied": lambda x, W, row, rng: [rng.choice((x, fitted(x, len(row))))],
    "row-copied": lambda x, W, row, rng: [rng.choice(W)],
    "scaled-early": lambda x, W, row, rng: [[over_root(entry, len(row)) for entry in row]],
    "slip-in-entry": lambda x, W, row, rng: [_off(row, rng)],
    "called-undefined": lambda x, W, row, rng: UNDEFINED,
}


# Answers


def product(role: str) -> Formula:
    """The formula x W."""
    return Formula((("x", f"W_{role}"),))


def shape_of(value: Value) -> Size | None:
    """The rows and columns of a value; None for a number, and where there is no value."""
    if isinstance(value, int | Fraction | Decimal) or not value:
        return None
    return (len(value), len(value[0]))


def right_answer(role: str, x: list[int], W: Matrix) -> Answer:
    """The right answer; a product that does not exist is undefined, and has no sums."""
    if len(x) != len(W):
        return Answer(role, UNDEFINED, None, product(role))
    sums = right_sums(x, W)
    return Answer(role, [totals(sums)], (1, len(W[0])), product(role), tuple(sums))


def wrong_answer(
    mistake: str, role: str, x: list[int], weights: dict[str, Matrix], rng: random.Random
) -> Answer:
    """The answer of a learner who makes a mistake in this role."""
    W = weights[f"W_{role}"]
    right = right_answer(role, x, W)
    if mistake == "length-from-rows":
        return replace(right, shape=(1, len(x)))
    if mistake == "shape-of-weight":
        return replace(right, shape=(len(x), len(W[0])))
    if mistake in SUMS or mistake == "slip-in-term":
        sums = SUMS[mistake](x, W) if mistake in SUMS else slip(list(right.sums), rng)
        value = [totals(sums)]
        formula = _wrong_formula(mistake, role, rng) or right.formula
        return Answer(role, value, shape_of(value), formula, tuple(sums))
    found = WHOLE[mistake](x, W, totals(right.sums), rng)
    formula = _wrong_formula(mistake, role, rng) or right.formula
    before = _before(mistake, right, rng)
    if mistake == "scaled-early":
        formula = replace(formula, root=len(W[0]))
    shape = (1, 1) if isinstance(found, int) and rng.random() < 0.6 else shape_of(found)
    return Answer(role, found, shape, formula, before=before)


def _wrong_formula(mistake: str, role: str, rng: random.Random) -> Formula | None:
    if mistake == "weights-transposed" and rng.random() < 0.5:
        return Formula((("x", f"W_{role}^T"),))
    if mistake == "order-swapped" and rng.random() < 0.8:
        return Formula(((f"W_{role}", rng.choice(("x", "x^T"))),))
    return None


def _before(mistake: str, right: Answer, rng: random.Random) -> tuple[Shown, ...]:
    if rng.random() < 0.4:
        return ()
    if mistake == "scaled-early":
        return (Shown((right.value,), root=len(right.sums)),)
    if mistake == "one-number":
        return (Shown(tuple(totals(right.sums))),)
    return ()


def other_matrix(role: str, right: Answer, used: Answer, rng: random.Random) -> Answer:
    """The answer with another role's matrix, whether or not the formula says so."""
    return replace(used, name=role, formula=used.formula if rng.random() < 0.6 else right.formula)


def taken_together(mistake: str, answers: Sequence[Answer], after: bool, name: str) -> Answer:
    """The results added, or joined, to one; after them, or instead of them."""
    rows = [list(answer.value[0]) for answer in answers]  # type: ignore[index]
    products = tuple((answer.name,) if after else ("x", f"W_{answer.name}") for answer in answers)
    if mistake == "three-added":
        value = [[sum(column) for column in zip(*rows, strict=True)]]
        shown = (Shown(tuple([row] for row in rows)),)
        return Answer(name, value, shape_of(value), Formula(products), before=shown)
    value = [[entry for row in rows for entry in row]]
    return Answer(name, value, shape_of(value), Formula(products, joint=","))
