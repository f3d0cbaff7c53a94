"""What every mistake would give, worked out once for each role and each thing claimed."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from qkvsym.errors import LearnerError, SizesDiffer
from qkvsym.formula import UNDEFINED, Number
from qkvsym.judging.claims import Subject, expected_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE, Mistake
from qkvsym.reading.syntax import Ref
from qkvsym.rules import Step, apply


@dataclass(frozen=True, slots=True)
class Wrong:
    """One form of a mistake, with what it gives for a role."""

    mistake: Mistake
    form: Step
    value: Any


class Forms:
    """The forms of all mistakes in one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._of_role: dict[str, tuple[Wrong, ...]] = {}
        self._written: dict[int, Sequence[Any] | None] = {}
        self._predictions: dict[tuple[Any, ...], list[tuple[Wrong, Any]]] = {}

    def of(self, role: str) -> tuple[Wrong, ...]:
        """Every form that applies to a role."""
        if role not in self._of_role:
            self._of_role[role] = tuple(self._read(role))
        return self._of_role[role]

    def _read(self, role: str) -> Iterator[Wrong]:
        step, world = self.world.steps[role], self.world
        for mistake in CATALOGUE:
            if mistake.numbers_only and not world.numeric:
                continue
            for form in mistake.values(step, world.shapes):
                # A product of many symbols has no bounded formula.
                with suppress(LearnerError):
                    yield Wrong(mistake, form, apply(form, world.values))

    def predictions(self, subject: Subject) -> list[tuple[Wrong, Any]]:
        """Every form with what it gives for a subject; `UNDEFINED` where it gives nothing."""
        node = subject.node
        if not isinstance(node, Ref):
            return list(self._predicted(subject))
        key = (subject.role, subject.letter, node.name, node.indices)
        if key not in self._predictions:
            self._predictions[key] = list(self._predicted(subject))
        return self._predictions[key]

    def _predicted(self, subject: Subject) -> Iterator[tuple[Wrong, Any]]:
        for one in self.of(subject.role):
            yield one, self._value_of(subject, one.value)

    def _value_of(self, subject: Subject, result: Any) -> Any:
        results = {**self.world.results, subject.role: result}
        try:
            return expected_of(subject, self.world, results)
        except (LearnerError, SizesDiffer):
            return UNDEFINED

    def written(self, one: Wrong) -> Sequence[Any] | None:
        """The sums of products that a hand writes for a form; None where it has none."""
        if not self.world.numeric or one.mistake.numbers_only:
            return None
        if id(one) not in self._written:
            made = apply(one.form, {n: m.map(Number) for n, m in self.world.values.items()})
            self._written[id(one)] = made.entries if isinstance(made, Matrix) else None
        return self._written[id(one)]
