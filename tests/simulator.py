"""Learners who write out q = x W_q, k = x W_k and v = x W_v by hand, right or with one mistake.

Nothing here is imported from the package: numbers, rules and notation are made a second time, so
that a reader of handed-in work can be tried on work that it has no part in.
"""

import random
from dataclasses import dataclass

from tests.handwriting import Value, draw_style
from tests.handwritten_pages import Mark, Size
from tests.handwritten_work import ROLES, Page
from tests.learners import (
    Answer,
    Matrix,
    other_matrix,
    right_answer,
    taken_together,
    wrong_answer,
)

CROSSED = {"one-matrix-for-all": {"k": "q", "v": "q"}, "k-v-swapped": {"k": "v", "v": "k"}}
TOGETHER = ("three-added", "three-joined")
SQUARE = ("weights-transposed", "order-swapped")
ONE_ROLE = ("wrong-matrix", "slip-in-term", "slip-in-entry")
MISTAKES = (
    "one-matrix-for-all",
    "k-v-swapped",
    "wrong-matrix",
    "three-added",
    "three-joined",
    "rows-dotted",
    "weights-transposed",
    "values-not-shape",
    "length-from-rows",
    "shape-of-weight",
    "inner-mismatch",
    "order-swapped",
    "called-undefined",
    "outputs-reversed",
    "token-reversed",
    "rows-shifted",
    "same-column",
    "dropped-term",
    "column-sums",
    "added-not-multiplied",
    "multiplied-not-added",
    "outer-not-summed",
    "one-number",
    "running-total",
    "sign-lost",
    "zero-kept",
    "token-copied",
    "row-copied",
    "scaled-early",
    "slip-in-term",
    "slip-in-entry",
)


@dataclass(frozen=True)
class Work:
    """What one learner was given and hands in."""

    givens: dict[str, list[list[int]]]
    text: str
    mistake: str
    """"" for right work."""
    wrong_lines: tuple[int, ...]
    """The lines, from 1, that are wrong by themselves and do not only follow from another."""
    told_apart: bool
    """Whether a result, or what is said of its shape, differs from the right one."""
    seen_lines: dict[int, str]
    """The wrong lines on which it shows, each with the result that it is about: on the others the
    value is right, and so is every term that is worth something."""
    results: dict[str, Value]
    """What the learner has for each result; an empty list for what is called undefined."""
    shapes: dict[str, Size | None]
    """What shape the learner takes each result to have; None where none can be said."""
    has_givens: bool
    """Whether the text says what is given."""


def right_work(n: int) -> Work:
    """The n-th right work."""
    return _work("", n)


def wrong_work(mistake: str, n: int) -> Work:
    """The n-th work with a mistake."""
    if mistake not in MISTAKES:
        raise ValueError(mistake)
    return _work(mistake, n)


def _work(mistake: str, n: int) -> Work:
    stream = f"{mistake or 'right'}/{n}"
    rng = random.Random(f"numbers/{stream}")
    roles = _wrong_roles(mistake, rng)
    givens = _givens(mistake, roles, rng)
    answers = _answers(mistake, roles, givens, rng)
    rng = random.Random(f"writing/{stream}")
    page = Page(draw_style(rng), rng, mistake, givens)
    lines = page.lines(answers)
    numbered = list(enumerate(lines, start=1))
    wrong = tuple(number for number, line in numbered if line.mark)
    differs = any(page.differs(answer) for answer in answers)
    return Work(
        givens=givens,
        text="".join(f"{line.text}\n" for line in lines),
        mistake=mistake,
        wrong_lines=wrong,
        told_apart=differs and bool(wrong),
        seen_lines={number: line.about for number, line in numbered if line.mark is Mark.WRONG},
        results={answer.name: answer.value for answer in answers},
        shapes={answer.name: answer.shape for answer in answers},
        has_givens=any(line.about == "x" for line in lines),
    )


# Numbers and answers


def _wrong_roles(mistake: str, rng: random.Random) -> tuple[str, ...]:
    if not mistake or mistake in TOGETHER:
        return ()
    if mistake in CROSSED:
        return tuple(CROSSED[mistake])
    if mistake in ONE_ROLE or rng.random() < 0.5:
        return (rng.choice(ROLES),)
    return ROLES


def _givens(mistake: str, roles: tuple[str, ...], rng: random.Random) -> dict[str, Matrix]:
    d_in, d_out = _sizes(mistake, rng)
    negative = rng.random() < 0.5
    signs = (1, -1) if negative else (1,)
    x = [rng.choice(signs) * rng.randint(1, 6) for _ in range(d_in)]
    off = rng.choice((1, -1))
    givens = {"x": [x]}
    for role in ROLES:
        height = d_in + off if mistake == "inner-mismatch" and role in roles else d_in
        givens[f"W_{role}"] = [[_weight(rng) for _ in range(d_out)] for _ in range(height)]
    return givens


def _sizes(mistake: str, rng: random.Random) -> Size:
    d_in, d_out = rng.randint(2, 4), rng.randint(2, 4)
    if mistake in SQUARE:
        return d_in, d_in
    if mistake == "scaled-early":
        d_out = rng.choice((4, 4, 2, 3))
        d_in = rng.choice([size for size in (2, 3, 4) if size != d_out])
    while d_in == d_out and rng.random() < 0.9:
        d_out = rng.randint(2, 4)
    return d_in, d_out


def _weight(rng: random.Random) -> int:
    return 0 if rng.random() < 0.25 else rng.randint(-3, 5)


def _answers(
    mistake: str, roles: tuple[str, ...], givens: dict[str, Matrix], rng: random.Random
) -> list[Answer]:
    x = givens["x"][0]
    right = {role: right_answer(role, x, givens[f"W_{role}"]) for role in ROLES}
    if mistake in TOGETHER:
        after = False
        name = rng.choice(("q", "k", "v"))
        together = taken_together(mistake, list(right.values()), after, name)
        return [*right.values(), together] if after else [together]
    crossed = CROSSED.get(mistake, {})
    if mistake == "wrong-matrix":
        crossed = {roles[0]: rng.choice([role for role in ROLES if role != roles[0]])}
    answers = dict(right)
    for role in roles:
        if crossed:
            answers[role] = other_matrix(role, right[role], right[crossed[role]], rng)
        else:
            answers[role] = wrong_answer(mistake, role, x, givens, rng)
    return list(answers.values())
