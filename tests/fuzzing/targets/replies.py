"""Replies of models to the entries of data sets."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import qkvsym
from qkvsym.datasets import entry_lines
from qkvsym.errors import BadEntry
from qkvsym.kinds import kind_ids
from qkvsym.scoring import Score, scored
from tests.fuzzing.target import Target, choosing, chosen, text_of
from tests.fuzzing.work_texts import WORDS, lines
from tests.test_score import ENTRY, REPLIES

_WORDS = (
    *WORDS,
    *["(a) ", "(b) ", "Answer: ", "**Final answer**", r"\boxed{", "```json", '{"a": ', '"q": '],
    *["not ", "neither ", " or ", " nor ", "columns", "rows", "the ", "q = [4, 5]", "undefined"],
    *["<think>", "</think>", "Part (a)", "### ", "|", "therefore ", "instead", "wait, "],
)


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    made = (line for kind in kind_ids() for line in entry_lines(qkvsym.generate(kind)))
    return (ENTRY, *map(json.loads, made))


def _reply(data: bytes) -> str | dict[str, str]:
    """The reply to all parts, or a text for each, line by line."""
    text = text_of(data[1:])
    if chosen(data, 2) == 0:
        return text
    parts = _entry(data)["parts"]
    return {part["id"]: said for part, said in zip(parts, text.split("\n"), strict=False)}


def _entry(data: bytes) -> dict[str, Any]:
    return _entries()[(data[0] if data else 0) // 2 % len(_entries())]


def _read(data: bytes) -> Score:
    return scored(_reply(data), _entry(data))


def check_score(score: Score) -> None:
    """A score is between 0 and 1, and every part says why."""
    assert 0 <= score.value <= 1
    for part in score.parts:
        assert part.value in (None, 0, 0.5, 1)
        assert len(part.got) <= 20_000
        assert part.reason or part.verdict == "right"
    json.dumps(score.to_dict())


def _check(data: bytes, score: Score) -> None:
    check_score(score)


def _seeds() -> Iterator[bytes]:
    for number, (_, reply, _) in enumerate(REPLIES):
        yield choosing(0, reply)
        yield choosing(number % 32, f"(a) {reply}\n(b) q = [4, 5]")
    for number, line in enumerate(lines()):
        yield choosing(number % 32, line)


def _parts(data: bytes) -> int:
    return len(_entry(data)["parts"])


TARGET = Target(_read, (BadEntry,), _check, _seeds, _WORDS, pieces=_parts, share=4)
