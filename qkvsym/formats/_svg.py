"""Drawings as SVG that stands in a page: it takes its colours and its letters from there."""

from collections.abc import Callable
from html import escape

from qkvsym.formats import Canvas
from qkvsym.notation import drawn

_UNIT = 10
"""Halves of an em are so many units of the drawing, for browsers round small ones."""

_AROUND = 8
_NARROW = 25.6
"""So many ems wide, a drawing can still be read when it shrinks to a telephone."""


def _frame(width: float, height: float, alt: str, strokes: str) -> str:
    across, down = (side * _UNIT + 2 * _AROUND for side in (width, height))
    ems = across / (2 * _UNIT)
    # What may scroll must be reached without a mouse, and be told when it is reached.
    named = f'aria-label="{escape(alt)}"'
    scrolls = f'class="drawing wide" tabindex="0" role="group" {named}'
    figure = scrolls if ems > _NARROW else 'class="drawing"'
    return (
        f'\n\n<figure {figure}><svg role="img" {named} '
        f'viewBox="{-_AROUND} {-_AROUND} {across:g} {down:g}" '
        f'style="--ems:{ems:g}">\n{strokes}</svg></figure>\n\n'
    )


def _box(style: str) -> Callable[[float, float, float, float], str]:
    return lambda x, y, width, height: (
        f'<rect class="{style}" x="{x * _UNIT:g}" y="{y * _UNIT:g}" '
        f'width="{width * _UNIT:g}" height="{height * _UNIT:g}"/>\n'
    )


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x * _UNIT:g} {y * _UNIT:g}L{to_x * _UNIT:g} {to_y * _UNIT:g}"/>\n'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    # Drawn from left to right, as all arrows are.
    tip = f"M{to_x * _UNIT:g} {to_y * _UNIT:g}l-9 -4v8z"
    return _line(x, y, to_x, to_y) + f'<path class="tip" d="{tip}"/>\n'


def _label(x: float, y: float, shown: str) -> str:
    return f'<text x="{x * _UNIT:g}" y="{y * _UNIT:g}" dy="0.35em">{shown}</text>\n'


CANVAS = Canvas(_frame, _box("box"), _box("marked"), _line, _arrow, _label, drawn)
