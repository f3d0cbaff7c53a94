"""Naming the mistake behind a wrong line.

Mistakes are tried only on what is wrong. Each is read on the givens as the right rule is, and
what it gives is compared with everything that was claimed of the role.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from qkvsym.errors import LearnerError
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import NUMBERS, entries_of
from qkvsym.judging.claims import evaluated, expected_of, names_something, same, scope_of
from qkvsym.judging.evidence import Evidence
from qkvsym.judging.explanations import ValueClaim, has_terms, is_shape
from qkvsym.judging.forms import Forms, Wrong
from qkvsym.judging.ranking import preferred
from qkvsym.judging.shape_claims import JudgedShape
from qkvsym.judging.spelled import shape_of_value
from qkvsym.judging.terms import right_products
from qkvsym.judging.worlds import Problem, World
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE, SLIPS, one_differs, told_by, wrong_shapes
from qkvsym.reading.syntax import NoValue, WrittenShape


class Diagnoses:
    """The mistakes that explain the wrong claims of one piece of work."""

    def __init__(
        self, problem: Problem, values: Sequence[ValueClaim], shapes: Sequence[JudgedShape]
    ) -> None:
        self.problem = problem
        self.world: World = problem.worlds[0]
        self.shapes = shapes
        self.evidence = Evidence(self.world, values)

    def of_value(self, claim: ValueClaim) -> list[str]:
        """The ids of the mistakes that explain a wrong value, the most likely first."""
        evidence, role = self.evidence, claim.subject.role
        if role not in self.world.steps:
            return []
        self.problem.effort.begin_line()
        written = evidence.written(claim) or self._by_symbols(claim) or evidence.of_another(claim)
        if written:
            return preferred(written, evidence)
        if self._is_right(claim):
            right = self.world.written_results.get(role)
            if has_terms(right.entries if right else None, claim):
                # Its terms are right too; it only does not follow from what stands before.
                return []
            fitting = [one for one in evidence.forms.of(role) if self._has_terms(one, claim)]
        else:
            fitting = [one for one in evidence.fitting(claim) if self._may_be(one, claim)]
        if not fitting:
            return self._slips(claim)
        explaining = evidence.explaining(role)
        whole = [one for one in fitting if any(one is other for other in explaining)]
        slips = self._slips(claim)
        if not whole and slips:
            # A mistake that other entries contradict was not made; a slip is no rule.
            return slips
        whole = whole or fitting
        # Those whose written-out sums are what was written, if there are any.
        found = [one for one in whole if self._has_terms(one, claim)] or whole
        ids = preferred(dict.fromkeys(one.mistake.id for one in found), evidence)
        # A wrong product that by chance leads where a rule leads too is a slip as well.
        return ids + [name for name in slips if claim.late and name == SLIPS["term"]]

    def _has_terms(self, one: Wrong, claim: ValueClaim) -> bool:
        return any(claim.products) and has_terms(self.evidence.forms.written(one), claim)

    def _is_right(self, claim: ValueClaim) -> bool:
        """Whether the value is right, so that only its terms can be wrong."""
        right = expected_of(claim.subject, self.world, self.world.results)
        return same(right, claim.got)

    def _may_be(self, one: Wrong, claim: ValueClaim) -> bool:
        """Whether what stands before and in the claim lets the mistake be made there."""
        if not claim.late:
            return True
        # The terms of one entry show nothing that is done to a whole vector.
        late = one.mistake.late
        return late == "terms" if claim.terms else late != ""

    def of_shape(self, judged: JudgedShape) -> list[str]:
        """The ids of the mistakes that explain a wrong shape."""
        problem, role = self.problem, role_of_shape(judged, self.problem)
        if role not in problem.roles:
            return []
        step = self.world.steps[role]
        found = [
            mistake.id
            for mistake in CATALOGUE
            if any(
                is_shape(judged.said, shape, problem)
                for shape in wrong_shapes(mistake, step, problem.shapes)
            )
        ]
        if isinstance(judged.said, WrittenShape) and judged.said.form == "1-D":
            found.extend(told_by("1-D"))
        if not judged.product and not judged.of_all:
            found.extend(self._shapes_of_values(judged))
        return preferred(dict.fromkeys(found), self.evidence)

    def _shapes_of_values(self, judged: JudgedShape) -> list[str]:
        """Mistakes of values whose result has the shape that was claimed."""
        return [
            one.mistake.id
            for one in self.evidence.explaining(judged.role)
            if one.mistake.family == "matrix"
            and is_shape(judged.said, shape_of_value(one.value), self.problem)
        ]

    @cached_property
    def _symbolic_forms(self) -> list[Forms]:
        return [Forms(world) for world in self.problem.symbolic_worlds]

    def _by_symbols(self, claim: ValueClaim) -> dict[str, None]:
        """Mistakes whose entries, in symbols, are the formula that was written for an entry."""
        node, subject = claim.node, claim.subject
        if node is None or isinstance(node, NoValue) or not names_something(node):
            return {}
        if subject.entry is None and not subject.letter:
            return {}
        for forms in self._symbolic_forms:
            world = forms.world
            try:
                got = evaluated(node, scope_of(world, subject.role, world.results), subject.letter)
            except LearnerError:
                continue
            right = expected_of(subject, world, world.results)
            if same(got, right):
                # In a square world a sum over the wrong size is the right one.
                return {}
            found = [
                one.mistake.id
                for one, predicted in forms.predictions(subject)
                if predicted is not UNDEFINED and same(predicted, got)
            ]
            if found:
                return dict.fromkeys(found)
        return {}

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
            products = right_products(self.world, claim.subject.role)[entry - 1]
            terms = [-a * b if negative else a * b for a, b, negative in products]
            if one_differs(claim.terms, terms):
                return [SLIPS["term"]]
        row = self._row(claim)
        same_shape = entry is not None or shape_of_value(claim.got) == right.shape
        return [SLIPS["entry"]] if same_shape and one_differs(row, right.entries) else []

    def _row(self, claim: ValueClaim) -> Sequence[Any]:
        """The result as the learner has it, from all that was claimed of it."""
        if claim.subject.entry is None:
            return entries_of(claim.got)
        row = list(self.world.results[claim.subject.role].rows[0])
        for one in (*self.evidence.claims(claim.subject.role), claim):
            entry = one.subject.entry
            if entry is not None and entry <= len(row):
                row[entry - 1] = one.got
        return row


def role_of_shape(judged: JudgedShape, problem: Problem) -> str:
    """The role that a shape was said of: the first, where it was said of all, which have one."""
    return problem.roles[0] if judged.of_all else judged.role
