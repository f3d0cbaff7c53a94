"""The three comparisons in order: input, weight, output; on work that passes or fails one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qkvsym.exercise import Answer, Case, Exercise, Kind, Option, Part, Request, line
from qkvsym.figures import comparisons
from qkvsym.good import Numbers, Rejections
from qkvsym.instance import fits, instances, role_of, shortened
from qkvsym.mistakes import MISTAKES, wrong_shapes, wrong_values
from qkvsym.parts import applicable, case_of, choice, shape_part, value_or_undefined
from qkvsym.rules import PROJECTIONS, Step, shapes_of
from qkvsym.shapes import Shape

TARGETS = ("inner-mismatch", "length-from-rows", "values-not-shape")
COMPARISONS = ("input", "weight", "output")
"""In the order of the lesson; never changes, as draws depend on it."""

FAILS_FOR = {
    "inner-mismatch": ("input", "weight"),
    "length-from-rows": ("output",),
    "values-not-shape": ("output",),
}
"""Where a product must fail for a mistake to be what went wrong."""


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """A token, a matrix and a reported result, beside the sizes that they should have."""
    step = PROJECTIONS[role_of(request)]
    stream = request.source.stream("fails")
    places = [p for t in request.targets for p in FAILS_FOR.get(t, ())] or ["", *COMPARISONS]
    if request.given is not None:
        places = _places_of(request.given, places)
    fails = stream.choice(places)
    excess = {"input": {"token": 1}, "weight": {"rows": 1}}.get(fails, {})
    for givens in instances(request, rejected, [step.result], **excess):
        reports = _reports(step, givens, fails, request)
        if not reports and request.targets:
            raise rejected.impossible("mistakes-apart", f" ({', '.join(request.targets)})")
        if not reports:
            # A result of one entry has no wrong shape that would show.
            fails, reports = "", _reports(step, givens, "", request)
        d_in = _declared(givens, step, fails)
        reported = stream.choice(reports)
        case = case_of(step, givens)
        parts = _parts(step, givens, d_in, reported, fails)
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=givens,
            parts=parts,
            facts={
                "case": case,
                "d_in": d_in,
                "d_out": len(givens[step.operands[1]].columns),
                "reported": reported,
            },
            figures=(comparisons(case, d_in, reported.shape, Shape(1, case.W.columns)),),
            shortened=shortened(request, step.operands[1], **excess),
        )


def _places_of(given: Mapping[str, Numbers], places: list[str]) -> list[str]:
    """Where the user's own numbers can fail: where they do, or where one can be left out."""
    if not fits(given):
        return ["weight"]
    longer = len(given["x"].rows[0]) > 1
    return [place for place in places if longer or place not in ("input", "weight")] or [""]


def _declared(givens: Mapping[str, Numbers], step: Step, fails: str) -> int:
    # The operand that passes has the size that both should have.
    token, weight = step.operands
    return len(givens[weight].rows) if fails == "input" else len(givens[token].rows[0])


def _reports(
    step: Step, givens: Mapping[str, Numbers], fails: str, request: Request
) -> Sequence[Numbers]:
    """The results that may have been handed in: right, forced to fit, or in a wrong shape."""
    if fails in ("input", "weight"):
        return wrong_values(MISTAKES["inner-mismatch"], step, givens)[:1]
    if not fails:
        return [value_or_undefined(step, givens)]
    wrong = {
        shape
        for name in request.targets or TARGETS
        for shape in wrong_shapes(MISTAKES[name], step, shapes_of(givens))
    }
    misshapen = wrong_values(MISTAKES["values-not-shape"], step, givens)
    return [value for value in misshapen if value.shape in wrong]


def _parts(
    step: Step, givens: Mapping[str, Numbers], d_in: int, reported: Numbers, fails: str
) -> tuple[Part, ...]:
    case = case_of(step, givens)
    found = reported.shape
    expected = Shape(1, case.W.columns)
    compared = {
        "input": (case.x.columns, d_in),
        "weight": (case.W.rows, d_in),
        "output": (found, expected),
    }
    checks = (_check(place, case, *compared[place]) for place in COMPARISONS)
    product = shape_part(step, givens, part_id="product", ask=line("ask_product", case=case))
    fix = Part(
        id="fix",
        ask=line("ask_fix", case=case),
        answer=Answer("text", (line(f"fix_{fails or 'none'}", case=case, d_in=d_in),)),
        case=case,
    )
    return (*checks, product, fix)


def _check(place: str, case: Case, found: Any, expected: Any) -> Part:
    agrees = "agree" if found == expected else "differ"
    values = {"case": case, "found": found, "expected": expected}
    return Part(
        id=place,
        ask=line(f"ask_{place}", case=case, rule=Shape(1, "d_out")),
        answer=choice(agrees, (Option(o, line(f"option_{o}")) for o in ("agree", "differ"))),
        hints=(line(f"hint_{place}", case=case),),
        steps=(line(f"step_{place}_{agrees}", **values),),
        case=case,
    )


KIND = Kind("shape-check", 5, "medium", TARGETS, build, shows=TARGETS, shows_one=True)
