"""The worked example: predict the shape, compute q, k and v, verify the shapes."""

from collections.abc import Iterator
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
    """A token and its three weight matrices, in the five steps of the lesson."""
    for givens in instances(request, rejected, ROLES):
        steps = [PROJECTIONS[role] for role in ROLES]
        parts = (
            _common_shape(steps[0], givens),
            *(_value(step, givens) for step in steps),
            *(_verify(step, givens) for step in steps),
        )
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=givens,
            parts=parts,
            figures=(branches(steps, givens), *product_grid(steps[0], givens, 1)),
        )


def _common_shape(step: Step, givens: Givens) -> Part:
    part = shape_part(step, givens, ask=line("ask_common_shape"))
    return replace(part, steps=(line("step_common_shape", case=part.case),))


def _value(step: Step, givens: Givens) -> Part:
    part = value_part(step, givens)
    if step.result == ROLES[0]:
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
)
