"""The files of a data set in their folder: whether they may be written there, and their end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from shutil import copyfileobj

from qkvsym.datasets import DataFile, card, file_name
from qkvsym.datasets.card import CARD_NAME
from qkvsym.distinct import Distinct
from qkvsym.errors import BadOutput, shown
from qkvsym.files import not_written
from qkvsym.manifest import FILE_NAME, Row, each_row, is_as_written
from qkvsym.renderer import Renderer
from qkvsym.runs.folder import ELSEWHERE, Folder, differs, is_file, journal_name
from qkvsym.runs.kept import check_made_so, replayed, rows_there
from qkvsym.runs.making import Entries, Made, digest
from qkvsym.runs.plan import Plan
from qkvsym.spec import code_of, items
from qkvsym.worksheet import of_spec

Finishing = Callable[[Path, Path], None]
"""Makes the data file of the lines."""


def names_of(plan: Plan, suffix: str) -> tuple[str, ...]:
    """The names of the files of a data set: the data, the card and the manifest."""
    name = file_name(code_of(plan.spec), plan.count, suffix)
    return name, CARD_NAME, journal_name(name)


def lines_of(sheet: Made) -> bytes:
    """The lines of a sheet."""
    ((_, lines),) = sheet.contents
    return lines


def whole_rows(
    rows: Iterable[tuple[Row, int]], lines: Iterable[bytes], each: int
) -> Iterator[tuple[Row, int]]:
    """The rows whose lines are there, each so many."""
    rest = iter(lines)
    for row, end in rows:
        if row.sha256 != (digest(b"".join(islice(rest, each))),):
            return
        yield row, end


@dataclass(frozen=True, slots=True)
class DataSet:
    """What a run writes into a folder, which holds no other data set: its card is the only one."""

    plan: Plan
    look: Entries
    folder: Folder
    suffix: str

    @property
    def part(self) -> Path:
        """Where the lines grow."""
        return self.folder.work / names_of(self.plan, "jsonl")[0]

    @property
    def rows(self) -> Path:
        """Where the manifest grows."""
        return self.part.with_name(journal_name(self.part.name))

    @property
    def data(self) -> Path:
        """The data file."""
        return self.folder.place / names_of(self.plan, self.suffix)[0]

    @property
    def manifest(self) -> Path:
        """The manifest of the data file."""
        return self.data.with_name(journal_name(self.data.name))

    @property
    def told(self) -> str:
        """What a message calls it."""
        return f"the data set {shown(self.data.name)} in {self.folder.shown}"

    def kinds(self) -> list[str]:
        """The kinds of the exercises of each sheet."""
        if self.plan.givens is None:
            return [name for name, _ in items(self.plan.spec)]
        return [exercise.kind for exercise in of_spec(self.plan.spec, self.plan.givens).exercises]

    def card(self) -> bytes:
        """The card."""
        plan, kinds = self.plan, self.kinds()
        return card(
            plan.spec,
            [DataFile(self.data.name, len(kinds) * plan.count)],
            sheets=plan.count,
            kinds={kind: n * plan.count for kind, n in Counter(kinds).items()},
            avoid=plan.avoid,
            renderer=Renderer(self.look.templates),
        ).encode()

    def check_place(self, met: Iterable[str]) -> bool:
        """Whether it is there already, as far as can be told from its lines.

        Raises `BadOutput` or `BadManifest` where something else would be lost.
        """
        for path in sorted(self.folder.place.glob(f"*.{FILE_NAME}")):
            if path != self.manifest and is_file(path):
                raise BadOutput(
                    f"{self.folder.shown} holds another data set, of {shown(path.name)}, and a "
                    f"folder is for one: {ELSEWHERE}"
                )
        described = self.folder.place / CARD_NAME
        if is_file(described) and _content(described) != self.card():
            raise BadOutput(
                f"{self.folder.shown} holds a {CARD_NAME} that is not the card of this data set: "
                f"{ELSEWHERE}"
            )
        if is_file(self.manifest):
            return self._is_there(met)
        if is_file(self.data):
            raise BadOutput(
                f"{self.folder.shown} holds a file {shown(self.data.name)} without its manifest: "
                f"move it away, or {ELSEWHERE}"
            )
        return False

    def _is_there(self, met: Iterable[str]) -> bool:
        rows = rows_there(self.manifest, self.plan, self.folder.place)
        found = 0
        for assignment, row, _ in replayed(rows, self.plan, Distinct(met), self.folder.place):
            if not found:
                check_made_so(row, assignment, self.plan, self.look, self.told)
            found += 1
        if found < self.plan.count or not is_as_written(self.manifest):
            raise differs(self.manifest)
        if self.suffix != "jsonl" or not is_file(self.data):
            # What a Parquet file holds is known when it is written again.
            return False
        self._check_lines()
        return True

    def _check_lines(self) -> None:
        with self.data.open("rb") as lines:
            rows = whole_rows(each_row(self.manifest), lines, len(self.kinds()))
            if sum(1 for _ in rows) < self.plan.count or lines.read(1):
                raise differs(self.data)

    def take_back(self) -> None:
        """Have the manifest beside lines that a run was stopped before it could put in place."""
        if is_file(self.manifest) and not is_file(self.rows):
            try:
                with self.manifest.open("rb") as there, self.rows.open("xb") as rows:
                    copyfileobj(there, rows)
            except OSError as error:
                raise not_written(self.rows, error) from None

    def finish(self, finishing: Finishing) -> None:
        """Put all files in their places; the data last, of which the lines are kept till then."""
        self.folder.put({CARD_NAME: self.card()})
        if not self.part.exists():
            return
        try:
            self.rows.replace(self.manifest)
            finishing(self.part, self.data)
        except OSError as error:
            raise not_written(self.data, error) from None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
