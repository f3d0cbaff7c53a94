"""Which option of a choice a line of an answer is, or speaks of."""

import re
from collections.abc import Sequence

from qkvsym.judging.filled import OPTION
from qkvsym.reading import bounds
from qkvsym.reading.phrases import GIVES_A_REASON

_INDEX = re.compile(r"\\?[_^][{ ]?")
_SPELLING = str.maketrans("ₖᵥ", "kv")
_WORD = re.compile(r"[a-z]+(?:_[a-z]+)?|[0-9]+")
_MATRIX = re.compile(r"w_?[qkv]")
_NUMBER = re.compile(r"[0-9]{1,4}")
_NOT = frozenset(
    ["not", "no", "don", "doesn", "isn", "wasn", "never", "neither", "nor", "cannot", "can", "but"]
)
_DENIES = _NOT | frozenset(["wrong", "false", "except", "or", "maybe", "also", "too", "well"])
_FEW_WORDS = 3
_REASON = re.compile(rf"\b(?:{'|'.join(GIVES_A_REASON)})\b", re.IGNORECASE)
_REMARK = re.compile(
    r"[;(#.]|<-|//|[ \t][-–—][ \t]|,[ \t]|\b(?:as|so|which|where)\b", re.IGNORECASE
)
# Any other word beside an option could deny it.
_HARMLESS = frozenset(
    (
        *("a", "the", "it", "is", "are", "was", "they", "both", "these", "this", "that", "of"),
        *("by", "from", "with", "and", "so", "then", "here", "we", "i", "think", "say", "my"),
        *("must", "yes", "be", "do", "to", "s", "d", "x", "ok", "sure", "done", "clearly"),
        *("answer", "option", "choice", "number", "chosen", "made", "make", "give", "use"),
        *("used", "decide", "set", "come", "came", "matrix", "output", "length", "size", "shape"),
        *("dimension", "inner", "outer", "two", "all", "because", "since", "match", "belong"),
        *("textbf", "textit", "emph", "text", "mathbf", "underline", "boxed"),
    )
)


def option_alone(text: str, labels: Sequence[str]) -> int:
    """The number, from 1, of the option that a line is, by its number or its words; 0 for none."""
    said, options = _words(text), [_words(label) for label in labels]
    if _NUMBER.fullmatch(said.strip()) and 1 <= int(said) <= len(options):
        return int(said)
    denied = len(said.split()) < _FEW_WORDS and not _NOT.isdisjoint(said.split())
    whole = [number for number, option in enumerate(options, 1) if said in option]
    return whole[0] if said.strip() and not denied and len(whole) == 1 else 0


def option_named(text: str, labels: Sequence[str], about: str = "") -> int:
    """The number, from 1, of the option that a line is, or speaks of; 0 for none, or several.

    What the options are `about` may be named too: "A is W_k".

    >>> option_named("the columns, for W_q has 2", ("the rows of W_q", "the columns of W_q"))
    2
    >>> option_named("not the columns", ("the rows of W_q", "the columns of W_q"))
    0
    """
    alone, before = option_alone(text, labels), _before_a_remark(text, labels)
    options = [_words(label) for label in labels]
    for said in () if alone else (_words(before), _words(text)):
        named = [option for option in options if option in said]
        longest = [one for one in named if not any(one in more for more in named if more != one)]
        if longest:
            beside = said.replace(longest[0], " ").split()
            known = all(word in _HARMLESS or word.isdigit() or word == about for word in beside)
            return options.index(longest[0]) + 1 if known and len(longest) == 1 else 0
    return alone or option_alone(before, labels)


def option_ticked(text: str, labels: Sequence[str], about: str) -> int:
    """The number, from 1, of the option beside a box that is ticked; what else is said is a remark.

    0 where its words are those of no option, or of several, or where they are denied.
    """
    said, options = _words(text), [_words(label) for label in labels]
    found = [number for number, option in enumerate(options, 1) if said.startswith(option)]
    rest = said.removeprefix(options[found[0] - 1].rstrip()) if found else ""
    if len(found) != 1 or any(option in rest for option in options if not _denied(rest, option)):
        return option_named(text, labels, about)
    return found[0]


def _denied(said: str, option: str) -> bool:
    return option in said and not _NOT.isdisjoint(said.partition(option)[0].split())


def _before_a_remark(text: str, labels: Sequence[str]) -> str:
    """The text up to what explains it; all of it where the rest could take it back.

    Behind because anything may be said; behind other words nothing that denies, and nothing of
    another option.
    """
    reason, remark = _REASON.search(text), _REMARK.search(text)
    end = min(found.start() for found in (reason, remark) if found) if reason or remark else None
    if end is None or (reason is not None and reason.start() == end):
        return text[:end]
    words = [frozenset(_words(label).split()) for label in labels]
    apart = frozenset[str]().union(*words) - frozenset.intersection(*words)
    rest = set(_words(text[end : reason.start() if reason else None]).split())
    taken_back = rest & (_DENIES | apart - set(_words(text[:end]).split()))
    return text if taken_back else text[:end]


def _words(text: str) -> str:
    """The words of a text between spaces, without what tells an s or a spelling of W_q apart.

    None of a line that is too long to be read.
    """
    if len(text) > bounds.LONGEST_LINE:
        return ""
    box = OPTION.match(text)
    bare = text[box.end() :] if box else text
    words = _WORD.findall(_INDEX.sub("_", bare.lower().translate(_SPELLING)))
    made = (f"w_{word[-1]}" if _MATRIX.fullmatch(word) else word for word in words)
    return (
        f" {' '.join(word[:-1] if len(word) > 3 and word[-1] == 's' else word for word in made)} "
    )
