"""The lines of data sets with replies, as `score` reads them."""

import json
from collections.abc import Iterator
from io import BytesIO

import qkvsym
from qkvsym.datasets import entry_lines
from qkvsym.kinds import kind_ids
from qkvsym.scoring.answered import ScoredLine, scored_lines
from tests.fuzzing.target import Target, check_message, chosen
from tests.fuzzing.targets.replies import check_score
from tests.test_score import ENTRY

_WORDS = (
    *['"id"', '"parts"', '"answer"', '"type"', '"value"', '"options"', '"wrong"', '"mistake"'],
    *[
        '"givens"',
        '"prompt"',
        '"kind"',
        '"response"',
        '"matrix"',
        '"shape"',
        '"integer"',
        "[[4,5]]",
    ],
    *['"choice"', '"formula"', '"text"', '"undefined"', "[1,2]", "null", "true", "NaN", "Infinity"],
    *["-1", "1e400", "999999999999", "{", "}", "[", "]", ":", ",", "\\u0000", "\\ud800", "\n", '"'],
    *['"q"', '"x"', '"W_q"', '"W_v_new"', '"d_in"', "16", "17", "9999", "10000", '"q = [4, 5]"'],
)


def _read(data: bytes) -> list[ScoredLine]:
    if chosen(data, 2) == 0:
        return list(scored_lines(BytesIO(data[1:]), None))
    entries, _, answers = data[1:].partition(b"\n\n")
    return list(scored_lines(BytesIO(entries), BytesIO(answers)))


def _check(data: bytes, lines: list[ScoredLine]) -> None:
    for line in lines:
        json.dumps(line.to_dict())
        if line.score is None:
            check_message(line.error)
        else:
            check_score(line.score)


def _seeds() -> Iterator[bytes]:
    yield b"\x00" + json.dumps(ENTRY | {"answer": "q = [4, 5]"}).encode()
    yield b"\x00" + json.dumps(ENTRY | {"response": {"q": "[4, 5]", "b": "1 x 2"}}).encode()
    for kind in kind_ids():
        entry = json.loads(entry_lines(qkvsym.generate(kind))[0])
        small = {name: entry[name] for name in ("id", "kind", "givens", "parts")}
        yield b"\x00" + json.dumps(small | {"answer": "(a) 1 x 2\n(b) q = [4, 5]"}).encode()
        answer = json.dumps({"id": entry["id"], "answer": "1 x 2"}).encode()
        yield b"\x01" + json.dumps(small).encode() + b"\n\n" + answer
    yield b"\x00{}"
    yield b"\x00" + b"[" * 2000


def _parts(data: bytes) -> int:
    return data.count(b'"type"') or 1


TARGET = Target(_read, (), _check, _seeds, _WORDS, 4_000, pieces=_parts, share=3)
