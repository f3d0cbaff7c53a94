"""The catalogue of mistakes: each is a wrong rule for a step, with a name.

A mistake rewrites a right step into the wrong steps that it stands for, the most usual first.
It rewrites the step that computes values, the step that judges shapes, or both; where it cannot
be formed on the sizes at hand it rewrites to nothing, which means that it does not apply there.
Names and numbers never change: worksheet codes depend on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from qkvsym.errors import UnknownName
from qkvsym.matrix import Matrix
from qkvsym.rules import ROLES, Rule, Step, apply, shape_of, shapes_of, weight
from qkvsym.shapes import Shape, Size

Shapes = Mapping[str, Shape]
Rewrite = Callable[[Step, Shapes], tuple[Step, ...]]
"""From a right step, and the shapes of the givens, to the wrong steps of a mistake."""


def _nowhere(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named wrong rule: how it computes a value, and how it judges a shape."""

    id: str
    number: int
    values: Rewrite = _nowhere
    shapes: Rewrite = _nowhere


def wrong_values(mistake: Mistake, step: Step, givens: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the mistake gives as the step's value, the most usual form first.

    Empty where the mistake does not apply. The values are of the same reading as the givens:
    matrices of numbers, or of formulas.
    """
    wrong_steps = mistake.values(step, shapes_of(givens))
    return tuple(apply(wrong, givens) for wrong in wrong_steps)


def wrong_shapes(mistake: Mistake, step: Step, shapes: Shapes) -> tuple[Shape, ...]:
    """What the mistake gives as the step's shape; empty where the shape is not what is wrong."""
    return tuple(apply(wrong, shapes) for wrong in mistake.shapes(step, shapes))


def usual_values(
    step: Step, givens: Mapping[str, Any], mistakes: Iterable[Mistake]
) -> Iterator[tuple[str, Any]]:
    """Those of the mistakes that apply to the step's value, with the most usual value of each."""
    shapes = shapes_of(givens)
    for one in mistakes:
        for wrong in one.values(step, shapes)[:1]:
            yield one.id, apply(wrong, givens)


def usual_shapes(step: Step, shapes: Shapes) -> Iterator[tuple[str, Shape]]:
    """Every mistake that applies to the step's shape, with the most usual shape it gives."""
    for one in CATALOGUE:
        for wrong in one.shapes(step, shapes)[:1]:
            yield one.id, apply(wrong, shapes)


def _fits(step: Step, shapes: Shapes) -> bool:
    x, W = (shapes[name] for name in step.operands)
    return x.columns == W.rows


def _with(step: Step, rule: Rule) -> Step:
    return Step(step.result, step.operands, rule)


def _where_it_fits(*rules: Rule) -> Rewrite:
    """The rules in place of the right one, wherever the right product can be formed."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        return tuple(_with(step, rule) for rule in rules) if _fits(step, shapes) else ()

    return rewrite


def _with_the_matrix_of(roles: Mapping[str, str]) -> Rewrite:
    """The right rule with another role's matrix, for the roles named."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        other = weight(roles.get(step.result, step.result))
        wrong = Step(step.result, (step.operands[0], other), step.rule)
        if wrong == step or other not in shapes or not _fits(wrong, shapes):
            return ()
        return (wrong,)

    return rewrite


def _length_from_rows(x: Shape, W: Shape) -> Shape:
    return Shape(x.rows, W.rows)


def _as_column(x: Any, W: Any) -> Any:
    return (x @ W).T


def _padded_or_cut(x: Any, W: Any) -> Any:
    return (x @ W).resized(shape_of(x).rows, shape_of(x).columns)


def shape_can_be_wrong(columns: Size) -> bool:
    """Whether a result of so many entries can have right numbers in a wrong shape.

    One entry is the same as a row and as a column.
    """
    return columns != 1


def _values_in_a_wrong_shape(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    x, W = (shapes[name] for name in step.operands)
    if not shape_can_be_wrong(W.columns):
        return ()
    rules = [_as_column, *([_padded_or_cut] if x.columns != W.columns else [])]
    return _where_it_fits(*rules)(step, shapes)


def _column_shape(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    return _values_in_a_wrong_shape(step, shapes)[:1]


def _cut_to_fit(x: Any, W: Any) -> Any:
    # Cutting the longer one or padding the shorter one with zeros gives the same numbers.
    return x.resized(shape_of(x).rows, shape_of(W).rows) @ W


def _transposed_to_fit(x: Any, W: Any) -> Any:
    return x @ W.T


def _made_to_fit(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    x, W = (shapes[name] for name in step.operands)
    if x.columns == W.rows:
        return ()
    rules = [_cut_to_fit, *([_transposed_to_fit] if x.columns == W.columns else [])]
    return tuple(_with(step, rule) for rule in rules)


def _rows_dotted(x: Any, W: Any) -> Any:
    return x.resized(shape_of(x).rows, shape_of(W).columns) @ W.T


def _column_sums(x: Any, W: Any) -> Any:
    return Matrix((tuple(sum(column) for column in W.columns),))


def _last_dropped(x: Any, W: Any) -> Any:
    kept = shape_of(W).rows - 1  # type: ignore[operator]
    return x.resized(1, kept) @ W.resized(kept, shape_of(W).columns)


def _drop_a_term(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    if shapes[step.operands[0]].columns == 1:
        return ()
    return _where_it_fits(_last_dropped)(step, shapes)


def _sign_lost(x: Any, W: Any) -> Any:
    return x.map(abs) @ W.map(abs)


def _reversed(x: Any, W: Any) -> Any:
    return Matrix(tuple(row[::-1] for row in (x @ W).rows))


def _first_column_for_all(x: Any, W: Any) -> Any:
    return Matrix(tuple((row[0],) * len(row) for row in (x @ W).rows))


CATALOGUE = (
    Mistake("one-matrix-for-all", 1, values=_with_the_matrix_of(dict.fromkeys(ROLES, "q"))),
    Mistake("length-from-rows", 2, shapes=_where_it_fits(_length_from_rows)),
    Mistake("inner-mismatch", 3, values=_made_to_fit, shapes=_made_to_fit),
    Mistake("values-not-shape", 4, values=_values_in_a_wrong_shape, shapes=_column_shape),
    Mistake("k-v-swapped", 5, values=_with_the_matrix_of({"k": "v", "v": "k"})),
    Mistake("rows-dotted", 6, values=_where_it_fits(_rows_dotted)),
    Mistake("column-sums", 7, values=_where_it_fits(_column_sums)),
    Mistake("dropped-term", 8, values=_drop_a_term),
    Mistake("sign-lost", 9, values=_where_it_fits(_sign_lost)),
    Mistake("outputs-reversed", 10, values=_where_it_fits(_reversed)),
    Mistake("same-column", 11, values=_where_it_fits(_first_column_for_all)),
)
"""Every mistake; where several explain one value, the earlier is named first."""

MISTAKES: Mapping[str, Mistake] = {mistake.id: mistake for mistake in CATALOGUE}
"""The catalogue by id."""


def mistake(name: str) -> Mistake:
    """The mistake of that id; raises `UnknownName`, with a suggestion, where there is none."""
    try:
        return MISTAKES[name]
    except KeyError:
        raise UnknownName("mistake", name, MISTAKES) from None
