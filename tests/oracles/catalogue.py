"""The whole catalogue of mistakes on drawn numbers, as the verifier looks at it, against loops."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from qkvsym.formula import UNDEFINED
from qkvsym.matrix import Matrix
from qkvsym.mistakes import CATALOGUE, Mistake, one_differs, wrong_shapes, wrong_values
from qkvsym.rules import PROJECTIONS, shapes_of
from qkvsym.shapes import Shape
from tests.oracles.batches import OTHER_MATRIX, Claim
from tests.oracles.drawn import numbers
from tests.oracles.loops import ROLES, Rows, holds, same, shape
from tests.oracles.wrong_loops import BY_LOOPS, NAMES, as_long_as, projected, turned

SIZES_OF_A_BLOCK = 6
"""Few, so that a route that works out many at once gets enough of each."""


def instance(block: int, n: int) -> dict[str, Rows]:
    """Instance n of a block; one in eight does not fit, and one in eight is square."""
    stream = Random(f"catalogue {block} {n % SIZES_OF_A_BLOCK} {n % 8 in (2, 5)}")
    largest = 16 if n % SIZES_OF_A_BLOCK == 0 else 5
    height, width = stream.randint(1, largest), stream.randint(1, largest)
    length = height % 16 + 1 if n % 8 == 2 else height
    if n % 8 == 5:
        length = height = width = stream.randint(2, 5)
    return numbers(Random(f"catalogue {block} {n}"), length, height, width)


def as_fractions(given: dict[str, Rows]) -> dict[str, Any]:
    """The same with a token of thirds and keys of sevenths."""
    return {
        **given,
        "x": [[Fraction(entry, 3) for entry in given["x"][0]]],
        "W_k": [[Fraction(entry, 7) for entry in row] for row in given["W_k"]],
    }


def values(mistake: Mistake, role: str, given: dict[str, Any]) -> list[Any]:
    """What the package gives for a mistake, as rows; "undefined" where it says that."""
    matrices = {name: Matrix.of(rows) for name, rows in given.items()}
    found = wrong_values(mistake, PROJECTIONS[role], matrices)
    return ["undefined" if one is UNDEFINED else [list(row) for row in one.rows] for one in found]


def expected(mistake: str, role: str, given: dict[str, Any]) -> list[Any]:
    """What plain loops give for it."""
    (x,), W = given["x"], given[f"W_{role}"]
    if len(x) == len(W):
        return BY_LOOPS[mistake](role, given)
    if mistake != "inner-mismatch":
        return []
    # Cutting the longer one or padding the shorter one with zeros gives the same numbers.
    forced = [[projected(as_long_as(x, len(W)), W)]]
    return [*forced, [projected(x, turned(W))]] if len(x) == len(W[0]) else forced


def expected_shapes(mistake: str, x: list[int], W: list[int]) -> list[Any]:
    """The wrong shapes of a mistake, from the shapes of x and W."""
    if shape(x, W) == "undefined":
        turned_too = [[x[0], W[0]]] if x[1] == W[1] else []
        return [[x[0], W[1]], *turned_too] if mistake == "inner-mismatch" else []
    by_name: dict[str, list[Any]] = {
        "length-from-rows": [[x[0], W[0]]],
        "values-not-shape": [[W[1], x[0]]] if W[1] > 1 else [],
        "shape-of-weight": [W] if W[0] != x[0] else [],
        "called-undefined": ["undefined"],
    }
    return by_name.get(mistake, [])


def checked(given: dict[str, Any], origin: str, counts: Counter[Any]) -> Iterator[Claim]:
    """Hold every mistake against the loops on an instance; raises `Mismatch`.

    Yields its values for the routes that take many at once.
    """
    for mistake in CATALOGUE:
        for role in ROLES:
            found = values(mistake, role, given)
            again = expected(mistake.id, role, given)
            if found != again:
                same(f"the values of {mistake.id} for {role} on {given}", found, again)
            counts["catalogue", mistake.id] += len(found)
            for form, value in enumerate(found):
                if value != "undefined":
                    operands = _operands(mistake.id, form, role, given)
                    yield Claim(mistake.id, form, operands, value, origin)
        _check_shapes(mistake, given, counts)
        _check_slip(mistake, given, counts)


def _operands(mistake: str, form: int, role: str, given: dict[str, Any]) -> tuple[Rows, ...]:
    x = given["x"]
    if mistake in ("three-added", "three-joined"):
        return x, *(given[name] for name in NAMES)
    if mistake == "wrong-matrix":
        others = [name for name in NAMES if name != f"W_{role}"]
        return x, given[others[form]]
    own = OTHER_MATRIX.get(mistake, {}).get(role, role)
    return x, given[f"W_{own}"]


def _check_shapes(mistake: Mistake, given: dict[str, Any], counts: Counter[Any]) -> None:
    shapes = shapes_of({name: Matrix.of(rows) for name, rows in given.items()})
    found = [
        [one.rows, one.columns] if isinstance(one, Shape) else "undefined"
        for one in wrong_shapes(mistake, PROJECTIONS["k"], shapes)
    ]
    x, W = ([len(given[name]), len(given[name][0])] for name in ("x", "W_k"))
    same(f"the shapes of {mistake.id} for {x} and {W}", found, expected_shapes(mistake.id, x, W))
    counts["catalogue", mistake.id] += len(found)


def _check_slip(mistake: Mistake, given: dict[str, Any], counts: Counter[Any]) -> None:
    """A slip has no rule of its own: it is one place that differs, and no more."""
    if not mistake.slip:
        return
    right = given["W_k"][0]
    for place in range(len(right)):
        slipped = [entry + (n == place) for n, entry in enumerate(right)]
        holds(f"{slipped} is one slip from {right}", one_differs(slipped, right))
        again = [entry + (n == (place + 1) % len(right)) for n, entry in enumerate(slipped)]
        differ = sum(1 for one, other in zip(again, right, strict=True) if one != other)
        same(f"a slip from {right} to {again}", one_differs(again, right), differ == 1)
    same("nothing is no slip", one_differs(right, right), False)
    counts["catalogue", mistake.id] += len(right)
