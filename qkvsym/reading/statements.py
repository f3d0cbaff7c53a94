"""Statements: equations, shapes, products of shapes, and what is undefined."""

from qkvsym.errors import Unreadable
from qkvsym.reading.names import RESULTS
from qkvsym.reading.phrases import LEADS_ON, SIZE_WORDS, WITHOUT_NAME
from qkvsym.reading.said import Said
from qkvsym.reading.shapes_written import SIGNS
from qkvsym.reading.symbols import OPERATORS
from qkvsym.reading.syntax import (
    Array,
    Column,
    Equation,
    Indexed,
    Node,
    NoValue,
    Ref,
    ShapeClaim,
    ShapeRule,
    SizeClaim,
    Statement,
    Transpose,
    WrittenShape,
)
from qkvsym.reading.tokens import Token
from qkvsym.shapes import MAX_SIZE

_PRIMES = frozenset(char for char, kind in OPERATORS.items() if kind == "'")
_ENDS = ("end of line", "gap", ",", ";", ".", "(")


class Statements(Said):
    """Reads one statement."""

    def statement(self, last: Statement | None = None) -> Statement:
        """One statement; a shape without a subject is that of the statement before."""
        start = self.token.at
        if self.accept("="):
            return self.equation(start, [], continues=True)
        rule = self.shape_rule()
        if rule is not None:
            return rule
        headed = self._headed_shape(last)
        if headed is not None:
            return headed
        subject = self.subject_of(last)
        more: Statement | None = None
        if subject is not None:
            more = self._said_of_it(start, subject)
        elif isinstance(last, ShapeClaim | ShapeRule):
            more = self._shape_or_count(start, None)
        if more is not None:
            return more
        if self._accept_it_is_undefined():
            return Equation(start, self.before.end, (NoValue(start, self.before.end),))
        size = self._size_claim()
        return size if size is not None else self._claim(start)

    def _accept_it_is_undefined(self) -> bool:
        place = self.at
        any(self.accept_words(*words) for words in WITHOUT_NAME)
        if self.accept_undefined():
            return True
        self.move(place)
        return False

    def _said_of_it(self, start: int, subject: Node) -> Statement | None:
        """What more is said of the same: its shape, or what it is; None for nothing."""
        if self.accept("∈"):
            return ShapeClaim(start, self.token.at, subject, self._real_space())
        if self.says("it"):
            place = self.at
            self.take()
            if not self.verb_ahead():
                self.move(place)
        if self.verb_ahead():
            return self.said_in_words(start, subject)
        if self.says("a"):
            self.take()
        return self._shape_or_count(start, subject)

    def _shape_or_count(self, start: int, subject: Node | None) -> ShapeClaim | None:
        if self.is_shape_alone():
            claim = ShapeClaim(start, self.token.at, subject, self._bracketed_or_not())
            self.accept_words("vector")
            return claim
        if self.counted_ahead():
            return ShapeClaim(start, self.token.at, subject, self.count())
        return None

    def shape_as_remark(self) -> WrittenShape | None:
        """A shape in brackets in words, such as (length 2) or (a row vector); None for another."""
        place, notes = self.at, len(self.notes)
        try:
            self.expect("(")
            self.accept_words("a")
            word = self.token.text.lower()
            shape = self.shape_in_words()
            if shape is None and word in SIZE_WORDS:
                self.take()
                self.accept_words("is") or self.accept(":", "=")
                shape = self.shape_or_length(word)
            if shape is None:
                shape = self.count()
            self.expect(")")
        except Unreadable:
            self.move(place)
            del self.notes[notes:]
            return None
        return shape

    def row_or_column(self, last: Statement) -> ShapeClaim | None:
        """Which of the two a result is said to be behind its shape, as in: 1 x 2, a column."""
        subject = self.subject_of(last)
        if subject is None and not isinstance(last, ShapeClaim | ShapeRule):
            return None
        if isinstance(subject, Ref) and (subject.indices or subject.name not in RESULTS):
            return None
        place = self.at
        bracketed = self.accept(",", "(") and self.before.kind == "("
        while self.token.text.lower() in LEADS_ON:
            self.take()
        start = self.token.at
        shape = self.shape_in_words()
        closed = self.accept(")") == bracketed
        if shape is None or not closed or self.token.kind not in _ENDS:
            self.move(place)
            return None
        return ShapeClaim(start, start, subject, shape)

    def subject_of(self, last: Statement | None) -> Node | None:
        """What a statement is about; None where that is no name."""
        if isinstance(last, Equation) and isinstance(last.members[0], Ref):
            return last.members[0]
        return last.subject if isinstance(last, ShapeClaim) else None

    def is_shape_alone(self) -> bool:
        """Whether a shape comes next that cannot be anything else."""
        if self.is_shape_in_brackets():
            return True
        return self.token.kind == "number" and self.ahead().text in SIGNS

    def _bracketed_or_not(self) -> WrittenShape:
        self.note("read as the shape of what stands before it", self.token.at)
        return self.shape()

    # Shapes with a head.

    def _headed_shape(self, last: Statement | None) -> ShapeClaim | None:
        start = self.token.at
        offset = 1 if self.says("the") else 0
        word = self.ahead(offset).text.lower()
        following = self.ahead(offset + 1)
        if word not in SIZE_WORDS:
            return None
        if following.text.lower() not in ("of", "(", ":", "=", "is") and following.kind != "number":
            return None
        self.committed = True
        self.move(self.at + offset + 1)
        subject = self.subject_of(last)
        if self.accept_words("of"):
            self.accept_words("the")
            subject = self.sum()
        elif self.token.kind == "(" and self.ahead().kind != "number":
            self.take()
            subject = self.sum()
            self.expect(")")
        joined = self.accept(":", "=") or self.accept_words("is")
        if not joined and self.token.kind not in ("number", "("):
            self.fail("= is expected here")
        return ShapeClaim(start, self.token.at, subject, self.shape_or_length(word))

    # Everything that begins with a value.

    def _size_claim(self) -> SizeClaim | None:
        token = self.token
        name, braced = self.size_written()
        if not name or self.ahead(5 if braced else 3).kind != "=":
            return None
        self.size_name()
        self.expect("=")
        self.committed = True
        number = self.expect("number")
        if not isinstance(number.value, int) or not 1 <= number.value <= MAX_SIZE:
            self.fail(f"a size here is a whole number from 1 to {MAX_SIZE}", number)
        return SizeClaim(token.at, number.end, name, number.value)

    def _claim(self, start: int) -> Statement:
        return self.said_of(start, self.member(None))

    def said_of(self, start: int, first: Node) -> Statement:
        """What is said of a value that was read."""
        said = self._said_of_value(start, first)
        if isinstance(said, Equation):
            row = any(
                isinstance(one, Array) and len(one.parts) > len(one.rows) == 1
                for one in said.members
            )
            self._check_primed(row, *said.members)
        elif isinstance(said, ShapeClaim):
            self._check_primed(said.shape.sizes[0] == 1, first)
        return said

    def _check_primed(self, row: bool, *members: Node) -> None:
        """Refuse a row for q': it may be a new q, or the transpose, which is a column."""
        for one in members if row else ():
            if not isinstance(one, Transpose) or self.text[one.end - 1] not in _PRIMES:
                continue
            name = one.body
            if isinstance(name, Ref) and not name.indices and name.name in RESULTS:
                raise Unreadable(
                    f"{name.name}' may be a new {name.name} or its transpose; write {name.name}, "
                    f"or {name.name}^T",
                    one.at,
                )

    def _said_of_value(self, start: int, first: Node) -> Statement:
        self.of_result = not isinstance(first, Ref) or first.name in RESULTS
        if self.accept(":"):
            self.committed = self.committed or isinstance(first, Ref)
            return self._behind_colon(start, first)
        if self.token.kind == "∈" or (self.says("in") and self.ahead().text == "R"):
            self.take()
            return ShapeClaim(start, self.token.at, first, self._real_space())
        if self.token.kind == "." and self.ahead().text in ("shape", "size"):
            return self._attribute(start, first)
        here = self.token.at
        if self.accept_undefined():
            nothing = NoValue(here, self.before.end)
            return Equation(start, self.before.end, (first, nothing))
        if self.verb_ahead():
            return self.said_in_words(start, first)
        return self.equation(start, [first])

    def _behind_colon(self, start: int, first: Node) -> Statement:
        colon = self.before
        if self.token.kind in ("[", "begin") or self.is_code_array() or self.is_bare_row():
            return self._equals_behind_colon(start, first, colon)
        here = self.token.at
        if self._accept_it_is_undefined():
            return Equation(start, self.before.end, (first, NoValue(here, self.before.end)))
        rule = self.shape_rule()
        if rule is not None:
            return rule
        if isinstance(first, Column) and self.token.kind in ("number", "-"):
            self.committed = True
            raise Unreadable("a column is no number; name the entry, as in q_2 = 4", first.at)
        if isinstance(first, Ref | Indexed) and first.indices and not self.is_shape_alone():
            return self._equals_behind_colon(start, first, colon)
        return ShapeClaim(start, self.token.at, first, self.plausible_shape(first))

    def _equals_behind_colon(self, start: int, first: Node, colon: Token) -> Equation:
        self.note("the colon is read as an equals sign", colon.at)
        return self.equation(start, [first, self.member(first)])

    def _real_space(self) -> WrittenShape:
        self.committed = True
        return self.real_space()

    def _attribute(self, start: int, first: Node) -> ShapeClaim:
        self.committed = True
        self.move(self.at + 2)
        if self.token.kind == "(" and self.ahead().kind == ")":
            self.move(self.at + 2)
        if not self.accept("=", ":") and not self.accept_words("is"):
            self.fail("= is expected here")
        return ShapeClaim(start, self.token.at, first, self.shape())
