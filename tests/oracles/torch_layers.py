"""The rule and the mistakes as layers of PyTorch: a `Linear` with another weight or input.

A layer keeps its weight as output x input, so that the right one is W transposed. All is in
float64, which holds these whole numbers exactly. A mistake that is no linear layer is not here.
"""

from collections.abc import Mapping
from typing import Any

import torch
from torch.func import functional_call

from tests.oracles.batches import Array, Route

Tensor = torch.Tensor


def linear(x: Tensor, weight: Tensor) -> Tensor:
    """Each x (rows x d_in) of a batch through a layer with its own weight (d_out x d_in)."""
    layer = torch.nn.Linear(
        weight.shape[2], weight.shape[1], bias=False, dtype=torch.float64, device="meta"
    )
    return torch.vmap(lambda one, rows: functional_call(layer, {"weight": one}, (rows,)))(weight, x)


def _right(form: int, x: Tensor, W: Tensor) -> Tensor:
    return linear(x, W.mT)


def _fitted(x: Tensor, width: int) -> Tensor:
    return torch.nn.functional.pad(x, (0, width - x.shape[2]))


def _alike(x: Tensor, *weight: int, fill: float = 1) -> Tensor:
    return torch.full((x.shape[0], *weight), fill, dtype=x.dtype)


def _misshapen(form: int, x: Tensor, W: Tensor) -> Tensor:
    right = linear(x, W.mT)
    return right.mT if form == 0 else _fitted(right, x.shape[2])


def _cut_to_fit(form: int, x: Tensor, W: Tensor) -> Tensor:
    return linear(_fitted(x, W.shape[1]), W.mT) if form == 0 else linear(x, W)


def _dropped(form: int, x: Tensor, W: Tensor) -> Tensor:
    kept = W.clone()
    kept[:, form - 1] = 0
    return linear(x, kept.mT)


def _one_column(form: int, x: Tensor, W: Tensor) -> Tensor:
    return linear(x, W[:, :, form : form + 1].expand(W.shape).mT)


def _swapped(form: int, x: Tensor, W: Tensor) -> Tensor:
    if W.shape[1] != W.shape[2]:
        # One column: each of its entries is a token of one entry.
        return linear(W, x.mT)
    return linear(x, W).mT if form == 0 else linear(x, W)


def _shifted(form: int, x: Tensor, W: Tensor) -> Tensor:
    down = form > 1
    rolled = W.roll(1 if down else -1, 1)
    # Two rows change places either way, so that they have one form less.
    if form in (1, 2 if W.shape[1] == 2 else 3):
        rolled[:, 0 if down else -1] = 0
    return linear(x, rolled.mT)


def _added(form: int, x: Tensor, W: Tensor) -> Tensor:
    sums = _alike(x, W.shape[2], W.shape[1])
    return linear(x, sums) + linear(torch.ones_like(x), W.mT)


def _three_added(form: int, x: Tensor, *weights: Tensor) -> Tensor:
    return linear(x, sum(weights).mT)  # type: ignore[union-attr]


def _three_joined(form: int, x: Tensor, *weights: Tensor) -> Tensor:
    return linear(x, torch.cat(weights, dim=2).mT)


def _one_number(form: int, x: Tensor, W: Tensor) -> Tensor:
    return linear(linear(x, W.mT), _alike(x, 1, W.shape[2]))


def _running_total(form: int, x: Tensor, W: Tensor) -> Tensor:
    return linear(linear(x, W.mT), _alike(x, W.shape[2], W.shape[2]).tril())


def _token_copied(form: int, x: Tensor, W: Tensor) -> Tensor:
    length = x.shape[2] if form == 0 else W.shape[2]
    return linear(x, torch.eye(length, x.shape[2], dtype=x.dtype).expand(x.shape[0], -1, -1))


def _row_copied(form: int, x: Tensor, W: Tensor) -> Tensor:
    one_hot = torch.zeros_like(x)
    one_hot[:, :, form] = 1
    return linear(one_hot, W.mT)


_LAYERS: Mapping[str, Any] = {
    "": _right,
    "one-matrix-for-all": _right,
    "k-v-swapped": _right,
    "wrong-matrix": _right,
    "inner-mismatch": _cut_to_fit,
    "values-not-shape": _misshapen,
    "rows-dotted": lambda form, x, W: linear(_fitted(x, W.shape[2]), W),
    "column-sums": lambda form, x, W: linear(torch.ones_like(x), W.mT),
    "dropped-term": _dropped,
    "sign-lost": lambda form, x, W: linear(x.abs(), W.abs().mT),
    "outputs-reversed": lambda form, x, W: linear(x, W.flip(2).mT),
    "same-column": _one_column,
    "three-added": _three_added,
    "three-joined": _three_joined,
    "weights-transposed": lambda form, x, W: linear(x, W),
    "order-swapped": _swapped,
    "token-reversed": lambda form, x, W: linear(x.flip(2), W.mT),
    "rows-shifted": _shifted,
    "added-not-multiplied": _added,
    "outer-not-summed": lambda form, x, W: linear(torch.diag_embed(x[:, 0]), W.mT),
    "one-number": _one_number,
    "running-total": _running_total,
    "zero-kept": lambda form, x, W: linear(x, torch.where(W == 0, 1, W).mT),
    "token-copied": _token_copied,
    "row-copied": _row_copied,
}


def _route(name: str) -> Route:
    def route(form: int, *operands: Array) -> Array:
        tensors = [torch.from_numpy(rows).to(torch.float64) for rows in operands]
        return _LAYERS[name](form, *tensors).numpy()

    return route


LAYERS: Mapping[str, Route] = {name: _route(name) for name in _LAYERS}
"""The rule and each mistake that is a linear layer, in any of its forms."""
