"""The wrong rules: what a mistake does in the place of ``x @ W``, each written once.

Like a right rule, a wrong one is a plain function of its operands. It is read on `Matrix` of
numbers, of formulas or of anything that adds and multiplies, with 0 and 1 as neutral elements;
those about shapes are read on `Shape` too. Only those that round, or look for a zero, need
numbers. Where a rule can be formed is the business of `qkvsym.mistakes`.
"""

from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import isqrt
from operator import add, mul
from typing import Any

from qkvsym.formula import UNDEFINED, Exact, Number, Undefined
from qkvsym.matrix import Matrix
from qkvsym.rules import Rule, project, shape_of
from qkvsym.shapes import Shape

# The shape


def length_from_rows(x: Shape, W: Shape) -> Shape:
    """As many entries as W has rows."""
    return Shape(x.rows, W.rows)


def shape_of_weight(x: Shape, W: Shape) -> Shape:
    """The shape of W itself."""
    return Shape(W.rows, W.columns)


def as_column(x: Any, W: Any) -> Any:
    """The right entries, one below the other."""
    return project(x, W).T


def padded_or_cut(x: Any, W: Any) -> Any:
    """The right entries, brought to the length of x."""
    return project(x, W).resized(shape_of(x).rows, shape_of(x).columns)


def cut_to_fit(x: Any, W: Any) -> Any:
    """A product that does not exist, with the longer of the two cut to the other."""
    # Cutting the longer one or padding the shorter one with zeros gives the same numbers.
    return x.resized(shape_of(x).rows, shape_of(W).rows) @ W


def undefined(x: Any, W: Any) -> Undefined:
    """No product at all."""
    return UNDEFINED


# The matrix


def three_added(x: Any, *weights: Any) -> Any:
    """The products with all the matrices, added up."""
    return reduce(add, (project(x, W) for W in weights))


def three_joined(x: Any, *weights: Any) -> Any:
    """The products with all the matrices, side by side."""
    rows = zip(*(project(x, W).rows for W in weights), strict=True)
    return Matrix(tuple(sum(parts, start=()) for parts in rows))


# The orientation


def rows_dotted(x: Any, W: Any) -> Any:
    """x along the rows of W, as far as both reach."""
    return x.resized(shape_of(x).rows, shape_of(W).columns) @ W.T


def weights_transposed(x: Any, W: Any) -> Any:
    """x times W transposed."""
    return x @ W.T


def weights_first_as_column(x: Any, W: Any) -> Any:
    """W times x, with x as a column so that it fits."""
    return W @ x.T


def weights_first_as_row(x: Any, W: Any) -> Any:
    """W times x as a column, written as a row."""
    return weights_first_as_column(x, W).T


def weights_first(x: Any, W: Any) -> Any:
    """W times x, which is an outer product where W has one column."""
    return W @ x


def outputs_reversed(x: Any, W: Any) -> Any:
    """The right entries from the last to the first."""
    return _backwards(project(x, W))


def token_reversed(x: Any, W: Any) -> Any:
    """x read from the last entry to the first, times W."""
    return project(_backwards(x), W)


def _backwards(matrix: Any) -> Any:
    return Matrix(tuple(row[::-1] for row in matrix.rows))


# The index. Places count from 0.


def column_for_all(place: int) -> Rule:
    """One column of W for every entry."""

    def rule(x: Any, W: Any) -> Any:
        return Matrix(tuple((row[place],) * len(row) for row in project(x, W).rows))

    return rule


def term_dropped(place: int) -> Rule:
    """The product with one entry of x missing in every sum."""

    def rule(x: Any, W: Any) -> Any:
        return project(Matrix(tuple(map(_without, x.rows))), Matrix(_without(W.rows)))

    def _without(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return items[:place] + items[place + 1 :]

    return rule


def rows_up(x: Any, W: Any) -> Any:
    """x_i meets the row below its own; the last one meets the first row."""
    return project(x, Matrix(W.rows[1:] + W.rows[:1]))


def rows_down(x: Any, W: Any) -> Any:
    """x_i meets the row above its own; the first one meets the last row."""
    return project(x, Matrix(W.rows[-1:] + W.rows[:-1]))


def rows_up_cut(x: Any, W: Any) -> Any:
    """x_i meets the row below its own; the last one meets nothing."""
    return project(Matrix(tuple(row[:-1] for row in x.rows)), Matrix(W.rows[1:]))


def rows_down_cut(x: Any, W: Any) -> Any:
    """x_i meets the row above its own; the first one meets nothing."""
    return project(Matrix(tuple(row[1:] for row in x.rows)), Matrix(W.rows[:-1]))


# The operation


def column_sums(x: Any, W: Any) -> Any:
    """The columns of W added up, without x."""
    return Matrix((tuple(sum(column) for column in W.columns),))


def added(x: Any, W: Any) -> Any:
    """x_i + w_ij in the place of each product."""
    return Matrix((tuple(sum(map(add, x.rows[0], column)) for column in W.columns),))


def multiplied(x: Any, W: Any) -> Any:
    """The products of an entry multiplied with each other."""
    return Matrix((tuple(reduce(mul, map(mul, x.rows[0], column)) for column in W.columns),))


def outer(x: Any, W: Any) -> Any:
    """All products x_i w_ij, each at the place of its w_ij."""
    pairs = zip(x.rows[0], W.rows, strict=True)
    return Matrix(tuple(tuple(factor * entry for entry in row) for factor, row in pairs))


def one_number(x: Any, W: Any) -> Any:
    """The right entries added up to one number."""
    return Matrix(((sum(project(x, W).entries),),))


def running_total(x: Any, W: Any) -> Any:
    """Each entry with all the entries before it added to it."""
    return Matrix(tuple(tuple(accumulate(row)) for row in project(x, W).rows))


_WITH_SIGN = (int, Fraction, Number)


def sign_lost(x: Any, W: Any) -> Any:
    """x times W without any minus sign."""
    return project(x.map(_unsigned), W.map(_unsigned))


def _unsigned(entry: Any) -> Any:
    # A symbol shows no sign that could be lost.
    return abs(entry) if isinstance(entry, _WITH_SIGN) else entry


def zero_kept(x: Any, W: Any) -> Any:
    """x_i in the place of each product of x_i with a zero of W; needs numbers."""
    columns = (map(_with_zero_kept, x.rows[0], column) for column in W.columns)
    return Matrix((tuple(map(sum, columns)),))


def _with_zero_kept(factor: Exact, entry: Exact) -> Exact:
    return factor if entry == 0 else factor * entry


def token_copied(x: Any, W: Any) -> Any:
    """x itself."""
    return x


def token_copied_to_length(x: Any, W: Any) -> Any:
    """x itself, brought to the length of the result."""
    return x.resized(shape_of(x).rows, shape_of(W).columns)


def row_copied(place: int) -> Rule:
    """One row of W, at a place that counts from 0."""

    def rule(x: Any, W: Any) -> Any:
        return Matrix((W.rows[place],))

    return rule


def scaled(x: Any, W: Any) -> Any:
    """The right entries divided by the square root of d_out, where that is a whole number."""
    root = isqrt(len(W.columns))
    return project(x, W).map(lambda entry: Fraction(entry, root))


def scaled_to(decimals: int) -> Rule:
    """The right entries divided by the square root of d_out and rounded; needs numbers."""

    def rule(x: Any, W: Any) -> Any:
        return project(x, W).map(lambda entry: _over_root(entry, len(W.columns), decimals))

    return rule


def _over_root(entry: Exact, size: int, decimals: int) -> Fraction:
    """An entry divided by the root of a size, rounded half away from zero; no float takes part.

    The root of 4 y^2, cut to a whole number, is 2 y or just below it, and half of the next number
    is y rounded.
    """
    top, bottom = entry.numerator, entry.denominator
    unit = 10**decimals
    doubled = isqrt(4 * top * top * unit * unit // (bottom * bottom * size))
    rounded = (doubled + 1) // 2
    return Fraction(-rounded if top < 0 else rounded, unit)
