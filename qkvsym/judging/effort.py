"""How much is calculated for one piece of work, so that no line and no file can hang."""

from qkvsym.errors import Unreadable
from qkvsym.reading.syntax import Node

OF_A_FILE = 600_000
OF_A_LINE = 100_000
"""In products of two entries, about."""


class Effort:
    """What is left of the calculation that is done for one piece of work."""

    def __init__(self) -> None:
        self.left = OF_A_FILE
        self.left_of_line = OF_A_LINE

    def begin_line(self) -> None:
        """Let the next line calculate as much as any."""
        self.left_of_line = OF_A_LINE

    def spend(self, amount: int, node: Node) -> None:
        """Take from what is left; raises `Unreadable` at the node where nothing is."""
        self.left -= amount
        self.left_of_line -= amount
        if self.left_of_line < 0:
            raise Unreadable("this asks for too much calculation", node.at)
        if self.left < 0:
            raise Unreadable("too much is calculated in this work; hand it in in parts", node.at)
