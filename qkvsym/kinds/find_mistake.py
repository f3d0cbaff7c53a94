"""A wrong solution is shown: name the mistake, the line, why it fails, and the right result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from qkvsym.exercise import (
    Answer,
    Case,
    Exercise,
    Kind,
    Line,
    Option,
    Part,
    Request,
    line,
)
from qkvsym.formula import (
    UNDEFINED,
    Chain,
    Entry,
    Formula,
    Name,
    Number,
    as_formula,
    evaluate,
    worked,
)
from qkvsym.good import Rejections
from qkvsym.instance import fits, instances, role_of, shortened
from qkvsym.matrix import Matrix
from qkvsym.mistakes import MISTAKES, wrong_shapes, wrong_values
from qkvsym.parts import (
    Givens,
    case_of,
    choice,
    projection_formula,
    shape_part,
    value_or_undefined,
    value_part,
)
from qkvsym.rewrites import shape_can_be_wrong
from qkvsym.rules import PROJECTIONS, ROLES, Step, apply, shape_of, shapes_of, written_out
from qkvsym.streams import Source

LESSON_MISTAKES = ("one-matrix-for-all", "length-from-rows", "inner-mismatch", "values-not-shape")
"""The mistakes of the lesson, drawn from where none is asked for; draws depend on it for ever."""

SHOWN = (
    *LESSON_MISTAKES,
    "k-v-swapped",
    "rows-dotted",
    "column-sums",
    "dropped-term",
    "sign-lost",
    "outputs-reversed",
    "same-column",
)
"""What can be shown, and is offered beside a mistake that is not the lesson's; draws and codes
depend on it for ever."""

ABOUT_SEVERAL = ("one-matrix-for-all", "k-v-swapped")
"""The mistakes that show only where q, k and v stand side by side."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A wrong solution: its lines, the first wrong one (from 1), and the step it belongs to.

    `got` is what the step gave, or the step that is `telling` where the first wrong one gave the
    right value. `by_chance` says that a line with a wrong sum has the right value, or that no line
    shows the mistake, so that it looks like another one.
    """

    lines: tuple[Line, ...]
    wrong_line: int
    step: Step
    got: Any
    by_chance: bool = False
    telling: Step | None = None


def build(request: Request, rejected: Rejections) -> Iterator[Exercise]:
    """Work that makes one mistake, and the right result of the step where it does."""
    mistake = request.targets[0] if request.targets else _any_mistake(request)
    excess = {"rows": 1} if mistake == "inner-mismatch" else {}
    if request.role is not None and mistake in ABOUT_SEVERAL:
        raise rejected.impossible("side-by-side", f" ({mistake})")
    roles = ROLES if mistake in ABOUT_SEVERAL else (role_of(request),)
    for givens in instances(request, rejected, roles, **excess):
        shown = _shown(mistake, [PROJECTIONS[r] for r in roles], givens)
        if shown is None and request.given is not None:
            raise rejected.impossible("mistakes-apart", f" ({mistake})")
        if shown is None or (shown.by_chance and not request.as_it_is):
            rejected.note("mistakes-apart", f" ({mistake})")
            continue
        yield Exercise(
            kind=KIND.id,
            level=request.level.id,
            mistakes=(mistake,),
            givens=givens,
            parts=_parts(shown, givens, _options(mistake, shown, givens, request.source)),
            facts={
                "lines": shown.lines,
                "given": tuple(givens.items()),
            },
            shortened=shortened(request, shown.step.operands[1], **excess),
        )


def _any_mistake(request: Request) -> str:
    """One of the lesson's mistakes that the sizes asked for, or given, can show."""
    d_in, d_out = request.d_in, request.d_out
    pool = list(LESSON_MISTAKES)
    if request.given is not None:
        W = request.given["W_q"].shape
        d_in, d_out = int(W.rows), int(W.columns)
        if not fits(request.given):
            pool = ["inner-mismatch"]
        elif d_in == 1:
            pool.remove("inner-mismatch")
    # A square matrix hides a length read off its rows, one entry a wrong shape.
    if d_in is not None and d_in == d_out and "length-from-rows" in pool:
        pool.remove("length-from-rows")
    if request.role is not None:
        pool = [name for name in pool if name not in ABOUT_SEVERAL]
    if d_out is not None and not shape_can_be_wrong(d_out) and "values-not-shape" in pool:
        pool.remove("values-not-shape")
    return request.source.stream("mistake").choice(pool)


def _shown(name: str, steps: Sequence[Step], givens: Givens) -> Shown | None:
    if len(steps) > 1:
        return _all_projections(name, steps, givens)
    if wrong_values(MISTAKES[name], steps[0], givens):
        return _one_value(name, steps[0], givens)
    return _one_length(name, steps[0], givens)


def _all_projections(name: str, steps: Sequence[Step], givens: Givens) -> Shown | None:
    """q, k and v in turn, a line each; the mistaken step where the mistake has one."""
    lines = [line("shown_sizes_all", case=case_of(steps[0], givens))]
    wrong: list[tuple[int, Step]] = []
    telling: list[tuple[Step, Any]] = []
    for right in steps:
        step = (*MISTAKES[name].values(right, shapes_of(givens)), right)[0]
        value = apply(step, givens)
        if step != right:
            # The line names a matrix that is not its own, whatever its numbers are.
            wrong.append((len(lines) + 1, right))
        if value != apply(right, givens):
            telling.append((right, value))
        chain = Chain((Name(step.result), projection_formula(step), value))
        lines.append(line("shown_chain", chain=chain))
    if not telling:
        return None
    (first, mistaken), (seen, got) = wrong[0], telling[0]
    by_chance = len(telling) < len(wrong)
    return Shown(tuple(lines), first, mistaken, got, by_chance, seen)


def _one_value(name: str, step: Step, givens: Givens) -> Shown | None:
    """One projection entry by entry; the last line puts the entries into a vector."""
    operands = {operand: givens[operand].map(Number) for operand in step.operands}
    written: Matrix[Formula] = wrong_values(MISTAKES[name], step, operands)[0].map(as_formula)
    value = wrong_values(MISTAKES[name], step, givens)[0]
    if value == value_or_undefined(step, givens):
        return None
    lines = [line("shown_sizes", case=case_of(step, givens))]
    for j, entry in enumerate(written.entries, 1):
        lines.append(line("shown_chain", chain=Chain((Entry(step.result, (j,)), *worked(entry)))))
    lines.append(line("shown_vector", name=step.result, value=value, shape=value.shape))
    differences = _differences(written, step, givens)
    # Where every entry is right, it is the shape, in the last line.
    entries = len(lines) - 2
    first = min(differences[0][0] if differences else entries, entries)
    hidden = first == entries and name != "values-not-shape"
    by_chance = hidden or any(chance for _, chance in differences)
    return Shown(tuple(lines), first + 2, step, value, by_chance)


def _differences(written: Matrix[Formula], step: Step, givens: Givens) -> list[tuple[int, bool]]:
    """The places, from 0, of entries written wrongly, and whether the value is right by chance."""
    if case_of(step, givens).out is UNDEFINED:
        return [(0, False)]
    pairs = zip_longest(written.entries, written_out(step, givens).entries)
    return [
        (n, None not in (one, other) and evaluate(one) == evaluate(other))
        for n, (one, other) in enumerate(pairs)
        if one != other
    ]


def _one_length(name: str, step: Step, givens: Givens) -> Shown | None:
    """The shape of one projection, reasoned about in words; its third line is the wrong one."""
    case = case_of(step, givens)
    shapes = wrong_shapes(MISTAKES[name], step, shapes_of(givens))
    if not shapes or shapes[0] == case.out:
        return None
    lines = (
        line("shown_sizes", case=case),
        line("shown_fits", case=case),
        line("shown_length", case=case, shape=shapes[0]),
        line("shown_shape", case=case, shape=shapes[0]),
    )
    return Shown(lines, 3, step, shapes[0])


def _options(name: str, shown: Shown, givens: Givens, source: Source) -> Answer:
    """The mistake among others that the work does not show too, in a drawn order."""
    stream = source.stream("options")
    pool = LESSON_MISTAKES if name in LESSON_MISTAKES else SHOWN
    others = [m for m in stream.shuffled(pool) if m != name and not _fits(m, shown, givens)]
    offered = stream.shuffled([name, *others[:3]])
    return choice(name, (Option(m, line("title", file=f"mistakes/{m}")) for m in offered))


def _fits(name: str, shown: Shown, givens: Givens) -> bool:
    """Whether another mistake, in any form that draws look at, would give what is shown too."""
    step = shown.telling or shown.step
    values = wrong_values(MISTAKES[name], step, givens)[: MISTAKES[name].drawn]
    shapes = wrong_shapes(MISTAKES[name], step, shapes_of(givens))
    return shown.got in values or shape_of(shown.got) in shapes


def _parts(shown: Shown, givens: Givens, options: Answer) -> tuple[Part, ...]:
    case = case_of(shown.step, givens)
    about = f"mistakes/{options.value}"
    which = Part(
        id="mistake",
        ask=line("ask_mistake"),
        answer=options,
        hints=(line("hint_check_order"),),
        case=case,
    )
    where = Part(
        id="line",
        ask=line("ask_line"),
        answer=Answer("integer", shown.wrong_line),
        hints=(line("hint_each_line"), line("hint_given")),
        steps=(line(f"step_line{'_by_chance' if shown.by_chance else ''}", n=shown.wrong_line),),
        case=case,
    )
    why = Part(
        id="why",
        ask=line("ask_why"),
        answer=Answer("text", (line("why", file=about, c=case),)),
        hints=(line("hint_why"),),
        steps=tuple(
            line(f"step_{part}", said=line(part, file=about, c=case))
            for part in ("looks_like", "why", "instead")
        ),
        case=case,
    )
    return which, where, why, _right(options.value, shown, givens, case)


def _right(name: str, shown: Shown, givens: Givens, case: Case) -> Part:
    """The right result of the wrong line; the wrong value to expect is what is shown.

    The hint is the same for all mistakes: any other would tell which one it is.
    """
    made = (MISTAKES[name],)
    if wrong_values(MISTAKES[name], shown.step, givens) or name in ABOUT_SEVERAL:
        ask = line("ask_right", role=shown.step.result)
        part = value_part(shown.step, givens, part_id="right", ask=ask, mistakes=made)
    else:
        ask = line("ask_right_shape", case=case)
        part = shape_part(shown.step, givens, part_id="right", ask=ask)
    if name in ABOUT_SEVERAL:
        # Naming the result would give the line away.
        part = replace(part, ask=line("ask_right_line"), subject="")
    return replace(part, hints=(line("hint_again"),))


KIND = Kind("find-mistake", 6, "medium", (), build, shows=SHOWN, shows_one=True)
