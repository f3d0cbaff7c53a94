"""Predict the shape of a projection before computing it, and say which dimension decides it."""

from collections.abc import Iterator, Sequence

from qkvsym.exercise import Exercise, Kind, Option, Part, Request, Wrong, line
from qkvsym.figures import domino
from qkvsym.good import Rejections
from qkvsym.instance import instances, role_of, sizes_of
from qkvsym.parts import applicable, case_of, choice, shape_part
from qkvsym.rules import PROJECTIONS, shapes_of
from qkvsym.shapes import Shape

SIDES = ("rows", "columns")
TARGETS = ("length-from-rows", "values-not-shape")


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """The shapes of a token and of one weight matrix; no numbers."""
    step = PROJECTIONS[role_of(request)]
    token, weight = step.operands
    while True:
        if request.given is not None:
            shapes = shapes_of(next(instances(request, rejected, [step.result])))
        else:
            sizes = sizes_of(request, rejected)
            shapes = {token: Shape(1, sizes.token), weight: Shape(sizes.rows, sizes.columns)}
        shape = shape_part(step, shapes)
        parts = (shape, _decides(shape, request.source.stream("options").shuffled(SIDES)))
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=shapes,
            parts=parts,
            facts={"case": shape.case},
            figures=(domino(case_of(step, shapes)),),
        )


def _decides(shape: Part, sides: Sequence[str]) -> Part:
    case = shape.case
    return Part(
        id="decides",
        ask=line("ask_decides", case=case),
        answer=choice(
            "columns",
            (Option(side, line(f"option_{side}", case=case)) for side in sides),
        ),
        hints=(line("hint_which_side", case=case),),
        steps=(line("step_decides", case=case),),
        wrong=(Wrong("length-from-rows", "rows"),),
        case=case,
    )


KIND = Kind("predict-shape", 1, "easy", TARGETS, build, shows=TARGETS)
