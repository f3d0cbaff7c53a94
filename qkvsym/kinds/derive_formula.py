"""The general rule: the formula of an entry and the shape of the result, symbolically."""

from collections.abc import Iterator

from qkvsym.exercise import Answer, Exercise, Kind, Part, Request, Wrong, line
from qkvsym.formula import Chain, Entry, Index, Name, as_formula
from qkvsym.good import Rejections
from qkvsym.instance import instances, role_of, sizes_of
from qkvsym.mistakes import MISTAKES, wrong_values
from qkvsym.parts import applicable, case_of, projection_formula, shape_part
from qkvsym.rules import PROJECTIONS, Step
from qkvsym.shapes import Shape, Size

TARGETS = ("length-from-rows", "values-not-shape")
INDEX_MISTAKES = ("rows-dotted", "column-sums", "dropped-term", "outputs-reversed", "same-column")
"""The mistakes that write a formula of their own for one entry."""


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """Easy: one entry by its number, sizes given. Medium: entry j. Hard: sizes by name too."""
    step = PROJECTIONS[role_of(request)]
    token, weight = step.operands
    while True:
        d_in, d_out = _sizes(request, step, rejected)
        j: Index = "j"
        if request.level.id == "easy" and isinstance(d_out, int):
            j = request.source.stream("j").choice(range(1, d_out + 1))
        shapes = {token: Shape(1, d_in), weight: Shape(d_in, d_out)}
        parts = (_rule(step, shapes), _entry(step, shapes, j), shape_part(step, shapes))
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens=shapes,
            parts=parts,
            facts={
                "case": case_of(step, shapes),
                "x_i": Entry("x", ("i",)),
                "w_ij": Entry("w", ("i", "j")),
            },
        )


def _sizes(request: Request, step: Step, rejected: Rejections) -> tuple[Size, Size]:
    if request.given is not None:
        W = next(instances(request, rejected, [step.result]))[step.operands[1]].shape
        return W.rows, W.columns
    asked = request.d_in is not None or request.d_out is not None
    if request.level.id == "hard" and not asked:
        return "d_in", "d_out"
    sizes = sizes_of(request, rejected)
    return sizes.rows, sizes.columns


def _rule(step: Step, shapes: dict[str, Shape]) -> Part:
    formula = Chain((Name(step.result), projection_formula(step)))
    case = case_of(step, shapes)
    return Part(
        id="rule",
        ask=line("ask_rule", case=case),
        answer=Answer("formula", formula),
        hints=(line("hint_own_matrix", case=case),),
        steps=(line("step_rule", case=case, chain=formula),),
        case=case,
    )


def _entry(step: Step, shapes: dict[str, Shape], j: Index) -> Part:
    from qkvsym.derivation import entry_formula, symbols

    token, weight = step.operands
    W = shapes[weight]
    formula = entry_formula(step.result, W.rows, W.columns, j)
    case = case_of(step, shapes)
    wrong = []
    if isinstance(j, int):
        known = {token: symbols("x", shapes[token]), weight: symbols("w", W)}
        for name in INDEX_MISTAKES:
            for value in wrong_values(MISTAKES[name], step, known)[:1]:
                if j <= len(value.rows[0]):
                    entry = Chain((Entry(step.result, (j,)), as_formula(value.rows[0][j - 1])))
                    wrong.append(Wrong(name, entry))
    return Part(
        id="entry",
        ask=line("ask_entry", case=case, entry=formula.members[0]),
        answer=Answer("formula", formula),
        hints=(
            line("hint_entry_column", case=case, entry=formula.members[0], j=j),
            line("hint_entry_count", case=case, size=W.rows),
        ),
        steps=(line("step_entry_formula", case=case, j=j, chain=formula),),
        wrong=tuple(wrong),
        case=case,
    )


KIND = Kind("derive-formula", 7, "hard", TARGETS, build, shows=TARGETS)
