"""`qkvsym derive`: roles, formats, sizes, and the sizes that it refuses."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from qkvsym import derive, render
from qkvsym.cli import main

NUMBERS = "a size is a whole number from 1 to 16"
NAMES = f"{NUMBERS} or a short name such as d_in"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["derive", *args])


def printed(*args: str) -> str:
    result = run(*args)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def derivations(*args: str) -> list[Any]:
    found: list[Any] = json.loads(printed("--format", "json", *args))["derivations"]
    return found


def formulas(*args: str) -> list[str]:
    (one,) = derivations("--role", "q", *args)
    return [formula for step in one["steps"] for formula in step["formulas"]]


def refusal(*args: str) -> str:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)
    return result.stderr.removeprefix("Error: ").removesuffix("\n")


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "json"])
@pytest.mark.parametrize("sizes", [(), ("--d-in", "3", "--d-out", "2"), ("--d-in", "4")])
def test_each_format_prints_what_the_library_renders(form: str, sizes: tuple[str, ...]) -> None:
    given: dict[str, Any] = {
        name[2:].replace("-", "_"): int(n) for name, n in zip(sizes[::2], sizes[1::2], strict=True)
    }
    assert printed("--format", form, *sizes) == render(derive(**given), form)


def test_text_and_all_roles_are_the_defaults() -> None:
    assert printed() == printed("--format", "text", "--role", "all")
    assert [one["role"] for one in derivations()] == ["q", "k", "v"]


@pytest.mark.parametrize("role", ["q", "k", "v"])
def test_a_role_is_derived_alone_with_its_own_matrix(role: str) -> None:
    (one,) = derivations("--role", role)
    assert (one["role"], one["weight"]) == (role, f"W_{role}")
    others = {"q", "k", "v"} - {role}
    assert not any(f"W_{other}" in printed("--role", role) for other in others)


def test_without_sizes_the_rule_the_shape_and_the_entry_are_symbolic() -> None:
    assert formulas() == [
        "x: 1 x d_in",
        "W_q: d_in x d_out",
        "(1 x d_in)(d_in x d_out)",
        "(1 x d_in)(d_in x d_out) -> 1 x d_out",
        "q = x W_q",
        "q_j = sum_{i=1}^{d_in} x_i w_{ij}",
    ]


def test_with_sizes_every_entry_is_a_sum_of_products() -> None:
    assert formulas("--d-in", "3", "--d-out", "2")[5:] == [
        "x = [x_1, x_2, x_3]",
        "W_q = [[w_{11}, w_{12}], [w_{21}, w_{22}], [w_{31}, w_{32}]]",
        "q_1 = x_1 w_{11} + x_2 w_{21} + x_3 w_{31}",
        "q_2 = x_1 w_{12} + x_2 w_{22} + x_3 w_{32}",
    ]


@pytest.mark.parametrize(
    ("sizes", "entry"),
    [
        (("--d-in", "1"), "q_j = x_1 w_{1j}"),
        (("--d-in", "1", "--d-out", "1"), "q_1 = x_1 w_{11}"),
        (("--d-out", "1"), "q_1 = sum_{i=1}^{d_in} x_i w_{i1}"),
        (("--d-in", "2"), "q_j = x_1 w_{1j} + x_2 w_{2j}"),
        (("--d-in", "m"), "q_j = sum_{i=1}^{m} x_i w_{ij}"),
        (("--d-in", "m", "--rows", "m"), "q_j = sum_{i=1}^{m} x_i w_{ij}"),
        (("--d-in", "d_model", "--d-out", "d_model"), "q_j = sum_{i=1}^{d_model} x_i w_{ij}"),
    ],
)
def test_sizes_of_one_and_sizes_by_name(sizes: tuple[str, ...], entry: str) -> None:
    assert formulas(*sizes)[-1] == entry


@pytest.mark.parametrize("name", ["E", "I", "N", "S", "pi", "lambda", "W_o", "n", "a_b"])
def test_a_size_of_any_name_is_only_a_name(name: str) -> None:
    assert formulas("--d-in", name)[-1] == f"q_j = sum_{{i=1}}^{{{name}}} x_i w_{{ij}}"
    assert formulas("--d-out", name)[-1] == "q_j = sum_{i=1}^{d_in} x_i w_{ij}"


@pytest.mark.parametrize("option", ["--d-in", "--d-out", "--rows"])
@pytest.mark.parametrize("name", [*"ijxwqkvXWQKV", "W_q", "W_k", "W_v", "sum"])
def test_a_size_may_not_have_the_name_of_something_else(option: str, name: str) -> None:
    result = run(option, name)
    what = option.removeprefix("--").replace("-", "_")
    says = f"Error: {what} is {name!r}, which has a meaning in the formulas already\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", says)


@pytest.mark.parametrize("size", [1, 2, 9, 10, 15, 16])
def test_all_sizes_up_to_sixteen_are_written_out(size: int) -> None:
    one, two = str(size), str(17 - size)
    last = formulas("--d-in", one, "--d-out", two)[-1]
    assert last.startswith(f"q_{two} = " if len(two) == 1 else f"q_{{{two}}} = ")
    assert last.count("+") == size - 1


def test_rows_that_differ_from_d_in_name_the_two_inner_sizes() -> None:
    says = "x is 1 x {}, W_q is {} x d_out: the inner sizes {} and {} differ"
    assert refusal("--d-in", "3", "--rows", "2") == says.format(3, 2, 3, 2)
    assert refusal("--rows", "m") == says.format("d_in", "m", "d_in", "m")
    assert refusal("--rows", "2") == says.format("d_in", 2, "d_in", 2)
    assert refusal("--d-in", "3", "--rows", "m") == says.format(3, "m", 3, "m")
    assert "W_v is 2 x d_out" in refusal("--d-in", "3", "--rows", "2", "--role", "v")


def test_rows_that_agree_with_d_in_change_nothing() -> None:
    assert printed("--d-in", "3", "--rows", "3") == printed("--d-in", "3")
    assert printed("--rows", "d_in") == printed()


@pytest.mark.parametrize("option", ["--d-in", "--d-out", "--rows"])
@pytest.mark.parametrize("size", ["0", "17", "-1", "100000000"])
def test_numbers_out_of_bounds_are_refused(option: str, size: str) -> None:
    assert refusal(option, size) == f"{option[2:].replace('-', '_')} is {size}: {NUMBERS}"


@pytest.mark.parametrize("option", ["--d-in", "--d-out"])
@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("1.5", "'1.5'"),
        ("", "''"),
        ("d in", "'d in'"),
        ("_d", "'_d'"),
        ("2d", "'2d'"),
        ("d-in", "'d-in'"),
        ("\N{GREEK SMALL LETTER DELTA}", "'\\u03b4'"),
        ("a" * 17, f"'{'a' * 17}'"),
        ("a" * 5000, f"'{'a' * 59}...'"),
        ("__import__('os')", "\"__import__('os')\""),
        ("\\input{x}", "'\\\\input{x}'"),
        ("$x$", "'$x$'"),
        ("<b>", "'<b>'"),
        ("<< 7*7 >>", "'<< 7*7 >>'"),
        ("d\x1b[31m", "'d\\x1b[31m'"),
        ("d\n", "'d\\n'"),
    ],
)
def test_what_is_neither_a_number_nor_a_short_name_is_refused(
    option: str, size: str, said: str
) -> None:
    assert refusal(option, size) == f"{option[2:].replace('-', '_')} is {said}: {NAMES}"


def test_the_longest_name_is_one_of_sixteen_characters() -> None:
    assert "1 x " + "a" * 16 in printed("--d-out", "a" * 16)


@pytest.mark.parametrize("size", ["1_0", "\N{FULLWIDTH DIGIT ONE}", "3" + " " * 19 + "9"])
def test_a_number_is_written_in_plain_digits_and_read_whole(size: str) -> None:
    assert refusal("--d-in", size).startswith("d_in is '")


def test_a_number_too_large_is_shown_as_it_was_typed() -> None:
    message = refusal("--d-in", "9" * 30)
    assert "9" * 30 in message
    assert NUMBERS in message


@pytest.mark.parametrize(("option", "value"), [("--role", "Q"), ("--format", "html")])
def test_roles_and_formats_that_do_not_exist_are_refused(option: str, value: str) -> None:
    message = refusal(option, value)
    assert f"Invalid value for '{option}': '{value}' is not one of" in message
