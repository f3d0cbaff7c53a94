"""Worked and drawn exercises on the query, key and value projections of self-attention.

The library in six words: `derive` a formula, `generate` a worksheet, `reproduce` one from its
code, `render` either, `verify` what was written by hand, `score` what a model answers to an entry
of a data set. Everything they return is frozen.
Nothing heavy is imported before it is used: `import qkvsym` alone loads neither SymPy nor Jinja.

>>> import qkvsym
>>> sheet = qkvsym.generate("compute-projections", seed=7)
>>> print(qkvsym.render(sheet, "md", page="key").splitlines()[0])
# Answer key: Queries, keys and values of one token
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qkvsym.derivation import Derivation, DerivationStep, derive
    from qkvsym.errors import AuthorError, LearnerError, QkvsymError
    from qkvsym.exercise import Answer, Exercise, Part
    from qkvsym.judging.verdicts import Verification
    from qkvsym.judging.verification import verify
    from qkvsym.matrix import Matrix
    from qkvsym.renderer import Renderer, render
    from qkvsym.scoring.scores import Score, score, scored
    from qkvsym.shapes import Shape
    from qkvsym.spec import Spec
    from qkvsym.worksheet import Worksheet, generate, reproduce

__version__ = "1.0.0"

__all__ = [
    "Answer",
    "AuthorError",
    "Derivation",
    "DerivationStep",
    "Exercise",
    "LearnerError",
    "Matrix",
    "Part",
    "QkvsymError",
    "Renderer",
    "Score",
    "Shape",
    "Spec",
    "Verification",
    "Worksheet",
    "derive",
    "generate",
    "render",
    "reproduce",
    "score",
    "scored",
    "verify",
]

_HOMES = {
    "derivation": ("Derivation", "DerivationStep", "derive"),
    "errors": ("AuthorError", "LearnerError", "QkvsymError"),
    "exercise": ("Answer", "Exercise", "Part"),
    "judging.verdicts": ("Verification",),
    "judging.verification": ("verify",),
    "matrix": ("Matrix",),
    "renderer": ("Renderer", "render"),
    "scoring.scores": ("Score", "score", "scored"),
    "shapes": ("Shape",),
    "spec": ("Spec",),
    "worksheet": ("Worksheet", "generate", "reproduce"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"qkvsym.{module}"), name)
    raise AttributeError(f"module 'qkvsym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
