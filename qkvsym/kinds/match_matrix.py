"""Match three unlabelled outputs with the weight matrices that produced them."""

from collections.abc import Iterator

from qkvsym.exercise import Exercise, Kind, Part, Request, Wrong, line
from qkvsym.good import Numbers, Rejections
from qkvsym.instance import instances
from qkvsym.mistakes import MISTAKES, wrong_values
from qkvsym.parts import (
    Givens,
    applicable,
    case_of,
    choice,
    entry_chains,
    value_or_undefined,
    weight_option,
)
from qkvsym.rules import PROJECTIONS, ROLES, weight

LABELS = ("A", "B", "C")
TARGETS = ("k-v-swapped",)


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """A token, three matrices, and their outputs in another order."""
    if request.role is not None:
        raise rejected.impossible("side-by-side")
    # The order q, k, v itself would reward a guess.
    order = request.source.stream("order")
    roles = order.shuffled(ROLES)
    while tuple(roles) == ROLES:
        roles = order.shuffled(ROLES)
    for givens in instances(request, rejected, ROLES):
        outputs = {role: value_or_undefined(PROJECTIONS[role], givens) for role in ROLES}
        j = _telling_place(outputs)
        if j is None and request.given is not None:
            raise rejected.impossible("no-place")
        if j is None:
            rejected.note("no-place")
            continue
        parts = tuple(
            _match(label, role, givens, outputs, j)
            for label, role in zip(LABELS, roles, strict=True)
        )
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=givens,
            parts=parts,
            facts={"outputs": tuple((a, outputs[r]) for a, r in zip(LABELS, roles, strict=True))},
        )


def _telling_place(outputs: dict[str, Numbers]) -> int | None:
    """The first place, from 1, in which the outputs all differ; drawn ones do in every place."""
    columns = zip(*(output.rows[0] for output in outputs.values()), strict=True)
    return next((j for j, c in enumerate(columns, 1) if len(set(c)) == len(c)), None)


def _match(label: str, role: str, givens: Givens, outputs: dict[str, Numbers], j: int) -> Part:
    step = PROJECTIONS[role]
    case = case_of(step, givens)
    swapped = wrong_values(MISTAKES["k-v-swapped"], step, givens)
    return Part(
        id=label,
        ask=line("ask_match", label=label),
        answer=choice(weight(role), (weight_option(weight(r)) for r in ROLES)),
        # One ladder serves all three labels.
        hints=(line("hint_one_entry", j=j), line("hint_entries", j=j)) if label == "A" else (),
        steps=(
            line("step_one_entry", case=case, chain=entry_chains(step, givens)[j - 1]),
            line("step_match", case=case, label=label, output=outputs[role], j=j),
        ),
        # The matrix whose output the swap would put in this place.
        wrong=tuple(
            Wrong("k-v-swapped", weight(other))
            for other, output in outputs.items()
            for value in swapped
            if output == value
        ),
        case=case,
    )


KIND = Kind("match-matrix", 3, "easy", TARGETS, build, shows=TARGETS, counted=True)
