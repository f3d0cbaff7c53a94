"""The words by which templates draw and make tables, as one format writes them."""

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from qkvsym.formats import Canvas, Value, Vocabulary
from qkvsym.notation import text

Word = Callable[..., Any]


def drawing_words(vocabulary: Vocabulary) -> dict[str, Word]:
    """`width`, and what the format has: `head` and `row`, or all words of a canvas."""
    words: dict[str, Word] = {"width": width}
    canvas, table = vocabulary.canvas, vocabulary.table

    def shown(value: Any) -> str:
        # Prose is marked as finished, and an empty cell needs no mark.
        return value if value == "" or type(value) is Markup else vocabulary.math(value)

    def listed(write: Callable[[Sequence[str]], str]) -> Word:
        # The template's own line ends; an empty one would end the table.
        return lambda *cells: Markup(write(list(map(shown, cells))).removesuffix("\n"))

    if table:
        words |= {"head": listed(table.head), "row": listed(table.row)}
    return words | (_strokes(canvas, shown) if canvas else {})


def width(*equal: Any) -> float:
    """About how many halves of an em a formula takes; a minus is wider than a digit."""
    spelled = text.joined(equal)
    return len(spelled) + 0.6 * spelled.count("-")


def _strokes(canvas: Canvas, shown: Callable[[Value], str]) -> dict[str, Word]:
    def frame(width: float, height: float, alt: str, caller: Word) -> Markup:
        return Markup(canvas.frame(width, height, alt, caller()))

    def label(x: float, y: float, value: Any) -> Markup:
        return Markup(canvas.label(x, y, shown(value)))

    drawn = {"box": canvas.box, "marked": canvas.marked, "line": canvas.line, "arrow": canvas.arrow}
    return {"frame": frame, "label": label, **{name: _made(draw) for name, draw in drawn.items()}}


def _made(draw: Callable[[float, float, float, float], str]) -> Word:
    return lambda *places: Markup(draw(*places))
