"""Change one column, or one entry, of a weight matrix: what moves in the result, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from qkvsym.draw import Sizes, draw_column, values_for
from qkvsym.exercise import Answer, Exercise, Kind, Part, Request, line
from qkvsym.figures import product_grid
from qkvsym.good import LARGEST_ANSWER, Numbers, Rejections, weight_fault
from qkvsym.instance import instances, role_of
from qkvsym.matrix import Matrix
from qkvsym.parts import applicable, case_of, value_part
from qkvsym.rules import PROJECTIONS, Step, work
from qkvsym.streams import Stream

CHANGES_TRIED = 40
"""Never changes, as draws depend on it."""

TARGETS = ("values-not-shape", "rows-dotted", "column-sums", "dropped-term")


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """One projection with its result, and a new column j (on hard sheets a new entry i, j)."""
    step = PROJECTIONS[role_of(request)]
    _, name = step.operands
    stream = request.source.stream("change")
    for givens in instances(request, rejected, [step.result]):
        old = work([step], givens)
        j = stream.choice(range(len(givens[name].columns)))
        rows = range(len(givens[name].rows))
        changed = [stream.choice(rows)] if request.level.id == "hard" else list(rows)
        for _ in range(CHANGES_TRIED):
            W = _changed(stream, request, givens[name], changed, j)
            new = {**givens, name: W}
            if _shows(step, old, new, j) and (request.as_it_is or _good(step, new, j)):
                break
            rejected.note("change-shows")
        else:
            continue
        parts = _parts(step, new, j + 1)
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=applicable(request, TARGETS, parts),
            givens={**givens, f"{name}_new": W},
            parts=parts,
            facts=_facts(step, old, W, changed, j),
            figures=product_grid(step, new, j + 1),
        )


def _changed(stream: Stream, request: Request, W: Numbers, changed: list[int], j: int) -> Numbers:
    """The matrix with new entries in column j, drawn as the level draws a column."""
    sizes = Sizes(len(W.rows), len(W.rows), len(W.columns))
    values = values_for(request.level, request.entries, sizes)[1]
    rows = [list(row) for row in W.rows]
    for i in changed:
        rows[i][j] = 0
    negatives = values.negatives - sum(entry < 0 for row in rows for entry in row)
    drawn = draw_column(stream, len(changed), sizes.columns, values, negatives)
    for i, entry in zip(changed, drawn, strict=True):
        rows[i][j] = entry
    return Matrix.of(rows)


def _shows(step: Step, old: Mapping[str, Any], new: Mapping[str, Any], j: int) -> bool:
    before = old[step.result].rows[0]
    after = work([step], new)[step.result].rows[0]
    return bool(after[j] != before[j])


def _good(step: Step, new: Mapping[str, Any], j: int) -> bool:
    answer = work([step], new)[step.result].rows[0]
    return (
        0 < abs(answer[j]) <= LARGEST_ANSWER
        and len(set(answer)) == len(answer)
        and not weight_fault(new[step.operands[1]], ())
    )


def _facts(
    step: Step, old: Mapping[str, Any], W: Numbers, changed: list[int], j: int
) -> dict[str, Any]:
    whole = len(changed) == len(W.rows)
    return {
        "case": case_of(step, {step.operands[0]: old[step.operands[0]], step.operands[1]: W}),
        "old": old[step.result],
        "j": j + 1,
        "column": Matrix(tuple((row[j],) for row in W.rows)),
        "i": None if whole else changed[0] + 1,
        "entry": W.rows[changed[0]][j],
    }


def _parts(step: Step, new: Mapping[str, Any], j: int) -> tuple[Part, ...]:
    value = value_part(step, new, ask=line("ask_recompute", role=step.result), hinted=j)
    case = case_of(step, {name: new[name] for name in step.operands})
    *ladder, last = value.hints[1:]
    if last.id == "hint_full_line":
        last = line("hint_changed_line", **dict(last.values))
    value = replace(value, hints=(line("hint_only_column", case=case, j=j), *ladder, last))
    moved = Part(
        id="moved",
        ask=line("ask_moved", case=case),
        answer=Answer("integer", j),
        hints=(line("hint_compare", case=case),),
        steps=(line("step_moved", case=case, j=j),),
        case=case,
    )
    points = (line("point_column", case=case, j=j), line("point_others", case=case, j=j))
    why = Part(
        id="why",
        ask=line("ask_why_moved" if case.W.columns != 1 else "ask_why_it_moved"),
        answer=Answer("text", points if case.W.columns != 1 else points[:1]),
        case=case,
    )
    return value, moved, why


KIND = Kind(
    "change-column",
    4,
    "medium",
    TARGETS,
    build,
    shows=(*TARGETS, "sign-lost", "outputs-reversed", "same-column"),
)
