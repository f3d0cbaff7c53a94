"""Templates: neutral prose, no arithmetic, no wording that is missing and none left over."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import qkvsym
from qkvsym.kinds import kind, kind_ids
from qkvsym.resources import templates_folder
from qkvsym.spec import askable

FOLDER = templates_folder()
PACKAGE = Path(qkvsym.__file__).parent
WORDING = sorted(
    file for file in FOLDER.rglob("*.j2") if file.relative_to(FOLDER).parts[0] != "pages"
)
NAMES = [str(file.relative_to(FOLDER)) for file in WORDING]
FIGURES = [name for name in NAMES if name.startswith("figures/")]
DRAWING = re.compile(r"<% macro drawing\(.*?<% endmacro %>", re.DOTALL)
NEUTRAL = re.compile(r"[A-Za-z0-9 \n.,:;?!()']*")
READER = Environment(
    block_start_string="<%",
    block_end_string="%>",
    variable_start_string="<<",
    variable_end_string=">>",
    comment_start_string="<#",
    comment_end_string="#>",
    trim_blocks=True,
    lstrip_blocks=True,
)


def tokens(file: Path) -> Iterator[tuple[int, str, str]]:
    yield from READER.lex(file.read_text("utf-8"))


def wordings(name: str) -> Iterator[tuple[int, str, str]]:
    """The tokens of a template but for its drawing, which computes its places."""
    source = (FOLDER / name).read_text("utf-8")
    # The lines keep their numbers.
    yield from READER.lex(DRAWING.sub(lambda found: "\n" * found[0].count("\n"), source))


@pytest.mark.parametrize("name", NAMES)
def test_literal_prose_has_no_character_that_is_special_in_a_format(name: str) -> None:
    special = {
        (number, character)
        for number, token, value in tokens(FOLDER / name)
        if token == "data"
        for character in value
        if not NEUTRAL.fullmatch(character)
    }
    assert special == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_wording_never_joins_strings_or_computes(name: str) -> None:
    found = []
    previous = ""
    for number, token, value in wordings(name):
        if token == "whitespace":
            continue
        # A star after a bracket hands over the items of a list.
        unpacks = value == "*" and previous in ("(", ",")
        if token == "operator" and value in ("~", "+", "-", "*", "/", "//", "**", "%"):
            found += [] if unpacks else [(number, value)]
        previous = value
    assert found == []


SHOWN = {"label": 2, "frame": 2}
"""Which argument of a drawing's words is shown or read aloud, and is no place."""


@pytest.mark.parametrize("name", FIGURES)
def test_a_drawing_computes_places_and_never_what_it_shows(name: str) -> None:
    source = (FOLDER / name).read_text("utf-8")
    assert len(DRAWING.findall(source)) == 1
    shown: list[nodes.Node] = []
    for call in READER.parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in SHOWN:
            shown.append(call.args[SHOWN[call.node.name]])
    assert len(shown) >= 4
    computed = (nodes.BinExpr, nodes.UnaryExpr, nodes.Concat, nodes.Filter)
    # What is found in a node leaves out the node itself.
    found = (nodes.List([one]).find(computed) for one in shown)
    assert [one.lineno for one in found if one] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_wording_is_safe_text_only_where_the_format_wrote_it(name: str) -> None:
    words = {value for _, token, value in tokens(FOLDER / name) if token == "name"}
    assert not words & {"safe", "autoescape", "include", "extends", "filter"}


def macros(file: Path) -> list[str]:
    return re.findall(r"<%\s*macro (\w+)\(", file.read_text("utf-8"))


def named_in_python() -> set[str]:
    """Patterns of the wordings that Python names: in line(...), as steps, by the renderer."""
    found: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in ("line", "DerivationStep", "_word"):
                    found |= patterns(node.args[0], tree)
                if called.endswith("_macro"):
                    found |= patterns(node.args[1], tree)
    return found


def patterns(node: ast.AST, tree: ast.Module) -> set[str]:
    """The strings that an expression can be, with any word in the place of an inserted value."""
    if isinstance(node, ast.Constant):
        return {re.escape(str(node.value))}
    if isinstance(node, ast.JoinedStr):
        words = [str(v.value) if isinstance(v, ast.Constant) else r"\w+" for v in node.values]
        return {"".join(words)}
    if isinstance(node, ast.IfExp):
        return patterns(node.body, tree) | patterns(node.orelse, tree)
    if isinstance(node, ast.Tuple):
        return set[str]().union(*(patterns(one, tree) for one in node.elts))
    if isinstance(node, ast.Name):
        return set[str]().union(*(patterns(one, tree) for one in values_of(node.id, tree)))
    return set()


def values_of(name: str, tree: ast.Module) -> Iterator[ast.expr]:
    """What a module assigns to a name, or lets it run over."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            yield node.value
        if isinstance(node, ast.comprehension) and ast.unparse(node.target) == name:
            yield node.iter


def test_every_wording_that_python_names_exists() -> None:
    existing = {name for file in WORDING for name in macros(file)}
    named = named_in_python()
    assert len(named) > 40
    assert {one for one in named if not any(re.fullmatch(one, name) for name in existing)} == set()


def test_every_wording_that_exists_is_used() -> None:
    named = re.compile("|".join(named_in_python()))
    sources = "\n".join(file.read_text("utf-8") for file in FOLDER.rglob("*.j2"))
    calls = re.sub(r"<%\s*macro \w+", "", sources)
    left_over = [
        (str(file.relative_to(FOLDER)), name)
        for file in WORDING
        for name in macros(file)
        if not named.fullmatch(name) and not re.search(rf"\b{name}\(", calls)
    ]
    assert left_over == []


def test_no_template_defines_a_wording_twice() -> None:
    for file in WORDING:
        assert len(set(macros(file))) == len(macros(file)), file.name


UNSPELLED = re.compile(r"Undefined|None|Matrix\(|Shape\(|Symbol|<qkvsym|\bobject at\b|\{'|<<|%>")
PAGES = (("md", "worksheet"), ("md", "key"), ("tex", "worksheet"), ("tex", "key"))


def check_pages(sheet: qkvsym.Worksheet) -> None:
    for form, page in (*PAGES, ("json", "worksheet")):
        made = qkvsym.render(sheet, form, page=page)
        assert UNSPELLED.search(made) is None, (form, page)
        assert made.endswith("\n")


@pytest.mark.parametrize(("name", "level"), list(product(kind_ids(), ("easy", "medium", "hard"))))
def test_every_kind_renders_at_every_level_in_every_format(name: str, level: str) -> None:
    for seed in range(1, 4):
        check_pages(qkvsym.generate(name, level=level, seed=seed))


@pytest.mark.parametrize("name", kind_ids())
def test_every_kind_renders_on_the_user_s_own_numbers(name: str) -> None:
    for level in ("easy", "hard"):
        check_pages(qkvsym.generate(name, level=level, given="lesson"))


@pytest.mark.parametrize("mistake", sorted(askable()))
def test_every_kind_renders_every_mistake_that_it_shows(mistake: str) -> None:
    for name in kind_ids():
        if mistake in kind(name).shows:
            check_pages(qkvsym.generate(name, mistakes=[mistake], level="hard"))


@pytest.mark.parametrize("form", ["txt", "md", "tex", "json"])
def test_derivations_render_in_every_format(form: str) -> None:
    for sizes in (
        {},
        {"d_in": 3, "d_out": 2},
        {"d_in": 1, "d_out": "n"},
        {"d_in": 16, "d_out": 16},
    ):
        made = qkvsym.render(qkvsym.derive(**sizes), form)
        assert UNSPELLED.search(made) is None
        for role in ("q", "k", "v"):
            assert f"{role} = x W_{role}" in made
