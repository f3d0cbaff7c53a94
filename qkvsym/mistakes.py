"""The catalogue of mistakes: each is a wrong rule for a step, with a name.

A mistake rewrites a right step into the wrong steps that it stands for, the most usual first.
It rewrites the step that computes values, the step that judges shapes, or both; where it cannot
be formed on the sizes at hand it rewrites to nothing, which means that it does not apply there.
Names and numbers never change: worksheet codes depend on them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import ne
from typing import Any, Literal, get_args

from qkvsym import rewrites
from qkvsym import wrong_rules as wrong
from qkvsym.errors import UnknownName
from qkvsym.formula import Undefined
from qkvsym.rewrites import (
    Rewrite,
    Shapes,
    all_matrices,
    always,
    by,
    made_to_fit,
    matrix_of,
    of_token,
)
from qkvsym.rules import Step, apply, shapes_of
from qkvsym.shapes import Shape, Size

Family = Literal["shape", "matrix", "orientation", "index", "operation", "slip"]
"""What a mistake is about."""

FAMILIES: tuple[Family, ...] = get_args(Family)
"""The families; of mistakes that explain a value equally well, one of an earlier is preferred."""

_STEPS_KEPT = 1024


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A named wrong rule: how it computes a value, and how it judges a shape.

    A mistake `of_all_roles` is made in all roles at once or not at all; one of `numbers_only`
    cannot be read on formulas or symbols. A `slip` is no rule, so that it rewrites nothing: one
    term of one sum is wrong, or one entry of the result (see `one_differs`). Drawn exercises look
    at the first `drawn` of its forms, which never changes: codes depend on it; None is all.
    `late` says where it can be made when the right sums are written already: nowhere, in the whole
    result, or in the terms of one entry as well. What it is `told_by`, in what was written, gives
    it away whatever the numbers: a square root, a shape of one size, or a matrix in place of
    another.
    """

    id: str
    number: int
    family: Family
    values: Rewrite = rewrites.nowhere
    shapes: Rewrite = rewrites.nowhere
    of_all_roles: bool = False
    numbers_only: bool = False
    slip: Literal["", "term", "entry"] = ""
    drawn: int | None = None
    late: Literal["", "whole", "terms"] = ""
    told_by: Literal["", "root", "1-D", "matrix"] = ""


def wrong_values(mistake: Mistake, step: Step, givens: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the mistake gives as the step's value, the most usual form first.

    Empty where the mistake does not apply. The values are of the same reading as the givens:
    matrices of numbers, or of formulas. One that is taken for impossible is `UNDEFINED`.
    """
    wrong_steps = mistake.values(step, shapes_of(givens))
    return tuple(apply(made, givens) for made in wrong_steps)


def wrong_shapes(mistake: Mistake, step: Step, shapes: Shapes) -> tuple[Shape | Undefined, ...]:
    """What the mistake gives as the step's shape; empty where the shape is not what is wrong."""
    return tuple(apply(made, shapes) for made in mistake.shapes(step, shapes))


def one_differs(got: Sequence[Any], right: Sequence[Any]) -> bool:
    """Whether exactly one place of two sequences of one length differs, which is a slip."""
    return len(got) == len(right) and sum(map(ne, got, right)) == 1


def told_by(sign: Literal["root", "1-D", "matrix"]) -> list[str]:
    """The mistakes that are told by a sign, whatever the numbers."""
    return [mistake.id for mistake in CATALOGUE if mistake.told_by == sign]


def usual_values(
    step: Step, givens: Mapping[str, Any], mistakes: Iterable[Mistake]
) -> Iterator[tuple[str, Any]]:
    """Those of the mistakes that apply to the step's value, with the most usual value of each."""
    shapes = tuple([(name, s.rows, s.columns) for name, s in shapes_of(givens).items()])
    for name, made in _usual_steps(step, shapes, tuple(mistakes)):
        yield name, apply(made, givens)


@lru_cache(maxsize=_STEPS_KEPT)
def _usual_steps(
    step: Step, shapes: tuple[tuple[str, Size, Size], ...], mistakes: tuple[Mistake, ...]
) -> tuple[tuple[str, Step], ...]:
    """The most usual wrong step of each of the mistakes that apply to matrices of these shapes."""
    named = {name: Shape(rows, columns) for name, rows, columns in shapes}
    return tuple((one.id, made) for one in mistakes for made in one.values(step, named)[:1])


def usual_shapes(step: Step, shapes: Shapes) -> Iterator[tuple[str, Shape]]:
    """The mistakes of a key that apply to the step's shape, with the most usual shape of each."""
    for name in ON_KEYS:
        for made in MISTAKES[name].shapes(step, shapes)[:1]:
            yield name, apply(made, shapes)


CATALOGUE = (
    Mistake("one-matrix-for-all", 1, "matrix", matrix_of(k="q", v="q"), of_all_roles=True),
    Mistake("length-from-rows", 2, "shape", shapes=always(wrong.length_from_rows)),
    Mistake("inner-mismatch", 3, "shape", made_to_fit, shapes=made_to_fit),
    Mistake(
        "values-not-shape",
        4,
        "shape",
        by(rewrites.misshapen),
        shapes=by(rewrites.column),
        late="whole",
        told_by="1-D",
    ),
    Mistake("k-v-swapped", 5, "matrix", matrix_of(k="v", v="k"), of_all_roles=True),
    Mistake("rows-dotted", 6, "orientation", always(wrong.rows_dotted)),
    Mistake("column-sums", 7, "operation", always(wrong.column_sums)),
    Mistake("dropped-term", 8, "index", by(rewrites.term_dropped), drawn=1),
    Mistake("sign-lost", 9, "operation", always(wrong.sign_lost), late="terms"),
    Mistake("outputs-reversed", 10, "orientation", always(wrong.outputs_reversed), late="whole"),
    Mistake("same-column", 11, "index", by(rewrites.column_for_all), drawn=1),
    Mistake("wrong-matrix", 12, "matrix", matrix_of(q="kv", k="qv", v="qk"), told_by="matrix"),
    Mistake("three-added", 13, "matrix", all_matrices(wrong.three_added), late="whole"),
    Mistake("three-joined", 14, "matrix", all_matrices(wrong.three_joined), late="whole"),
    Mistake("weights-transposed", 15, "orientation", by(rewrites.transposed)),
    Mistake("shape-of-weight", 16, "shape", shapes=by(rewrites.shape_of_weight)),
    Mistake("order-swapped", 17, "orientation", by(rewrites.weights_first)),
    Mistake(
        "called-undefined", 18, "shape", always(wrong.undefined), shapes=always(wrong.undefined)
    ),
    Mistake("token-reversed", 19, "orientation", of_token(wrong.token_reversed, d_in=2)),
    Mistake("rows-shifted", 20, "index", by(rewrites.rows_shifted)),
    Mistake("added-not-multiplied", 21, "operation", of_token(wrong.added)),
    Mistake(
        "multiplied-not-added", 22, "operation", of_token(wrong.multiplied, d_in=2), late="whole"
    ),
    Mistake("outer-not-summed", 23, "operation", of_token(wrong.outer, d_in=2)),
    Mistake("one-number", 24, "operation", of_token(wrong.one_number, d_out=2), late="whole"),
    Mistake("running-total", 25, "operation", of_token(wrong.running_total, d_out=2), late="whole"),
    Mistake(
        "zero-kept", 26, "operation", of_token(wrong.zero_kept), numbers_only=True, late="terms"
    ),
    Mistake("token-copied", 27, "operation", by(rewrites.token_copied)),
    Mistake("row-copied", 28, "operation", by(rewrites.row_copied)),
    Mistake(
        "scaled-early",
        29,
        "operation",
        by(rewrites.scaled),
        numbers_only=True,
        late="terms",
        told_by="root",
    ),
    Mistake("slip-in-term", 30, "slip", slip="term"),
    Mistake("slip-in-entry", 31, "slip", slip="entry"),
)
"""Every mistake; where several explain one value, the earlier is named first."""

MISTAKES: Mapping[str, Mistake] = {mistake.id: mistake for mistake in CATALOGUE}
"""The catalogue by id."""

SLIPS: Mapping[str, str] = {mistake.slip: mistake.id for mistake in CATALOGUE if mistake.slip}
"""The mistakes that are no rules, by what they differ in: a term, or an entry."""

ON_KEYS = (
    "one-matrix-for-all",
    "length-from-rows",
    "inner-mismatch",
    "values-not-shape",
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
    "sign-lost",
    "outputs-reversed",
    "same-column",
)
"""The mistakes that a key lists beside an answer; a key with all of them would be too long."""


def mistake(name: str, known: Iterable[str] = MISTAKES) -> Mistake:
    """The mistake of that id; raises `UnknownName`, which suggests known ones, if there is none."""
    try:
        return MISTAKES[name]
    except KeyError:
        raise UnknownName("mistake", name, known) from None
