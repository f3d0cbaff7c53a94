"""What the learner has found so far, so that a right step from a wrong value is not blamed."""

from typing import Any

from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import plain
from qkvsym.judging.claims import Subject
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix


class Carried:
    """The results as the lines so far have them, in one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._entries: dict[str, dict[int, Any]] = {}
        self._whole: dict[str, Any] = {}

    def record(self, subject: Subject, value: Any) -> None:
        """Take over the last value of a chain."""
        entry = subject.entry
        if subject.letter:
            return
        if entry is not None:
            self._entries.setdefault(subject.role, {})[entry] = plain(value)
            self._whole.pop(subject.role, None)
        elif not getattr(subject.node, "indices", ()):
            self._whole[subject.role] = value

    def result(self, role: str) -> Any:
        """The result of a role as the learner has it; the right one where nothing else is."""
        if role in self._whole:
            return self._whole[role]
        right = self._world.results.get(role, UNDEFINED)
        entries = self._entries.get(role)
        if not entries:
            return right
        if isinstance(right, Matrix) and len(right.rows) != 1:
            return right
        row = dict(enumerate(right.rows[0], 1)) if isinstance(right, Matrix) else {}
        if any(isinstance(v, Matrix) or v is UNDEFINED for v in entries.values()):
            return right
        row.update(entries)
        if sorted(row) != list(range(1, len(row) + 1)):
            return right
        return Matrix((tuple(row[j] for j in sorted(row)),))

    def results(self) -> dict[str, Any]:
        """All results as the learner has them."""
        return {role: self.result(role) for role in self._world.results}

    def claimed(self, role: str) -> bool:
        """Whether the whole result of a role was given, at once or entry by entry."""
        if role in self._whole:
            return True
        right = self._world.results.get(role)
        count = len(right.rows[0]) if isinstance(right, Matrix) else 1
        return len(self._entries.get(role, ())) >= count
