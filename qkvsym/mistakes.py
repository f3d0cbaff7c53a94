"""The catalogue of mistakes: each is a wrong rule for a step, with a name.

A mistake rewrites a right step into the wrong steps that it stands for, the most usual first.
It rewrites the step that computes values, the step that judges shapes, or both; where it cannot
be formed on the sizes at hand it rewrites to nothing, which means that it does not apply there.
Names and numbers never change: worksheet codes depend on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Literal, get_args

from qkvsym import wrong_rules as wrong
from qkvsym.errors import UnknownName
from qkvsym.formula import Undefined
from qkvsym.rules import ROLES, Rule, Step, apply, shapes_of, weight
from qkvsym.shapes import Shape, Size

Shapes = Mapping[str, Shape]
Rewrite = Callable[[Step, Shapes], tuple[Step, ...]]
"""From a right step, and the shapes of the givens, to the wrong steps of a mistake."""

Forms = Callable[[Any, Any], Sequence[Rule]]
"""From the shapes of x and W to the rules of a mistake there, the most usual first."""

Family = Literal["shape", "matrix", "orientation", "index", "operation", "slip"]
"""What a mistake is about."""

FAMILIES: tuple[Family, ...] = get_args(Family)
"""The families; of mistakes that explain a value equally well, one of an earlier is preferred."""


def _nowhere(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named wrong rule: how it computes a value, and how it judges a shape.

    A mistake `of_all_roles` is made in all roles at once or not at all; one of `numbers_only`
    cannot be read on formulas or symbols. A `slip` is no rule, so that it rewrites nothing: one
    term of one sum is wrong, or one entry of the result (see `one_differs`). Drawn exercises look
    at the first `drawn` of its forms, which never changes: codes depend on it; None is all.
    """

    id: str
    number: int
    family: Family
    values: Rewrite = _nowhere
    shapes: Rewrite = _nowhere
    of_all_roles: bool = False
    numbers_only: bool = False
    slip: Literal["", "term", "entry"] = ""
    drawn: int | None = None


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
    if len(got) != len(right):
        return False
    return sum(bool(one != other) for one, other in zip(got, right, strict=True)) == 1


def usual_values(
    step: Step, givens: Mapping[str, Any], mistakes: Iterable[Mistake]
) -> Iterator[tuple[str, Any]]:
    """Those of the mistakes that apply to the step's value, with the most usual value of each."""
    shapes = shapes_of(givens)
    for one in mistakes:
        for made in one.values(step, shapes)[:1]:
            yield one.id, apply(made, givens)


def usual_shapes(step: Step, shapes: Shapes) -> Iterator[tuple[str, Shape]]:
    """The mistakes of a key that apply to the step's shape, with the most usual shape of each."""
    for name in ON_KEYS:
        for made in MISTAKES[name].shapes(step, shapes)[:1]:
            yield name, apply(made, shapes)


def shape_can_be_wrong(columns: Size) -> bool:
    """Whether a result of so many entries can have right numbers in a wrong shape.

    One entry is the same as a row and as a column.
    """
    return columns != 1


def _fits(x: Shape, W: Shape) -> bool:
    return x.columns == W.rows


def _with(step: Step, rules: Iterable[Rule]) -> tuple[Step, ...]:
    return tuple(Step(step.result, step.operands, rule) for rule in rules)


def _by(forms: Forms) -> Rewrite:
    """The rules in place of the right one, wherever the right product can be formed."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        x, W = (shapes[name] for name in step.operands)
        return _with(step, forms(x, W)) if _fits(x, W) else ()

    return rewrite


def _always(*rules: Rule) -> Rewrite:
    return _by(lambda x, W: rules)


def _from(rule: Rule, d_in: int = 1, d_out: int = 1) -> Rewrite:
    """The rule for a token, from such sizes on: on smaller ones it is right or says nothing."""

    def forms(x: Any, W: Any) -> Sequence[Rule]:
        return (rule,) if x.rows == 1 and W.rows >= d_in and W.columns >= d_out else ()

    return _by(forms)


def _matrix_of(**roles: str) -> Rewrite:
    """The right rule with the matrix of another role: for each role, the letters of the others."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        token = step.operands[0]
        return tuple(
            Step(step.result, (token, other), step.rule)
            for other in map(weight, roles.get(step.result, ""))
            if other in shapes and _fits(shapes[token], shapes[other])
        )

    return rewrite


def _all_matrices(rule: Rule) -> Rewrite:
    """A rule of the token and the matrices of all roles, where all are given and are alike."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        token, own = step.operands
        names = tuple(map(weight, ROLES))
        alike = all(shapes.get(name) == shapes[own] for name in names)
        if not alike or not _fits(shapes[token], shapes[own]):
            return ()
        return (Step(step.result, (token, *names), rule),)

    return rewrite


def _column(x: Shape, W: Shape) -> Sequence[Rule]:
    return (wrong.as_column,) if shape_can_be_wrong(W.columns) else ()


def _misshapen(x: Shape, W: Shape) -> Sequence[Rule]:
    column = _column(x, W)
    return (*column, wrong.padded_or_cut) if column and x.columns != W.columns else column


def _made_to_fit(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    x, W = (shapes[name] for name in step.operands)
    if _fits(x, W):
        return ()
    turned = [wrong.weights_transposed] if x.columns == W.columns else []
    return _with(step, (wrong.cut_to_fit, *turned))


def _term_dropped(x: Any, W: Any) -> Sequence[Rule]:
    last = W.rows - 1
    return [wrong.term_dropped(place) for place in (last, *range(last))] if last else ()


def _column_for_all(x: Any, W: Any) -> Sequence[Rule]:
    return [wrong.column_for_all(place) for place in range(W.columns)]


def _shape_of_weight(x: Shape, W: Shape) -> Sequence[Rule]:
    return (wrong.shape_of_weight,) if W.rows != x.rows else ()


# A matrix of one entry is the same whichever way it is turned, and on either side.


def _transposed(x: Shape, W: Shape) -> Sequence[Rule]:
    return (wrong.weights_transposed,) if x.columns == W.columns != 1 else ()


def _weights_first(x: Shape, W: Shape) -> Sequence[Rule]:
    if x.rows != 1 or W.rows == W.columns == 1:
        return ()
    if x.columns == W.columns:
        return wrong.weights_first_as_column, wrong.weights_first_as_row
    return (wrong.weights_first,) if W.columns == 1 else ()


def _rows_shifted(x: Shape, W: Shape) -> Sequence[Rule]:
    if x.rows != 1 or W.rows == 1:
        return ()
    # Two rows change places either way.
    down = [wrong.rows_down] if W.rows != 2 else []
    return wrong.rows_up, wrong.rows_up_cut, *down, wrong.rows_down_cut


def _token_copied(x: Shape, W: Shape) -> Sequence[Rule]:
    if x.rows != 1:
        return ()
    resized = [wrong.token_copied_to_length] if x.columns != W.columns else []
    return wrong.token_copied, *resized


def _row_copied(x: Any, W: Any) -> Sequence[Rule]:
    return [wrong.row_copied(place) for place in range(W.rows)] if x.rows == 1 else ()


def _scaled(x: Any, W: Any) -> Sequence[Rule]:
    if W.columns == 1:
        return ()
    if isqrt(W.columns) ** 2 == W.columns:
        return (wrong.scaled,)
    return [wrong.scaled_to(decimals) for decimals in (2, 1, 3, 4)]


CATALOGUE = (
    Mistake("one-matrix-for-all", 1, "matrix", _matrix_of(k="q", v="q"), of_all_roles=True),
    Mistake("length-from-rows", 2, "shape", shapes=_always(wrong.length_from_rows)),
    Mistake("inner-mismatch", 3, "shape", _made_to_fit, shapes=_made_to_fit),
    Mistake("values-not-shape", 4, "shape", _by(_misshapen), shapes=_by(_column)),
    Mistake("k-v-swapped", 5, "matrix", _matrix_of(k="v", v="k"), of_all_roles=True),
    Mistake("rows-dotted", 6, "orientation", _always(wrong.rows_dotted)),
    Mistake("column-sums", 7, "operation", _always(wrong.column_sums)),
    Mistake("dropped-term", 8, "index", _by(_term_dropped), drawn=1),
    Mistake("sign-lost", 9, "operation", _always(wrong.sign_lost)),
    Mistake("outputs-reversed", 10, "orientation", _always(wrong.outputs_reversed)),
    Mistake("same-column", 11, "index", _by(_column_for_all), drawn=1),
    Mistake("wrong-matrix", 12, "matrix", _matrix_of(q="kv", k="qv", v="qk")),
    Mistake("three-added", 13, "matrix", _all_matrices(wrong.three_added)),
    Mistake("three-joined", 14, "matrix", _all_matrices(wrong.three_joined)),
    Mistake("weights-transposed", 15, "orientation", _by(_transposed)),
    Mistake("shape-of-weight", 16, "shape", shapes=_by(_shape_of_weight)),
    Mistake("order-swapped", 17, "orientation", _by(_weights_first)),
    Mistake(
        "called-undefined", 18, "shape", _always(wrong.undefined), shapes=_always(wrong.undefined)
    ),
    Mistake("token-reversed", 19, "orientation", _from(wrong.token_reversed, d_in=2)),
    Mistake("rows-shifted", 20, "index", _by(_rows_shifted)),
    Mistake("added-not-multiplied", 21, "operation", _from(wrong.added)),
    Mistake("multiplied-not-added", 22, "operation", _from(wrong.multiplied, d_in=2)),
    Mistake("outer-not-summed", 23, "operation", _from(wrong.outer, d_in=2)),
    Mistake("one-number", 24, "operation", _from(wrong.one_number, d_out=2)),
    Mistake("running-total", 25, "operation", _from(wrong.running_total, d_out=2)),
    Mistake("zero-kept", 26, "operation", _from(wrong.zero_kept), numbers_only=True),
    Mistake("token-copied", 27, "operation", _by(_token_copied)),
    Mistake("row-copied", 28, "operation", _by(_row_copied)),
    Mistake("scaled-early", 29, "operation", _by(_scaled), numbers_only=True),
    Mistake("slip-in-term", 30, "slip", slip="term"),
    Mistake("slip-in-entry", 31, "slip", slip="entry"),
)
"""Every mistake; where several explain one value, the earlier is named first."""

MISTAKES: Mapping[str, Mistake] = {mistake.id: mistake for mistake in CATALOGUE}
"""The catalogue by id."""

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
