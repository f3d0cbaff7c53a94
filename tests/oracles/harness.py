"""One block of the harness: exercises drawn, every value on them worked out again, and a tally."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import qkvsym
from qkvsym.datasets.entry import entries
from qkvsym.errors import NoInstance
from tests.oracles import catalogue, questions
from tests.oracles.batches import NUMPY, Batches, Route, claims_of, unequal
from tests.oracles.checks import check_as_it_is, check_exercise, check_taken
from tests.oracles.drawn import Draw, draw
from tests.oracles.facts import check_facts, check_figures
from tests.oracles.loops import Rows, holds
from tests.oracles.maxima import wrong_answers
from tests.oracles.questions import Questions

BLOCK = 10_000
"""How many exercises a block has; draw n of a block is the same on every run."""

ATTEMPTS = 4
"""How often a draw is tried before it is given up."""

_EXERCISES_A_NUMBER = 100
_EXERCISES_AN_INSTANCE = 100
_EXERCISES_A_DERIVATION = 100
_PROBLEMS_KEPT = 20


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes beside loops and NumPy: the layers of PyTorch, if any, and whether Maxima."""

    layers: Mapping[str, Route] | None
    maxima: bool

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        torch = () if self.layers is None else ("torch",)
        return (*torch, *(("maxima",) if self.maxima else ()))


@dataclass(slots=True)
class Tally:
    """What was checked, what of all there is was drawn, and what did not agree."""

    counts: Counter[str] = field(default_factory=Counter)
    covered: Counter[Any] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what another block found."""
        self.counts += other.counts
        self.covered += other.covered
        self.problems = (self.problems + other.problems)[:_PROBLEMS_KEPT]

    def wrong(self, what: str, origin: str) -> None:
        """Note what does not agree, and what reproduces it."""
        self.counts["mismatches"] += 1
        if len(self.problems) < _PROBLEMS_KEPT:
            self.problems.append(f"MISMATCH: {what}\n  reproduce: {origin}")


class Block:
    """The first `count` exercises of a block, and all that belongs to them."""

    def __init__(self, number: int, count: int, routes: Routes) -> None:
        self._number = number
        self._count = count
        self._routes = routes
        self._again = f"python -m tests.oracles {count} --start {number}"
        self._printed = Batches()
        self._catalogue = Batches()
        self._questions = Questions()
        self.tally = Tally()

    def checked(self) -> Tally:
        """Check all of it."""
        started = process_time()
        self._exercises()
        self._instances()
        self._arrays(self._printed, NUMPY, "numpy")
        if self._routes.layers is not None:
            self._arrays(self._printed, self._routes.layers, "torch")
            self._arrays(self._catalogue, self._routes.layers, "torch")
        if self._routes.maxima:
            self._symbols()
            self._answers()
        self.tally.counts["milliseconds"] += round(1000 * (process_time() - started))
        return self.tally

    def _guarded(self, origin: str, check: Callable[[], None]) -> None:
        """Run a check; whatever it raises is something that does not agree."""
        try:
            check()
        except Exception as error:
            self.tally.wrong(f"{type(error).__name__}: {error}", origin)

    # Exercises

    def _exercises(self) -> None:
        n = 0
        while self.tally.counts["exercises"] < self._count and n < 3 * self._count:
            for attempt in range(ATTEMPTS):
                if self._sheet(draw(self._number, n, attempt)):
                    break
            n += 1
        self._guarded(self._again, self._all_drawn)

    def _all_drawn(self) -> None:
        holds(
            "as many exercises are drawn as were asked for",
            self.tally.counts["exercises"] >= self._count,
        )

    def _sheet(self, drawn: Draw) -> bool:
        """Draw a sheet and check its exercises; whether there is one."""
        try:
            sheet = drawn.sheet()
        except NoInstance:
            self.tally.counts["refused"] += 1
            return False
        except Exception as error:
            self.tally.wrong(f"{type(error).__name__}: {error}", f"qkvsym.generate for {drawn}")
            return True
        origin = command(sheet.code, drawn.given)
        self.tally.counts["sheets"] += 1
        self._guarded(origin, lambda: self._of_sheet(sheet, drawn, origin))
        return True

    def _of_sheet(self, sheet: qkvsym.Worksheet, drawn: Draw, origin: str) -> None:
        shown: set[str] = set()
        for exercise, typed in zip(entries(sheet), sheet.exercises, strict=True):
            if self.tally.counts["exercises"] >= self._count:
                return
            shown |= {*exercise["mistakes"]}
            place = f"{origin}  (exercise {exercise['exercise']})"
            self._guarded(place, lambda one=exercise, at=place: self._exercise(one, drawn, at))
            self.tally.counts["drawings"] += len(typed.figures)
            self._guarded(place, lambda one=exercise, two=typed: check_figures(one, two.figures))
        holds("every mistake asked for is shown", {*drawn.options.get("mistakes", ())} <= shown)

    def _exercise(self, exercise: dict[str, Any], drawn: Draw, origin: str) -> None:
        counts = self.tally.counts
        counts["exercises"] += 1
        self._cover(exercise, drawn)
        (check_exercise if drawn.is_good else check_as_it_is)(exercise)
        check_facts(exercise)
        if drawn.given is not None:
            check_taken(exercise, drawn.given)
        for part in exercise["parts"]:
            counts["answers"] += part["answer"]["type"] != "text"
            counts["wrong values"] += len(part["wrong"])
            counts["worked lines"] += len(part["steps"])
        asked = counts["exercises"] % _EXERCISES_A_NUMBER == 0
        for claim in claims_of(exercise, origin):
            self._printed.add(claim)
            if asked:
                questions.of_claim(claim, self._questions)
        if exercise["kind"] == "derive-formula":
            questions.of_formulas(exercise, origin, self._questions)

    def _cover(self, exercise: Mapping[str, Any], drawn: Draw) -> None:
        kind, metadata = exercise["kind"], exercise["metadata"]
        covered = [
            ("kind", kind),
            ("level", kind, exercise["level"]),
            ("numbers", kind, drawn.sort),
            ("role", kind, metadata["role"]),
            ("d_in", metadata["d_in"]),
            ("d_out", metadata["d_out"]),
            *(("target", kind, name) for name in exercise["mistakes"]),
            *(("wrong", one["mistake"]) for part in exercise["parts"] for one in part["wrong"]),
        ]
        self.tally.covered.update(covered if drawn.kinds else [*covered, ("lesson", drawn.sort)])

    # The catalogue, and the routes that take many at once

    def _instances(self) -> None:
        for n in range(max(16, self._count // _EXERCISES_AN_INSTANCE)):
            given = catalogue.instance(self._number, n)
            exact = catalogue.as_fractions(given) if n % 5 == 1 else given
            self._guarded(self._again, lambda given=exact, n=n: self._instance(given, n))

    def _instance(self, given: dict[str, Any], n: int) -> None:
        whole = n % 5 != 1
        for claim in catalogue.checked(given, self._again, self.tally.covered):
            self.tally.counts["values of the catalogue"] += 1
            if whole:
                self._catalogue.add(claim)
        if n % 12 < 3 and self._routes.maxima:
            questions.of_numbers(given, self._again, self._questions)

    def _arrays(self, batches: Batches, routes: Mapping[str, Route], name: str) -> None:
        for claim, made in unequal(batches, routes):
            self.tally.counts[f"products by {name}"] += 1
            self.tally.covered[name, claim.mistake] += 1
            if made is not None:
                what = f"{claim.mistake or 'the answer'} for {claim.operands}"
                said = f"{what}: printed is {claim.value}, with {name} {made.tolist()}"
                self.tally.wrong(said, claim.origin)

    def _symbols(self) -> None:
        for n in range(max(10, self._count // _EXERCISES_A_DERIVATION)):
            self._guarded(
                self._again,
                lambda n=n: questions.of_derivation(self._number, n, self._questions),
            )
        self._guarded(
            self._again, lambda: questions.of_symbols(self._number, self._again, self._questions)
        )

    def _answers(self) -> None:
        asked = self._questions.asked

        def answered() -> None:
            for n, said in wrong_answers(list(asked)).items():
                question = list(asked)[n]
                self.tally.wrong(f"Maxima says no to {question}: {said}", asked[question][0])
            self.tally.counts["identities by maxima"] += len(asked)
            self.tally.covered.update(("maxima", mistake) for _, mistake in asked.values())

        self._guarded(self._again, answered)


def command(code: str, given: Mapping[str, Rows] | None) -> str:
    """The command that makes a sheet again; one of given numbers writes them for itself."""
    made = f"qkvsym generate --code {code} --format json --out -"
    if given is None:
        return made
    lines = "".join(f"{name} = {rows}\\n" for name, rows in given.items())
    return f"{made} --given <(printf '{lines}')"


def blocks(count: int, start: int) -> Iterator[tuple[int, int]]:
    """The numbers of the blocks that hold so many exercises, and how many each of them has."""
    whole, rest = divmod(count, BLOCK)
    yield from ((start + n, BLOCK) for n in range(whole))
    if rest:
        yield start + whole, rest
