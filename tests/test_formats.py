"""Formats: any title is printed literally, and what is printed is what was computed."""

import html
import json
import re
import string

import pytest

import qkvsym
from qkvsym.notation import latex
from qkvsym.shapes import Shape

HOSTILE = [
    r"\input{/etc/passwd} \def\x{y} \end{document}",
    "100% of $5 & #1 a_b ~ ^ {x} \\",
    "\\\\ newline \\par",
    "--- -- ?` !` ,, '' `` \" << >>",
    "# heading *bold* __under__ `code` [link](http://x.y) ![i](u)",
    "- item",
    "1. item",
    "> quote",
    "| a | b |",
    "~~strike~~ $math$ :smile: @someone #1 www.example.org https://example.org a@b.cd",
    "<script>alert(1)</script> <!-- --> &amp; &lt; &#60;",
    "{{ 7 * 7 }} {% raw %} {# c #} << 7 * 7 >> <% if x %> <# c #>",
    "%s %(x)s {0} {x!r} ${HOME}",
    string.punctuation,
    "####",
    "***",
    "===",
    "\\",
    "\"quoted\" and 'single'",
    "Déjà vu, Ærø, Łódź, Straße",
    "注意力 😀 क्षि",
]
IDS = [f"title {n}" for n in range(len(HOSTILE))]


def sheet(title: str) -> qkvsym.Worksheet:
    return qkvsym.generate("predict-shape", title=title)


def first(made: str, pattern: str) -> str:
    found = re.search(pattern, made, re.M)
    assert found is not None
    return found[1]


def read_markdown(line: str) -> str:
    """What CommonMark reads: a backslash before ASCII punctuation, and entities; nothing else."""
    made, at = "", 0
    while at < len(line):
        character = line[at]
        if character == "\\" and line[at + 1] in string.punctuation:
            made, at = made + line[at + 1], at + 2
        elif character == "&":
            entity = first(line[at:], r"^(&[a-z]+;)")
            made, at = made + html.unescape(entity), at + len(entity)
        else:
            # These could begin a construct, or a link, a mention or an emoji on GitHub.
            assert character not in "\\`*_[]<>!~$:@#|^{}", character
            made, at = made + character, at + 1
    assert not re.search(r"www\.|https?:", line)
    return made


LATEX_WORDS = {
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "qkvquote": '"',
}


def read_latex(line: str) -> str:
    """What LaTeX prints; any sign that would mean something else fails."""
    made, at = "", 0
    while at < len(line):
        rest = line[at:]
        if word := re.match(r"\\qkvchar\{([0-9A-F]+)\}", rest):
            made += chr(int(word[1], 16))
        elif word := re.match(r"\\allowbreak\{\}", rest):
            pass
        elif word := re.match(r"\{\\ttfamily\\char(\d+)\}", rest):
            made += chr(int(word[1]))
        elif word := re.match(r"\\([a-z]+)\{\}", rest):
            made += LATEX_WORDS[word[1]]
        elif word := re.match(r"\\[#$%&_{}]|\{[-'`!?,]\}", rest):
            made += word[0][1]
        else:
            word = re.match(r"[^#$%&_{}\\~^<>|`'\"?!,-]", rest)
            assert word is not None, rest
            made += word[0]
        at += word.end()
    return made


@pytest.mark.parametrize("title", HOSTILE, ids=IDS)
def test_markdown_prints_a_title_literally(title: str) -> None:
    for page, pattern in (("worksheet", r"\A# (.*)$"), ("key", r"\A# [^:]*: (.*)$")):
        made = qkvsym.render(sheet(title), "md", page=page)
        assert read_markdown(first(made, pattern)) == title


@pytest.mark.parametrize("title", HOSTILE, ids=IDS)
def test_latex_prints_a_title_literally(title: str) -> None:
    for page, pattern in (
        ("worksheet", r"^\{\\Large\\bfseries (.*)\\par\}$"),
        ("key", r"^\{\\Large\\bfseries [^:]*: (.*)\\par\}$"),
    ):
        made = qkvsym.render(sheet(title), "tex", page=page)
        assert read_latex(first(made, pattern)) == title


@pytest.mark.parametrize("title", HOSTILE, ids=IDS)
def test_json_holds_a_title_as_it_is(title: str) -> None:
    assert json.loads(qkvsym.render(sheet(title), "json"))["title"] == title


@pytest.mark.parametrize("form", ["md", "tex", "json"])
def test_a_title_changes_nothing_but_the_title(form: str) -> None:
    plain, other = (qkvsym.render(sheet(t), form).splitlines() for t in ("PLAIN", HOSTILE[0]))
    differing = [(a, b) for a, b in zip(plain, other, strict=True) if a != b]
    assert len(differing) == 1
    assert "PLAIN" in differing[0][0]


@pytest.mark.parametrize(
    ("title", "cleaned"),
    [
        ("a\nb\r\n\tc", "a b c"),
        ("a\x00b\x1b[31mc", "a b [31mc"),
        ("left\u202eright", "left right"),
        ("zero\u200bwidth", "zero width"),
        ("no\xa0break", "no break"),
        ("\ud800", ""),
        ("  ", ""),
        ("e\u0301", "e\u0301"),
    ],
)
def test_a_title_is_one_line_without_invisible_characters(title: str, cleaned: str) -> None:
    assert sheet(title).title == cleaned


MATRIX = re.compile(r"\\begin\{(?:b|small)matrix\} (.*?) \\end\{(?:b|small)matrix\}")


def read_matrix(body: str) -> tuple[tuple[int, ...], ...]:
    rows = re.split(r" (?:\\\\|\\cr) ", body)
    return tuple(tuple(int(entry) for entry in row.split(" & ")) for row in rows)


def printed_matrices(made: str) -> list[tuple[tuple[int, ...], ...]]:
    return [read_matrix(body) for body in MATRIX.findall(made)]


@pytest.mark.parametrize("form", ["md", "tex"])
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_matrices_printed_are_those_of_the_exercise(form: str, seed: int) -> None:
    made = qkvsym.generate("compute-projections", level="hard", seed=seed)
    (exercise,) = made.exercises
    givens = [matrix.rows for matrix in exercise.givens.values()]
    page = qkvsym.render(made, form, hints=False)
    assert printed_matrices(page) == givens
    key = qkvsym.render(made, form, page="key")
    answers = [p.answer.value.rows for p in exercise.parts if p.answer.type == "matrix"]
    expected = [*givens, *(rows for rows in answers for _ in range(2))]
    assert printed_matrices(key)[: len(expected)] == expected


@pytest.mark.parametrize("form", ["md", "tex"])
def test_every_worked_line_of_a_key_holds_as_arithmetic(form: str) -> None:
    made = qkvsym.generate("compute-projections", level="hard", seed=4)
    key = qkvsym.render(made, form, page="key")
    lines = re.findall(r"\\text\{column \} \d+ = ([^$]*)\$", key)
    columns = len(made.exercises[0].givens["W_q"].columns)
    assert len(lines) == 3 * columns
    for line in lines:
        stages = line.replace(r"\cdot", "*").split(" = ")
        assert all(re.fullmatch(r"[-+*() 0-9]+", stage) for stage in stages)
        assert len({eval(stage) for stage in stages}) == 1
        assert len(stages) == 3


def test_json_holds_the_numbers_of_the_exercise() -> None:
    made = qkvsym.generate(seed=5)
    read = json.loads(qkvsym.render(made, "json"))["exercises"]
    for exercise, stored in zip(made.exercises, read, strict=True):
        for name, value in exercise.givens.items():
            shape = {"shape": [value.rows, value.columns]} if isinstance(value, Shape) else None
            assert stored["givens"][name] == (shape or [list(row) for row in value.rows])


def spelled_answer(part: qkvsym.Part) -> str:
    value = part.answer.value
    if part.answer.type in ("matrix", "shape", "formula"):
        return latex(value).replace(r"\\", r"\cr")
    return str(value) if part.answer.type == "integer" else ""


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_key_holds_every_answer_in_order(seed: int) -> None:
    made = qkvsym.generate(seed=seed)
    key = qkvsym.render(made, "md", page="key")
    at = 0
    for exercise in made.exercises:
        for part in exercise.parts:
            found = key.find(spelled_answer(part), at)
            assert found >= at, part
            at = found


@pytest.mark.parametrize("form", ["md", "tex"])
@pytest.mark.parametrize("seed", range(1, 4))
def test_a_worksheet_holds_no_worked_line_of_its_key(form: str, seed: int) -> None:
    made = qkvsym.generate(seed=seed)
    bare = qkvsym.render(made, form, hints=False)
    key = qkvsym.render(made, form, page="key")
    dotted = re.findall(r"\$x \\cdot [^$]*\$", key)
    assert len(dotted) > 10
    assert not [line for line in dotted if line in bare]
    # With hints, the last rung of a ladder is the whole first line, and no other line is there.
    hinted = qkvsym.render(made, form)
    ladders = sum(len(p.hints) == 4 for e in made.exercises for p in e.parts)
    shown = re.findall(r"\$x \\cdot [^$]*\$", hinted)
    assert len(shown) == ladders
