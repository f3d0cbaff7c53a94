"""What is fuzzed: a reader, what it may refuse with, and what must hold of all that it returns."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
SECONDS = 0.1
"""How long one piece of work may take, in processor time."""

LONGEST_MESSAGE = 800
"""In characters: a roster without a known heading names eight of those it has."""


@dataclass(frozen=True)
class Target:
    """One reader of foreign text.

    `read` is timed, and may raise only the `refusals`; `check` raises where what was read is not
    sane. `seeds` are inputs to begin with, `words` the tokens of the notation, `longest` the
    number of bytes that are tried. An input may take `SECONDS` for each of its `pieces`. `share`
    is how much of the time is spent on it, beside others.
    """

    read: Callable[[bytes], Any]
    refusals: tuple[type[Exception], ...]
    check: Callable[[bytes, Any], None]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[str, ...]
    longest: int = 2_000
    pieces: Callable[[bytes], int] = lambda data: 1
    share: int = 2

    def seconds(self, data: bytes) -> float:
        """How long an input may take."""
        return SECONDS * self.pieces(data)

    def inputs(self) -> Iterator[bytes]:
        """The seeds, then every word repeated up to the bound."""
        yield from self.seeds()
        for number, word in enumerate(self.words):
            spelled = word.encode("utf-8", "surrogatepass")
            yield bytes([number % 256]) + (spelled * self.longest)[: self.longest - 1]

    def tried(self, data: bytes) -> None:
        """Read an input and check what comes of it; raises whatever breaks a promise."""
        try:
            made = self.read(data)
        except self.refusals as refused:
            check_message(str(refused))
        else:
            self.check(data, made)


def check_message(message: str) -> None:
    """A message is on one line, has no character that a terminal obeys, and an end."""
    assert message
    assert message.isprintable()
    assert len(message) <= LONGEST_MESSAGE


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file of test data."""
    made: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return made


def text_of(data: bytes) -> str:
    """Any bytes as a text, in which what is no UTF-8 stays as lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def chosen(data: bytes, count: int) -> int:
    """One of so many, as the first byte says."""
    return data[0] % count if data else 0


def choosing(number: int, text: str) -> bytes:
    """A text behind the byte that chooses."""
    return bytes([number]) + text.encode("utf-8", "surrogatepass")


def written_out(case: dict[str, Any]) -> str:
    """The text of a hostile input, which may be told as a repetition."""
    repeat = case.get("repeat")
    if repeat is None:
        return str(case.get("input", ""))
    return str(repeat["prefix"] + repeat["unit"] * repeat["times"] + repeat["suffix"])
