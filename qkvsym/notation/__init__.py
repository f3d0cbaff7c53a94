"""How values and formulas are spelled: as plain text, as LaTeX and Typst math, and in spoken words.

Products keep the order of the hand, with the token on the left (the `row` convention: x is
1 x d_in, W is d_in x d_out, q = x W_q); nothing is simplified.
"""

from qkvsym.notation.drawn import drawn
from qkvsym.notation.plain import text
from qkvsym.notation.spelling import Spelling
from qkvsym.notation.spoken import spoken
from qkvsym.notation.tex import latex
from qkvsym.notation.typ import typst

CONVENTION = "row"
"""The convention that sheets are stored and printed in."""

__all__ = ["CONVENTION", "Spelling", "drawn", "latex", "spoken", "text", "typst"]
