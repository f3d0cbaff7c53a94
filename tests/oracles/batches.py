"""Matrices that are printed, in batches of one size, for routes that work out many at once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.oracles.by_kind import numbers, role_asked_for
from tests.oracles.loops import ROLES, UNDEFINED, Rows

Array = Any
"""A batch: items x rows x columns."""

Route = Callable[..., Array]
"""From the place of a form and the batches of its operands to the batch of its values."""

OTHER_MATRIX = {"one-matrix-for-all": {"k": "q", "v": "q"}, "k-v-swapped": {"k": "v", "v": "k"}}
"""The mistakes that are the right rule with the matrix of another role, and which it is."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A matrix that the package gives for a rule: its mistake ("" for none), form and operands."""

    mistake: str
    form: int
    operands: tuple[Rows, ...]
    value: Rows
    origin: str
    """What reproduces it."""

    @property
    def batch(self) -> tuple[Any, ...]:
        """What claims of one batch have in common."""
        sizes = tuple((len(rows), len(rows[0])) for rows in self.operands)
        return self.mistake, self.form, sizes, (len(self.value), len(self.value[0]))


def claims_of(exercise: Mapping[str, Any], origin: str) -> Iterator[Claim]:
    """The matrices among the answers and wrong values of an exercise."""
    if "shape" in exercise["givens"]["x"]:
        return
    x, weights = numbers(dict(exercise))
    for part in exercise["parts"]:
        if part["answer"]["type"] != "matrix":
            continue
        role = part["id"] if part["id"] in ROLES else _role_of_right(exercise)
        if part["answer"]["value"] != UNDEFINED:
            yield Claim("", 0, (x, weights[role]), part["answer"]["value"], origin)
        for wrong in part["wrong"]:
            own = OTHER_MATRIX.get(wrong["mistake"], {}).get(role, role)
            yield Claim(wrong["mistake"], 0, (x, weights[own]), wrong["value"], origin)


def _role_of_right(exercise: Mapping[str, Any]) -> str:
    lines = exercise["facts"]["lines"]
    return role_asked_for(dict(exercise), lines[exercise["parts"][1]["answer"]["value"] - 1])


class Batches:
    """Claims in batches, until a route looks at them."""

    def __init__(self) -> None:
        self._claims: dict[tuple[Any, ...], list[Claim]] = {}

    def add(self, claim: Claim) -> None:
        """Add a claim to its batch."""
        self._claims.setdefault(claim.batch, []).append(claim)

    def looked_at(self, routes: Mapping[str, Route]) -> Iterator[tuple[list[Claim], Array, Array]]:
        """Every batch that a route knows, with its printed values and those of the route."""
        for (mistake, form, *_), claims in self._claims.items():
            if mistake not in routes:
                continue
            operands = zip(*(claim.operands for claim in claims), strict=True)
            stacked = [np.array(rows, dtype=np.int64) for rows in operands]
            printed = np.array([claim.value for claim in claims], dtype=np.int64)
            yield claims, printed, np.asarray(routes[mistake](form, *stacked))


def unequal(batches: Batches, routes: Mapping[str, Route]) -> Iterator[tuple[Claim, Array | None]]:
    """Every claim that was looked at, with what a route gives where that differs, else None."""
    for claims, printed, made in batches.looked_at(routes):
        if printed.shape != made.shape:
            yield from zip(claims, made, strict=True)
            continue
        alike = (printed == made).all(axis=(1, 2))
        for claim, equal, value in zip(claims, alike, made, strict=True):
            yield claim, None if equal else value


def _fitted(x: Array, width: int) -> Array:
    padded = np.zeros((*x.shape[:2], width), dtype=x.dtype)
    kept = min(width, x.shape[2])
    padded[:, :, :kept] = x[:, :, :kept]
    return padded


NUMPY: Mapping[str, Route] = {
    "": lambda form, x, W: x @ W,
    "one-matrix-for-all": lambda form, x, W: x @ W,
    "k-v-swapped": lambda form, x, W: np.einsum("bri,bij->brj", x, W),
    "inner-mismatch": lambda form, x, W: _fitted(x, W.shape[1]) @ W,
    "values-not-shape": lambda form, x, W: np.swapaxes(x @ W, 1, 2),
    "rows-dotted": lambda form, x, W: _fitted(x, W.shape[2]) @ np.swapaxes(W, 1, 2),
    "column-sums": lambda form, x, W: W.sum(axis=1, keepdims=True),
    "dropped-term": lambda form, x, W: x @ W - x[:, :, -1:] * W[:, -1:, :],
    "sign-lost": lambda form, x, W: abs(x) @ abs(W),
    "outputs-reversed": lambda form, x, W: (x @ W)[:, :, ::-1],
    "same-column": lambda form, x, W: np.repeat((x @ W)[:, :, :1], W.shape[2], axis=2),
}
"""The rule and the usual form of each mistake on keys, with NumPy."""
