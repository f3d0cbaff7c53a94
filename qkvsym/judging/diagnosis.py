"""Naming the mistake behind a wrong line.

Mistakes are tried only on what is wrong. Each is read on the givens as the right rule is, and
what it gives is compared with everything that was claimed of the role.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from qkvsym.errors import LearnerError, SizesDiffer, Unreadable
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import NUMBERS, entries_of
from qkvsym.judging.claims import (
    Subject,
    evaluated,
    expected_of,
    names_something,
    nodes,
    same,
    scope_of,
)
from qkvsym.judging.explanations import (
    LATE,
    OF_TERMS,
    ValueClaim,
    Wrong,
    has_terms,
    is_shape,
    with_these_terms,
    written_by,
)
from qkvsym.judging.shape_claims import JudgedShape
from qkvsym.judging.spelled import shape_of_value
from qkvsym.judging.terms import Pair, right_products
from qkvsym.judging.words_of_names import mistakes_written
from qkvsym.judging.worlds import Problem, World
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE, FAMILIES, MISTAKES, Mistake, one_differs, wrong_shapes
from qkvsym.reading.syntax import NoValue, Root, WrittenShape
from qkvsym.rules import Step, apply


class Diagnoses:
    """The mistakes that explain the wrong claims of one piece of work."""

    def __init__(
        self, problem: Problem, values: Sequence[ValueClaim], shapes: Sequence[JudgedShape]
    ) -> None:
        self.problem = problem
        self.world: World = problem.worlds[0]
        self.values = values
        self.shapes = shapes
        self._forms: dict[str, list[Wrong]] = {}

    def of_value(self, claim: ValueClaim) -> list[str]:
        """The ids of the mistakes that explain a wrong value, the most likely first."""
        role = claim.subject.role
        if role not in self.world.steps:
            return []
        written = self._written(claim) or self._by_symbols(claim)
        if written:
            return self._preferred(written, role)
        if self._is_right(claim):
            fitting = [one for one in self._of_role(role) if has_terms(one, claim)]
        else:
            fitting = self._fitting(claim)
        if not fitting:
            return self._slips(claim)
        whole = [one for one in fitting if self._explains_all(one, role)]
        slips = self._slips(claim)
        if not whole and slips:
            # A mistake that other entries contradict was not made; a slip is no rule.
            return slips
        found = with_these_terms(whole or fitting, claim)
        ids = self._preferred(dict.fromkeys(one.mistake.id for one in found), role)
        # A wrong product that by chance leads where a rule leads too is a slip as well.
        return ids + [name for name in slips if claim.late and name == "slip-in-term"]

    def _is_right(self, claim: ValueClaim) -> bool:
        """Whether the value is right, so that only its terms can be wrong."""
        right = expected_of(claim.subject, self.world, self.world.results, symbolic=False)
        return same(right, claim.got)

    def of_shape(self, judged: JudgedShape) -> list[str]:
        """The ids of the mistakes that explain a wrong shape."""
        problem = self.problem
        if judged.role not in problem.roles:
            return []
        step = self.world.steps[judged.role]
        found = []
        for mistake in CATALOGUE:
            for shape in wrong_shapes(mistake, step, problem.shapes):
                if is_shape(judged.said, shape, problem):
                    found.append(mistake.id)
                    break
        if isinstance(judged.said, WrittenShape) and judged.said.form == "1-D":
            found.append("values-not-shape")
        if not judged.product:
            found.extend(self._shapes_of_values(judged))
        return self._preferred(dict.fromkeys(found), judged.role)

    def _shapes_of_values(self, judged: JudgedShape) -> list[str]:
        """Mistakes of values whose result has the shape that was claimed, if nothing else does."""
        return [
            one.mistake.id
            for one in self._of_role(judged.role)
            if one.mistake.family == "matrix"
            and is_shape(judged.said, shape_of_value(one.value, self.world), self.problem)
            and self._explains_all(one, judged.role)
            and not same(
                shape_of_value(one.value, self.world),
                self.problem.shape_of_result(judged.role),
            )
        ]

    def _written(self, claim: ValueClaim) -> dict[str, None]:
        """Mistakes whose formula was written down by names."""
        if claim.node is None or claim.subject.entry is not None:
            return {}
        if any(isinstance(node, Root) for node in nodes(claim.node)):
            return {"scaled-early": None}
        step = self.world.steps[claim.subject.role]
        weights = [name for name in self.world.shapes if name.startswith("W")]
        return dict.fromkeys(mistakes_written(claim.node, step, weights))

    def _by_symbols(self, claim: ValueClaim) -> dict[str, None]:
        """Mistakes whose entries, in symbols, are the formula that was written for an entry."""
        node, subject = claim.node, claim.subject
        if node is None or isinstance(node, NoValue) or not names_something(node):
            return {}
        if subject.entry is None and not subject.letter:
            return {}
        for world in self.problem.symbolic_worlds:
            try:
                got = evaluated(node, scope_of(world, subject.role, world.results), subject.letter)
            except LearnerError:
                continue
            right = expected_of(subject, world, world.results, symbolic=False)
            if same(got, right):
                # In a square world a sum over the wrong size is the right one.
                continue
            found = [
                mistake.id
                for mistake in CATALOGUE
                if not mistake.numbers_only
                for form in mistake.values(world.steps[subject.role], world.shapes)
                if self._predicts(form, got, subject, world)
            ]
            if found:
                return dict.fromkeys(found)
        return {}

    def _predicts(self, form: Step, got: Any, subject: Subject, world: World) -> bool:
        try:
            value = apply(form, world.values)
            if value is UNDEFINED:
                return False
            results = {**world.results, subject.role: value}
            return same(expected_of(subject, world, results, symbolic=False), got)
        except LearnerError:
            return False

    def _of_role(self, role: str) -> list[Wrong]:
        if role not in self._forms:
            self._forms[role] = list(self._read(role))
        return self._forms[role]

    def _read(self, role: str) -> Iterable[Wrong]:
        step, world = self.world.steps[role], self.world
        for mistake in CATALOGUE:
            if mistake.numbers_only and not world.numeric:
                continue
            for form in mistake.values(step, world.shapes):
                # A product of many symbols has no bounded formula.
                with suppress(Unreadable):
                    value = apply(form, world.values)
                    yield Wrong(mistake, value, written_by(mistake, form, world))

    def _fitting(self, claim: ValueClaim) -> list[Wrong]:
        return [
            one
            for one in self._of_role(claim.subject.role)
            if self._gives(one, claim) and self._may_be(one, claim)
        ]

    def _may_be(self, one: Wrong, claim: ValueClaim) -> bool:
        """Whether what stands before and in the claim lets the mistake be made there."""
        if not claim.late:
            return True
        # The terms of one entry show nothing that is done to a whole vector.
        return one.mistake.id in (OF_TERMS if claim.terms else LATE)

    def _gives(self, one: Wrong, claim: ValueClaim) -> bool:
        if claim.got is UNDEFINED and not isinstance(claim.node, NoValue):
            # A formula that cannot be worked out is known by its names.
            return one.mistake.id in self._written(claim)
        if one.value is UNDEFINED:
            # What was called undefined is not what came out as undefined.
            return isinstance(claim.node, NoValue) and claim.got is UNDEFINED
        results = {**self.world.results, claim.subject.role: one.value}
        try:
            predicted = expected_of(claim.subject, self.world, results, symbolic=False)
        except (LearnerError, SizesDiffer):
            return False
        if predicted is UNDEFINED:
            # An entry that the mistake does not have is not explained by it.
            return False
        return same(predicted, claim.got)

    def _claims(self, role: str) -> list[ValueClaim]:
        return [claim for claim in self.values if claim.subject.role == role]

    def _explains_all(self, one: Wrong, role: str) -> bool:
        return all(self._gives(one, claim) for claim in self._claims(role))

    # Which of several mistakes is said.

    @cached_property
    def _wrong_roles(self) -> list[str]:
        return list(dict.fromkeys(claim.subject.role for claim in self.values if claim.wrong))

    def _preferred(self, ids: Iterable[str], role: str) -> list[str]:
        found = [MISTAKES[name] for name in ids]
        found = self._without_contradicted(found, role)
        if any(one.of_all_roles and self._is_confirmed(one) for one in found):
            # They are the special cases of it that several roles bear out.
            found = [one for one in found if one.id != "wrong-matrix"]
        explained = {one.id: self._roles_explained(one) for one in found}
        most = max(explained.values(), default=0)
        found = [one for one in found if explained[one.id] == most]
        found.sort(key=lambda one: (FAMILIES.index(one.family), one.number))
        return [one.id for one in found]

    def _without_contradicted(self, found: list[Mistake], role: str) -> list[Mistake]:
        """Without mistakes of all roles that another role does not bear out, if one is left."""
        kept = [one for one in found if not (one.of_all_roles and self._is_contradicted(one))]
        return kept or found

    def _is_confirmed(self, mistake: Mistake) -> bool:
        """Whether more than one role was claimed as the mistake gives it."""
        return sum(self._bears_out(mistake, role) is True for role in self.world.steps) > 1

    def _bears_out(self, mistake: Mistake, role: str) -> bool | None:
        """Whether the last claim of a role is what the mistake gives; None where nothing tells."""
        forms = [one for one in self._of_role(role) if one.mistake is mistake]
        claims = self._claims(role)
        if not forms or not claims:
            return None
        return any(self._gives(one, claims[-1]) for one in forms)

    def _is_contradicted(self, mistake: Mistake) -> bool:
        return any(self._bears_out(mistake, role) is False for role in self.world.steps)

    def _roles_explained(self, mistake: Mistake) -> int:
        return sum(
            any(
                one.mistake is mistake and self._explains_all(one, role)
                for one in self._of_role(role)
            )
            for role in self._wrong_roles
            if role in self.world.steps
        )

    # The last resort.

    def _slips(self, claim: ValueClaim) -> list[str]:
        right = self.world.results[claim.subject.role]
        entry = claim.subject.entry
        if not isinstance(right, Matrix) or claim.got is UNDEFINED:
            return []
        if entry is not None and (len(right.rows) != 1 or entry > len(right.rows[0])):
            return []
        if entry is not None and not isinstance(claim.got, NUMBERS):
            return []
        if claim.terms and entry is not None and self.world.numeric:
            terms = [a * b * (-1 if negative else 1) for a, b, negative in self._right_terms(claim)]
            if len(terms) > 1 and one_differs(claim.terms, terms):
                return ["slip-in-term"]
        row = self._row(claim)
        same_shape = entry is not None or shape_of_value(claim.got, self.world) == right.shape
        return ["slip-in-entry"] if same_shape and one_differs(row, right.entries) else []

    def _right_terms(self, claim: ValueClaim) -> list[Pair]:
        entry = claim.subject.entry or 1
        right = right_products(self.world, claim.subject.role)
        return right[entry - 1] if entry <= len(right) else []

    def _row(self, claim: ValueClaim) -> Sequence[Any]:
        """The result as the learner has it, from all that was claimed of it."""
        if claim.subject.entry is None:
            return entries_of(claim.got)
        row = list(self.world.results[claim.subject.role].rows[0])
        for one in (*self._claims(claim.subject.role), claim):
            entry = one.subject.entry
            if entry is not None and entry <= len(row):
                row[entry - 1] = one.got
        return row
