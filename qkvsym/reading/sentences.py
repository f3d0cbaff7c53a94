"""A whole line: the words before, between and behind its statements."""

import re

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.names import RESULTS
from qkvsym.reading.phrases import (
    CONCLUSIONS,
    CONNECTIVES,
    FALSE,
    NOT_BEFORE,
    REASONS,
    UNREAL,
)
from qkvsym.reading.prose import (
    NOT_READ,
    SAID_TO_BE_WRONG,
    WORDS_BEHIND,
    claim_in_words,
    is_prose,
    number_in,
)
from qkvsym.reading.several import Several
from qkvsym.reading.shapes_written import SIGNS
from qkvsym.reading.syntax import (
    Equation,
    NoValue,
    Reading,
    Ref,
    ShapeClaim,
    Statement,
    is_one_number,
)
from qkvsym.reading.tokens import Token
from qkvsym.reading.vocabulary import Vocabulary

_DENIAL = re.compile(
    r"[ \t]*(?:,|(?P<opens>\())?[ \t]*(?P<what>(?:(?:which|that|this|it) )?"
    rf"(?:(?:is|was|are|would be) )?(?:(?:a )?(?:{'|'.join(sorted(FALSE))})|not (?:right|true)))"
    rf"(?(opens)[ \t]*\))!*(?=[ \t]*(?:[.,;]|\Z|\b(?:{'|'.join(REASONS)})\b))",
    re.IGNORECASE,
)


class Sentences(Several):
    """Reads a whole line."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        super().__init__(text, vocabulary)
        self._denied: list[Statement] = []

    def line(self) -> Reading:
        """All statements of the line."""
        self._words_before()
        return self.statements_behind([])

    def statements_behind(self, found: list[Statement]) -> Reading:
        """What the line says behind the statements that are read."""
        while not self.done():
            self.connectives()
            if self.done():
                break
            if self.names_listed():
                found.extend(self.said_of_all())
                self.between(found)
            elif not self._claim_or_rest(found):
                break
            self._check_count_of(found)
        claims = tuple(made for made in found if made not in self._denied)
        return Reading(claims, tuple(self.notes))

    def _words_before(self) -> None:
        """Pass over words such as Let, or The query is, before a name that something is said of."""
        place = self.at
        self._pass_words()
        if self.at == place or self._claim_ahead():
            return
        self.move(place)
        self._to_conclusion()

    def _pass_words(self) -> None:
        while self.token.kind in ("word", ",", "'") and not self.is_name():
            ends = self.token.text.lower() in NOT_BEFORE or self.all_ahead()
            if ends or self.undefined_ahead():
                # What is undefined is said already, and what stands behind it is a reason.
                return
            self._check_value()
            self.take()

    def _check_value(self) -> None:
        """Refuse: the value is [4, 5]. It may be v, or what any result is worth."""
        verb = self.verb_behind() if self.token.text.lower() == "value" else ()
        said = verb and verb not in (("are",), ("have",))
        if said and self.is_row_or_size(1 + len(verb)):
            self.committed = True
            self.fail("say which value this is, as in v = [4, 5]")

    def _to_conclusion(self) -> None:
        """Pass over a reason in words, as in: the inner sizes match, so q is 1 x 2."""
        place = self.at
        while self.token.kind in ("word", ",", "'", "number") and not self.undefined_ahead():
            word = self.take().text.lower()
            if word in CONCLUSIONS:
                # What is passed over without a claim behind it holds no other conclusion.
                self._pass_words()
                if self._claim_ahead():
                    return
            elif word in UNREAL:
                break
        self.move(place)

    def _claim_ahead(self) -> bool:
        """Whether something is said of a name, or of a product of names, that comes next."""
        if self.all_ahead() or self.names_listed():
            return True
        place, notes = self.at, len(self.notes)
        try:
            while self.is_name():
                self.name()
            words = self.verb_ahead() or self.undefined_ahead()
            return self.at > place and (bool(words) or self.token.kind in ("=", ":", "∈"))
        except Unreadable:
            # What cannot be read says so in its place.
            return True
        finally:
            self.move(place)
            del self.notes[notes:]

    def _claim_or_rest(self, found: list[Statement]) -> bool:
        """Read one more statement; words behind a claim that make none are left aside."""
        start, before = self.token, self.before if found else None
        try:
            made = self.said_of_every() or self.statement(found[-1] if found else None)
            if found and isinstance(made, Equation):
                self._check_named(made, start, found[-1])
            found.append(made)
            self._pass_denial(made)
            self.between(found)
        except Unreadable:
            rest = self.text[start.at :]
            if before is None or before.kind == ";" or start.kind != "word" or not is_prose(rest):
                raise
            if number_in(rest) or claim_in_words(rest):
                # What puts more numbers on it, or denies it, is no mere remark.
                self.fail(NOT_READ, start)
            self.note(WORDS_BEHIND, start.at)
            return False
        return True

    def _pass_denial(self, made: Statement) -> None:
        """Pass over words right behind a claim that say that it is wrong, so that it is none."""
        denial = _DENIAL.match(self.text, self.before.end)
        if denial is not None:
            self.note(SAID_TO_BE_WRONG, denial.start("what"))
            self._denied.append(made)
            while self.token.at < denial.end():
                self.take()

    def _check_named(self, made: Equation, start: Token, last: Statement) -> None:
        """Refuse q = 1+3, 2+3, where a comma was to part entries, and q = 1+3, 2+3 = 4, 5 too."""
        first, whole = made.members[0], self.subject_of(last)
        alone = len(made.members) == 1 and not isinstance(first, NoValue) and start.kind != "word"
        if isinstance(last, Equation) and isinstance(whole, Ref) and not whole.indices:
            # One number is no whole result, and what goes on with numbers is the rest of it.
            goes_on = whole.name in RESULTS and is_one_number(last.members[-1], first)
            alone = alone or (goes_on and not isinstance(first, Ref))
        if alone and not made.continues:
            self.fail("say what this is; a row needs brackets, as in q = [4, 5]", start)

    def connectives(self) -> None:
        """Pass over words such as so, and what parts statements."""
        while self.token.kind == "gap" or (
            self.token.kind == "word" and self.token.text.lower() in CONNECTIVES
        ):
            self.take()
            self.accept(",")
        if self.token.kind == "->" and self.ahead().kind == "word":
            self.take()

    def between(self, found: list[Statement]) -> None:
        """What parts two statements, or ends the line."""
        said = self.row_or_column(found[-1])
        if said is not None:
            found.append(said)
        if self.done() or self.token.kind == "gap" or self.accept(";"):
            return
        if self.token.kind == "." and self.ahead().kind in ("end of line", "gap"):
            self.take()
            return
        if self.token.kind == ":" and isinstance(found[-1], ShapeClaim) and self._shape_behind():
            # As in: 2 entries: 1 x 2.
            self.take()
            return
        if self._sentence_behind():
            self.accept(".")
            return
        comma = self.accept(",")
        if self.token.text.lower() in CONCLUSIONS and self._concludes():
            return
        if self.token.text.lower() in REASONS:
            self.remark()
        elif self.is_remark_in_brackets():
            self._remark_in_brackets(found)
        elif not comma and not self._goes_on():
            self.unexpected()

    def _check_count_of(self, found: list[Statement]) -> None:
        if len(found) > bounds.MOST_STATEMENTS:
            self.fail(f"there are more than {bounds.MOST_STATEMENTS} claims in one line")

    def _sentence_behind(self) -> bool:
        if self.token.kind == ".":
            return self.ahead().kind == "word" and self.ahead().spaced
        # The full stop behind a number is read with it.
        ended = self.before.kind == "number" and self.before.text.endswith(".")
        return ended and self.token.kind == "word" and self.token.spaced

    def _shape_behind(self) -> bool:
        return self.ahead().kind == "number" and self.ahead(2).text in SIGNS

    def _concludes(self) -> bool:
        """Whether a conclusion about the same, or about another name, comes next."""
        place = self.at
        self.connectives()
        said = self._claim_ahead() or (self.says("it") and self.ahead().text in ("is", "has"))
        said = said or self.is_shape_alone() or self.counted_ahead()
        self.move(place)
        return said

    def _remark_in_brackets(self, found: list[Statement]) -> None:
        """A shape of what stands before it, or words that are left to people."""
        start = self.token
        last = found[-1]
        subject = self.subject_of(last)
        sized = subject is not None or isinstance(last, ShapeClaim)
        shape = self.shape_as_remark() if sized else None
        if shape is not None:
            found.append(ShapeClaim(start.at, shape.at, subject, shape))
            self._check_count_of(found)
            self.between(found)
            return
        if number_in(self.text[start.at :]):
            self.fail(NOT_READ)
        self.note(WORDS_BEHIND, start.at)
        self.move(self._last)

    def _goes_on(self) -> bool:
        """Whether another claim, or more of the same, follows without a comma."""
        if self.token.kind == "∈" or self.token.text.lower() in ("and", "with"):
            return True
        if self.is_shape_in_brackets() or self.verb_ahead():
            return True
        return self.is_name() and self.starts_claim()
