"""Names of files that are safe on every system, whatever they are made from."""

import re
from base64 import b32encode
from unicodedata import ucd_3_2_0

from qkvsym.streams import digest

APART = "_"
"""What stands between an id in plain letters and the digest of the id itself."""

_LONGEST = 60
_SHORTEST_CUT = 12
_DIGEST_CHARACTERS = 10
# Letters that Unicode does not take apart into one of ASCII and a mark.
_LETTERS = str.maketrans(
    {"ß": "ss", "ẞ": "ss", "Æ": "ae", "æ": "ae", "Œ": "oe", "œ": "oe", "Ø": "o", "ø": "o"}
    | {"Ł": "l", "ł": "l", "Đ": "d", "đ": "d", "Ð": "d", "ð": "d", "Þ": "th", "þ": "th"}
    | {"ı": "i", "Ħ": "h", "ħ": "h", "Ŧ": "t", "ŧ": "t", "Ŋ": "ng", "ŋ": "ng", "ĸ": "k"}
)
_MARKS = re.compile("[\u0300-\u036f]+")
_OTHERS = re.compile("[^a-z0-9]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout|clock)\Z")
_NOBODY = "person"


def file_name(id: str, code: str) -> str:
    """The name of a person's files without their suffix: the id in plain letters, and the code.

    An id that is not in plain letters itself, or too long, has a digest of 50 bits behind it. So
    the names of two ids differ, also on systems that do not tell A from a; and whoever else is on
    a list changes none. The name is of small letters, digits and single dashes up to its only
    dot, with one underscore before a digest, and of the code after it; at most 60 characters
    where the code has no more than 47.

    >>> file_name("ada", "WHA7"), file_name("Zoë O'Hara/../x", "WHA7")
    ('ada.WHA7', 'zoe-o-hara-x_3r3mzxf3g7.WHA7')
    """
    room = max(_LONGEST - len(code) - 1, _SHORTEST_CUT)
    id = ucd_3_2_0.normalize("NFC", id)
    plain = _plain(id)
    if plain != id or len(plain) > room:
        told = b32encode(digest(("file name", id))).decode()[:_DIGEST_CHARACTERS].lower()
        plain = f"{plain[: room - len(APART + told)].rstrip('-')}{APART}{told}"
    return f"{plain}.{code}"


def _plain(id: str) -> str:
    # The tables of Unicode 3.2 are the same in every Python.
    apart = ucd_3_2_0.normalize("NFKD", id).translate(_LETTERS)
    # What is left of other scripts is dropped, and their capitals with it.
    small = _MARKS.sub("", apart).encode("ascii", "replace").decode().lower()
    plain = _OTHERS.sub("-", small).strip("-") or _NOBODY
    return f"{_NOBODY}-{plain}" if _RESERVED.match(plain) else plain
