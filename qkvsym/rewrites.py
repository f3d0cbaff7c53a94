"""From a right step to the wrong steps of a mistake, by the sizes at hand.

Each maker of rewrites says where its rules can be formed; elsewhere it gives nothing, which means
that the mistake does not apply there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isqrt
from typing import Any

from qkvsym import wrong_rules as wrong
from qkvsym.rules import ROLES, Rule, Step, weight
from qkvsym.shapes import Shape, Size

Shapes = Mapping[str, Shape]
Rewrite = Callable[[Step, Shapes], tuple[Step, ...]]
"""From a right step, and the shapes of the givens, to the wrong steps of a mistake."""

Forms = Callable[[Any, Any], Sequence[Rule]]
"""From the shapes of x and W to the rules of a mistake there, the most usual first."""


def nowhere(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    """No wrong steps: what is wrong is not this."""
    return ()


def shape_can_be_wrong(columns: Size) -> bool:
    """Whether a result of so many entries can have right numbers in a wrong shape.

    One entry is the same as a row and as a column.
    """
    return columns != 1


def _fits(x: Shape, W: Shape) -> bool:
    return x.columns == W.rows


def _with(step: Step, rules: Iterable[Rule]) -> tuple[Step, ...]:
    return tuple(Step(step.result, step.operands, rule) for rule in rules)


def by(forms: Forms) -> Rewrite:
    """The rules in place of the right one, wherever the right product can be formed."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        x, W = (shapes[name] for name in step.operands)
        return _with(step, forms(x, W)) if _fits(x, W) else ()

    return rewrite


def always(*rules: Rule) -> Rewrite:
    """The same rules on all sizes where the right product can be formed."""
    return by(lambda x, W: rules)


def of_token(rule: Rule, d_in: int = 1, d_out: int = 1) -> Rewrite:
    """The rule for a token, from such sizes on: on smaller ones it is right or says nothing."""

    def forms(x: Any, W: Any) -> Sequence[Rule]:
        return (rule,) if x.rows == 1 and W.rows >= d_in and W.columns >= d_out else ()

    return by(forms)


def matrix_of(**roles: str) -> Rewrite:
    """The right rule with the matrix of another role: for each role, the letters of the others."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        token = step.operands[0]
        return tuple(
            Step(step.result, (token, other), step.rule)
            for other in map(weight, roles.get(step.result, ""))
            if other in shapes and _fits(shapes[token], shapes[other])
        )

    return rewrite


def all_matrices(rule: Rule) -> Rewrite:
    """A rule of the token and the matrices of all roles, where all are given and are alike."""

    def rewrite(step: Step, shapes: Shapes) -> tuple[Step, ...]:
        token, own = step.operands
        names = tuple(map(weight, ROLES))
        alike = all(shapes.get(name) == shapes[own] for name in names)
        if not alike or not _fits(shapes[token], shapes[own]):
            return ()
        return (Step(step.result, (token, *names), rule),)

    return rewrite


def column(x: Shape, W: Shape) -> Sequence[Rule]:
    """The right numbers as a column."""
    return (wrong.as_column,) if shape_can_be_wrong(W.columns) else ()


def misshapen(x: Shape, W: Shape) -> Sequence[Rule]:
    """The right numbers in a wrong shape: a column, or a row as long as the token."""
    turned = column(x, W)
    return (*turned, wrong.padded_or_cut) if turned and x.columns != W.columns else turned


def made_to_fit(step: Step, shapes: Shapes) -> tuple[Step, ...]:
    """A product that cannot be formed, with its operands cut or turned until it can."""
    x, W = (shapes[name] for name in step.operands)
    if _fits(x, W):
        return ()
    turned = [wrong.weights_transposed] if x.columns == W.columns else []
    return _with(step, (wrong.cut_to_fit, *turned))


def term_dropped(x: Any, W: Any) -> Sequence[Rule]:
    """Sums without one of their products; usually it is the last."""
    last = W.rows - 1
    return [wrong.term_dropped(place) for place in (last, *range(last))] if last else ()


def column_for_all(x: Any, W: Any) -> Sequence[Rule]:
    """One column used for every entry; usually it is the first."""
    return [wrong.column_for_all(place) for place in range(W.columns)]


def shape_of_weight(x: Shape, W: Shape) -> Sequence[Rule]:
    """The shape of W, where the result has another."""
    return (wrong.shape_of_weight,) if W.rows != x.rows else ()


# A matrix of one entry is the same whichever way it is turned, and on either side.


def transposed(x: Shape, W: Shape) -> Sequence[Rule]:
    """W turned, where it fits that way too."""
    return (wrong.weights_transposed,) if x.columns == W.columns != 1 else ()


def weights_first(x: Shape, W: Shape) -> Sequence[Rule]:
    """W on the left, where it fits there, in all the ways its result is written."""
    if x.rows != 1 or W.rows == W.columns == 1:
        return ()
    if x.columns == W.columns:
        return wrong.weights_first_as_column, wrong.weights_first_as_row
    return (wrong.weights_first,) if W.columns == 1 else ()


def rows_shifted(x: Shape, W: Shape) -> Sequence[Rule]:
    """The rows of W read one too low or too high, round the end or cut there."""
    if x.rows != 1 or W.rows == 1:
        return ()
    # Two rows change places either way.
    down = [wrong.rows_down] if W.rows != 2 else []
    return wrong.rows_up, wrong.rows_up_cut, *down, wrong.rows_down_cut


def token_copied(x: Shape, W: Shape) -> Sequence[Rule]:
    """The token as the result, as it is or made as long as the result."""
    if x.rows != 1:
        return ()
    resized = [wrong.token_copied_to_length] if x.columns != W.columns else []
    return wrong.token_copied, *resized


def row_copied(x: Any, W: Any) -> Sequence[Rule]:
    """A row of W as the result."""
    return [wrong.row_copied(place) for place in range(W.rows)] if x.rows == 1 else ()


def scaled(x: Any, W: Any) -> Sequence[Rule]:
    """The result divided by a root of its size, as a hand rounds it."""
    if W.columns == 1:
        return ()
    if isqrt(W.columns) ** 2 == W.columns:
        return (wrong.scaled,)
    return [wrong.scaled_to(decimals) for decimals in (2, 1, 3, 4)]
