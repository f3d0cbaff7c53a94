"""A class list: who gets a sheet of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a class list; `cells` are all columns of the list, by their headings."""

    id: str
    name: str = ""
    email: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
