"""What all spellings of values and formulas share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NoReturn

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

_SPELLINGS_KEPT = 16384


class _Table(dict[type, Callable[[Any], str]]):
    """What spells the values of each type."""

    def __missing__(self, kind: type) -> NoReturn:
        raise TypeError(f"a {kind.__name__} cannot be printed as math")


def _once(spell: Callable[[Any], str]) -> Callable[[Any], str]:
    """Spell a value once, while it is the same one.

    Worked lines and their sums come on the sheet and on the key, and on other sheets. They are
    known by what they are, for reading them through takes as long as spelling.
    """
    kept: dict[int, tuple[Any, str]] = {}

    def spelled(value: Any) -> str:
        found = kept.get(id(value))
        if found is None or found[0] is not value:
            if len(kept) >= _SPELLINGS_KEPT:
                kept.clear()
            found = kept[id(value)] = value, spell(value)
        return found[1]

    return spelled


class Spelling(ABC):
    """A table from the type of a value to the function that spells it.

    A plain string is a name, a list or tuple a chain of equal things.
    """

    relations: ClassVar[Mapping[str, str]]
    times: ClassVar[str]

    def __init__(self) -> None:
        self._matrices: dict[tuple[tuple[Any, ...], ...], str] = {}
        self._table = _Table()
        self._table |= {
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
            Sum: _once(self.sum),
            BigSum: self.big_sum,
            ColumnDot: self.column_dot,
            ShapeProduct: lambda pair: f"({self.shape(pair.left)})({self.shape(pair.right)})",
            Chain: _once(lambda chain: self.joined(chain.members, chain.relation)),
            list: self.joined,
            tuple: self.joined,
        }

    def __call__(self, value: Any) -> str:
        return self._table[type(value)](value)

    def joined(self, members: Any, relation: str = "=") -> str:
        """Values joined by a relation."""
        table = self._table
        return self.relations[relation].join([table[type(one)](one) for one in members])

    def size(self, size: Size) -> str:
        """A size: a number, or the name of one."""
        return str(size) if isinstance(size, int) else self.name(size)

    def indices(self, indices: tuple[Index, ...]) -> str:
        """The indices of an entry; a comma where one of several has two digits."""
        joined = self.between_indices(indices).join(map(str, indices))
        return f"_{joined}" if len(joined) == 1 else f"_{{{joined}}}"

    def between_indices(self, indices: tuple[Index, ...]) -> str:
        """What stands between indices: nothing where each is one sign, else a comma."""
        return "," if any(len(str(index)) > 1 for index in indices) else ""

    def product(self, product: Product) -> str:
        """Factors side by side; between numbers there is a sign, and brackets where needed."""
        sign = self.times if Number in map(type, product.factors) else " "
        return sign.join([self._factor(factor) for factor in product.factors])

    def number(self, number: Number) -> str:
        """An exact number."""
        return str(number.value) if type(number.value) is int else self(number.value)

    # Matrices come on the sheet and on the key, and in every format that spells them alike.

    def _matrix_once(self, matrix: Matrix[Any]) -> str:
        kept = self._matrices.get(matrix.rows)
        if kept is None:
            if len(self._matrices) >= _SPELLINGS_KEPT:
                self._matrices.clear()
            kept = self._matrices[matrix.rows] = self.matrix(matrix)
        return kept

    def _factor(self, factor: Formula) -> str:
        spelled = self._table[type(factor)](factor)
        return f"({spelled})" if spelled[0] == "-" or isinstance(factor, Sum) else spelled

    def sum(self, total: Sum) -> str:
        """Terms joined by plus, or by minus where a term is a negative number."""
        table = self._table
        first, *others = [table[type(term)](term) for term in total.terms]
        signed = [f" - {term[1:]}" if term[0] == "-" else f" + {term}" for term in others]
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
