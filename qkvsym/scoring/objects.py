"""A reply that is a JSON object of answers, by the letters or the ids of the parts."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qkvsym.scoring.claims import DENIED
from qkvsym.scoring.entries import Asked, is_size
from qkvsym.scoring.replies import by_part, keys_of

_BEHIND = " \t\n`"
"""What may stand behind the object: the end of a block of code."""

_LONGEST_DENIAL = 60


@dataclass(frozen=True, slots=True)
class Told:
    """What an object says: a text for each part that it answers, and what it answers twice."""

    texts: dict[str, str]
    twice: frozenset[str]


def told_in(reply: str, parts: Sequence[Asked]) -> Told | None:
    """What the object says that a reply ends with; None where it is no object of answers.

    Each key is the letter or the id of a part, at the top or one level below it. An object is not
    taken where words before it answer parts too, or deny it: then the words are read.
    """
    start, end = reply.find("{"), reply.rfind("}") + 1
    if start < 0 or reply[end:].strip(_BEHIND):
        return None
    before = reply[:start]
    pairs = _answers(_pairs(reply[start:end]), keys := keys_of(parts))
    if not pairs or DENIED.search(before[-_LONGEST_DENIAL:]) or by_part(before, parts):
        return None
    times = Counter(keys[key] for key, _ in pairs)
    by_id = {part.id: part for part in parts}
    spelled = {keys[key]: _spelled(by_id[keys[key]].type, value) for key, value in pairs}
    texts = {name: text for name, text in spelled.items() if text}
    return Told(texts, frozenset(name for name, count in times.items() if count > 1))


Pairs = tuple[tuple[str, Any], ...]
"""An object with all its keys, for one may stand in it twice; a JSON list is no tuple."""


def _pairs(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return ()


def _answers(pairs: Pairs, keys: dict[str, str]) -> Pairs:
    if len(pairs) == 1 and pairs[0][0] not in keys and isinstance(pairs[0][1], tuple):
        pairs = pairs[0][1]
    return pairs if all(key in keys for key, _ in pairs) else ()


def _spelled(kind: str, value: Any) -> str:
    """A value as a text says it; empty where it is none of the type of its part."""
    if isinstance(value, str):
        return value
    if kind == "shape" and isinstance(value, list) and len(value) == 2 and all(map(is_size, value)):
        return f"({value[0]}, {value[1]})"
    if kind == "matrix" and isinstance(value, list):
        rows = value if all(isinstance(row, list) for row in value) else [value]
        return str(value) if all(map(_is_row, rows)) else ""
    return str(value) if kind in ("matrix", "integer") and _is_number(value) else ""


def _is_row(cells: Sequence[Any]) -> bool:
    return bool(cells) and all(map(_is_number, cells))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)
