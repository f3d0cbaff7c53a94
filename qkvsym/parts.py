"""Parts that several kinds ask: the value of a projection, its shape, a choice.

Answers come from the right step, wrong values from the same step rewritten by each mistake, and
the worked lines from the step written out. No kind computes any of these by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Any

from qkvsym.errors import SizesDiffer
from qkvsym.exercise import (
    Answer,
    Case,
    Line,
    Option,
    Part,
    Request,
    Wrong,
    line,
)
from qkvsym.formula import (
    UNDEFINED,
    Chain,
    ColumnDot,
    Formula,
    Name,
    Product,
    Sum,
    worked,
)
from qkvsym.matrix import Matrix
from qkvsym.mistakes import MISTAKES, ON_KEYS, Mistake, usual_shapes, usual_values
from qkvsym.rules import Rule, Step, apply, shape_of, written_out
from qkvsym.shapes import Shape, Size

Givens = Mapping[str, Matrix[int]]

_LISTED = tuple(MISTAKES[name] for name in ON_KEYS)
_CASES_KEPT = 1024
_CHAINS_KEPT = 16384


def value_or_undefined(step: Step, known: Mapping[str, Any]) -> Any:
    """The result of the step, or `UNDEFINED` where its product cannot be formed."""
    try:
        return apply(step, known)
    except SizesDiffer:
        return UNDEFINED


def case_of(step: Step, known: Mapping[str, Any]) -> Case:
    """What the wording of a mistake may say about this step."""
    token, weight = step.operands
    x, W = shape_of(known[token]), shape_of(known[weight])
    return _case(step, x.rows, x.columns, W.rows, W.columns)


_ask_value = lru_cache(maxsize=_CASES_KEPT)(lambda role: line("ask_value", role=role))


@lru_cache(maxsize=_CASES_KEPT)
def _case(step: Step, token: Size, length: Size, rows: Size, columns: Size) -> Case:
    x, W = Shape(token, length), Shape(rows, columns)
    out = value_or_undefined(step, dict(zip(step.operands, (x, W), strict=True)))
    return Case(step.result, step.operands[1], projection_formula(step), x, W, out)


def value_part(
    step: Step,
    givens: Givens,
    *,
    part_id: str = "",
    ask: Line | None = None,
    hinted: int = 1,
    hints: tuple[Line, ...] | None = None,
    mistakes: Iterable[Mistake] = _LISTED,
) -> Part:
    """Ask for the value of a projection, with its ladder of hints and every entry worked.

    The ladder works out the entry `hinted`, counted from 1, where no other `hints` are given; the
    wrong values are those of the mistakes given.
    """
    case = case_of(step, givens)
    value = value_or_undefined(step, givens)
    chains = [] if value is UNDEFINED else entry_chains(step, givens)
    return Part(
        id=part_id or step.result,
        ask=ask or _ask_value(case.role),
        answer=Answer("matrix", value),
        hints=_value_hints(case, chains, hinted) if hints is None else hints,
        steps=value_steps(case, chains, value),
        wrong=tuple(starmap(Wrong, usual_values(step, givens, mistakes))),
        case=case,
        subject=case.role,
    )


def entry_chains(step: Step, givens: Givens) -> list[Chain]:
    """For each entry of a projection: x . column j = the sum = its terms worked out = its value."""
    x, W = (givens[name] for name in step.operands)
    return [_entry_chain(step.rule, x.rows, column, j) for j, column in enumerate(W.columns, 1)]


@lru_cache(maxsize=_CHAINS_KEPT)
def _entry_chain(
    rule: Rule, x: tuple[tuple[int, ...], ...], column: tuple[int, ...], j: int
) -> Chain:
    """The entry that one column makes, which is the same beside whatever other columns."""
    alone = {"x": Matrix(x), "W": Matrix(tuple((entry,) for entry in column))}
    written = written_out(Step("", ("x", "W"), rule), alone)
    return Chain((ColumnDot("x", j), *worked(written.rows[0][0])))


def value_steps(case: Case, chains: Iterable[Chain], value: Any) -> tuple[Line, ...]:
    """The worked lines of a projection: each entry, then the vector."""
    if value is UNDEFINED:
        return (line("step_undefined", case=case),)
    entries = (
        line("step_entry", role=case.role, j=j, chain=chain) for j, chain in enumerate(chains, 1)
    )
    return (*entries, line("step_vector", chain=Chain((Name(case.role), value)), case=case))


def _value_hints(case: Case, chains: Sequence[Chain], j: int) -> tuple[Line, ...]:
    size_rule = line("hint_sizes", case=case)
    if not chains:
        return (size_rule,)
    written = chains[j - 1].members[1]
    first = written.terms[0] if isinstance(written, Sum) else written
    ladder = (
        size_rule,
        line("hint_column", case=case, j=j),
        line("hint_first_product", case=case, j=j, product=first),
        line("hint_full_line", case=case, j=j, chain=chains[j - 1]),
    )
    # The whole line of the only entry would be the answer.
    return ladder if len(chains) > 1 else ladder[:-1]


def shape_part(
    step: Step, known: Mapping[str, Any], *, part_id: str = "shape", ask: Line | None = None
) -> Part:
    """Ask for the shape of a projection from the shapes of its operands."""
    shapes = tuple([(name, shape_of(known[name])) for name in step.operands])
    return _shape_part(step, shapes, part_id, ask)


@lru_cache(maxsize=_CASES_KEPT)
def _shape_part(
    step: Step, known: tuple[tuple[str, Shape], ...], part_id: str, ask: Line | None
) -> Part:
    shapes = dict(known)
    case = case_of(step, shapes)
    return Part(
        id=part_id,
        ask=ask or line("ask_shape", case=case),
        answer=Answer("shape", case.out),
        hints=(line("hint_inner", case=case), line("hint_outer", case=case)),
        steps=(line("step_undefined" if case.out is UNDEFINED else "step_shape", case=case),),
        wrong=tuple(Wrong(mistake, wrong) for mistake, wrong in usual_shapes(step, shapes)),
        case=case,
    )


def choice(value: str, options: Iterable[Option]) -> Answer:
    """A choice among options; the value must be the id of one of them."""
    offered = tuple(options)
    if all(option.id != value for option in offered):
        raise ValueError(f"{value} is none of the options offered")
    return Answer("choice", value, offered)


def weight_option(name: str) -> Option:
    """A weight matrix as an option."""
    return Option(name, line("option_name", name=name))


def projection_formula(step: Step) -> Formula:
    """The right side of a projection by name, such as x W_q."""
    return Product(tuple(Name(name) for name in step.operands))


def applicable(request: Request, usual: Iterable[str], parts: Iterable[Part]) -> tuple[str, ...]:
    """The target mistakes of an exercise: those asked for, or the usual ones, that apply to it.

    A mistake that does not apply at these sizes is no target there.
    """
    apply_here = {wrong.mistake for part in parts for wrong in part.wrong}
    return tuple(name for name in request.targets or usual if name in apply_here)
