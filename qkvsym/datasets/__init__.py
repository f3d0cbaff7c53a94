"""Data sets for programs: one entry for each exercise, as JSON lines or Parquet, with a card."""

from qkvsym.datasets.card import DataFile, card
from qkvsym.datasets.entry import entries, entry_lines, file_name
from qkvsym.datasets.parquet import ParquetFile

__all__ = ["DataFile", "ParquetFile", "card", "entries", "entry_lines", "file_name"]
