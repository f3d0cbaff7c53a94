"""The rules of a good instance, and what is said where they cannot be met."""

from collections import Counter
from collections.abc import Mapping, Sequence

from qkvsym.errors import NoInstance
from qkvsym.matrix import Matrix

Numbers = Matrix[int]

LARGEST_ANSWER = 99
_MOST_REJECTIONS = 20_000
_COST_OF_AN_EXERCISE = 50

RULES: Mapping[str, tuple[str, str]] = {
    "square": ("d_in and d_out must differ", "choose another --d-in or --d-out"),
    "token-zero": ("no entry of the token may be zero", "widen --entries"),
    "zero-line": ("no row and no column of a weight matrix may be all zeros", "widen --entries"),
    "answer-large": (
        f"no answer may be over {LARGEST_ANSWER}",
        "narrow --entries or let them be negative, or choose a smaller --d-in",
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
        "choose other --entries, or a smaller --d-in",
    ),
    "no-place": (
        "there must be a place in which q, k and v all differ",
        "choose other --entries",
    ),
    "longer-token": (
        "the token needs two entries, of which one can be left out",
        "choose a larger --d-in",
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
    "side-by-side": (
        "it is about q, k and v side by side",
        "leave --role out",
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
        self._detail = ""

    def note(self, rule: str, detail: str = "") -> None:
        """Count one rejection; raises `NoInstance` when there were too many.

        The rule named is the last one that a candidate reached, for none was left beyond it.
        A whole exercise that is rejected has cost more than one number, and counts for more.
        """
        self._count[rule] += _COST_OF_AN_EXERCISE if rule == "mistakes-apart" else 1
        self._detail = detail
        if self._count.total() >= _MOST_REJECTIONS:
            raise self.last()

    def last(self) -> NoInstance:
        """The error that names the last rule that a candidate reached."""
        last = max(self._count, key=list(RULES).index, default="mistakes-apart")
        return NoInstance(self._sentence(last, self._detail))

    def impossible(self, rule: str, detail: str = "") -> NoInstance:
        """The error for a rule that cannot be met at all, whatever is drawn."""
        return NoInstance(self._sentence(rule, detail))

    def _sentence(self, rule: str, detail: str) -> str:
        says, widen = RULES[rule]
        return f"{self.what}: no good instance was found: {says}{detail}; {self._remedy or widen}"


def column_fault(
    column: Sequence[int], value: int, answer: Sequence[int], meets: Sequence[int]
) -> str:
    """The first rule that a column breaks by itself, or by the entry of the answer it makes.

    `answer` are the other entries of that answer, `meets` the same entry of other answers.
    """
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
    """The first rule that a whole weight matrix breaks, alone or beside the others.

    Two equal columns need no look: they would make two equal entries in the answer.
    """
    if not all(map(any, W.rows)):
        return "zero-line"
    if len(set(W.rows)) < len(W.rows):
        return "equal-lines"
    columns = W.columns
    if len(W.rows) > 1 and W.rows == columns:
        return "symmetric"
    if others and sorted(columns) in [sorted(other.columns) for other in others]:
        return "permuted"
    return ""
