"""Hostile text: a title is printed as it is, a file of givens is data, and nothing is run."""

import html
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from qkvsym import generate, render
from qkvsym.cli import main
from tests import hostile

TITLES = [pytest.param(case["title"], id=case["name"]) for case in hostile.TITLES]
GIVENS = [pytest.param(case, id=case["name"]) for case in hostile.GIVENS]
MARKDOWN = frozenset("\\`*_{}[]()<>#+!|~$&:@^")
ACTIVE_IN_TEX = frozenset("\\{}$&#_%~^")
TEX_WORDS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\qkvquote{}": '"',
    r"{\ttfamily\char36}": "$",
    r"\allowbreak{}": "",
}


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def no_file_appears_beside() -> Any:
    before = hostile.pwned()
    yield
    assert hostile.pwned() == before


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["generate", *args])


def printed(form: str, title: str) -> str:
    result = run("predict-shape", "--title", title, "--format", form, "--out", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes.decode()


def one_line(title: str) -> str:
    """The title as a page can show it: one line, no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())


def plain_of_markdown(text: str) -> str:
    """What a reader of Markdown sees; fails where a character would do something."""
    found, at = "", 0
    while at < len(text):
        if text[at] == "\\":
            assert text[at + 1] in MARKDOWN | frozenset(".-=")
            found, at = found + text[at + 1], at + 2
        elif text[at] == "&":
            end = text.index(";", at) + 1
            assert text[at:end] in ("&lt;", "&gt;", "&amp;")
            found, at = found + html.unescape(text[at:end]), end
        else:
            assert text[at] not in MARKDOWN, text[at:]
            found, at = found + text[at], at + 1
    return found


def plain_of_tex(text: str) -> str:
    """What TeX prints; fails where a character would do something."""
    found = ""
    while text:
        word = next((word for word in TEX_WORDS if text.startswith(word)), "")
        if word:
            found, text = found + TEX_WORDS[word], text[len(word) :]
        elif text.startswith(r"\qkvchar{"):
            code, _, text = text.removeprefix(r"\qkvchar{").partition("}")
            found += chr(int(code, 16))
        elif text[0] == "\\":
            assert text[1] in "#$%&_{}"
            found, text = found + text[1], text[2:]
        elif text[0] == "{":
            assert text[1] in "-'`!?,"
            assert text[2] == "}"
            found, text = found + text[1], text[3:]
        else:
            assert text[0] not in ACTIVE_IN_TEX, text
            found, text = found + text[0], text[1:]
    return found


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_literal_in_markdown(title: str) -> None:
    lines = printed("md", title).splitlines()
    assert plain_of_markdown(lines[0].removeprefix("# ")) == one_line(title)
    assert lines[1:] == render(generate("predict-shape"), "md").splitlines()[1:]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_literal_in_latex(title: str) -> None:
    start = r"{\Large\bfseries "
    lines = printed("tex", title).splitlines()
    plain = render(generate("predict-shape"), "tex").splitlines()
    head, code = r"\sheethead{0.6}{", rf"}}{{Code}}{{{generate('predict-shape').code}}}"
    places = []
    # The title stands above the sheet and, if it is short, in the running head of its pages.
    for opens, closes in ((head, code), (start, r"\par}")):
        (place,) = (n for n, line in enumerate(lines) if line.startswith(opens))
        assert lines[place].endswith(closes)
        shown = lines[place].removeprefix(opens).removesuffix(closes)
        assert plain_of_tex(shown) == one_line(title) or (opens == head and shown == "")
        places.append(place)
    assert [line for n, line in enumerate(lines) if n not in places] == [
        line for n, line in enumerate(plain) if n not in places
    ]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_literal_in_json(title: str) -> None:
    sheet = json.loads(printed("json", title))
    plain = json.loads(render(generate("predict-shape"), "json"))
    assert sheet == plain | {"title": one_line(title)}


TEXTS = ("--format", "md", "--format", "tex", "--format", "json")
"""HTML and PDF have tests of their own for titles."""


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_literal_on_the_key_and_names_no_file(title: str) -> None:
    code = generate("predict-shape").code
    assert run("predict-shape", "--title", title, "--out", "here", *TEXTS).exit_code == 0
    assert [path.name for path in Path().iterdir()] == ["here"]
    assert {path.name.split(".")[0] for path in Path("here").iterdir()} == {code}
    key = Path(f"here/{code}.key.md").read_text(encoding="utf-8").splitlines()[0]
    assert plain_of_markdown(key.removeprefix("# Answer key: ")) == one_line(title)


@pytest.mark.parametrize("title", ["{{ 7*7 }}", "<< 7*7 >>", "<% print(7*7) %>", "${7*7}"])
@pytest.mark.parametrize("form", ["md", "tex", "json"])
def test_a_title_is_never_computed(form: str, title: str) -> None:
    def count(page: str) -> int:
        return page.count("49")

    assert count(printed(form, title)) == count(printed(form, ""))


@pytest.mark.parametrize("case", GIVENS)
def test_a_hostile_file_of_givens_is_refused_with_one_message(case: dict[str, Any]) -> None:
    text = case["toml"]
    if repeat := case.get("repeat"):
        text += repeat["unit"] * repeat["times"] + repeat["suffix"]
    Path("mine.toml").write_text(text, encoding="utf-8")
    result = run("predict-shape", "--given", "mine.toml")
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (2, "")
    message = result.stderr.removeprefix("Error: ").removesuffix("\n")
    assert message == case["message"] or not case["message"]
    assert "mine.toml" in message
    assert message.isprintable()
    assert len(message) < 300
    assert not Path("out").exists()


def test_givens_that_are_not_utf8_are_refused_with_the_byte_and_a_byte_order_mark_is_not() -> None:
    lesson = b"x = [1, 2]\nW_q = [[1], [2]]\nW_k = [[3], [4]]\nW_v = [[5], [6]]\n"
    Path("mine.toml").write_bytes(b"# \xff\xfe\n" + lesson)
    refused = run("predict-shape", "--given", "mine.toml")
    says = "Error: the givens 'mine.toml' are not UTF-8: byte 2\n"
    assert (refused.exit_code, refused.stderr) == (2, says)
    Path("mine.toml").write_bytes(b"\xef\xbb\xbf" + lesson)
    assert run("predict-shape", "--given", "mine.toml").exit_code == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.toml", "No such file or directory"),
        (".", "Is a directory"),
        ("mine\0.toml", "embedded null byte"),
        ("n" * 300, "File name too long"),
    ],
)
def test_givens_that_cannot_be_read_are_named_with_the_reason(name: str, reason: str) -> None:
    result = run("--given", name)
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: the givens '")
    assert result.stderr.endswith(f"' cannot be read: {reason}\n")


def test_what_a_file_holds_is_never_in_the_message() -> None:
    Path("passwd").write_text("root:secret:0:0\n")
    result = run("--given", "../" + Path.cwd().name + "/passwd")
    assert result.exit_code == 2
    assert "secret" not in result.stderr


@pytest.mark.parametrize("kind", ["--help; rm -rf ~", "../../../etc/passwd", "a\0b", "{{ 7*7 }}"])
def test_a_hostile_kind_is_an_unknown_kind(kind: str) -> None:
    result = run("--", kind)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: unknown kind {kind!r}: ")


def test_a_folder_name_with_a_null_is_refused() -> None:
    result = run("predict-shape", "--out", "work\0sheet.md")
    says = "Error: the folder 'work\\x00sheet.md' cannot be made: embedded null byte\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", says)


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("a\n<% if %>\n", "line 2: Expected an expression, got 'end of statement block'"),
        ("a\n\n<< nowhere >>\n", "line 3: 'nowhere' is undefined"),
        ("<< ''.__class__ >>", "line 1: access to attribute '__class__' of 'str' object is unsafe"),
        ("<< sheet.nothing >>", "line 1: '"),
        ("<% include 'no.j2' %>", "no.j2"),
        ("<< 1 / 0 >>", "line 1: division by zero"),
    ],
)
def test_a_users_template_that_fails_is_named_with_its_line(template: str, says: str) -> None:
    Path("mine/pages").mkdir(parents=True)
    Path("mine/pages/worksheet.md.j2").write_text(template)
    result = run("predict-shape", "--templates", "mine")
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert says in result.stderr
    assert "no.j2" in says or "mine/pages/worksheet.md.j2, line" in result.stderr
    assert not Path("out").exists()
