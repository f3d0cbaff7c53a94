"""Seeded draws of small-integer instances that obey the rules of a good instance."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from qkvsym.errors import NoInstance
from qkvsym.matrix import Matrix
from qkvsym.shapes import MAX_SIZE
from qkvsym.streams import Source, Stream

Range = tuple[int, int]
Numbers = Matrix[int]

LARGEST_ANSWER = 99
_ZERO_SHARE = 0.3
_COLUMN_TRIES = 60
_MOST_REJECTIONS = 20_000
_COST_OF_AN_EXERCISE = 20
_LONG_TOKEN = 8


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
"""The levels by id, from easy to hard."""

RULES: Mapping[str, tuple[str, str]] = {
    "square": ("d_in and d_out must differ", "choose another --d-in or --d-out"),
    "token-zero": ("no entry of the token may be zero", "widen --entries"),
    "zero-line": ("no row and no column of a weight matrix may be all zeros", "widen --entries"),
    "answer-large": (
        f"no answer may be over {LARGEST_ANSWER}",
        "narrow --entries, or choose a smaller --d-in",
    ),
    "answer-entries": (
        "the entries of an answer must differ from each other and from zero",
        "widen --entries, or choose a smaller --d-out",
    ),
    "answers-meet": (
        "q, k and v must differ in every position",
        "widen --entries, or choose a smaller --d-out",
    ),
    "equal-lines": (
        "no two rows and no two columns of a weight matrix may be equal",
        "widen --entries",
    ),
    "symmetric": ("a weight matrix must not be symmetric", "widen --entries"),
    "permuted": (
        "a weight matrix must not be another one with its columns in another order",
        "widen --entries",
    ),
    "change-shows": (
        "the change must move one entry of the answer to a new good value",
        "choose other --entries",
    ),
    "mistakes-apart": (
        "every mistake must give a wrong answer of its own",
        "widen --entries, or choose other sizes or fewer mistakes",
    ),
}
"""What each rule asks and what to widen, in the order in which a candidate meets them."""


class Rejections:
    """Counts the candidates that each rule rejected, and ends a search that leads nowhere.

    A remedy stands in the place of what each rule says to widen.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        self.what = what
        self._remedy = remedy
        self._count: Counter[str] = Counter()

    def note(self, rule: str, detail: str = "") -> None:
        """Count one rejection; raises `NoInstance` when there were too many.

        The rule named is the last one that a candidate reached, for none was left beyond it.
        A whole exercise that is rejected has cost more than one number, and counts for more.
        """
        self._count[rule] += _COST_OF_AN_EXERCISE if rule == "mistakes-apart" else 1
        if self._count.total() >= _MOST_REJECTIONS:
            last = max(self._count, key=list(RULES).index)
            raise NoInstance(self._sentence(last, detail))

    def impossible(self, rule: str, detail: str = "") -> NoInstance:
        """The error for a rule that cannot be met at all, whatever is drawn."""
        return NoInstance(self._sentence(rule, detail))

    def _sentence(self, rule: str, detail: str) -> str:
        says, widen = RULES[rule]
        return f"{self.what}: no good instance was found: {says}{detail}; {self._remedy or widen}"


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
    """A token of nonzero values, 1 x size; all different where there are values enough."""
    if not values:
        raise rejected.impossible("token-zero")
    if len(values) >= size:
        return Matrix((tuple(stream.shuffled(values)[:size]),))
    return Matrix((tuple(stream.choice(values) for _ in range(size)),))


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
    taken = [(token @ W).rows[0] for W in others]
    drawn: list[tuple[int, ...]] = []
    answer: list[int] = []
    negatives = entries.negatives
    for j in range(columns):
        meets = [row[j] for row in taken]
        for _ in range(_COLUMN_TRIES):
            column = _draw_column(stream, len(token.rows[0]), columns, entries, negatives)
            value = sum(map(mul, token.rows[0], column))
            fault = _column_fault(column, value, answer, meets)
            if not fault:
                break
            rejected.note(fault)
        else:
            return None
        drawn.append(column)
        answer.append(value)
        negatives -= sum(entry < 0 for entry in column)
    W = Matrix(tuple(zip(*drawn, strict=True)))
    fault = weight_fault(W, others)
    if fault:
        rejected.note(fault)
        return None
    return W


def _draw_column(
    stream: Stream, size: int, columns: int, entries: Entries, negatives: int
) -> tuple[int, ...]:
    if columns == 1 and len(entries.nonzero) >= size:
        # Each entry is a row of its own here, so none is zero and no two are equal.
        return tuple(stream.shuffled(entries.nonzero)[:size])
    column = []
    for _ in range(size):
        if entries.zero and (not entries.nonzero or stream.fraction() < _ZERO_SHARE):
            column.append(0)
            continue
        entry = stream.choice(entries.nonzero if negatives > 0 else entries.positive)
        negatives -= entry < 0
        column.append(entry)
    return tuple(column)


def _column_fault(
    column: tuple[int, ...], value: int, answer: Sequence[int], meets: Sequence[int]
) -> str:
    if not any(column):
        return "zero-line"
    if abs(value) > LARGEST_ANSWER:
        return "answer-large"
    if value == 0 or value in answer:
        return "answer-entries"
    if value in meets:
        return "answers-meet"
    return ""


def weight_fault(W: Numbers, others: Sequence[Numbers]) -> str:
    """The first rule that a weight matrix breaks, alone or beside the others; or nothing.

    Two equal columns need no look here: they would make two equal entries in the answer.
    """
    if not all(map(any, W.rows)):
        return "zero-line"
    if len(set(W.rows)) < len(W.rows):
        return "equal-lines"
    if len(W.rows) > 1 and W.rows == W.columns:
        return "symmetric"
    if any(sorted(W.columns) == sorted(other.columns) for other in others):
        return "permuted"
    return ""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of an instance: entries of the token, and rows and columns of each matrix."""

    token: int
    rows: int
    columns: int


def draw_sizes(
    source: Source, level: Level, d_in: int | None, d_out: int | None, rejected: Rejections
) -> Sizes:
    """Sizes that differ, those asked for and the others as the level has them."""
    lo, hi = level.sizes
    usual = range(lo, hi + 1)
    if d_in is None:
        d_in = source.stream("d_in").choice([n for n in usual if n != d_out])
    if d_out is None:
        d_out = source.stream("d_out").choice([n for n in usual if n != d_in])
    rejected.what += f" with d_in {d_in} and d_out {d_out}"
    if d_in == d_out:
        raise rejected.impossible("square")
    return Sizes(d_in, d_in, d_out)


def spans(level: Level, entries: Range | None, sizes: Sizes) -> tuple[Range, Range]:
    """The values of the token and of the weights: those asked for, or the level's.

    A level's own values are widened where many rows or long answers need more different
    entries; a long token takes small entries, so that its sums stay small.
    """
    if entries is not None:
        return entries, entries
    lo, hi = level.weights
    hi = max(hi, sizes.columns + 3 if sizes.rows == 1 else (sizes.columns + 1) // 2 + 1)
    while (hi - lo + 1) ** sizes.columns < 3 * sizes.rows:
        hi += 1
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
    token_span, weight_span = spans(level, entries, sizes)
    token_values = Entries.within(token_span, 0).nonzero
    negatives = max(level.negatives, sizes.rows * sizes.columns // 6)
    values = Entries.within(weight_span, negatives)
    streams = {name: source.stream(name) for name in ("x", *names)}
    while True:
        x = draw_token(streams["x"], sizes.token, token_values, rejected)
        fitted = x.resized(1, sizes.rows)
        weights: list[Numbers] = []
        for name in names:
            W = draw_weight(streams[name], fitted, sizes.columns, values, weights, rejected)
            if W is None:
                break
            weights.append(W)
        else:
            yield {"x": x, **dict(zip(names, weights, strict=True))}
