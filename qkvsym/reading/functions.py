"""What has a name or a sign of its own: fractions, roots, columns, sums over an index."""

from abc import abstractmethod

from qkvsym.errors import Unreadable
from qkvsym.reading.arrays import Arrays
from qkvsym.reading.syntax import Column, Div, Node, Num, Root, Series
from qkvsym.shapes import MAX_SIZE, Size

DEEPEST_SUMS = 3


class Functions(Arrays):
    """Reads them, with the sums and products in them left to what derives from it."""

    # How many sums over an index the reading is inside of.
    sums_open = 0

    @abstractmethod
    def term(self) -> Node:
        """A product."""

    @abstractmethod
    def bare_factor(self) -> Node:
        """A factor without what stands behind it."""

    def fraction(self) -> Node:
        """A fraction of LaTeX."""
        start = self.take()
        parts = []
        for _ in range(2):
            self.expect("{")
            parts.append(self.in_list(False))
            self.expect("}")
        return Div(start.at, self.before.end, parts[0], parts[1])

    def root(self) -> Node:
        """A square root."""
        start = self.take()
        if self.token.kind not in ("(", "{", "number"):
            self.fail("what stands under the root is expected here")
        body = self.bare_factor()
        return Root(start.at, self.before.end, body)

    def size_as_number(self) -> Node:
        """The name of a size where a number is expected."""
        start = self.token
        size = self.size_name()
        if not isinstance(size, int):
            self.fail("how large this is is not given", start)
        return Num(start.at, self.before.end, size)

    def column(self) -> Node:
        """Column j of the matrix at hand, as in x . column 1."""
        start = self.take()
        token = self.take()
        if token.kind not in ("number", "word") or len(token.text) > 4:
            self.fail("the number of a column is expected here", token)
        j = int(token.text) if token.text.isdigit() else token.text
        name = "W"
        if self.accept_words("of"):
            if not self.is_name():
                self.unexpected()
            name = self.name().name
        if j == 0:
            self.fail("places are counted from 1", token)
        return Column(start.at, self.before.end, name, j)

    def series(self) -> Node:
        """A sum over an index, with or without its bounds."""
        start = self.take()
        index, lower, upper = self._limits()
        if self.sums_open >= DEEPEST_SUMS:
            self.fail("sums are nested too deep", start)
        self.sums_open += 1
        body = self.term()
        self.sums_open -= 1
        return Series(start.at, body.end, index, lower, upper, body)

    def _limits(self) -> tuple[str, int | None, Size | None]:
        lower: int | None = None
        if self.token.kind == "sub":
            index = self.take().text
        else:
            self.expect("_")
            braced = self.accept("{")
            index = self.take().text
            if braced and self.accept("="):
                lower = self._bound()
            if braced:
                self.expect("}")
        if len(index) != 1 or not index.isalpha():
            self.fail("the letter that the sum runs over is expected here", self.before)
        return index, lower, self._upper()

    def _upper(self) -> Size | None:
        if not self.accept("^"):
            return None
        braced = self.accept("{")
        size = self.size_name()
        upper: Size = self._bound() if size is None else size
        if braced:
            self.expect("}")
        return upper

    def _bound(self) -> int:
        token = self.take()
        if token.kind != "number" or not isinstance(token.value, int):
            self.fail("a whole number or the name of a size is expected here", token)
        if token.value > MAX_SIZE:
            raise Unreadable("the sum is too long; it runs over the entries of x", token.at)
        return token.value
