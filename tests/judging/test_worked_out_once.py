"""What judging works out once, and where it says that it stopped."""

from qkvsym.judging.claims import Subject
from qkvsym.judging.forms import Forms
from qkvsym.judging.judge import ReadLine
from qkvsym.judging.polynomial import Polynomial
from qkvsym.judging.reading_work import Givens
from qkvsym.judging.terms import right_products, wrong_symbols
from qkvsym.judging.verification import problem_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.reading.syntax import Note, Reading, Ref
from qkvsym.reading.work import WorkLine


def world() -> World:
    """A token of two entries, and one matrix."""
    return problem_of({"x": [1, 2], "W_q": [[1, 3], [2, 4]]}).worlds[0]


def test_what_every_mistake_gives_for_an_entry_is_worked_out_once() -> None:
    forms = Forms(world())
    # The same entry on another line stands at another place.
    first, again = (Subject(Ref(at, at + 3, "q", (1,)), "q") for at in (0, 7))
    assert forms.predictions(first) is forms.predictions(again)
    other = Subject(Ref(0, 3, "q", (2,)), "q")
    assert forms.predictions(first) is not forms.predictions(other)


def test_the_sums_that_a_mistake_writes_are_worked_out_once() -> None:
    forms = Forms(world())
    for one in forms.of("q"):
        assert forms.written(one) is forms.written(one)


def test_the_products_of_a_right_result_are_worked_out_once() -> None:
    one = world()
    products = right_products(one, "q")
    assert products == [[(1, 1, False), (2, 2, False)], [(1, 3, False), (2, 4, False)]]
    assert right_products(one, "q") is products


def test_every_line_behind_a_given_that_came_twice_says_so_where_it_begins() -> None:
    texts = ("x = [1, 2]", "x = [1, 3]", "q = [1, 2]", "q: 1 x 2")
    lines = [WorkLine(number, text) for number, text in enumerate(texts, 1)]
    said = Reading((), (Note("not checked, since x was given twice", 0),))
    assert list(Givens().read(lines))[2:] == [ReadLine(line, said) for line in lines[2:]]


def test_a_row_and_one_formula_are_not_held_against_each_other() -> None:
    entry = Polynomial.of(("x", 1, 1)) * Polynomial.of(("W_q", 1, 1))
    row, numbers = Matrix(((entry, entry),)), {("x", 1, 1): 2, ("W_q", 1, 1): 3}
    assert not wrong_symbols(row, entry, numbers)
    assert not wrong_symbols(entry, row, numbers)
