"""Names of files that are safe on every system, whatever they are made from."""

import re
from unicodedata import ucd_3_2_0

_LONGEST = 60
_SHORTEST_CUT = 12
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

    It is of small letters, digits and single dashes up to its only dot, and of the code after it;
    at most 60 characters where the code has no more than 47. Two ids may be spelled alike: two
    names differ wherever the codes do, also on systems that do not tell A from a.

    >>> file_name("Zoë O'Hara/../x", "WHA7")
    'zoe-o-hara-x.WHA7'
    """
    room = max(_LONGEST - len(code) - 1, _SHORTEST_CUT)
    return f"{_plain(id)[:room].rstrip('-')}.{code}"


def _plain(id: str) -> str:
    # The tables of Unicode 3.2 are the same in every Python.
    apart = ucd_3_2_0.normalize("NFKD", id).translate(_LETTERS)
    # What is left of other scripts is dropped, and their capitals with it.
    small = _MARKS.sub("", apart).encode("ascii", "replace").decode().lower()
    plain = _OTHERS.sub("-", small).strip("-") or _NOBODY
    return f"{_NOBODY}-{plain}" if _RESERVED.match(plain) else plain
