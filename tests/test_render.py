"""The renderer: a user's templates in front of the built-in ones, in a sandbox."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import qkvsym
from qkvsym.errors import BadOption, BadTemplate, UnknownName
from qkvsym.renderer import Renderer, render
from qkvsym.resources import templates_folder

KIND = "kinds/predict-shape.j2"
PAGE = "pages/worksheet.md.j2"
FRAME = "<% for e in exercises %><< e.prompt >>\n<% endfor %>"


@pytest.fixture(scope="module")
def sheet() -> qkvsym.Worksheet:
    return qkvsym.generate("predict-shape", seed=3)


def write(folder: Path, name: str, text: str | bytes) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def prompting(body: str) -> str:
    """The built-in wording of the kind, with another prompt; the body is in line 3."""
    source = (templates_folder() / KIND).read_text("utf-8")
    others = [line for line in source.split("<% macro ") if line and "prompt(e)" not in line]
    kept = "".join(f"<% macro {one}" for one in others if "endmacro" in one)
    return f"\n<% macro prompt(e) %>\n{body}\n<% endmacro %>\n{kept}"


def refusal(folder: Path, sheet: qkvsym.Worksheet, form: str = "md") -> str:
    with pytest.raises(BadTemplate) as refused:
        render(sheet, form, renderer=Renderer(folder))
    return str(refused.value)


def test_a_wording_of_the_user_s_stands_before_the_built_in_one(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    write(tmp_path, KIND, prompting("Mine: << e.givens.x >>."))
    for form, said in (
        ("md", r"Mine: $1 \times"),
        ("tex", r"Mine: $1 \times"),
        ("json", "Mine: 1 x"),
    ):
        assert said in render(sheet, form, renderer=Renderer(tmp_path))
        assert said not in render(sheet, form)


def test_a_page_of_the_user_s_stands_before_the_built_in_one(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    write(tmp_path, PAGE, "<< title >>|<< sheet.code >>\n")
    made = render(sheet, "md", renderer=Renderer(tmp_path))
    assert made.endswith(f"|{sheet.code}\n")
    assert made.count("\n") == 1
    # Every other page is the built-in one.
    assert render(sheet, "md", page="key", renderer=Renderer(tmp_path)) == render(
        sheet, "md", page="key"
    )


def test_an_empty_folder_changes_nothing(tmp_path: Path, sheet: qkvsym.Worksheet) -> None:
    for form in ("md", "tex", "json"):
        assert render(sheet, form, renderer=Renderer(tmp_path)) == render(sheet, form)


def test_text_of_a_user_s_template_is_escaped_like_any_other(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    write(tmp_path, KIND, prompting("<< '50% of $5' >>"))
    made = render(sheet, "tex", renderer=Renderer(tmp_path))
    assert r"50\% of " in made
    assert "$5" not in made
    assert r"50% of \$5" in render(sheet, "md", renderer=Renderer(tmp_path))


def test_a_folder_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadTemplate) as refused:
        Renderer("no/such/folder")
    assert str(refused.value) == "the templates folder 'no/such/folder' does not exist"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<< nope >>", "'nope' is undefined"),
        ("<< e.nope >>", "'qkvsym.exercise.Exercise object' has no attribute 'nope'"),
        ("<< nope() >>", "'nope' is undefined"),
        ("<< 1 // 0 >>", "integer division or modulo by zero"),
        (
            "<% for i in range(10**9) %><% endfor %>",
            "Range too big. The sandbox blocks ranges larger than MAX_RANGE (100000).",
        ),
        ("<< ''.__class__ >>", "access to attribute '__class__' of 'str' object is unsafe."),
        (
            "<< e.__init__.__globals__ >>",
            "access to attribute '__init__' of 'Exercise' object is unsafe.",
        ),
        (
            "<< say.__self__ >>",
            "access to attribute '__self__' of 'method' object is unsafe.",
        ),
        (
            "<< '{0.__class__}'.format(1) >>",
            "access to attribute '__class__' of 'int' object is unsafe.",
        ),
        (
            "<< e.facts.clear() >>",
            "access to attribute 'clear' of 'Named' object is unsafe.",
        ),
    ],
)
@pytest.mark.parametrize("form", ["md", "tex", "json"])
def test_a_fault_in_a_wording_is_said_with_its_file_and_line(
    tmp_path: Path, sheet: qkvsym.Worksheet, form: str, body: str, fault: str
) -> None:
    file = write(tmp_path, KIND, prompting(body))
    assert refusal(tmp_path, sheet, form) == f"template {file}, line 3: {fault}"


@pytest.mark.parametrize(
    "body",
    [
        "<< '{:q}'.format(1) >>",
        "<< math(none) >>",
        "<< say(1) >>",
        "<< display(1.5) >>",
        "<% macro again() %><< again() >><% endmacro %><< again() >>",
    ],
)
def test_any_fault_of_a_template_ends_in_one_message_with_the_place(
    tmp_path: Path, sheet: qkvsym.Worksheet, body: str
) -> None:
    file = write(tmp_path, KIND, prompting(body))
    assert refusal(tmp_path, sheet).startswith(f"template {file}, line 3: ")


def test_a_fault_in_a_page_is_said_with_its_file_and_line(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    file = write(tmp_path, PAGE, "# << title >>\n\n<< titel >>\n")
    assert refusal(tmp_path, sheet) == f"template {file}, line 3: 'titel' is undefined"


def test_a_fault_in_the_words_of_the_sheet_is_said_with_its_file_and_line(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    source = (templates_folder() / "sheet.j2").read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(source, 1) if "macro default_title" in line)
    source[number - 1] = "<% macro default_title() %><< nope >><% endmacro %>"
    file = write(tmp_path, "sheet.j2", "\n".join(source))
    assert refusal(tmp_path, sheet) == f"template {file}, line {number}: 'nope' is undefined"


def test_a_syntax_error_is_said_with_its_file_and_line(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    file = write(tmp_path, KIND, prompting("<% if %>"))
    assert refusal(tmp_path, sheet) == (
        f"template {file}, line 3: Expected an expression, got 'end of statement block'"
    )


def test_a_missing_wording_is_said_with_its_template(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    write(tmp_path, KIND, "<% macro title() %>Mine<% endmacro %>")
    assert refusal(tmp_path, sheet) == ("template 'kinds/predict-shape.j2': it has no macro prompt")


def test_a_missing_template_is_said_by_name(tmp_path: Path, sheet: qkvsym.Worksheet) -> None:
    write(tmp_path, KIND, prompting("<% include 'none.j2' %>"))
    assert refusal(tmp_path, sheet) == "there is no template 'none.j2'"


def test_no_file_outside_the_folders_can_be_read(tmp_path: Path, sheet: qkvsym.Worksheet) -> None:
    write(tmp_path, "secret.txt", "secret")
    inside = tmp_path / "mine"
    write(inside, KIND, prompting("<% include '../secret.txt' %>"))
    assert refusal(inside, sheet) == "there is no template '../secret.txt'"


def test_a_template_that_is_not_utf8_is_refused_with_its_file(
    tmp_path: Path, sheet: qkvsym.Worksheet
) -> None:
    file = write(tmp_path, KIND, b"\xff\xfe")
    assert str(file) in refusal(tmp_path, sheet) or KIND in refusal(tmp_path, sheet)


def test_a_page_that_a_format_has_not_is_refused(sheet: qkvsym.Worksheet) -> None:
    for form, page, others in (
        ("json", "key", "html, md, pdf, tex"),
        ("txt", "worksheet", "html, json, md, pdf, tex"),
    ):
        with pytest.raises(BadOption) as missing:
            render(sheet, form, page=page)
        says = f"the format {form} has no page {page!r}: these have it: {others}"
        assert str(missing.value) == says
    with pytest.raises(UnknownName) as unknown:
        render(sheet, "text-file")
    assert (
        str(unknown.value)
        == "unknown format 'text-file': did you mean 'tex'? there are html, json, md, pdf, tex"
    )
    for page in ("../key", "derivation", ""):
        with pytest.raises(BadOption) as refused:
            render(sheet, "md", page=page)
        assert str(refused.value) == f"unknown page {page!r}: a page is worksheet or key"


ORDERS = (("md", "tex", "json"), ("json", "md", "tex"))


def test_a_page_is_the_same_bytes_whatever_was_rendered_before(tmp_path: Path) -> None:
    made = qkvsym.generate(seed=11)
    other = qkvsym.generate(seed=12, given="lesson")
    pages = set()
    for order in ORDERS:
        renderer = Renderer(tmp_path)
        render(other, order[0], renderer=renderer)
        texts = {form: render(made, form, renderer=renderer) for form in order}
        again = {form: render(made, form, renderer=renderer) for form in order}
        assert texts == again
        pages.add(tuple(texts[form] for form in sorted(texts)))
    assert len(pages) == 1
    assert pages == {tuple(render(made, form) for form in sorted(ORDERS[0]))}


def test_hints_can_be_left_out_and_nothing_else_goes_with_them() -> None:
    made = qkvsym.generate(seed=11)
    full, bare = render(made, "md"), render(made, "md", hints=False)
    assert full.startswith(bare.rstrip())
    assert len(full) > len(bare) + 500


SCRIPT = """
import qkvsym
made = qkvsym.generate(seed=11)
for form, page in (("md", "worksheet"), ("md", "key"), ("tex", "key"), ("json", "worksheet")):
    print(qkvsym.render(made, form, page=page))
print(qkvsym.render(qkvsym.derive(d_in=3, d_out=2), "md"))
"""


def test_the_bytes_do_not_depend_on_the_seed_of_python_s_hashes() -> None:
    digests = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        made = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, check=True
        )
        digests.add(sha256(made.stdout).hexdigest())
    assert len(digests) == 1


def test_the_sandbox_changes_no_page(tmp_path: Path) -> None:
    # The built-in templates run in another environment than a user's; a folder of no templates
    # makes them run in the user's.
    in_the_sandbox = qkvsym.Renderer(tmp_path)
    sheet = qkvsym.generate(seed=3, title="<a> & $b$ {{c}}")
    for form, page in (("md", "worksheet"), ("md", "key"), ("tex", "worksheet"), ("tex", "key")):
        assert render(sheet, form, page=page) == render(
            sheet, form, page=page, renderer=in_the_sandbox
        )
    assert render(sheet, "json") == render(sheet, "json", renderer=in_the_sandbox)
    for form in ("txt", "md", "tex", "json"):
        derivations = qkvsym.derive(d_in=3, d_out=2)
        assert render(derivations, form) == render(derivations, form, renderer=in_the_sandbox)
