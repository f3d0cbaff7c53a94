"""Telling what comes next in a line, with nothing of it taken."""

from qkvsym.errors import Unreadable
from qkvsym.reading.functions import Functions
from qkvsym.reading.names import RESULTS
from qkvsym.reading.phrases import COUNTED, NUMBER_WORDS, SIZE_WORDS
from qkvsym.reading.prose import is_prose


class Ahead(Functions):
    """Looks ahead."""

    # Whether the chain that is read is about a result, or about nothing that has a name.
    of_result = True

    def starts_claim(self) -> bool:
        """Whether a name comes next that something is said of: q_1 =, or k: ."""
        place, notes = self.at, len(self.notes)
        try:
            self.name()
            return self.token.kind in ("=", ":", "∈")
        except Unreadable:
            return False
        finally:
            self.move(place)
            del self.notes[notes:]

    def is_shape_in_brackets(self) -> bool:
        """Whether a shape in brackets comes next, such as (1 x 2)."""
        first, sign, second, behind = (self.ahead(n) for n in range(1, 5))
        return (
            self.token.kind == "("
            and first.kind == "number"
            and sign.text in ("x", "×", "by")
            and second.kind in ("number", "word")
            and behind.kind in (")", "_")
        )

    def is_remark_in_brackets(self) -> bool:
        """Whether words in brackets come next, such as (row vector), up to the end of the line."""
        word = self.ahead()
        if self.token.kind != "(" or word.kind != "word":
            return False
        if len(word.text) == 1 and word.text != "a":
            return False
        place = self.at
        self.take()
        operand = self.starts_operand()
        self.move(place)
        said = self.text[word.at :]
        if word.text.lower() in SIZE_WORDS and self.ahead(2).kind == "=":
            said = said.replace("=", " ", 1)
        return not operand and is_prose(said)

    def is_row_or_size(self, steps: int) -> bool:
        """Whether so far ahead a row, a shape or a number of entries begins, and no one number."""
        steps += self.ahead(steps).kind == "-"
        begins, behind = self.ahead(steps), self.ahead(steps + 1)
        if begins.kind == "(":
            number = steps + 1 + (behind.kind == "-")
            return self.ahead(number).kind == "number" and self.ahead(number + 1).kind != ")"
        if begins.kind != "number" and begins.text not in NUMBER_WORDS:
            return begins.kind in ("[", "begin")
        if behind.text in (",", "and"):
            behind = self.ahead(steps + 2)
        return behind.kind in ("number", "-") or behind.text in (*COUNTED, "x", "×", "by")

    def starts_operand(self) -> bool:
        """Whether the word that comes next begins a value."""
        return (
            self.is_name()
            or self.is_code_array()
            or self.token.text in ("sum", "sqrt")
            or self.token.text.lower() in ("column", "col")
        )

    def is_defined_next(self) -> bool:
        """Whether something may be said of the name that comes next, and it is no factor.

        What is given is given before anything is said of a result.
        """
        said_of = self.token.text in RESULTS or not self.of_result
        return said_of and self.starts_claim()

    def is_dot_product(self) -> bool:
        """Whether a full stop stands before another factor, as in x . column 1."""
        following = self.ahead().text.lower()
        if (self.before.kind, self.ahead().kind) in (("]", "["), (")", "(")):
            # A full stop at the end of a sentence has a space behind it alone.
            return self.token.spaced == self.ahead().spaced
        return following in ("column", "col") or self.ahead().text in ("W", "x", "X")
