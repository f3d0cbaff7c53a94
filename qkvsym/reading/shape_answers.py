"""An answer to a question for a shape: a shape without a name, and what is said behind it."""

from qkvsym.reading.phrases import ALL, SHAPE_BEGINS
from qkvsym.reading.sentences import Sentences
from qkvsym.reading.syntax import Equation, NoValue, Reading, ShapeClaim, Statement


class ShapeAnswers(Sentences):
    """Reads a line where a shape is asked for."""

    def shape_answer(self) -> Reading:
        """A shape, or a product of shapes, without a name, and all that the line says behind it."""
        self.connectives()
        start = self.token
        found: list[Statement] = [self.shape_rule() or self._shape_asked()]
        while self.accept("=", "->"):
            found.append(ShapeClaim(start.at, self.token.at, None, self.shape()))
            if {one.shape.form for one in found if isinstance(one, ShapeClaim)} == {"length"}:
                self.fail("write the shape, as in 1 x 2", start)
        self.between(found)
        return self.statements_behind(found)

    def _shape_asked(self) -> ShapeClaim | Equation:
        start = self.token.at
        if self.accept_words("it"):
            here = self.token.at
            if self.accept_undefined():
                return Equation(start, self.before.end, (NoValue(here, self.before.end),))
            return self.said_of_no_name(start)
        self._articles()
        subject = self.name() if self.is_name() else None
        if subject is not None:
            self.take()
        bracketed = self.token.kind == "("
        shape = self.shape_in_words()
        if shape is None:
            shape = self.count() if self.counted_ahead() else self.shape()
        if bracketed and self.is_shape_in_brackets():
            self.fail("say what comes out, as in (1 x 3)(3 x 2) -> 1 x 2")
        self.accept_words("vector") or self.accept_words("matrix") or self.accept_words("each")
        return ShapeClaim(start, shape.at, subject, shape)

    def shape_begins(self) -> bool:
        """Whether the line begins with a shape, or with what may be meant as one."""
        place = self.at
        if self.accept_words("it"):
            said = self.verb_ahead() or self.undefined_ahead()
            self.move(place)
            return bool(said)
        self.connectives()
        self._articles()
        word = self.token.text.lower()
        begins = self.token.kind in ("number", "(", "[") or word in SHAPE_BEGINS
        if self.size_name() is not None:
            begins = self.token.kind != "="
        elif self.is_name():
            # Where a shape is asked, k = 1 x 2 is one.
            self.name()
            begins = self.accept("=") and self.is_shape_alone()
        self.move(place)
        return begins

    def _articles(self) -> None:
        if not self.accept_words("a") and any(self.accept_words(*words) for words in ALL):
            self.accept(":", ",")
