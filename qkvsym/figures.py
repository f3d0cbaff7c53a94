"""What is drawn beside an exercise: which drawing, its values, and what it leaves open.

How a drawing looks is said in ``templates/figures``, once for all formats.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from qkvsym.exercise import Case, Figure
from qkvsym.formula import UNDEFINED, Chain
from qkvsym.matrix import Matrix
from qkvsym.parts import case_of, value_or_undefined
from qkvsym.rules import Step
from qkvsym.shapes import Shape

LARGEST_GRID = 8
"""Rows and columns of the largest matrix that is drawn cell by cell."""

_ROOM_IN_A_GRID = 44

Figures = tuple[Figure, ...]


def branches(steps: Iterable[Step], givens: Mapping[str, Matrix[int]]) -> Figure:
    """One token on its ways into several projections; their results are the solution."""
    ways = tuple(case_of(step, givens) for step in steps)
    results = tuple(value_or_undefined(step, givens) for step in steps)
    return Figure("branches", {"x": givens["x"], "ways": ways}, results)


def domino(case: Case) -> Figure:
    """Two shapes end to end, the inner sizes side by side; the shape they leave is the solution."""
    inner = (case.x.columns, case.W.rows)
    return Figure("domino", {"case": case}, (_compared(*inner), case.out))


def product_grid(step: Step, givens: Mapping[str, Matrix[int]], column: int) -> Figures:
    """The token beside its matrix and the result below, with one column marked, counted from 1.

    None where it is too large to be drawn, or where there is no product.
    """
    case, value = case_of(step, givens), value_or_undefined(step, givens)
    x, W = givens["x"], givens[case.weight]
    if value is UNDEFINED or max(len(W.rows), len(W.columns)) > LARGEST_GRID:
        return ()
    # Drawn in cells that hold its longest numbers, it must not be wider than a page.
    if _signs(x.rows) + _signs(W.rows + value.rows) > _ROOM_IN_A_GRID:
        return ()
    values = {
        "case": case,
        "x": x,
        "W": W,
        "places": tuple(range(1, len(W.columns) + 1)),
        "column": column,
        "used": W.columns[column - 1],
    }
    return (Figure("product-grid", values, value, tells=True),)


def _signs(rows: Iterable[tuple[int, ...]]) -> int:
    """About how many digits and signs the widest of some rows takes, all cells of one width."""
    return max(len(row) * max(len(str(entry)) for entry in row) for row in rows)


def comparisons(case: Case, d_in: int, found: Shape, expected: Shape) -> Figure:
    """The three comparisons in order; what each of them finds is the solution."""
    pairs = ((case.x.columns, d_in), (case.W.rows, d_in), (found, expected))
    return Figure("comparisons", {"case": case}, tuple(_compared(*pair) for pair in pairs))


def _compared(left: Any, right: Any) -> Chain:
    return Chain((left, right), "=" if left == right else "!=")
