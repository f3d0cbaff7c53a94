"""Strategies of Hypothesis for what a line of work may say, as syntax nodes without places."""

from fractions import Fraction

from hypothesis import strategies as st

from qkvsym.reading.syntax import (
    Add,
    Array,
    Column,
    Div,
    Equation,
    Indexed,
    Mul,
    Neg,
    Node,
    NoValue,
    Num,
    Ref,
    Root,
    Series,
    Transpose,
)
from tests.hands import PLACE

LARGEST = 10**12 - 1
WEIGHTS = ("W_q", "W_k", "W_v")

whole = st.one_of(st.integers(0, 20), st.integers(0, LARGEST))
decimals = st.builds(
    lambda digits, places: Fraction(digits, 10**places), st.integers(1, 10**9), st.integers(1, 4)
).filter(lambda value: value.denominator > 1)
numbers: st.SearchStrategy[Node] = st.one_of(whole, whole, decimals).map(
    lambda value: Num(*PLACE, value)
)
signed: st.SearchStrategy[Node] = st.one_of(numbers, numbers.map(lambda one: Neg(*PLACE, one)))
places = st.integers(1, 9)
letters = st.sampled_from("ij")
names: st.SearchStrategy[Node] = st.sampled_from(("x", *WEIGHTS)).map(lambda n: Ref(*PLACE, n))
entries: st.SearchStrategy[Node] = st.one_of(
    st.builds(lambda name, i: Ref(*PLACE, name, (i,)), st.sampled_from("xqkv"), places | letters),
    st.builds(lambda i, j: Ref(*PLACE, "W", (i, j)), places | letters, places | letters),
    st.builds(lambda i, j: Ref(*PLACE, "W", (i, j)), st.integers(1, 999), st.integers(10, 9999)),
)
of_names: st.SearchStrategy[Node] = st.builds(
    lambda weight: Mul(*PLACE, (Ref(*PLACE, "x"), Ref(*PLACE, weight))), st.sampled_from(WEIGHTS)
)
atoms: st.SearchStrategy[Node] = st.one_of(
    numbers,
    entries,
    names,
    st.builds(lambda body, i: Indexed(*PLACE, body, (i,)), of_names, places),
    st.builds(
        lambda name, j: Column(*PLACE, name, j), st.sampled_from(WEIGHTS), st.integers(1, 16)
    ),
    st.one_of(names, of_names).map(lambda body: Transpose(*PLACE, body)),
    numbers.map(lambda body: Root(*PLACE, body)),
)


@st.composite
def _larger(draw: st.DrawFn, inner: st.SearchStrategy[Node]) -> Node:
    """What is built from values: each as it can stand where it is put."""
    factor = inner.filter(lambda node: not isinstance(node, Mul))
    term = inner.filter(lambda node: not isinstance(node, Add | Neg))
    kind = draw(st.sampled_from((Mul, Mul, Add, Add, Neg, Div, Series)))
    if kind is Mul:
        return Mul(*PLACE, tuple(draw(st.lists(factor, min_size=2, max_size=3))))
    if kind is Add:
        terms = draw(st.lists(term, min_size=2, max_size=4))
        negative = draw(st.lists(st.booleans(), min_size=len(terms), max_size=len(terms)))
        pairs = zip(terms, negative, strict=True)
        return Add(*PLACE, tuple(Neg(*PLACE, one) if minus else one for one, minus in pairs))
    if kind is Neg:
        return Neg(*PLACE, draw(term))
    if kind is Div:
        return Div(*PLACE, draw(inner), draw(inner))
    lower, upper = draw(st.none() | places), draw(st.none() | places | st.just("d_in"))
    return Series(*PLACE, draw(letters), lower, upper, draw(term))


values: st.SearchStrategy[Node] = st.recursive(atoms, _larger, max_leaves=8)


def arrays(cells: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Lists of such cells: one row in one list, or rows in a list of rows."""
    row = st.lists(cells, min_size=1, max_size=4).map(tuple)
    rows = st.integers(1, 3).flatmap(
        lambda width: st.lists(st.tuples(*[cells] * width), min_size=1, max_size=3)
    )
    return st.one_of(
        row.map(lambda found: Array(*PLACE, (found,), flat=True)),
        rows.map(lambda found: Array(*PLACE, tuple(found))),
    )


subjects: st.SearchStrategy[Node] = st.one_of(
    st.sampled_from(("q", "k", "v", "x", *WEIGHTS)).map(lambda name: Ref(*PLACE, name)),
    st.builds(lambda name, i: Ref(*PLACE, name, (i,)), st.sampled_from("qkv"), places),
)
_members = st.one_of(values, arrays(signed), arrays(values), st.just(NoValue(*PLACE)))


@st.composite
def equations(draw: st.DrawFn) -> Equation:
    """A subject, and what it is said to be, in one to four members."""
    others = draw(st.lists(_members, min_size=1, max_size=4))
    return Equation(*PLACE, (draw(subjects), *others))
