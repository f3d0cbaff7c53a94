"""Formulas and products worked out by Maxima, a computer algebra system that is no Python.

What is printed is rewritten for Maxima sign by sign, with nothing in it but numbers, names, indices
and signs, and compared with what `formulas.mac` makes of symbols. One process answers a batch.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracles.batches import OTHER_MATRIX
from tests.oracles.loops import Mismatch, holds

MAC = Path(__file__).with_name("formulas.mac")
_SAFE = re.compile(r"[A-Za-z0-9_ \[\](),+*/-]+")
_LONGEST_RUN = 600
_ENTRY = re.compile(r"(W_[qkv]|x|w)_(?:\{([0-9ij,]+)\}|([0-9ij]))")
_BIG_SUM = re.compile(r"sum_\{i=1\}\^\{(\w+)\} (.+)")
_NUMBER = re.compile(r"\d+")

WEIGHTS = ("W_q", "W_k", "W_v")

NUMBERS_ONLY = ("zero-kept", "scaled-early", "sign-lost")
"""The mistakes that need numbers: a symbol is not zero, has no sign, and cannot be rounded."""

WITHOUT_VALUES = (
    *("length-from-rows", "shape-of-weight", "called-undefined"),
    *("slip-in-term", "slip-in-entry"),
)
"""The mistakes that give no matrix."""


def is_here() -> bool:
    """Whether Maxima is installed."""
    return shutil.which("maxima") is not None


def entry(printed: Any) -> str:
    """An entry for Maxima: a number, or a printed sum of products of entries.

    >>> entry("x_1 W_q_{11} + x_{10} W_q_{10,2}"), entry(-3)
    ('x[1]*W_q[1,1]+x[10]*W_q[10,2]', '(-3)')
    """
    if isinstance(printed, int | Fraction):
        return f"({printed})"
    return "+".join("*".join(map(_factor, term.split(" "))) for term in printed.split(" + "))


def _factor(printed: str) -> str:
    if _NUMBER.fullmatch(printed):
        return printed
    found = _ENTRY.fullmatch(printed)
    if found is None:
        raise Mismatch(f"{printed!r} is no entry of a matrix")
    name, braced, plain = found.groups()
    places = (braced or plain).split(",") if "," in (braced or "") else list(braced or plain)
    if name == "x" and "," not in (braced or ""):
        places = [braced or plain]
    holds(f"{printed!r} has the indices of {name}", len(places) == (1 if name == "x" else 2))
    return f"{name}[{','.join(places)}]"


def matrix(rows: Iterable[Iterable[Any]]) -> str:
    """A matrix for Maxima, of numbers or printed formulas."""
    return f"matrix({','.join('[' + ','.join(map(entry, row)) + ']' for row in rows)})"


def mistake_call(mistake: str, role: str, matrices: Mapping[str, str]) -> str:
    """What `formulas.mac` makes of a mistake for a role, from matrices as Maxima reads them."""
    x, own = matrices["x"], matrices[f"W_{role}"]
    three = [matrices[f"W_{letter}"] for letter in "qkv"]
    if mistake in OTHER_MATRIX:
        other = OTHER_MATRIX[mistake].get(role)
        return "[]" if other is None else f"another({x},{matrices[f'W_{other}']})"
    if mistake == "wrong-matrix":
        others = [matrices[f"W_{letter}"] for letter in "qkv" if letter != role]
        return f"others({x},{','.join(others)})"
    if mistake in ("three-added", "three-joined"):
        return f"{mistake.replace('-', '_')}({x},{','.join(three)})"
    return f"{mistake.replace('-', '_')}({x},{own})"


def product_question(x: str, W: str, rows: Iterable[Iterable[Any]]) -> str:
    """Whether a printed matrix is the product of two others."""
    return f"same(@,{matrix(rows)},project({x},{W}))"


def forms_question(call: str, printed: Iterable[Iterable[Iterable[Any]]]) -> str:
    """Whether the printed forms of a mistake are those that it has."""
    return f"forms(@,[{','.join(map(matrix, printed))}],{call})"


def entry_question(printed: str, d_in: int | str, d_out: int | str, j: int | str) -> str:
    """Whether the printed right side of an entry j is what x W has there; sizes may be names."""
    whole = _BIG_SUM.fullmatch(printed)
    if isinstance(d_in, str):
        if whole is None or whole[1] != d_in:
            raise Mismatch(f"{printed!r} is no sum up to {d_in}")
        return f"general(@,{entry(whole[2])},{j})"
    if whole is not None:
        raise Mismatch(f"{printed!r} is not written out")
    if isinstance(j, str) or isinstance(d_out, str):
        return f"same(@,matrix([{entry(printed)}]),project(token({d_in}),column_named({d_in},{j})))"
    there = f"project(token({d_in}),weight(w,{d_in},{d_out}))[1,{j}]"
    return f"same(@,matrix([{entry(printed)}]),matrix([{there}]))"


def wrong_entry_question(printed: str, mistake: str, d_in: int, d_out: int, j: int) -> str:
    """Whether the printed right side of an entry j is what a mistake has there."""
    call = mistake_call(
        mistake,
        "q",
        {"x": f"token({d_in})", **dict.fromkeys(WEIGHTS, f"weight(w,{d_in},{d_out})")},
    )
    return f"same(@,matrix([{entry(printed)}]),matrix([{call}[1][1,{j}]]))"


def wrong_answers(questions: Sequence[str]) -> dict[int, str]:
    """What Maxima says of the questions that it answers with no, by their places.

    Raises `Mismatch` where it did not answer all of them.
    """
    lines = [question.replace("@", str(n), 1) for n, question in enumerate(questions)]
    for line in lines:
        holds(f"nothing but formulas is in {line}", _SAFE.fullmatch(line) is not None)
    ended = [f"{line}$" for line in lines]
    asked = [MAC.read_text(encoding="ascii"), *ended, 'print("DONE", right)$\n']
    done = subprocess.run(
        ["maxima", "--very-quiet"],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        timeout=_LONGEST_RUN,
        check=False,
    )
    said = done.stdout + done.stderr
    wrong = {int(n): rest for n, rest in re.findall(r"^WRONG (\d+) (.*)$", said, re.MULTILINE)}
    if f"DONE {len(questions) - len(wrong)}" not in re.split(r"\s*\n", said):
        raise Mismatch(f"Maxima did not answer all {len(questions)} questions: {said[-600:]}")
    return wrong
