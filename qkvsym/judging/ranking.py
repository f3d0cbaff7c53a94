"""Which of several mistakes that explain a line is said."""

from collections.abc import Iterable

from qkvsym.judging.evidence import Evidence
from qkvsym.mistakes import FAMILIES, MISTAKES, Mistake


def preferred(ids: Iterable[str], evidence: Evidence) -> list[str]:
    """Those of the mistakes that explain most of the work, the most likely first."""
    found = _without_contradicted([MISTAKES[name] for name in ids], evidence)
    if any(one.of_all_roles and _is_confirmed(one, evidence) for one in found):
        # What is said of one role's matrix is a part of it.
        found = [one for one in found if one.of_all_roles or one.family != "matrix"]
    explained = {one.id: evidence.roles_explained(one) for one in found}
    found = [one for one in found if explained[one.id] == max(explained.values())]
    found.sort(key=lambda one: (FAMILIES.index(one.family), one.number))
    return [one.id for one in found]


def _without_contradicted(found: list[Mistake], evidence: Evidence) -> list[Mistake]:
    """Without mistakes of all roles that another role does not bear out, if one is left."""
    kept = [one for one in found if not (one.of_all_roles and _is_contradicted(one, evidence))]
    return kept or found


def _is_confirmed(mistake: Mistake, evidence: Evidence) -> bool:
    """Whether more than one role was claimed as the mistake gives it."""
    return sum(evidence.bears_out(mistake, role) is True for role in evidence.world.steps) > 1


def _is_contradicted(mistake: Mistake, evidence: Evidence) -> bool:
    return any(evidence.bears_out(mistake, role) is False for role in evidence.world.steps)
