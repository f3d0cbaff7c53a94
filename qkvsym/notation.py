"""How values and formulas are spelled: as plain text and as LaTeX.

Other formats convert the LaTeX. Products keep the order of the hand, with the token on the left
(the `row` convention: x is 1 x d_in, W is d_in x d_out, q = x W_q); nothing is simplified.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from qkvsym.formula import (
    BigSum,
    Chain,
    ColumnDot,
    Entry,
    Formula,
    Index,
    Name,
    Number,
    Product,
    ShapeProduct,
    Sum,
    Undefined,
)
from qkvsym.matrix import Matrix
from qkvsym.shapes import Shape, Size

_SPELLINGS_KEPT = 4096
CONVENTION = "row"
"""The convention that sheets are stored and printed in."""


class Spelling(ABC):
    """A table from the type of a value to the function that spells it.

    A plain string is a name, a list or tuple a chain of equal things.
    """

    relations: ClassVar[Mapping[str, str]]
    times: ClassVar[str]

    def __init__(self) -> None:
        self._matrices: dict[tuple[tuple[Any, ...], ...], str] = {}
        self._chains: dict[int, tuple[Chain, str]] = {}
        self._table: dict[type, Callable[[Any], str]] = {
            int: str,
            str: self.name,
            Fraction: self.exact,
            Undefined: self.undefined,
            Matrix: self._matrix_once,
            Shape: self.shape,
            Name: lambda name: self.name(name.id),
            Number: self.number,
            Entry: lambda entry: entry.name + self.indices(entry.indices),
            Product: self.product,
            Sum: self.sum,
            BigSum: self.big_sum,
            ColumnDot: self.column_dot,
            ShapeProduct: lambda pair: f"({self.shape(pair.left)})({self.shape(pair.right)})",
            Chain: self._chain_once,
            list: self.joined,
            tuple: self.joined,
        }

    def __call__(self, value: Any) -> str:
        spell = self._table.get(type(value))
        if spell is None:
            raise TypeError(f"a {type(value).__name__} cannot be printed as math")
        return spell(value)

    def joined(self, members: Any, relation: str = "=") -> str:
        """Values joined by a relation."""
        return self.relations[relation].join(map(self, members))

    def size(self, size: Size) -> str:
        """A size: a number, or the name of one."""
        return str(size) if isinstance(size, int) else self.name(size)

    def indices(self, indices: tuple[Index, ...]) -> str:
        """The indices of an entry; a comma where one of several has two digits."""
        parts = [str(index) for index in indices]
        wide = any(len(part) > 1 for part in parts)
        joined = ("," if wide else "").join(parts)
        return f"_{joined}" if len(joined) == 1 else f"_{{{joined}}}"

    def product(self, product: Product) -> str:
        """Factors side by side; between numbers there is a sign, and brackets where needed."""
        sign = self.times if Number in map(type, product.factors) else " "
        return sign.join([self._factor(factor) for factor in product.factors])

    def number(self, number: Number) -> str:
        """An exact number."""
        return str(number.value) if type(number.value) is int else self(number.value)

    # Matrices and worked lines come on the sheet and on the key, and in every format that spells
    # them alike. A line is known by what it is, for reading it through takes as long as spelling.

    def _matrix_once(self, matrix: Matrix[Any]) -> str:
        kept = self._matrices.get(matrix.rows)
        if kept is None:
            if len(self._matrices) >= _SPELLINGS_KEPT:
                self._matrices.clear()
            kept = self._matrices[matrix.rows] = self.matrix(matrix)
        return kept

    def _chain_once(self, chain: Chain) -> str:
        kept = self._chains.get(id(chain))
        if kept is None or kept[0] is not chain:
            if len(self._chains) >= _SPELLINGS_KEPT:
                self._chains.clear()
            kept = chain, self.joined(chain.members, chain.relation)
            self._chains[id(chain)] = kept
        return kept[1]

    def _factor(self, factor: Formula) -> str:
        spelled = self(factor)
        return f"({spelled})" if spelled[0] == "-" or isinstance(factor, Sum) else spelled

    def sum(self, total: Sum) -> str:
        """Terms joined by plus, or by minus where a term is a negative number."""
        first, *others = map(self, total.terms)
        signed = (f" - {term[1:]}" if term[0] == "-" else f" + {term}" for term in others)
        return first + "".join(signed)

    @abstractmethod
    def name(self, name: str) -> str:
        """The name of a matrix, a vector or a size."""

    def exact(self, value: Fraction) -> str:
        """A fraction, with its sign in front; a whole number where it is one."""
        if value.denominator == 1:
            return str(value.numerator)
        return ("-" if value < 0 else "") + self.fraction(abs(value))

    @abstractmethod
    def fraction(self, value: Fraction) -> str:
        """A positive fraction that is no whole number."""

    @abstractmethod
    def undefined(self, value: Undefined) -> str:
        """The value of a product that cannot be formed."""

    @abstractmethod
    def matrix(self, matrix: Matrix[Any]) -> str:
        """A matrix of numbers or formulas."""

    @abstractmethod
    def shape(self, shape: Shape) -> str:
        """A shape, rows x columns."""

    @abstractmethod
    def big_sum(self, total: BigSum) -> str:
        """A sum over an index."""

    @abstractmethod
    def column_dot(self, dot: ColumnDot) -> str:
        """The token dotted with a column."""


class Text(Spelling):
    """Plain text, as it can be typed.

    >>> text(Matrix.of([[1, 2, 3]])), text(Shape(1, "d_out")), text(Matrix.of([[4], [5]]))
    ('[1, 2, 3]', '1 x d_out', '[[4], [5]]')
    >>> text(Number(2) * Number(-4) + Number(-3) * Number(1))
    '2*(-4) + (-3)*1'
    """

    relations: ClassVar[Mapping[str, str]] = {"=": " = ", "->": " -> ", ":": ": "}
    times: ClassVar[str] = "*"

    def name(self, name: str) -> str:
        return name

    def fraction(self, value: Fraction) -> str:
        return str(value)

    def undefined(self, value: Undefined) -> str:
        return "undefined"

    def matrix(self, matrix: Matrix[Any]) -> str:
        rows = [f"[{', '.join(map(self, row))}]" for row in matrix.rows]
        return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"

    def shape(self, shape: Shape) -> str:
        return str(shape)

    def big_sum(self, total: BigSum) -> str:
        return f"sum_{{{total.index}=1}}^{{{total.upper}}} {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return f"{dot.token} . column {dot.column}"


class Latex(Spelling):
    r"""LaTeX math, for amsmath and for the readers of it that browsers use.

    >>> latex(Matrix.of([[4, -5]])), latex(Shape(1, "d_out"))
    ('\\begin{bmatrix} 4 & -5 \\end{bmatrix}', '1 \\times d_{\\mathrm{out}}')
    """

    relations: ClassVar[Mapping[str, str]] = {"=": " = ", "->": r" \to ", ":": r"\colon "}
    times: ClassVar[str] = r" \cdot "

    def name(self, name: str) -> str:
        symbol, _, index = name.partition("_")
        if len(symbol) > 1:
            symbol = rf"\mathrm{{{symbol}}}"
        if not index:
            return symbol
        index = index.replace("_", r"\_")
        return f"{symbol}_{index}" if len(index) == 1 else rf"{symbol}_{{\mathrm{{{index}}}}}"

    def fraction(self, value: Fraction) -> str:
        return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

    def undefined(self, value: Undefined) -> str:
        return r"\text{undefined}"

    def matrix(self, matrix: Matrix[Any]) -> str:
        rows = r" \\ ".join(" & ".join(map(self, row)) for row in matrix.rows)
        return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"

    def shape(self, shape: Shape) -> str:
        return rf"{self.size(shape.rows)} \times {self.size(shape.columns)}"

    def big_sum(self, total: BigSum) -> str:
        return rf"\sum_{{{total.index}=1}}^{{{self.size(total.upper)}}} {self(total.body)}"

    def column_dot(self, dot: ColumnDot) -> str:
        return rf"{dot.token} \cdot \text{{column }} {dot.column}"


text = Text()
latex = Latex()
