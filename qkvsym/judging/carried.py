"""What the learner has found so far, so that a right step from a wrong value is not blamed."""

from typing import Any

from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import entries_of, plain
from qkvsym.judging.claims import Subject, expected_of
from qkvsym.judging.worlds import World, result_of
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Array, Indexed, Ref, Transpose, nodes

# What stands for entries as they are, in whatever order.
_NAMING = (Ref, Indexed, Transpose, Array)


class Carried:
    """The results as the lines so far have them, in one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._givens = dict(world.values)
        # What is right if the givens are as the learner has them.
        self._right = dict(world.results)
        self._entries: dict[str, dict[int, Any]] = {}
        self._whole: dict[str, Any] = {}
        # The places of the entries that were given, counted row by row.
        self._places: dict[str, set[int]] = {}
        self._blamed: set[str] = set()
        # Roles with a wrong formula that cannot be worked out, and entries of a role that have
        # one: any value may follow from it.
        self._adrift: set[str] = set()
        self._adrift_entries: dict[str, set[int]] = {}
        # Roles with a wrong formula of the whole, from which all entries follow.
        self._by_formula: set[str] = set()

    def record(self, subject: Subject, value: Any) -> None:
        """Take over a value that was given."""
        self._take(subject, value)
        self._places.setdefault(subject.role, set()).update(self._places_of(subject))
        self._settle(subject.role, subject.entry)

    def _settle(self, role: str, entry: int | None) -> None:
        """Take note that a role, or one entry of it, has a value again."""
        left = self._adrift_entries.get(role, set())
        if role in self._adrift:
            left = set(_numbered(self._right.get(role)).entries)
        self._adrift.discard(role)
        # The others may still be anything.
        self._adrift_entries[role] = set() if entry is None else left - {entry}

    def blame(self, role: str) -> None:
        """Take note that something written for a role is wrong, whatever its value."""
        self._blamed.add(role)

    def record_given(self, name: str, value: Matrix[Any]) -> None:
        """Take over a given that was copied with other numbers; results follow from it."""
        self._givens[name] = value
        for role, step in self._world.steps.items():
            if name in step.operands:
                self._right[role] = result_of(step, self._givens)

    def record_formula(self, subject: Subject, value: Any) -> None:
        """Take over what a wrong formula is worth; no value was given with it."""
        if value is UNDEFINED:
            if subject.entry is None:
                self._adrift.add(subject.role)
            else:
                self._adrift_entries.setdefault(subject.role, set()).add(subject.entry)
            return
        self._take(subject, value)
        if subject.entry is None:
            self._by_formula.add(subject.role)

    def _take(self, subject: Subject, value: Any) -> None:
        role, entry = subject.role, subject.entry
        if not isinstance(subject.node, Ref) or subject.letter:
            return
        if entry is not None:
            whole = self._whole.pop(role, None)
            if isinstance(whole, Matrix) and len(whole.rows) == 1:
                self._entries[role] = dict(enumerate(whole.rows[0], 1))
            self._entries.setdefault(role, {})[entry] = plain(value)
        elif not subject.node.indices:
            self._whole[role] = self._with_rows(subject, value)
            self._entries.pop(role, None)

    def _with_rows(self, subject: Subject, value: Any) -> Any:
        """The whole result that a value makes, which may be that of one of several tokens."""
        numbered, places = _numbered(self._right.get(subject.role)), self._places_of(subject)
        if len(places) == len(numbered.entries):
            return value
        whole, entries = self.result(subject.role), entries_of(value)
        if not isinstance(whole, Matrix) or whole.shape != numbered.shape:
            return whole
        if len(entries) != len(places):
            return whole
        before, given = whole.entries, dict(zip(places, entries, strict=True))
        return numbered.map(lambda place: given.get(place, before[place - 1]))

    def _places_of(self, subject: Subject) -> tuple[int, ...]:
        """The places that a name stands for in the right result; 1 in one that is undefined."""
        if subject.letter or not all(isinstance(one, _NAMING) for one in nodes(subject.node)):
            return ()
        places = _numbered(self._right.get(subject.role))
        return entries_of(expected_of(subject, self._world, {subject.role: places}))

    def result(self, role: str) -> Any:
        """The result of a role as the learner has it; the right one where nothing else is."""
        if role in self._whole:
            return self._whole[role]
        right = self._right.get(role, UNDEFINED)
        if isinstance(right, Matrix) and len(right.rows) != 1:
            return right
        row = dict(enumerate(right.rows[0], 1)) if isinstance(right, Matrix) else {}
        return _row(row | self._entries.get(role, {}), right)

    def from_entries(self, role: str) -> Any:
        """The row of the entries that were given, if something of the role is wrong; else None.

        It may be shorter than the right one.
        """
        return _row(self._entries.get(role, {}), None) if role in self._blamed else None

    def results(self, subject: Subject, got: Any) -> dict[str, Any]:
        """All results as the learner has them, where something was got for one of them.

        What was got for entries that may be anything is what they are.
        """
        found = {role: self.result(role) for role in self._right}
        before, adrift = found.get(subject.role), self._adrift_entries.get(subject.role, set())
        if subject.entry is not None or not isinstance(before, Matrix):
            return found
        if isinstance(got, Matrix) and got.shape == before.shape and len(got.rows) == 1:
            pairs = enumerate(zip(got.entries, before.entries, strict=True), 1)
            row = tuple(new if place in adrift else old for place, (new, old) in pairs)
            found[subject.role] = Matrix((row,))
        return found

    def is_adrift(self, subject: Subject) -> bool:
        """Whether a wrong formula of it, which cannot be worked out, has no value yet."""
        entries = self._adrift_entries.get(subject.role, ())
        return subject.role in self._adrift or subject.entry in entries

    def has_formula(self, role: str) -> bool:
        """Whether a wrong formula was written for the whole result of a role."""
        return role in self._by_formula

    def claimed(self, role: str) -> bool:
        """Whether the whole result of a role was given, at once or entry by entry."""
        return self._places.get(role, set()).issuperset(_numbered(self._right.get(role)).entries)


def _numbered(result: Any) -> Matrix[int]:
    """The places of the entries of a result, from 1, row by row."""
    rows, columns = 1, 1
    if isinstance(result, Matrix):
        rows, columns = len(result.rows), len(result.rows[0])
    return Matrix(tuple(tuple(range(i * columns + 1, (i + 1) * columns + 1)) for i in range(rows)))


def _row(entries: dict[int, Any], otherwise: Any) -> Any:
    """A row of entries by their places, if it has no gap."""
    if not entries or sorted(entries) != list(range(1, len(entries) + 1)):
        return otherwise
    if any(isinstance(value, Matrix) or value is UNDEFINED for value in entries.values()):
        return otherwise
    return Matrix((tuple(entries[j] for j in sorted(entries)),))
