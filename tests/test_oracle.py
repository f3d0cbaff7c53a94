"""Independent answers: drawn exercises worked out a second time, and faults that must be found.

`python -m tests.oracles 20000` is the same with more exercises, PyTorch and Maxima.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import qkvsym
from qkvsym import parts
from qkvsym.errors import NoInstance
from qkvsym.kinds import kind, match_matrix
from qkvsym.matrix import Matrix
from qkvsym.mistakes import ON_KEYS
from qkvsym.shapes import Shape
from tests.oracles import batches, catalogue, drawn, harness
from tests.oracles.__main__ import main
from tests.oracles.by_kind import EXPECTED
from tests.oracles.checks import check_exercise
from tests.oracles.coverage import needed, never_drawn
from tests.oracles.facts import check_facts, check_figures
from tests.oracles.loops import Mismatch
from tests.oracles.maxima import (
    entry,
    entry_question,
    forms_question,
    mistake_call,
    product_question,
    wrong_answers,
)

LEVELS = (None, "easy", "medium", "hard")
NARROW = ((1, 3), (2, 1), (3, 1), (1, 2), (5, 1))
HERE = ["--without", "torch", "--without", "maxima"]
"""Loops and NumPy, which are installed wherever tests run."""


def sheet(*kinds: str, **made: Any) -> list[dict[str, Any]]:
    """The exercises of a drawn sheet, as another program reads them."""
    text = qkvsym.render(qkvsym.generate(*kinds, **made), "json")
    exercises: list[dict[str, Any]] = json.loads(text)["exercises"]
    return exercises


def test_every_answer_of_drawn_exercises_is_the_one_worked_out_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["1000", *HERE])
    said = capsys.readouterr().out
    assert (code, re.findall(r"MISMATCH.*|NEVER.*", said)) == (0, [])
    assert said.startswith("1000 exercises, 0 mismatches, ")
    for counted in ("1000 exercises", "0 mismatches", *map("{}".format, EXPECTED)):
        assert f" {counted}\n" in said


@pytest.mark.parametrize("kind", sorted(EXPECTED))
@pytest.mark.parametrize("level", LEVELS)
def test_tokens_and_results_of_one_entry_are_worked_out_rightly(
    kind: str, level: str | None
) -> None:
    for d_in, d_out in NARROW:
        for exercise in sheet(kind, d_in=d_in, d_out=d_out, level=level, seed=5):
            check_exercise(exercise)


@pytest.mark.parametrize("mistake", ON_KEYS)
def test_every_mistake_is_shown_rightly_on_tokens_and_results_of_one_entry(mistake: str) -> None:
    for d_in, d_out in NARROW:
        if (mistake == "dropped-term" and d_in == 1) or (
            mistake in ("values-not-shape", "outputs-reversed", "same-column") and d_out == 1
        ):
            continue  # it gives the right answer here, so nothing can be shown
        made = {"d_in": d_in, "d_out": d_out, "entries": (-9, 9), "seed": 5}
        if mistake == "rows-dotted" and d_in == 1:
            # The one entry that it gives is the right first one, so no line would show it.
            with pytest.raises(NoInstance) as refused:
                sheet("find-mistake", mistakes=[mistake], **made)
            assert str(refused.value) == (
                f"find-mistake with d_in 1 and d_out {d_out}: no good instance was found: "
                "every mistake must give a wrong answer of its own (rows-dotted); "
                "widen --entries, or choose other sizes or fewer mistakes"
            )
            continue
        for exercise in sheet("find-mistake", mistakes=[mistake], **made):
            check_exercise(exercise)


@pytest.mark.parametrize("mistake", ["sign-lost", "column-sums", "rows-dotted", "dropped-term"])
def test_no_line_before_the_first_wrong_one_is_right_only_by_chance(mistake: str) -> None:
    for seed in range(40):
        made = {"d_in": 3, "d_out": 2, "entries": (-3, 3), "seed": seed}
        for exercise in sheet("find-mistake", mistakes=[mistake], **made):
            check_exercise(exercise)


# The harness can fail


def forget() -> None:
    """Forget what the package has kept of values that were worked out before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("qkvsym"):
            for one in list(vars(module).values()):
                if hasattr(type(one), "cache_clear"):
                    one.cache_clear()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Break the package for one test, whatever it has kept."""
    forget()
    yield monkeypatch
    monkeypatch.undo()
    forget()


def wrong_sums(broken: pytest.MonkeyPatch) -> None:
    times: Callable[..., Any] = Matrix.__matmul__

    def one_more(x: Any, W: Any) -> Any:
        made = times(x, W)
        whole = all(isinstance(entry, int) for entry in made.entries)
        return made.map(lambda entry: entry + 1) if whole else made

    broken.setattr(Matrix, "__matmul__", one_more)


def wrong_shapes(broken: pytest.MonkeyPatch) -> None:
    times: Callable[..., Any] = Shape.__matmul__

    def much_longer(x: Any, W: Any) -> Any:
        made = times(x, W)
        return Shape(made.rows, made.columns + 20) if isinstance(made.columns, int) else made

    broken.setattr(Shape, "__matmul__", much_longer)


def wrong_distractors(broken: pytest.MonkeyPatch) -> None:
    usual = parts.usual_values

    def one_off(*asked: Any) -> Iterator[tuple[str, Any]]:
        for name, value in usual(*asked):
            shifted = Matrix(tuple((row[0] + 1, *row[1:]) for row in value.rows))
            yield name, shifted if name == "rows-dotted" else value

    broken.setattr(parts, "usual_values", one_off)


def swapped_distractors(broken: pytest.MonkeyPatch) -> None:
    usual = parts.usual_values
    other = {"rows-dotted": "column-sums", "column-sums": "rows-dotted"}
    broken.setattr(
        parts,
        "usual_values",
        lambda *asked: ((other.get(name, name), value) for name, value in usual(*asked)),
    )


def lost_distractors(broken: pytest.MonkeyPatch) -> None:
    usual = parts.usual_values
    broken.setattr(
        parts,
        "usual_values",
        lambda *asked: (one for one in usual(*asked) if one[0] != "same-column"),
    )


def wrong_stages(broken: pytest.MonkeyPatch) -> None:
    worked = parts.worked
    broken.setattr(parts, "worked", lambda formula: (*worked(formula)[:-1], worked(formula)[0]))


FAULTS: tuple[tuple[Callable[[pytest.MonkeyPatch], None], str], ...] = (
    (wrong_sums, r"the old \w: printed is \[\[.*\]\], worked out again \[\[.*\]\]"),
    (wrong_shapes, r"the answer of part \S+: printed is \[1, \d+\], worked out again \[1, \d+\]"),
    (wrong_distractors, r"the wrong value of part \w, rows-dotted: printed is .*, worked .*"),
    (swapped_distractors, r"the wrong value of part \w, (rows-dotted|column-sums): printed is .*"),
    (lost_distractors, r"the wrong value of part \w, same-column: printed is None, worked .*"),
    (wrong_stages, r"the end of x \. column \d+: printed is .*, worked out again -?\d+"),
)


@pytest.mark.parametrize(("fault", "message"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_broken_rule_is_found_and_what_reproduces_it_is_printed(
    broken: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: Callable[[pytest.MonkeyPatch], None],
    message: str,
) -> None:
    fault(broken)
    assert main(["24", *HERE]) == 1
    said = capsys.readouterr().out
    command = r"qkvsym generate --code (\w+) --format json --out -  \(exercise (\d+)\)"
    problems = re.findall(rf"^MISMATCH: Mismatch: {message}\n  reproduce: {command}$", said, re.M)
    assert problems, said[:2000]
    code, number = problems[0][-2:]
    with pytest.raises(Mismatch):
        check(code, int(number))
    broken.undo()
    forget()
    check(code, int(number))


def check(code: str, number: int) -> None:
    """Check an exercise of a sheet again, as JSON has it."""
    text = qkvsym.render(qkvsym.reproduce(code), "json")
    check_exercise(json.loads(text)["exercises"][number - 1])


def test_numbers_of_the_user_stand_in_the_command_that_makes_a_sheet_again() -> None:
    given = {"x": [[1, -2]], "W_q": [[3], [4]], "W_k": [[5], [6]], "W_v": [[7], [8]]}
    assert harness.command("WHA7", given) == (
        "qkvsym generate --code WHA7 --format json --out - --given "
        r"<(printf 'x = [[1, -2]]\nW_q = [[3], [4]]\nW_k = [[5], [6]]\nW_v = [[7], [8]]\n')"
    )


def printed(capsys: pytest.CaptureFixture[str], count: int) -> list[str]:
    """What is said not to agree, or never drawn, of so many exercises; the command must fail."""
    assert main([str(count), *HERE]) == 1
    return re.findall(r"^(?:MISMATCH|NEVER DRAWN): (.*)", capsys.readouterr().out, re.M)


def test_an_error_of_the_package_is_a_mismatch_with_what_was_asked(
    broken: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken.setattr(drawn, "plans", lambda: ((("match-matrix",), {"level": "easy"}),))
    broken.setattr(match_matrix, "KIND", replace(match_matrix.KIND, build=lambda *asked: 1 / 0))
    assert main(["2", *HERE]) == 1
    said = capsys.readouterr().out
    assert "MISMATCH: ZeroDivisionError: division by zero\n  reproduce: qkvsym.generate for" in said
    assert "kinds=('match-matrix',), options={'level': 'easy'" in said


def test_a_mistake_of_the_catalogue_that_is_on_no_key_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = catalogue.wrong_values

    def turned_round(mistake: Any, *asked: Any) -> Any:
        return right(mistake, *asked)[:: -1 if mistake.id == "rows-shifted" else 1]

    monkeypatch.setattr(catalogue, "wrong_values", turned_round)
    found = printed(capsys, 5)
    assert any(said.startswith("Mismatch: the values of rows-shifted for q on {") for said in found)


@pytest.mark.parametrize("name", sorted(set(batches.NUMPY) - {"inner-mismatch"}))
def test_numpy_looks_at_the_answers_and_at_every_wrong_matrix(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    route = {name: lambda form, *operands: batches.NUMPY[name](form, *operands) + 1}
    claims = batches.Batches()
    made = [harness.draw(0, n, 1) for n in range(11, 30)]
    for exercise in [e for one in made for e in harness.entries(one.sheet())]:
        for claim in batches.claims_of(exercise, "its code"):
            claims.add(claim)
    right = [wrong for _, wrong in batches.unequal(claims, batches.NUMPY)]
    assert len(right) > 50
    assert all(wrong is None for wrong in right)
    off = list(batches.unequal(claims, route))
    assert off
    assert all(wrong is not None for _, wrong in off)


@pytest.mark.parametrize("name", ["change-column", "match-matrix", "shape-check", "find-mistake"])
def test_a_fact_that_is_not_what_the_prompt_says_is_found(name: str) -> None:
    (exercise,) = harness.entries(qkvsym.generate(name, seed=3))
    check_facts(exercise)
    assert exercise["facts"]
    for fact, value in exercise["facts"].items():
        for other in (None, 17, [], value[1:] if isinstance(value, list) else [value]):
            if other == value:
                continue  # None says that no single entry changes
            with pytest.raises(Mismatch, match=f"^the fact {fact}: printed is "):
                check_facts({**exercise, "facts": {**exercise["facts"], fact: other}})


@pytest.mark.parametrize(
    ("name", "drawings"),
    [
        ("predict-shape", ["domino"]),
        ("compute-projections", ["branches", "product-grid"]),
        ("change-column", ["product-grid"]),
        ("shape-check", ["comparisons"]),
    ],
)
def test_a_drawing_that_shows_other_numbers_is_found(name: str, drawings: list[str]) -> None:
    sheet, another = (qkvsym.generate(name, seed=seed, d_in=3, d_out=2) for seed in (3, 4))
    if name in ("predict-shape", "shape-check"):
        another = qkvsym.generate(name, seed=4, d_in=5, d_out=4)
    (exercise,) = harness.entries(sheet)
    figures = sheet.exercises[0].figures
    assert [figure.id for figure in figures] == drawings
    check_figures(exercise, figures)
    for figure, other in zip(figures, another.exercises[0].figures, strict=True):
        with pytest.raises(Mismatch):
            check_figures(exercise, [replace(figure, solution=other.solution)])
    with pytest.raises(Mismatch):
        check_figures(exercise, [replace(figures[0], id="another")])


def test_what_was_never_drawn_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = tuple(plan for plan in drawn.plans() if plan[0] == ("match-matrix",))
    monkeypatch.setattr(drawn, "plans", lambda: some)
    found = printed(capsys, 8)
    assert {"kind find-mistake", "level change-column easy", "lesson good"} <= set(found)
    assert {"target shape-check inner-mismatch", "wrong sign-lost", "d_in 16"} <= set(found)
    assert "kind match-matrix" not in found


def test_everything_in_the_registries_must_be_drawn() -> None:
    wanted = set(needed(("torch", "maxima")))
    for name in EXPECTED:
        assert {("level", name, level) for level in LEVELS if level} <= wanted
        assert {("target", name, mistake) for mistake in kind(name).shows} <= wanted
    everything = dict.fromkeys(wanted, 1)
    assert never_drawn(harness.Counter(everything), ("torch", "maxima")) == []
    for one in (("catalogue", "slip-in-entry"), ("torch", "row-copied"), ("maxima", "zero-kept")):
        rest = harness.Counter({name: n for name, n in everything.items() if name != one})
        assert never_drawn(rest, ("torch", "maxima")) == [" ".join(one)]


def test_blocks_are_the_same_on_every_run_and_no_two_are_alike() -> None:
    assert list(harness.blocks(25_000, 3)) == [(3, 10_000), (4, 10_000), (5, 5_000)]
    assert list(harness.blocks(7, 0)) == [(0, 7)]
    assert harness.draw(2, 5, 0) == harness.draw(2, 5, 0) != harness.draw(3, 5, 0)


# Maxima


@pytest.mark.maxima
def test_maxima_says_no_to_what_is_wrong_and_yes_to_the_rest() -> None:
    token, square = "token(2)", "weight(w,2,2)"
    asked = {
        product_question("matrix([1,2])", "matrix([3],[4])", [[11]]): True,
        product_question("matrix([1,2])", "matrix([3],[4])", [[12]]): False,
        product_question(
            token, square, [["x_1 w_{11} + x_2 w_{21}", "x_1 w_{12} + x_2 w_{22}"]]
        ): True,
        product_question(
            token, square, [["x_1 w_{11} + x_2 w_{12}", "x_1 w_{12} + x_2 w_{22}"]]
        ): False,
        product_question(token, square, [["x_1 w_{11} + x_2 w_{21}"]]): False,
        entry_question("x_1 w_{12} + x_2 w_{22}", 2, 3, 2): True,
        entry_question("x_1 w_{12} + x_2 w_{22}", 2, 3, 1): False,
        entry_question("x_1 w_{1j} + x_2 w_{2j}", 2, "d_out", "j"): True,
        entry_question("x_1 w_{j1} + x_2 w_{j2}", 2, "d_out", "j"): False,
        entry_question("sum_{i=1}^{d_in} x_i w_{ij}", "d_in", "d_out", "j"): True,
        entry_question("sum_{i=1}^{d_in} x_i w_{i2}", "d_in", 3, 2): True,
        entry_question("sum_{i=1}^{d_in} x_i w_{ji}", "d_in", "d_out", "j"): False,
        entry_question("sum_{i=1}^{d_in} x_i w_{i1}", "d_in", 3, 2): False,
        entry_question("sum_{i=1}^{d_in} x_1 w_{1j}", "d_in", "d_out", "j"): False,
        forms_question("dropped_term(token(1),weight(w,1,2))", []): True,
        forms_question("dropped_term(token(2),weight(w,2,1))", [[["x_1 w_{11}"]]]): False,
    }
    wrong = wrong_answers(list(asked))
    assert [n not in wrong for n in range(len(asked))] == list(asked.values())


@pytest.mark.maxima
@pytest.mark.parametrize("question", ["same(@,[)", "same(@,1)", "same(@,1/0,1)"])
def test_a_question_that_maxima_does_not_understand_is_no_answer(question: str) -> None:
    with pytest.raises(Mismatch, match="Maxima did not answer all 2 questions"):
        wrong_answers([product_question("matrix([1])", "matrix([2])", [[2]]), question])


@pytest.mark.parametrize(
    "printed",
    ["x_1 system", "x_1; w_{11}", "x_{1,2}", "w_1", "w_{11", "x_1  w_{11}", "W_z_{11}", "", "-x_1"],
)
def test_nothing_but_entries_and_numbers_is_rewritten_for_maxima(printed: str) -> None:
    with pytest.raises(Mismatch):
        entry(printed)


@pytest.mark.parametrize("sign", [*";$\":'!?%=\\\n", "é"])
def test_a_sign_that_is_in_no_formula_does_not_reach_maxima(sign: str) -> None:
    with pytest.raises(Mismatch, match="nothing but formulas is in"):
        wrong_answers([f"same(@,matrix([1]),matrix([1])){sign}"])


def test_a_mistake_is_asked_for_with_the_matrices_that_it_is_about() -> None:
    named = {"x": "x", "W_q": "Q", "W_k": "K", "W_v": "V"}
    calls = {
        ("rows-shifted", "k"): "rows_shifted(x,K)",
        ("k-v-swapped", "k"): "another(x,V)",
        ("k-v-swapped", "q"): "[]",
        ("one-matrix-for-all", "v"): "another(x,Q)",
        ("wrong-matrix", "k"): "others(x,Q,V)",
        ("three-joined", "v"): "three_joined(x,Q,K,V)",
    }
    assert {asked: mistake_call(*asked, named) for asked in calls} == calls
