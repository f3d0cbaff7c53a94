"""Text of a user on one line, without what hides it or turns it around."""

import re

# Controls, surrogates, and what hides or turns text around; not what a Python's tables call
# printable, for those change from one version to the next.
_UNPRINTED = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufeff\\ufff9-\\uffff]"
)
_LONGEST_TOLD = 300


def one_line(text: str) -> str:
    """The text on one line, with single spaces in the place of all that cannot be printed.

    >>> one_line(" Ada\\n\\tLovelace\\x00 ")
    'Ada Lovelace'
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join(_UNPRINTED.sub(" ", text).split())


def told(text: str) -> str:
    """What another program says, for a message: on one line, at most 300 characters.

    >>> told("unknown encoding: \\x1b[31m")
    'unknown encoding: [31m'
    """
    # What is cut off is not looked at.
    text = one_line(text[: 2 * _LONGEST_TOLD])
    return text if len(text) <= _LONGEST_TOLD else f"{text[: _LONGEST_TOLD - 3]}..."
