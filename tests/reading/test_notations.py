"""Every notation that learners were seen to use, and hundreds of neighbours that are refused.

`learner_notations.json` was collected; `notations.json` was written from the grammar, each
accepted form beside the nearest forms that are not in it.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qkvsym import verify
from qkvsym.errors import LearnerError, Unreadable
from qkvsym.judging.effort import Effort
from qkvsym.judging.values import Scope, value_of
from qkvsym.judging.worlds import World
from qkvsym.matrix import Matrix
from qkvsym.reading.lines import read_line
from qkvsym.reading.syntax import (
    Add,
    Equation,
    Mul,
    Node,
    Ref,
    Series,
    ShapeClaim,
    ShapeRule,
    Transpose,
    WrittenShape,
)
from qkvsym.reading.vocabulary import Vocabulary
from tests.reading.read_alone import read_shape, read_value

DATA = Path(__file__).parent.parent / "data"
LESSON = {
    "x": [1, 2, 3],
    "W_q": [[1, 0], [0, 1], [1, 1]],
    "W_k": [[0, 1], [1, 0], [0, 2]],
    "W_v": [[2, 0], [0, 2], [0, 0]],
}
NOWHERE = Scope(World({}, {}, "x", Effort()), {}, {})
NAMES = {"W^Q": "W_q", "x^(2)": "x"}
"""What a name that is spelled in another way stands for."""


def entries(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return found


def params(rows: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(row, id=f"{row['id']} {row['line']!a:.60}") for row in rows]


COLLECTED = entries("learner_notations.json")
CORPUS = entries("notations.json")


def exact(written: Any) -> Any:
    """Numbers that the data hold as text, as exact numbers."""
    if isinstance(written, list):
        return tuple(map(exact, written))
    return Fraction(written)


def evaluated(text: str) -> Any:
    node, _ = read_value(text, Vocabulary())
    return value_of(node, NOWHERE)


def kind_of(value: Any) -> str:
    if not isinstance(value, Matrix):
        return "number"
    rows, columns = len(value.rows), len(value.rows[0])
    return "row" if rows == 1 else "column" if columns == 1 else "matrix"


def refs(node: Node) -> list[str]:
    """The names of a product, in order."""
    assert isinstance(node, Mul)
    found = []
    for factor in node.factors:
        bare = factor.body if isinstance(factor, Transpose) else factor
        assert isinstance(bare, Ref)
        found.append(bare.name + "_" * bool(bare.indices) + "".join(map(str, bare.indices)))
    return found


def only_statement(line: str) -> Any:
    (statement,) = read_line(line, Vocabulary()).statements
    return statement


def of_kind(*kinds: str) -> list[Any]:
    return params([row for row in COLLECTED if row["reads_as"] in kinds])


@pytest.mark.parametrize("row", of_kind("row", "col", "mat", "num"))
def test_a_collected_value_has_its_kind_and_its_exact_value(row: dict[str, Any]) -> None:
    value = evaluated(row["line"])
    kinds = {"row": "row", "col": "column", "mat": "matrix", "num": "number"}
    assert kind_of(value) == kinds[row["reads_as"]]
    assert (value.rows if isinstance(value, Matrix) else value) == exact(row["value"])


@pytest.mark.parametrize("row", of_kind("name"))
def test_a_collected_name_is_a_name_of_the_exercise(row: dict[str, Any]) -> None:
    node, _ = read_value(row["line"], Vocabulary())
    assert isinstance(node, Ref)
    name, _, indices = row["value"].partition("w_")
    if indices:
        assert (node.name, node.indices) == ("W", tuple(int(i) for i in indices if i != ","))
    else:
        assert (node.name, node.indices) == (NAMES.get(name, name), ())


@pytest.mark.parametrize("row", of_kind("sumprod"))
def test_a_collected_sum_keeps_its_terms(row: dict[str, Any]) -> None:
    node, _ = read_value(row["line"], Vocabulary())
    assert isinstance(node, Add)
    assert [refs(term) for term in node.terms] == [
        [name.replace("w_", "W_") for name in term] for term in row["value"]
    ]


@pytest.mark.parametrize("row", of_kind("bigsum"))
def test_a_collected_sum_over_an_index_keeps_its_bounds(row: dict[str, Any]) -> None:
    node, _ = read_value(row["line"], Vocabulary())
    assert isinstance(node, Series)
    lower = None if row["value"] is None else 1
    assert (node.index, node.lower, node.upper) == ("i", lower, row["value"])
    assert refs(node.body)[0] == "x_i"


@pytest.mark.parametrize("row", of_kind("prod", "prodT"))
def test_a_collected_product_keeps_the_order_of_its_factors(row: dict[str, Any]) -> None:
    node, _ = read_value(row["line"], Vocabulary())
    assert isinstance(node, Mul)
    assert refs(node) == row["value"]
    turned = [isinstance(factor, Transpose) for factor in node.factors]
    assert turned == [False, row["reads_as"] == "prodT"]


@pytest.mark.parametrize("row", of_kind("chain"))
def test_a_collected_chain_keeps_all_its_members(row: dict[str, Any]) -> None:
    statement = only_statement(row["line"])
    assert isinstance(statement, Equation)
    assert len(statement.members) == row["value"]
    assert verify(row["line"], givens=LESSON).lines[0].verdict == "ok"


@pytest.mark.parametrize("row", of_kind("shape"))
def test_a_collected_shape_has_its_two_sizes(row: dict[str, Any]) -> None:
    if row["line"].startswith("q"):
        claim = only_statement(row["line"])
        assert isinstance(claim, ShapeClaim)
        assert isinstance(claim.subject, Ref)
        assert claim.subject.name == "q"
        shape = claim.shape
    else:
        shape, notes = read_shape(row["line"], Vocabulary())
        assert notes == ()
    assert (shape.form, shape.sizes) == ("shape", tuple(row["value"]))


@pytest.mark.parametrize("row", of_kind("shapechain"))
def test_a_collected_product_of_shapes_keeps_all_of_them(row: dict[str, Any]) -> None:
    rule = only_statement(row["line"])
    assert isinstance(rule, ShapeRule)
    assert isinstance(rule.result, WrittenShape)
    assert [shape.sizes for shape in (*rule.factors, rule.result)] == [
        tuple(sizes) for sizes in row["value"]
    ]


def test_all_that_was_collected_is_tried() -> None:
    tried = {"row", "col", "mat", "num", "name", "sumprod", "bigsum", "prod", "prodT", "chain"}
    assert len(COLLECTED) == 52
    assert {row["reads_as"] for row in COLLECTED} == tried | {"shape", "shapechain"}


def kind(what: str, refused: bool) -> list[Any]:
    return params([r for r in CORPUS if r["as"] == what and r.get("refused", False) is refused])


@pytest.mark.parametrize("row", kind("value", refused=False))
def test_a_value_of_the_notation_is_read_as_it_stands(row: dict[str, Any]) -> None:
    value = evaluated(row["line"])
    assert kind_of(value) == row["reads"]
    assert (value.rows if isinstance(value, Matrix) else value) == exact(row["value"])


@pytest.mark.parametrize("row", kind("value", refused=True))
def test_a_neighbour_of_a_value_is_refused_with_its_place(row: dict[str, Any]) -> None:
    with pytest.raises(LearnerError) as caught:
        evaluated(row["line"])
    assert row.get("says", "") in str(caught.value)
    if isinstance(caught.value, Unreadable):
        assert 0 <= caught.value.at <= len(row["line"])


@pytest.mark.parametrize("row", kind("shape", refused=False))
def test_a_shape_of_the_notation_is_read_as_it_stands(row: dict[str, Any]) -> None:
    shape, _ = read_shape(row["line"], Vocabulary())
    assert shape.sizes == tuple(row["value"])


@pytest.mark.parametrize("row", kind("shape", refused=True))
def test_a_neighbour_of_a_shape_is_refused_with_its_place(row: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as caught:
        read_shape(row["line"], Vocabulary())
    assert row.get("says", "") in str(caught.value)
    assert 0 <= caught.value.at <= len(row["line"])


@pytest.mark.parametrize("row", kind("line", refused=False))
def test_a_line_gets_the_verdict_of_the_notation(row: dict[str, Any]) -> None:
    report = verify(row["line"], givens=LESSON)
    # A heading is no line of work, so that nothing of it is checked.
    verdict = report.lines[0].verdict if report.lines else "not-checked"
    assert verdict == row["verdict"]
    assert len(report.lines) <= 1
    if verdict == "not-understood":
        line = report.lines[0]
        assert line.reason == row["reason"]
        assert line.column is not None
        assert 1 <= line.column <= len(row["line"]) + 1


def test_the_whole_corpus_is_tried() -> None:
    assert len(CORPUS) == 839
    assert len({row["id"] for row in CORPUS}) == 839
    assert {row["as"] for row in CORPUS} == {"value", "shape", "line"}
    assert not [row["id"] for row in CORPUS if row["as"] == "line" and "refused" in row]
