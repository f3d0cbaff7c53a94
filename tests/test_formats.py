"""Formats: any title is printed literally, and what is printed is what was computed."""

import html
import json
import re
import string

import pytest

import qkvsym
from qkvsym.formats import format_ids, format_named
from qkvsym.notation import latex
from qkvsym.shapes import Shape
from tests.oracles.loops import value as worth

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
    # In print it stands in the running head too.
    assert len(differing) == (2 if form == "tex" else 1)
    for a, b in differing:
        before, title, after = a.partition("PLAIN")
        assert title
        assert b.startswith(before)
        assert b.endswith(after)


@pytest.mark.parametrize("title", HOSTILE, ids=IDS)
def test_latex_prints_a_title_literally_in_the_running_head(title: str) -> None:
    made = sheet(title)
    found = first(
        qkvsym.render(made, "tex"), r"^\\sheethead\{0.6\}\{(.*)\}\{Code\}\{" + made.code + r"\}$"
    )
    # One that is too long for the head is left out of it whole.
    assert read_latex(found) == title or (found == "" and len(title) > 8)


def test_a_short_title_is_in_the_running_head_and_a_long_one_is_not() -> None:
    assert r"\sheethead{0.6}{Quiz 4}{Code}" in qkvsym.render(sheet("Quiz 4"), "tex")
    assert r"\sheethead{0.6}{}{Code}" in qkvsym.render(sheet("a" * 81), "tex")


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
    # The drawing shows the token once more.
    drawn = [exercise.givens["x"].rows]
    page = qkvsym.render(made, form, hints=False)
    assert printed_matrices(page) == givens + drawn
    key = qkvsym.render(made, form, page="key")
    answers = [p.answer.value.rows for p in exercise.parts if p.answer.type == "matrix"]
    worked = [rows for rows in answers for _ in range(2)]
    found = printed_matrices(key)
    assert found[: len(givens)] == givens
    at = found.index(worked[0], len(givens) + len(drawn) + len(answers))
    assert found[at : at + len(worked)] == worked


@pytest.mark.parametrize("form", ["md", "tex"])
def test_every_worked_line_of_a_key_holds_as_arithmetic(form: str) -> None:
    made = qkvsym.generate("compute-projections", level="hard", seed=4)
    key = qkvsym.render(made, form, page="key")
    lines = re.findall(r"\\text\{column \} \d+ = ([^$]*)\$", key)
    columns = len(made.exercises[0].givens["W_q"].columns)
    assert len(lines) == 3 * columns
    for line in lines:
        stages = line.replace(r" \cdot ", "*").split(" = ")
        assert all(re.fullmatch(r"[-+*() 0-9]+", stage) for stage in stages)
        assert len({worth(stage) for stage in stages}) == 1
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


# Room for answers, and what the key says of them


def options_of(made: qkvsym.Worksheet) -> list[str]:
    stored = json.loads(qkvsym.render(made, "json"))["exercises"]
    return [
        label
        for exercise in stored
        for part in exercise["parts"]
        if part["answer"]["type"] == "choice"
        for label in (option["text"] for option in part["answer"]["options"])
    ]


def test_the_vocabulary_has_no_blank() -> None:
    for name in format_ids():
        page = "derivation" if name == "text" else "worksheet"
        assert not hasattr(format_named(name, page).vocabulary, "blank")


def test_markdown_offers_the_options_as_boxes_without_a_line_to_write_on() -> None:
    made = qkvsym.generate("find-mistake", "shape-check", seed=5)
    page = qkvsym.render(made, "md", hints=False)
    boxes = re.findall(r"^- \[ \] (.*)$", page, re.M)
    assert boxes == options_of(made)
    blanks = re.findall(r"^\*\*Answer:\*\* (.*)$", page, re.M)
    parts = [part for exercise in made.exercises for part in exercise.parts]
    written = [part for part in parts if part.answer.type != "choice"]
    assert len(blanks) == len(written)
    for blank, part in zip(blanks, written, strict=True):
        assert blank == (f"${part.subject}$ = ________" if part.subject else "________")
    # Every box stands right under its question or under another box.
    lines = page.splitlines()
    for n, line in enumerate(lines):
        if line.startswith("- [ ] "):
            assert lines[n - 1] == "" or lines[n - 1].startswith("- [ ] ")
            assert "____" not in line


def test_markdown_names_the_vector_that_is_to_be_written() -> None:
    page = qkvsym.render(qkvsym.generate("compute-projections", seed=3), "md", hints=False)
    for role in "qkv":
        assert page.count(f"**Answer:** ${role}$ = ________\n") == 1


def test_latex_offers_the_options_as_boxes_and_rules_a_line_for_worked_answers() -> None:
    made = qkvsym.generate("find-mistake", "shape-check", "compute-projections", seed=5)
    page = qkvsym.render(made, "tex", hints=False).partition("\\begin{document}")[2]
    boxes = re.findall(r"^\\option\{(.*)\}$", page, re.M)
    assert len(boxes) == len(options_of(made))
    assert [re.sub(r"[{}]", "", box) for box in boxes] == options_of(made)
    parts = [part for exercise in made.exercises for part in exercise.parts]
    worked = [p for p in parts if p.work_lines and p.answer.type not in ("text", "choice")]
    assert page.count("\\hrulefill\n") == len(worked) > 2
    for role in "qkv":
        assert f"\\mbox{{${role}$ = }}\\hrulefill" in page


@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_a_heading_in_latex_knows_how_many_lines_must_follow_it(page: str) -> None:
    made = qkvsym.generate(seed=5)
    printed = qkvsym.render(made, "tex", page=page)
    headings = re.findall(r"^\\exercise\{(\d+)\. .*\}\{(\w+)\}\{(\d+)\}$", printed, re.M)
    assert [(int(n), level) for n, level, _ in headings] == [
        (n, exercise.level) for n, exercise in enumerate(made.exercises, 1)
    ]
    for (_, _, room), exercise in zip(headings, made.exercises, strict=True):
        heights = [len(m.rows) for m in exercise.givens.values() if not isinstance(m, Shape)]
        assert int(room) >= max(heights, default=1) + len(exercise.facts.get("lines", ()))


@pytest.mark.parametrize(("form", "label"), [("md", "**Answer:** "), ("tex", "\\textbf{Answer:} ")])
def test_a_key_says_the_answer_of_a_text_once(form: str, label: str) -> None:
    made = qkvsym.generate(seed=5)
    key = qkvsym.render(made, form, page="key")
    parts = [part for exercise in made.exercises for part in exercise.parts]
    said = [part for part in parts if part.answer.type == "text" and part.steps]
    assert said
    assert key.count(label) == len(parts) - len(said)
    # A text without steps has its answer line.
    assert any(part.answer.type == "text" and not part.steps for part in parts)


def test_what_the_steps_of_a_text_say_holds_every_point_of_its_answer() -> None:
    stored = json.loads(qkvsym.render(qkvsym.generate(seed=5), "json"))["exercises"]
    texts = [p for e in stored for p in e["parts"] if p["answer"]["type"] == "text" and p["steps"]]
    assert texts
    for part in texts:
        for point in part["answer"]["points"]:
            assert any(point in step for step in part["steps"])


def test_the_wrong_answers_of_a_key_are_listed_after_what_they_are() -> None:
    made = qkvsym.generate(seed=5)
    rows = [{wrong.value for wrong in part.wrong} for e in made.exercises for part in e.parts]
    count = sum(map(len, rows))
    tables = sum(any(part.wrong for part in e.parts) for e in made.exercises)
    tex = qkvsym.render(made, "tex", page="key").partition("\\begin{document}")[2]
    lists = re.findall(r"\\begin\{wronglist\}\n(.*?)\\end\{wronglist\}", tex, re.S)
    heading = r"{\small\textbf{If you got} \ldots{} \textbf{you probably} \ldots\nopagebreak"
    assert len(lists) == tex.count(heading) == tables > 3
    assert (
        sum(len(re.findall(r"^\\item\[\([a-z]\)\] .*: .+$", one, re.M)) for one in lists) == count
    )
    md = qkvsym.render(made, "md", page="key")
    assert md.count("| | If you got | you probably |\n") == tables
    assert len(re.findall(r"^\| \([a-z]\) \| .* \| .+ \|$", md, re.M)) == count
