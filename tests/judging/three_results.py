"""The numbers of many works: a token of three entries and its three matrices, 3 x 2."""

from typing import Any

# q = [10, 8], k = [2, 17], v = [12, 10]
GIVENS: dict[str, Any] = {
    "x": [2, 5, 3],
    "W_q": [[0, 1], [2, 0], [0, 2]],
    "W_k": [[1, 2], [0, 2], [0, 1]],
    "W_v": [[2, 0], [1, 2], [1, 0]],
}
