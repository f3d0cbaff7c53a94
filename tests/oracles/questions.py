"""What Maxima is asked about a block: derivations, formulas, mistakes on symbols, and numbers."""

import json
import shlex
from collections.abc import Mapping
from random import Random
from typing import Any

import qkvsym
from qkvsym.derivation import symbols
from qkvsym.errors import SizesDiffer
from qkvsym.mistakes import CATALOGUE, wrong_values
from qkvsym.notation import text
from qkvsym.rules import PROJECTIONS
from qkvsym.shapes import MAX_SIZE, Shape
from tests.oracles import catalogue
from tests.oracles.batches import OTHER_MATRIX, Claim
from tests.oracles.by_kind import asked_entry
from tests.oracles.loops import ROLES, holds, same
from tests.oracles.maxima import (
    NUMBERS_ONLY,
    WEIGHTS,
    WITHOUT_VALUES,
    entry_question,
    forms_question,
    matrix,
    mistake_call,
    product_question,
    wrong_entry_question,
)

Size = int | str


class Questions:
    """Questions in order, each once, with what reproduces it and the mistake that it is about."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[str, str]] = {}

    def add(self, question: str, origin: str, mistake: str = "") -> None:
        """Add a question, unless it was asked before."""
        self.asked.setdefault(question, (origin, mistake))


def of_formulas(exercise: Mapping[str, Any], origin: str, questions: Questions) -> None:
    """Ask for the formulas of an exercise that derives one, right and wrong."""
    (name,) = (name for name in exercise["givens"] if name != "x")
    d_in, d_out = exercise["givens"][name]["shape"]
    j = asked_entry(dict(exercise))
    (part,) = (part for part in exercise["parts"] if part["id"] == "entry")
    right = part["answer"]["value"].partition(" = ")[2]
    questions.add(entry_question(right, d_in, d_out, j), origin)
    for wrong in part["wrong"]:
        printed = wrong["value"].partition(" = ")[2]
        question = wrong_entry_question(printed, wrong["mistake"], d_in, d_out, int(j))
        questions.add(question, origin, wrong["mistake"])


def of_derivation(block: int, n: int, questions: Questions) -> None:
    """Derive with sizes that are numbers or names, and ask for all that is printed."""
    stream = Random(f"derivation {block} {n}")
    largest = MAX_SIZE if n % 6 == 0 else 5
    d_in: Size = stream.choice(("d_in", stream.randint(1, largest), stream.randint(1, largest)))
    d_out: Size = stream.choice(("d_out", stream.randint(1, largest), stream.randint(1, largest)))
    role = stream.choice((*ROLES, "all"))
    if n % 10 == 9:
        _refused(d_in, d_out, role)
        return
    made = qkvsym.derive(d_in=d_in, d_out=d_out, role=role)
    command = ["qkvsym", "derive", "--d-in", str(d_in), "--d-out", str(d_out), "--role", role]
    found = json.loads(qkvsym.render(made, "json"))["derivations"]
    same("the roles derived", [one["role"] for one in found], [*ROLES] if role == "all" else [role])
    for one in found:
        _derived(one, d_in, d_out, questions, shlex.join([*command, "--format", "json"]))


def _refused(d_in: Size, d_out: Size, role: str) -> None:
    """A matrix of other rows than the token has entries gives no formula."""
    rows = d_in + 1 if isinstance(d_in, int) and d_in < MAX_SIZE else "n"
    try:
        made = qkvsym.derive(d_in=d_in, d_out=d_out, rows=rows, role=role)
    except SizesDiffer as said:
        same("the two sizes", f"the inner sizes {d_in} and {rows} differ" in str(said), True)
    else:
        holds(f"1 x {d_in} times {rows} x {d_out} is refused, not {made}", False)


def _derived(
    one: Mapping[str, Any], d_in: Size, d_out: Size, questions: Questions, origin: str
) -> None:
    role = one["role"]
    sizes = [one["x"], one["W"], one["shape"]]
    same("the shapes derived", sizes, [[1, d_in], [d_in, d_out], [1, d_out]])
    steps = {step["id"]: step["formulas"] for step in one["steps"]}
    same("the rule derived", steps["rule"], [f"{role} = x W_{role}"])
    outer = f"(1 x {d_in})({d_in} x {d_out}) -> 1 x {d_out}"
    same("the shape rule derived", steps["outer"], [outer])
    if "written" in steps:
        x, W = steps["written"]
        questions.add(_written_question(x, "x", f"token({d_in})"), origin)
        questions.add(_written_question(W, f"W_{role}", f"weight(w,{d_in},{d_out})"), origin)
    places: list[Size] = ["j"] if isinstance(d_out, str) else list(range(1, d_out + 1))
    same("how many entries are derived", len(steps["entry"]), len(places))
    for j, formula in zip(places, steps["entry"], strict=True):
        left, _, right = formula.partition(" = ")
        same("the entry derived", left.replace("{", "").replace("}", ""), f"{role}_{j}")
        questions.add(entry_question(right, d_in, d_out, j), origin)


def _written_question(line: str, name: str, made: str) -> str:
    """Whether a matrix that is written out has the entries of its name."""
    left, _, right = line.partition(" = ")
    same("what is written out", left, name)
    # A comma between two indices has no space behind it.
    rows = [row.split(", ") for row in right.strip("[]").split("], [")]
    return f"same(@,{matrix(rows)},{made})"


def of_symbols(block: int, origin: str, questions: Questions) -> None:
    """Ask for every mistake that can be read on symbols, each in a size of its own."""
    for mistake in CATALOGUE:
        if mistake.id in (*NUMBERS_ONLY, *WITHOUT_VALUES):
            continue
        stream = Random(f"symbols {block} {mistake.id}")
        largest = 7 if stream.random() < 0.1 else 4
        height, width = stream.randint(1, largest), stream.randint(1, largest)
        if mistake.id in ("weights-transposed", "order-swapped") and stream.random() < 0.7:
            height = width
        length = height + 1 if mistake.id == "inner-mismatch" else height
        role = stream.choice(ROLES)
        named = {"x": symbols("x", Shape(1, length))}
        named |= {f"W_{r}": symbols(f"W_{r}", Shape(height, width)) for r in ROLES}
        found = wrong_values(mistake, PROJECTIONS[role], named)
        printed = [[list(map(_printed, row)) for row in form.rows] for form in found]
        sizes = {"x": f"token({length})"}
        sizes |= {f"W_{r}": f"weight(W_{r},{height},{width})" for r in ROLES}
        call = mistake_call(mistake.id, role, sizes)
        questions.add(forms_question(call, printed), origin, mistake.id if found else "")


def _printed(entry: Any) -> Any:
    return entry if isinstance(entry, int) else text(entry)


def of_numbers(given: Mapping[str, Any], origin: str, questions: Questions) -> None:
    """Ask for the values of every mistake on an instance."""
    written = {name: matrix(rows) for name, rows in given.items()}
    fits = len(given["x"][0]) == len(given["W_q"])
    for mistake in CATALOGUE:
        if mistake.id in WITHOUT_VALUES or fits == (mistake.id == "inner-mismatch"):
            continue
        for role in ("q", "k") if mistake.id == "wrong-matrix" else ("k",):
            found = catalogue.values(mistake, role, dict(given))
            call = mistake_call(mistake.id, role, written)
            questions.add(forms_question(call, found), origin, mistake.id if found else "")


def of_claim(claim: Claim, questions: Questions) -> None:
    """Ask for a matrix that is an answer or a wrong value."""
    x, W = map(matrix, claim.operands)
    if claim.mistake in ("", *OTHER_MATRIX):
        question = product_question(x, W, claim.value)
    else:
        call = mistake_call(claim.mistake, "q", {"x": x, **dict.fromkeys(WEIGHTS, W)})
        question = f"same(@,{matrix(claim.value)},{call}[1])"
    questions.add(question, claim.origin, claim.mistake)
