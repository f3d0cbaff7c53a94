"""All instances that can be drawn under some options, in an order that never changes.

Codes hold places in this order: neither it nor the rules of `qkvsym.good` change under a scheme.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, permutations, product
from math import prod
from operator import mul
from typing import TypeVar

from qkvsym.draw import Entries, Level, Range, Sizes, spans, token_values, values_for
from qkvsym.errors import NoSuchInstance, TooManyInstances
from qkvsym.good import Numbers, column_fault, weight_fault
from qkvsym.matrix import Matrix

T = TypeVar("T")

MOST_KEPT = 20_000
"""Beyond so many good instances they are not counted one by one."""

_MOST_COLUMNS_TRIED = 600_000

Column = tuple[tuple[int, ...], int]
"""A column of a matrix, and the entry of the answer that it makes."""


@dataclass(frozen=True, slots=True)
class Every:
    """All instances for some sizes: the good ones one by one, or any by their places.

    `fillings` counts all ways to fill the matrices with the entries there are.
    """

    names: tuple[str, ...]
    sizes: tuple[Sizes, ...]
    spans: tuple[tuple[Range, Range], ...]
    good: tuple[tuple[Numbers, ...], ...] | None

    @property
    def fillings(self) -> int:
        """How many ways there are to fill the matrices, good or not."""
        return sum(map(self._fillings, range(len(self.sizes))))

    @property
    def count(self) -> int:
        """How many instances there are."""
        return self.fillings if self.good is None else len(self.good)

    def __getitem__(self, place: int) -> dict[str, Numbers]:
        """The instance at a place, from 1; raises `NoSuchInstance` behind the last one."""
        if not 1 <= place <= self.count:
            raise NoSuchInstance(self.count, self.fillings)
        if self.good is not None:
            return dict(zip(("x", *self.names), self.good[place - 1], strict=True))
        left, n = place - 1, 0
        while left >= self._fillings(n):
            left -= self._fillings(n)
            n += 1
        return self._filled(n, left)

    def _radices(self, n: int) -> list[tuple[int, int, Range]]:
        """Rows, columns and the span of x and of every matrix."""
        sizes, (token, weights) = self.sizes[n], self.spans[n]
        matrix = (sizes.rows, sizes.columns, weights)
        return [(1, sizes.token, token), *[matrix] * len(self.names)]

    def _fillings(self, n: int) -> int:
        return prod((hi - lo + 1) ** (h * w) for h, w, (lo, hi) in self._radices(n))

    def _filled(self, n: int, left: int) -> dict[str, Numbers]:
        made: list[Numbers] = []
        # The last entry of the last matrix is the fastest.
        for height, width, (lo, hi) in reversed(self._radices(n)):
            entries = []
            for _ in range(height * width):
                left, entry = divmod(left, hi - lo + 1)
                entries.append(lo + entry)
            rows = zip(*[reversed(entries)] * width, strict=True)
            made.append(Matrix(tuple(rows)))
        return dict(zip(("x", *self.names), reversed(made), strict=True))


def every_filling(
    names: tuple[str, ...], sizes: tuple[Sizes, ...], level: Level, entries: Range | None
) -> Every:
    """All instances of these sizes, good or not."""
    return Every(names, sizes, tuple(spans(level, entries, one) for one in sizes), None)


def every_good(
    names: tuple[str, ...], sizes: tuple[Sizes, ...], level: Level, entries: Range | None
) -> Every:
    """All good instances of these sizes; raises `TooManyInstances` where they are too many."""
    made = every_filling(names, sizes, level, entries)
    good = _walked(len(names), sizes, level, entries)
    if good is None:
        raise TooManyInstances(
            "there are too many instances to be counted one by one", made.fillings
        )
    return replace(made, good=good)


@lru_cache(maxsize=16)
def _walked(
    count: int, sizes: tuple[Sizes, ...], level: Level, entries: Range | None
) -> tuple[tuple[Numbers, ...], ...] | None:
    """The good instances; None, which is kept too, where they are too many."""
    effort = _Effort()
    found = chain.from_iterable(_good(count, one, level, entries, effort) for one in sizes)
    good = tuple(islice(found, MOST_KEPT + 1))
    return None if effort.is_over or len(good) > MOST_KEPT else good


def is_good(x: Numbers, weights: Sequence[Numbers], level: Level, entries: Range | None) -> bool:
    """Whether a filling is one of the good instances of its sizes."""
    sizes = Sizes(len(x.rows[0]), len(weights[0].rows), len(weights[0].columns))
    of_token, of_weights = values_for(level, entries, sizes)
    if not _is_token(x.rows[0], of_token.nonzero):
        return False
    fitted = x.resized(1, sizes.rows).rows[0]

    def own(n: int, j: int) -> Iterable[Column]:
        return _good_columns(fitted, [weights[n].columns[j]], sizes, of_weights)

    walk = _Walk(len(weights), sizes, of_weights, own)
    return next(walk.weights(fitted, ()), None) is not None


Choices = Callable[[int, int], Iterable[Column]]
"""The columns that may stand at place j of matrix n, both from 0."""


class _Walk:
    """Goes through all matrices that can be made of some columns, and are good."""

    def __init__(self, count: int, sizes: Sizes, entries: Entries, choices: Choices) -> None:
        self._count = count
        self._columns = sizes.columns
        self._negatives = sizes.rows if _one_column(sizes, entries) else entries.negatives
        self._choices = choices

    def weights(
        self, x: tuple[int, ...], before: tuple[Numbers, ...]
    ) -> Iterator[tuple[Numbers, ...]]:
        """The matrices behind those before, each good beside the others."""
        if len(before) == self._count:
            yield before
            return
        answers = [(Matrix((x,)) @ W).rows[0] for W in before]
        for W in self._matrices(answers, self._negatives, (), ()):
            if not weight_fault(W, before):
                yield from self.weights(x, (*before, W))

    def _matrices(
        self,
        answers: Sequence[tuple[int, ...]],
        negatives: int,
        drawn: tuple[tuple[int, ...], ...],
        answer: tuple[int, ...],
    ) -> Iterator[Numbers]:
        j = len(drawn)
        if j == self._columns:
            yield Matrix(tuple(zip(*drawn, strict=True)))
            return
        meets = [other[j] for other in answers]
        for column, value in self._choices(len(answers), j):
            left = negatives - sum(entry < 0 for entry in column)
            if left >= 0 and not column_fault(column, value, answer, meets):
                yield from self._matrices(answers, left, (*drawn, column), (*answer, value))


def _good(
    count: int, sizes: Sizes, level: Level, entries: Range | None, effort: "_Effort"
) -> Iterator[tuple[Numbers, ...]]:
    """The good instances of these sizes: the token, then the matrices."""
    of_token, of_weights = values_for(level, entries, sizes)
    values = sorted((*of_weights.nonzero, *([0] if of_weights.zero else [])))
    for row in _tokens(sizes.token, of_token.nonzero):
        if effort.is_over:
            return
        x = Matrix((row,))
        fitted = x.resized(1, sizes.rows).rows[0]
        all_columns = effort.spent(product(values, repeat=sizes.rows))
        columns = list(_good_columns(fitted, all_columns, sizes, of_weights))
        walk = _Walk(count, sizes, of_weights, lambda n, j, c=columns: effort.spent(c))  # type: ignore[misc]
        for weights in walk.weights(fitted, ()):
            yield (x, *weights)


class _Effort:
    """Ends a walk through too many columns."""

    def __init__(self) -> None:
        self._left = _MOST_COLUMNS_TRIED

    @property
    def is_over(self) -> bool:
        """Whether the walk was ended."""
        return self._left < 0

    def spent(self, columns: Iterable[T]) -> Iterator[T]:
        """The columns, as long as not too many were tried."""
        for column in columns:
            self._left -= 1
            if self.is_over:
                return
            yield column


def _good_columns(
    x: Sequence[int], columns: Iterable[tuple[int, ...]], sizes: Sizes, entries: Entries
) -> Iterator[Column]:
    """Those columns that can be drawn and are good by themselves."""
    alone = _one_column(sizes, entries)
    for column in columns:
        value = sum(map(mul, x, column))
        if not column_fault(column, value, (), ()) and (not alone or _alone(column, entries)):
            yield column, value


def _is_token(row: Sequence[int], nonzero: Sequence[int]) -> bool:
    values = token_values(len(row), nonzero)
    differ = len(set(row)) == len(row)
    return set(row) <= set(values) and (differ or len(values) < len(row))


def _tokens(size: int, nonzero: Sequence[int]) -> Iterator[tuple[int, ...]]:
    values = token_values(size, nonzero)
    if len(values) >= size:
        yield from permutations(values, size)
    elif values:
        yield from product(values, repeat=size)


def _one_column(sizes: Sizes, entries: Entries) -> bool:
    """Whether the only column is drawn of different entries, none of them zero."""
    return sizes.columns == 1 and len(entries.nonzero) >= sizes.rows


def _alone(column: Sequence[int], entries: Entries) -> bool:
    """Whether the only column of a matrix can be drawn."""
    below = sum(entry < 0 for entry in column)
    most = max(entries.negatives, len(column) - len(entries.positive))
    return all(column) and len(set(column)) == len(column) and below <= most
