"""The user's own givens: a token x and the weight matrices W_q, W_k, W_v, from a TOML file."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from qkvsym.errors import BadGivens, shown
from qkvsym.good import Numbers
from qkvsym.matrix import Matrix
from qkvsym.resources import shipped_givens
from qkvsym.rules import ROLES, TOKEN, TOKENS, weight
from qkvsym.shapes import MAX_SIZE

NAMES = (TOKEN, *(weight(role) for role in ROLES))
LARGEST_ENTRY = 9_999
_LARGEST_FILE = 16 * 1024
_DIGEST_BITS = 40

Givens = Mapping[str, Numbers]


def read_givens(path: str | Path) -> dict[str, Numbers]:
    """The givens of a TOML file: x as a list of integers, each W as a list of rows.

    `lesson`, where no file has that name, is the worked example that comes with the package.

    Raises `BadGivens`, with the file and the place, for anything else. Whether the token fits
    the matrices is a question for the kinds, some of which are about that.
    """
    return check_givens(_table(path), shown(str(path)))


def read_matrices(path: str | Path) -> dict[str, Numbers]:
    """The givens of work that was handed in: any of x, X and the weight matrices, of any sizes.

    Raises `BadGivens` as `read_givens` does.
    """
    return check_matrices(_table(path), shown(str(path)))


def _table(path: str | Path) -> Mapping[str, Any]:
    import tomllib  # seldom needed, and not free

    where = shown(str(path))
    try:
        shipped = None if Path(path).is_file() else shipped_givens(str(path))
        with (shipped or Path(path)).open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadGivens(f"the givens {where} cannot be read: {reason}") from None
    if len(data) > _LARGEST_FILE:
        raise BadGivens(f"the givens {where} are larger than {_LARGEST_FILE // 1024} KiB")
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadGivens(f"the givens {where} are not UTF-8: byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        what, _, place = str(error).partition(" (at ")
        place = f" (at {place}" if place else ""
        raise BadGivens(f"the givens {where} are not TOML: {shown(what)[1:-1]}{place}") from None
    return table


def check_matrices(
    table: Mapping[str, Any], where: str = "givens", known: Sequence[str] = (*NAMES, TOKENS)
) -> dict[str, Numbers]:
    """The matrices of a mapping from names to lists of integers, each by itself."""
    for name in table:
        if name not in known:
            raise BadGivens(
                f"{where}: {shown(name)} is not known here; there are {', '.join(known)}"
            )
    givens = {name: _matrix(table[name], name, where) for name in known if name in table}
    if "x" in givens and len(givens["x"].rows) != 1:
        raise BadGivens(f"{where}: x has {len(givens['x'].rows)} rows; a token is one row")
    return givens


def check_givens(table: Mapping[str, Any], where: str = "givens") -> dict[str, Numbers]:
    """The givens of a mapping from x, W_q, W_k and W_v to lists of integers."""
    givens = check_matrices(table, where, NAMES)
    for name in NAMES:
        if name not in givens:
            raise BadGivens(f"{where}: {name} is missing; add it as a list of integers")
    first = givens["W_q"].shape
    for name in NAMES[2:]:
        if givens[name].shape != first:
            raise BadGivens(
                f"{where}: W_q is {first} and {name} is {givens[name].shape}; "
                f"the three matrices need one shape"
            )
    return givens


def _matrix(value: Any, name: str, where: str) -> Numbers:
    if isinstance(value, Matrix):
        value = value.rows
    # A token may be written as a plain list of its entries.
    if name == "x" and isinstance(value, list | tuple) and not _has_rows(value):
        value = [value]
    if not isinstance(value, list | tuple) or not value:
        raise BadGivens(f"{where}: {name} is {shown(value)}; write it as a list of rows")
    for number, row in enumerate(value, 1):
        if not isinstance(row, list | tuple):
            raise BadGivens(f"{where}: row {number} of {name} is {shown(row)}, not a list")
        if not row:
            raise BadGivens(f"{where}: row {number} of {name} has no entries")
        if len(row) != len(value[0]):
            raise BadGivens(
                f"{where}: row {number} of {name} has {len(row)} entries and row 1 has "
                f"{len(value[0])}; all rows need one length"
            )
        for place, entry in enumerate(row, 1):
            _check_entry(entry, f"{where}: entry {place} in row {number} of {name}")
    if max(len(value), len(value[0])) > MAX_SIZE:
        raise BadGivens(
            f"{where}: {name} is {len(value)} x {len(value[0])}; sizes go from 1 to {MAX_SIZE}"
        )
    return Matrix.of(value)


def _has_rows(value: list[Any] | tuple[Any, ...]) -> bool:
    return any(isinstance(row, list | tuple) for row in value)


def _check_entry(entry: Any, place: str) -> None:
    if type(entry) is not int:
        raise BadGivens(f"{place} is {shown(entry)}; entries are whole numbers")
    if abs(entry) > LARGEST_ENTRY:
        raise BadGivens(f"{place} is too large; entries go up to {LARGEST_ENTRY}")


def digest(givens: Givens) -> int:
    """A number for the content of the givens, the same on every machine; 40 bits."""
    content = ";".join(f"{name}={givens[name].rows}" for name in NAMES)
    return int.from_bytes(sha256(content.encode()).digest()[: _DIGEST_BITS // 8], "big")
