"""Named streams of draws.

Every draw has its own stream, named by what it draws and seeded by SHA-256 over the names, so
that one more draw never changes another. Only `random.Random.random` is used: Python promises
its sequence for a seed; the sequences of its other methods are not promised.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


def digest(names: Sequence[str]) -> bytes:
    """SHA-256 over names, of which no two lists give the same text."""
    # The length before each name keeps ("a", "b/c") and ("a/b", "c") apart.
    path = "".join(f"{len(name)}:{name}/" for name in names)
    return sha256(path.encode("utf-8", "surrogatepass")).digest()


class Stream:
    """A stream of draws that belongs to one thing; the same names give the same draws."""

    __slots__ = ("fraction",)

    def __init__(self, names: Sequence[str]) -> None:
        seed = int.from_bytes(digest(names), "big")
        self.fraction: Callable[[], float] = Random(seed).random  # noqa: S311  # nosec B311

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the others."""
        return options[int(self.fraction() * len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order."""
        left = list(options)
        fraction = self.fraction
        return [left.pop(int(fraction() * size)) for size in range(len(left), 0, -1)]


@dataclass(frozen=True, slots=True)
class Source:
    """A path of names under which streams are opened, such as seed, sheet and exercise."""

    names: tuple[str, ...]

    def stream(self, name: str) -> Stream:
        """The stream of that name."""
        return Stream((*self.names, name))

    def inside(self, name: str) -> "Source":
        """The source one name further down."""
        return Source((*self.names, name))
