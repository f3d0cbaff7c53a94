"""Vectors and matrices: in brackets, in LaTeX environments, and as code prints them.

In a list without commas a space parts the entries. Such a list may hold numbers only: two names
side by side could be a product as well.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from qkvsym.reading import bounds
from qkvsym.reading.names import Names
from qkvsym.reading.syntax import Array, Node
from qkvsym.reading.tokens import Token
from qkvsym.shapes import MAX_SIZE

CODE_ARRAYS = frozenset({"array", "asarray", "tensor", "Tensor", "Matrix", "matrix"})
LIBRARIES = frozenset({"np", "numpy", "torch", "sympy", "sp", "jnp"})


class Arrays(Names):
    """Reads whatever holds entries."""

    # Whether a space parts entries where the reading stands.
    spaces_part = False
    # How many vectors in angle brackets the reading is inside of.
    angles_open = 0

    @abstractmethod
    def sum(self) -> Node:
        """A sum of terms."""

    def in_list(self, spaces_part: bool) -> Node:
        """One entry of a list."""
        before, self.spaces_part = self.spaces_part, spaces_part
        try:
            return self.sum()
        finally:
            self.spaces_part = before

    def array(self) -> Array:
        """What stands in square brackets."""
        opening = self.token
        end = self.closing()
        self.take()
        rows = self._rows("]", self._spaces_part(self.at, end))
        self.expect("]")
        return self._made(rows, opening)

    def angle_vector(self) -> Node:
        """A vector in angle brackets."""
        opening = self.take()
        # These brackets are signs of comparison too, so that nothing has counted them yet.
        if self.angles_open >= bounds.DEEPEST:
            self.fail(f"brackets are nested more than {bounds.DEEPEST} deep", opening)
        self.angles_open += 1
        rows = self._rows(">", self._only_numbers())
        self.angles_open -= 1
        self.expect(">")
        return self._made(rows, opening)

    def environment(self) -> Node:
        """A matrix environment of LaTeX."""
        opening = self.token
        self.closing()
        self.take()
        rows: list[list[Node]] = [[]]
        while self.token.kind != "end":
            rows[-1].append(self.in_list(False))
            if self.accept("newline"):
                # A line break after the last row begins no other row.
                if self.token.kind != "end":
                    rows.append([])
            elif self.accept("&"):
                if self.token.kind == "end":
                    self.fail("an entry is missing here")
            elif self.token.kind != "end":
                self.fail("& is expected between two entries of a row")
        self.take()
        return self._made(rows, opening)

    def code_array(self) -> Node:
        """An array as code prints it, such as array([4, 5])."""
        if self.token.text in LIBRARIES:
            self.take()
            self.expect(".")
        kind = self.take().text
        opening = self.expect("(")
        if self.token.kind != "[":
            self.fail("a list in square brackets is expected here")
        made = self.array()
        if self.token.kind != ")":
            self.fail(") is expected after the list")
        self.take()
        if kind == "Matrix" and made.flat:
            # SymPy makes a column of a plain list.
            made = replace(made, rows=tuple((cell,) for cell in made.rows[0]), flat=False)
        return replace(made, at=opening.at, end=self.before.end)

    def is_code_array(self) -> bool:
        """Whether an array as code prints it comes next."""
        if self.token.text in LIBRARIES and self.ahead().kind == ".":
            return self.ahead(2).text in CODE_ARRAYS
        return self.token.text in CODE_ARRAYS and self.ahead().kind == "("

    def row_of_numbers(self, end: int) -> Node:
        """Numbers parted by spaces up to a place, as in (4 5)."""
        opening = self.take()
        rows = self._rows(")", True)
        self.note("numbers side by side are read as the entries of a row", opening.at)
        if self.at != end:
            self.unexpected()
        self.take()
        return self._made(rows, opening)

    def _rows(self, closing: str, spaces_part: bool) -> list[list[Node]]:
        rows: list[list[Node]] = [[]]
        while self.token.kind != closing:
            rows[-1].append(self.in_list(spaces_part))
            if self.accept(";"):
                rows.append([])
            elif self.accept(","):
                if self.token.kind in (",", closing):
                    self.fail("an entry is missing here")
            elif self.breaks_line() and self.token.kind != closing and spaces_part:
                if not isinstance(rows[-1][-1], Array):
                    rows.append([])
            elif self.token.kind != closing and not (spaces_part and self.token.spaced):
                self._no_separator()
        return rows

    def breaks_line(self) -> bool:
        """Whether what comes next stands on another line than what comes before."""
        return "\n" in self.text[self.before.end : self.token.at]

    def _no_separator(self) -> None:
        if self.token.kind == "number":
            self.fail("two numbers stand side by side; put a comma between entries")
        self.unexpected()

    def _made(self, rows: list[list[Node]], opening: Token) -> Array:
        """An array of cells, or of rows that are lists themselves."""
        end = self.before.end
        if len(rows) == 1 and rows[0] and all(isinstance(cell, Array) for cell in rows[0]):
            return self._of_lists([c for c in rows[0] if isinstance(c, Array)], opening, end)
        if not rows[-1]:
            self.fail("an entry is missing before this", self.before)
        self.check_rows(rows, opening)
        if any(isinstance(cell, Array) for row in rows for cell in row):
            self.fail("a list and a number stand side by side", opening)
        flat = len(rows) == 1 and opening.kind != "begin"
        return Array(opening.at, end, tuple(map(tuple, rows)), flat)

    def _of_lists(self, lists: list[Array], opening: Token, end: int) -> Array:
        if len(lists) == 1 and self.text[lists[0].at] == "\\":
            # Brackets around an array environment are how LaTeX draws them.
            return Array(opening.at, end, lists[0].rows)
        rows = tuple(row for one in lists for row in one.rows)
        if not all(one.flat for one in lists):
            self.fail("lists are nested too deep for a matrix", opening)
        self.check_rows(rows, opening)
        return Array(opening.at, end, rows)

    def check_rows(self, rows: Sequence[Sequence[Node]], opening: Token) -> None:
        """Refuse rows of different lengths, and too many of them."""
        if any(len(row) != len(rows[0]) for row in rows):
            self.fail("the rows have different lengths", opening)
        if len(rows) * len(rows[0]) > bounds.MOST_CELLS:
            self.fail(f"there are more than {bounds.MOST_CELLS} numbers in one matrix", opening)
        if max(len(rows), len(rows[0])) > MAX_SIZE:
            self.fail(f"a value has up to {MAX_SIZE} rows and columns", opening)

    def _spaces_part(self, start: int, end: int) -> bool:
        """Whether the list up to a place has no comma of its own, and numbers or lists only."""
        depth = 0
        for token in self.tokens[start:end]:
            depth += token.kind in ("(", "[", "{")
            depth -= token.kind in (")", "]", "}")
            if (depth == 0 and token.kind == ",") or token.kind in ("word", "begin"):
                return False
        return True

    def _only_numbers(self) -> bool:
        kinds = (token.kind for token in self.tokens[self.at :])
        behind = next(kind for kind in kinds if kind not in ("number", "-", "/"))
        return behind in (">", "end of line")

    def is_row_of_numbers(self, start: int, end: int) -> bool:
        """Whether there are only numbers, two or more, parted by spaces."""
        tokens = self.tokens[start:end]
        numbers = [n for n, token in enumerate(tokens) if token.kind == "number"]
        if len(numbers) < 2 or any(token.kind not in ("number", "-") for token in tokens):
            return False
        # A minus with a space on both sides takes away, as in (3 - 1).
        return all(
            tokens[n - 1].spaced and not tokens[n].spaced
            if tokens[n - 1].kind == "-"
            else tokens[n].spaced
            for n in numbers[1:]
        )
