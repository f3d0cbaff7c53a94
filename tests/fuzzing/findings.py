"""What breaks a promise: saved as a file, once for each place in the code, and told at once."""

import traceback
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from tests.fuzzing.clock import Clock


@dataclass
class Findings:
    """The findings on one target; `folder` is where their inputs are kept."""

    name: str
    folder: Path
    seen: set[str] = field(default_factory=set)
    slowest: float = 0.0
    clock: Clock | None = None

    def broken(self, data: bytes, error: BaseException) -> None:
        """An input that raised, or whose result is not sane."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
        if place not in self.seen:
            self.seen.add(place)
            self._save(data, "broken", f"{place}: {str(error)[:200]!a}")

    def timed(self, data: bytes, seconds: float, most: float) -> None:
        """An input that took so long here, where the package is slower than elsewhere.

        Of those that take too long only a slower one is worth telling.
        """
        if seconds <= max(most, self.slowest):
            return
        self.clock = self.clock or Clock(self.name)
        really = self.clock.seconds(data)
        if really > max(most, 1.2 * self.slowest):
            self.slowest = really
            self._save(data, "slow", f"{1000 * really:.0f} ms")

    def _save(self, data: bytes, what: str, why: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{what}-{sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        print(
            f"FINDING {self.name}: {why}; python -m tests.fuzzing --replay {self.name} {path}",
            flush=True,
        )
