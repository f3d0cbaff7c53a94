"""What earlier runs left: whether it is this run's, and what is still whole."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from os import SEEK_END
from pathlib import Path

from qkvsym.distinct import Distinct, numbers_in, repeated
from qkvsym.errors import BadCode, BadManifest, NoInstance, shown
from qkvsym.manifest import Row, each_row, written
from qkvsym.runs.folder import ELSEWHERE
from qkvsym.runs.making import Look, Task, made
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.spec import Spec, code_of, spec_of
from qkvsym.worksheet import of_spec

_DIGEST = re.compile("[A-Z2-7]{16}")
_SHA256 = re.compile("[0-9a-f]{64}")


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
        if read is None or (read and not _ends_whole(Path(path))):
            raise BadManifest(f"{where} is cut: it ends without a whole row; name all of it")


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, SEEK_END)
        return file.read() == b"\n"


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


_REPEAT = "repeat the options of that run"


def rows_there(path: Path, plan: Plan, folder: Path) -> Iterator[tuple[Row, int]]:
    """The rows of a manifest; raises `BadManifest` where they are not of the sheets of a plan.

    All are looked at before the first of them is used for anything; their codes are not.
    """
    assignments = plan.assignments()
    found = 0
    for found, (row, _) in enumerate(each_row(path), 1):
        assignment = next(assignments, None)
        if assignment is not None:
            _check_person(assignment, row, f"{_another_run(folder)}, sheet {found}")
    if found > plan.count:
        raise BadManifest(
            f"{_another_run(folder)}: it has {found} sheets, and {plan.count} are asked for; "
            f"{_REPEAT}, or {ELSEWHERE}"
        )
    return each_row(path)


def replayed(
    rows: Iterable[tuple[Row, int]], plan: Plan, distinct: Distinct, folder: Path
) -> Iterator[Kept]:
    """The sheets of `rows_there`, as this run makes them; `distinct` remembers their numbers.

    Raises `BadManifest` at the first row that this run would not write.
    """
    both = zip(rows, plan.assignments(), strict=False)
    each: int | None = None
    for number, ((row, end), assignment) in enumerate(both, 1):
        spec = _spec_of_row(assignment, row, plan, distinct)
        if spec is None:
            raise BadManifest(
                f"{_another_run(folder)}, sheet {number}: {_other(assignment, row)}; {_REPEAT}, "
                f"or {ELSEWHERE}"
            )
        if each is None:
            each = len(numbers_in(of_spec(spec, plan.givens)))
        _check_digests(row, each, f"{_another_run(folder)}, sheet {number}")
        yield replace(assignment, spec=spec), row, end


def _check_digests(row: Row, each: int, where: str) -> None:
    """Raise `BadManifest` where a row has something else in the place of digests.

    On `each` sheet of a run as many exercises have numbers.
    """
    restore = f"restore the manifest that the run wrote, or {ELSEWHERE}"
    if len(row.numbers) != each:
        raise BadManifest(
            f"{where}: it has {len(row.numbers)} digests of numbers, where each sheet of this run "
            f"has {each}; {restore}"
        )
    if row.files and len(row.sha256) != len(row.files):
        raise BadManifest(
            f"{where}: it has {len(row.sha256)} SHA-256 of {len(row.files)} files; {restore}"
        )
    for what, form, found in (("numbers", _DIGEST, row.numbers), ("sha256", _SHA256, row.sha256)):
        for one in found:
            if not form.fullmatch(one):
                raise BadManifest(
                    f"{where}: its {what} are {shown(one)}, which is no digest; {restore}"
                )


def check_names(row: Row, names: tuple[str, ...], where: str) -> None:
    """Raise `BadManifest` where a row lists other files than these."""
    if row.files != names:
        raise _made_otherwise(where)


def check_made_so(row: Row, assignment: Assignment, plan: Plan, look: Look, where: str) -> None:
    """Raise `BadManifest` where a sheet that is there would be made otherwise today."""
    again = made(assignment, Task((assignment,), look, plan.title, plan.givens))
    check_same_row(again.row, row, where)


def check_same_row(again: bytes, row: Row, where: str) -> None:
    """Raise `BadManifest` where a sheet that was made again has another row than before."""
    if again != written(row):
        raise _made_otherwise(where)


def _made_otherwise(where: str) -> BadManifest:
    return BadManifest(
        f"{where} was made with other options, or by another version: repeat those options, "
        f"or {ELSEWHERE}"
    )


def _another_run(folder: Path) -> str:
    return f"the folder {shown(str(folder))} holds another run"


def _check_person(assignment: Assignment, row: Row, where: str) -> None:
    if row.id != assignment.id:
        raise BadManifest(
            f"{where}: it is for {shown(row.id)}, and here for {shown(assignment.id)}; "
            f"{_REPEAT} with its roster, or {ELSEWHERE}"
        )
    person = assignment.person
    here = (person.name, person.email) if person else ("", "")
    others = [
        f"the {what} of {shown(row.id)} is {shown(there)} there, and {shown(now)} here"
        for what, there, now in zip(("name", "email"), (row.name, row.email), here, strict=True)
        if there != now
    ]
    if others:
        raise BadManifest(
            f"{where}: {', and '.join(others)}; restore it in the roster, or {ELSEWHERE}"
        )


def _other(assignment: Assignment, row: Row) -> str:
    """What a row has that this run would not write."""
    code = code_of(assignment.spec)
    whose = f"it holds {shown(row.code)} for {shown(row.id)}"
    if row.code == code:
        return f"{whose}, whose numbers this run is to avoid, or has on a sheet before"
    return f"{whose}, where this run would write {shown(code)}"


def _spec_of_row(assignment: Assignment, row: Row, plan: Plan, distinct: Distinct) -> Spec | None:
    """What this run makes in the place of a row, or None where that is something else."""
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
