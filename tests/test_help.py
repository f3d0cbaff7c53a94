"""Help, version, the names of the package, and what is not imported before it is needed."""

import json
import subprocess
import sys
from importlib import import_module

import pytest
from click.testing import CliRunner

import qkvsym
from qkvsym.cli import main
from qkvsym.mistakes import ON_KEYS

NAMES = [
    "Answer",
    "AuthorError",
    "Derivation",
    "DerivationStep",
    "Exercise",
    "LearnerError",
    "Matrix",
    "Part",
    "QkvsymError",
    "Renderer",
    "Score",
    "Shape",
    "Spec",
    "Verification",
    "Worksheet",
    "derive",
    "generate",
    "render",
    "reproduce",
    "score",
    "scored",
    "verify",
]
OPTIONS = {
    "derive": ["--d-in", "--d-out", "--rows", "--role", "--format"],
    "generate": [
        *("--mistake", "--level", "--seed", "--count", "--d-in", "--d-out", "--entries", "--given"),
        *("--code", "--title", "--format", "--key", "--no-key", "--hints", "--no-hints", "--out"),
        *("--templates", "--roster", "--term", "--role", "--any-instance", "--avoid", "--jobs"),
        *("--dask", "--resume", "--combine"),
    ],
    "space": [
        *("--mistake", "--level", "--d-in", "--d-out", "--entries", "--role", "--any-instance"),
        "--format",
    ],
    "templates": [],
    "verify": [
        *["--sheet", "--given", "--hints-only", "--format"],
        *["--grades", "--manifest", "--weight", "--report"],
    ],
}


def printed(*args: str) -> str:
    result = CliRunner().invoke(main, args, prog_name="qkvsym")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_help_names_every_command() -> None:
    assert printed("--help") == printed("-h")
    assert printed("-h").startswith("Usage: qkvsym [OPTIONS] COMMAND [ARGS]...\n")
    assert "\n  derive " in printed("-h")
    assert "\n  generate " in printed("-h")
    assert "\n  templates " in printed("-h")
    assert "\n  verify " in printed("-h")


def test_version_is_that_of_the_package() -> None:
    assert printed("--version") == f"qkvsym, version {qkvsym.__version__}\n"


@pytest.mark.parametrize("command", OPTIONS)
def test_help_of_a_command_names_every_option(command: str) -> None:
    page = printed(command, "--help")
    assert page == printed(command, "-h")
    assert page.startswith(f"Usage: qkvsym {command} [OPTIONS]")
    assert [option for option in OPTIONS[command] if option not in page] == []


def test_help_of_generate_lists_the_mistakes_that_can_be_asked_for_and_no_other() -> None:
    listed = printed("generate", "--help").partition("\nMistakes:\n")[2]
    assert tuple(line.split()[0] for line in listed.splitlines()) == ON_KEYS


@pytest.mark.parametrize("command", OPTIONS)
def test_every_option_has_a_help_text(command: str) -> None:
    without = [
        param.name
        for param in main.commands[command].params
        if param.param_type_name == "option" and not getattr(param, "help", None)
    ]
    assert without == []


def test_without_a_command_the_help_is_shown_and_the_exit_code_is_two() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "Commands:" in result.output


def test_an_unknown_command_is_refused() -> None:
    result = CliRunner().invoke(main, ["derve"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: No such command 'derve'." in result.stderr


def imported(lines: str) -> set[str]:
    """The modules loaded after some lines of Python in a fresh interpreter."""
    script = f"import sys, json\n{lines}\njson.dump(sorted(sys.modules), sys.__stderr__)"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return set(json.loads(ran.stderr))


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert imported("import qkvsym").isdisjoint({"sympy", "jinja2", "click", "numpy"})


@pytest.mark.parametrize(
    "args",
    [["--help"], ["-h"], ["--version"], ["derive", "-h"], ["templates", "-h"], ["verify", "-h"]],
)
def test_help_loads_neither_sympy_nor_jinja(args: list[str]) -> None:
    lines = f"from qkvsym.cli import main\nmain({args!r}, standalone_mode=False)"
    loaded = imported(lines)
    assert "click" in loaded
    assert loaded.isdisjoint({"sympy", "jinja2"})


def test_the_page_that_lists_the_kinds_does_not_load_sympy() -> None:
    lines = "from qkvsym.cli import main\nmain(['generate', '-h'], standalone_mode=False)"
    assert "sympy" not in imported(lines)


KINDS_WITH_NUMBERS = [
    "change-column",
    "compute-projections",
    "find-mistake",
    "match-matrix",
    "predict-shape",
    "shape-check",
]


def test_sheets_without_symbolic_kinds_do_not_load_sympy_and_the_others_do() -> None:
    make = "import qkvsym\nqkvsym.render(qkvsym.generate(*{!r}), {!r})"
    for form in ("md", "tex", "json"):
        loaded = imported(make.format(KINDS_WITH_NUMBERS, form))
        assert "jinja2" in loaded
        assert "sympy" not in loaded, form
    assert "sympy" in imported(make.format(["derive-formula"], "md"))


def test_the_public_names_are_these() -> None:
    assert qkvsym.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(qkvsym, name)
    assert found.__name__ == name
    assert found.__doc__
    assert getattr(import_module(found.__module__), name) is found


def test_dir_lists_every_public_name() -> None:
    assert set(NAMES) <= set(dir(qkvsym))
    assert dir(qkvsym) == sorted(dir(qkvsym))
    assert len(dir(qkvsym)) == len(set(dir(qkvsym)))


@pytest.mark.parametrize("name", ["generat", "Format", "_repr_html_", "__wrapped__"])
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"^module 'qkvsym' has no attribute '{name}'$"):
        getattr(qkvsym, name)
    assert not hasattr(qkvsym, name)
