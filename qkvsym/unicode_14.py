"""What Unicode 14 says of a character, whichever Unicode the Python here knows.

Python 3.11 knows 14, and each later one knows more. A report that followed it would spell a sign
in one place and print it in another, and count other columns.
"""

import re
import unicodedata

# What came with Unicode 15 to 17, and what lies between and is not printed either.
_LATER = re.compile(
    "[\u088f\u0892-\u0897\u0c5c\u0cdc\u0cf3\u0ece\u1acf-\u1aeb\u1b4e-\u1b4f\u1b7f\u1c89-\u1c8a"
    "\u20c1\u2427-\u2429\u2b96\u2ffc-\u2fff\u31e4-\u31ef\ua7cb-\ua7cf\ua7d2\ua7d4"
    "\ua7da-\ua7f1\ufbc3-\ufbd2\ufd90-\ufd91\ufdc8-\ufdce\U000105c0-\U000105f3"
    "\U00010940-\U00010959\U00010d40-\U00010d8f\U00010ec2-\U00010eff\U0001123f-\U00011241"
    "\U00011380-\U000113e2\U000116d0-\U000116e3\U00011b00-\U00011bf9\U00011db0-\U00011de9"
    "\U00011f00-\U00011f5a\U0001342f\U00013439-\U000143fa\U00016100-\U00016139\U00016d40-\U00016d79"
    "\U00016ea0-\U00016ed3\U00016ff2-\U00016ff6\U000187f8-\U000187ff\U00018cff"
    "\U00018d09-\U00018df2\U0001b132\U0001b155\U0001cc00-\U0001cef0\U0001d2c0-\U0001d2d3"
    "\U0001df25-\U0001df2a\U0001e030-\U0001e08f\U0001e4d0-\U0001e6ff\U0001f6d8-\U0001f6dc"
    "\U0001f774-\U0001f77f\U0001f7d9\U0001f8b2-\U0001f8d8\U0001fa54-\U0001fa57"
    "\U0001fa75-\U0001fa77\U0001fa87-\U0001fa8f\U0001faad-\U0001faaf\U0001fabb-\U0001fabf"
    "\U0001fac6-\U0001facf\U0001fada-\U0001fadf\U0001fae8-\U0001faef\U0001faf7-\U0001faf8"
    "\U0001fbcb-\U0001fbef\U0001fbfa\U0002b739-\U0002b73f\U0002cea2-\U0002cead"
    "\U0002ebf0-\U0002ee5d\U00031350-\U00033479]"
)
# Takes one column in 14, and two from 16 on; and one that is a mark in 14, and a letter in 17.
_WIDER = re.compile(
    "[\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376]"
)
_MARKS = ("\U0001171e",)


def category(char: str) -> str:
    """The general category of a character; Cn where there is none yet.

    >>> category("a"), category("\\u0301"), category("\\U0001fae8")
    ('Ll', 'Mn', 'Cn')
    """
    if _LATER.match(char):
        return "Cn"
    return "Mn" if char in _MARKS else unicodedata.category(char)


def is_wide(char: str) -> bool:
    """Whether a character takes two columns."""
    return unicodedata.east_asian_width(char) in "WF" and not _WIDER.match(char)


def name(char: str) -> str:
    """The name of a character; empty where it has none."""
    known = unicodedata.name(char, "")
    # Python 3.15 is the first to name these, which were there before.
    return "" if known.startswith("TANGUT IDEOGRAPH-") or _LATER.match(char) else known
