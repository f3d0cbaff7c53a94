"""The scanner: from characters to tokens, in one pass from left to right.

Of LaTeX's commands those that only place or dress a formula are dropped, and so are environments
that do; an unknown command is refused.
"""

import re

from qkvsym.errors import Unreadable
from qkvsym.reading.characters import WRAPPER, Characters, Token
from qkvsym.reading.symbols import COMMANDS, GAPS, LAYOUTS, MATRICES, SILENT, WRAPPERS

__all__ = ["Token", "scan"]

_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_NAMED = re.compile(r"[ \t\n]*\{[ \t\n]*([A-Za-z]+)\*?[ \t\n]*\}")
_COLUMNS = re.compile(r"[ \t\n]*\{[lcr| \t]*\}")
_ROOM = re.compile(r"\*?\[[0-9.]{1,6}(?:pt|em|ex|mm|cm|in)\]")
_GROUP = re.compile(r"\*?[ \t\n]*\{[^{}]{0,200}\}")
_WITH_GROUP = frozenset(
    (
        *("blank", "hspace", "label", "pagestyle", "paragraph", "section", "subsection", "tag"),
        *("vspace", "workspace"),
    )
)


class Scanner(Characters):
    """Reads characters, and LaTeX's commands among them."""

    def command(self) -> None:
        """One command, with its argument where that is dropped too."""
        found = _COMMAND.match(self.text, self.at)
        if found is None:
            raise Unreadable("a backslash stands alone", self.at)
        name = found[0][1:].rstrip("*")
        if name in ("begin", "end"):
            self._environment(name, found.end())
        elif name == "\\" or (name == "cr" and self.in_matrix()):
            room = _ROOM.match(self.text, found.end())
            self._newline(len(found[0]) + (len(room[0]) if room else 0))
        elif name in GAPS:
            self.add("gap", name, len(found[0])) if not self.open else self.skip(len(found[0]))
        elif name in WRAPPERS:
            self._wrapper(found[0])
        elif name in _WITH_GROUP:
            group = _GROUP.match(self.text, found.end())
            self.skip(len(found[0]) + (len(group[0]) if group else 0))
        elif name in SILENT:
            self.skip(len(found[0]))
        elif name in ("sum", "sqrt"):
            self.add("word", name, len(found[0]))
        elif name in ("frac", "dfrac", "tfrac"):
            self.add("frac", found[0], len(found[0]))
        elif name in COMMANDS:
            self.add(COMMANDS[name], COMMANDS[name], len(found[0]))
        else:
            raise Unreadable("this command is not part of the notation", self.at)

    def _newline(self, length: int) -> None:
        if self.in_matrix():
            self.add("newline", "\\\\", length)
        elif self.open:
            raise Unreadable(f"a line ends before {self.open[-1]} is closed", self.at)
        else:
            self.add("gap", "\\\\", length)

    def _wrapper(self, command: str) -> None:
        after = self.at + len(command)
        opening = re.compile(r"[ \t\n]*\{").match(self.text, after)
        if opening is None:
            self.skip(len(command))
            return
        self.opened(WRAPPER)
        empty = self.text[opening.end() :].lstrip().startswith("}")
        if empty and command not in ("\\mbox", "\\hbox", "\\text"):
            raise Unreadable("there is nothing in these braces", self.at)
        self.skip(opening.end() - self.at)

    def _environment(self, which: str, after: int) -> None:
        found = _NAMED.match(self.text, after)
        if found is None:
            raise Unreadable(f"the name of an environment is missing after \\{which}", self.at)
        name = found[1]
        length = found.end() - self.at
        if name in LAYOUTS:
            self.skip(length)
        elif name not in MATRICES:
            raise Unreadable(f"the environment {name} is not part of the notation", self.at)
        elif which == "begin":
            self.opened(name)
            columns = _COLUMNS.match(self.text, found.end()) if name == "array" else None
            self.add("begin", name, length + (len(columns[0]) if columns else 0))
        else:
            if not self.open or self.open.pop() != name:
                raise Unreadable(f"\\end{{{name}}} closes nothing", self.at)
            self.add("end", name, length)


def scan(text: str) -> list[Token]:
    """The tokens of a line; raises `Unreadable`.

    >>> [token.text for token in scan(r"$q_1 = \\mathbf{x}W_q$")]
    ['q', '_', '1', '=', 'x', 'W', '_', 'q']
    """
    return Scanner(text).scan()
