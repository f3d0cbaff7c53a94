"""Sums, products, fractions, brackets and everything in them."""

from qkvsym.reading import bounds
from qkvsym.reading.ahead import Ahead
from qkvsym.reading.cursor import OPERAND_STARTS, quoted
from qkvsym.reading.names import BATCHES, VECTORS
from qkvsym.reading.syntax import (
    Add,
    Array,
    Div,
    Indexed,
    Mul,
    Neg,
    Node,
    Num,
    Ref,
    Transpose,
)

TIMES = frozenset(("*", "·", "×", "@"))
AFTER_A_TERM = frozenset(
    (",", ";", "]", ")", "}", "&", "end", "newline", "=", "end of line", "+", "-")
)
BESIDE_A_NUMBER = AFTER_A_TERM | {*TIMES}
"""What ends a factor that is one number."""


class Expressions(Ahead):
    """Reads a value, whatever it is."""

    def sum(self) -> Node:
        """Terms joined by plus and minus."""
        start = self.token.at
        terms = [self._signed_term()]
        while self.token.kind in ("+", "-") and not self._parts_entries():
            terms.append(self._signed_term())
        return terms[0] if len(terms) == 1 else Add(start, self.before.end, tuple(terms))

    def _number(self) -> Num:
        token = self.take()
        return Num(token.at, token.end, token.value)

    def _parts_entries(self) -> bool:
        """Whether the sign that comes next begins another entry, as in [1 -2]."""
        if self.spaces_part and self.token.kind == "-" and self.breaks_line():
            return True
        if not (self.spaces_part and self.token.spaced) or self.ahead().spaced:
            return False
        self.note("a sign right before a number begins another entry", self.token.at)
        return True

    def _signed_term(self) -> Node:
        sign = self.token
        negative = self.accept("-")
        if negative or self.accept("+"):
            if self.token.kind == "-" and self.ahead().kind == "number" and not negative:
                # 1*1 + -2*3 is how code prints it.
                negative = bool(self.take())
            elif self.token.kind in ("+", "-"):
                self.fail("two signs stand side by side; put a negative number in brackets")
        term = self.term()
        return Neg(sign.at, self.before.end, term) if negative else term

    def term(self) -> Node:
        """Factors, with signs between them or side by side."""
        start, factors = self.token.at, [self.factor()]
        while True:
            if self.token.kind in AFTER_A_TERM:
                break
            if self.token.kind in TIMES or self.says("times"):
                self.take()
                factors.append(self._factor_behind_sign())
            elif self.token.kind == "." and self.is_dot_product():
                self.take()
                factors.append(self.factor())
            elif self.token.kind == "/":
                self.take()
                under = self._factor_behind_sign()
                at = start if len(factors) == 1 else factors[-1].at
                factors[-1] = Div(at, self.before.end, factors[-1], under)
            elif self._side_by_side(factors[-1]):
                factors.append(self.factor())
            else:
                break
            if len(factors) > bounds.MOST_FACTORS:
                self.fail(f"there are more than {bounds.MOST_FACTORS} factors in one product")
        if len(factors) == 1:
            return factors[0]
        # A bracket belongs to it, though not to what stands in the bracket.
        return Mul(start, self.before.end, tuple(factors))

    def _factor_behind_sign(self) -> Node:
        if self.token.kind == "-":
            # 2*-4 is how code writes it.
            sign = self.take()
            body = self.factor()
            return Neg(sign.at, self.before.end, body)
        return self.factor()

    def _side_by_side(self, last: Node) -> bool:
        """Whether another factor follows without a sign."""
        token = self.token
        if token.kind not in OPERAND_STARTS or (self.spaces_part and token.spaced):
            return False
        if self.before.kind == "number" and self.before.text.endswith("."):
            # A full stop behind a number ends what it belongs to.
            return False
        if token.kind == "word":
            return self._name_beside(last)
        if token.kind == "number":
            return self._number_beside(last)
        if token.kind in ("[", "begin") and isinstance(last, Array):
            self._list_beside(last)
        if token.kind == "(" and self.is_remark_in_brackets():
            return False
        if token.kind == "(" and not self.is_shape_in_brackets():
            self._bracket_beside(last)
        return not (self.is_shape_in_brackets() and isinstance(last, Array | Ref))

    def _name_beside(self, last: Node) -> bool:
        if not self.starts_operand():
            return False
        ended = isinstance(last, Num | Array | Transpose | Indexed)
        if ended and self.is_defined_next():
            return False
        if isinstance(last, Num) and self.token.text == "x" and self.ahead().kind == "number":
            self.fail("this reads like a shape; for a product write *, for a shape q: 1 x 2")
        if isinstance(last, Array) and self.token.text in VECTORS | BATCHES:
            self.fail("a name stands behind a list; write a sign between them, or = before it")
        if isinstance(last, Ref) and last.indices and last.name[0] == self.token.text[0]:
            self.fail("two entries stand side by side; put a comma, + or * between them")
        return True

    def _number_beside(self, last: Node) -> bool:
        if isinstance(last, Num):
            self.fail("two numbers stand side by side; write * or + between them")
        if isinstance(last, Ref):
            self.fail("a number stands behind a name; write * between them")
        return not isinstance(last, Array)

    def _list_beside(self, last: Array) -> None:
        if self.ahead(2).kind == "]":
            self.fail("an index behind a list is not part of the notation")
        if last.flat and "\n" in self.text[self.before.end : self.token.at]:
            self.fail("two lists stand one below the other; close them in one bracket")
        if last.flat and self.token.kind == "[" and self.ahead().kind != "[":
            self.fail("two lists stand side by side; write a sign between them")

    def _bracket_beside(self, last: Node) -> None:
        """Refuse a bracket that may be a remark, or a call, and no factor."""
        if isinstance(last, Ref) and not last.indices and not self.token.spaced:
            if self.ahead().kind == "number":
                self.fail("brackets right behind a name are no index here; write q_1 for entry 1")
            self.fail("brackets right behind a name are no product here; write a sign")
        behind = self.tokens[self.closing() + 1].kind
        first = next(place for place, token in enumerate(self.tokens) if token.at == last.at)
        begins = first == 0 or self.tokens[first - 1].kind in ("=", ",", ";", "gap", ":")
        matrix = self.ahead().kind in ("[", "begin") or self.ahead().text == "W"
        listed = isinstance(last, Array) and not matrix
        alone = (isinstance(last, Num) or listed) and self.token.spaced and begins
        if alone and behind in ("end of line", "=", ",", ";", "gap", "."):
            self.fail("a bracket stands behind a value; for a product write *, or leave it out")

    def factor(self) -> Node:
        """A value with what stands behind it: indices, a transposition."""
        if self.token.kind == "number" and self.ahead().kind in BESIDE_A_NUMBER:
            return self._number()
        start = self.token.at
        body = self.bare_factor()
        while True:
            if self.token.kind in BESIDE_A_NUMBER:
                return body
            if self.token.kind in ("_", "sub") and self.before.kind == ")":
                body = self.with_indices(start, body)
            elif self.token.kind in ("'", "^T"):
                self.take()
                body = Transpose(start, self.before.end, body)
            elif self.token.kind == "^":
                body = self._transposed(start, body)
            elif self.token.kind == "." and self.ahead().text == "T":
                self.move(self.at + 2)
                body = Transpose(start, self.before.end, body)
            elif self.token.kind == "!":
                self.unexpected()
            else:
                return body

    def _transposed(self, start: int, body: Node) -> Node:
        place = self.take()
        braced = self.accept("{")
        if self.token.text not in ("T", "^T"):
            self.fail("powers are not part of this notation", place)
        self.take()
        if braced:
            self.expect("}")
        return Transpose(start, self.before.end, body)

    def bare_factor(self) -> Node:
        """A value without what stands behind it."""
        token = self.token
        if token.kind == "number":
            return self._number()
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
            return self.fraction()
        if token.kind == "word":
            return self._word()
        if token.kind in BESIDE_A_NUMBER and not self.done():
            self.fail(f"something is missing before {quoted(token)}")
        return self.unexpected()

    def _word(self) -> Node:
        if self.is_name():
            return self.name()
        if self.is_code_array():
            return self.code_array()
        if self.token.text == "sum" and self.ahead().kind in ("_", "sub"):
            return self.series()
        if self.token.text == "sum":
            self.fail("say what the sum runs over, as in \\sum_i x_i w_{i1}")
        if self.token.text == "sqrt":
            return self.root()
        if self.token.text.lower() in ("column", "col"):
            return self.column()
        if self.size_ahead() is not None:
            return self.size_as_number()
        return self.unexpected()

    def _group(self) -> Node:
        opening = self.token
        end = self.closing()
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
