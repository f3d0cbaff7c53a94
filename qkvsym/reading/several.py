"""What is said of several results at once: q, k and v are 1 x 2, all three have two entries."""

from dataclasses import replace

from qkvsym.errors import Unreadable
from qkvsym.reading.names import RESULTS
from qkvsym.reading.phrases import ALL, BEGINS_ALL
from qkvsym.reading.statements import Statements
from qkvsym.reading.syntax import Equation, NoValue, Ref, ShapeClaim, Statement
from qkvsym.reading.vocabulary import Vocabulary


class Several(Statements):
    """Reads what is said of all results, or of a list of names."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        super().__init__(text, vocabulary)
        # Where lists of names begin, and what is left of them, of which nothing is said.
        self._unlisted: set[int] = set()

    def all_ahead(self) -> tuple[str, ...]:
        """The words for all results that come next, with a verb behind them; empty for none."""
        if self.token.text.lower() not in BEGINS_ALL:
            return ()
        for words in ALL:
            if self.says(*words):
                place = self.at
                self.move(place + len(words))
                verb = self.verb_ahead()
                self.move(place)
                return words if verb else ()
        return ()

    def said_of_every(self) -> Statement | None:
        """What is said of all results at once, as in: all three are 1 x 2."""
        words = self.all_ahead()
        if not words:
            return None
        start = self.token.at
        self.accept_words(*words)
        return self.said_of_no_name(start)

    def said_of_no_name(self, start: int) -> ShapeClaim:
        """What is said of something that has no name, such as it or all three."""
        claim = self.said_in_words(start, NoValue(start, self.before.end))
        if not isinstance(claim, ShapeClaim):
            raise Unreadable("say of which result, as in q = [4, 5]", start)
        return replace(claim, subject=None)

    def names_listed(self) -> bool:
        """Whether names come next that are joined by commas, or by and, before anything is said."""
        if self.at in self._unlisted:
            return False
        place, notes, passed = self.at, len(self.notes), list[int]()
        try:
            while self.is_name():
                passed.append(self.at)
                self.name()
                said = self.verb_ahead() or self.undefined_ahead() or self.says("in", "r")
                if said or self.token.kind in ("=", ":", "∈"):
                    return len(passed) > 1
                if not self._joins_names():
                    break
        except Unreadable:
            pass
        finally:
            self.move(place)
            del self.notes[notes:]
        self._unlisted.update(passed)
        return False

    def _joins_names(self) -> bool:
        comma = self.accept(",")
        return self.accept_words("and") or comma

    def said_of_all(self) -> list[Statement]:
        """A shape that is said of each of several names, or that they have no value."""
        start = self.token
        names = [self.name()]
        while self._joins_names():
            names.append(self.name())
        if self.undefined_ahead():
            return self._all_undefined(names)
        if self.token.kind == "=":
            self.committed = True
            self.fail("this is said of several names at once; write one after the other", start)
        claim = self.said_of(start.at, names[-1])
        if not isinstance(claim, ShapeClaim):
            self.fail("this is said of several names at once; write one after the other", start)
        return [replace(claim, subject=name) for name in names]

    def _all_undefined(self, names: list[Ref]) -> list[Statement]:
        if not RESULTS.issuperset(name.name for name in names):
            self.committed = True
            raise Unreadable("say which product it is, as in: x W_q is undefined", names[0].at)
        at = self.token.at
        self.accept_undefined()
        nothing = NoValue(at, self.before.end)
        return [Equation(name.at, nothing.end, (name, nothing)) for name in names]
