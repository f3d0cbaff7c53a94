"""What can go wrong, and how it is said.

    QkvsymError                  everything this package raises on purpose
    ├── LearnerError             for whoever hands in work
    │   ├── Unreadable           a line that is not understood; it has a reason and a place
    │   ├── NotGiven             a claim that nothing given can decide
    │   ├── NoSuchValue          an index beyond what there is, or a number that is not exact
    │   └── BadWork              a file that is no work, or whose sheet is not known
    └── AuthorError              for whoever makes a worksheet, a template or a derivation
        ├── UnknownName          a kind, mistake, level or format that does not exist
        ├── BadSize              a size out of bounds, or not a whole number
        ├── BadOption            options that cannot be read or cannot go together
        ├── SizesDiffer          a product whose inner sizes are not the same
        ├── NoInstance           no good instance exists, or none was found
        │   ├── NoSuchInstance   a place behind the last of all instances
        │   └── TooManyInstances more instances than are counted one by one
        ├── BadCode              a worksheet code that was mistyped or is not ours
        ├── BadGivens            a file of givens that cannot be used
        ├── BadTemplate          a template that cannot be read or rendered
        ├── BadTex               a page that TeX does not set, or TeX that is not there
        ├── BadRoster            a class list that cannot be read, or names somebody twice
        ├── BadManifest          a list of what a run made that cannot be read, or is of another run
        ├── BadEntry             a line of a data set that is no exercise, or not a whole one
        ├── BadOutput            a folder or file that cannot be written
        └── NoWorkers            processes or machines that are not there, or were lost

Every message is a fact, its place, and what to do. Text that a user typed is shown through
`shown`, so that no control character reaches a terminal or a log.
"""

from collections.abc import Iterable
from typing import Any

from qkvsym.typed import typed

_SHOWN_LENGTH = 60
_MOST_BYTES_A_CHARACTER = 4


def shown(value: object) -> str:
    """Spell a user's text for a message: quoted, on one line, at most 60 characters.

    >>> shown("a\\x1b[31mb")
    "'a\\\\x1b[31mb'"
    """
    if not isinstance(value, str):
        value = _outline(value)
        return value if len(value) <= _SHOWN_LENGTH else f"{value[:_SHOWN_LENGTH]}..."
    begin = typed(value[: _MOST_BYTES_A_CHARACTER * (_SHOWN_LENGTH + 1)])
    quoted = ascii(begin[: _SHOWN_LENGTH + 1])
    if len(quoted) > _SHOWN_LENGTH + 2:
        return quoted[:_SHOWN_LENGTH] + "..." + quoted[0]
    return quoted


def _outline(value: object) -> str:
    from reprlib import Repr

    try:
        return ascii(Repr().repr(value))[1:-1]
    except (ValueError, RecursionError):
        # A number of thousands of digits has no decimal spelling.
        return f"something too large to print ({type(value).__name__})"


class QkvsymError(Exception):
    """Everything this package raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors come from other processes too, and what they are made of is not what they say.
        return _as_raised, (type(self), self.args, dict(self.__dict__))


def _as_raised(kind: type[QkvsymError], args: tuple[Any, ...], held: dict[str, Any]) -> QkvsymError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(held)
    return error


class LearnerError(QkvsymError):
    """Something in the work handed in that cannot be read; a wrong answer is none."""


class Unreadable(LearnerError):
    """A line that is not understood, with the offset of the place that stopped the reading."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


class NotGiven(LearnerError):
    """A claim that cannot be checked, because what it is about was not given."""


class NoSuchValue(LearnerError):
    """An entry or a column that does not exist, or a number that is not exact."""


class BadWork(LearnerError):
    """Work that cannot be judged at all: no text, too much of it, or of an unknown sheet."""


class AuthorError(QkvsymError):
    """Something that the author of a worksheet, a template or a derivation can mend."""


class UnknownName(AuthorError):
    """A name that is not one of those that exist; the nearest ones are suggested."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches

        names = sorted(known)
        begin = typed(name)[:_SHOWN_LENGTH].lower() if isinstance(name, str) else ""
        close = get_close_matches(begin, names, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}? " if close else ""
        super().__init__(f"unknown {what} {shown(name)}: {hint}there are {', '.join(names)}")


class BadSize(AuthorError):
    """A size that is out of bounds, or no whole number."""


class BadOption(AuthorError):
    """An option that cannot be read, or options that cannot go together."""


class SizesDiffer(AuthorError):
    """A product that cannot be formed: its two inner sizes are not the same."""


class NoInstance(AuthorError):
    """No instance obeys the rules under the options given."""


class NoSuchInstance(NoInstance):
    """A place behind the last of all instances, and how many of them there are."""

    def __init__(self, count: int, fillings: int) -> None:
        super().__init__(f"there are only {count} instances to choose from")
        self.count = count
        self.fillings = fillings


class TooManyInstances(NoInstance):
    """More instances than are counted one by one, of so many ways to fill the matrices."""

    def __init__(self, reason: str, fillings: int) -> None:
        super().__init__(reason)
        self.fillings = fillings


class BadCode(AuthorError):
    """A worksheet code that was mistyped, or that this version cannot read."""


class BadGivens(AuthorError):
    """A file of givens that cannot be read, or whose matrices cannot be used."""


class BadTemplate(AuthorError):
    """A template that cannot be found, read or rendered."""


class BadTex(AuthorError):
    """A page that a TeX engine does not set, or an engine that is not there."""


class BadRoster(AuthorError):
    """A class list that cannot be read, or in which a person cannot be told from another."""


class BadManifest(AuthorError):
    """A list of what a run made that cannot be read, or that belongs to another run."""


class BadEntry(AuthorError):
    """A line of a data set that is no exercise, or not a whole one."""


class BadOutput(AuthorError):
    """A folder or a file that cannot be written."""


class NoWorkers(AuthorError):
    """Processes or machines for the work that are not there, or were lost."""
