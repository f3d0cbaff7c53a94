"""Everything that was claimed of the results, held against what every mistake gives."""

from collections.abc import Sequence
from functools import cached_property

from qkvsym.errors import LearnerError
from qkvsym.formula import UNDEFINED
from qkvsym.judging.arithmetic import plain
from qkvsym.judging.claims import evaluated, expected_of, names_unknown, same
from qkvsym.judging.explanations import ValueClaim
from qkvsym.judging.forms import Forms, Wrong
from qkvsym.judging.spelled import shape_of_value
from qkvsym.judging.values import Scope
from qkvsym.judging.words_of_names import mistakes_written
from qkvsym.judging.worlds import World
from qkvsym.mistakes import Mistake, told_by
from qkvsym.reading.syntax import NoValue, Root, nodes
from qkvsym.rules import ROLES, weight


class Evidence:
    """The claims of one piece of work, and which mistakes they bear out."""

    def __init__(self, world: World, claims: Sequence[ValueClaim]) -> None:
        self.world = world
        self.forms = Forms(world)
        self._explaining: dict[str, list[Wrong]] = {}
        self._of_last: dict[str, set[str]] = {}
        self._claims: dict[str, list[ValueClaim]] = {role: [] for role in world.steps}
        for claim in claims:
            if claim.subject.role in self._claims:
                self._claims[claim.subject.role].append(claim)

    def claims(self, role: str) -> list[ValueClaim]:
        """What was claimed of a role, in order."""
        return self._claims[role]

    def written(self, claim: ValueClaim) -> dict[str, None]:
        """Mistakes whose formula was written down by names."""
        if claim.node is None or claim.subject.entry is not None:
            return {}
        if any(isinstance(node, Root) for node in nodes(claim.node)):
            return dict.fromkeys(told_by("root"))
        step = self.world.steps[claim.subject.role]
        return dict.fromkeys(mistakes_written(claim.node, step, map(weight, ROLES)))

    def of_another(self, claim: ValueClaim) -> dict[str, None]:
        """The mistake of a formula that is right but for another role's matrix, not given."""
        world, subject, node = self.world, claim.subject, claim.node
        if node is None or not names_unknown(node, subject.role, world):
            return {}
        own = dict.fromkeys(map(weight, ROLES), world.values[weight(subject.role)])
        scope = Scope(world, {**own, **world.values}, world.results, subject.role)
        try:
            got = plain(evaluated(node, scope, subject.letter))
        except LearnerError:
            return {}
        right = expected_of(subject, world, world.results)
        return dict.fromkeys(told_by("matrix")) if same(got, right) else {}

    def fitting(self, claim: ValueClaim) -> list[Wrong]:
        """The forms that give what was claimed."""
        role, undefined = claim.subject.role, claim.got is UNDEFINED
        if undefined and isinstance(claim.node, NoValue):
            return [one for one in self.forms.of(role) if one.value is UNDEFINED]
        if undefined:
            # A formula that cannot be worked out is known by its names.
            names = self.written(claim)
            return [one for one in self.forms.of(role) if one.mistake.id in names]
        # An entry that a mistake does not have is not explained by it.
        found = [
            one
            for one, predicted in self.forms.predictions(claim.subject)
            if predicted is not UNDEFINED and same(predicted, claim.got)
        ]
        if claim.subject.entry is None:
            return found
        # One entry shows nothing of the rows of several roles put together.
        right = shape_of_value(self.world.results[role])
        alone = [
            one
            for one in found
            if one.mistake.family != "matrix" or shape_of_value(one.value) == right
        ]
        return alone or found

    def explaining(self, role: str) -> list[Wrong]:
        """The forms that give all that was claimed of a role."""
        if role not in self._explaining:
            left = list(self.forms.of(role))
            for claim in self.claims(role):
                fitting = self.fitting(claim) if left else []
                left = [one for one in left if any(one is other for other in fitting)]
            self._explaining[role] = left
        return self._explaining[role]

    def of_last(self, role: str) -> set[str]:
        """The mistakes that give what was claimed last of a role that something was said of."""
        if role not in self._of_last:
            found = self.fitting(self.claims(role)[-1])
            self._of_last[role] = {one.mistake.id for one in found}
        return self._of_last[role]

    @cached_property
    def wrong_roles(self) -> list[str]:
        """The roles of which something wrong was claimed."""
        return [r for r, claims in self._claims.items() if any(claim.wrong for claim in claims)]

    def bears_out(self, mistake: Mistake, role: str) -> bool | None:
        """Whether the last claim of a role is what the mistake gives; None where nothing tells."""
        if not self.claims(role) or not any(one.mistake is mistake for one in self.forms.of(role)):
            return None
        return mistake.id in self.of_last(role)

    def roles_explained(self, mistake: Mistake) -> int:
        """How many roles there are whose claims the mistake gives, all of them."""
        return sum(
            any(one.mistake is mistake for one in self.explaining(role))
            for role in self.wrong_roles
        )
