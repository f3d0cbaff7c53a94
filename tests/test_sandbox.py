"""A user's templates: they see what pages are made of, reach nothing behind it, and read no file
outside of their folder."""

from pathlib import Path

import pytest

from qkvsym import Renderer, generate, render
from qkvsym.errors import BadTemplate
from tests.hostile import is_clean, watched

SHEET = generate("predict-shape")
FRAME = "mine/pages/worksheet.md.j2"
TYPST = '<% import "sheet.j2" as words %><% include "pages/_document.typ.j2" %>\n'


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine/pages").mkdir(parents=True)
    Path("secret.j2").write_text("SECRET")
    Path("secret.txt").write_text("SECRET")


def page(template: str, form: str = "md") -> str | bytes:
    suffix = "typ" if form == "pdf" else form
    Path(f"mine/pages/worksheet.{suffix}.j2").write_text(template, encoding="utf-8")
    renderer = Renderer("mine")
    with watched("", Path()):
        return render(SHEET, form, renderer=renderer)


def refused(template: str, form: str = "md") -> str:
    with pytest.raises(BadTemplate) as found:
        page(template, form)
    assert is_clean(str(found.value))
    assert "\n" not in str(found.value)
    return str(found.value)


def test_a_frame_sees_what_a_page_is_made_of() -> None:
    assert page("<< exercises[0].number >>, << sheet.code >>") == f"1, {SHEET.code}"
    assert page("<% for n in range(3) %><< n >><% endfor %>") == "012"


UNSAFE = [
    ("''.__class__", "__class__", "str"),
    ("''['__class__']", "__class__", "str"),
    ("''|attr('__class__')", "__class__", "str"),
    ("''|attr('__cla' ~ 'ss__')", "__class__", "str"),
    ("(1).__class__.__mro__", "__class__", "int"),
    ("{}.__class__.__base__.__subclasses__()", "__class__", "dict"),
    ("dict.__base__", "__base__", "type"),
    ("sheet.__class__", "__class__", "Worksheet"),
    ("sheet.__reduce__()", "__reduce__", "Worksheet"),
    ("sheet.spec.__init__.__globals__", "__init__", "Spec"),
    ("exercises[0]._words", "_words", "ExercisePage"),
    ("exercises[0].__dict__", "__dict__", "ExercisePage"),
    ("exercises[0].parts[0].ask.__html__", "__html__", "Markup"),
    ("math.__globals__", "__globals__", "method"),
    ("say.__self__", "__self__", "method"),
    ("say|attr('__self__')", "__self__", "method"),
    ("''.join.__self__", "__self__", "builtin_function_or_method"),
    ("self.__init__", "__init__", "TemplateReference"),
    ("self._TemplateReference__context", "_TemplateReference__context", "TemplateReference"),
    ("cycler.__init__.__globals__", "__init__", "type"),
    ("namespace.__init__", "__init__", "type"),
    ("joiner.__init__", "__init__", "type"),
    ("'{0.__class__}'.format(sheet)", "__class__", "Worksheet"),
    ("'{a.__class__}'.format_map({'a': sheet})", "__class__", "Worksheet"),
    ("('{0.__class__}'|safe).format(sheet)", "__class__", "Worksheet"),
    ("(['{0.__class__}']|map(attribute='format')|first)(sheet)", "__class__", "Worksheet"),
    ("'%s'|format(sheet.__class__)", "__class__", "Worksheet"),
    ("exercises.append(1)", "append", "list"),
    ("exercises.clear()", "clear", "list"),
    ("exercises[0].parts.pop()", "pop", "list"),
    ("sheet.exercises[0].givens.clear()", "clear", "Named"),
]
"""What a template may not ask for: an attribute of an object of some type."""


@pytest.mark.parametrize(("asked", "name", "of"), UNSAFE, ids=[row[0] for row in UNSAFE])
def test_nothing_behind_the_values_of_a_page_is_reached(asked: str, name: str, of: str) -> None:
    says = f"access to attribute {name!r} of {of!r} object is unsafe."
    assert refused(f"<< {asked} >>") == f"template {FRAME}, line 1: {says}"


def test_a_macro_shows_nothing_of_itself() -> None:
    macro = "<% macro m() %>x<% endmacro %>"
    says = "access to attribute '_func' of 'Macro' object is unsafe."
    assert refused(f"{macro}<< m._func.__globals__ >>") == f"template {FRAME}, line 1: {says}"


@pytest.mark.parametrize("name", ["_words", "__class__", "__dict__"])
@pytest.mark.parametrize("filter", ["map(attribute='{}')|list", "groupby('{}')|map('first')|list"])
def test_filters_find_nothing_there_either(filter: str, name: str) -> None:
    assert "Undefined" in str(page(f"<< exercises|{filter.format(name)} >>"))


@pytest.mark.parametrize("name", ["open", "lipsum", "environment", "config", "request", "loop"])
def test_names_that_pages_do_not_have_are_not_there(name: str) -> None:
    assert refused(f"<< {name} >>") == f"template {FRAME}, line 1: {name!r} is undefined"


@pytest.mark.parametrize(
    "template", ["<< range(10**9)|list >>", "<% for i in range(10**9) %>a<% endfor %>"]
)
def test_a_range_has_a_bound(template: str) -> None:
    says = "Range too big. The sandbox blocks ranges larger than MAX_RANGE (100000)."
    assert refused(template) == f"template {FRAME}, line 1: {says}"


OUTSIDE = [
    "../secret.j2",
    "/etc/passwd",
    "pages/../../secret.j2",
    "..",
    "secret.j2",
    "./../secret.j2",
]


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize(
    "tag", ["include {}", "import {} as other", "from {} import other", "extends {}"]
)
def test_no_template_outside_of_the_folder_is_found(tag: str, name: str) -> None:
    assert refused(f"<% {tag.format(repr(name))} %>") == f"there is no template {name!r}"


def test_no_template_is_found_with_a_name_longer_than_a_file_may_have() -> None:
    long = "n" * 300
    assert refused(f"<% include {long!r} %>") == f"there is no template '{long[:59]}...'"


@pytest.mark.parametrize("target", ["../secret.j2", "/etc/passwd", "../mine-too/secret.j2"])
@pytest.mark.parametrize("tag", ["include {}", "import {} as other", "extends {}"])
def test_a_link_in_the_folder_does_not_lead_out_of_it(tag: str, target: str) -> None:
    Path("mine-too").mkdir()
    Path("mine-too/secret.j2").write_text("SECRET")
    Path("mine/link.j2").symlink_to(target)
    says = "a link leads out of the folder of templates; put the file itself there"
    assert (
        refused(f"<% {tag.format(repr('link.j2'))} %>") == f"template mine/link.j2, line 1: {says}"
    )


def test_neither_does_a_link_to_a_folder() -> None:
    Path("out").mkdir()
    Path("out/x.j2").write_text("SECRET")
    Path("mine/linked").symlink_to("../out")
    assert "mine/linked/x.j2, line 1: a link leads out" in refused("<% include 'linked/x.j2' %>")


def test_links_inside_the_folder_and_the_folder_itself_may_be_links() -> None:
    Path("mine/own.j2").write_text("own")
    Path("mine/link.j2").symlink_to("own.j2")
    assert page("<% include 'link.j2' %>") == "own"
    Path("linked").symlink_to("mine")
    assert render(SHEET, "md", renderer=Renderer("linked")) == "own"


# What templates make others say


@pytest.mark.parametrize(
    "template",
    [
        "<< 'x'.encode('\x1b[31m\\nError: all right') >>",
        "<< {}['\x1b[31m'] >>",
        "<% \x1b[31m %>",
        "<< 'x'.encode('y' * 100000) >>",
        "<% include 'pages/a\x1b[31m.j2' %>",
        "<% include 'no\x1b[31m.j2' %>",
    ],
    ids=ascii,
)
def test_a_message_holds_nothing_that_a_terminal_would_obey(template: str) -> None:
    Path("mine/pages/a\x1b[31m.j2").write_text("<< 1 / 0 >>")
    assert len(refused(template)) < 700


@pytest.mark.parametrize(
    "typst",
    ['#panic("\x1b[31m")', '#assert(false, message: "\x1b[31mx\\nError: y")', '#plugin("x\x1b")'],
    ids=ascii,
)
def test_neither_does_what_typst_says(typst: str) -> None:
    assert refused(TYPST + typst, "pdf").startswith("the PDF cannot be set: ")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/etc/passwd", "file not found (searched at "),
        ("../secret.txt", 'path `"../secret.txt"` would escape the project root'),
        ("/../secret.txt", 'path `"/../secret.txt"` would escape the project root'),
    ],
)
@pytest.mark.parametrize("reads", ['#read("{}")', '#include "{}"', '#image("{}")'])
def test_typst_reads_the_folder_of_templates_alone(reads: str, path: str, says: str) -> None:
    assert says in refused(TYPST + reads.format(path), "pdf")


@pytest.mark.parametrize(
    ("form", "value", "page_holds"),
    [
        ("tex", r"\\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        (
            "tex",
            r"\\immediate\\write18{x}",
            r"\textbackslash{}immediate\textbackslash{}write18\{x\}",
        ),
        ("md", "<script>x</script> [a](javascript:x)", r"\[a\]\(javascript"),
        ("html", "<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
    ],
)
def test_what_a_template_prints_as_a_value_is_literal(
    form: str, value: str, page_holds: str
) -> None:
    printed = str(page(f'<< "{value}" >>', form))
    assert page_holds in printed.replace("\\allowbreak{}", "")
