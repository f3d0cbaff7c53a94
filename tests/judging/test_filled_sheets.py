"""Printed worksheets that were filled in: every answer is found, judged, and put in its place."""

import json
from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from qkvsym import Worksheet, generate, render
from qkvsym.errors import BadCode, BadWork
from qkvsym.judging.verdicts import Verification
from qkvsym.judging.verification import verify
from tests.filling import (
    MATRICES,
    SHAPES,
    Entries,
    Entry,
    Place,
    filled,
    in_list,
    places,
    right_entries,
    written,
)

KINDS = (
    "predict-shape",
    "compute-projections",
    "match-matrix",
    "change-column",
    "shape-check",
    "find-mistake",
    "derive-formula",
)
LEVELS = ("easy", "medium", "hard")
FORMS = ("md", "tex")
OF_ALL_ROLES = ("one-matrix-for-all", "k-v-swapped")
SHEETS: dict[str, dict[str, Any]] = {
    **{f"set-{seed}": {"seed": seed} for seed in (1, 2, 7)},
    **{
        f"{kind}-{level}": {"kind": kind, "level": level, "seed": 5}
        for kind in KINDS
        for level in LEVELS
    },
    "given": {"given": "lesson"},
}


@cache
def drawn(name: str) -> tuple[Worksheet, dict[str, Any]]:
    """A worksheet, and what its machine-readable form says."""
    options = dict(SHEETS[name])
    kinds = [options.pop("kind")] if "kind" in options else []
    sheet = generate(*kinds, **options)
    return sheet, json.loads(render(sheet, "json"))


@cache
def page(name: str, form: str) -> str:
    """A worksheet as it is printed."""
    return render(drawn(name)[0], form)


def report(name: str, form: str, entries: Entries) -> Verification:
    """The report on the filled sheet, which is known by the code on it alone."""
    text = filled(page(name, form), entries)
    return verify(text, givens=SHEETS[name].get("given"))


def verdicts(found: Verification) -> dict[Place, str]:
    return {(part.exercise, part.part): part.verdict for part in found.parts}


def expected(name: str, **others: str) -> dict[Place, str]:
    """The verdicts where all is right; what is explained in words is left to people."""
    made = {}
    for place, part in places(drawn(name)[1]):
        right = "not-checked" if part["answer"]["type"] == "text" else "ok"
        made[place] = others.get("".join(place), right)
    return made


# All right


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SHEETS)
def test_right_answers_are_all_right_and_complete(name: str, form: str) -> None:
    sheet, data = drawn(name)
    found = report(name, form, right_entries(data))
    assert verdicts(found) == expected(name)
    assert (found.code, found.missing, found.first_wrong) == (sheet.code, (), None)
    assert (found.complete, found.exit_code) == (True, 0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("notation", range(1, max(len(MATRICES), len(SHAPES))))
def test_answers_are_read_in_many_notations(notation: int, form: str) -> None:
    for name in ("set-1", "set-7"):
        found = report(name, form, right_entries(drawn(name)[1], notation))
        assert verdicts(found) == expected(name)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_left_of_a_blank_around_an_answer_changes_nothing(form: str) -> None:
    for name in ("predict-shape-easy", "compute-projections-easy"):
        rule = {"md": "__", "tex": r"\hrulefill"}[form]
        entries = {
            place: replace(entry, answer=f"{rule} {entry.answer} {rule}") if entry.answer else entry
            for place, entry in right_entries(drawn(name)[1]).items()
        }
        assert verdicts(report(name, form, entries)) == expected(name)


def test_every_type_of_answer_is_filled_in() -> None:
    types = {part["answer"]["type"] for _, part in places(drawn("set-1")[1])}
    assert types == {"matrix", "shape", "integer", "choice", "formula", "text"}


# Wrong answers


def wrong_fillings(name: str) -> list[tuple[str, dict[Place, Any]]]:
    """Every wrong value of a sheet with its mistake; of all roles, that of all parts together."""
    found = []
    together: dict[tuple[str, str], dict[Place, Any]] = defaultdict(dict)
    for place, part in places(drawn(name)[1]):
        for wrong in part["wrong"]:
            if wrong["mistake"] in OF_ALL_ROLES and part["answer"]["type"] == "matrix":
                together[place[0], wrong["mistake"]][place] = wrong["value"]
            else:
                found.append((wrong["mistake"], {place: wrong["value"]}))
    found.extend((mistake, values) for (_, mistake), values in together.items())
    return found


def mistakes_in(found: Verification, place: Place) -> set[str]:
    lines = [line for line in found.lines if (line.exercise, line.part) == place]
    return {mistake.id for line in lines for mistake in line.mistakes}


# Every kind is read in both formats, and so is every level.
READ_IN = {name: FORMS[n % 2] for n, name in enumerate(SHEETS)}


def test_every_kind_and_every_level_is_read_in_both_formats() -> None:
    for some in (*KINDS, *LEVELS, "set"):
        assert {form for name, form in READ_IN.items() if some in name} == {*FORMS}


@pytest.mark.parametrize(("name", "form"), READ_IN.items())
def test_a_wrong_answer_names_its_mistake_and_spoils_no_other(name: str, form: str) -> None:
    data = drawn(name)[1]
    parts = dict(places(data))
    right = right_entries(data)
    misjudged: list[Any] = []
    for mistake, values in wrong_fillings(name):
        entries = {**right, **{at: written(parts[at], value) for at, value in values.items()}}
        found = report(name, form, entries)
        if verdicts(found) != expected(name, **{"".join(place): "wrong" for place in values}):
            different = verdicts(found).items() - expected(name).items()
            misjudged.append((mistake, values, sorted(different)))
        assert (found.complete, found.exit_code) == (False, 1)
        for place in values:
            named = mistakes_in(found, place)
            if parts[place]["answer"]["type"] in ("matrix", "shape") and mistake not in named:
                misjudged.append((mistake, values, sorted(named)))
    assert misjudged == []


def test_wrong_answers_of_nearly_all_printed_mistakes_are_tried() -> None:
    tried = {mistake for name in SHEETS for mistake, _ in wrong_fillings(name)}
    assert tried >= {
        "one-matrix-for-all",
        "length-from-rows",
        "inner-mismatch",
        "values-not-shape",
        "k-v-swapped",
        "rows-dotted",
        "column-sums",
        "dropped-term",
        "outputs-reversed",
        "same-column",
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "ticks", [lambda right: (3 - right,), lambda right: (1, 2)], ids=["wrong", "two"]
)
def test_a_wrong_box_and_two_boxes_are_wrong(ticks: Any, form: str) -> None:
    data = drawn("set-2")[1]
    part = dict(places(data))["1", "b"]
    (right,) = written(part, part["answer"]["value"]).ticks
    entries = {**right_entries(data), ("1", "b"): Entry(ticks=ticks(right))}
    found = report("set-2", form, entries)
    assert verdicts(found) == expected("set-2", **{"1b": "wrong"})
    assert found.exit_code == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_number_too_many_is_wrong(form: str) -> None:
    data = drawn("set-1")[1]
    ((place, part),) = [(at, part) for at, part in places(data) if part["id"] == "moved"]
    right = part["answer"]["value"]
    other = 1 if right != 1 else 2
    for answer, verdict in (
        (f"{right}, {other}", "wrong"),
        (f"{other}", "wrong"),
        (f"entry {right}", "ok"),
        (f"only {right}.", "ok"),
    ):
        found = report("set-1", form, {**right_entries(data), place: Entry(answer)})
        assert verdicts(found)[place] == verdict, answer


# Blanks


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["set-1", "set-2", "given", *(f"{k}-easy" for k in KINDS)])
def test_on_a_blank_sheet_every_part_is_missing(name: str, form: str) -> None:
    found = report(name, form, {})
    assert set(verdicts(found).values()) == {"missing"}
    assert found.missing == tuple(f"{e} ({p})" for (e, p), _ in places(drawn(name)[1]))
    assert (found.lines, found.first_wrong) == ((), None)
    assert (found.complete, found.exit_code) == (False, 3)


@pytest.mark.parametrize("form", FORMS)
def test_one_blank_is_the_one_part_that_is_missing(form: str) -> None:
    entries = right_entries(drawn("set-7")[1])
    for exercise, letter in entries:
        left = {at: entry for at, entry in entries.items() if at != (exercise, letter)}
        found = report("set-7", form, left)
        assert verdicts(found) == expected("set-7", **{exercise + letter: "missing"})
        assert found.missing == (f"{exercise} ({letter})",)
        assert (found.complete, found.exit_code) == (False, 3)


def test_a_page_saved_elsewhere_is_read_the_same() -> None:
    entries = right_entries(drawn("set-1")[1])
    for form in FORMS:
        text = filled(page("set-1", form), entries)
        plain = verify(text)
        assert verify(text.replace("\n", "\r\n")).parts == plain.parts
        assert verify("\ufeff" + text).parts == plain.parts
        assert verify(text.replace("\n\n", "\n \n")).parts == plain.parts


# Work above an answer


def worked(exercise: dict[str, Any], role: str, off: int = 0) -> tuple[str, ...]:
    """Every entry of x W as a sum, off by so much in the first."""
    (x,), W = exercise["givens"]["x"], exercise["givens"][f"W_{role}"]
    made = []
    for j in range(len(W[0])):
        pairs = [(x[i], W[i][j]) for i in range(len(x))]
        terms = " + ".join(f"({left})*({right})" for left, right in pairs)
        total = sum(left * right for left, right in pairs) + (off if j == 0 else 0)
        made.append(f"{role}_{j + 1} = {terms} = {total}")
    return tuple(made)


@pytest.mark.parametrize("form", FORMS)
def test_lines_of_work_are_judged_with_the_answer_below_them(form: str) -> None:
    data = drawn("compute-projections-easy")[1]
    (exercise,) = data["exercises"]
    right = right_entries(data)
    lines = {role: worked(exercise, role) for role in "qkv"}
    entries = {
        **right,
        ("1", "b"): replace(right["1", "b"], work=lines["q"]),
        ("1", "d"): replace(right["1", "d"], work=lines["v"]),
    }
    found = report("compute-projections-easy", form, entries)
    assert verdicts(found) == expected("compute-projections-easy")
    said = {(line.part, line.text.strip().removesuffix("\\\\")) for line in found.lines}
    assert {("b", text) for text in lines["q"]} <= said
    assert {("d", text) for text in lines["v"]} <= said


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_line_of_work_is_found_and_its_answer_follows(form: str) -> None:
    data = drawn("compute-projections-easy")[1]
    (exercise,) = data["exercises"]
    parts = dict(places(data))
    right = right_entries(data)
    (row,) = parts["1", "c"]["answer"]["value"]
    lines = worked(exercise, "k", off=1)
    entries = {**right, ("1", "c"): Entry(in_list([[row[0] + 1, *row[1:]]]), work=lines)}
    text = filled(page("compute-projections-easy", form), entries)
    found = verify(text)
    assert verdicts(found) == expected("compute-projections-easy", **{"1c": "wrong"})
    assert [line.verdict for line in found.lines if line.part == "c"] == [
        "wrong",
        *["ok"] * (len(row) - 1),
        "follows",
    ]
    assert found.first_wrong is not None
    at = text.splitlines()[found.first_wrong.line - 1]
    assert at.startswith("k_1 = ")
    assert (found.first_wrong.member, found.first_wrong.entry) == (3, 1)


@pytest.mark.parametrize("form", FORMS)
def test_work_without_an_answer_below_it_is_an_answer_once_it_is_whole(form: str) -> None:
    data = drawn("compute-projections-easy")[1]
    (exercise,) = data["exercises"]
    lines = worked(exercise, "q")
    for count, verdict in ((len(lines), "ok"), (1, "missing")):
        entries = {**right_entries(data), ("1", "b"): Entry(work=lines[:count])}
        found = report("compute-projections-easy", form, entries)
        assert verdicts(found)["1", "b"] == verdict


# Papers of their own, and codes


def on_paper(data: dict[str, Any], label: str, entries: Entries) -> str:
    """Answers on a paper of their own; boxes are named by their numbers."""
    made = [
        f"{label.format(e=place[0], p=place[1])} {entries[place].answer}"
        for place, part in places(data)
        if part["answer"]["type"] != "choice"
    ]
    return "\n".join(made)


@pytest.mark.parametrize(
    "label", ["{e}({p})", "{e} ({p})", "{e}{p})", "- {e}({p}):", "**{e}({p})**"]
)
def test_answers_on_a_paper_of_their_own_are_found_by_their_numbers(label: str) -> None:
    sheet, data = drawn("set-2")
    choices = {
        "".join(place): "missing"
        for place, part in places(data)
        if part["answer"]["type"] == "choice"
    }
    for handed in (sheet.code, sheet):
        found = verify(on_paper(data, label, right_entries(data)), sheet=handed)
        assert verdicts(found) == expected("set-2", **choices)
        assert found.code == sheet.code


def test_a_wrong_answer_on_a_paper_of_its_own_is_found_in_its_line() -> None:
    sheet, data = drawn("compute-projections-easy")
    part = dict(places(data))["1", "b"]
    (value,) = [w["value"] for w in part["wrong"] if w["mistake"] == "column-sums"]
    entries = {**right_entries(data), ("1", "b"): Entry(in_list(value))}
    found = verify(on_paper(data, "{e}({p})", entries), sheet=sheet.code)
    assert verdicts(found) == expected("compute-projections-easy", **{"1b": "wrong"})
    assert found.first_wrong is not None
    assert found.first_wrong.line == 2
    assert "column-sums" in mistakes_in(found, ("1", "b"))


def test_loose_work_on_a_sheet_of_several_exercises_is_refused() -> None:
    with pytest.raises(BadWork, match=r"begin each answer with its number, as in 2\(b\)"):
        verify("q = [1, 2]", sheet=drawn("set-1")[0].code)


@pytest.mark.parametrize("form", FORMS)
def test_a_mistyped_code_on_the_sheet_is_refused(form: str) -> None:
    code = drawn("set-7")[0].code
    swapped = code[1] + code[0] + code[2:]
    assert swapped != code
    text = page("set-7", form).replace(code, swapped)
    with pytest.raises(BadCode, match="was mistyped"):
        verify(text)
    with pytest.raises(BadCode, match="was mistyped"):
        verify("1(a) 1 x 2", sheet=swapped)


@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_made_from_givens_needs_the_same_givens(form: str) -> None:
    entries = right_entries(drawn("given")[1])
    text = filled(page("given", form), entries)
    with pytest.raises(BadCode, match="was made from a file of givens"):
        verify(text)
    other = {"x": [1, 2], "W_q": [[1, 2], [3, 4]], "W_k": [[0, 1], [1, 1]], "W_v": [[5, 1], [0, 2]]}
    with pytest.raises(BadCode, match="was made from other givens"):
        verify(text, givens=other)


@pytest.mark.parametrize("form", FORMS)
def test_givens_for_a_sheet_that_needs_none_are_refused(form: str) -> None:
    with pytest.raises(BadCode, match="was made without givens"):
        verify(page("set-1", form), givens="lesson")


def test_givens_beside_the_sheet_itself_are_checked_as_beside_its_code() -> None:
    sheet = drawn("set-1")[0]
    for named in (sheet, sheet.code):
        with pytest.raises(BadCode, match="was made without givens"):
            verify("1(a) 1 x 2", sheet=named, givens="lesson")
    own = drawn("given")[0]
    assert verify("1(a) 1 x 2", sheet=own, givens="lesson").code == own.code
