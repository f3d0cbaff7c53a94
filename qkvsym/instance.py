"""Instances for an exercise: drawn good ones, the user's own, any, or one of all there are."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from qkvsym.draw import Sizes, draw_any, draw_givens, draw_sizes
from qkvsym.every import Every, every_filling, every_good
from qkvsym.exercise import Request
from qkvsym.good import Numbers, Rejections
from qkvsym.rules import PROJECTIONS, ROLES, weight, work
from qkvsym.shapes import MAX_SIZE


def role_of(request: Request) -> str:
    """The projection that an exercise about one of them is about."""
    return request.role or request.source.stream("role").choice(ROLES)


def sizes_of(request: Request, rejected: Rejections) -> Sizes:
    """The sizes of an exercise; raises `NoInstance` where they are equal and must differ."""
    sizes = draw_sizes(request.source, request.level, request.d_in, request.d_out, rejected)
    if sizes.token == sizes.columns and not request.any_instance:
        raise rejected.impossible("square")
    return sizes


def instances(
    request: Request, rejected: Rejections, roles: Sequence[str], *, token: int = 0, rows: int = 0
) -> Iterator[dict[str, Numbers]]:
    """The token x and the matrices of the roles: draws without end, or the one given or picked.

    `token` entries more than d_in in x and `rows` more in each matrix make products that cannot
    be formed; where that is over the largest size, or the givens fit, it is fewer. Raises
    `SizesDiffer` for givens that do not fit where a product is needed, and `NoSuchInstance` for
    a pick behind the last one.
    """
    names = [weight(role) for role in roles]
    if request.given is not None:
        given = {name: request.given[name] for name in ("x", *names)}
        if token or rows:
            given = _without_last(given, token, rows, rejected) if fits(request.given) else given
        else:
            work([PROJECTIONS[role] for role in roles], given)
        while True:
            yield given
    if request.pick:
        yield _all_of(request, tuple(names), token, rows)[request.pick]
        return
    sizes = _exceeded(sizes_of(request, rejected), token, rows)
    level, entries = request.level, request.entries
    if request.any_instance:
        yield from draw_any(request.source, names, sizes, level, entries)
    yield from draw_givens(request.source, names, sizes, level, entries, rejected)


def _exceeded(sizes: Sizes, token: int, rows: int) -> Sizes:
    if sizes.token == MAX_SIZE:
        token, rows = -token, -rows
    return Sizes(sizes.token + token, sizes.rows + rows, sizes.columns)


def _all_of(request: Request, names: tuple[str, ...], token: int, rows: int) -> Every:
    lo, hi = request.level.sizes
    usual = range(lo, hi + 1)
    sizes = tuple(
        _exceeded(Sizes(d_in, d_in, d_out), token, rows)
        for d_in, d_out in product(
            usual if request.d_in is None else (request.d_in,),
            usual if request.d_out is None else (request.d_out,),
        )
        if d_in != d_out or (request.any_instance and d_in == request.d_in == request.d_out)
    )
    every = every_filling if request.any_instance else every_good
    return every(names, sizes, request.level, request.entries)


def shortened(request: Request, weight: str, *, token: int = 0, rows: int = 0) -> str:
    """The matrix of which `instances` leaves the last row or entry out; empty for none."""
    if request.given is None or not (token or rows) or not fits(request.given):
        return ""
    return "x" if token else weight


def fits(given: Mapping[str, Numbers]) -> bool:
    """Whether the user's token can be multiplied by the user's matrices."""
    return len(given["x"].rows[0]) == len(given["W_q"].rows)


def _without_last(
    given: dict[str, Numbers], token: int, rows: int, rejected: Rejections
) -> dict[str, Numbers]:
    if len(given["x"].rows[0]) == 1:
        raise rejected.impossible("longer-token")
    made = {}
    for name, matrix in given.items():
        height, width = len(matrix.rows), len(matrix.rows[0])
        if name == "x":
            made[name] = matrix.resized(height, width - bool(token))
        else:
            made[name] = matrix.resized(height - bool(rows), width)
    return made
