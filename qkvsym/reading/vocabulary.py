"""The names that a line may use: those of the exercise, and no other."""

from dataclasses import dataclass

from qkvsym.rules import ROLES
from qkvsym.shapes import Size

INPUT_SIZES = frozenset({"d_in", "d_model"})
OUTPUT_SIZES = frozenset({"d_out", "d_k", "d_q", "d_v"})
WRITTEN_OUT = {"query": "q", "key": "k", "value": "v"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The sizes of the exercise as far as they are known, and the roles whose matrix is given.

    Names of sizes stand for the sizes themselves: d_in and d_out stay names where nothing says
    how large they are.
    """

    d_in: Size = "d_in"
    d_out: Size = "d_out"
    roles: tuple[str, ...] = ROLES
    batch: bool = False
    biased: bool = False

    def size(self, name: str) -> Size | None:
        """What a name of a size stands for; None where it is none."""
        if name in INPUT_SIZES:
            return self.d_in
        return self.d_out if name in OUTPUT_SIZES else None

    def needs_comma(self) -> bool:
        """Whether two indices side by side could be one number."""
        return any(isinstance(size, int) and size > 9 for size in (self.d_in, self.d_out))


def role_of(word: str) -> str | None:
    """The role that an index of W names: q, Q, query; None for no role."""
    lower = word.lower()
    role = WRITTEN_OUT.get(lower, lower)
    return role if role in ROLES else None
