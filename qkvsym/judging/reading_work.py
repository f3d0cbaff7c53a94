"""Reading all lines of work, and taking from them what they give."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from qkvsym.errors import LearnerError, Unreadable
from qkvsym.judging.arithmetic import NUMBERS, plain
from qkvsym.judging.effort import Effort
from qkvsym.judging.judge import ReadLine
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import Problem, World, symbolic_problem
from qkvsym.matrix import Matrix
from qkvsym.notation import text
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import (
    Array,
    Equation,
    Note,
    Reading,
    Ref,
    ShapeClaim,
    SizeClaim,
    Statement,
    nodes,
)
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import WorkLine
from qkvsym.rules import ROLES, TOKEN, TOKENS, weight
from qkvsym.shapes import MAX_SIZE, Shape, Size

GIVEN_NAMES = (TOKEN, TOKENS, *(weight(role) for role in ROLES))


def vocabulary_of(problem: Problem) -> Vocabulary:
    """The names that lines about a problem may use."""
    return Vocabulary(problem.sizes, problem.token)


def read_all(lines: Iterable[WorkLine], problem: Problem) -> list[ReadLine]:
    """The lines read with the names of a problem; nothing is taken from them."""
    vocabulary = vocabulary_of(problem)
    return [read_work_line(line, vocabulary) for line in lines]


def read_work_line(line: WorkLine, vocabulary: Vocabulary) -> ReadLine:
    """One line read, or refused."""
    try:
        return ReadLine(line, read_line(line.text, vocabulary))
    except Unreadable as refused:
        return ReadLine(line, refused=refused)


def read_with_givens(lines: Iterable[WorkLine]) -> tuple[list[ReadLine], Problem]:
    """The lines read, and the problem that their givens make.

    A given is the first definition of a name; without any numbers, sizes that are stated make a
    symbolic problem.
    """
    givens = Givens()
    read = list(givens.read(lines))
    if givens.numbers:
        return read, Problem(givens.shapes_of_numbers(), givens.numbers)
    return [_sizes_given(line, givens) for line in read], givens.symbolic()


def _sizes_given(line: ReadLine, givens: "Givens") -> ReadLine:
    # The same words may come again later on, where they are claims.
    taken = tuple(s for s in line.reading.statements if any(s is one for one in givens.stated))
    return replace(line, given=taken)


class Givens:
    """What lines of work give: numbers by name, and sizes."""

    def __init__(self) -> None:
        self.numbers: dict[str, Matrix[Any]] = {}
        self.shapes: dict[str, Shape] = {}
        self.sizes: dict[str, Size] = {}
        self.stated: list[Statement] = []
        self._token = ""
        self._nowhere = Scope(World({}, {}, TOKEN, Effort()), {}, {})

    def read(self, lines: Iterable[WorkLine]) -> Iterator[ReadLine]:
        """The lines read in turn, with what the lines before have given."""
        vocabulary, known, twice = self._vocabulary(), 0, ""
        for line in lines:
            if twice:
                note = Note(f"not checked, since {twice} was given twice", 0)
                yield ReadLine(line, Reading((), (note,)))
                continue
            read = read_work_line(line, vocabulary)
            self._nowhere.world.effort.begin_line()
            try:
                self._check_token(read.reading)
                given = tuple(s for s in read.reading.statements if self._gives(s))
            except GivenTwice as again:
                read, twice = ReadLine(line, refused=again), again.name
            except Unreadable as refused:
                read = ReadLine(line, refused=refused)
            else:
                if given:
                    read = replace(read, given=given)
                if given or len(self.sizes) != known:
                    vocabulary, known = self._vocabulary(), len(self.sizes)
            yield read

    def _check_token(self, reading: Reading) -> None:
        """Refuse a line about another token than the lines before."""
        if TOKENS in self.numbers:
            return
        for statement in reading.statements:
            for node in _nodes_of(statement):
                if isinstance(node, Ref) and node.token:
                    self._token = self._token or node.token
                    if node.token != self._token:
                        raise Unreadable(
                            f"this is about token {node.token}, and the lines before are about "
                            f"token {self._token}; hand in one token at a time, or X",
                            node.at,
                        )

    def _gives(self, statement: Statement) -> bool:
        if isinstance(statement, Equation):
            return self._gives_numbers(statement)
        if isinstance(statement, SizeClaim):
            known = statement.name in self.sizes
            self.sizes.setdefault(statement.name, statement.size)
            if not known:
                self.stated.append(statement)
        elif isinstance(statement, ShapeClaim):
            self._states_shape(statement)
        return False

    def _states_shape(self, claim: ShapeClaim) -> None:
        subject = claim.subject
        name = subject.name if isinstance(subject, Ref) and not subject.indices else ""
        sizes = claim.shape.sizes
        if name not in GIVEN_NAMES or name in self.shapes or len(sizes) != 2:
            return
        rows, columns = sizes
        if isinstance(rows, int) and isinstance(columns, int) and max(rows, columns) <= MAX_SIZE:
            self.shapes[name] = Shape(rows, columns)
            self.stated.append(claim)

    def _gives_numbers(self, equation: Equation) -> bool:
        first, *others = equation.members
        if not isinstance(first, Ref) or not others:
            return False
        if first.name == "W" and not first.indices:
            raise Unreadable("write whose matrix it is: W_q, W_k or W_v", first.at)
        if first.name not in GIVEN_NAMES or (first.token and TOKENS in self.numbers):
            # One of several tokens is known by X, and said again.
            return False
        try:
            value, *same = (value_of(other, self._nowhere) for other in others)
        except Unreadable:
            raise
        except LearnerError:
            if first.name == TOKEN and isinstance(others[0], Array) and not first.indices:
                # Its entries by name tell how many there are.
                self.sizes.setdefault("d_in", len(others[0].rows[0]))
            return False
        if any(other != value for other in same):
            raise Unreadable(f"{first.name} is given in two ways here", first.at)
        if first.indices:
            self._check_entry(first, value)
            return False
        matrix = _as_matrix(value, first)
        if first.name in self.numbers:
            if self.numbers[first.name] != matrix:
                raise GivenTwice(first, self.numbers[first.name])
            return False
        self.numbers[first.name] = matrix
        return True

    def _check_entry(self, name: Ref, value: Any) -> None:
        if name.name == TOKEN and isinstance(plain(value), Matrix):
            raise Unreadable(
                "an entry of x is one number; token 2, say, is written x^{(2)}", name.at
            )

    def shapes_of_numbers(self) -> dict[str, Shape]:
        """The shapes of the matrices that were given."""
        return {name: matrix.shape for name, matrix in self.numbers.items()}

    def symbolic(self) -> Problem:
        """The problem of the sizes that were stated, with entries that are symbols."""
        weights = [shape for name, shape in self.shapes.items() if name.startswith("W")]
        known = self.sizes
        if weights:
            known = {"d_in": weights[0].rows, "d_out": weights[0].columns} | known
        elif TOKEN in self.shapes:
            known = {"d_in": self.shapes[TOKEN].columns} | known
        made = dict(symbolic_problem(known).shapes)
        if TOKENS in self.shapes and TOKEN not in self.shapes:
            made.pop(TOKEN)
        made |= self.shapes
        sizes = {size for shape in made.values() for size in (shape.rows, shape.columns)}
        return Problem(made, untold=frozenset(n for n in sizes if isinstance(n, str)))

    def _vocabulary(self) -> Vocabulary:
        sizes = {**self.sizes, **Problem(self.shapes_of_numbers()).sizes}
        given = {**self.shapes, **self.numbers}
        return Vocabulary(sizes, next((n for n in (TOKEN, TOKENS) if n in given), ""))


class GivenTwice(Unreadable):
    """A given that was given before with other numbers."""

    def __init__(self, name: Ref, before: Matrix[Any]) -> None:
        said = text(before) if len(before.entries) <= MAX_SIZE else "other numbers"
        super().__init__(
            f"{name.name} was given before as {said}; hand in one exercise at a time",
            name.at,
        )
        self.name = name.name


def _nodes_of(statement: Statement) -> Iterator[Any]:
    if isinstance(statement, Equation):
        for member in statement.members:
            yield from nodes(member)
    elif isinstance(statement, ShapeClaim) and statement.subject is not None:
        yield from nodes(statement.subject)


def _as_matrix(value: Any, name: Ref) -> Matrix[Any]:
    value = Matrix(((plain(value),),)) if isinstance(plain(value), NUMBERS) else value
    if not isinstance(value, Matrix):
        raise Unreadable(f"{name.name} must be given as numbers", name.at)
    if max(len(value.rows), len(value.rows[0])) > MAX_SIZE:
        raise Unreadable(f"{name.name} is {value.shape}; sizes go up to {MAX_SIZE}", name.at)
    if name.name == TOKEN and len(value.rows) > 1:
        raise Unreadable(
            f"x is {value.shape} here, and a token is a row: write x = [1, 2, 3] and q = x W_q, or "
            f"X for several tokens",
            name.at,
        )
    return value
