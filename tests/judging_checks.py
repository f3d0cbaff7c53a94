"""What a report on a drawn work must say, decided by plain loops.

The loops share no code with the package, of which only the report is looked at. A mistake has a
rival where another one gives the same result on these numbers.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from qkvsym.judging.verdicts import Line, Verification
from qkvsym.judging.verification import verify
from tests.oracles.wrong_loops import BY_LOOPS, projected
from tests.simulator import Work, right_work, wrong_work

ROLES = ("q", "k", "v")
UNDEFINED = "undefined"
SLIPS = ("slip-in-term", "slip-in-entry")
OF_SHAPES = ("length-from-rows", "shape-of-weight")
OF_ALL_ROLES = ("one-matrix-for-all", "k-v-swapped")
OTHER_MATRIX = ("wrong-matrix", *OF_ALL_ROLES)


@cache
def reports(mistake: str, start: int, stop: int) -> list[tuple[str, Work, Verification]]:
    """Drawn works, each with its name and the report; with the mistake "", right ones.

    What a text does not say is handed over beside it.
    """
    found = []
    for n in range(start, stop):
        work = wrong_work(mistake, n) if mistake else right_work(n)
        report = verify(work.text, givens=None if work.has_givens else work.givens)
        found.append((f"{mistake or 'right'}/{n}", work, report))
    return found


def misjudged(mistake: str, start: int, stop: int) -> dict[str, list[str]]:
    """What is wrong with the reports on drawn works, by the names of the works."""
    made = reports(mistake, start, stop)
    found = {name: list(problems(work, report)) for name, work, report in made}
    return {name: said for name, said in found.items() if said}


def miscounted(mistake: str, start: int, stop: int) -> dict[str, list[int]]:
    """The lines, by the names of drawn works, that are called wrong only here or only there."""
    found = {}
    for name, work, report in reports(mistake, start, stop):
        wrong = {line.line for line in report.lines if line.verdict == "wrong"}
        if wrong != set(work.seen_lines):
            found[name] = sorted(wrong ^ set(work.seen_lines))
    return found


def problems(work: Work, report: Verification) -> Iterator[str]:
    """What is wrong with a report; nothing where it is as it must be."""
    for line in report.lines:
        if line.verdict == "not-understood":
            yield f"line {line.line} is not understood: {line.reason}"
    if not work.mistake and report.exit_code != 0:
        yield f"the exit code is {report.exit_code}; {report.missing} is missing"
    missing = [role for role in ROLES if role not in work.results]
    if [name for name in report.missing if name != "shape"] != missing:
        yield f"missing {report.missing}, not {missing}"
    first = report.first_wrong.line if report.first_wrong else None
    expected = min(work.seen_lines, default=None)
    if first != expected:
        yield f"the first wrong line is {first}, not {expected}"
    elif first is not None:
        (line,) = (line for line in report.lines if line.line == first)
        yield from _problems_of_names(work, line)


def _problems_of_names(work: Work, line: Line) -> Iterator[str]:
    named = [found.id for found in line.mistakes]
    others = rivals(work, work.seen_lines[line.line])
    if work.mistake not in named and not (work.mistake in SLIPS and named):
        yield f"line {line.line} names {named}"
    if not {*named} <= {work.mistake, *others}:
        yield f"line {line.line} names {named}, and only {others} give the same"
    confidence = "only" if len(named) == 1 else "several"
    if any(found.confidence != confidence for found in line.mistakes):
        yield f"line {line.line} does not say how sure {named} are"


def rivals(work: Work, role: str) -> list[str]:
    """The other mistakes that give what the work has for a role, and explain as many roles."""
    if work.mistake in OF_SHAPES:
        given = _shapes(work, role)
        return [m for m in given if m != work.mistake and work.shapes[role] in given[m]]
    least = 1 if work.mistake in SLIPS else len(explained(work, work.mistake))
    found = [
        mistake
        for mistake in BY_LOOPS
        if mistake != work.mistake and role in explained(work, mistake)
        if len(explained(work, mistake)) >= least
    ]
    return [*found, *_slips(work, role)]


def explained(work: Work, mistake: str) -> list[str]:
    """The roles on which something is wrong and whose result is what a mistake gives.

    One of all roles gives all of them or none.
    """
    given = {role: forms(work, mistake, role) for role in ROLES if role in work.results}
    fitting = [role for role, found in given.items() if rows_of(work.results[role]) in found]
    if mistake in OF_ALL_ROLES and len(fitting) < sum(map(bool, given.values())):
        return []
    return [role for role in fitting if role in work.seen_lines.values()]


def forms(work: Work, mistake: str, role: str) -> list[Any]:
    """The results that a mistake gives for a role, as the loops have them."""
    (x,), W = work.givens["x"], work.givens[f"W_{role}"]
    if len(x) == len(W):
        same = all(len(work.givens[f"W_{each}"]) == len(x) for each in ROLES)
        if mistake.startswith("three-") and not same:
            return []
        if mistake not in OTHER_MATRIX or same:
            return [rows_of(found) for found in BY_LOOPS[mistake](role, work.givens)]
    if mistake in OTHER_MATRIX:
        others = {"one-matrix-for-all": {"k": "q", "v": "q"}, "k-v-swapped": {"k": "v", "v": "k"}}
        letters = others.get(mistake, dict.fromkeys(ROLES, ROLES)).get(role, ())
        weights = [work.givens[f"W_{letter}"] for letter in letters if letter != role]
        return [rows_of([projected(x, each)]) for each in weights if len(each) == len(x)]
    return []


def rows_of(value: Any) -> Any:
    """A result as rows of exact numbers; a number is a matrix of one entry."""
    if value == UNDEFINED or value == []:
        return UNDEFINED
    rows = value if isinstance(value, list) else [[value]]
    return [[Fraction(entry) for entry in row] for row in rows]


def _slips(work: Work, role: str) -> list[str]:
    """A product with a zero that is not taken for zero looks like a slip, where it is alone."""
    if work.mistake != "zero-kept":
        return []
    columns = zip(*work.givens[f"W_{role}"], strict=True)
    alone = any(column.count(0) == 1 for column in columns)
    return ["slip-in-term"] if alone else []


def _shapes(work: Work, role: str) -> dict[str, list[tuple[int, int]]]:
    """The shapes that the mistakes about shapes give for a role."""
    W = work.givens[f"W_{role}"]
    height, width = len(W), len(W[0])
    return {
        "length-from-rows": [(1, height)],
        "shape-of-weight": [(height, width)],
        "values-not-shape": [(width, 1)],
        "three-joined": [(1, 3 * width)],
    }
