"""HTML: one file that needs no script, no network and no font, with its formulas in MathML.

A formula that may be wider than a telephone is cut before its relations and signs, where a line
can be broken; what cannot be cut scrolls by itself, and is set smaller on paper.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from qkvsym.formats import Format, Value, Vocabulary, Words
from qkvsym.formats._svg import CANVAS
from qkvsym.notation import latex, spoken

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # nosec B405

_FORMULAS_KEPT = 4096
_NARROW = 14.0
_SHORT = 4.0
_RELATIONS = "=≠→"
_SIGNS = "+−"
_EMS = {"mn": 0.55, "mi": 0.65, "mtext": 0.5, "mo": 0.4}
_AROUND = dict.fromkeys(_RELATIONS + _SIGNS + "×", 1.2) | {"·": 0.7}
_BETWEEN_COLUMNS = 0.9
_SMALLER = 0.75
_BLOCKS = re.compile(r"<(?:div|figure|ol)\b")


def _math(value: Value) -> str:
    return _formula(latex(value), spoken(value))


def _display(rows: Sequence[Sequence[Value]]) -> str:
    made = ("".join(f"<span>{_math(formula)}</span>" for formula in row) for row in rows)
    return "\n\n" + "\n\n".join(f'<div class="display">{row}</div>' for row in made) + "\n\n"


def _numbered(items: Sequence[str]) -> str:
    return f"\n\n<ol>{''.join(f'<li>{item}</li>' for item in items)}</ol>\n\n"


def paragraphs(prose: Markup) -> Markup:
    """Prose with its paragraphs marked as such; lists and displayed formulas are none."""
    blocks = re.split(r"\n{2,}", prose.strip())
    return Markup("\n".join(b if _BLOCKS.match(b) else f"<p>{b}</p>" for b in blocks))


def naming(label: Markup) -> Markup:
    """What names a field: browsers and readers find no words in a formula that has no name."""
    return Markup(str(label).replace("<math alttext=", "<math aria-label="))


def css_string(text: str) -> Markup:
    """A string of a style sheet, in which no character but a letter or digit stands for itself."""
    plain = text.unescape() if isinstance(text, Markup) else text
    signs = (c if c.isascii() and c.isalnum() else f"\\{ord(c):06x}" for c in plain)
    return Markup(f'"{"".join(signs)}"')


@lru_cache(maxsize=_FORMULAS_KEPT)
def _formula(tex: str, said: str) -> str:
    """A formula in MathML, with the words that are read for it."""
    pieces = list(_pieces(_converted(tex)))
    alone = len(pieces) == 1
    made = [_piece(piece, said if alone else "") for piece in pieces]
    if alone:
        return made[0]
    # To a listener it is one formula still, unless a part of it must be reached to scroll it.
    role = "img" if max(map(_width_of_all, pieces)) <= _NARROW else "group"
    return f'<span class="formula" role="{role}" aria-label="{escape(said)}">{"".join(made)}</span>'


def _piece(piece: Sequence["Element"], said: str) -> str:
    # XML is written here, and none is read.
    from xml.etree.ElementTree import tostring  # nosec B405

    inside = "".join(tostring(element, encoding="unicode") for element in piece)
    words = f' alttext="{escape(said)}"' if said else ""
    made = f"<math{words}>{inside}</math>"
    width = _width_of_all(piece)
    if width <= _NARROW:
        return made
    named = f' role="group" aria-label="{escape(said)}"' if said else ""
    return f'<span class="wide" tabindex="0"{named} style="--ems:{width:.0f}">{made}</span>'


def _converted(tex: str) -> list["Element"]:
    # The library reads a table of all of Unicode first, which other formats need not wait for.
    from latex2mathml.converter import convert_to_element

    row = convert_to_element(tex)[0]
    _mend(row)
    return list(row)


def _mend(row: "Element") -> None:
    """Join letters to words, tell the sign of a number from a minus, make a colon an operator."""
    kept: list[Element] = []
    for one in row:
        one.text = unescape(one.text or "")
        before = kept[-1] if kept else None
        if before is not None and _upright(before) and _upright(one):
            before.text = (before.text or "") + one.text
            continue
        if one.tag == "mo" and one.text == "−" and _begins_after(before):
            one.set("form", "prefix")
        if one.tag == "mi" and one.text == ":":
            one.tag = "mo"
            one.attrib = {"lspace": "0", "rspace": "0.3em"}
        _mend(one)
        kept.append(one)
        if one.tag == "mtext" and one.text.endswith("\xa0"):
            # Some fonts for math have no such space.
            one.text = one.text.rstrip("\xa0")
            kept.append(one.makeelement("mspace", {"width": "0.3em"}))
    row[:] = kept


def _upright(element: "Element") -> bool:
    return element.tag == "mi" and element.get("mathvariant") == "normal"


def _begins_after(before: "Element | None") -> bool:
    return before is None or (before.tag == "mo" and before.text not in (")", "]"))


def _pieces(row: Iterable["Element"]) -> Iterator[list["Element"]]:
    """A formula cut where it may be broken, each piece but the first with its sign in front."""
    whole = list(row)
    if _width_of_all(whole) <= _NARROW:
        yield whole
        return
    piece: list[Element] = []
    depth = 0
    for element in whole:
        sign = (element.text or "") if element.tag == "mo" else ""
        depth += {"(": 1, ")": -1}.get(sign, 0)
        breaks = sign and sign in _RELATIONS + _SIGNS and element.get("form") != "prefix"
        # A name stays with its equals sign.
        if breaks and not depth and _width_of_all(piece) > _SHORT:
            yield piece
            piece = []
            element.set("form", "infix")
        piece.append(element)
    yield piece


def _width_of_all(row: Iterable["Element"]) -> float:
    return sum(map(_width, row))


def _width(element: "Element") -> float:
    """About how wide an element is, in widths of an m."""
    if element.tag in _EMS:
        text = element.text or ""
        around = 0.0 if element.get("form") == "prefix" else _AROUND.get(text, 0.0)
        return len(text) * _EMS[element.tag] + around
    if element.tag == "mtable":
        columns = zip(*([_width(cell) for cell in row] for row in element), strict=True)
        return sum([max(column) + _BETWEEN_COLUMNS for column in columns], 0.0)
    widths = [_width(inside) for inside in element]
    if element.tag == "mfrac":
        return max(widths)
    if element.tag in ("msub", "msup", "msubsup"):
        return widths[0] + _SMALLER * max(widths[1:])
    return sum(widths)


def _write(page: str, values: Mapping[str, Any], words: Words) -> str:
    made = {"paragraphs": paragraphs, "naming": naming, "css_string": css_string}
    return words.frame(f"pages/{page}.html.j2", {**made, **values})


VOCABULARY = Vocabulary(
    escape=escape,
    math=_math,
    display=_display,
    numbered=_numbered,
    strong=lambda prose: f"<strong>{prose}</strong>",
    canvas=CANVAS,
)

FORMAT = Format("html", "html", VOCABULARY, ("worksheet", "key", "class-report"), _write)
