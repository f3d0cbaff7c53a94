"""Worksheet codes: short, typeable, and checked.

A code is a list of whole numbers, written in Elias delta bits and spelled in an alphabet of 31
characters without I, L, O, 0 and 1. The last character makes the sum of all characters, each
times a power of 3, divisible by 31. As 31 is prime and 3 generates its residues, every single
wrong character and every swap of two neighbours breaks the sum.
"""

from collections.abc import Iterable, Iterator
from itertools import cycle

from qkvsym.errors import BadCode, shown

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_BASE = len(ALPHABET)
_GENERATOR = 3
_POWERS = [pow(_GENERATOR, n, _BASE) for n in range(_BASE - 1)]
_LONGEST = 400
_BITS_OF_A_NUMBER = 80


def encode(numbers: Iterable[int]) -> str:
    """The code of a list of whole numbers, none of them negative.

    >>> encode([0, 0, 7]), decode(encode([0, 0, 7]))
    ('VW3Y', [0, 0, 7])
    """
    left = int("1" + "".join(map(_bits, numbers)), 2)
    digits = []
    while left:
        left, digit = divmod(left, _BASE)
        digits.append(digit)
    digits.append(-_weighted(digits) * pow(_GENERATOR, -len(digits), _BASE) % _BASE)
    return "".join(ALPHABET[digit] for digit in digits)


def decode(code: str) -> list[int]:
    """The numbers of a code; raises `BadCode` with the reason where it was mistyped."""
    if not isinstance(code, str):
        raise BadCode(f"{shown(code)} is no worksheet code; a code is a text")
    typed = "".join(c.upper() if c.isascii() else c for c in code.strip()[: _LONGEST + 1])
    if not 2 <= len(typed) <= _LONGEST:
        raise BadCode(f"{shown(code)} is no worksheet code: it is too {_extreme(typed)}")
    for place, character in enumerate(typed, 1):
        if character not in ALPHABET:
            raise BadCode(
                f"the code {shown(code)} has {shown(character)} at place {place}: codes use the "
                f"digits 2 to 9 and the letters without I, L and O; compare it with the sheet"
            )
    digits = [ALPHABET.index(character) for character in typed]
    if _weighted(digits):
        raise BadCode(
            f"the code {shown(code)} was mistyped: a character is wrong, missing or too many, or "
            f"two neighbours are swapped; compare it with the sheet"
        )
    value = 0
    for digit in reversed(digits[:-1]):
        value = value * _BASE + digit
    numbers = list(_numbers(f"{value:b}"[1:])) if value and digits[-2] else []
    if not numbers or encode(numbers) != typed:
        raise BadCode(f"{shown(code)} is no worksheet code; compare it with the sheet")
    return numbers


def _extreme(typed: str) -> str:
    return "long" if len(typed) > _LONGEST else "short"


def _weighted(digits: list[int]) -> int:
    return sum([d * power for d, power in zip(digits, cycle(_POWERS), strict=False)]) % _BASE


def _bits(number: int) -> str:
    """Elias delta of number + 1: the length of the length, the length, the number."""
    binary = f"{number + 1:b}"
    length = f"{len(binary):b}"
    return "0" * (len(length) - 1) + length + binary[1:]


def _numbers(bits: str) -> Iterator[int]:
    at = 0
    while at < len(bits):
        zeros = len(bits[at:]) - len(bits[at:].lstrip("0"))
        after = at + 2 * zeros + 1
        length = int(bits[at + zeros : after] or "0", 2)
        end = after + length - 1
        if after > len(bits) or end > len(bits) or length > _BITS_OF_A_NUMBER:
            return
        yield int("1" + bits[after:end], 2) - 1
        at = end
