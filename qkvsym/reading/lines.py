"""One line of work: what dresses it is taken off, then it is read, or told from prose."""

import re
from contextlib import suppress

from qkvsym.errors import Unreadable
from qkvsym.reading import bounds
from qkvsym.reading.cells import check_named, without_bars
from qkvsym.reading.phrases import FALSE, SAYS_OF_WHAT, SHORT
from qkvsym.reading.prose import NO_SHAPE, NOT_READ, claim_in_words, is_prose, number_in, shape_in
from qkvsym.reading.sentences import Sentences
from qkvsym.reading.shape_answers import ShapeAnswers
from qkvsym.reading.syntax import Equation, NoValue, Reading, Statement
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import EMPHASIS, spaces

# Each is tried at the beginning of the line, and looks at a bounded number of characters.
_DRESS = (
    re.compile(r"[ \t\u00a0]{1,2000}"),
    re.compile(r">(?=[ \t])"),
    re.compile(r"#{1,6}(?=[ \t])"),
    # Before a number a dash could be its sign, and a number in brackets a factor.
    re.compile(r"[-*+•–—−](?=[ \t]+[^0-9\s])|[*+•](?=[ \t])"),
    re.compile(r"[0-9]{1,3}[.)](?=[ \tA-Za-z$*`\\])"),
    re.compile(r"(?:\([0-9]{1,3}\)|\(?[a-h]\))(?=[ \t]*(?:[A-Za-z$`\\]|\*\*))"),
    re.compile(r"(?:[Ss]tep|[Pp]art|[Ll]ine) ?[0-9]{1,3}[.):]?(?=[ \t])"),
    re.compile(r"\((?:i{1,3}|iv|vi{1,3})\)(?=[ \t])"),
    re.compile(r"\|(?!\|)"),
    re.compile(r"\\item(?:\[[^\]\n]{0,20}\])?"),
    re.compile(r"\[[ xX✓✔]\](?=[ \t])"),
    re.compile(r"[✓✔✅]"),
)
# Most lines begin with a name and end with a value.
_UNDRESSED = re.compile(
    r"(?![A-Za-z]{4} ?[0-9])[A-Za-z](?![).])[^\\|~#/%\n]{0,1900}[\])0-9A-Za-z]\Z"
)
_LABEL = re.compile(r"[ \t*_`]{0,9}[A-Za-z][A-Za-z0-9 ()]{0,40}(?:\*{1,3}|__)?:[*_`]{0,4}")
# Such a label says something of the claim behind it.
_SAYS_WHICH = re.compile(
    r"\b(?:entry|entries|component|column|row|first|second|third|[0-9]+(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_END = re.compile(r"(?:[ \t]|\\\\|\||[✓✔✅])+$")
_STRUCK = re.compile(
    r"~~[^~\n]{1,400}~~|\\(?:sout|st|x?cancel)\{[^{}\n]{0,400}\}"
    r"|<(?P<tag>del|s|strike)>[^<\n]{0,400}</(?P=tag)>"
)
_COMMENT = re.compile(r"[ \t](?:#|//|%)[ \t][^\n]{0,2000}")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_NAMED = re.compile(r"[A-Za-z]")
_LONG_OR_SHORT = re.compile(r"(?<!\()[a-z]+")
_SIGN_OR_BULLET = re.compile(r"[ \t]*[-–][ \t]+[0-9(]")


def read_line(text: str, vocabulary: Vocabulary) -> Reading:
    """The statements of a line; none for prose. Raises `Unreadable` with the place.

    >>> read_line("2. **q** = [4, 5]", Vocabulary()).statements[0].members[1].flat
    True
    >>> read_line("First the query.", Vocabulary()).statements
    ()
    """
    text = text.rstrip(" \t")
    bounds.check_length(text)
    if "|" in text:
        check_named(without_struck(text))
    bare = undressed(text)
    if not bare.strip(" \t-*+•–—"):
        return Reading(())
    if _SIGN_OR_BULLET.match(text) and "=" in text and not _NAMED.search(text):
        at = len(text) - len(text.lstrip())
        raise Unreadable("this may be a sign or a bullet; begin the line with the number", at)
    try:
        return _read(bare, vocabulary)
    except _NoClaim as first:
        rest = without_label(bare)
        if rest.strip() and rest != bare:
            try:
                return _read(rest, vocabulary)
            except _NoClaim as second:
                # Of two readings the one that came further says more.
                first = max(first, second, key=lambda error: error.refused.at)
        if not (is_prose(bare) or _HEADING.match(text)):
            raise first.refused from None
        said = claim_in_words(bare)
        if said is not None:
            raise Unreadable(NOT_READ, said.start()) from None
        return Reading(())


def read_shape_answer(text: str, vocabulary: Vocabulary) -> Reading:
    """A line of an answer to a question for a shape: any line, and a shape without a name too.

    Raises `Unreadable` for a value without a name, which is no shape, and for a shape among words.

    >>> read_shape_answer("1 x 2, for W has 2 columns", Vocabulary()).statements[0].shape.sizes
    (1, 2)
    """
    if "|" in text:
        check_named(without_struck(text))
    bare = undressed(text.rstrip(" \t"))
    for answer in (bare, _without_words(bare)):
        reader = _begun(answer, vocabulary)
        if reader is None or not reader.shape_begins():
            continue
        try:
            return reader.shape_answer()
        except Unreadable as no_shape:
            with suppress(Unreadable):
                reading = read_line(text, vocabulary)
                words = number_in(text) is None
                prose = not reading.statements and words and _NAMED.match(answer.lstrip())
                if prose or (reading.statements and not any(map(is_value, reading.statements))):
                    return reading
            raise no_shape from None
    reading = read_line(text, vocabulary)
    shape = shape_in(bare)
    if shape is not None and not reading.statements:
        raise Unreadable(NO_SHAPE, shape.start())
    return reading


def _begun(text: str, vocabulary: Vocabulary) -> ShapeAnswers | None:
    if len(text) > bounds.LONGEST_LINE:
        return None
    with suppress(Unreadable):
        return ShapeAnswers(text, vocabulary)
    return None


def is_value(statement: Statement) -> bool:
    """Whether a statement is a value without a name, so that it says nothing by itself."""
    if not isinstance(statement, Equation) or len(statement.members) > 1:
        return False
    return not isinstance(statement.members[0], NoValue)


def _without_words(text: str) -> str:
    """The line without the words before a colon, if they say nothing of the claim behind it."""
    label = _label_of(text)
    words = _LONG_OR_SHORT.findall(label[0].lower()) if label else ()
    say = any(word in SAYS_OF_WHAT or (len(word) < 3 and word not in SHORT) for word in words)
    return text if say else without_label(text)


class _NoClaim(Exception):
    """What cannot be read, and need not be a claim."""

    def __init__(self, refused: Unreadable) -> None:
        super().__init__()
        self.refused = refused


def _read(text: str, vocabulary: Vocabulary) -> Reading:
    reader: Sentences | None = None
    try:
        reader = Sentences(text, vocabulary)
        return reader.line()
    except Unreadable as refused:
        if reader is not None and reader.committed:
            raise
        raise _NoClaim(refused) from None


def _label_of(text: str) -> re.Match[str] | None:
    return _LABEL.match(text, len(text) - len(text.lstrip()))


def without_label(text: str) -> str:
    """The line with the words before a colon, such as Answer:, replaced by spaces."""
    label = _label_of(text)
    if label is not None and FALSE.intersection(label[0].lower().strip(" :*_`").split()):
        return text
    if label is not None and _SAYS_WHICH.search(label[0]) and "=" not in text:
        return text
    return text if label is None else " " * label.end() + text[label.end() :]


def undressed(text: str) -> str:
    """The line without its bullet, number, quote mark, pipes and remarks.

    Spaces take their place, so that every character keeps its own.
    """
    if _UNDRESSED.match(text):
        return text
    text = without_struck(_COMMENT.sub(spaces, text))
    if "|" in text:
        text = without_bars(text)
    at = 0
    for dress in (*_DRESS, *_DRESS):
        found = dress.match(text, at)
        at = found.end() if found else at
    found = _END.search(text, max(at, len(text) - 20))
    body = text[at : found.start() if found else len(text)]
    return " " * at + EMPHASIS.sub(_plain, body)


def _plain(found: re.Match[str]) -> str:
    marks = " " * len(found["mark"])
    return found["before"] + marks + found["body"] + marks


def without_struck(text: str) -> str:
    """The line with spaces in the place of what is crossed out."""
    return _STRUCK.sub(spaces, text)
