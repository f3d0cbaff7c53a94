"""A place among the tokens of a line, and the ways to move on."""

from typing import NoReturn

from qkvsym.errors import Unreadable, shown
from qkvsym.reading.syntax import Note
from qkvsym.reading.tokens import Token, scan
from qkvsym.reading.vocabulary import Vocabulary

KNOWN = frozenset("xXqkvQKVWwd")
"""The letters that names of an exercise begin with."""

OPERAND_STARTS = ("number", "word", "(", "[", "{", "begin", "frac")


class Cursor:
    """Tokens, how far they are read, and the notes made on the way.

    The vocabulary says which names there are; all the rest of the grammar derives from this.
    """

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.tokens = scan(text)
        self.tokens.append(Token("end of line", "", len(text), len(text), True))
        self._last = len(self.tokens) - 1
        self.at = 0
        self.token = self.tokens[0]
        self.notes: list[Note] = []

    def ahead(self, steps: int = 1) -> Token:
        """A token further on; the end of the line where there is none."""
        return self.tokens[min(self.at + steps, self._last)]

    @property
    def before(self) -> Token:
        """The token read last."""
        return self.tokens[max(self.at - 1, 0)]

    def move(self, place: int) -> None:
        """Go on, or back, to a place among the tokens."""
        self.at = min(place, self._last)
        self.token = self.tokens[self.at]

    def take(self) -> Token:
        """The next token, which counts as read."""
        token = self.token
        if self.at < self._last:
            self.at += 1
            self.token = self.tokens[self.at]
        return token

    def accept(self, *kinds: str) -> bool:
        """Whether the next token is of one of these kinds; it counts as read then."""
        if self.token.kind in kinds:
            self.take()
            return True
        return False

    def expect(self, kind: str) -> Token:
        """The next token, which must be of that kind."""
        if self.token.kind != kind:
            self.fail(f"{kind} is expected here")
        return self.take()

    def says(self, *words: str) -> bool:
        """Whether the next tokens are these words or signs, whatever their case."""
        if self.token.text.lower() != words[0]:
            return False
        return all(self.ahead(n).text.lower() == word for n, word in enumerate(words))

    def accept_words(self, *words: str) -> bool:
        """Whether the next tokens are these words; they count as read then."""
        if not self.says(*words):
            return False
        self.move(self.at + len(words))
        return True

    def done(self) -> bool:
        """Whether all is read."""
        return self.token.kind == "end of line"

    def fail(self, reason: str, token: Token | None = None) -> NoReturn:
        """Refuse the line at a token, by default the next one."""
        token = token or self.token
        raise Unreadable(reason, token.at)

    def unexpected(self) -> NoReturn:
        """Refuse the line because its next token makes no sense where it stands."""
        token = self.token
        if token.kind == "word" and token.text not in KNOWN:
            self.fail(f"{shown(token.text)} is no name of this exercise")
        if self.done():
            self.fail("the line ends too early; something is missing here")
        if token.kind == "!":
            self.fail("factorials are not part of this notation")
        if token.kind == "^":
            self.fail("powers are not part of this notation")
        self.fail(f"{quoted(token)} has no meaning here")

    def note(self, text: str, at: int) -> None:
        """Report something that was guessed."""
        self.notes.append(Note(text, at))

    def closing(self) -> int:
        """Where the bracket that comes next is closed."""
        depth = 0
        for place in range(self.at, len(self.tokens)):
            kind = self.tokens[place].kind
            depth += kind in ("(", "[", "{", "begin")
            depth -= kind in (")", "]", "}", "end")
            if depth == 0:
                return place
        token = self.token
        name = rf"\begin{{{token.text}}}" if token.kind == "begin" else token.kind
        return self.fail(f"{name} is never closed")


def quoted(token: Token) -> str:
    """A token as a message shows it."""
    if token.kind == "end":
        return rf"\end{{{token.text}}}"
    # Signs are those of a table, names are known, and numbers are short: all are harmless.
    return f"'{token.text}'"
