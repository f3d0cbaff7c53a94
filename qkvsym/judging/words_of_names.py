"""Products of names, read without numbers: x W_q, W_q x, x W_q^T, x W_q + x W_k.

A rule read on such names gives the formula that it stands for, so a wrong formula points to its
mistake even where it cannot be worked out on the sizes at hand.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from qkvsym.mistakes import CATALOGUE
from qkvsym.reading.syntax import Add, Mul, Neg, Node, Ref, Transpose
from qkvsym.rules import Step, apply, weight
from qkvsym.shapes import Shape

Word = tuple[tuple[str, bool], ...]
"""Names in order, each with whether it is transposed."""


class Formulas:
    """A sum of products of names; `@`, `.T` and `+` work on it as on matrices."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = Counter(words)

    def __matmul__(self, other: "Formulas") -> "Formulas":
        return Formulas(
            left + right for left in self.words.elements() for right in other.words.elements()
        )

    def __add__(self, other: "Formulas") -> "Formulas":
        return Formulas([*self.words.elements(), *other.words.elements()])

    @property
    def T(self) -> "Formulas":
        """The transposed formula: every product backwards, every name transposed."""
        return Formulas(
            tuple((name, not turned) for name, turned in reversed(word))
            for word in self.words.elements()
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formulas) and self.words == other.words


def formula_of(node: Node, role: str) -> Formulas | None:
    """The formula of a member that is made of names only; None for another."""
    if isinstance(node, Ref) and not node.indices:
        name = weight(role) if node.name == "W" else node.name
        return Formulas([((name, False),)])
    if isinstance(node, Transpose):
        body = formula_of(node.body, role)
        return None if body is None else body.T
    if isinstance(node, Mul | Add):
        parts = node.factors if isinstance(node, Mul) else node.terms
        made = [formula_of(part, role) for part in parts]
        total = made[0]
        for part in made[1:]:
            if total is None or part is None:
                return None
            total = total @ part if isinstance(node, Mul) else total + part
        return total
    return None


def mistakes_written(node: Node, step: Step, names: Iterable[str]) -> list[str]:
    """The ids of the mistakes whose formula is what a member writes by names."""
    formula = formula_of(node, step.result)
    if formula is None or isinstance(node, Neg | Ref):
        return []
    token = step.operands[0]
    known = {name: Formulas([((name, False),)]) for name in (token, *names)}
    found: dict[str, None] = {}
    # Sizes on which one order of the factors or the other can be formed; the formula is the same.
    for d_in, d_out in ((2, 2), (2, 1)):
        shapes = {n: Shape(1, d_in) if n == token else Shape(d_in, d_out) for n in known}
        for mistake in CATALOGUE:
            for wrong in mistake.values(step, shapes):
                if _read(wrong, known) == formula:
                    found[mistake.id] = None
    return list(found)


def _read(step: Step, known: dict[str, Any]) -> Formulas | None:
    try:
        made = apply(step, known)
    except (AttributeError, TypeError, ValueError):
        # The rule looks at entries, which a formula of names does not have.
        return None
    return made if isinstance(made, Formulas) else None
