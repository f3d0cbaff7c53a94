"""A gap in a wording: what stands for a value that is printed, and not looked into.

Most of a line is the same on every sheet, and only the worked sum or the matrix in it differs. Its
wording is rendered once with the gap, and the spelled value is put there afterwards. A built-in
template that did more with the value than print it is found out here, and rendered in full each
time; those of a user always are.
"""

from typing import Any, NoReturn

MARK = "\x00gap\x00"
"""What is printed for the gap; no template and no spelling holds a NUL."""


class LookedInto(Exception):
    """A template asked something of the value, so that the wording may depend on it."""


class Gap:
    """The value; whatever is asked of it but to be printed raises `LookedInto`."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> NoReturn:
        raise LookedInto

    __getattr__ = __getitem__ = __call__ = __eq__ = _refuse
    __str__ = __repr__ = __format__ = __bool__ = _refuse
    __len__ = __iter__ = __contains__ = _refuse
    __hash__ = object.__hash__


GAP = Gap()
