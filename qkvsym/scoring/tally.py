"""What many scores come to: means by kind and by type of part, and the most frequent mistakes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qkvsym.errors import shown
from qkvsym.mistakes import MISTAKES
from qkvsym.renderer import built_in
from qkvsym.scoring.answered import ScoredLine
from qkvsym.scoring.scores import Score

VERDICTS = ("right", "partial", "wrong", "unclear", "missing", "not-checked")
_MOST_NAMES = 100
_MOST_SHOWN = 10


@dataclass(slots=True)
class Mean:
    """A sum of scores, and how many there are."""

    total: float = 0.0
    count: int = 0

    def add(self, value: float) -> None:
        """Count one more."""
        self.total += value
        self.count += 1

    @property
    def value(self) -> float:
        """The mean; 0 of none."""
        return self.total / self.count if self.count else 0.0


@dataclass(slots=True)
class Tally:
    """Counts scored lines one after the other; its size does not depend on how many there are."""

    mean: Mean = field(default_factory=Mean)
    kinds: dict[str, Mean] = field(default_factory=dict)
    types: dict[str, Counter[str]] = field(default_factory=dict)
    mistakes: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    first_unread: int = 0

    def add(self, line: ScoredLine) -> None:
        """Count a line."""
        if line.score is not None:
            self._add(line.score)
            return
        self.unread += 1
        self.first_unread = self.first_unread or line.number

    def _add(self, score: Score) -> None:
        self.mean.add(score.value)
        self.kinds.setdefault(_kept(score.kind, self.kinds), Mean()).add(score.value)
        for part in score.parts:
            self.types.setdefault(part.type, Counter())[part.verdict] += 1
            for name in part.mistakes:
                self.mistakes[_kept(name, self.mistakes)] += 1

    def frequent(self) -> list[tuple[str, int]]:
        """The most frequent mistakes with their counts, the most frequent first."""
        found = sorted(self.mistakes.items(), key=lambda one: (-one[1], one[0]))
        return found[:_MOST_SHOWN]

    def as_text(self) -> str:
        """The summary to read."""
        return built_in().report("scores", self._values())

    def _values(self) -> dict[str, Any]:
        return {
            "count": self.mean.count,
            "mean": _rounded(self.mean.value),
            "kinds": [
                (_shown(name), mean.count, _rounded(mean.value))
                for name, mean in sorted(self.kinds.items())
            ],
            "types": [
                (name, [counts[verdict] for verdict in VERDICTS])
                for name, counts in sorted(self.types.items())
            ],
            "verdicts": VERDICTS,
            "mistakes": [(_shown(name), _title(name), n) for name, n in self.frequent()],
            "unread": self.unread,
            "first_unread": self.first_unread,
        }


def _kept(name: str, known: Mapping[str, Any]) -> str:
    """A name, unless a file has more names than any of ours would have."""
    return name if name in known or len(known) < _MOST_NAMES else ""


def _title(name: str) -> str:
    return built_in().title_of(f"mistakes/{name}") if name in MISTAKES else ""


def _shown(name: str) -> str:
    return shown(name)[1:-1] or "-"


def _rounded(value: float) -> str:
    return f"{value:.3f}"
