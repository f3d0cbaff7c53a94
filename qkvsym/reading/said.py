"""What is said of a value in words: q is 1 x 2, q has two entries, q equals x W_q."""

from dataclasses import replace

from qkvsym.errors import Unreadable
from qkvsym.reading.equations import Equations
from qkvsym.reading.phrases import (
    COUNTED,
    LENGTH_WORDS,
    NUMBER_WORDS,
    SHAPE_BEGINS,
    SIZE_WORDS,
    VERBS,
)
from qkvsym.reading.shapes_written import SIGNS
from qkvsym.reading.syntax import (
    Equation,
    Mul,
    Node,
    Num,
    Ref,
    ShapeClaim,
    Statement,
    WrittenShape,
)


class Said(Equations):
    """Reads what stands behind a verb."""

    def verb_ahead(self) -> tuple[str, ...]:
        """The verb that comes next, such as is or should be; empty for none."""
        if self.token.kind != "word":
            return ()
        return next((words for words in VERBS if self.says(*words)), ())

    def verb_behind(self) -> tuple[str, ...]:
        """The verb behind the word that comes next; empty for none."""
        place = self.at
        self.take()
        verb = self.verb_ahead()
        self.move(place)
        return verb

    def said_in_words(self, start: int, first: Node) -> Statement:
        """A claim in words: q is 1 x 2, q has length 2, q is [4, 5]."""
        verb = self.verb_ahead()
        self.accept_words(*verb)
        self.accept_words("all") or self.accept_words("each")
        if self.accept_words("the", "product", "of"):
            return self._product_in_words(start, first)
        self.accept_words("a") or (self.ahead().text == "R" and self.accept_words("in"))
        shape = self.real_space() if self.token.text == "R" else self.shape_in_words()
        self._before_size_word()
        word = self.token.text.lower()
        if shape is None and word in SIZE_WORDS:
            self.take()
            self.accept_words("of")
            self.committed = True
            shape = self.shape_or_length(word)
        if shape is None and (verb[-1] in ("has", "have") or self.counted_ahead()):
            shape = self.count()
        if shape is not None:
            self.committed = True
            return ShapeClaim(start, shape.at, first, shape)
        self.committed = self.committed or self.token.kind in ("number", "(", "[", "begin")
        sized = self.token.kind in ("number", "(") or word in NUMBER_WORDS
        entry = isinstance(first, Ref) and first.indices
        if sized and not entry and not isinstance(first, Num) and not self.is_bare_row():
            return ShapeClaim(start, self.token.at, first, self.plausible_shape(first))
        return self.equation(start, [first, self.member(first)])

    def _before_size_word(self) -> None:
        """Pass over what stands before the word shape or length, as in: of length 2."""
        if self.token.text.lower() not in ("of", "the"):
            return
        steps = 3 if self.ahead(2).text == "of" else 2
        following = self.ahead(steps)
        sized = following.kind in ("number", "(") or following.text.lower() in SHAPE_BEGINS
        if self.ahead().text.lower() in SIZE_WORDS and (sized or self.size_length(steps)):
            self.take()

    def counted_ahead(self) -> bool:
        """Whether so many rows, columns or entries come next."""
        behind = self.size_length() or 1
        return (
            self.ahead(behind).text.lower() in COUNTED and self.ahead(behind + 1).text not in SIGNS
        )

    def count(self) -> WrittenShape:
        """A number of entries, rows or columns."""
        self.committed = self.committed or self.token.kind == "number"
        shape = self.shape()
        if len(shape.sizes) == 2:
            return shape
        form = COUNTED.get(self.take().text.lower())
        if form is None or len(shape.sizes) != 1:
            self.fail("entries, rows or columns is expected here", self.before)
        if self.token.text.lower() in ("for", "per", "in"):
            self.fail("a number for each of something is not part of the notation")
        return replace(shape, form=form)

    def _product_in_words(self, start: int, first: Node) -> Equation:
        """The product of x and W_q."""
        left = self.factor()
        if not self.accept_words("and") and not self.accept_words("with"):
            self.fail("and is expected here")
        right = self.factor()
        return self.equation(start, [first, Mul(left.at, right.end, (left, right))])

    def shape_or_length(self, word: str) -> WrittenShape:
        """A shape; a length where the word says that it is one."""
        shape = self.shape()
        if word in LENGTH_WORDS and len(shape.sizes) != 1:
            raise Unreadable("a length is one number", shape.at)
        return shape

    def is_bare_row(self) -> bool:
        """Whether a row of numbers without brackets comes next."""
        return self.bare_row_end() is not None

    def plausible_shape(self, subject: Node) -> WrittenShape:
        """A shape; in brackets and no row it may be meant as the numbers."""
        bracketed = self.token.kind == "("
        shape = self.shape()
        vector = isinstance(subject, Ref) and subject.name in "xqkv"
        if bracketed and vector and len(shape.sizes) == 2 and 1 not in shape.sizes:
            raise Unreadable(
                "this may be a shape or a vector; write q: 4 x 5 for a shape, q = (4, 5) for a "
                "vector",
                shape.at,
            )
        return shape
