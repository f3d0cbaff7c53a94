"""What one reply says of each part: behind its label, else by the name of its result."""

from collections.abc import Iterator, Mapping

from qkvsym.errors import BadWork
from qkvsym.scoring.claims import Found, claimed, named
from qkvsym.scoring.entries import Asked, Exam
from qkvsym.scoring.formulas import FormulaScorer, FoundFormula
from qkvsym.scoring.mentions import mentions_of
from qkvsym.scoring.objects import told_in
from qkvsym.scoring.replies import Segment, by_part, cleaned, of_mapping, plain_text

Reply = str | Mapping[str, object] | None
"""A reply to all parts, or one text for each part by its id or letter."""

_ROLES = frozenset("qkv")
_SHORT = 100
_LONGEST_TEXT = 16 * 1024
"""How many characters of what stands behind one label are read, the last ones."""
_MOST_SEGMENTS = 20


class Reader:
    """Finds what a reply says of each part; `refused` says why nothing of it is read."""

    def __init__(self, answer: Reply, exam: Exam) -> None:
        self.refused = ""
        self._exam = exam
        self._whole = ""
        self._segments: dict[str, list[Segment]] = {}
        self._twice = frozenset[str]()
        self._plain: dict[str, str] = {}
        try:
            self._read(answer)
        except BadWork as error:
            self.refused = str(error)

    def _read(self, answer: Reply) -> None:
        if isinstance(answer, Mapping):
            self._read_mapping(answer)
        elif isinstance(answer, str):
            text = cleaned(answer, self._exam.prompt)
            told = told_in(text, self._exam.parts)
            if told is None:
                self._read_text(text)
            else:
                self._twice = told.twice
                self._read_mapping(told.texts)

    def _read_mapping(self, answer: Mapping[str, object]) -> None:
        said = of_mapping(answer, self._exam.parts)
        self._segments = {
            name: [Segment(cleaned(one.text, self._exam.prompt)) for one in segments]
            for name, segments in said.items()
        }

    def _read_text(self, text: str) -> None:
        parts = self._exam.parts
        self._whole = text
        self._segments = by_part(text, parts)
        if not self._segments and len(parts) == 1:
            self._segments = {parts[0].id: [Segment(text)]}

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
        if part.id in self._twice:
            return "unclear"
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
        if part.id in self._twice:
            return "unclear"
        for text in self._labelled(part):
            found = scorer.behind_label(text[-_LONGEST_TEXT:])
            if found is not None:
                return found
        end = self._whole[-_LONGEST_TEXT:]
        return scorer.by_name(end) if end else None
