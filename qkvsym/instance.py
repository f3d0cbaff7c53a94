"""Instances for an exercise: drawn good ones, or the user's own."""

from collections.abc import Iterator, Mapping, Sequence

from qkvsym.draw import Sizes, draw_givens, draw_sizes
from qkvsym.exercise import Request
from qkvsym.good import Numbers, Rejections
from qkvsym.rules import PROJECTIONS, weight, work
from qkvsym.shapes import MAX_SIZE


def instances(
    request: Request, rejected: Rejections, roles: Sequence[str], *, token: int = 0, rows: int = 0
) -> Iterator[dict[str, Numbers]]:
    """The token x and the matrices of the roles: good draws without end, or the one given.

    `token` entries more than d_in in x and `rows` more in each matrix make products that cannot
    be formed; where that is over the largest size, or the givens fit, it is fewer. Raises
    `SizesDiffer` for givens that do not fit where a product is needed.
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
    sizes = draw_sizes(request.source, request.level, request.d_in, request.d_out, rejected)
    if sizes.token == MAX_SIZE:
        token, rows = -token, -rows
    sizes = Sizes(sizes.token + token, sizes.rows + rows, sizes.columns)
    yield from draw_givens(request.source, names, sizes, request.level, request.entries, rejected)


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
