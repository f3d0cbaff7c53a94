"""What workers made, in the order of the plan and without numbers that were met before."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from qkvsym.distinct import Distinct
from qkvsym.errors import NoInstance
from qkvsym.runs.making import Look, Made, Outcome, Task, new_run
from qkvsym.runs.plan import Assignment, Plan
from qkvsym.runs.workers import Finish, Workers


def tasks_of(plan: Plan, look: Look, size: int, start: int = 0) -> Iterator[Task]:
    """The tasks of a plan behind its first `start` sheets, so many sheets each."""
    assignments, run = plan.assignments(start), new_run()
    while taken := tuple(islice(assignments, size)):
        yield Task(taken, look, plan.title, plan.givens, run)


def in_order(tasks: Iterable[Task], workers: Workers) -> Iterator[tuple[Task, Sequence[Outcome]]]:
    """What came of each task, in their order; few are begun ahead of their turn."""
    waiting: deque[tuple[Task, Finish]] = deque()
    for task in tasks:
        waiting.append((task, workers.begin(task)))
        while len(waiting) > workers.ahead:
            begun, finish = waiting.popleft()
            yield begun, finish()
    for begun, finish in waiting:
        yield begun, finish()


def made_in_order(tasks: Iterable[Task], workers: Workers, distinct: Distinct) -> Iterator[Made]:
    """The sheets of all tasks, those anew whose numbers were met before.

    Raises the error of a sheet in its turn. Which numbers a sheet has is decided here, one after
    the other; what is made of them is for the workers again.
    """
    waiting: deque[tuple[list[Outcome | None], Finish | None]] = deque()
    for task, outcomes in in_order(tasks, workers):
        found: list[Outcome | None] = list(outcomes)
        anew = _settled(task, found, distinct)
        waiting.append((found, workers.begin(anew) if anew.assignments else None))
        # Where nothing is made anew nothing is waited for.
        while waiting and (waiting[0][1] is None or len(waiting) > workers.ahead):
            yield from _merged(*waiting.popleft())
    for found, finish in waiting:
        yield from _merged(found, finish)


def _settled(task: Task, found: list[Outcome | None], distinct: Distinct) -> Task:
    """What is to be made anew, in the places in `found` that are left empty."""
    anew: list[Assignment] = []
    for place, (assignment, outcome) in enumerate(zip(task.assignments, found, strict=False)):
        if isinstance(outcome, Made):
            if task.givens is not None or distinct.take(outcome.numbers):
                continue
        elif task.givens is not None or not isinstance(outcome, NoInstance):
            break
        try:
            spec = distinct.settled(assignment.spec)
        except NoInstance as none_left:
            found[place:] = [none_left]
            break
        anew.append(replace(assignment, spec=spec))
        found[place] = None
    return replace(task, assignments=tuple(anew))


def _merged(found: Iterable[Outcome | None], finish: Finish | None) -> Iterator[Made]:
    anew = iter(finish() if finish else ())
    for outcome in found:
        made = next(anew) if outcome is None else outcome
        if isinstance(made, Exception):
            raise made
        yield made
