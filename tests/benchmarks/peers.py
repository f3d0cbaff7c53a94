"""What each peer does for the common job of `test_peers.py`, called as its own documents call it.

Each is imported when it is asked for, so that one that is not installed keeps no other away.
QuizGenerator is under the GPL (3 or later), mathgenerator and CheckIt under MIT, SymPy and Jinja
under BSD licences.
"""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import sympy

Range = tuple[int, int]
"""The lowest and the highest entry."""

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """What one package does for a variant: `write` takes its number and the range of entries.

    `space` is how many instances there are for entries from 0 to 1, and 0 where no repeated ones
    are counted. `sums` says whether the answer has its sums worked out.
    """

    name: str
    write: Callable[[int, Range], str]
    space: int = 512
    sums: bool = True
    note: str = ""


PLAIN = r"""{% macro matrix(m) -%}
\begin{bmatrix}
{%- for i in range(m.rows) %}{% if i %} \\{% endif %}
{%- for j in range(m.cols) %}{% if j %} &{% endif %} {{ m[i, j] }}{% endfor %}
{%- endfor %} \end{bmatrix}
{%- endmacro %}
# Variant {{ n }}

Compute $y = x W$.

$$
x = {{ matrix(x) }} \qquad W = {{ matrix(W) }}
$$

## Answer

{% for sum in sums %}
- $y_{{ loop.index }} = {{ sum }} = {{ y[loop.index0] }}$
{% endfor %}

$$
y = {{ matrix(y) }}
$$
"""


def with_sympy() -> Job:
    """SymPy's matrices and one Jinja template: what a teacher who programs would write."""
    template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(PLAIN)

    def write(n: int, entries: Range) -> str:
        source = random.Random(n)
        x = sympy.Matrix(1, 3, lambda i, j: source.randint(*entries))
        W = sympy.Matrix(3, 2, lambda i, j: source.randint(*entries))
        columns = [[rf"{x[0, i]} \cdot {W[i, j]}" for i in range(3)] for j in range(2)]
        return template.render(n=n, x=x, W=W, y=x * W, sums=[" + ".join(c) for c in columns])

    return Job(f"SymPy {sympy.__version__} with Jinja", write, note="a template of our own")


def with_quizgenerator() -> Job:
    """Its own question on the product of two matrices: the question, and the explanation."""
    # Or it writes its log into the folder `out` of the project that it is run in.
    os.environ["QUIZGEN_FILE_LOGGING"] = "0"
    from QuizGenerator.generation.premade_questions.cst463.math_and_data import matrix_questions

    def question(entries: Range) -> Any:
        sizes = {"min_size": 1, "rows_a": 1, "cols_a": 3, "cols_b": 2}
        low, high = entries
        return matrix_questions.MatrixMultiplication(
            name="product", points_value=1, min_value=low, max_value=high, **sizes
        )

    # A quiz makes its questions once, and instances of them for every variant.
    questions = {entries: question(entries) for entries in ((-5, 5), (0, 1))}

    def write(n: int, entries: Range) -> str:
        made = questions[entries].instantiate(rng_seed=n)
        return "\n".join(part.render("markdown") for part in (made.body, made.explanation))

    return Job(f"QuizGenerator {version('QuizGenerator')}", write)


def with_mathgenerator() -> Job:
    """Its product of two matrices, of 2x2 and 2x2: it has none of one row, and no lowest entry."""
    from mathgenerator.funcs.algebra.matrix_multiplication import matrix_multiplication

    def write(n: int, entries: Range) -> str:
        return "\n".join(matrix_multiplication(maxVal=entries[1], max_dim=2))

    return Job(
        f"mathgenerator {version('mathgenerator')}",
        write,
        space=3**8,
        sums=False,
        note="2x2 times 2x2; no steps, no seed; -1 is an entry too",
    )


SPATEXT = r"""<?xml version='1.0' encoding='UTF-8'?>
<knowl mode="exercise" xmlns="https://spatext.clontz.org" version="0.2">
    <content>
        <p>Compute <m>y = x W</m>.</p>
        <p><me>x = {{x}} \qquad W = {{W}}</me></p>
    </content>
    <outtro>
        {{#sums}}<p><m>{{left}} = {{sum}} = {{value}}</m></p>{{/sums}}
        <p><me>y = {{y}}</me></p>
    </outtro>
</knowl>
"""


def with_checkit(folder: Path) -> Job:
    """The pages alone, from numbers of Python's: CheckIt draws its own by the command `sage`.

    What it would take with numbers drawn by SageMath is more than this.
    """
    from checkit.exercise import Exercise

    path = folder / "template.xml"
    path.write_text(SPATEXT, encoding="utf-8")
    outcome = SimpleNamespace(template_filepath=lambda: str(path))

    def write(n: int, entries: Range) -> str:
        return str(Exercise(checkit_data(n, entries), n, outcome).latex())

    return Job(
        f"CheckIt {version('checkit-dashboard')}",
        write,
        space=0,
        note="LaTeX pages alone: its numbers need SageMath",
    )


def checkit_data(n: int, entries: Range) -> dict[str, Any]:
    """What a generator of CheckIt's hands to the template: LaTeX."""
    source = random.Random(n)
    x = [source.randint(*entries) for _ in range(3)]
    W = [[source.randint(*entries) for _ in range(2)] for _ in range(3)]
    columns = list(zip(*W, strict=True))
    y = [sum(a * b for a, b in zip(x, column, strict=True)) for column in columns]
    sums = [
        {
            "left": f"y_{j + 1}",
            "sum": " + ".join(rf"{a} \cdot {b}" for a, b in zip(x, column, strict=True)),
            "value": y[j],
        }
        for j, column in enumerate(columns)
    ]
    return {"x": bmatrix([x]), "W": bmatrix(W), "y": bmatrix([y]), "sums": sums}


def bmatrix(rows: list[list[int]]) -> str:
    lines = r" \\ ".join(" & ".join(map(str, row)) for row in rows)
    return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"
