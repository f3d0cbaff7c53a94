"""Imports run one way, and nothing in the package evaluates text."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "qkvsym"

LAYERS = (
    ("typed", "unicode_14"),
    ("errors",),
    ("shapes", "resources", "codes", "streams", "tex", "viewer", "layout", "pdf_writer"),
    ("named", "one_line", "tables", "file_names"),
    ("manifest", "roster", "weights"),
    ("owners",),
    ("binding",),
    ("environments",),
    ("formula",),
    ("matrix",),
    ("notation", "rules"),
    ("reading",),
    ("wrong_rules",),
    ("rewrites",),
    ("mistakes",),
    ("derivation", "good"),
    ("draw",),
    ("every",),
    ("givens", "exercise"),
    ("instance", "parts"),
    ("figures",),
    ("kinds",),
    ("spec",),
    ("worksheet",),
    ("distinct",),
    ("space",),
    ("formats",),
    ("drawing", "gaps"),
    ("wording",),
    ("pages",),
    ("renderer",),
    ("files", "handed_in", "judging"),
    ("report", "copying", "scoring"),
    ("datasets",),
    ("runs",),
    ("marking", "grades"),
    ("grade_table", "class_report"),
    ("cli",),
    ("__main__",),
)
"""The layers of the package; a module imports from layers above its own, or from its folder."""

RANK = {name: number for number, layer in enumerate(LAYERS) for name in layer}


def modules() -> list[Path]:
    return sorted(
        path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem != "__init__"
    )


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    here = layer_of(path)
    assert here in RANK, f"{here} has no layer; say where it stands"
    for name in imported(ast.parse(path.read_text())):
        if name.startswith("qkvsym."):
            there = name.split(".")[1]
            runs_back = there in RANK and RANK[there] >= RANK[here] and there != here
            assert not runs_back, f"{here} imports {there}, which stands at its level or below it"


EVALUATES = frozenset(
    [
        *["eval", "exec", "compile", "__import__", "locals", "vars", "breakpoint"],
        *["sympify", "parse_expr", "literal_eval", "lambdify"],
        *["__builtins__", "__globals__", "__subclasses__", "__code__"],
        *["exec_module", "run_path", "run_module", "system", "popen"],
        *["getoutput", "getstatusoutput", "startfile"],
    ]
)
"""Names by which text can be run; none is called, stored or reached through another name."""

RUNS = frozenset(
    [
        *["ast", "builtins", "code", "codeop", "ctypes", "marshal", "pickle", "runpy", "shelve"],
        "subprocess",
    ]
)
"""Modules by which text or bytes can be run."""

ALLOWED = {
    # The templates of this package are kept compiled.
    "environments.py": ["marshal"],
    # Typst sets a page; it runs no program and reads nothing outside of the templates.
    "formats/pdf.py": ["compiler.compile"],
    # Programs of the user: a TeX engine, and the viewer of the system.
    "tex.py": ["subprocess"],
    "viewer.py": ["subprocess", "os.startfile"],
}
"""What modules may use, by their paths."""

LOOKS_UP = frozenset(["__init__.py", "wording.py"])
"""Where an attribute is looked up by a name that is not written out: of this package's modules,
and of a template's macros."""


def evaluating(tree: ast.AST, looks_up: bool = False) -> list[str]:
    """Whatever in a module could run text."""
    found = [name for name in imported(tree) if RUNS & set(name.split("."))]
    for node in ast.walk(tree):
        name = getattr(node, "id", getattr(node, "attr", getattr(node, "name", "")))
        named = isinstance(node, ast.Name | ast.Attribute | ast.alias) and name in EVALUATES
        if named and ast.unparse(node) != "re.compile":
            found.append(ast.unparse(node))
        if isinstance(node, ast.keyword) and node.arg == "shell":
            found.append(ast.unparse(node))
        if isinstance(node, ast.Constant) and node.value in EVALUATES:
            found.append(repr(node.value))
        if isinstance(node, ast.Call) and not looks_up:
            looks = ast.unparse(node.func).endswith(("getattr", "getter"))
            if looks and not isinstance(node.args[:2][-1], ast.Constant):
                found.append(ast.unparse(node))
    return found


def everything() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", everything(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_evaluates_text(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed = ALLOWED.get(path.relative_to(PACKAGE).as_posix(), [])
    assert evaluating(tree, looks_up=path.name in LOOKS_UP) == allowed


@pytest.mark.parametrize(
    "code",
    [
        "eval(text)",
        "run = exec",
        "list(map(eval, lines))",
        "compile(text, '', 'eval')",
        "sympy.sympify(text)",
        "from sympy import sympify as read",
        "from sympy.parsing.sympy_parser import parse_expr",
        "import ast",
        "from ast import literal_eval",
        "import builtins",
        "import pickle as p",
        "from subprocess import run",
        "__import__('os')",
        "getattr(thing, text)",
        "operator.attrgetter(text)",
        "getattr(thing, 'eval')",
        "__builtins__['e' + 'val']",
        "thing.__globals__[text]",
        "os.system(text)",
        "os.startfile(text)",
        "subprocess.getoutput(text)",
        "Popen(text, shell=True)",
        "run(text, shell=False or 1)",
    ],
)
def test_what_could_evaluate_text_is_found(code: str) -> None:
    assert evaluating(ast.parse(code)) != []


@pytest.mark.parametrize("code", ["re.compile('a')", "getattr(x, 'rows', 0)", "value_of(text)"])
def test_what_evaluates_nothing_is_let_through(code: str) -> None:
    assert evaluating(ast.parse(code)) == []


@pytest.mark.parametrize("folder", ["reading", "judging", "scoring"])
def test_what_meets_the_text_of_a_learner_imports_nothing_that_evaluates(folder: str) -> None:
    paths = sorted((PACKAGE / folder).glob("*.py"))
    assert len(paths) > 5
    tops = {name.split(".")[0] for path in paths for name in imported(ast.parse(path.read_text()))}
    assert tops.isdisjoint(RUNS | {"sympy", "numpy", "jinja2", "importlib", "os", "sys"})
    if folder == "reading":
        names = {
            name.split(".")[1]
            for path in paths
            for name in imported(ast.parse(path.read_text()))
            if name.startswith("qkvsym.")
        }
        assert names == {"errors", "reading", "rules", "shapes", "unicode_14"}


def test_only_the_command_line_catches_our_errors() -> None:
    catching = {
        layer_of(path)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and "QkvsymError" in ast.unparse(node.type)
        # Who only lets it through has not caught it.
        and [ast.unparse(statement) for statement in node.body] != ["raise"]
    }
    assert catching == {"cli"}


def test_modules_and_functions_stay_short() -> None:
    long_modules = [p.name for p in modules() if len(p.read_text().splitlines()) > 300]
    assert not long_modules
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or 0) - node.body[0].lineno + 1
                assert length <= 40, f"{path.name}: {node.name} has {length} lines"


@pytest.mark.parametrize(
    "path", [*sorted((PACKAGE / "scoring").glob("*.py")), PACKAGE / "grades.py"]
)
def test_no_function_takes_a_switch_between_two_behaviours(path: Path) -> None:
    takes = [
        f"{node.name}({one.arg})"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        for one in (*node.args.args, *node.args.kwonlyargs)
        if one.annotation is not None and ast.unparse(one.annotation) == "bool"
    ]
    assert takes == []
