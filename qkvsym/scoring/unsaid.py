"""What a reply holds and does not say: struck out, commented, thought, or of the prompt."""

import re

_UNSAID = (
    re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL),
    re.compile(r"~~(?:(?!~~|\n\n).){1,1000}~~", re.DOTALL),
    re.compile(
        r"<(del|s|strike)>(?:(?!</?(?:del|s|strike)>).){1,1000}</\1>", re.DOTALL | re.IGNORECASE
    ),
    re.compile(r"\\(?:sout|st|x?cancel)[ \t]{0,4}\{[^{}\n]{0,400}\}"),
)
_THINKING = re.compile(
    r"<(/?)(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)\b[^<>\n]{0,100}>",
    re.IGNORECASE,
)
_SHORTEST_ECHO = 12
_MOST_WORDS = 300
_GAP = r"[\s>*`$]{1,40}"
_WORD = re.compile(r"-?[0-9]+(?:[./][0-9]+)?|[^\W\d_]+")
_LOOSE_GAP = r"[^\w]{0,20}_?[^\w]{0,20}"
_FEWEST_WORDS = 3


def said_in(reply: str) -> str:
    """A reply without what is thought in it, struck out or commented.

    >>> said_in("<think>rows</think> ~~rows~~ columns").split()
    ['columns']
    """
    reply = _without_thinking(reply)
    for pattern in _UNSAID:
        reply = pattern.sub(" ", reply)
    return reply


def _without_thinking(reply: str) -> str:
    """What stands outside of the tags; where one is not closed, all behind it is inside.

    A closing tag that was not opened ends what began before the reply.
    """
    kept: list[str] = []
    depth = at = 0
    for tag in _THINKING.finditer(reply):
        if tag[1] and depth == 0:
            kept.clear()
        elif depth == 0:
            kept.append(reply[at : tag.start()])
        depth = max(0, depth - 1) if tag[1] else depth + 1
        at = tag.end()
    if depth == 0:
        kept.append(reply[at:])
    return " ".join(kept)


def without_echoes(reply: str, prompt: str) -> str:
    """A reply without the lines of the prompt, in whatever case and spacing.

    In lines of words the punctuation may differ too; in those of numbers it says what they are.
    """
    words_of_reply = frozenset(_WORD.findall(reply.lower()))
    for line in dict.fromkeys(prompt.splitlines()):
        words = line.split()
        if sum(map(len, words)) < _SHORTEST_ECHO or len(words) > _MOST_WORDS:
            continue
        bare = _WORD.findall(line)
        if not words_of_reply.issuperset(word.lower() for word in bare):
            continue
        reply = re.sub(_GAP.join(map(re.escape, words)), " ", reply, flags=re.IGNORECASE)
        if sum(word.isalpha() and len(word) > 1 for word in bare) >= _FEWEST_WORDS:
            loose = _LOOSE_GAP.join(map(re.escape, bare))
            reply = re.sub(rf"(?<!\w){loose}(?!\w)[?!.:;]*", " ", reply, flags=re.IGNORECASE)
    return reply
