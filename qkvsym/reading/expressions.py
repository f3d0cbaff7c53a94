"""Sums, products, fractions, brackets and everything in them."""

from qkvsym.errors import Unreadable
from qkvsym.reading.arrays import Arrays
from qkvsym.reading.cursor import OPERAND_STARTS
from qkvsym.reading.syntax import (
    Add,
    Array,
    Column,
    Div,
    Indexed,
    Mul,
    Neg,
    Node,
    Num,
    Ref,
    Root,
    Series,
    Transpose,
)
from qkvsym.reading.tokens import Token
from qkvsym.shapes import Size

TIMES = ("*", "·", "×", "@")


class Expressions(Arrays):
    """Reads a value, whatever it is."""

    def sum(self) -> Node:
        """Terms joined by plus and minus."""
        start = self.token.at
        terms = [self._signed_term()]
        while self.token.kind in ("+", "-") and not self._parts_entries():
            terms.append(self._signed_term())
        return terms[0] if len(terms) == 1 else Add(start, self.before.end, tuple(terms))

    def _parts_entries(self) -> bool:
        """Whether the sign that comes next begins another entry, as in [1 -2]."""
        if not (self.spaces_part and self.token.spaced) or self.ahead().spaced:
            return False
        self.note("a sign right before a number begins another entry", self.token.at)
        return True

    def _signed_term(self) -> Node:
        sign = self.token
        negative = False
        if self.token.kind in ("+", "-"):
            negative = self.take().kind == "-"
            if self.token.kind in ("+", "-"):
                self.fail("two signs stand side by side; put a negative number in brackets")
        term = self.term()
        return Neg(sign.at, term.end, term) if negative else term

    def term(self) -> Node:
        """Factors, with signs between them or side by side."""
        factors = [self.factor()]
        while True:
            if self.token.kind in TIMES:
                self.take()
                factors.append(self._factor_behind_sign())
            elif self.token.kind == "." and self._is_dot_product():
                self.take()
                factors.append(self.factor())
            elif self.token.kind == "/":
                self.take()
                under = self._factor_behind_sign()
                factors[-1] = Div(factors[-1].at, under.end, factors[-1], under)
            elif self._side_by_side(factors[-1]):
                factors.append(self.factor())
            else:
                break
        if len(factors) == 1:
            return factors[0]
        return Mul(factors[0].at, factors[-1].end, tuple(factors))

    def _is_dot_product(self) -> bool:
        following = self.ahead().text.lower()
        return following in ("column", "col") or self.ahead().text in ("W", "x", "X")

    def _factor_behind_sign(self) -> Node:
        if self.token.kind == "-":
            # 2*-4 is how code writes it.
            sign = self.take()
            body = self.factor()
            return Neg(sign.at, body.end, body)
        return self.factor()

    def _side_by_side(self, last: Node) -> bool:
        """Whether another factor follows without a sign."""
        token = self.token
        if token.kind not in OPERAND_STARTS:
            return False
        if self.spaces_part and token.spaced:
            return False
        if token.kind == "word":
            if not self.starts_operand():
                return False
            if isinstance(last, Num) and token.text == "x" and self.ahead().kind == "number":
                self.fail("this reads like a shape; for a product write *, for a shape q: 1 x 2")
            self._check_pair(last, token)
            return True
        if token.kind == "number":
            if isinstance(last, Num):
                self.fail("two numbers stand side by side; write * or + between them")
            if isinstance(last, Ref):
                self.fail("a number stands behind a name; write * between them")
            return not isinstance(last, Array)
        if token.kind == "[" and isinstance(last, Array) and self.ahead(2).kind == "]":
            self.fail("an index behind a list is not part of the notation")
        if token.kind == "(" and isinstance(last, Ref) and not token.spaced:
            if self.ahead().kind == "number":
                self.fail("brackets right behind a name are no index here; write q_1 for entry 1")
        if token.kind == "(" and self.is_shape_in_brackets():
            return not isinstance(last, Array | Ref)
        return True

    def is_shape_in_brackets(self) -> bool:
        """Whether a shape in brackets comes next, such as (1 x 2)."""
        signs = [self.ahead(n) for n in range(1, 5)]
        return (
            signs[0].kind == "number"
            and signs[1].text in ("x", "×", "by")
            and signs[2].kind in ("number", "word")
            and signs[3].kind in (")", "_")
        )

    def _check_pair(self, last: Node, token: Token) -> None:
        if isinstance(last, Ref) and last.indices and last.name[0] == token.text[0]:
            self.fail("two entries stand side by side; put a comma, + or * between them")

    def starts_operand(self) -> bool:
        """Whether the word that comes next begins a value."""
        return (
            self.is_name()
            or self.is_code_array()
            or self.token.text in ("sum", "sqrt")
            or self.token.text.lower() in ("column", "col")
        )

    def factor(self) -> Node:
        """A value with what stands behind it: indices, a transposition."""
        body = self._bare_factor()
        while True:
            if self.token.kind in ("_", "sub") and self.before.kind == ")":
                indices = self.indices_behind(body)
                body = Indexed(body.at, self.before.end, body, indices)
            elif self.token.kind in ("'", "^T"):
                self.take()
                body = Transpose(body.at, self.before.end, body)
            elif self.token.kind == "^":
                body = self._transposed(body)
            elif self.token.kind == "." and self.ahead().text == "T":
                self.move(self.at + 2)
                body = Transpose(body.at, self.before.end, body)
            elif self.token.kind == "!":
                self.unexpected()
            else:
                return body

    def _transposed(self, body: Node) -> Node:
        place = self.take()
        braced = self.accept("{")
        if self.token.kind not in ("T", "^T") and self.token.text != "T":
            self.fail("powers are not part of this notation", place)
        self.take()
        if braced:
            self.expect("}")
        return Transpose(body.at, self.before.end, body)

    def _bare_factor(self) -> Node:
        token = self.token
        if token.kind == "number":
            self.take()
            return Num(token.at, token.end, token.value)
        if token.kind == "(":
            return self._group()
        if token.kind == "{":
            self.take()
            body = self.sum()
            self.expect("}")
            return body
        if token.kind == "[":
            return self.array()
        if token.kind == "<":
            return self.angle_vector()
        if token.kind == "begin":
            return self.environment()
        if token.kind == "frac":
            return self._fraction()
        if token.kind == "word":
            return self._word()
        self.unexpected()

    def _word(self) -> Node:
        if self.is_code_array():
            return self.code_array()
        if self.token.text == "sum" and self.ahead().kind in ("_", "sub"):
            return self._series()
        if self.token.text == "sqrt":
            return self._root()
        if self.token.text.lower() in ("column", "col"):
            return self._column()
        if self.size_ahead() is not None:
            return self._size_as_number()
        if not self.is_name():
            self.unexpected()
        return self.name()

    def _group(self) -> Node:
        opening = self.token
        end = self.closing(self.at)
        if self.is_row_of_numbers(self.at + 1, end):
            return self.row_of_numbers(end)
        self.take()
        cells = [self.in_list(False)]
        listed = False
        while self.accept(","):
            listed = True
            if self.token.kind == ")" and len(cells) == 1:
                break
            cells.append(self.in_list(False))
        self.expect(")")
        return self._made([cells], opening) if listed else cells[0]

    def _fraction(self) -> Node:
        start = self.take()
        parts = []
        for _ in range(2):
            self.expect("{")
            parts.append(self.in_list(False))
            self.expect("}")
        return Div(start.at, self.before.end, parts[0], parts[1])

    def _root(self) -> Node:
        start = self.take()
        if self.token.kind not in ("(", "{", "number"):
            self.fail("what stands under the root is expected here")
        body = self._bare_factor()
        return Root(start.at, self.before.end, body)

    def _size_as_number(self) -> Node:
        start = self.token
        size = self.size_name()
        if not isinstance(size, int):
            self.fail("how large this is is not given", start)
        return Num(start.at, self.before.end, size)

    def _column(self) -> Node:
        """Column j of the matrix at hand, as in x . column 1."""
        start = self.take()
        token = self.take()
        if token.kind not in ("number", "word") or len(token.text) > 4:
            self.fail("the number of a column is expected here", token)
        j = int(token.text) if token.text.isdigit() else token.text
        name = "W"
        if self.accept_words("of"):
            ref = self.name()
            name = ref.name
        if j == 0:
            self.fail("places are counted from 1", token)
        return Column(start.at, self.before.end, name, j)

    def _series(self) -> Node:
        """A sum over an index, with or without its bounds."""
        start = self.take()
        index, lower, upper = self._limits()
        body = self.term()
        return Series(start.at, body.end, index, lower, upper, body)

    def _limits(self) -> tuple[str, int | None, Size | None]:
        lower: int | None = None
        index = ""
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
        if token.value > 16:
            raise Unreadable("the sum is too long; it runs over the entries of x", token.at)
        return token.value
