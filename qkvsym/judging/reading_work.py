"""Reading all lines of work, and taking from them what they give."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from qkvsym.errors import LearnerError, Unreadable
from qkvsym.judging.arithmetic import NUMBERS, plain
from qkvsym.judging.judge import ReadLine
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import TOKEN, TOKENS, Problem, World, symbolic_problem
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import Equation, Note, Reading, Ref, SizeClaim
from qkvsym.reading.vocabulary import INPUT_SIZES, Vocabulary
from qkvsym.reading.work import WorkLine
from qkvsym.rules import ROLES, weight
from qkvsym.shapes import MAX_SIZE, Size

GIVEN_NAMES = (TOKEN, TOKENS, *(weight(role) for role in ROLES))
_NOWHERE = Scope(World({}, {}, TOKEN), {}, {})


def vocabulary_of(problem: Problem) -> Vocabulary:
    """The names that lines about a problem may use."""
    return Vocabulary(problem.d_in, problem.d_out, problem.roles, problem.token == TOKENS)


def read_all(lines: Iterable[WorkLine], problem: Problem) -> list[ReadLine]:
    """The lines read with the names of a problem; nothing is taken from them."""
    vocabulary = vocabulary_of(problem)
    return [_read(line, vocabulary) for line in lines]


def read_with_givens(lines: Iterable[WorkLine]) -> tuple[list[ReadLine], Problem]:
    """The lines read, and the problem that their givens make.

    A given is the first definition of a name; sizes alone make a symbolic problem.
    """
    found: dict[str, Matrix[Any]] = {}
    sizes: dict[str, Size] = {}
    made: list[ReadLine] = []
    vocabulary = _vocabulary(found, sizes)
    for line in lines:
        read = _read(line, vocabulary)
        if _may_give(read.reading):
            read = _with_given(read, found)
            for statement in read.reading.statements:
                if isinstance(statement, SizeClaim):
                    name = "d_in" if statement.name in INPUT_SIZES else "d_out"
                    sizes.setdefault(name, statement.size)
            vocabulary = _vocabulary(found, sizes)
        made.append(read)
    if not found:
        return made, symbolic_problem(sizes.get("d_in", "d_in"), sizes.get("d_out", "d_out"))
    shapes = {name: matrix.shape for name, matrix in found.items()}
    return made, Problem(shapes, found)


def _vocabulary(found: Mapping[str, Matrix[Any]], sizes: Mapping[str, Size]) -> Vocabulary:
    weights = [matrix for name, matrix in found.items() if name.startswith("W")]
    rows, columns = sizes.get("d_in", "d_in"), sizes.get("d_out", "d_out")
    if weights:
        rows, columns = weights[0].shape.rows, weights[0].shape.columns
    return Vocabulary(rows, columns, batch=TOKENS in found and TOKEN not in found)


def _read(line: WorkLine, vocabulary: Vocabulary) -> ReadLine:
    try:
        return ReadLine(line, read_line(line.text, vocabulary))
    except Unreadable as refused:
        return ReadLine(line, refused=refused)


def _may_give(reading: Reading) -> bool:
    """Whether a line may define a given: a size, or one of their names."""
    for statement in reading.statements:
        if isinstance(statement, SizeClaim):
            return True
        if isinstance(statement, Equation):
            first = statement.members[0]
            if isinstance(first, Ref) and first.name in GIVEN_NAMES:
                return True
    return False


def _with_given(read: ReadLine, found: dict[str, Matrix[Any]]) -> ReadLine:
    """The line, marked where it defines a given that was not there yet."""
    name, notes = "", list(read.reading.notes)
    for statement in read.reading.statements:
        if not isinstance(statement, Equation) or len(statement.members) != 2:
            continue
        first, second = statement.members
        if not isinstance(first, Ref) or first.indices or first.name in found:
            continue
        if first.name not in GIVEN_NAMES:
            continue
        try:
            matrix = _as_matrix(value_of(second, _NOWHERE), first)
        except Unreadable as refused:
            return replace(read, refused=refused)
        except LearnerError:
            continue
        if first.name == TOKEN and len(matrix.rows) > 1 and len(matrix.rows[0]) == 1:
            matrix = matrix.T
            notes.append(Note("x is written as a column; here a token is a row", first.at))
        found[first.name] = matrix
        name = first.name
    return replace(read, given=name, reading=replace(read.reading, notes=tuple(notes)))


def _as_matrix(value: Any, name: Ref) -> Matrix[Any]:
    value = Matrix(((plain(value),),)) if isinstance(plain(value), NUMBERS) else value
    if not isinstance(value, Matrix):
        raise Unreadable(f"{name.name} must be given as numbers", name.at, name.end)
    if max(len(value.rows), len(value.rows[0])) > MAX_SIZE:
        raise Unreadable(
            f"{name.name} is {value.shape}; sizes go up to {MAX_SIZE}", name.at, name.end
        )
    return value
