"""How learners put down what they worked out: formulas, entries, vectors, shapes.

Nothing here is imported from the package. Every piece is marked where it is wrong by itself: where
a wrong formula, sum, value or shape is put down that does not only follow from an earlier one.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.handwriting import (
    SHAPES,
    Formula,
    Shown,
    Style,
    Sum,
    factors,
    indexed,
    symbols,
    values,
    written_member,
)
from tests.handwritten_pages import (
    Item,
    Line,
    Mark,
    given_items,
    mark,
    role_words,
    shape_item,
    written,
)
from tests.learners import SUMS, UNDEFINED, Answer, Matrix, right_answer

ROLES = ("q", "k", "v")
OF_SHAPES = ("length-from-rows", "shape-of-weight")


@dataclass(frozen=True)
class Page:
    """One learner's page, and what would be right on it."""

    style: Style
    rng: random.Random
    mistake: str
    givens: dict[str, Matrix]

    def right(self, name: str) -> Answer | None:
        """The right answer of a role; None for a result that nobody asked for."""
        if name not in ROLES:
            return None
        return right_answer(name, self.givens["x"][0], self.givens[f"W_{name}"])

    def differs(self, answer: Answer) -> bool:
        """Whether an answer, or what is said of its shape, is not the right one."""
        right = self.right(answer.name)
        return right is None or (answer.value, answer.shape) != (right.value, right.shape)

    def lines(self, answers: list[Answer]) -> list[Line]:
        """The lines of the file."""
        items = []
        if self.rng.random() < 0.5:
            items.extend(given_items(self.style, self.givens))
        stated = self._stated(answers)
        place = self.rng.choice(("each", "each", "end", "start"))
        if place == "start" and not all(self._early(answer) for answer in stated):
            place = "each"
        shapes = {answer.name: self._shape(answer, place == "start") for answer in stated}
        if place == "start":
            items.extend([*shapes.values(), Item("blank")])
        for position, answer in enumerate(answers):
            items.extend(role_words(self.style, answer.name, position))
            items.extend(self._answer(answer))
            if place == "each" and answer.name in shapes:
                items.append(shapes[answer.name])
        if place == "end":
            items.extend([Item("blank"), *shapes.values()])
        return written(self.style, items)

    def _stated(self, answers: list[Answer]) -> list[Answer]:
        able = [answer for answer in answers if answer.shape]
        must = [answer for answer in able if self.mistake in OF_SHAPES and self.differs(answer)]
        some = [answer for answer in able if answer in must or self.rng.random() < 0.5]
        return some or able[:1]

    def _early(self, answer: Answer) -> bool:
        """Whether the first wrong line stays clear when the shape comes before the value."""
        right = self.right(answer.name)
        alone = self.mistake in (*OF_SHAPES, "inner-mismatch")
        return alone or (right is not None and answer.shape == right.shape)

    def _shape(self, answer: Answer, early: bool) -> Item:
        right, shape = self.right(answer.name), answer.shape
        assert shape is not None
        x = self.givens["x"]
        forms = [form for form in SHAPES[self.style.math] if self._fits(form, answer)]
        form = self.style.shape if self.rng.random() < 0.8 else self.rng.choice(forms)
        form = form if form in forms else self.rng.choice(forms)
        W = self.givens[f"W_{answer.name}"] if right else x
        wrong = right is not None and shape != right.shape
        if self.mistake not in OF_SHAPES and not early and form != "product":
            wrong = False
        sizes = ((1, len(x[0])), (len(W), len(W[0])))
        return shape_item(self.style, form, answer.name, shape, sizes, wrong)

    def _fits(self, form: str, answer: Answer) -> bool:
        if form == "product":
            return self._early(answer)
        if form in ("length", "len"):
            row = answer.shape is not None and answer.shape[0] == 1
            return row and not (self.mistake == "shape-of-weight" and self.differs(answer))
        return True

    def _answer(self, answer: Answer) -> Iterator[Item]:
        if answer.value is UNDEFINED:
            yield self._undefined(answer)
            return
        entries = bool(answer.sums) and self._by_entries(answer)
        right = self.right(answer.name)
        wrong_formula = right is None or answer.formula != right.formula
        formula_first = self.rng.random() < (0.5 if entries else 0.15)
        if formula_first:
            text = self._text(answer.formula)
            yield Item("math", answer.name, (text,), (mark(wrong_formula),), answer.name)
        follows = formula_first and wrong_formula
        if entries:
            items = list(self._entries(answer, follows))
            yield from items
            # Where every entry looks right, it shows only in the length of the whole.
            follows = follows or any(Mark.WRONG in item.marks for item in items)
        named = not formula_first and self.rng.random() < 0.6 and not (entries and wrong_formula)
        yield self._whole(answer, named, follows)

    def _by_entries(self, answer: Answer) -> bool:
        if self.mistake == "slip-in-entry" and self.differs(answer):
            return False
        if self.mistake == "slip-in-term" and self.differs(answer):
            return True
        return self.style.entries

    def _undefined(self, answer: Answer) -> Item:
        name, height = answer.name, len(self.givens[f"W_{answer.name}"])
        noun, formula = (name, self._text(answer.formula))
        if self.style.tex:
            noun, formula = f"${noun}$", f"${formula}$"
        text = self.rng.choice(
            (
                f"{noun} is undefined",
                f"{noun} is not defined",
                f"{noun}: undefined because 1 is not {height}",
                f"{noun} is undefined because x has 1 row and the matrix has {height}",
                f"{noun} = {formula} is undefined",
            )
        )
        return Item("claim", text, marks=(mark(True),), about=name)

    def _text(self, member: Formula | Shown) -> str:
        return written_member(self.style, member)

    def _whole(self, answer: Answer, named: bool, follows: bool) -> Item:
        right = self.right(answer.name)
        members: list[tuple[str, Mark]] = []
        if named:
            wrong = right is None or answer.formula != right.formula
            members.append((self._text(answer.formula), mark(wrong)))
        members.extend((self._text(shown), mark(not follows)) for shown in answer.before)
        wrong = not follows and (right is None or answer.value != right.value)
        members.append((self._text(Shown((answer.value,))), mark(wrong)))
        return _item(answer.name, answer.name, members)

    def _entries(self, answer: Answer, follows: bool) -> Iterator[Item]:
        right = self.right(answer.name)
        expected = right.sums if right else ()
        own = answer.sums == expected
        kinds = self._members(answer)
        for j, entry in enumerate(answer.sums):
            best = expected[j] if j < len(expected) else None
            members = list(self._members_of(entry, best, kinds, own))
            if follows:
                members = [(text, Mark.RIGHT) for text, _ in members]
            yield _item(answer.name, indexed(self.style, answer.name, j), members)

    def _members(self, answer: Answer) -> str:
        kinds = self.style.members
        if self.mistake == "slip-in-term":
            return kinds if "v" in kinds and "f" in kinds else "fvt"
        if self.mistake in SUMS and "f" not in kinds and self.differs(answer):
            return "fvt"
        return kinds

    def _members_of(
        self, entry: Sum, best: Sum | None, kinds: str, own: bool
    ) -> Iterator[tuple[str, Mark]]:
        short = entry
        if own and self.rng.random() < 0.3:
            kept = tuple(term for term in entry.terms if term.value)
            short = replace(entry, terms=kept or entry.terms)
        height = len(self.givens["x"][0])
        letters = symbols(self.style, entry, height, self.rng.random() < 0.5)
        if "s" in kinds and letters:
            yield letters, _mark(entry, best, _places, _same_worth)
        if "f" in kinds and entry.inside:
            yield factors(self.style, short), _mark(entry, best, _pairs, _same_products)
        if ("v" in kinds or not entry.inside) and len(short.terms) > 1:
            yield values(self.style, short), _mark(entry, best, _values, _same_total)
        yield str(self._text(Shown((entry.total,)))), _mark(entry, best, _total, _same_total)


def _item(about: str, left: str, members: list[tuple[str, Mark]]) -> Item:
    texts, marks = zip(*members, strict=True)
    return Item("math", left, texts, marks, about)


# What makes a sum wrong, and what of that can be seen


def _mark(
    entry: Sum,
    best: Sum | None,
    written: Callable[[Sum], object],
    looks_right: Callable[[Sum, Sum], bool],
) -> Mark:
    if best is None:
        return Mark.WRONG
    return mark(written(entry) != written(best), hidden=looks_right(entry, best))


def _places(entry: Sum) -> object:
    return Counter(term.place for term in entry.terms)


def _pairs(entry: Sum) -> object:
    pairs = Counter((term.x, term.w) for term in entry.terms if term.x * term.w)
    return entry.inside, entry.joint, pairs


def _values(entry: Sum) -> object:
    return entry.joint, Counter(term.value for term in entry.terms if term.value)


def _total(entry: Sum) -> object:
    return entry.total


def _same_worth(entry: Sum, best: Sum) -> bool:
    """A product that is worth nothing may be left out of letters; another may not be put there."""
    ours, theirs = (Counter(term.place for term in each.terms) for each in (entry, best))
    worth = {term.place: term.x * term.w for term in best.terms}
    return not ours - theirs and not any(worth[place] for place in theirs - ours)


def _same_products(entry: Sum, best: Sum) -> bool:
    """In numbers, the order and the signs of two factors say nothing; nor does a product of 0.

    What is no sum of products shows nothing but its total.
    """
    if (entry.inside, entry.joint) != ("*", "+"):
        return _same_total(entry, best)
    ours, theirs = (
        Counter(
            (*sorted((abs(term.x), abs(term.w))), term.x * term.w)
            for term in each.terms
            if term.x * term.w
        )
        for each in (entry, best)
    )
    return ours == theirs


def _same_total(entry: Sum, best: Sum) -> bool:
    return entry.total == best.total
