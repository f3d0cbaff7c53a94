"""The names that a line may use: those of the exercise, and no other."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from qkvsym.rules import ROLES
from qkvsym.shapes import Size

SIZES: Mapping[str, str] = {
    **dict.fromkeys(("d_in", "d_model"), "d_in"),
    **dict.fromkeys(("d_out", "d_q", "d_k", "d_v"), "d_out"),
}
"""The names of sizes, and which of the two sizes of a matrix each is."""

WRITTEN_OUT: Mapping[str, str] = {"query": "q", "key": "k", "value": "v"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The sizes of the exercise as far as they are known, and what its token is called.

    A name of a size that is not among `sizes` stays a name. `token` is x for one, X for several,
    and empty while that is not known. `row_asked` says that an answer without a name is a row, so
    that numbers side by side are one.
    """

    sizes: Mapping[str, Size] = field(default_factory=dict)
    token: str = ""
    row_asked: bool = False

    def size(self, name: str) -> Size | None:
        """What a name of a size stands for; None where it is none."""
        return self.sizes.get(name, SIZES.get(name))

    def needs_comma(self) -> bool:
        """Whether two indices side by side could be one number."""
        return any(isinstance(size, int) and size > 9 for size in self.sizes.values())


def role_of(word: str) -> str | None:
    """The role that an index of W names: q, Q, query; None for no role."""
    lower = word.lower()
    role = WRITTEN_OUT.get(lower, lower)
    return role if role in ROLES else None
