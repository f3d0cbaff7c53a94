"""Class lists."""

from collections.abc import Iterator

from qkvsym.errors import BadRoster
from qkvsym.file_names import file_name
from qkvsym.one_line import one_line
from qkvsym.roster import Person, read_roster
from tests.fuzzing.files import written
from tests.fuzzing.target import Target

_WORDS = (
    *["id", "name", "email", "first name", "last name", "Student ID", "sep=;", "sep=\t", "\n"],
    *["\r\n", "\r", ",", ";", "\t", '"', '""', "'", "=1+1", "@", "+", "-", "\u202e", "\u200b"],
    *["\x00", "\x1b[31m", "\ufeff", "\u2028", "e\u0301", "\u00e9", "../", "CON", "a@b.c", " "],
)
_LISTS = (
    "id,name,email\nada,Ada Lovelace,ada@x.org\nbob,Bob,\n",
    'Student ID;Full name;Seat\n1;"Lovelace; Ada";3\n2;"a ""b""";4\n',
    "sep=\t\nfirst name\tlast name\nAda\tLovelace\n",
    "email\na@x.org\nb@x.org\n",
    "name\n=1+1\n\u202eevil\n../../etc\nCON\n",
)


def _read(data: bytes) -> tuple[Person, ...]:
    return read_roster(written("roster.csv", data))


def _check(data: bytes, people: tuple[Person, ...]) -> None:
    ids = [person.id for person in people]
    assert len(set(ids)) == len(ids)
    for person in people:
        assert person.id
        for text in (person.id, person.name, person.email, person.called, person.brief):
            assert text == one_line(text)
        assert all(cell == one_line(cell) for cell in person.cells.values())
        name = file_name(person.id, "WHA7")
        assert name.isascii()
        assert len(name) <= 60
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.WHA7")


def _seeds() -> Iterator[bytes]:
    for text in _LISTS:
        yield text.encode()
        yield text.encode("utf-8-sig")
        yield text.encode("utf-16")


TARGET = Target(_read, (BadRoster,), _check, _seeds, _WORDS, share=1)
