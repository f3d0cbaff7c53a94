"""The scanner's characters: spaces, numbers, words, signs and brackets, from left to right.

What only dresses a formula is dropped: dollar signs, code ticks, bold. Every token keeps its place
in the text.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.symbols import (
    MATRICES,
    OPENING,
    OPERATORS,
    SPACES,
    SUBSCRIPTS,
    WORDS,
)
from qkvsym.unicode_14 import name

_COMMON = re.compile(
    rf"(?P<space>[ \t\n]+)|(?P<digits>[0-9]{{1,{bounds.MOST_DIGITS}}}(?![.0-9]))"
    r"|(?P<sign>[+/,;^_'<@·×]|\*(?!\*)|-(?!>)|[:=](?![=>]))|(?P<letter>[A-Za-z](?![A-Za-z]))"
)
_SPECIAL = re.compile(
    r"[A-Za-z]+|(?P<opens>[(\[{])|(?P<shuts>[\])}])"
    r"|(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
)
_ALIGNED = (
    *("=", ":", "∈", "→", "⇒", "->", "\\in", "\\to", "\\colon", "\\Rightarrow", "\\rightarrow"),
    *("\\implies", "\\longrightarrow", "\\Longrightarrow"),
)
_RUN = re.compile(r"[WxXwqkvQKV]+")
_PART = re.compile(r"W[qkvQKV]?|[xXwqkvQKV]")
_PAIRS: Mapping[str, str] = {"->": "->", "=>": "->", "!=": "≠", "==": "=", ":=": "="}
"""Signs of two characters."""

WRAPPER = "wrapper"
"""An open brace that was dropped with its command."""

_VALUE_ENDS = ("number", "word", "sub", ")", "]", "}")


class Token(NamedTuple):
    """One token: number, word, sub (a subscript character), begin, end, or a sign.

    `kind` of a sign is the sign itself. `at` and `end` are offsets into the text; `spaced` says
    that there is space before it.
    """

    kind: str
    text: str
    at: int
    end: int
    spaced: bool
    value: int | Fraction = 0


# A named tuple checks its arguments once more, which takes longer than all the rest.
_make_token: Callable[[tuple[str, str, int, int, bool, int | Fraction]], Token] = partial(
    tuple.__new__, Token
)


class Characters(ABC):
    """One pass over a text; raises `Unreadable` with the place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[Token] = []
        self._spaced = False
        self.open: list[str] = []

    def scan(self) -> list[Token]:
        """All tokens of the text."""
        bounds.check_length(self.text)
        while self.at < len(self.text):
            self._plain()
            if len(self.tokens) <= bounds.MOST_TOKENS and self.at < len(self.text):
                self._other()
            if len(self.tokens) > bounds.MOST_TOKENS:
                raise Unreadable(
                    f"the line has more than {bounds.MOST_TOKENS} signs and names",
                    self.tokens[bounds.MOST_TOKENS].at,
                )
        if WRAPPER in self.open:
            raise Unreadable("{ is never closed", self.text.rfind("{"))
        return self.tokens

    @abstractmethod
    def command(self) -> None:
        """Read what begins with a backslash."""

    def _plain(self) -> None:
        """Spaces, numbers, and signs that stand for themselves, as far as there is nothing else.

        Most of a line is this, so it is read without a call for each.
        """
        text, at, spaced = self.text, self.at, self._spaced
        append, match = self.tokens.append, _COMMON.match
        while (found := match(text, at)) is not None:
            kind, lexeme, end = found.lastgroup, found[0], found.end()
            if kind == "sign":
                append(_make_token((lexeme, lexeme, at, end, spaced, 0)))
            elif kind == "digits":
                append(_make_token(("number", lexeme, at, end, spaced, int(lexeme))))
            elif kind == "letter":
                append(_make_token(("word", lexeme, at, end, spaced, 0)))
            spaced, at = kind == "space", end
        self.at, self._spaced = at, spaced

    def _other(self) -> None:
        """One word, bracket or decimal number, or what needs a closer look."""
        found = _SPECIAL.match(self.text, self.at)
        if found is None:
            self._sign_or_dress(self.text[self.at])
        elif found.lastgroup == "opens":
            self.opened(found[0])
            self.add(found[0], found[0], 1)
        elif found.lastgroup == "shuts":
            self._shut(found[0])
        elif found.lastgroup == "number":
            self._number(found[0])
        else:
            self._word(found[0])

    def _sign_or_dress(self, char: str) -> None:
        if char in SPACES:
            self.skip(1)
        elif char == "\\":
            self.command()
        elif char in ("$", "`"):
            self._fence(char)
        elif char == "*" and self._next() == "*":
            self._stars()
        elif char in SUBSCRIPTS:
            self.add("sub", SUBSCRIPTS[char], 1)
        elif char in WORDS:
            self.add("word", WORDS[char], 1)
        elif char in OPERATORS:
            self._sign(char)
        else:
            raise Unreadable(_not_allowed(char), self.at)

    def _next(self) -> str:
        return self.text[self.at + 1 : self.at + 2]

    def skip(self, length: int) -> None:
        """Go on by so many characters, which count as a space."""
        self.at += length
        self._spaced = True

    def add(self, kind: str, text: str, length: int, value: int | Fraction = 0) -> None:
        """Add a token of so many characters."""
        at = self.at
        self.at = end = at + length
        self.tokens.append(_make_token((kind, text, at, end, self._spaced, value)))
        self._spaced = False

    def _number(self, digits: str) -> None:
        if len(digits.replace(".", "")) > bounds.MOST_DIGITS:
            raise Unreadable(f"the number has more than {bounds.MOST_DIGITS} digits", self.at)
        whole, _, after = digits.partition(".")
        value: int | Fraction
        if after:
            value = Fraction(int(whole + after), 10 ** len(after))
            if value.denominator == 1:
                value = value.numerator
        else:
            value = int(whole)
        self.add("number", digits, len(digits), value)

    def _word(self, letters: str) -> None:
        if not _RUN.fullmatch(letters):
            self.add("=" if letters.lower() == "equals" else "word", letters, len(letters))
            return
        # Names written without a space between them, as in xW_q.
        for part in _PART.findall(letters):
            self.add("word", part, len(part))

    def _stars(self) -> None:
        """Bold is dropped; between two values it would be a power."""
        after = self.text[self.at + 2 :].lstrip(" *$`")[:1]
        begins_value = after.isalnum() or after in ("(", "[", "\\")
        between = bool(self.tokens) and self.tokens[-1].kind in _VALUE_ENDS and begins_value
        if between and self.text[: self.at].count("**") % 2 == 0:
            raise Unreadable("powers are not part of this notation", self.at)
        self.skip(2)

    def _sign(self, char: str) -> None:
        kind = OPERATORS[char]
        length = 1
        following = self._next()
        if char + following in _PAIRS:
            kind, length = _PAIRS[char + following], 2
        if kind == "&" and not self.in_matrix() and self._aligns():
            self.skip(1)
            return
        self.add(kind, self.text[self.at : self.at + length] if length > 1 else kind, length)

    def _fence(self, char: str) -> None:
        """A dollar sign or a code tick, which come in pairs."""
        if self.text.count(char) % 2 and self.text.rfind(char) == self.at:
            raise Unreadable(f"this {char} has no partner", self.at)
        self.skip(1)

    def _aligns(self) -> bool:
        """Whether an ampersand only says where aligned formulas meet."""
        after = self.text[self.at + 1 :].lstrip()
        if not self.tokens or self.tokens[-1].kind in ("gap", "=", ":", ",", ";"):
            return True
        return after.startswith(_ALIGNED)

    def _shut(self, kind: str) -> None:
        if self._closed(kind):
            self.skip(1)
        else:
            self.add(kind, kind, 1)

    def opened(self, kind: str) -> None:
        """Take note of an opening bracket."""
        self.open.append(kind)
        if len(self.open) > bounds.DEEPEST:
            raise Unreadable(f"brackets are nested more than {bounds.DEEPEST} deep", self.at)

    def _closed(self, kind: str) -> bool:
        """Whether the bracket closes one that was dropped with its command."""
        if not self.open:
            raise Unreadable(f"{kind} closes nothing", self.at)
        opened = self.open.pop()
        if opened == WRAPPER:
            if kind != "}":
                raise Unreadable(f"{kind} stands where }} is expected", self.at)
            return True
        if OPENING.get(opened) != kind:
            expected = OPENING.get(opened, f"\\end{{{opened}}}")
            raise Unreadable(f"{kind} stands where {expected} is expected", self.at)
        return False

    def in_matrix(self) -> bool:
        """Whether a matrix environment is open."""
        return any(opened in MATRICES for opened in self.open)


def _not_allowed(char: str) -> str:
    code = f"U+{ord(char):04X}"
    said = name(char)
    if not said:
        return f"character {code} is not allowed"
    return f"character {code} ({said}) is not part of the notation"
