"""The score of one reply: the mean over the parts of its entry that can be checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from qkvsym.exercise import Line, line
from qkvsym.formula import UNDEFINED
from qkvsym.matrix import Matrix
from qkvsym.notation import text as spelled
from qkvsym.renderer import built_in
from qkvsym.scoring.claims import Mention
from qkvsym.scoring.entries import Asked, Entry, Exam, exam_of
from qkvsym.scoring.formulas import FormulaScorer
from qkvsym.scoring.reader import Reader, Reply
from qkvsym.scoring.shapes import FLAT, LENGTH
from qkvsym.shapes import Shape

VERSION = 1
_WORDS = "scores"
PARTIAL = 0.5
"""What a right value in a wrong shape is worth."""

Verdict = Literal["right", "partial", "wrong", "unclear", "missing", "not-checked"]
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PartScore:
    """One part: what it is worth (0, 0.5 or 1; None where it is not checked), and why.

    `why` is a wording and its values, None where there is nothing to say; `got` and `expected` are
    values as text, `mistakes` the ids of those that give what was got.
    """

    id: str
    part: str
    type: str
    value: float | None
    verdict: Verdict
    why: Line | None = None
    got: str = ""
    expected: str = ""
    mistakes: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why, in words."""
        return built_in().plain(self.why) if self.why else ""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        return {
            "id": self.id,
            "part": self.part,
            "type": self.type,
            "value": self.value,
            "verdict": self.verdict,
            "reason": self.reason,
            "got": self.got,
            "expected": self.expected,
            "mistakes": self.mistakes,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one reply, from 0 to 1, and of its parts in order."""

    id: str
    kind: str
    value: float
    parts: tuple[PartScore, ...]

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        parts = [part.to_dict() for part in self.parts]
        return {
            "version": VERSION,
            "id": self.id,
            "kind": self.kind,
            "value": self.value,
            "parts": parts,
        }


def score(answer: Reply, entry: Entry) -> float:
    """How right an answer to an entry of a data set is, from 0 to 1.

    The mean over the parts that can be checked; a right value in a wrong shape is worth half, what
    is wrong, missing or unclear nothing. Raises `BadEntry`; what an answer says raises nothing.

    >>> part = {"id": "q", "answer": {"type": "matrix", "value": [[4, 5]]}}
    >>> score("q = [4, 5]", {"parts": [part]}), score("q = [4; 5]", {"parts": [part]})
    (1.0, 0.5)
    """
    return scored(answer, entry).value


def scored(answer: Reply, entry: Entry) -> Score:
    """The score of an answer with the verdict on every part; raises `BadEntry`."""
    exam = exam_of(entry)
    reader = Reader(answer, exam)
    parts = tuple(_scored(part, reader, exam) for part in exam.parts)
    values = [part.value for part in parts if part.value is not None]
    return Score(exam.id, exam.kind, sum(values) / len(values), parts)


def _scored(part: Asked, reader: Reader, exam: Exam) -> PartScore:
    if part.type == "text":
        why = line("not_checked", file=_WORDS)
        return PartScore(part.id, part.letter, part.type, None, "not-checked", why)
    if reader.refused:
        return _verdict(part, "missing", line("refused", file=_WORDS, says=reader.refused))
    if part.type == "formula":
        return _scored_formula(part, reader, FormulaScorer(part.value, exam.givens))
    found = reader.value_of(part)
    if isinstance(found, Mention):
        return _compared(part, found)
    return _without_value(part, found)


def _without_value(part: Asked, found: Literal["unclear"] | None) -> PartScore:
    if found == "unclear":
        return _verdict(part, "unclear", line("several_answers", file=_WORDS))
    return _verdict(part, "missing", line("no_answer", file=_WORDS))


def _verdict(
    part: Asked,
    verdict: Verdict,
    why: Line | None = None,
    got: str = "",
    mistakes: Sequence[str] = (),
) -> PartScore:
    worth = {"right": 1.0, "partial": PARTIAL}.get(verdict, 0.0)
    return PartScore(
        *(part.id, part.letter, part.type, worth, verdict, why, got, _said(part.value)),
        tuple(mistakes),
    )


def _scored_formula(part: Asked, reader: Reader, scorer: FormulaScorer) -> PartScore:
    found = reader.formula_of(part, scorer)
    if found is None or isinstance(found, str):
        return _without_value(part, found)
    got = found.text.strip()[:_MOST_SHOWN]
    if found.right:
        return _verdict(part, "right", got=got)
    why = line("expected", file="report", expected=part.value)
    return _verdict(part, "wrong", why, got, found.mistakes)


def _compared(part: Asked, found: Mention) -> PartScore:
    got = _said(found.value)
    if found.value == part.value or _length_of(found.value) == _length_of_one_row(part.value):
        told = _wrong_shape(part.value, found)
        return _verdict(part, "partial" if told else "right", told, got)
    if _same_entries(part.value, found.value):
        sizes = {"got": str(found.value.shape), "right": str(part.value.shape)}
        why = line("in_a_wrong_shape", file=_WORDS, **sizes)
        return _verdict(part, "partial", why, got, _mistakes(part, found.value))
    why = line("expected_and_got", file="report", expected=_said(part.value), got=got)
    return _verdict(part, "wrong", why, got, _mistakes(part, found.value))


def _mistakes(part: Asked, value: Any) -> list[str]:
    return [mistake for mistake, wrong in part.wrong if wrong == value]


def _length_of(value: Any) -> Any:
    return value[1] if isinstance(value, tuple) else None


def _length_of_one_row(value: Any) -> Any:
    return value.columns if isinstance(value, Shape) and value.rows == 1 else UNDEFINED


def _wrong_shape(right: Any, found: Mention) -> Line | None:
    """What is wrong with the shape that a right value is said to have; None where nothing is."""
    if isinstance(found.value, tuple):
        if found.value[0] == FLAT:
            return line("size_of_an_array", file=_WORDS, right=str(right))
        return line("length_alone", file=_WORDS, right=str(right))
    told = found.told
    if not isinstance(right, Matrix) or told in (None, right.shape, (LENGTH, right.shape.columns)):
        return None
    shape = str(right.shape)
    if isinstance(told, Shape):
        return line("said_to_have_a_shape", file=_WORDS, said=_said(told), right=shape)
    return line("said_to_be_an_array", file=_WORDS, size=told[1], right=shape)


def _same_entries(right: Any, got: Any) -> bool:
    if not isinstance(right, Matrix) or not isinstance(got, Matrix):
        return False
    return right.entries == got.entries or right.rows == got.T.rows


def _said(value: Any) -> str:
    if isinstance(value, tuple):
        return str(value[1])
    if isinstance(value, Matrix | Shape) or value is UNDEFINED:
        return spelled(value)
    return str(value)
