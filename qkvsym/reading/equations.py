"""Chains of equal things, and what is said to be undefined."""

from itertools import pairwise

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.names import RESULTS
from qkvsym.reading.phrases import BEGINS_UNDEFINED, REASONS, UNDEFINED
from qkvsym.reading.prose import REASON_IN_WORDS
from qkvsym.reading.shapes_written import WrittenShapes
from qkvsym.reading.syntax import (
    Add,
    Array,
    Div,
    Equation,
    Mul,
    Node,
    NoValue,
    Num,
    Ref,
    ShapeRule,
    WrittenShape,
)


class Equations(WrittenShapes):
    """Reads members and joins them."""

    # Whether something was read that only a claim has, so that the line is no prose.
    committed = False

    def equation(self, start: int, members: list[Node], continues: bool = False) -> Equation:
        """The members of a chain behind those that are read already."""
        if continues:
            self.committed = True
            members.append(self.member(None))
        while self.accept("="):
            self.committed = True
            self._claims_apart(members[-1])
            members.append(self.member(members[0]))
            if len(members) > bounds.MOST_MEMBERS:
                self.fail(f"there are more than {bounds.MOST_MEMBERS} members in one chain")
        here = self.token.at
        if self.accept_undefined():
            members.append(NoValue(here, self.before.end))
        return Equation(start, self.before.end, tuple(members), continues)

    def _claims_apart(self, node: Node) -> None:
        """Refuse 4 - q_2 = 5, where a dash or a stroke was to part two claims."""
        if isinstance(node, Add | Mul | Div) and isinstance(node.parts[0], Num):
            last: Node = node
            while last.parts:
                last = last.parts[-1]
            if isinstance(last, Ref) and last.name in RESULTS:
                raise Unreadable(
                    "two claims run into each other; put a comma between them", last.at
                )

    def member(self, subject: Node | None) -> Node:
        """One member of a chain: a value, a bare row of numbers, or the word undefined."""
        start = self.token
        end = self.bare_row_end()
        if end is not None and self._is_row_here(end, subject):
            return self._bare_row(end)
        if self.accept_undefined():
            return NoValue(start.at, self.before.end)
        return self.sum()

    def bare_row_end(self) -> int | None:
        """Where a list of numbers without brackets ends; None where there is none."""
        place, numbers = self.at, 0
        while True:
            signed = place + (self.tokens[place].kind == "-")
            if self.tokens[signed].kind != "number":
                # A comma before something else parts two statements.
                place -= self.tokens[place - 1].kind == ","
                break
            numbers += 1
            place = signed + 1
            if self.tokens[signed].text.endswith(".") and self.tokens[place].kind == "number":
                return None
            if self.tokens[place].kind == "/" and self.tokens[place + 1].kind == "number":
                place += 2
            if self.tokens[place].kind == ",":
                place += 1
            elif not self.tokens[place].spaced:
                break
        closed = self.tokens[place].kind in ("end of line", "=", ",", ";", "gap", ".", "->")
        return place if closed and numbers > 1 else None

    def _is_row_here(self, end: int, subject: Node | None) -> bool:
        """Whether numbers side by side are a row: between some a minus could be a difference."""
        tokens = self.tokens[self.at : end]
        if "\n" in self.text[tokens[0].at : tokens[-1].end]:
            return True
        commas = sum(token.kind == "," for token in tokens)
        numbers = sum((token.kind == "number") - (token.kind == "/") for token in tokens)
        if commas == numbers - 1:
            return True
        if commas:
            return False
        if not any(token.kind == "-" for token in tokens[1:]):
            return True
        glued = all(not after.spaced for sign, after in pairwise(tokens[1:]) if sign.kind == "-")
        whole = isinstance(subject, Ref) and not subject.indices
        return glued and (whole or (subject is None and self.vocabulary.row_asked))

    def _bare_row(self, end: int) -> Array:
        """Numbers without brackets; on several lines they are the rows of a matrix."""
        start = self.token
        rows: list[list[Node]] = [[]]
        while self.at < end:
            if rows[-1] and self.breaks_line():
                rows.append([])
            rows[-1].append(self.in_list(True))
            if self.at < end:
                self.accept(",")
        self.check_rows(rows, start)
        return Array(start.at, self.before.end, tuple(map(tuple, rows)), flat=len(rows) == 1)

    def undefined_ahead(self) -> tuple[str, ...]:
        """The words that come next if they say that there is no product; empty for none.

        What it is not possible to do is another thing.
        """
        words = next((words for words in UNDEFINED if self.says(*words)), ())
        return () if self.ahead(len(words)).text == "to" else words

    def accept_undefined(self) -> bool:
        """Whether the next words say that there is no product; they count as read then."""
        if self.token.text.lower() not in BEGINS_UNDEFINED:
            return False
        words = self.undefined_ahead()
        if not words:
            return False
        self.accept_words(*words)
        self.committed = True
        self.accept(",")
        if self.token.kind in (":", "(") or self.token.text.lower() in REASONS:
            self.remark()
        return True

    def remark(self) -> None:
        """A reason in words, to the end of the line; it is left to people."""
        self.note(REASON_IN_WORDS, self.token.at)
        self.move(self._last)

    def shape_rule(self) -> ShapeRule | None:
        """Shapes multiplied and what comes out, as in (1 x 3)(3 x 2) = 1 x 2; None for another."""
        if self.token.kind not in ("(", "[", "number") and self.token.text != "d":
            return None
        place, notes = self.at, len(self.notes)
        rule: ShapeRule | None = None
        try:
            rule = self._product_of_shapes()
        except Unreadable:
            if self.done() and self.before.kind == "=":
                raise
        if rule is None:
            self.move(place)
            del self.notes[notes:]
        return rule

    def _product_of_shapes(self) -> ShapeRule | None:
        factors = [self.shape()]
        while self.token.kind in ("*", "·", "@", "×", "(", "[") or self.says("times"):
            if self.token.kind not in ("(", "["):
                self.take()
            factors.append(self.shape())
        if len(factors) < 2 or any(len(shape.sizes) < 2 for shape in factors):
            return None
        says_undefined = self.says("is") and self.ahead().text.lower() in ("undefined", "not")
        if says_undefined or not (
            self.accept("=", "->") or self.accept_words("is") or self.accept_words("gives")
        ):
            result: WrittenShape | NoValue | None = self._no_result()
        elif self.token.text.lower() in BEGINS_UNDEFINED:
            result = self._no_result()
        else:
            result = self.shape()
        if result is None or (isinstance(result, WrittenShape) and len(result.sizes) < 2):
            return None
        return ShapeRule(factors[0].at, self.before.end, tuple(factors), result)

    def _no_result(self) -> NoValue | None:
        start = self.token.at
        return NoValue(start, self.before.end) if self.accept_undefined() else None
