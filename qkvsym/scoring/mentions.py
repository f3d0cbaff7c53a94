"""The values that a plain text mentions: lists of numbers, shapes, whole numbers, options."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from qkvsym.errors import LearnerError
from qkvsym.formula import UNDEFINED
from qkvsym.judging.effort import Effort
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line
from qkvsym.reading.phrases import NUMBER_WORDS
from qkvsym.reading.phrases import UNDEFINED as PHRASES
from qkvsym.reading.syntax import Array, Div, Equation, Neg, Num, Transpose, nodes
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.rules import TOKEN
from qkvsym.scoring.claims import DENIED, MOST_MENTIONS, REJECTED, Mention, concludes_at
from qkvsym.scoring.entries import Asked
from qkvsym.scoring.naming import first_name_before, nearest_name_before
from qkvsym.scoring.shapes import LENGTH, shapes_in

_LONGEST_DENIAL = 60
_LONGEST_PHRASE = 40
# A space of its own only behind a minus: before it, it is that of what parts the numbers.
_NUMBER = r"(?:- ?)?[0-9]{1,12}(?:\.[0-9]{1,12})?(?: ?/ ?[0-9]{1,12})?"
_CELLS = r"[-0-9\s,;./]{1,400}"
_LISTED = re.compile(
    rf"(?:\[\s*(?:{_CELLS}|(?:\[{_CELLS}\][\s,;]{{0,6}}){{1,64}})\s*\]|\({_CELLS}[,;]{_CELLS}\))"
    r"(?: ?\^T|\.T\b)?(?! ?[·×*@]| ?\[(?! ?\])| ?\+ ?[\[(0-9]|\()"
)
_BARE = re.compile(
    rf"(?:^|(?<=[=:]))[ \t]*({_NUMBER}(?:(?:[ \t]*,[ \t]*|[ \t]+){_NUMBER}){{0,63}})"
    r"[ \t]*\.?[ \t]*$",
    re.MULTILINE,
)
_LITERAL = frozenset((Array, Num, Neg, Div, Transpose))
_FACTOR_BEFORE = re.compile(r"[·×*@+\])] ?\Z|\b(?:times|dot|by) \Z")
_IN_BRACKETS_BEFORE = re.compile(
    r"(?:(?:\A|[\n:,.;]|(?<!\w)[A-Za-z]{2,20}) ?\((?!x\))[A-Za-z][A-Za-z '-]{0,34}"
    r"|\((?:no|wait|sorry|or|and|vs|oder)\b[^()\[\]]{0,20})\) ?\Z",
    re.IGNORECASE,
)
_SHAPE_BEFORE = re.compile(
    r"\b(?:shape|[sS]ize|dimensions?)\b[^\w\n]{0,4}(?:(?:is|of|[qkv])\b[^\w\n]{1,3}){0,3}\Z"
)
_NO_PRODUCT = re.compile(
    r"\b(?:"
    + "|".join(
        r"\W{0,3}".join(map(re.escape, words)) for words in sorted(PHRASES, key=len, reverse=True)
    )
    + r")\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"(?<![\w.,/-])(-?[0-9]{1,12})(?:\.0{1,6}(?![0-9]))?(?![\w/]|\.[0-9]|,[0-9])")
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth"),
)
_IN_WORDS = {word: n for word, n in NUMBER_WORDS.items() if n <= len(_ORDINALS)} | {
    word: n for n, word in enumerate(_ORDINALS, 1)
}
_DIGIT = re.compile(r"[0-9]")
_WORD = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_IN_WORDS)})(?![\w-]| (?:and a|point|hundred|thousand|dozen|third)"
    r"|(?: half)| (?:line )?(?:that is |which is )?(?:wrong|false|incorrect|mistake|error))",
    re.IGNORECASE,
)
_TOLD = re.compile(r"[^.;\n]{0,40}?(?:\bshape\b|[(,:]|\bis\b)[^.;\n]{0,20}")


def mentions_of(part: Asked, text: str) -> list[Mention]:
    """What a plain text mentions that could be the answer of a part; what is denied is none."""
    found = sorted(_FINDERS[part.type](text, part), key=lambda one: (one.at, one.end))
    kept = [one for one in found if not _is_denied(text, one)]
    # That a line is wrong is what may be asked for.
    return kept if part.type == "integer" else [one for one in kept if not _is_rejected(text, one)]


def _is_denied(text: str, one: Mention) -> bool:
    return DENIED.search(text[max(0, one.at - _LONGEST_DENIAL) : one.at]) is not None


def _is_rejected(text: str, one: Mention) -> bool:
    return REJECTED.match(text, one.end) is not None


def _last(pattern: re.Pattern[str], text: str) -> deque[re.Match[str]]:
    """The last places where a pattern is found: what a reply ends with counts."""
    return deque(pattern.finditer(text), maxlen=MOST_MENTIONS)


# Matrices.


def _matrices(text: str, part: Asked) -> Iterator[Mention]:
    single = part.value is not UNDEFINED and len(part.value.entries) == 1
    value_in = _matrix_or_number if single else _matrix
    read: dict[str, Matrix[Any] | None] = {}
    for pattern, group in ((_LISTED, 0), (_BARE, 1)):
        for found in _last(pattern, text):
            written, at = found[group], found.start(group)
            if written not in read:
                read[written] = value_in(written)
            value = read[written]
            if value is None or _is_no_value(text[max(0, at - _LONGEST_PHRASE) : at]):
                continue
            end = found.end(group)
            name = first_name_before(text, at)
            yield Mention(at, end, value, name, concludes_at(text, at), _told(text, end))
    yield from _undefined(text)


def _is_no_value(before: str) -> bool:
    """Whether a list is the factor of a product, or a tuple that is a shape."""
    factor = _FACTOR_BEFORE.search(before) and not _IN_BRACKETS_BEFORE.search(before)
    return bool(factor or _SHAPE_BEFORE.search(before))


def _matrix(written: str) -> Matrix[Any] | None:
    """The matrix that is written out; None for a number alone, and where none is."""
    if re.fullmatch(_NUMBER, written.strip()):
        return None
    value = _literal(written)
    return value if isinstance(value, Matrix) else None


def _matrix_or_number(written: str) -> Matrix[Any] | None:
    """The same, where a number alone is a matrix of one entry."""
    value = _literal(written)
    return value if value is None or isinstance(value, Matrix) else Matrix(((value,),))


def _literal(written: str) -> Any:
    """What is written out in numbers; None where nothing is, or it is worked out."""
    body = written if written.lstrip()[:1] in "[(" else f"[{written}]"
    try:
        (statement,) = read_line(f"q = {body}", Vocabulary()).statements
        if not isinstance(statement, Equation):
            return None
        node = statement.members[-1]
        if not {type(one) for one in nodes(node)} <= _LITERAL:
            return None
        return value_of(node, Scope(World({}, {}, TOKEN, Effort()), {}, {}))
    except (LearnerError, ValueError):
        return None


def _told(text: str, end: int) -> Any:
    """The shape that is told right behind a value; None where none is."""
    found = _TOLD.match(text, end)
    if found is None:
        return None
    shape = next(shapes_in(text, found.start(), found.end() + 12), None)
    if shape is None or "[" in text[end : shape.at] or "=" in text[end : shape.at]:
        return None
    return shape.value


def _undefined(text: str) -> Iterator[Mention]:
    for found in _last(_NO_PRODUCT, text):
        name = nearest_name_before(text, found.start())
        yield Mention(
            found.start(), found.end(), UNDEFINED, name, concludes_at(text, found.start())
        )


# Shapes, numbers and options.


def _shapes(text: str, _: Asked) -> Iterator[Mention]:
    found = [*shapes_in(text, 0, len(text)), *_undefined(text)]
    whole = [one for one in found if not isinstance(one.value, tuple) or one.value[0] != LENGTH]
    # Beside a shape a length only explains it.
    yield from whole or found


def _integers(text: str, _: Asked) -> Iterator[Mention]:
    digits = [(*found.span(), int(found[1])) for found in _last(_WHOLE, text)]
    # Beside numbers in digits, words such as "one" and "first" count nothing.
    words = [] if _DIGIT.search(text) else _last(_WORD, text)
    for at, end, value in digits or ((*w.span(), _IN_WORDS[w[0].lower()]) for w in words):
        yield Mention(at, end, value, None, concludes_at(text, at))


def _options(text: str, part: Asked) -> Iterator[Mention]:
    """The options that are named by their ids or in their words, the longest first."""
    words: dict[str, str] = {}
    for name, said in part.options:
        for form in {_in_words(name), _in_words(said)}:
            # Words that two options share name neither.
            words[form] = name if form not in words else ""
    forms = sorted((form for form in words if form), key=lambda form: (-len(form), form))
    if not forms:
        return
    spelled = (r"[\W_]{1,3}".join(map(re.escape, form.split())) for form in forms)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(spelled)})(?![\w-])", re.IGNORECASE)
    for found in _last(pattern, text):
        value = words[_in_words(found[0])]
        if not value:
            continue
        yield Mention(found.start(), found.end(), value, None, concludes_at(text, found.start()))


def _in_words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


_FINDERS: Mapping[str, Callable[[str, Asked], Iterator[Mention]]] = {
    "matrix": _matrices,
    "shape": _shapes,
    "integer": _integers,
    "choice": _options,
}
