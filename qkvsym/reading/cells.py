"""A row of a table, with signs in the place of the bars between its cells."""

import re
from itertools import pairwise

from qkvsym.errors import Unreadable

_DRESS = " \t$*`"
_NAME = re.compile(r"(?:[qkvQKVxX]|[wW]_?\{?[qkvQKV]\}?)[_0-9]{0,3}")
_RESULT = re.compile(r"query|key", re.IGNORECASE)
_SHAPE = re.compile(r"\(?[0-9]+[ \t]*(?:x|×|\\times|by)[ \t]*[0-9]+\)?")
_NUMBER = re.compile(r"[-−–]?[0-9]{1,12}(?:[./][0-9]{1,12})?")
_LIST = re.compile(r"[\[(][^|]{1,200}[\])]")
_WORDS = re.compile(r"[A-Za-z ]{0,40}")
_PLACE = re.compile(r"(?:entry|component|row|column|token|step) [0-9]{1,2}", re.IGNORECASE)
_ROW = re.compile(
    r"[ \t]*\|?[ \t]*[$*`A-Za-z_{}0-9\\^()]{1,24}[ \t]*(?:\|[^|\n]{1,2000}){1,17}\|?[ \t]*\Z"
)
_NO_NAME = "a row of a table begins with the name of one result, as in | q | [4, 5] |"


def without_bars(text: str) -> str:
    """A name and what is said of it, in the cells of a table, with signs between them.

    Every character keeps its place. What heads the columns says nothing, and is left out.

    >>> without_bars("| q | 4 | 5 | 1 x 2 |")
    '  q = 4 , 5 ; 1 x 2  '
    """
    cells = text.split("|")
    bare = [cell.strip(_DRESS) for cell in cells]
    if _is_heading([cell for cell in bare if cell]):
        return " " * len(text)
    if not _ROW.match(text):
        return text
    signs, named = [], False
    for before, after in pairwise(bare):
        named = named or bool(_NAME.fullmatch(before))
        signs.append(_sign(before, after, named))
    return "".join(part for pair in zip(cells, [*signs, ""], strict=True) for part in pair)


def _sign(before: str, after: str, named: bool) -> str:
    if not before or not after or "=" in (before, after):
        return " "
    if _SHAPE.fullmatch(after):
        return ":" if _NAME.fullmatch(before) else ";" if _NUMBER.fullmatch(before) else ","
    if named and _NAME.fullmatch(after):
        return ","
    if _NUMBER.fullmatch(before) and _NUMBER.fullmatch(after):
        return ","
    return "=" if named else ":"


def _is_heading(filled: list[str]) -> bool:
    """Whether cells are names of columns, so that nothing is said in them."""
    if len(filled) < 2 or not all(
        _NAME.fullmatch(one) or _PLACE.fullmatch(one) for one in filled[1:]
    ):
        return False
    return any(kind.fullmatch(filled[0]) for kind in (_NAME, _PLACE, _WORDS))


def check_named(text: str) -> None:
    """Refuse a row of values that does not begin with the name of what they are."""
    cells = text.split("|")
    filled = [cell.strip(_DRESS) for cell in cells if cell.strip(_DRESS)]
    values = [_is_value(one) for one in filled]
    if len(filled) < 2 or not all(values[1:]):
        return
    # A word before one value may be what it is called.
    word = _WORDS.fullmatch(filled[0]) and not _NAME.fullmatch(filled[0])
    if values[0] or (word and len(filled) > 2 and not _RESULT.fullmatch(filled[0])):
        raise Unreadable(_NO_NAME, text.index(filled[0]))


def _is_value(cell: str) -> bool:
    return any(kind.fullmatch(cell) for kind in (_NUMBER, _SHAPE, _LIST))
