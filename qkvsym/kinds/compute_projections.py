"""The worked example: predict the shape, compute q, k and v, verify the shapes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qkvsym.exercise import Answer, Exercise, Kind, Part, Request, line
from qkvsym.figures import branches, product_grid
from qkvsym.good import Rejections
from qkvsym.instance import instances
from qkvsym.parts import Givens, applicable, case_of, shape_part, value_part
from qkvsym.rules import PROJECTIONS, ROLES, Step

TARGETS = (
    "one-matrix-for-all",
    "length-from-rows",
    "values-not-shape",
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
)


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """A token and its three weight matrices, in the five steps of the lesson; or one of them."""
    roles = ROLES if request.role is None else (request.role,)
    steps = [PROJECTIONS[role] for role in roles]
    for givens in instances(request, rejected, roles):
        parts = (
            _shape(steps, givens),
            *(_value(step, steps[0], givens) for step in steps),
            *(_verify(step, givens) for step in steps),
        )
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=givens,
            parts=parts,
            facts={"case": case_of(steps[0], givens)} if request.role else {},
            title=line("title_of_one", role=request.role) if request.role else line("title"),
            figures=(branches(steps, givens), *product_grid(steps[0], givens, 1)),
        )


def _shape(steps: Sequence[Step], givens: Givens) -> Part:
    if len(steps) == 1:
        return shape_part(steps[0], givens)
    part = shape_part(steps[0], givens, ask=line("ask_common_shape"))
    return replace(part, steps=(line("step_common_shape", case=part.case),))


def _value(step: Step, first: Step, givens: Givens) -> Part:
    part = value_part(step, givens)
    if step is first:
        return part
    return replace(part, hints=(line("hint_same_way", case=part.case),))


def _verify(step: Step, givens: Givens) -> Part:
    case = case_of(step, givens)
    return Part(
        id=f"{case.role}-shape",
        ask=line("ask_verify", case=case),
        answer=Answer("shape", case.out),
        hints=(line("hint_count", case=case),),
        steps=(line("step_verify", case=case),),
        case=case,
    )


KIND = Kind(
    "compute-projections",
    2,
    "easy",
    TARGETS,
    build,
    shows=(*TARGETS, "sign-lost", "outputs-reversed", "same-column"),
    counted=True,
)
