"""The scanner: what a character or a command means, and that every token keeps its place."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qkvsym.errors import Unreadable
from qkvsym.reading.symbols import COMMANDS, OPERATORS, SILENT, WRAPPERS
from qkvsym.reading.tokens import Token, scan


def kinds(text: str) -> list[str]:
    return [token.kind for token in scan(text)]


def texts(text: str) -> list[str]:
    return [token.text for token in scan(text)]


@pytest.mark.parametrize(
    ("spellings", "kind"),
    [
        (["-", "−", "–"], "-"),
        (["·", "⋅", "∙", r"\cdot"], "·"),
        (["×", r"\times"], "×"),
        (["∈", r"\in"], "∈"),
        (["->", "→", "⟶", "⇒", "=>", r"\to", r"\rightarrow", r"\Rightarrow", r"\implies"], "->"),
        (["≠", "!=", r"\ne", r"\neq"], "≠"),
        (["'", "’", "′", r"\prime"], "'"),
        (["ᵀ", "⊤"], "^T"),
        (["*", r"\ast"], "*"),
        (["/", r"\div"], "/"),
        ([":", r"\colon"], ":"),
        (["<", "⟨", r"\langle"], "<"),
        ([">", "⟩", r"\rangle"], ">"),
    ],
)
def test_a_sign_has_one_meaning_in_all_its_spellings(spellings: list[str], kind: str) -> None:
    for spelling in spellings:
        assert kinds(f"4 {spelling} 5") == ["number", kind, "number"], spelling


@pytest.mark.parametrize("sign", ["—", "±", "≈", "≤", "²", "½", "٤", "４", "х", "𝐪", "\u200b", "“"])
def test_a_look_alike_has_no_meaning(sign: str) -> None:
    with pytest.raises(Unreadable) as caught:
        scan(f"4 {sign} 5")
    assert caught.value.at == 2
    assert caught.value.reason.startswith(f"character U+{ord(sign):04X} ")
    assert caught.value.reason.isascii()


@pytest.mark.parametrize("code", [*range(9), *range(11, 32), 127, 0x85, 0x9B, 0xE000, 0x378])
def test_a_character_without_a_name_is_not_allowed(code: int) -> None:
    if chr(code) in "\t\n":
        return
    with pytest.raises(Unreadable) as caught:
        scan(f"q = 4{chr(code)}")
    expected = (f"character U+{code:04X} is not allowed", 5)
    assert (caught.value.reason, caught.value.at) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4),
        ("007", 7),
        ("4.", 4),
        ("4.0", 4),
        (".5", Fraction(1, 2)),
        ("0.1", Fraction(1, 10)),
        ("12.50", Fraction(25, 2)),
        ("999999999999", 999999999999),
    ],
)
def test_a_number_is_exact(text: str, value: int | Fraction) -> None:
    (token,) = scan(text)
    assert (token.kind, token.value, type(token.value)) == ("number", value, type(value))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("xW_q", ["x", "W", "_", "q"]),
        ("xWq", ["x", "Wq"]),
        ("XWQ", ["X", "WQ"]),
        ("qkv", ["q", "k", "v"]),
        ("xx", ["x", "x"]),
        ("Wx", ["W", "x"]),
        ("Wquery", ["Wquery"]),
        ("qux", ["qux"]),
        ("xyW", ["xyW"]),
        ("box", ["box"]),
        ("x1", ["x", "1"]),
        ("2x", ["2", "x"]),
    ],
)
def test_only_names_of_the_exercise_are_taken_apart(text: str, parts: list[str]) -> None:
    assert texts(text) == parts


@pytest.mark.parametrize("command", sorted(WRAPPERS))
def test_a_font_command_says_nothing_and_closes_with_its_own_brace(command: str) -> None:
    assert texts(rf"\{command}{{q}}_1") == ["q", "_", "1"]
    assert texts(rf"\{command} q") == ["q"]
    with pytest.raises(Unreadable) as caught:
        scan(rf"\{command}{{q_{{1}}")
    assert caught.value.reason in ("{ is never closed",)


@pytest.mark.parametrize("command", sorted(SILENT - {"\n"}))
def test_a_spacing_command_is_a_space(command: str) -> None:
    assert texts(rf"4 \{command} 5") == ["4", "5"]
    assert [token.spaced for token in scan(rf"4\{command} 5")] == [False, True]


@pytest.mark.parametrize(
    "command", ["input", "def", "write", "alpha", "csname", "pm", "sin", "Sum"]
)
def test_another_command_is_refused(command: str) -> None:
    with pytest.raises(Unreadable) as caught:
        scan(rf"q = \{command}{{4}}")
    found = (caught.value.reason, caught.value.at)
    assert found == ("this command is not part of the notation", 4)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("**q**", ["q"]),
        ("**q** = **4**", ["q", "=", "4"]),
        ("**4** 5", ["4", "5"]),
        ("$q$ = $$4$$", ["q", "=", "4"]),
        ("`q` = ``4``", ["q", "=", "4"]),
        ("2*3", ["2", "*", "3"]),
        (r"\hspace{2em} q \vspace*{1ex}", ["q"]),
        (r"\begin{align*} q &= 4 \end{align*}", ["q", "=", "4"]),
    ],
)
def test_what_dresses_a_formula_is_dropped(text: str, kept: list[str]) -> None:
    assert texts(text) == kept


@pytest.mark.parametrize("text", ["2**3", "x**2", "(2)**(3)", "q_1**2", "2 ** 3"])
def test_two_stars_between_values_are_a_power(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        scan(text)
    expected = ("powers are not part of this notation", text.index("**"))
    assert (caught.value.reason, caught.value.at) == expected


def test_an_ampersand_parts_entries_in_a_matrix_and_aligns_before_an_equals_sign() -> None:
    matrix = r"\begin{matrix}4 & 5\end{matrix}"
    assert kinds(matrix) == ["begin", "number", "&", "number", "end"]
    assert kinds("q &= 4") == ["word", "=", "number"]
    assert kinds("& q = 4") == ["word", "=", "number"]
    assert kinds("4 & 5") == ["number", "&", "number"]


def test_two_backslashes_end_a_row_in_a_matrix_and_part_statements_elsewhere() -> None:
    assert kinds(r"\begin{matrix}4 \\ 5\end{matrix}")[2] == "newline"
    assert kinds(r"4 \\ 5")[1] == "gap"
    assert kinds(r"4 \quad 5")[1] == "gap"
    assert kinds(r"(4 \quad 5)") == ["(", "number", "number", ")"]


def test_the_columns_of_an_array_are_no_entries() -> None:
    assert kinds(r"\begin{array}{c|c} 4 & 5 \end{array}") == [
        *["begin", "number", "&", "number", "end"]
    ]


KNOWN = [
    *"0123456789qkvxXQKVWwd",
    *[sign for sign in OPERATORS if sign not in "()[]{}*"],
    *[rf"\{command} " for command in COMMANDS if command not in ("{", "}", "lbrack", "rbrack")],
    *[" ", "\t", "\u00a0", r"\, ", r"\left ", r"\frac ", "₁", "∑", "1.5 "],
]


@given(st.lists(st.sampled_from(KNOWN), max_size=30))
def test_tokens_stand_in_order_at_their_places_and_lose_nothing(pieces: list[str]) -> None:
    text = "".join(pieces)
    try:
        tokens = scan(text)
    except Unreadable:
        assume(False)
    ends = 0
    for token in tokens:
        assert ends <= token.at < token.end <= len(text)
        # Between two tokens stands only what is a space.
        assert scan(text[ends : token.at]) == []
        ends = token.end
    assert scan(text[ends:]) == []
    digits = "".join(token.text for token in tokens if token.kind == "number")
    assert [c for c in digits if c.isdigit()] == [c for c in text if c in "0123456789"]


@pytest.mark.parametrize("unit", ["Wv", "vW", "W", "WQ", "xWq", "qkv", "wX"])
@pytest.mark.parametrize("end", ["", "s", "shape", "Z"])
def test_names_without_spaces_are_cut_in_one_pass(unit: str, end: str) -> None:
    # A pattern that can cut them in two ways would never come to an end here.
    text = unit * (900 // len(unit)) + end
    assert "".join(token.text for token in scan(text)) == text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # What is read at once, what needs a closer look, and a command.
        ("+ q", [Token("+", "+", 0, 1, False, 0), Token("word", "q", 2, 3, True, 0)]),
        ("→ Wq", [Token("->", "->", 0, 1, False, 0), Token("word", "Wq", 2, 4, True, 0)]),
        (r"₁\in", [Token("sub", "1", 0, 1, False, 0), Token("∈", "∈", 1, 4, False, 0)]),
    ],
)
def test_a_token_that_is_no_number_has_the_value_0(text: str, tokens: list[Token]) -> None:
    """Only a number has one, so that tokens are the same wherever they were read."""
    assert scan(text) == tokens


def test_a_line_that_is_too_long_is_refused_at_its_beginning() -> None:
    """What is read without `read_line` has the same bound, at the same place."""
    with pytest.raises(Unreadable) as caught:
        scan("+" + " " * 2000)
    expected = ("the line is longer than 2000 characters", 0)
    assert (caught.value.reason, caught.value.at) == expected
