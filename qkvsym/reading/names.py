"""Names with their indices: q_1, w_{12}, W^{(q)}, x^{(2)}, W[1,2]."""

import re
from typing import NoReturn

from qkvsym.errors import shown
from qkvsym.reading.cursor import KNOWN, Cursor
from qkvsym.reading.syntax import Index, Indexed, Node, Note, Ref
from qkvsym.reading.tokens import Token
from qkvsym.reading.vocabulary import WRITTEN_OUT, Vocabulary, role_of
from qkvsym.rules import TOKEN, TOKENS
from qkvsym.shapes import Size

VECTORS = frozenset("xqkv")
RESULTS = frozenset(("q", "k", "v", "Q", "K", "V", *WRITTEN_OUT))
BATCHES = frozenset("XQKV")
MATRICES = frozenset({"W", "w"})
_SAID = ("is", "has", "should", "must", "will")
_PAIR = re.compile("[0-9]{2}")
WEIGHT = re.compile("[Ww](?:[qkvQKV]|query|key|value)?")


class Names(Cursor):
    """Reads names; a name that the exercise does not have is refused."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        super().__init__(text, vocabulary)
        self._names: dict[int, tuple[Ref, int, list[Note]]] = {}

    def is_name(self) -> bool:
        """Whether a name of a matrix, a vector or an entry comes next."""
        if self.token.kind != "word":
            return False
        base = self.token.text
        if base in VECTORS or base in BATCHES:
            return True
        if base.lower() in WRITTEN_OUT:
            # In other places these words are prose, or a label.
            return self._is_said_of(base.lower())
        return bool(WEIGHT.fullmatch(base))

    def _is_said_of(self, word: str) -> bool:
        """Whether something is said of the query or the key; a value may be any number."""
        vector = self.ahead().text == "vector"
        following, behind = self.ahead(1 + vector), self.ahead(2 + vector)
        if following.kind == ":":
            return behind.kind in ("[", "(", "begin") or (
                behind.kind in ("number", "-")
                and (word != "value" or self.ahead(3 + vector).text in ("x", "×", "by"))
            )
        if following.kind == "=":
            return True
        said = following.text in _SAID and behind.text not in RESULTS
        return said and (vector or word != "value")

    def name(self) -> Ref:
        """A name and its indices."""
        start = self.at
        if start not in self._names:
            notes = len(self.notes)
            name = self._read_name()
            self._names[start] = name, self.at, self.notes[notes:]
            return name
        # A line looks ahead at most of its names.
        name, end, made = self._names[start]
        self.move(end)
        self.notes.extend(made)
        return name

    def _read_name(self) -> Ref:
        first = self.take()
        base = WRITTEN_OUT.get(first.text.lower(), first.text)
        # A letter, with a role right behind it where it is that of a matrix.
        base, role = base[0], role_of(base[1:]) or ""
        indices: tuple[Index, ...] = ()
        token = ""
        while True:
            if self.token.kind == "_" or self._glued_index(base):
                place = self.token
                more_role, more = self._subscript(base)
                if (more_role and role) or (more and indices):
                    self.fail("two indices of one kind", place)
                role, indices = role or more_role, indices or more
            elif self.token.kind == "^" and not self._transposes():
                place = self.token
                more_role, more_token = self._superscript(base, role)
                if more_token and token:
                    self.fail("two indices of one kind", place)
                role, token = more_role or role, more_token or token
            elif self.token.kind == "[" and not self.token.spaced and not indices:
                indices = self._code_index()
            else:
                name = self._resolved(first, base, role, indices, token)
                self.accept_words("vector")
                return name

    def _resolved(
        self, first: Token, base: str, role: str, indices: tuple[Index, ...], token: str
    ) -> Ref:
        name = base
        if base in MATRICES:
            name = f"W_{role}" if role else "W"
            if base == "w" and not indices:
                self.fail("w alone is no name of this exercise; name an entry, as in w_{12}", first)
        elif base in BATCHES and self._is_of_one_token(base):
            name = base.lower()
            self.note(f"{base} is read as {name}, for there is one token", first.at)
        self._check_count(name, indices, first)
        return Ref(first.at, self.before.end, name, indices, token)

    def _is_of_one_token(self, base: str) -> bool:
        """Whether a capital stands for the small letter, because there are not several tokens."""
        token = self.vocabulary.token
        return token == TOKEN if base == TOKENS else token != TOKENS

    def _check_count(self, name: str, indices: tuple[Index, ...], first: Token) -> None:
        if len(indices) > 2 or (name.startswith("W") and len(indices) == 1):
            self.fail("an entry of a matrix has two indices, its row and its column", first)
        for index in indices:
            if index == 0:
                self.fail("places are counted from 1", first)

    def _transposes(self) -> bool:
        """Whether the superscript that comes next is a transposition."""
        following = self.ahead()
        if following.kind == "{":
            following = self.ahead(2)
        return following.text in ("T", "^T")

    def _glued_index(self, base: str) -> bool:
        if self.token.kind == "sub":
            return True
        return self.token.kind == "number" and not self.token.spaced and base in "xqkvwW"

    def _subscript(self, base: str) -> tuple[str, tuple[Index, ...]]:
        """The role and the places that an index names."""
        if self.token.kind != "_":
            start, digits = self.token, ""
            while self.token.kind == "sub" or (not digits and self.token.kind == "number"):
                digits += self.take().text
            return "", self._places(base, [start._replace(text=digits)])
        self.take()
        opening = self.token
        if not self.accept("{"):
            part = self._index_word()
            return self._index_parts(base, [self._with_second(part) if base in MATRICES else part])
        parts: list[Token] = []
        while not self.accept("}"):
            if not self.accept(",", "(", ")"):
                parts.append(self._index_word())
        if not parts:
            self.fail("an index is expected here, as in q_1 or w_{12}", opening)
        return self._index_parts(base, parts)

    def _with_second(self, part: Token) -> Token:
        """A letter and a digit side by side, as in w_i1 and w_1j, which are two indices."""
        second = self.token
        if second.spaced or len(second.text) > 1 or len(part.text) > 1 or role_of(part.text):
            return part
        kinds = (part.kind, second.kind)
        letter = kinds == ("number", "word") and second.text not in KNOWN
        if letter or kinds == ("word", "number"):
            return part._replace(text=part.text + self.take().text)
        return part

    def _index_word(self) -> Token:
        if self.token.kind not in ("number", "word", "sub"):
            self.fail("an index is expected here, as in q_1 or w_{12}")
        return self.take()

    def _index_parts(self, base: str, parts: list[Token]) -> tuple[str, tuple[Index, ...]]:
        role = role_of(parts[0].text) if base in MATRICES else None
        return role or "", self._places(base, parts[1:] if role else parts)

    def _places(self, base: str, parts: list[Token]) -> tuple[Index, ...]:
        parts = list(map(self._checked_index, parts))
        paired = base in MATRICES or (base in BATCHES and self.vocabulary.token == TOKENS)
        if len(parts) == 1 and paired:
            # An entry of a matrix has two places, so that two digits are one each.
            if parts[0].text.isdigit() and len(parts[0].text) > 2:
                self.fail("put a comma between the indices, as in w_{1,2}", parts[0])
            parts = [parts[0]._replace(text=char) for char in parts[0].text]
        elif len(parts) == 1 and base in VECTORS and self._is_paired(parts[0]):
            self.fail("for one row write q_1, and with its row q_{1,1}", parts[0])
        places: list[Index] = []
        for part in parts:
            if part.text.isdigit():
                places.append(self._place(part))
            else:
                # ij written together, or 1j.
                places.extend(int(c) if c.isdigit() else c for c in part.text)
        return tuple(places)

    def _checked_index(self, part: Token) -> Token:
        """An index without the full stop behind it; a point in it and a whole word are refused."""
        digits = part.text.removesuffix(".") if self._sentence_ends() else part.text
        if "." in digits:
            self.fail("an index has no point; write q_1, and w_{1,2} for two indices", part)
        if len(digits) > 2 and digits.isalpha():
            self.fail(f"{shown(digits)} is no index; an index is a place, as in q_1", part)
        return part._replace(text=digits)

    def _sentence_ends(self) -> bool:
        """Whether a full stop here cannot be the sign of a product, as in x_1. w_{11}."""
        other = self.token.kind == "word" and not self.is_name()
        return other or self.token.text in RESULTS or self.token.kind in ("end of line", "gap")

    def _place(self, part: Token) -> int:
        if len(part.text) > 4:
            self.fail("this index is too large", part)
        return int(part.text)

    def _is_paired(self, part: Token) -> bool:
        """Whether digits are two indices side by side, as in q_{11}."""
        return bool(_PAIR.fullmatch(part.text)) and not self.vocabulary.needs_comma()

    def _superscript(self, base: str, role: str) -> tuple[str, str]:
        """The role of a weight matrix, and the number of a token."""
        place = self.take()
        bracketed = [kind for kind in ("{", "(") if self.accept(kind)]
        token = self.token
        if token.kind not in ("number", "word"):
            self._no_power(place)
        self.take()
        for kind in reversed(bracketed):
            self.expect({"{": "}", "(": ")"}[kind])
        if base in MATRICES and not role and (named := role_of(token.text)):
            return named, ""
        if base in VECTORS and "(" in bracketed:
            return "", token.text
        return self._no_power(place)

    def _no_power(self, place: Token) -> NoReturn:
        self.fail("powers are not part of this notation; token 2 is x^{(2)}", place)

    def _code_index(self) -> tuple[Index, ...]:
        """Indices in square brackets, right behind a name."""
        opening = self.take()
        places: list[Index] = []
        while not self.accept("]"):
            if not self.accept(","):
                word = self._index_word()
                if not word.text.isdigit() and len(word.text) > 1:
                    self.fail("an index is a number or one letter, as in q[1] or W[i,j]", word)
                places.append(self._place(word) if word.text.isdigit() else word.text)
        if not places:
            self.fail("an index is expected here, as in q_1 or w_{12}", opening)
        self.note("places in square brackets are counted from 1 here, as in q_1", opening.at)
        return tuple(places)

    def size_ahead(self) -> Size | None:
        """What the name of a size that comes next stands for; nothing is taken."""
        place = self.at
        size = self.size_name()
        self.move(place)
        return size

    def size_name(self) -> Size | None:
        """What a name of a size stands for, such as d_in or d_{out}; None where none comes."""
        name, braced = self.size_written()
        size = self.vocabulary.size(name)
        if size is None:
            return None
        self.move(self.at + 3 + braced)
        if braced:
            self.expect("}")
        return size

    def size_length(self, steps: int = 0) -> int:
        """How many signs the name of a size has that stands so far ahead; 0 where none does."""
        if self.ahead(steps).text != "d" or self.ahead(steps + 1).kind != "_":
            return 0
        return 5 if self.ahead(steps + 2).kind == "{" else 3

    def size_written(self) -> tuple[str, bool]:
        """The name of a size that comes next, if any, and whether it has braces, as in d_{in}."""
        length = self.size_length()
        if not length:
            return "", False
        braced = length == 5
        return f"d_{self.ahead(3 if braced else 2).text}", braced

    def with_indices(self, start: int, body: Node) -> Node:
        """What stands in brackets with the indices behind them, as in (x W_q)_1 or (W)_q."""
        place = self.token
        name = body.name if isinstance(body, Ref) else "q"
        role, indices = self._subscript(name[0])
        if role and name != "W":
            self.fail("two indices of one kind", place)
        self._check_count(name, indices, place)
        if not isinstance(body, Ref):
            return Indexed(start, self.before.end, body, indices)
        if body.indices and indices:
            self.fail("two indices of one kind", place)
        # A name in brackets is that name.
        name = f"W_{role}" if role else name
        return Ref(start, self.before.end, name, body.indices or indices, body.token)
