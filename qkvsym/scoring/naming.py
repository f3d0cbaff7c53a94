"""What a value in a text is said to be of: a result, a given, or something else.

Only the words right before the value are looked at, as far back as the clause goes.
"""

import re

from qkvsym.reading.vocabulary import role_of

OTHER = "another"
"""The name of what is no result: a given, an entry, a column, what somebody else handed in."""

_LOOKED_AT = 200
_LIST = re.compile(r"\[[^\[\]]{0,200}\]")
_CUT = re.compile(
    r"[;?]|(?<=defined):|\.(?=\s)|,(?=\s)|\band\b|\bbut\b|\bwhile\b|\bor\b|\n(?![ &]{0,9}=)"
)
_PRODUCT = r"\bx ?[·*@×.]? ?W_?\^?(?P<product>[qkvQKV])\b"
_NAME = r"(?<![\w^])(?P<name>value vector|[A-Za-z][A-Za-z0-9_]{0,40}+'?)(?![\w^])"
_SIGN = r" ?(?:&?=|:(?!=)|->|∈|\bis\b|\bare\b|\bhas\b|\bequals\b|\bbecomes\b|\bwas\b)"
_VECTOR = r"(?: (?:vector|row|projection|\([qkvQKV]\)))*"
_HEAD = re.compile(rf"(?:{_PRODUCT}|{_NAME}){_VECTOR}(?P<sign>{_SIGN})")
_JOINS = (
    r"(?:\b(?:is|are|has|have|of|the|a|an|with|shape|size|dimensions?|vector|row|matrix|projection"
    r"|all|each|both|should|be|will|must|equals|becomes|now|also|therefore|then|so|itself|correct"
    r"|right|answer|final|new)\b|R\^|[\s=:∈.()\[\]>-])*+"
)
_JOINED = re.compile(
    rf"(?:{_PRODUCT}|(?<![\w^])(?P<name>[qkvxQKVX]|W_?\^?[qkvQKV]?|query|key)(?![\w^])){_JOINS}\Z"
)
_PLACE = re.compile(
    r"\b(?:col(?:umn)?s?|rows?|entry|entries|terms?|products?) ?[0-9]{1,2}\b"
    r"[^=]{0,20}=?[^=]{0,20}\Z"
)
_FOREIGN = re.compile(
    r"\b(?:old|original|previous|previously|former|given|reported|claimed|handed|stated|initial"
    r"|before|was)\b[^=]{0,40}=?[^=]{0,20}\Z",
    re.IGNORECASE,
)
_RESULT = re.compile(r"(?:x_?)?([qkvQKV])(?:'|_?new)?")
_GIVEN = re.compile(
    r"[B-Z]|x|W(?:_?[qkvQKV])?|d_?(?:in|out|model)|[A-Za-z]_?[0-9]{1,2}|[Tt]oken|[Ee]mbedding|[Ii]nput"
)
_WORDS = frozenset(
    (
        *("answer", "answers", "result", "results", "vector", "output", "projection", "so", "thus"),
        *("therefore", "hence", "is", "it", "this", "that", "final", "shape", "value", "product"),
        *("row", "which", "we", "get", "have", "part", "size", "length", "here", "explanation"),
        *(
            "dimension",
            "dimensions",
            "undefined",
            "defined",
            "exist",
            "impossible",
            "check",
            "computation",
            "solution",
            "reply",
            "response",
        ),
    )
)
"""Words that may stand before a sign and name nothing."""


def clause_before(text: str, at: int) -> str:
    """The words before a place, back to where their clause begins; lists are left out of it."""
    before = text[max(0, at - _LOOKED_AT) : at]
    for _ in range(2):
        before = _LIST.sub("", before)
    return _CUT.split(before)[-1]


def first_name_before(text: str, at: int) -> str | None:
    """The role q, k or v that the value at a place is of, `OTHER`, or None where nothing is named.

    In k = x W_q = [4, 5] it is the first name that counts.
    """
    return next(iter(_names_before(text, at)), None)


def nearest_name_before(text: str, at: int) -> str | None:
    """The same by the name that stands nearest to the value."""
    return next(reversed(_names_before(text, at)), None)


def _names_before(text: str, at: int) -> list[str]:
    clause = clause_before(text, at)
    if _PLACE.search(clause) or _FOREIGN.search(clause):
        return [OTHER]
    heads = [name for name in map(_named, _HEAD.finditer(clause)) if name]
    joined = None if heads else _JOINED.search(clause)
    name = _named(joined) if joined else None
    return [name] if name else heads


def _named(found: re.Match[str]) -> str | None:
    if found["product"]:
        return found["product"].lower()
    name = found["name"]
    result = _RESULT.fullmatch(name)
    if result is not None:
        return result[1].lower()
    role = role_of(name.split()[0])
    if role is not None and name.lower() != "value":
        return role
    if _GIVEN.fullmatch(name):
        return OTHER
    # Any word may stand before a verb or a colon; only a name stands before an equals sign.
    equals = "=" in (found.groupdict().get("sign") or "=")
    return OTHER if equals and name.lower() not in _WORDS else None
