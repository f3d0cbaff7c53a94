"""What a run is to make: sheet by sheet, what decides its numbers and whose it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from qkvsym.good import Numbers
from qkvsym.roster import Person, seed_of
from qkvsym.spec import Spec


@dataclass(frozen=True, slots=True)
class Assignment:
    """One sheet of a run: its id, what decides its numbers, and whose it is."""

    id: str
    spec: Spec
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheets 1, 2, 3 ... of a spec, or one for each of the people.

    A person's sheet depends on the term, their id and the seed of the spec, and where numbers would
    come again on the people before. The numbers of the user's own givens are the same on every
    sheet. `avoid` are the manifests of earlier runs whose numbers are not to come again.
    """

    spec: Spec
    count: int
    people: tuple[Person, ...] = ()
    term: str = ""
    givens: Mapping[str, Numbers] | None = None
    title: str = ""
    avoid: tuple[str, ...] = ()

    def assignments(self, start: int = 0) -> Iterator[Assignment]:
        """The sheets in their order, behind the first `start` of them."""
        if self.people:
            return map(self._personal, self.people[start:])
        first = self.spec.sheet
        return (
            Assignment(str(number), replace(self.spec, sheet=number))
            for number in range(first + start, first + self.count)
        )

    def _personal(self, person: Person) -> Assignment:
        seed = seed_of(self.term, person.id, self.spec.seed)
        return Assignment(person.id, replace(self.spec, seed=seed, sheet=1), person)


def for_people(plan: Plan, people: tuple[Person, ...], term: str) -> Plan:
    """The plan of a sheet for each of the people."""
    return replace(plan, people=people, term=term, count=len(people))
