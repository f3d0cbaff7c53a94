"""What answers on sheets are taken for where no work of the built-in kinds comes so far."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from qkvsym import generate, reproduce
from qkvsym.errors import BadWork
from qkvsym.exercise import Answer, Line, line
from qkvsym.formula import Chain, Entry, Name
from qkvsym.judging.answers import problem_of_givens
from qkvsym.judging.asked import subject_of
from qkvsym.judging.claims import Subject
from qkvsym.judging.listed import Numbers
from qkvsym.judging.options import Options
from qkvsym.judging.verification import verify
from qkvsym.judging.worlds import Problem
from qkvsym.matrix import Matrix
from qkvsym.reading import bounds
from qkvsym.reading.syntax import Ref
from qkvsym.shapes import Shape

SHAPE = "Q36VG3"
HINTS = "Read one hint at a time, and go back to your work after each"


def test_givens_are_calculated_with_only_where_all_are_numbers() -> None:
    shapes = {"x": Shape(1, 2), "W_q": Shape(2, 2)}
    numbers = {"W_q": Matrix(((1, 2), (3, 4)))}
    assert problem_of_givens({**shapes, **numbers}) == Problem(shapes, {})
    assert problem_of_givens(numbers) == Problem({"W_q": Shape(2, 2)}, numbers)


@pytest.mark.parametrize(
    ("answer", "subject"),
    [
        (Answer("matrix", None), Subject(Ref(0, 0, "q"), "q")),
        (Answer("shape", None), Subject(Ref(0, 0, "q"), "q")),
        (Answer("formula", Chain((Name("q"),))), Subject(Ref(0, 0, "q"), "q")),
        (
            Answer("formula", Chain((Entry("q", ("i", "j")),))),
            Subject(Ref(0, 0, "q", ("i", "j")), "q", "ij"),
        ),
        (
            Answer("formula", Chain((Entry("q", (2, "j")),))),
            Subject(Ref(0, 0, "q", (2, "j")), "q", "j"),
        ),
    ],
)
def test_an_answer_of_no_role_is_about_q(answer: Answer, subject: Subject) -> None:
    part = generate("predict-shape", role="v").exercises[0].parts[0]
    assert subject_of(replace(part, answer=answer, case=None)) == subject


@pytest.mark.parametrize(
    ("title", "written"),
    [
        (line("option_name", name="X"), "X"),
        (line("hints_intro", file="sheet"), HINTS),
        (line("hints_intro", file="sheet"), f"**{HINTS}.**"),
    ],
)
def test_a_number_and_any_title_begin_an_exercise(title: Line, written: str) -> None:
    sheet = reproduce("WHA7")
    entitled = tuple(replace(one, title=title) for one in sheet.exercises)
    found = verify(f"1(a) 1 x 3\n3 {written}\n(a) W_v", sheet=replace(sheet, exercises=entitled))
    answered = [part.exercise for part in found.parts if part.verdict == "ok"]
    assert answered == ["1", "3"]


NESTED = ("W_k", "the rows of W_k")


@pytest.mark.parametrize(
    ("said", "labels", "numbers"),
    [
        ("rows of W_k", NESTED, (2,)),
        ("it is the rows of W_k", NESTED, (2,)),
        ("it is W_k", NESTED, (1,)),
        ("agree or differ", ("agree", "differ"), ()),
    ],
)
def test_of_options_that_hold_each_other_the_longest_is_meant(
    said: str, labels: Sequence[str], numbers: tuple[int, ...]
) -> None:
    assert Options(labels).said(said) == numbers


def test_the_longest_line_is_an_answer_and_a_longer_one_is_none() -> None:
    longest, longer = bounds.LONGEST_LINE, bounds.LONGEST_LINE + 1
    options, entry = Options(("agree", "differ")), Numbers("moved")
    assert options.said("agree".ljust(longest)) == (1,)
    assert options.said("agree".ljust(longer)) == ()
    assert entry.said("2".ljust(longest)) == (2,)
    assert entry.said("2".ljust(longer)) == ()


def filled_in(lines: int) -> str:
    head = "## 1. Predict the shape (easy)\n**(a)** What is the shape of $v$?\n"
    return head + "1 x 2\n" * lines


def test_a_sheet_of_as_many_lines_as_are_read_is_read() -> None:
    found = verify(filled_in(bounds.MOST_LINES), sheet=SHAPE)
    assert len(found.lines) == bounds.MOST_LINES
    assert found.parts[0].verdict == "ok"


def test_a_sheet_of_more_lines_is_refused() -> None:
    with pytest.raises(BadWork, match=r"^the work has more than 500 lines of its own$"):
        verify(filled_in(bounds.MOST_LINES + 1), sheet=SHAPE)
