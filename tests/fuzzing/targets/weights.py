"""The weights of parts, as --weight takes them."""

from collections.abc import Iterator

from qkvsym.errors import BadOption
from qkvsym.weights import Weights, decimal, weights_of
from tests.fuzzing.target import Target, text_of


def _read(data: bytes) -> Weights:
    return weights_of(text_of(data).split("\n"))


def _check(data: bytes, weights: Weights) -> None:
    for _, weight in weights.given:
        assert weight >= 0
        assert decimal(weight).replace(".", "").isdigit()


def _seeds() -> Iterator[bytes]:
    yield b"1a=2\nq=1/2\ntext=0"
    yield b"1=0.25"
    yield b"q = 3"


TARGET = Target(
    *(_read, (BadOption,), _check, _seeds),
    ("=", "/", ".", "1a", "q", "text", "1/2", "0.5", "/0", "100", "\u0661", "1e5", "_", "-", "\n"),
    300,
    share=1,
)
