"""Class lists: found by their headings in every spelling, refused with the line and what to do."""

import csv
import os
import pickle
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkvsym import roster
from qkvsym.errors import BadRoster
from qkvsym.one_line import one_line
from qkvsym.roster import Person, read_roster, seed_of
from qkvsym.worksheet import clean_title

LIST = "id,name,email\n17,Ada Lovelace,ada@x.org\n18,Bob,\n"
WORDS = "as in id, name, email"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(content: str | bytes) -> tuple[Person, ...]:
    made = content if isinstance(content, bytes) else content.encode()
    Path("class.csv").write_bytes(made)
    return read_roster("class.csv")


def known(content: str | bytes) -> list[tuple[str, str, str]]:
    return [(person.id, person.name, person.email) for person in read(content)]


def refusal(content: str | bytes) -> str:
    with pytest.raises(BadRoster) as caught:
        read(content)
    return str(caught.value)


PEOPLE = [("17", "Ada Lovelace", "ada@x.org"), ("18", "Bob", "")]


# What is read


@pytest.mark.parametrize(
    "headings",
    [
        "id,name,email",
        "ID,Name,E-Mail",
        "Student ID, Full Name ,EMAIL ADDRESS",
        "student_id,full_name,e_mail",
        "Matriculation Number,student,Mail",
        "Username,Display name,e-mail",
        "LOGIN,Student Name,email address",
    ],
)
def test_columns_are_found_in_any_case_and_spelling(headings: str) -> None:
    assert known(LIST.replace("id,name,email", headings)) == PEOPLE


@pytest.mark.parametrize(
    ("first", "last"),
    [("First name", "Last name"), ("Given Name", "Surname"), ("forename", "FAMILY NAME")],
)
def test_a_first_and_a_last_name_are_joined(first: str, last: str) -> None:
    assert known(f"{last},{first},id\nLovelace,Ada,1\n,Bob,2\nCher,,3\n") == [
        ("1", "Ada Lovelace", ""),
        ("2", "Bob", ""),
        ("3", "Cher", ""),
    ]


def test_a_whole_name_stands_before_its_parts() -> None:
    assert known("id,first name,name\n1,Ada,Ada Lovelace\n2,Bob,\n") == [
        ("1", "Ada Lovelace", ""),
        ("2", "Bob", ""),
    ]


def test_the_first_heading_that_is_known_decides_and_not_the_first_column() -> None:
    assert known("Login,ID,Student\nada,17,Ada\n") == [("17", "Ada", "")]


def test_without_an_id_the_email_is_the_id_and_without_an_email_the_name() -> None:
    assert known("Name,Email\nAda,ada@x\n") == [("ada@x", "Ada", "ada@x")]
    assert known("First,Last\nAda,Lovelace\n") == [("Ada Lovelace", "Ada Lovelace", "")]
    assert known("Email\nada@x\n") == [("ada@x", "", "ada@x")]


def test_every_column_is_kept_under_its_heading() -> None:
    (person,) = read("id, Group ,,First name\n 7 ,  B  2 ,,Ada\n")
    assert person.cells == {"id": "7", "Group": "B 2", "First name": "Ada"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("told", [False, True])
def test_every_way_in_which_a_spreadsheet_saves_gives_the_same_people(
    delimiter: str, end: str, encoding: str, told: bool
) -> None:
    lines = ["id,name,email,Note", "1,Zoë,z@x,a b", "2,王小明,,", ",,,"]
    text = end.join(line.replace(",", delimiter) for line in lines)
    text = f"sep={delimiter}{end}{text}" if told and end != "\r" else text
    found = read(text.encode(encoding))
    assert [(p.id, p.name, p.email) for p in found] == [("1", "Zoë", "z@x"), ("2", "王小明", "")]
    assert found[0].cells["Note"] == "a b"


def test_the_delimiter_is_that_of_the_headings() -> None:
    assert known('id;name\n1;"Lovelace, Ada"\n2;a,b,c,d\n') == [
        ("1", "Lovelace, Ada", ""),
        ("2", "a,b,c,d", ""),
    ]
    assert known('"name, in full";id\nAda;1\n') == [("1", "", "")]


def test_quoted_cells_may_hold_delimiters_quotes_and_line_breaks() -> None:
    content = 'id,name\r\n1,"Ada\r\nof ""London"", UK"\r\n\r\n  \r\n2, "Bob"\r\n'
    assert known(content) == [("1", 'Ada of "London", UK', ""), ("2", "Bob", "")]


def test_what_hides_or_turns_text_around_is_cleaned_as_in_titles() -> None:
    cell = "\u202eA\x00d\x1b[31ma\u200b \ufeff x\u2028y"
    (person,) = read(f"id,name,Group\n1,{cell},{cell}\n")
    assert person.name == person.cells["Group"] == one_line(cell) == clean_title(cell)
    assert person.name == "A d [31ma x y"


def test_an_id_is_the_same_however_its_accents_are_saved() -> None:
    assert [person.id for person in read("id\nZoe\u0308\n")] == ["Zo\u00eb"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=3))
def test_whatever_stands_in_a_list_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, cells: list[str]
) -> None:
    made = StringIO()
    csv.writer(made).writerows([["id", "name"], *zip(cells[::2], cells[1::2], strict=False)])
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(made.getvalue().encode())
    try:
        people = read_roster(file)
    except BadRoster:
        return
    assert [p.name for p in people] == [
        one_line(name)
        for id, name in zip(cells[::2], cells[1::2], strict=False)
        if one_line(id) or one_line(name)
    ]


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.csv"
    file.write_bytes(b"id,name\n" + content)
    try:
        found = read_roster(file)
    except BadRoster:
        return
    assert len({person.id for person in found}) == len(found) > 0


# What a person is


def test_a_person_can_be_hashed_sent_to_a_process_and_not_changed() -> None:
    (person,) = read("id,Group\n1,B\n")
    assert pickle.loads(pickle.dumps(person)) == person
    assert hash(pickle.loads(pickle.dumps(person))) == hash(person)
    with pytest.raises(TypeError):
        person.cells["Group"] = "C"  # type: ignore[index]


def test_a_person_made_by_hand_is_as_clean_as_one_that_was_read() -> None:
    person = Person("1\n2", "a\n## 3. b", "\u202ex", {"Group": "a\nb"})
    assert (person.id, person.name, person.email) == ("1 2", "a ## 3. b", "x")
    assert person.cells == {"Group": "a b"}


@pytest.mark.parametrize(
    ("person", "called", "also"),
    [
        (Person("17", "Ada", "a@x"), "Ada", "17"),
        (Person("a@x", "Ada", "a@x"), "Ada", ""),
        (Person("Ada", "Ada"), "Ada", ""),
        (Person("17", "", "a@x"), "a@x", "17"),
        (Person("17"), "17", ""),
    ],
)
def test_the_id_is_told_where_it_says_more_than_the_name_and_the_email(
    person: Person, called: str, also: str
) -> None:
    assert (person.called, person.also) == (called, also)


@pytest.mark.parametrize(
    ("person", "brief"),
    [
        (Person("17", "x" * 36), "x" * 36),
        (Person("17", "x" * 37), "17"),
        (Person("y" * 37, "x" * 37), "x" * 33 + "..."),
        (Person("17", "王小明"), "王小明"),
        (Person("17", "王小明王小"), "17"),
        (Person("王小明王小"), "王小明..."),
    ],
)
def test_the_foot_of_a_page_gets_no_more_than_it_has_room_for(person: Person, brief: str) -> None:
    assert person.brief == brief


# Seeds


def test_a_seed_is_the_same_on_every_machine() -> None:
    named = sha256("6:person/5:WS 25/3:Zoë/1:7/".encode()).digest()
    assert seed_of("WS 25", "Zoë", 7) == int.from_bytes(named[:4], "big") == 388363766


def test_a_seed_depends_on_the_term_the_id_and_the_seed_alone() -> None:
    seeds = {
        seed_of(*asked)
        for asked in [("a", "b", 1), ("b", "a", 1), ("a", "b", 2), ("a", "b1", 1), ("ab", "", 1)]
    }
    assert len(seeds) == 5
    assert seed_of("Été", "Zoë", 1) == seed_of("E\u0301te\u0301", "Zoe\u0308", 1)


@given(st.text(st.characters()), st.text(st.characters()), st.integers(0, 2**64 - 1))
def test_a_seed_has_32_bits(term: str, id: str, seed: int) -> None:
    assert 0 <= seed_of(term, id, seed) < 2**32


def test_seeds_are_spread() -> None:
    seeds = [seed_of("t", str(n), 1) for n in range(4096)]
    assert len(set(seeds)) == 4096
    bits = [sum(seed >> bit & 1 for seed in seeds) for bit in range(32)]
    assert all(1850 < count < 2250 for count in bits)


# What is refused


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", " is empty; its first line has the headings, " + WORDS),
        (" \n,,\n\n", " is empty; its first line has the headings, " + WORDS),
        ("id,name\n\n,,\n", " has headings and nobody below them; add a line for each person"),
        (
            "\n17,Ada\n18,Bob\n",
            ", line 2: no heading is that of an id, a name or an email; there are '17', 'Ada'; "
            "write headings " + WORDS,
        ),
        (
            "a,b,c,d,e,f,g,h,i,j\n1\n",
            ", line 1: no heading is that of an id, a name or an email; there are 'a', 'b', 'c', "
            "'d', 'e', 'f', 'g', 'h' and 2 more; write headings " + WORDS,
        ),
        (
            "id,Group,Group \n1,a,b\n",
            ", line 1: the columns 2 and 3 are both headed 'Group'; give each a heading of its own",
        ),
        (
            "Student ID,name\n1,Ada\n\n ,Bob\n",
            ", line 4: nothing stands under 'Student ID', by which people are told apart; "
            "fill it in",
        ),
        (
            "name,e-mail\nAda,a@x\nBob\n",
            ", line 3: nothing stands under 'e-mail', by which people are told apart; fill it in",
        ),
        (
            "given name,surname,Group\n,,B\n",
            ", line 2: nothing stands under 'surname', by which people are told apart; fill it in",
        ),
        (
            'id,name\n1,"Ada\nL."\n2,Bob\n 1 ,Cher\n',
            ", line 5: the id '1' is that of line 2 too; give each person their own",
        ),
        (
            "id,name\n1,Lovelace, Ada\n",
            ", line 2: 'Ada' in column 3 has no heading; put a cell with a comma in it between "
            "quotes, or add a heading",
        ),
        (
            "id,,name\n1,x,Ada\n",
            ", line 2: 'x' in column 2 has no heading; put a cell with a comma in it between "
            "quotes, or add a heading",
        ),
        (
            'id,name\n1,Ada\n2,"Bob\n3,Cher\n',
            ", line 3: a quote is opened and not closed; close it, or leave it out",
        ),
        (
            'id,name\n1,"Ada "of" London"\n',
            ", line 2: a quote stands in a cell that is between quotes; write it twice",
        ),
        (
            "id,name\n1," + "x" * 2001 + "\n",
            ", line 2: the cell in column 2 has 2,001 characters; it may have up to 2,000",
        ),
        (
            "id," + "x" * 2001 + "\n1,\n",
            ", line 1: the cell in column 2 has 2,001 characters; it may have up to 2,000",
        ),
        (
            "id,name\n1," + "x" * 200_000 + "\n",
            ", line 2: a cell has more than 2,000 characters; is a quote not closed?",
        ),
        (
            "id" + ",x" * 100 + "\n1\n",
            ", line 1: there are 101 columns; up to 100 are read, so leave some out",
        ),
        (
            "id,name\n1,Ada\n2,Zo\xeb\n".encode("latin-1"),
            ", line 3: it is not UTF-8; save it as CSV in UTF-8",
        ),
        (
            "id,name\n1,Zo\xeb\n".encode("utf-16")[:-1],
            ": it is no whole UTF-16; save it as CSV in UTF-8",
        ),
    ],
)
def test_a_list_that_is_not_right_is_refused_with_the_place_and_what_to_do(
    content: str | bytes, message: str
) -> None:
    assert refusal(content) == f"the roster 'class.csv'{message}"


def test_the_longest_cell_and_the_most_columns_are_read() -> None:
    (person,) = read("id" + "".join(f",h{n}" for n in range(99)) + "\n1," + "x" * 2000 + "\n")
    assert len(person.cells) == 100
    assert person.cells["h0"] == "x" * 2000


def test_more_people_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "_MOST_PEOPLE", 1_000)
    people = "".join(f"{n}\n" for n in range(1_000))
    assert len(read("id\n" + people)) == 1_000
    assert refusal(f"id\n{people}x\n") == (
        "the roster 'class.csv', line 1002: there are more than 1,000 people; split the list"
    )


def test_a_file_that_is_too_large_is_refused_before_it_is_read_whole() -> None:
    with Path("class.csv").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(BadRoster) as caught:
        read_roster("class.csv")
    assert str(caught.value) == (
        "the roster 'class.csv' is larger than 32 MiB; split it into several files"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [("none.csv", os.strerror(2)), (".", os.strerror(21)), ("a\0b", "embedded null byte")],
)
def test_a_file_that_cannot_be_read_is_refused(name: str, reason: str) -> None:
    with pytest.raises(BadRoster) as caught:
        read_roster(name)
    shown = name.replace("\0", "\\x00")
    assert str(caught.value) == f"the roster '{shown}' cannot be read: {reason}"
