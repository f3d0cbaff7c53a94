"""File names made from ids: safe on every system, and apart wherever ids or codes are."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qkvsym.codes import ALPHABET
from qkvsym.file_names import file_name

SAFE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(_[a-z2-7]{10})?\.[2-9A-Z]+")
RESERVED = {
    *["con", "prn", "aux", "nul", "clock$", "conin$", "conout$"],
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}

codes = st.text(ALPHABET, min_size=2, max_size=47)
hostile = st.sampled_from(
    [
        "../",
        "/",
        "\\",
        "\0",
        ".",
        "-",
        " ",
        "CON",
        "nul",
        "COM1",
        "\N{PILE OF POO}",
        "é",
        "ß",
        "%00",
    ]
)
ids = st.text(st.characters()) | st.lists(hostile).map("".join) | st.text("aA./-", min_size=50)


@given(ids, codes)
@example("", "WHA7")
@example("a" * 300, "2" * 47)
def test_whatever_the_id_the_name_is_plain_and_has_its_code(id: str, code: str) -> None:
    name = file_name(id, code)
    person, _, rest = name.partition(".")
    assert SAFE.fullmatch(name)
    assert len(name) <= 60
    assert person not in RESERVED
    assert rest == code


@given(ids, ids, codes, codes)
def test_two_codes_make_two_names_on_every_system(
    one: str, other: str, code: str, another: str
) -> None:
    alike = file_name(one, code).casefold() == file_name(other, another).casefold()
    assert not alike or code == another


@given(ids, ids, codes)
@example("仙亲一一", "倩仳一一", "WHA7")
@example("Ada", "ada", "WHA7")
@example("ada x", "ada-x", "WHA7")
@example("x" * 70, "x" * 71, "WHA7")
@example("x" * 55, "x" * 56, "WHA7")
@example("con", "person-con", "WHA7")
@example("con", "CON", "WHA7")
@example("ada x", "ada x ", "WHA7")
@example("Zoë", "zoe_5p4wwcjf7l", "WHA7")
def test_two_ids_make_two_names_of_one_code(one: str, other: str, code: str) -> None:
    same = len({unicodedata.ucd_3_2_0.normalize("NFC", id) for id in (one, other)}) == 1
    assert (file_name(one, code) == file_name(other, code)) == same
    # Whoever is given one person's name as an id gets another one.
    taken = file_name(one, code).partition(".")[0]
    assert taken == one or file_name(taken, code) != file_name(one, code)


@given(ids, st.text(ALPHABET, min_size=48, max_size=200))
def test_a_long_code_is_whole_and_leaves_the_person_some_letters(id: str, code: str) -> None:
    person, _, rest = file_name(id, code).partition(".")
    assert rest == code
    assert 1 <= len(person) <= 12


@given(st.text())
def test_a_letter_and_its_accent_may_be_saved_apart(id: str) -> None:
    known = "".join(c for c in id if unicodedata.ucd_3_2_0.category(c) != "Cn")
    forms = {file_name(unicodedata.normalize(form, known), "22") for form in ("NFC", "NFD")}
    assert len(forms) == 1


@pytest.mark.parametrize(
    ("id", "person"),
    [
        ("Zoë O'Hara/../x", "zoe-o-hara-x"),
        ("ada@example.org", "ada-example-org"),
        ("Straße", "strasse"),
        ("ŁÓDŹ", "lodz"),
        ("Ærø", "aero"),
        ("İnci Işık", "inci-isik"),
        ("Nguyễn Văn Đức", "nguyen-van-duc"),
        ("\N{LATIN SMALL LIGATURE FI}n", "fin"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\system32", "c-windows-system32"),
        ("-rf ~", "rf"),
        (".hidden", "hidden"),
        ("Ada. ", "ada"),
        ("=HYPERLINK(\"http://x\")", "hyperlink-http-x"),
        ("CON", "person-con"),
        ("con.txt", "con-txt"),
        ("Lpt9", "person-lpt9"),
        ("COM\N{SUPERSCRIPT ONE}", "person-com1"),
        ("王小明", "person"),
        ("\N{GRINNING FACE}", "person"),
        ("", "person"),
        ("x" * 70, "x" * 44),
        ("x" * 43 + "/y", "x" * 43),
    ],
)  # fmt: skip
def test_ids_are_spelled_in_small_letters(id: str, person: str) -> None:
    plain, digest, code = re.split(r"[_.]", file_name(id, "WHA7"))
    assert (plain, len(digest), code) == (person, 10, "WHA7")


@pytest.mark.parametrize("id", ["ada", "s1234567", "ada-lovelace", "7", "cone", "x" * 55])
def test_an_id_in_plain_letters_is_the_name_itself(id: str) -> None:
    assert file_name(id, "WHA7") == f"{id}.WHA7"
