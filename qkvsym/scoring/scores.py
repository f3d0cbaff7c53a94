"""The score of one reply: the mean over the parts of its entry that can be checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from qkvsym.errors import BadWork
from qkvsym.formula import UNDEFINED
from qkvsym.matrix import Matrix
from qkvsym.notation import text as spelled
from qkvsym.scoring.claims import Found, Mention, claimed, named
from qkvsym.scoring.entries import Asked, Entry, Exam, exam_of
from qkvsym.scoring.formulas import FormulaScorer, FoundFormula
from qkvsym.scoring.mentions import FLAT, LENGTH, mentions_of
from qkvsym.scoring.replies import Segment, by_part, cleaned, of_mapping, plain_text
from qkvsym.shapes import Shape

VERSION = 1
PARTIAL = 0.5
"""What a right value in a wrong shape is worth."""

Verdict = Literal["right", "partial", "wrong", "unclear", "missing", "not-checked"]
Reply = str | Mapping[str, object] | None
"""A reply to all parts, or one text for each part by its id or letter."""

_ROLES = frozenset("qkv")
_SHORT = 100
_LONGEST_TEXT = 16 * 1024
"""How many characters of what stands behind one label are read, the last ones."""
_MOST_SEGMENTS = 20
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PartScore:
    """One part: what it is worth (0, 0.5 or 1; None where it is not checked), and why.

    `got` and `expected` are values as text, `mistakes` the ids of those that give what was got.
    """

    id: str
    part: str
    type: str
    value: float | None
    verdict: Verdict
    reason: str = ""
    got: str = ""
    expected: str = ""
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one reply, from 0 to 1, and of its parts in order."""

    id: str
    kind: str
    value: float
    parts: tuple[PartScore, ...]

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        return {"version": VERSION, **asdict(self)}


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
    reader = _Reader(answer, exam)
    parts = tuple(_scored(part, reader, exam) for part in exam.parts)
    values = [part.value for part in parts if part.value is not None]
    return Score(exam.id, exam.kind, sum(values) / len(values), parts)


def _scored(part: Asked, reader: "_Reader", exam: Exam) -> PartScore:
    if part.type == "text":
        reason = "an answer in words is not checked"
        return PartScore(part.id, part.letter, part.type, None, "not-checked", reason)
    if reader.refused:
        return _verdict(part, "missing", reader.refused)
    if part.type == "formula":
        return _scored_formula(part, reader, FormulaScorer(part.value, exam.givens))
    found = reader.value_of(part)
    if isinstance(found, Mention):
        return _compared(part, found)
    return _without_value(part, found)


def _without_value(part: Asked, found: Literal["unclear"] | None) -> PartScore:
    if found == "unclear":
        return _verdict(part, "unclear", "several answers are given, and none is the last word")
    return _verdict(part, "missing", "no answer was found")


def _verdict(
    part: Asked, verdict: Verdict, reason: str = "", got: str = "", mistakes: Sequence[str] = ()
) -> PartScore:
    worth = {"right": 1.0, "partial": PARTIAL}.get(verdict, 0.0)
    return PartScore(
        *(part.id, part.letter, part.type, worth, verdict, reason, got, _said(part.value)),
        tuple(mistakes),
    )


def _scored_formula(part: Asked, reader: "_Reader", scorer: FormulaScorer) -> PartScore:
    found = reader.formula_of(part, scorer)
    if found is None or isinstance(found, str):
        return _without_value(part, found)
    got = found.text.strip()[:_MOST_SHOWN]
    if found.right:
        return _verdict(part, "right", got=got)
    return _verdict(part, "wrong", f"expected {part.value}", got, found.mistakes)


def _compared(part: Asked, found: Mention) -> PartScore:
    got = _said(found.value)
    if found.value == part.value or _length_of(found.value) == _length_of_one_row(part.value):
        told = _wrong_shape(part.value, found)
        return _verdict(part, "partial" if told else "right", told, got)
    if _same_entries(part.value, found.value):
        reason = f"the values are right, in a wrong shape: {_shapes(found.value, part.value)}"
        return _verdict(part, "partial", reason, got, _mistakes(part, found.value))
    reason = f"expected {_said(part.value)}, got {got}"
    return _verdict(part, "wrong", reason, got, _mistakes(part, found.value))


def _mistakes(part: Asked, value: Any) -> list[str]:
    return [mistake for mistake, wrong in part.wrong if wrong == value]


def _length_of(value: Any) -> Any:
    return value[1] if isinstance(value, tuple) else None


def _length_of_one_row(value: Any) -> Any:
    return value.columns if isinstance(value, Shape) and value.rows == 1 else UNDEFINED


def _wrong_shape(right: Any, found: Mention) -> str:
    """What is wrong with the shape that a right value is said to have; empty where nothing is."""
    if isinstance(found.value, tuple):
        what = "the size of a 1-D array" if found.value[0] == FLAT else "the length alone"
        return f"{what}, where the shape is {right}"
    told = found.told
    if not isinstance(right, Matrix) or told is None or told == right.shape:
        return ""
    if told == (LENGTH, right.shape.columns):
        return ""
    said = _said(told) if isinstance(told, Shape) else f"1-D with {told[1]} entries"
    return f"the values are right, but the shape is said to be {said}, not {right.shape}"


def _same_entries(right: Any, got: Any) -> bool:
    if not isinstance(right, Matrix) or not isinstance(got, Matrix):
        return False
    return right.entries == got.entries or right.rows == got.T.rows


def _shapes(got: Matrix[Any], right: Matrix[Any]) -> str:
    return f"{got.shape}, not {right.shape}"


def _said(value: Any) -> str:
    if isinstance(value, tuple):
        return str(value[1])
    if isinstance(value, Matrix | Shape) or value is UNDEFINED:
        return spelled(value)
    return str(value)


class _Reader:
    """Finds what a reply says of each part; `refused` says why nothing of it is read."""

    def __init__(self, answer: Reply, exam: Exam) -> None:
        self.refused = ""
        self._exam = exam
        self._whole = ""
        self._segments: dict[str, list[Segment]] = {}
        self._plain: dict[str, str] = {}
        try:
            self._read(answer)
        except BadWork as error:
            self.refused = str(error)

    def _read(self, answer: Reply) -> None:
        parts = self._exam.parts
        if isinstance(answer, str):
            self._whole = cleaned(answer, self._exam.prompt)
            self._segments = by_part(self._whole, parts)
            if not self._segments and len(parts) == 1:
                self._segments = {parts[0].id: [Segment(self._whole)]}
        elif isinstance(answer, Mapping):
            said = of_mapping(answer, parts)
            self._segments = {
                name: [Segment(cleaned(one.text, self._exam.prompt)) for one in segments]
                for name, segments in said.items()
            }

    def _in_plain(self, text: str) -> str:
        if text not in self._plain:
            self._plain[text] = plain_text(text[-_LONGEST_TEXT:])
        return self._plain[text]

    def _labelled(self, part: Asked) -> Iterator[str]:
        """What stands behind the labels of a part, the last first.

        Short answers to one part, one right behind the other, are one text, so that none is the
        last word.
        """
        segments = self._segments.get(part.id, [])[-_MOST_SEGMENTS:]
        text = ""
        for segment in reversed(segments):
            text = f"{segment.text}\n{text}"
            if not segment.again or len(segment.text) > _SHORT:
                yield text
                text = ""

    def value_of(self, part: Asked) -> Found:
        """The value claimed: behind the label of the part, else by name anywhere."""
        names = frozenset({part.role}) if part.role else _ROLES
        for text in self._labelled(part):
            said = self._in_plain(text)
            found = claimed(mentions_of(part, said), said, names)
            if found is not None:
                return found
        if not self._whole or not self._alone(part):
            return None
        said = self._in_plain(self._whole)
        mentions = mentions_of(part, said)
        if part.type == "choice":
            return claimed(mentions, said, names)
        return named(mentions, said, names)

    def _alone(self, part: Asked) -> bool:
        """Whether what is named in the reply can only be about this part."""
        if part.type == "integer" or (part.type == "choice" and self._segments):
            return False
        same = [one for one in self._exam.parts if one.type == part.type]
        if part.type == "choice":
            return len(same) == 1
        return bool(part.role) and [one.role for one in same].count(part.role) == 1

    def formula_of(self, part: Asked, scorer: FormulaScorer) -> FoundFormula:
        """The formula claimed: behind the label of the part, else by name anywhere."""
        for text in self._labelled(part):
            found = scorer.behind_label(text[-_LONGEST_TEXT:])
            if found is not None:
                return found
        end = self._whole[-_LONGEST_TEXT:]
        return scorer.by_name(end) if end else None
