"""An exercise held against what the loops work out: its prompt, answers, wrong values and sums.

An exercise is what a data-set entry or a JSON sheet says of it. What does not agree raises
`Mismatch`.
"""

import re
from collections.abc import Mapping
from typing import Any

from tests.oracles.by_kind import (
    EXPECTED,
    Expected,
    formula_on_numbers,
    numbers,
    role_asked_for,
)
from tests.oracles.loops import (
    ON_KEYS,
    UNDEFINED,
    Rows,
    chains,
    column_sum,
    holds,
    matrices,
    rows,
    same,
    value,
)
from tests.oracles.wrong_loops import dot


def check_exercise(exercise: dict[str, Any]) -> None:
    """All of an exercise whose numbers are good, so that every mistake shows on them."""
    check_as_it_is(exercise)
    same("mistakes that cannot show", exercise["unseen"], [])


def check_as_it_is(exercise: dict[str, Any]) -> None:
    """All of an exercise on any numbers: what cannot show on them must be named."""
    expected = EXPECTED[exercise["kind"]](exercise)
    check_prompt(exercise)
    check_parts(exercise, expected)
    check_unseen(exercise, expected)
    check_work(exercise)
    check_reference(exercise)


def check_prompt(exercise: dict[str, Any]) -> None:
    """The prompt shows every given matrix as it is."""
    shown = matrices(exercise["prompt"])
    for name, given in exercise["givens"].items():
        if isinstance(given, list) and not name.endswith("_new"):
            same(f"{name} of the prompt", shown.get(name), given)


def check_parts(exercise: dict[str, Any], expected: Expected) -> None:
    """Every answer and every wrong value is the one worked out here; text has its points."""
    answered = set()
    for part in exercise["parts"]:
        if part["answer"]["type"] == "text":
            points = part["answer"]["points"]
            holds(f"part {part['id']} has points for a marker", all(points) and bool(points))
            same(f"wrong values of the text {part['id']}", part["wrong"], [])
            continue
        answered.add(part["id"])
        holds(f"a part {part['id']} is known", part["id"] in expected)
        _check_part(exercise, part, *expected[part["id"]])
    same("the parts with an answer", sorted(answered), sorted(expected))


def _check_part(
    exercise: dict[str, Any], part: dict[str, Any], right: Any, forms: Mapping[str, Any]
) -> None:
    answer, name = part["answer"], f"part {part['id']}"

    def read(printed: Any) -> Any:
        return formula_on_numbers(printed, exercise) if answer["type"] == "formula" else printed

    same(f"the answer of {name}", read(answer["value"]), right)
    found = {wrong["mistake"]: read(wrong["value"]) for wrong in part["wrong"]}
    expected = {mistake: value for mistake, value in forms.items() if value != right}
    for mistake in found.keys() | expected.keys():
        same(f"the wrong value of {name}, {mistake}", found.get(mistake), expected.get(mistake))
    same(f"how many wrong values {name} has", len(part["wrong"]), len(found))
    if answer["type"] == "choice":
        options = [option["id"] for option in answer["options"]]
        same(f"options of {name} that are there twice", len(options), len(set(options)))
        holds(f"the options of {name} hold all its values", {right, *found.values()} <= {*options})
    if answer["type"] == "formula":
        holds(f"a step of {name} is its answer", any(answer["value"] in s for s in part["steps"]))


def check_unseen(exercise: dict[str, Any], expected: Expected) -> None:
    """Targets that give the right answer, or what another target gives, are named as unseen."""
    targets = [name for name in ON_KEYS if name in exercise["mistakes"]]
    same("a target that is there twice", len(targets), len(exercise["mistakes"]))
    hidden = []
    for part, (right, forms) in expected.items():
        applying = [name for name in targets if name in forms]
        for n, one in enumerate(applying):
            if forms[one] == right:
                hidden.append((one, part, ""))
                continue
            alike = [other for other in applying[:n] if forms[other] == forms[one]]
            hidden += [(one, part, other) for other in alike]
    shown = {name for _, forms in expected.values() for name in forms}
    hidden += [(name, "", "") for name in targets if name not in shown]
    found = [(one["mistake"], one["part"], one["other"]) for one in exercise["unseen"]]
    same("mistakes that cannot show", sorted(found), sorted(hidden))


def check_work(exercise: dict[str, Any]) -> None:
    """Every worked line is the sum that belongs to it, and each of its members its value."""
    if "shape" in exercise["givens"]["x"]:
        return
    x, weights = numbers(exercise)
    for part in exercise["parts"]:
        role = _role_of(part, exercise)
        for said in (*part["steps"], *part["hints"]):
            named = re.match(r"With W_(.): ", said)
            for left, members in chains(said):
                W = weights[named[1] if named else role]
                _check_chain(left, members, x, W)
        if part["answer"]["type"] == "matrix" and part["answer"]["value"] != UNDEFINED:
            columns = [left for said in part["steps"] for left, _ in chains(said)]
            width = len(part["answer"]["value"][0])
            places = [f"x . column {j}" for j in range(1, width + 1)]
            same(f"the worked lines of part {part['id']}", columns, places)


def _role_of(part: dict[str, Any], exercise: dict[str, Any]) -> str:
    if part["id"] == "right":
        lines = re.findall(r"^\d+\. (.+)$", exercise["prompt"], re.MULTILINE)
        return role_asked_for(exercise, lines[exercise["parts"][1]["answer"]["value"] - 1])
    asked: str = part["ask"].rstrip(".?").replace(", entry by entry", "")
    return asked.split(" ")[-1][:1]


def _check_chain(left: str, members: list[str], x: Rows, W: Rows) -> None:
    j = int(left.rpartition(" ")[2])
    written, *between, last = members
    entry = dot(x[0], W, j - 1)
    same(f"the sum of {left}", written, column_sum(x[0], W, j))
    same(f"the end of {left}", last, str(entry))
    for member in between:
        same(f"{member} for {left}", value(member), entry)
    holds(f"{left} says nothing twice", len(set(members)) == len(members))


def check_reference(exercise: dict[str, Any]) -> None:
    """The reference of an entry says the answers of its parts; a JSON sheet has none."""
    if "reference" not in exercise:
        return
    lines = exercise["reference"].split("\n")
    same("the lines of the reference", len(lines), len(exercise["parts"]))
    for line, part in zip(lines, exercise["parts"], strict=True):
        answer, said = part["answer"], line.removeprefix(f"({part['part']}) ")
        if answer["type"] == "matrix" and answer["value"] != UNDEFINED:
            same("a row of the reference", rows(said), answer["value"])
        elif answer["type"] == "shape" and answer["value"] != UNDEFINED:
            same("a shape of the reference", said, " x ".join(map(str, answer["value"])))
        else:
            same("a line of the reference", said, str(answer["value"]))


def check_taken(exercise: dict[str, Any], given: Mapping[str, Rows]) -> None:
    """The user's own numbers are those of the exercise, but for a row or entry left out."""
    for name, found in exercise["givens"].items():
        if isinstance(found, dict):
            whole = given[name]
            same(f"the given shape of {name}", found["shape"], [len(whole), len(whole[0])])
        elif not name.endswith("_new"):
            kept = given[name]
            if name == exercise["shortened"]:
                kept = [kept[0][:-1]] if name == "x" else kept[:-1]
            same(f"the given {name}", found, kept)
