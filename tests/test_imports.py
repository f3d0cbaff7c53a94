"""Imports run one way, and nothing in the package evaluates text."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "qkvsym"

LAYERS = (
    ("errors",),
    ("shapes", "resources", "codes", "streams"),
    ("formula",),
    ("matrix",),
    ("notation", "rules"),
    ("reading",),
    ("wrong_rules",),
    ("mistakes",),
    ("derivation", "good"),
    ("draw",),
    ("givens", "exercise"),
    ("instance", "parts"),
    ("kinds",),
    ("spec",),
    ("worksheet",),
    ("formats",),
    ("wording",),
    ("pages",),
    ("renderer",),
    ("files", "handed_in", "judging", "options"),
    ("report",),
    ("marking",),
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


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_evaluates_text(path: Path) -> None:
    forbidden = {"eval", "exec", "compile", "sympify", "parse_expr", "literal_eval", "lambdify"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            is_regex = (
                isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == "re.compile"
            )
            assert name not in forbidden or is_regex, f"{path.name}:{node.lineno} calls {name}"


def test_only_the_command_line_catches_our_errors() -> None:
    catching = {
        path.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and "QkvsymError" in ast.unparse(node.type)
        # Who only lets it through has not caught it.
        and [ast.unparse(statement) for statement in node.body] != ["raise"]
    }
    assert catching == {"cli.py"}


def test_modules_and_functions_stay_short() -> None:
    long_modules = [p.name for p in modules() if len(p.read_text().splitlines()) > 300]
    assert not long_modules
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or 0) - node.body[0].lineno + 1
                assert length <= 40, f"{path.name}: {node.name} has {length} lines"
