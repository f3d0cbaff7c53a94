"""How pages are set: the paper they are printed on, and the size of their letters."""

from dataclasses import dataclass

from qkvsym.errors import BadOption, UnknownName, shown

PAPERS = ("a4", "letter")
"""The papers; Letter is 8.5 x 11 inches."""

FONT_SIZES = (10, 11, 12, 14, 17, 20)
"""Sizes of the text, in points; from 14 on it is large print."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The paper, and the size of the text in points; raises `UnknownName` or `BadOption`.

    >>> Layout("letter", 14).paper
    'letter'
    """

    paper: str = "a4"
    font_size: int = 11

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise UnknownName("paper", self.paper, PAPERS)
        if self.font_size not in FONT_SIZES or type(self.font_size) is not int:
            sizes = ", ".join(map(str, FONT_SIZES))
            raise BadOption(f"the font size is {shown(self.font_size)}; there are {sizes} points")
