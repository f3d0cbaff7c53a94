"""The card of a data set: what it is, its fields, how it was made, and how to grade answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import join
from typing import Any

from qkvsym import __version__
from qkvsym.exercise import line
from qkvsym.renderer import Renderer, built_in
from qkvsym.spec import Spec, code_of

CARD_NAME = "README.md"
"""The name under which a card stands beside its data, for those who host data sets look there."""

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set: its name, and how many entries it holds."""

    name: str
    entries: int


def card(
    spec: Spec,
    files: Sequence[DataFile],
    *,
    sheets: int,
    kinds: Mapping[str, int],
    avoid: Sequence[str] = (),
    renderer: Renderer | None = None,
) -> str:
    """The card of a data set as Markdown with a head in YAML.

    `spec` is that of the first sheet, `sheets` how many there are, and `kinds` how many entries
    there are of each kind; `avoid` are the manifests of earlier runs whose numbers do not come
    again. Raises `BadTemplate`.
    """
    renderer = renderer or built_in()
    total = max((file.entries for file in files), default=0)
    values: dict[str, Any] = {
        "code": code_of(spec),
        "files": files,
        "total": total,
        "size": next((name for limit, name in _SIZES if total < limit), "n>100M"),
        "sheets": sheets,
        "kinds": [
            (name, renderer.title_of(f"kinds/{name}"), count)
            for name, count in sorted(kinds.items())
        ],
        "command": command_of(
            spec, sheets, [file.name.rpartition(".")[2] for file in files], avoid
        ),
        "own_givens": spec.given is not None,
        "version": __version__,
        "convention": renderer.plain(line("convention", file="sheet")),
    }
    return renderer.report("card", values)


def command_of(spec: Spec, sheets: int, formats: Sequence[str], avoid: Sequence[str] = ()) -> str:
    """The command that makes the sheets of a spec again.

    >>> command_of(Spec(kinds=("predict-shape",), d_in=3, seed=7), 20, ["jsonl"])
    'qkvsym generate predict-shape --seed 7 --count 20 --d-in 3 --format jsonl'
    """
    asked = ["--code", code_of(spec)] if spec.sheet != 1 else _options(spec, sheets)
    given = ["--given", "FILE.toml"] if spec.given is not None else []
    wanted = [word for name in formats for word in ("--format", name)]
    clear = [word for path in avoid for word in ("--avoid", path)]
    return join(["qkvsym", "generate", *asked, *given, *clear, *wanted])


def _options(spec: Spec, sheets: int) -> list[str]:
    named = {
        "--level": spec.level,
        "--seed": spec.seed,
        "--count": sheets,
        "--d-in": spec.d_in,
        "--d-out": spec.d_out,
        "--entries": "{}:{}".format(*spec.entries) if spec.entries else None,
        "--role": spec.role,
    }
    mistakes = [word for name in spec.mistakes for word in ("--mistake", name)]
    words = [
        word
        for option, value in named.items()
        if value is not None
        for word in (option, str(value))
    ]
    any_instance = ["--any-instance"] if spec.any_instance else []
    return [*spec.kinds, *mistakes, *words, *any_instance]
