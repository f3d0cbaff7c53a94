"""The scanner: from characters to tokens, in one pass from left to right.

What only dresses a formula is dropped here: dollar signs, code ticks, bold, spacing and font
commands, environments that only place formulas. Every token keeps its place in the text.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple
from unicodedata import name as unicode_name

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.symbols import (
    COMMANDS,
    GAPS,
    LAYOUTS,
    MATRICES,
    OPENING,
    OPERATORS,
    SILENT,
    SPACES,
    SUBSCRIPTS,
    WORDS,
    WRAPPERS,
)

_COMMON = re.compile(
    r"(?P<space>[ \t\n]+)|(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(?P<word>[A-Za-z]+)"
    r"|(?P<sign>[+/,;:^_'<@·×]|\*(?!\*)|[-=](?!>))|(?P<opens>[(\[{])|(?P<shuts>[\])}])"
)
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_NAMED = re.compile(r"[ \t\n]*\{[ \t\n]*([A-Za-z]+)\*?[ \t\n]*\}")
_COLUMNS = re.compile(r"[ \t\n]*\{[lcr| \t]*\}")
_GROUP = re.compile(r"\*?[ \t\n]*\{[^{}]{0,40}\}")
_RUN = re.compile(r"(?:W(?:[qkv](?![a-z])|[QKV](?![A-Z]))?|[xXwqkvQKVb])+")
_PART = re.compile(r"W[qkvQKV]?|[xXwqkvQKVb]")
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


class Scanner:
    """One pass over a text; raises `Unreadable` with the place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[Token] = []
        self._spaced = False
        self._open: list[str] = []

    def scan(self) -> list[Token]:
        """All tokens of the text."""
        if len(self.text) > bounds.LONGEST_LINE:
            raise Unreadable(f"the line is longer than {bounds.LONGEST_LINE} characters", 0)
        text, match = self.text, _COMMON.match
        while self.at < len(text):
            found = match(text, self.at)
            if found is None:
                self._other()
            elif found.lastgroup == "space":
                self.at = found.end()
                self._spaced = True
            elif found.lastgroup == "sign":
                self._add(found[0], found[0], 1)
            elif found.lastgroup == "opens":
                self._opened(found[0])
                self._add(found[0], found[0], 1)
            elif found.lastgroup == "number":
                self._number(found[0])
            elif found.lastgroup == "shuts":
                self._shut(found[0])
            else:
                self._word(found[0])
            if len(self.tokens) > bounds.MOST_TOKENS:
                raise Unreadable(
                    f"the line has more than {bounds.MOST_TOKENS} signs and names", self.at
                )
        if "wrapper" in self._open:
            raise Unreadable("{ is never closed", self.text.rfind("{"))
        return self.tokens

    def _other(self) -> None:
        """What is not a space, a number, a word or a sign that only stands for itself."""
        char = self.text[self.at]
        if char in SPACES:
            self._skip(1)
        elif char == "\\":
            self._command()
        elif char in "$`":
            self._fence(char)
        elif char == "*" and self._next() == "*":
            self._stars()
        elif char in SUBSCRIPTS:
            self._add("sub", SUBSCRIPTS[char], 1)
        elif char in WORDS:
            self._add("word", WORDS[char], 1)
        elif char in OPERATORS:
            self._sign(char)
        else:
            raise Unreadable(_not_allowed(char), self.at)

    def _next(self) -> str:
        return self.text[self.at + 1 : self.at + 2] or " "

    def _skip(self, length: int) -> None:
        self.at += length
        self._spaced = True

    def _add(self, kind: str, text: str, length: int, value: int | Fraction = 0) -> None:
        at = self.at
        self.at = end = at + length
        self.tokens.append(_make_token((kind, text, at, end, self._spaced, value)))
        self._spaced = False

    def _number(self, digits: str) -> None:
        if len(digits) > bounds.MOST_DIGITS and len(digits.replace(".", "")) > bounds.MOST_DIGITS:
            raise Unreadable(f"the number has more than {bounds.MOST_DIGITS} digits", self.at)
        whole, _, after = digits.partition(".")
        value: int | Fraction
        if after:
            value = Fraction(int(whole + after), 10 ** len(after))
            if value.denominator == 1:
                value = value.numerator
        else:
            value = int(whole)
        self._add("number", digits, len(digits), value)

    def _word(self, letters: str) -> None:
        if len(letters) == 1 or not _RUN.fullmatch(letters):
            self._add("word", letters, len(letters))
            return
        # Names written without a space between them, as in xW_q.
        for part in _PART.findall(letters):
            self._add("word", part, len(part))

    def _stars(self) -> None:
        """Bold is dropped; between two values it would be a power."""
        after = self.text[self.at + 2 :].lstrip(" *$`")[:1]
        before = self.tokens[-1].kind if self.tokens else ""
        between = before in _VALUE_ENDS and bool(after) and (after.isalnum() or after in "([\\")
        if between and self.text.count("**", 0, self.at) % 2 == 0:
            raise Unreadable("powers are not part of this notation", self.at, self.at + 2)
        self._skip(2)

    def _sign(self, char: str) -> None:
        kind = OPERATORS[char]
        length = 1
        following = self._next()
        if char + following in ("->", "=>", "!="):
            kind, length = {"->": "->", "=>": "->", "!=": "≠"}[char + following], 2
        if kind == "&" and not self._in_matrix() and self._aligns():
            self._skip(1)
            return
        self._add(kind, kind, length)

    def _fence(self, char: str) -> None:
        """A dollar sign or a code tick, which come in pairs."""
        if self.text.count(char) % 2 and self.text.rfind(char) == self.at:
            raise Unreadable(f"this {char} has no partner", self.at)
        self._skip(1)

    def _aligns(self) -> bool:
        """Whether an ampersand only says where aligned formulas meet."""
        after = self.text[self.at + 1 : self.at + 40].lstrip()
        if not self.tokens or self.tokens[-1].kind in ("gap", "=", ":"):
            return True
        return after.startswith(("=", ":", "∈", "\\in", "\\to", "\\colon", "\\Rightarrow"))

    def _shut(self, kind: str) -> None:
        if self._closed(kind):
            self._skip(1)
        else:
            self._add(kind, kind, 1)

    def _opened(self, kind: str) -> None:
        self._open.append(kind)
        if len(self._open) > bounds.DEEPEST:
            raise Unreadable(f"brackets are nested more than {bounds.DEEPEST} deep", self.at)

    def _closed(self, kind: str) -> bool:
        """Whether the bracket closes one that was dropped with its command."""
        if not self._open:
            raise Unreadable(f"{kind} closes nothing", self.at)
        opened = self._open.pop()
        if opened == "wrapper":
            if kind != "}":
                raise Unreadable(f"{kind} stands where }} is expected", self.at)
            return True
        if OPENING.get(opened) != kind:
            expected = OPENING.get(opened, f"\\end{{{opened}}}")
            raise Unreadable(f"{kind} stands where {expected} is expected", self.at)
        return False

    def _in_matrix(self) -> bool:
        return any(opened in MATRICES for opened in self._open)

    def _command(self) -> None:
        found = _COMMAND.match(self.text, self.at)
        if found is None:
            raise Unreadable("a backslash stands alone", self.at)
        name = found[0][1:].rstrip("*") or "*"
        if name in ("begin", "end"):
            self._environment(name, found.end())
        elif name == "\\":
            self._newline()
        elif name in GAPS:
            self._add("gap", name, len(found[0])) if not self._open else self._skip(len(found[0]))
        elif name in WRAPPERS:
            self._wrapper(found[0])
        elif name in ("hspace", "vspace", "blank", "workspace", "label", "tag"):
            group = _GROUP.match(self.text, found.end())
            self._skip(len(found[0]) + (len(group[0]) if group else 0))
        elif name in SILENT:
            self._skip(len(found[0]))
        elif name in ("sum", "sqrt"):
            self._add("word", name, len(found[0]))
        elif name in ("frac", "dfrac", "tfrac"):
            self._add("frac", found[0], len(found[0]))
        elif name in COMMANDS:
            self._add(COMMANDS[name], COMMANDS[name], len(found[0]))
        else:
            raise Unreadable("this command is not part of the notation", self.at, found.end())

    def _newline(self) -> None:
        if self._in_matrix():
            self._add("newline", "\\\\", 2)
        elif self._open:
            raise Unreadable(f"a line ends before {self._open[-1]} is closed", self.at)
        else:
            self._add("gap", "\\\\", 2)

    def _wrapper(self, command: str) -> None:
        after = self.at + len(command)
        opening = re.compile(r"[ \t\n]*\{").match(self.text, after)
        if opening is None:
            self._skip(len(command))
            return
        self._opened("wrapper")
        if self.text[opening.end() :].lstrip().startswith("}"):
            raise Unreadable("there is nothing in these braces", self.at, opening.end() + 1)
        self._skip(opening.end() - self.at)

    def _environment(self, which: str, after: int) -> None:
        found = _NAMED.match(self.text, after)
        if found is None:
            raise Unreadable(f"the name of an environment is missing after \\{which}", self.at)
        name = found[1]
        length = found.end() - self.at
        if name in LAYOUTS:
            self._skip(length)
        elif name not in MATRICES:
            raise Unreadable(f"the environment {name} is not part of the notation", self.at)
        elif which == "begin":
            self._opened(name)
            columns = _COLUMNS.match(self.text, found.end()) if name == "array" else None
            self._add("begin", name, length + (len(columns[0]) if columns else 0))
        else:
            if not self._open or self._open.pop() != name:
                raise Unreadable(f"\\end{{{name}}} closes nothing", self.at)
            self._add("end", name, length)


def _not_allowed(char: str) -> str:
    code = f"U+{ord(char):04X}"
    said = unicode_name(char, "")
    if not said or ord(char) < 32:
        return f"character {code} is not allowed"
    return f"character {code} ({said}) is not part of the notation"


def scan(text: str) -> list[Token]:
    """The tokens of a line; raises `Unreadable`.

    >>> [token.text for token in scan(r"$q_1 = \\mathbf{x}W_q$")]
    ['q', '_', '1', '=', 'x', 'W', '_', 'q']
    """
    return Scanner(text).scan()
