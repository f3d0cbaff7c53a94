"""Seeded draws of small-integer instances that obey the rules of a good instance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from qkvsym.good import Numbers, Rejections, column_fault, weight_fault
from qkvsym.matrix import Matrix
from qkvsym.shapes import MAX_SIZE
from qkvsym.streams import Source, Stream

Range = tuple[int, int]

_ZERO_SHARE = 0.3
_COLUMN_TRIES = 60
_LONG_TOKEN = 8
_ROWS_TO_CHOOSE_FROM = 5
_VALUES_KEPT = 256


@dataclass(frozen=True, slots=True)
class Level:
    """What a level draws from: sizes, entries, and how many negative entries a matrix may have."""

    id: str
    sizes: Range
    token: Range
    weights: Range
    negatives: int


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("easy", sizes=(2, 3), token=(1, 5), weights=(0, 3), negatives=1),
        Level("medium", sizes=(2, 4), token=(1, 6), weights=(-2, 3), negatives=2),
        Level("hard", sizes=(3, 5), token=(-4, 6), weights=(-4, 5), negatives=MAX_SIZE**2),
    )
}
"""The levels by id. Draws and codes depend on all of it, the order too: it never changes under a
scheme of codes, nor do the numbers above and the functions below that draw."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The values that the entries of one matrix are drawn from."""

    nonzero: tuple[int, ...]
    positive: tuple[int, ...]
    zero: bool
    negatives: int

    @classmethod
    def within(cls, span: Range, negatives: int) -> "Entries":
        """All whole numbers from the first to the last, with a limit on negative ones."""
        values = range(span[0], span[1] + 1)
        nonzero = tuple(v for v in values if v)
        positive = tuple(v for v in nonzero if v > 0)
        limit = negatives if positive else MAX_SIZE**2
        return cls(nonzero, positive, 0 in values, limit)


def draw_token(stream: Stream, size: int, values: Sequence[int], rejected: Rejections) -> Numbers:
    """A token of nonzero values, 1 x size; all different where there are values enough.

    A token of one entry is not 1 or -1, which would leave a matrix as it is.
    """
    values = token_values(size, values)
    if not values:
        raise rejected.impossible("token-zero")
    if len(values) >= size:
        return Matrix((tuple(stream.shuffled(values)[:size]),))
    return Matrix((tuple(stream.choice(values) for _ in range(size)),))


def token_values(size: int, nonzero: Sequence[int]) -> Sequence[int]:
    """The values that a token of this size is made of."""
    if size == 1:
        return [value for value in nonzero if abs(value) > 1] or nonzero
    return nonzero


def draw_weight(
    stream: Stream,
    token: Numbers,
    columns: int,
    entries: Entries,
    others: Sequence[Numbers],
    rejected: Rejections,
) -> Numbers | None:
    """A good weight matrix for the token, or None after too many tries.

    It is drawn column by column, each until the answer's entry that it makes is good beside the
    entries before it and beside the same entry of the other matrices' answers.
    """
    answers = [(token @ W).rows[0] for W in others]
    (x,) = token.rows
    drawn: list[tuple[int, ...]] = []
    answer: list[int] = []
    negatives = entries.negatives
    for j in range(columns):
        meets = [other[j] for other in answers]
        for _ in range(_COLUMN_TRIES):
            column = draw_column(stream, len(x), columns, entries, negatives)
            value = sum(map(mul, x, column))
            fault = column_fault(column, value, answer, meets)
            if not fault and j == columns - 1:
                W = Matrix(tuple(zip(*drawn, column, strict=True)))
                fault = weight_fault(W, others)
            if not fault:
                break
            rejected.note(fault)
        else:
            return None
        drawn.append(column)
        answer.append(value)
        negatives -= sum([entry < 0 for entry in column])
    return W


def draw_column(
    stream: Stream, size: int, columns: int, entries: Entries, negatives: int
) -> tuple[int, ...]:
    """One column of a matrix of so many columns, with no more negative entries than given."""
    if columns == 1 and len(entries.nonzero) >= size:
        # Each entry is a row of its own here, so none is zero and no two are equal.
        drawn = stream.shuffled(entries.nonzero)
        below = [entry for entry in drawn if entry < 0]
        barred = set(below[max(negatives, size - len(entries.positive)) :])
        return tuple(entry for entry in drawn if entry not in barred)[:size]
    column = []
    fraction, choice, nonzero = stream.fraction, stream.choice, entries.nonzero
    for _ in range(size):
        if entries.zero and (not nonzero or fraction() < _ZERO_SHARE):
            column.append(0)
            continue
        entry = choice(nonzero if negatives > 0 else entries.positive)
        negatives -= entry < 0
        column.append(entry)
    return tuple(column)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of an instance: entries of the token, and rows and columns of each matrix."""

    token: int
    rows: int
    columns: int


def draw_sizes(
    source: Source, level: Level, d_in: int | None, d_out: int | None, rejected: Rejections
) -> Sizes:
    """The sizes asked for, and the others as the level has them; drawn ones differ."""
    lo, hi = level.sizes
    usual = range(lo, hi + 1)
    if d_in is None:
        d_in = source.stream("d_in").choice([n for n in usual if n != d_out])
    if d_out is None:
        d_out = source.stream("d_out").choice([n for n in usual if n != d_in])
    rejected.what += f" with d_in {d_in} and d_out {d_out}"
    return Sizes(d_in, d_in, d_out)


@lru_cache(maxsize=_VALUES_KEPT)
def values_for(level: Level, entries: Range | None, sizes: Sizes) -> tuple[Entries, Entries]:
    """What the token and the weight matrices are drawn from: as asked for, or as the level has it.

    A matrix has no more negative entries than the level allows, or than one in six; half of a
    long column may be, for its entries all differ and their sum must stay small.
    """
    token, weights = spans(level, entries, sizes)
    share = 2 if _is_long_column(sizes) else 6
    negatives = max(level.negatives, sizes.rows * sizes.columns // share)
    return Entries.within(token, sizes.token), Entries.within(weights, negatives)


def _is_long_column(sizes: Sizes) -> bool:
    return sizes.columns == 1 and sizes.rows > _LONG_TOKEN // 2


def spans(level: Level, entries: Range | None, sizes: Sizes) -> tuple[Range, Range]:
    """The lowest and highest values of the token and of the weights.

    A level's own values are widened where many rows or long answers need more different
    entries; a long token takes small entries, so that its sums stay small.
    """
    if entries is not None:
        return entries, entries
    lo, hi = level.weights
    one = 1 in (sizes.rows, sizes.token)
    hi = max(hi, sizes.columns + 3 if one else (sizes.columns + 1) // 2 + 1)
    while (hi - lo + 1) ** sizes.columns < _ROWS_TO_CHOOSE_FROM * sizes.rows:
        hi += 1
    if _is_long_column(sizes):
        lo = -hi
    first, last = level.token
    return (first, min(last, 3) if sizes.token > _LONG_TOKEN else last), (lo, hi)


def draw_givens(
    source: Source,
    names: Sequence[str],
    sizes: Sizes,
    level: Level,
    entries: Range | None,
    rejected: Rejections,
) -> Iterator[dict[str, Numbers]]:
    """Good instances, one after the other: the token x and the weight matrices named.

    Where the token does not fit the matrices, the rules are read on the token cut or padded to
    fit, which is what the mistake `inner-mismatch` does.
    """
    token_values, weight_values = values_for(level, entries, sizes)
    streams = {name: source.stream(name) for name in ("x", *names)}
    while True:
        x = draw_token(streams["x"], sizes.token, token_values.nonzero, rejected)
        fitted = x.resized(1, sizes.rows)
        weights: list[Numbers] = []
        for name in names:
            W = draw_weight(streams[name], fitted, sizes.columns, weight_values, weights, rejected)
            if W is None:
                break
            weights.append(W)
        else:
            yield {"x": x, **dict(zip(names, weights, strict=True))}


def draw_any(
    source: Source,
    names: Sequence[str],
    sizes: Sizes,
    level: Level,
    entries: Range | None,
) -> Iterator[dict[str, Numbers]]:
    """Instances of any entries in the range, good or not, one after the other."""
    of_token, of_weights = (range(lo, hi + 1) for lo, hi in spans(level, entries, sizes))
    streams = {name: source.stream(name) for name in ("x", *names)}
    while True:
        drawn = {"x": _any_matrix(streams["x"], 1, sizes.token, of_token)}
        for name in names:
            drawn[name] = _any_matrix(streams[name], sizes.rows, sizes.columns, of_weights)
        yield drawn


def _any_matrix(stream: Stream, rows: int, columns: int, values: Sequence[int]) -> Numbers:
    return Matrix(tuple(tuple(stream.choice(values) for _ in range(columns)) for _ in range(rows)))
