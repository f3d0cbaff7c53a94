"""The kinds as a data set of reasoning-gym, which draws its exercises as they are asked for.

Importing this module registers it, so that ``reasoning_gym.create_dataset("qkvsym", seed=7)``
makes one. It needs the extra ``qkvsym[reasoning-gym]``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qkvsym.datasets.entry import entries
from qkvsym.errors import BadOption
from qkvsym.kinds import kind_ids
from qkvsym.scoring import score
from qkvsym.spec import LARGEST_SEED, Spec, check
from qkvsym.worksheet import generate

try:
    from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset
except ImportError:
    raise BadOption("reasoning-gym is not installed: pip install 'qkvsym[reasoning-gym]'") from None

NAME = "qkvsym"


@dataclass
class ProjectionsConfig:
    """What is drawn: the kinds in turn, all of one level, size and range where these are given.

    Without kinds, all of them; `entries` is a pair, the lowest and the highest.
    """

    seed: int | None = None
    size: int = 500
    kinds: list[str] = field(default_factory=lambda: list(kind_ids()))
    level: str | None = None
    d_in: int | None = None
    d_out: int | None = None
    entries: tuple[int, int] | None = None

    def validate(self) -> None:
        """Raise `AuthorError` where a value cannot be used."""
        if type(self.size) is not int or self.size < 1:
            raise BadOption("the size is the number of exercises: 1 or more")
        if not self.kinds:
            raise BadOption("no kind is named; leave kinds out for all of them")
        check(
            Spec(
                kinds=tuple(dict.fromkeys(self.kinds)),
                level=self.level,
                d_in=self.d_in,
                d_out=self.d_out,
                entries=self.entries,
                seed=0 if self.seed is None else self.seed,
            )
        )


class ProjectionsDataset(ProceduralDataset):  # type: ignore[misc]
    """Exercises on q, k and v; entry `idx` is exercise 1 of sheet `idx` + 1 of one kind."""

    def __init__(self, config: ProjectionsConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    @property
    def category(self) -> str:
        """The category under which reasoning-gym lists it."""
        return "algebra"

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The exercise at a place: `question`, `answer`, and `metadata` with the whole entry.

        Raises IndexError beyond the size, and `NoInstance` where the options leave no exercise.
        """
        if not 0 <= idx < self.size:
            raise IndexError(f"there is no exercise {idx} among {self.size}")
        config = self.config
        kind = config.kinds[idx % len(config.kinds)]
        sheet = generate(
            kind,
            level=config.level,
            seed=self.seed % (LARGEST_SEED + 1),
            sheet=idx + 1,
            d_in=config.d_in,
            d_out=config.d_out,
            entries=config.entries,
        )
        entry = next(entries(sheet))
        metadata = {
            "source_dataset": NAME,
            "source_index": idx,
            "entry": entry,
            "difficulty": {"kind": kind, "level": entry["level"]},
        }
        return {"question": entry["prompt"], "answer": entry["reference"], "metadata": metadata}

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """The score of an answer to one of its entries, from 0 to 1; raises `BadEntry`."""
        return score(answer, entry["metadata"]["entry"])


if NAME not in DATASETS:
    register_dataset(NAME, ProjectionsDataset, ProjectionsConfig)
