"""Entries as Parquet, through pyarrow: written in row groups, so that memory stays flat.

Scalars are columns of their own; what is nested (givens, facts, parts, unseen) is JSON in a column
of text, for its types differ from entry to entry.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from qkvsym.errors import BadOption, BadOutput
from qkvsym.files import not_written

ROWS_A_GROUP = 5_000

NESTED = ("givens", "facts", "parts", "unseen")
"""The columns whose text is JSON."""


class ParquetFile:
    """A Parquet file that lines of a data set are added to; `close` writes what is left.

    `target` is a path, or a file that is open for writing bytes. Raises `BadOption` where pyarrow
    is not installed, and `BadOutput` where the file cannot be written.
    """

    def __init__(self, target: str | Path | IO[bytes]) -> None:
        self._target = str(target) if isinstance(target, Path) else target
        self._arrow, parquet = _pyarrow()
        self._schema = _schema(self._arrow)
        self._rows: list[dict[str, Any]] = []
        try:
            self._writer = parquet.ParquetWriter(self._target, self._schema, compression="zstd")
        except OSError as error:
            raise self._refused(error) from None

    def add(self, lines: Iterable[bytes]) -> None:
        """Add lines of `entry_lines`, or of a JSONL file of them."""
        for line in lines:
            self._rows.append(row_of(json.loads(line)))
            if len(self._rows) == ROWS_A_GROUP:
                self._write()

    def close(self) -> None:
        """Write the rows that are left, and the end of the file."""
        try:
            if self._rows:
                self._write()
        finally:
            self._close()

    def __enter__(self) -> "ParquetFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._close()

    def _write(self) -> None:
        table = self._arrow.Table.from_pylist(self._rows, schema=self._schema)
        try:
            self._writer.write_table(table)
        except OSError as error:
            raise self._refused(error) from None
        self._rows = []

    def _close(self) -> None:
        try:
            self._writer.close()
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> BadOutput:
        of = self._target
        name = of if isinstance(of, str) else getattr(of, "name", "of Parquet")
        return not_written(name, error)


def row_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as a row: what is nested as JSON."""
    return {**entry, **{name: json.dumps(entry[name]) for name in NESTED}}


def entry_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The entry that a row holds.

    >>> entry = {"id": "A.1", "givens": {}, "facts": {}, "parts": [{"id": "q"}], "unseen": []}
    >>> entry_of(row_of(entry)) == entry
    True
    """
    return {**row, **{name: json.loads(row[name]) for name in NESTED}}


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadOption(
            "Parquet needs pyarrow, which is not installed: pip install 'qkvsym[data]', "
            "or take --format jsonl"
        ) from None
    return pyarrow, pyarrow.parquet


def _schema(arrow: Any) -> Any:
    text, whole = arrow.string(), arrow.int32()
    metadata = arrow.struct(
        [
            ("seed", arrow.uint64()),
            ("sheet", whole),
            ("d_in", whole),
            ("d_out", whole),
            ("entries", arrow.list_(whole)),
            ("role", text),
            ("any_instance", arrow.bool_()),
            ("convention", text),
            ("qkvsym", text),
        ]
    )
    columns = [
        *(("version", whole), ("id", text), ("code", text), ("exercise", whole)),
        *((name, text) for name in ("kind", "level", "prompt", "reference", "shortened")),
        ("mistakes", arrow.list_(text)),
        *((name, text) for name in NESTED),
        ("metadata", metadata),
    ]
    return arrow.schema(columns)
