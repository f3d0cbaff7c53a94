"""Shapes as they are written: 1 x 2, (1, 2), torch.Size([1, 2]), 1 by d_out."""

from collections.abc import Callable, Mapping

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.expressions import Expressions
from qkvsym.reading.phrases import COUNTED, NUMBER_WORDS, SIZE_WORDS
from qkvsym.reading.symbols import OPENING
from qkvsym.reading.syntax import WrittenShape
from qkvsym.shapes import Size

_TURNED: Mapping[str, Callable[[Size], tuple[Size, Size]]] = {
    "row": lambda length: (1, length),
    "column": lambda length: (length, 1),
}
SIGNS = ("x", "×", "by", "X")


class WrittenShapes(Expressions):
    """Reads a shape where a shape is expected."""

    def shape(self) -> WrittenShape:
        """Two sizes, or one that is a length."""
        start = self.token.at
        if self.token.text in ("torch", "Size", "TensorShape"):
            return self._size_object()
        if self.token.text == "R":
            return self.real_space()
        if self.token.kind == "(" or self.token.kind == "[":
            return self._in_brackets(start)
        sizes = [self._size()]
        # A star behind two sizes begins another factor, as in 1 x 3 * 3 x 2.
        while (len(sizes) == 1 or self.token.kind != "*") and self._accept_sign():
            sizes.append(self._size())
        if len(sizes) > 1:
            one = sizes[1] == 1 and not self.says("column", "vector")
            self.accept_words("columns") or (one and self.accept_words("column"))
        return self._checked(sizes, start, "length")

    def shape_in_words(self) -> WrittenShape | None:
        """A shape such as row vector of length 3, vector with 3 entries, column; None for none."""
        start, place, way = self.token.at, self.at, self.token.text.lower()
        turned = way in _TURNED
        if turned:
            self.take()
        vector = self.accept_words("vector")
        if (turned or vector) and self._says_how_long():
            self.take()
            if self.token.text.lower() in SIZE_WORDS:
                self.take()
            sizes = self.shape().sizes
            if self.token.text.lower() in COUNTED:
                self.take()
            if turned and len(sizes) == 1:
                sizes = _TURNED[way](sizes[0])
            return self._checked(list(sizes), start, "length")
        if turned and (self.token.kind != "-" or self.token.spaced):
            return WrittenShape(start, self.before.end, (1,), "rows" if way == "row" else "columns")
        self.move(place)
        return None

    def _says_how_long(self) -> bool:
        following = self.ahead()
        sized = following.kind == "number" or following.text.lower() in (*SIZE_WORDS, *NUMBER_WORDS)
        sized = sized or self.size_length(1) > 0
        return sized and (self.says("of") or self.says("with"))

    def real_space(self) -> WrittenShape:
        """A shape as the power of the real numbers, R^{1 x 2}."""
        if self.token.text != "R":
            self.fail("R^{1 x 2}, say, is expected here")
        self.take()
        self.expect("^")
        braced = self.accept("{")
        shape = self.shape()
        if braced:
            self.expect("}")
        return shape

    def _accept_sign(self) -> bool:
        rows = self.token.text in ("row", "rows")
        columns = self.ahead(2 + (self.size_length(2) or 1)).text
        if rows and self.ahead().text in ("and", ",") and columns.startswith("column"):
            # 1 row and 2 columns
            self.move(self.at + 2)
            return True
        if rows and self.ahead().text in SIGNS:
            self.take()
        if self.token.kind == "-" and self.ahead().text == "by" and self.ahead(2).kind == "-":
            self.move(self.at + 3)
            return True
        if self.token.kind == "×" or (self.token.kind == "word" and self.token.text in SIGNS):
            self.take()
            return True
        if self.token.kind == "*":
            self.fail("a shape is written with x, as in 1 x 2")
        return False

    def _size_object(self) -> WrittenShape:
        start = self.token.at
        if self.accept_words("torch"):
            self.expect(".")
        if self.take().text not in ("Size", "TensorShape"):
            self.fail("Size is expected here", self.before)
        self.expect("(")
        if self.token.kind != "[":
            self.fail("[ is expected here")
        made = self._in_brackets(self.token.at)
        self.expect(")")
        form = "1-D" if len(made.sizes) == 1 else made.form
        return WrittenShape(start, self.before.end, made.sizes, form)

    def _in_brackets(self, start: int) -> WrittenShape:
        opening = self.take().kind
        product = self.ahead().text in SIGNS and self.ahead(3).kind == "]"
        if opening == "[" and self.text[start - 1 : start] != "(" and not product:
            self.fail("this is a vector; a shape is written 1 x 2 or (1, 2)", self.before)
        sizes = [self._size()]
        while self._accept_sign() or (self.accept(",") and self.token.kind != ")"):
            sizes.append(self._size())
        one = "1-D" if self.before.kind == "," else "length"
        self.expect(OPENING[opening])
        return self._checked(sizes, start, one)

    def _size(self) -> Size:
        token = self.token
        named = self.size_name()
        if named is not None:
            return named
        if token.kind == "-":
            self.fail("a size is a positive whole number")
        if token.text.lower() in NUMBER_WORDS:
            self.take()
            return NUMBER_WORDS[token.text.lower()]
        if token.kind != "number":
            self.fail("a size is expected here, as in 1 x 2")
        self.take()
        if not isinstance(token.value, int) or "." in token.text[:-1] or token.value < 1:
            self.fail("a size is a positive whole number", token)
        if token.value > bounds.LARGEST_SIZE_CLAIMED:
            self.fail(f"sizes go up to {bounds.LARGEST_SIZE_CLAIMED}", token)
        return token.value

    def _checked(self, sizes: list[Size], start: int, one: str) -> WrittenShape:
        if len(sizes) > 2:
            raise Unreadable("a shape here has two sizes, rows x columns", start)
        form = "shape" if len(sizes) == 2 else one
        return WrittenShape(start, self.before.end, tuple(sizes), form)  # type: ignore[arg-type]
