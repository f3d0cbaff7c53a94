"""Reports spell and measure characters alike, whichever Unicode the Python here knows."""

from hashlib import sha256

from qkvsym.report import PLAIN, columns
from qkvsym.unicode_14 import name

KNOWN = "37308c432ea4246787d75ed051ffb7f90c7e6c5ec463c33d1d7f7f07da15f780"
"""A digest of what Python 3.11 knew, before there was anything to leave out of a later one."""


def test_characters_are_spelled_and_measured_and_named_as_in_unicode_14() -> None:
    chars = [chr(n) for n in (*range(0x3400), *range(0xA000, 0xAC00), *range(0xF900, 0x16000))]
    chars += map(chr, range(0x1D000, 0x20000))
    shown = [(PLAIN.shown(c), name(c)) for c in chars]
    text = "\n".join(f"{one} {columns(one)} {called}" for one, called in shown)
    assert sha256(text.encode()).hexdigest() == KNOWN


def test_a_sign_that_came_later_is_spelled_and_its_older_neighbour_printed() -> None:
    assert PLAIN.shown("\U0001fae7\U0001fae8") == "\U0001fae7<U+1FAE8>"
    assert (name("\U0001fae7"), name("\U0001fae8")) == ("BUBBLES", "")
    assert [columns(c) for c in "\u2629\u2630\U0001fae7\u4dc0\u4e00\U0001171e"] == [
        1,
        1,
        2,
        1,
        2,
        0,
    ]
