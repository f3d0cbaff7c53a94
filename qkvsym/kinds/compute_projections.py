"""The worked example: predict the shape, compute q, k and v, verify the shapes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from qkvsym.exercise import Answer, Case, Exercise, Kind, Line, Part, Request, line
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
_ASK_SHAPE = line("ask_common_shape")


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """A token and its three weight matrices, in the five steps of the lesson; or one of them."""
    roles = ROLES if request.role is None else (request.role,)
    steps = [PROJECTIONS[role] for role in roles]
    for givens in instances(request, rejected, roles):
        parts = (
            _shape(steps, givens),
            *(_value(step, steps[0], givens) for step in steps),
            *(_verify(case_of(step, givens)) for step in steps),
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
    return _of_all(shape_part(steps[0], givens, ask=_ASK_SHAPE))


# These parts speak of sizes alone, and are the same on most sheets.


@lru_cache(maxsize=1024)
def _of_all(part: Part) -> Part:
    return replace(part, steps=(line("step_common_shape", case=part.case),))


def _value(step: Step, first: Step, givens: Givens) -> Part:
    hints = None if step is first else _same_way(case_of(step, givens))
    return value_part(step, givens, hints=hints)


@lru_cache(maxsize=1024)
def _same_way(case: Case) -> tuple[Line, ...]:
    return (line("hint_same_way", case=case),)


@lru_cache(maxsize=1024)
def _verify(case: Case) -> Part:
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
