"""What earlier runs left: whether it is this run's, and what is still whole."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from qkvsym.distinct import Distinct, numbers_in, repeated
from qkvsym.errors import BadCode, BadManifest, NoInstance, shown
from qkvsym.manifest import Row, each_row
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.spec import Spec, code_of, spec_of
from qkvsym.worksheet import of_spec

_DIGEST = re.compile("[A-Z2-7]{16}")


def numbers_met(manifests: Iterable[str | Path]) -> Iterator[str]:
    """The digests of all numbers of earlier runs; raises `BadManifest`."""
    for path in manifests:
        where = f"the manifest {shown(str(path))}"
        read: int | None = None
        for row, end in each_row(path):
            read = end
            try:
                yield from _digests(row, where) or repeated([row.code])
            except BadCode as error:
                raise BadManifest(f"{where}: {error}") from None
        # Behind the rows of a manifest in another form no byte is known.
        if read is None or 0 < read < Path(path).stat().st_size:
            raise BadManifest(f"{where} is cut: it ends without a whole row; name all of it")


def _digests(row: Row, where: str) -> tuple[str, ...]:
    for numbers in row.numbers:
        if not _DIGEST.fullmatch(numbers):
            raise BadManifest(
                f"{where}: {shown(numbers)} is no digest of numbers; name a manifest that the run "
                f"wrote, or leave that column empty"
            )
    return row.numbers


Kept = tuple[Assignment, Row, int]
"""A sheet that is there, its row, and the byte behind that in the manifest."""


def replayed(
    rows: Iterable[tuple[Row, int]], plan: Plan, distinct: Distinct, where: str
) -> Iterator[Kept]:
    """The sheets of rows, as this run makes them; `distinct` remembers their numbers.

    Raises `BadManifest` at the first row that this run would not write.
    """
    assignments = plan.assignments()
    for number, (row, end) in enumerate(rows, 1):
        assignment = next(assignments, None)
        if assignment is None:
            raise BadManifest(
                f"{where} has more sheets than the {plan.count} that are asked for; "
                f"choose another folder with --out"
            )
        spec = _spec_of_row(assignment, row, plan, distinct)
        if spec is None:
            raise BadManifest(
                f"{where}, sheet {number}: it holds {_named(row.id, row.code)}, where this run "
                f"would write {_named(assignment.id, code_of(assignment.spec))}; "
                f"repeat the options of that run, or choose another folder with --out"
            )
        yield replace(assignment, spec=spec), row, end


def _named(id: str, code: str) -> str:
    return f"{shown(code)} for {shown(id)}"


def _spec_of_row(assignment: Assignment, row: Row, plan: Plan, distinct: Distinct) -> Spec | None:
    """What this run makes in the place of a row, or None where that is something else."""
    person = assignment.person
    whose = (assignment.id, person.name, person.email) if person else (assignment.id, "", "")
    if (row.id, row.name, row.email) != whose:
        return None
    if row.code == code_of(assignment.spec):
        is_new = plan.givens is not None or distinct.take(row.numbers)
        return assignment.spec if is_new else None
    if not _is_variant(row.code, assignment.spec) or _is_new_as_drawn(assignment.spec, distinct):
        return None
    try:
        settled = distinct.settled(assignment.spec)
    except NoInstance:
        return None
    return settled if code_of(settled) == row.code else None


def _is_variant(code: str, spec: Spec) -> bool:
    try:
        return replace(spec_of(code), variants=()) == spec
    except BadCode:
        return False


def _is_new_as_drawn(spec: Spec, distinct: Distinct) -> bool:
    try:
        return distinct.take(numbers_in(of_spec(spec)))
    except NoInstance:
        return False
