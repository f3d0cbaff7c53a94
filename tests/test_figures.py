"""Figures: each says what is given, leaves open what is asked, and is drawn alike in every format.

Drawings are read back from SVG, from LaTeX's picture and from Typst, in halves of an em from the
upper left corner; what they should show is worked out here with plain loops.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pytest

from qkvsym import Renderer, Worksheet, generate, render
from qkvsym.environments import Environments
from qkvsym.errors import BadTemplate, NoInstance
from qkvsym.exercise import Exercise, Figure
from qkvsym.formats import Vocabulary, format_named
from qkvsym.formats.text import SPOKEN
from qkvsym.kinds import kind_ids
from qkvsym.layout import Layout
from qkvsym.resources import templates_folder
from qkvsym.tex import compiled
from qkvsym.wording import Words

Numbers = list[list[int]]
Place = tuple[float, float, float, float]
Read = Callable[[str], "Drawing"]

LEVELS = ("easy", "medium", "hard")
OF_A_KIND = {
    "compute-projections": ["branches", "product-grid"],
    "predict-shape": ["domino"],
    "change-column": ["product-grid"],
    "shape-check": ["comparisons"],
}
DRAWN_KINDS = sorted(OF_A_KIND)
SIZES: tuple[dict[str, Any], ...] = (
    {"d_in": 3, "d_out": 2},
    {"d_in": 16, "d_out": 1},
    {"d_in": 1, "d_out": 16},
    {"d_in": 9, "d_out": 8},
    {"d_in": 8, "d_out": 7, "entries": (-99, 99)},
    {"d_in": 4, "d_out": 3, "entries": (-99, 99)},
)
ENVIRONMENTS = Environments()


def square(size: int, entry: int) -> Numbers:
    return [[entry + row - column for column in range(size)] for row in range(size)]


def own(size: int, entry: int) -> dict[str, Numbers]:
    """Numbers of one's own, as a file of givens has them."""
    weights = {f"W_{role}": square(size, entry + n) for n, role in enumerate("qkv")}
    return {"x": square(size, entry)[:1], **weights}


GIVEN = (
    own(1, 2),
    own(1, -9998),
    own(2, -9990),
    own(4, 100),
    own(6, -3),
    own(8, -90),
    own(16, 9000),
)


@cache
def exercises() -> tuple[Exercise, ...]:
    """Exercises of all kinds and levels, and of sizes and numbers that are hard to draw."""
    sheets = [
        generate(kind, level=level, seed=seed)
        for kind in kind_ids()
        for level in LEVELS
        for seed in range(1, 5)
    ]
    for kind in DRAWN_KINDS:
        sheets += [sheet for sizes in SIZES if (sheet := possible(kind, **sizes))]
        sheets += [sheet for given in GIVEN if (sheet := possible(kind, given=given))]
    return tuple(exercise for sheet in sheets for exercise in sheet.exercises)


def possible(kind: str, **options: Any) -> Worksheet | None:
    try:
        return generate(kind, seed=4, **options)
    except NoInstance:
        return None


@cache
def figures() -> tuple[tuple[Exercise, Figure, bool], ...]:
    """Every figure in its exercise, open where the sheet has it, and solved."""
    return tuple(
        (exercise, figure, solved)
        for exercise in exercises()
        for figure in exercise.figures
        for solved in ((True,) if figure.tells else (False, True))
    )


@cache
def words(vocabulary: Vocabulary) -> Words:
    return Words(vocabulary, ENVIRONMENTS.made(), ENVIRONMENTS.first, words)


def made(form: str, figure: Figure, solved: bool) -> str:
    vocabulary = format_named(form, "worksheet").vocabulary
    return str(words(vocabulary).figure(figure, figure.solution if solved else None))


def spoken(figure: Figure, solved: bool) -> str:
    return words(SPOKEN).alternative(figure, figure.solution if solved else None)


@dataclass(frozen=True)
class Drawing:
    """What was drawn, and where; a label has its text as the format writes it."""

    width: float
    height: float
    alt: str
    boxes: tuple[Place, ...]
    marked: tuple[Place, ...]
    lines: tuple[Place, ...]
    arrows: tuple[Place, ...]
    labels: tuple[tuple[float, float, str], ...]

    @property
    def texts(self) -> list[str]:
        return [text for _, _, text in self.labels]

    @property
    def skeleton(self) -> tuple[Any, ...]:
        """All of it but the letters, which each format has its own way to write."""
        shown = [(x, y, numbers(text)) for x, y, text in self.labels]
        return self.width, self.height, self.boxes, self.marked, self.lines, self.arrows, shown


def rounded(*places: Any) -> Any:
    return tuple(round(float(place), 3) for place in places)


def of_svg(source: str) -> Drawing:
    found = re.search(r"<svg .*?</svg>", source, re.DOTALL)
    assert found is not None
    svg = ElementTree.fromstring(found[0])
    x, y, width, height = map(float, svg.attrib["viewBox"].split())
    rects = [
        (
            one.get("class"),
            rounded(*(float(one.attrib[a]) / 10 for a in ("x", "y", "width", "height"))),
        )
        for one in svg.iter("rect")
    ]
    tips = [of_path(one.attrib["d"])[:2] for one in svg.iter("path") if one.get("class")]
    strokes = [of_path(one.attrib["d"]) for one in svg.iter("path") if not one.get("class")]
    assert set(tips) <= {stroke[2:] for stroke in strokes}
    return Drawing(
        *rounded((width + 2 * x) / 10, (height + 2 * y) / 10),
        alt=svg.attrib["aria-label"],
        boxes=tuple(place for style, place in rects if style == "box"),
        marked=tuple(place for style, place in rects if style == "marked"),
        lines=tuple(stroke for stroke in strokes if stroke[2:] not in tips),
        arrows=tuple(stroke for stroke in strokes if stroke[2:] in tips),
        labels=tuple(
            (*rounded(float(one.attrib["x"]) / 10, float(one.attrib["y"]) / 10), text_of(one))
            for one in svg.iter("text")
        ),
    )


def of_path(path: str) -> Any:
    return rounded(*(float(number) / 10 for number in re.findall(r"[-\d.]+", path)[:4]))


def text_of(label: ElementTree.Element) -> str:
    return "".join(label.itertext()).replace("\u200b", "")


def of_latex(source: str) -> Drawing:
    put = r"^\\put\(([-\d.]+),([-\d.]+)\)\{(.*?)\}%$"
    drawn: dict[str, list[Any]] = {
        "framebox": [],
        "marked": [],
        "line": [],
        "vector": [],
        "makebox": [],
    }
    head = re.match(r"\\drawing\{([\d.]+)\}\{([\d.]+)\}\{([^}]*)\}\{%\n", source)
    assert head is not None
    for left, down, what in re.findall(put, source, re.MULTILINE | re.DOTALL):
        x, y = float(left), -float(down)
        word, one, two, rest = re.findall(
            r"^\\([a-z]+)\(([-\d.]+),([-\d.]+)\)\{?(.*)$", what, re.DOTALL
        )[0]
        length = float(rest.rstrip("}")) if word in ("line", "vector") else 0
        across, along = float(one), float(two)
        place = {
            "framebox": (x, y - along, across, along),
            "marked": (x, y - along, across, along),
            "makebox": (x, y),
        }.get(word, (x, y, x + across * length, y - along * length))
        drawn[word].append(
            (*rounded(*place), rest.removesuffix("}")) if word == "makebox" else rounded(*place)
        )
    parts = (tuple(drawn[name]) for name in ("framebox", "marked", "line", "vector", "makebox"))
    return Drawing(*rounded(head[1], head[2]), head[3], *parts)


def of_typst(source: str) -> Drawing:
    head = re.match(r'#drawing\(([\d.]+), ([\d.]+), "(.*?)"\)\[', source)
    assert head is not None
    placed = {
        word: [
            rounded(*places.split(", "))
            for places in re.findall(rf"^#{word}\((.*)\)$", source, re.M)
        ]
        for word in ("framed", "marked", "stroke", "arrow")
    }
    labels = [
        (*rounded(x, y), re.sub(r'm\(".*?", ', "", text))
        for x, y, text in re.findall(r"^#label-at\(([\d.]+), ([\d.]+)\)\[(.*)\]$", source, re.M)
    ]
    return Drawing(
        *rounded(head[1], head[2]), unescape(head[3]), *map(tuple, placed.values()), tuple(labels)
    )


READ: dict[str, Read] = {"html": of_svg, "tex": of_latex, "pdf": of_typst}


def drawing(figure: Figure, solved: bool, form: str = "html") -> Drawing:
    return READ[form](made(form, figure, solved))


def numbers(text: str) -> list[int]:
    plain = text.replace("\N{MINUS SIGN}", "-").replace("minus ", "-")
    return [int(number) for number in re.findall(r"-?\d+", plain)]


def rows(exercise: Exercise, name: str) -> Numbers:
    return [list(row) for row in exercise.givens[name].rows]


def product(x: Sequence[int], W: Numbers) -> list[int]:
    result = []
    for j in range(len(W[0])):
        total = 0
        for i in range(len(x)):
            total += x[i] * W[i][j]
        result.append(total)
    return result


def sizes(exercise: Exercise, role: str) -> tuple[int, int, int]:
    """Entries of the token, rows and columns of the weight matrix; from the givens alone."""
    x, W = exercise.givens["x"], exercise.givens[f"W_{role}"]
    if hasattr(x, "rows") and isinstance(x.rows, int):
        return x.columns, W.rows, W.columns
    return len(x.rows[0]), len(W.rows), len(W.rows[0])


def written(row: Sequence[int]) -> str:
    return f"[{', '.join(str(entry).replace('-', '−') for entry in row)}]"


def expected_branches(exercise: Exercise, solved: bool) -> list[list[str]]:
    """The labels that may stand there; numbers that are too many for a line are left out."""
    x = rows(exercise, "x")[0]
    results = {role: product(x, rows(exercise, f"W_{role}")) for role in "qkv"}
    weights = [f"{a} × {b}" for _, a, b in (sizes(exercise, role) for role in "qkv")]
    shape = [f"1 × {len(x)}"]
    after = [f"1 × {len(row)}" for row in results.values()] if solved else []
    tokens = [f"x = {written(x)}", "x"]
    told = [[f"{role} = {written(row)}" for role, row in results.items()], list("qkv")]
    rest = ["Wq", "Wk", "Wv", *weights, *shape, *after]
    return [[token, *rest, *some] for token in tokens for some in (told if solved else told[1:])]


def expected_grid(exercise: Exercise) -> list[str]:
    (role,) = {part.case.role for part in exercise.parts if part.case} & set(roles_drawn(exercise))
    new = f"W_{role}_new"
    x, W = rows(exercise, "x")[0], rows(exercise, new if new in exercise.givens else f"W_{role}")
    cells = [*x, *product(x, W), *(entry for row in W for entry in row)]
    return ["x", role, f"W{role}", *(str(cell).replace("-", "−") for cell in cells)]


def roles_drawn(exercise: Exercise) -> list[str]:
    return ["q"] if exercise.kind == "compute-projections" else [exercise.facts["case"].role]


def expected_domino(exercise: Exercise, solved: bool) -> list[str]:
    role = exercise.facts["case"].role
    entries, height, columns = sizes(exercise, role)
    tiles = ["x", role, f"W{role}", "1", f"{entries}", f"{height}", f"{columns}"]
    if not solved:
        return tiles
    if entries != height:
        return [*tiles, f"{entries} ≠ {height}", "undefined"]
    return [*tiles, f"{entries} = {height}", "1", f"{columns}"]


def expected_comparisons(exercise: Exercise, solved: bool) -> list[str]:
    role = exercise.facts["case"].role
    entries, height, columns = sizes(exercise, role)
    d_in, reported = exercise.facts["d_in"], exercise.facts["reported"].rows
    labels = ["entries of x", "din", f"rows of W{role}", "din", f"shape of {role}", "1 × dout"]
    if not solved:
        return labels
    found = f"{len(reported)} × {len(reported[0])}"
    pairs = ((entries, d_in), (height, d_in), (found, f"1 × {columns}"))
    return [*labels, *(f"{a} {'=' if a == b else '≠'} {b}" for a, b in pairs)]


EXPECTED: Mapping[str, Callable[[Exercise, bool], list[list[str]]]] = {
    "branches": expected_branches,
    "product-grid": lambda exercise, _: [expected_grid(exercise)],
    "domino": lambda exercise, solved: [expected_domino(exercise, solved)],
    "comparisons": lambda exercise, solved: [expected_comparisons(exercise, solved)],
}


def test_each_kind_has_its_figures_and_the_others_have_none() -> None:
    for exercise in exercises():
        found = [figure.id for figure in exercise.figures]
        wanted = OF_A_KIND.get(exercise.kind, [])
        assert found in (wanted, [id for id in wanted if id != "product-grid"]), exercise.kind
    ids = {file.stem for file in (templates_folder() / "figures").glob("*.j2")}
    assert ids == {id for wanted in OF_A_KIND.values() for id in wanted}


@pytest.mark.parametrize("kind", ["compute-projections", "change-column"])
def test_a_product_is_drawn_cell_by_cell_where_it_is_small(kind: str) -> None:
    for level in LEVELS:
        drawn = [generate(kind, level=level, seed=seed).exercises[0] for seed in range(1, 9)]
        assert all(one.figures[-1].id == "product-grid" for one in drawn)
    for too_large in ({"d_in": 9, "d_out": 8}, {"d_in": 8, "d_out": 7, "entries": (-99, 99)}):
        sheet = possible(kind, **too_large)
        assert sheet is None or "product-grid" not in [f.id for f in sheet.exercises[0].figures]


def test_a_product_that_is_drawn_cell_by_cell_stands_on_the_key_alone() -> None:
    assert all(figure.tells == (figure.id == "product-grid") for _, figure, _ in figures())
    for kind in DRAWN_KINDS:
        sheet = generate(kind, level="medium")
        found = [f.id for f in sheet.exercises[0].figures]
        on_sheet, on_key = (
            render(sheet, "html", page=p).count("<svg") for p in ("worksheet", "key")
        )
        assert (on_sheet, on_key) == (len(set(found) - {"product-grid"}), len(found))


def test_a_figure_shows_what_is_given_and_solved_also_what_follows() -> None:
    seen = Counter[tuple[str, bool]]()
    for exercise, figure, solved in figures():
        wanted = EXPECTED[figure.id](exercise, solved)
        found = drawing(figure, solved).texts
        assert Counter(found) in map(Counter, wanted), (figure.id, solved, found)
        seen[figure.id, solved] += 1
    assert len(seen) == 7
    assert min(seen.values()) >= 24


def test_results_are_drawn_wherever_they_fit_into_a_line() -> None:
    for exercise, figure, solved in figures():
        if figure.id != "branches" or not solved:
            continue
        full = expected_branches(exercise, True)[0][-3:]
        widths = [len(label) + 0.6 * label.count("−") for label in full]
        assert (full[0] in drawing(figure, True).texts) == (max(widths) <= 48), full


def test_products_that_cannot_be_formed_and_pairs_that_differ_are_among_the_figures() -> None:
    told = [drawing(figure, solved).texts for _, figure, solved in figures() if solved]
    assert sum("≠" in "".join(texts) for texts in told) >= 10
    assert sum("−" in "".join(texts) for texts in told) >= 10


def given_numbers(exercise: Exercise, figure: Figure) -> list[int]:
    """What an open figure tells in numbers, but for the entries of the token."""
    if figure.id == "comparisons":
        return [1]
    shapes = [sizes(exercise, role) for role in "qkv" if f"W_{role}" in exercise.givens]
    return [1, shapes[0][0], *(size for shape in shapes for size in shape[1:])]


def test_an_open_figure_tells_no_number_but_those_that_are_given() -> None:
    for exercise, figure, solved in figures():
        if solved:
            continue
        given = Counter(given_numbers(exercise, figure))
        x = Counter(rows(exercise, "x")[0] if figure.id == "branches" else [])
        drawn = Counter(numbers(" ".join(drawing(figure, False).texts)))
        listed = Counter(
            numbers(" ".join(cell for row in table_of(figure, False)[0][2:] for cell in row))
        )
        heard = Counter(numbers(spoken(figure, False).replace("It goes 3 ways", "")))
        # The inner sizes are spoken of twice.
        again = Counter(
            sizes(exercise, exercise.facts["case"].role)[:2] if figure.id == "domino" else []
        )
        assert drawn in (given, given + x), figure.id
        assert listed == given + x, figure.id
        assert heard == given + x + again, figure.id


def test_what_is_marked_is_the_column_that_is_spoken_of_and_the_pairs_that_differ() -> None:
    for exercise, figure, solved in figures():
        drawn = drawing(figure, solved)
        inside = [
            text
            for x, y, w, h in drawn.marked
            for a, b, text in drawn.labels
            if x < a < x + w and y < b < y + h
        ]
        if figure.id == "product-grid":
            j = exercise.facts["j"] if exercise.kind == "change-column" else 1
            W = [numbers(text)[0] for text in inside[:-1]]
            x = rows(exercise, "x")[0]
            assert len(inside) == len(x) + 1
            assert product(x, [[entry] for entry in W]) == numbers(inside[-1])
            assert exercise.kind != "change-column" or figure.values["column"] == j
        elif figure.id == "domino":
            entries, height, _ = sizes(exercise, exercise.facts["case"].role)
            assert inside == [f"{entries}", f"{height}"]
        else:
            assert inside == [text for text in drawn.texts if "≠" in text]


def test_a_figure_is_drawn_alike_in_every_format_that_draws() -> None:
    for _, figure, solved in figures():
        svg, latex, typst = (drawing(figure, solved, form) for form in ("html", "tex", "pdf"))
        assert svg.skeleton == latex.skeleton == typst.skeleton, figure.id
        assert svg.boxes
        assert svg.labels


def test_lines_and_arrows_are_level_or_upright_and_arrows_point_right() -> None:
    for _, figure, solved in figures():
        drawn = drawing(figure, solved)
        for x, y, to_x, to_y in (*drawn.lines, *drawn.arrows):
            assert (x == to_x) != (y == to_y)
        assert all(x < to_x for x, _, to_x, _ in drawn.arrows)


# Widths of characters in halves of an em, none of them narrower than in the fonts of any format;
# a comma and a space are as wide as what is between columns in LaTeX.
WIDE = {"−": 1.6, "×": 1.7, "=": 1.7, "≠": 1.7, "W": 2.0, " ": 0.6, ",": 1.4, "[": 0.8, "]": 0.8}


def around(label: tuple[float, float, str]) -> Place:
    """The room that a label takes."""
    x, y, text = label
    width = sum(WIDE.get(c, 0.9 if c.isalpha() else 1.05) for c in text)
    return x - width / 2, y - 0.7, width, 1.4


def overlap(one: Place, other: Place) -> bool:
    (x, y, w, h), (a, b, c, d) = one, other
    slack = 1e-6
    return min(x + w, a + c) - max(x, a) > slack and min(y + h, b + d) - max(y, b) > slack


def within(one: Place, other: Place) -> bool:
    (x, y, w, h), (a, b, c, d) = one, other
    slack = 1e-6
    return a - slack <= x and b - slack <= y and x + w <= a + c + slack and y + h <= b + d + slack


def test_no_label_touches_another_or_leaves_its_box_or_the_frame() -> None:
    for _, figure, solved in figures():
        drawn = drawing(figure, solved)
        frame = (0.0, 0.0, drawn.width, drawn.height)
        rooms = [around(label) for label in drawn.labels]
        boxes = (*drawn.boxes, *drawn.marked)
        for (x, y, text), room in zip(drawn.labels, rooms, strict=True):
            assert within(room, frame), (figure.id, text)
            for box in boxes:
                assert within(room, box) or not overlap(room, box), (figure.id, text, x, y)
        for one, other in combinations(rooms, 2):
            assert not overlap(one, other), (figure.id, one, other)


def test_no_two_boxes_overlap_and_none_leaves_the_frame() -> None:
    for _, figure, solved in figures():
        drawn = drawing(figure, solved)
        boxes = (*drawn.boxes, *drawn.marked)
        assert all(within(box, (0.0, 0.0, drawn.width, drawn.height)) for box in boxes)
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)], figure.id


def test_no_line_runs_through_a_box_or_a_label() -> None:
    for _, figure, solved in figures():
        drawn = drawing(figure, solved)
        for x, y, to_x, to_y in (*drawn.lines, *drawn.arrows):
            line = (min(x, to_x), min(y, to_y), abs(to_x - x) or 1e-5, abs(to_y - y) or 1e-5)
            for room in (*drawn.boxes, *drawn.marked, *map(around, drawn.labels)):
                assert not overlap(line, room), (figure.id, line, room)


def test_a_figure_scaled_to_the_page_has_letters_of_nine_points_at_least() -> None:
    # Of 210 mm, 40 mm are margins and 4 em are indents; a half of an em is half of 11 points.
    room = (210 - 40) / 25.4 * 72 - 4 * 11
    for _, figure, solved in figures():
        width = drawing(figure, solved).width * 11 / 2
        assert 11 * min(1, room / width) >= 9, (figure.id, width)


SENTENCE = re.compile(r"(?:[A-Zx][A-Za-z0-9 ,:;]*[A-Za-z0-9]\. ?)+")


def test_the_words_of_a_figure_are_whole_sentences_in_plain_words() -> None:
    for _, figure, solved in figures():
        said = spoken(figure, solved)
        assert SENTENCE.fullmatch(said), said
        assert not re.search(r"  |None|Undefined|W_|\d x \d| ,", said), said


def test_the_words_of_a_figure_say_every_number_that_is_drawn() -> None:
    for _, figure, solved in figures():
        drawn, said = drawing(figure, solved), spoken(figure, solved)
        counted = re.sub(r"Number \d|goes 3 ways", "", said)
        missing = Counter(numbers(" ".join(drawn.texts))) - Counter(numbers(counted))
        # A comparison of the inner sizes names them again, and that of shapes says no 1 by d out.
        assert not set(missing) - set(numbers(counted)), said
        assert figure.id in ("domino", "product-grid") or not missing, said


WORDS = {
    ("branches", False): """
        The token x equals the row 1, 2, minus 1 and is 1 by 3. It goes 3 ways.
        Times W q, which is 3 by 2, it gives q. Times W k, which is 3 by 2, it gives k.
        Times W v, which is 3 by 2, it gives v. The results are left open.""",
    ("branches", True): """
        The token x equals the row 1, 2, minus 1 and is 1 by 3. It goes 3 ways.
        Times W q, which is 3 by 2, it gives q, which is 1 by 2: the row 0, 1.
        Times W k, which is 3 by 2, it gives k, which is 1 by 2: the row 5, 1.
        Times W v, which is 3 by 2, it gives v, which is 1 by 2: the row 2, 3.""",
    ("product-grid", True): """
        A grid, with the token x to the left, W q above and the result q below W q.
        Here x equals the row 1, 2, minus 1, W q equals the matrix with rows 1, 0; 0, 1; 1, 1,
        and q equals the row 0, 1.
        Column 1 of W q is marked: 1, 0, 1. Entry 1 of q is marked too: 0.""",
    ("domino", False): """
        Two tiles end to end. The tile of x has the sizes 1 and 3, the tile of W q
        the sizes 3 and 2. The inner sizes 3 and 3 lie side by side and are marked.
        The tile of q is left open.""",
    ("domino", True): """
        Two tiles end to end. The tile of x has the sizes 1 and 3, the tile of W q
        the sizes 3 and 2. The inner sizes 3 and 3 lie side by side and are marked.
        Below them stands: 3 equals 3.
        The tile of q has the sizes 1 and 2.""",
    ("comparisons", False): """
        Three pairs to compare, in order: the entries of x with d in, the rows of W q with d in,
        the shape of q with 1 by d out. What is found is left open.""",
    ("comparisons", True): """
        Three pairs to compare, in order: the entries of x with d in, the rows of W q with d in,
        the shape of q with 1 by d out.
        Number 1, which is marked: 2 is not 3. Number 2: 3 equals 3.
        Number 3: 1 by 2 equals 1 by 2.""",
}


@pytest.mark.parametrize(("name", "solved"), WORDS)
def test_what_is_read_aloud_for_a_figure(name: str, solved: bool) -> None:
    W = {
        "W_q": [[1, 0], [0, 1], [1, 1]],
        "W_k": [[2, 1], [1, 0], [-1, 0]],
        "W_v": [[0, 1], [1, 1], [0, 0]],
    }
    (kind,) = [kind for kind, ids in OF_A_KIND.items() if name in ids and kind != "change-column"]
    for seed in range(1, 40):
        exercise = generate(kind, given={"x": [[1, 2, -1]], **W}, seed=seed).exercises[0]
        (figure,) = [figure for figure in exercise.figures if figure.id == name]
        said = spoken(figure, solved)
        if "W q" in said and (name != "comparisons" or "2 is not 3" in spoken(figure, True)):
            break
    assert said == " ".join(WORDS[name, solved].split())


def test_the_words_of_a_figure_say_what_is_left_open() -> None:
    for _, figure, solved in figures():
        assert ("left open" in spoken(figure, solved)) != solved, figure.id


def test_every_drawing_has_these_words_in_its_format() -> None:
    for _, figure, solved in figures():
        said = spoken(figure, solved)
        assert [drawing(figure, solved, form).alt for form in READ] == [said] * 3


def table_of(figure: Figure, solved: bool) -> tuple[list[list[str]], str]:
    """The cells of a Markdown table with its head, and what stands below it."""
    table, _, below = made("md", figure, solved).partition("\n\n")
    lines = table.splitlines()
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    assert all(line.startswith("| ") and line.endswith(" |") for line in (lines[0], *lines[2:]))
    assert re.fullmatch(r"\|(---\|)+", lines[1])
    return [[cell.strip() for cell in row] for row in cells], below


def test_a_markdown_table_is_whole_and_has_a_head() -> None:
    for _, figure, solved in figures():
        cells, below = table_of(figure, solved)
        assert len({len(row) for row in cells}) == 1
        assert len(cells) >= 3
        assert all(cells[0][1:])
        assert "|" not in below


def test_a_markdown_table_has_the_numbers_of_the_drawing_and_open_no_other() -> None:
    for exercise, figure, solved in figures():
        cells, _ = table_of(figure, solved)
        found = set(numbers(" ".join(cell for row in cells[2:] for cell in row)))
        drawn = set(numbers(" ".join(drawing(figure, solved).texts)))
        x = set(rows(exercise, "x")[0]) if figure.id == "branches" else set()
        assert drawn <= found, figure.id
        assert solved or found <= drawn | x, figure.id


def alternatives(sheet: Worksheet, page: str) -> list[str]:
    key = page == "key"
    found = [f for exercise in sheet.exercises for f in exercise.figures if key or not f.tells]
    return [spoken(figure, key) for figure in found]


@pytest.fixture(scope="module")
def sheet() -> Worksheet:
    return generate(*DRAWN_KINDS, level="medium", seed=6)


@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_a_web_page_names_every_drawing_by_its_words(sheet: Worksheet, page: str) -> None:
    found = re.findall(r'<svg role="img" aria-label="([^"]*)"', render(sheet, "html", page=page))
    assert list(map(unescape, found)) == alternatives(sheet, page) != []


@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_a_pdf_has_every_drawing_as_a_figure_with_its_words(sheet: Worksheet, page: str) -> None:
    with pikepdf.open(BytesIO(render(sheet, "pdf", page=page))) as pdf:
        found = [str(one.Alt) for one in structure(pdf.Root.StructTreeRoot) if one.S == "/Figure"]
    assert found == alternatives(sheet, page) != []


def structure(element: Any) -> Iterator[Any]:
    """The elements of a structure tree, in order."""
    below = element.get("/K", [])
    for one in below if isinstance(below, pikepdf.Array) else [below]:
        if isinstance(one, pikepdf.Dictionary) and "/S" in one:
            yield one
            yield from structure(one)


def of_marked(operand: Any) -> Any:
    """The words of marked content; anything else as it is."""
    return operand.Alt if isinstance(operand, pikepdf.Dictionary) else operand


def operators(page: str) -> list[tuple[str, Any]]:
    """What the pages of LaTeX do, operator by operator with its operands."""
    with pikepdf.open(BytesIO(compiled(page, "pdflatex"))) as pdf:
        return [
            (str(operator), [str(of_marked(one)) for one in operands])
            for page_of_pdf in pdf.pages
            for operands, operator in pikepdf.parse_content_stream(page_of_pdf)
        ]


@pytest.mark.tex
@pytest.mark.parametrize("page", ["worksheet", "key"])
def test_a_page_of_latex_has_every_drawing_in_marked_content_with_its_words(
    sheet: Worksheet, page: str
) -> None:
    done = operators(render(sheet, "tex", page=page))
    found = [operands[1] for operator, operands in done if operator == "BDC"]
    assert found == alternatives(sheet, page) != []
    around = [operator for operator, _ in done if operator in ("BDC", "EMC")]
    assert around == ["BDC", "EMC"] * len(found)


@pytest.mark.tex
def test_what_is_marked_is_tinted_in_latex_too(sheet: Worksheet) -> None:
    page = render(sheet, "tex", page="key")
    grey = [operands for operator, operands in operators(page) if operator == "g"]
    marked = sum(len(one.marked) for one in drawings(page, "tex"))
    assert grey.count(["0.88"]) == marked > 0


@pytest.mark.parametrize("layout", [Layout(), Layout("letter", 20)])
def test_a_pdf_has_its_figures_within_the_margins(sheet: Worksheet, layout: Layout) -> None:
    with pikepdf.open(BytesIO(render(sheet, "pdf", page="key", layout=layout))) as pdf:
        boxes = [
            [float(side) for side in one.A[0].BBox]
            for one in structure(pdf.Root.StructTreeRoot)
            if one.S == "/Figure"
        ]
        right = float(pdf.pages[0].mediabox[2])
    margin = 20 / 25.4 * 72
    assert len(boxes) == len(alternatives(sheet, "key"))
    assert all(margin <= box[0] and box[2] <= right - margin for box in boxes), boxes


def test_a_drawing_that_may_scroll_can_be_reached_without_a_mouse() -> None:
    for _, figure, solved in figures():
        source = made("html", figure, solved)
        ems = (drawing(figure, solved).width + 1.6) / 2
        # At 320 pixels there are 257 for a drawing, which shrinks to 58 parts of 100.
        assert ('tabindex="0"' in source) == (0.58 * ems * 17 > 253), ems
        assert f'style="--ems:{ems:g}"' in source


def test_open_and_solved_drawings_of_the_lesson_s_sizes_are_read_at_320_pixels() -> None:
    for _, figure, solved in figures():
        if figure.id in ("domino", "comparisons"):
            assert 'tabindex="0"' not in made("html", figure, solved)


FIGURE = "figures/domino.j2"


def changed(folder: Path, old: str, new: str) -> Renderer:
    """The built-in figure with a change in it, in a folder of one's own."""
    source = (templates_folder() / FIGURE).read_text("utf-8")
    assert source.count(old) == 1
    (folder / "figures").mkdir()
    (folder / FIGURE).write_text(source.replace(old, new), encoding="utf-8")
    return Renderer(folder)


ARROW = "<< arrow(26.8, 4.4, 31.4, 4.4) >>"


@pytest.mark.parametrize("form", ["html", "tex", "pdf"])
@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("<< circle(1, 2) >>", "'circle' is undefined"),
        ("<< f.token >>", "'qkvsym.named.Named object' has no attribute 'token'"),
        ("<< row(1) >>", "'row' is undefined"),
        (
            "<< f.case.__init__ >>",
            "access to attribute '__init__' of 'Case' object is unsafe.",
        ),
    ],
)
def test_what_a_user_s_figure_cannot_say_is_refused_with_its_place(
    tmp_path: Path, form: str, said: str, fault: str
) -> None:
    renderer = changed(tmp_path, ARROW, said)
    source = (tmp_path / FIGURE).read_text("utf-8").splitlines()
    number = source.index(said) + 1
    with pytest.raises(BadTemplate) as refused:
        render(generate("predict-shape"), form, renderer=renderer)
    assert str(refused.value) == f"template {tmp_path / FIGURE}, line {number}: {fault}"


def test_a_user_s_figure_without_its_macro_is_refused(tmp_path: Path) -> None:
    renderer = changed(
        tmp_path, "<% macro drawing(f, solution, alt) %>", "<% macro d(f, solution, alt) %>"
    )
    with pytest.raises(BadTemplate) as refused:
        render(generate("predict-shape"), "html", renderer=renderer)
    assert str(refused.value) == "template 'figures/domino.j2': it has no macro drawing"


@pytest.mark.parametrize("form", ["html", "tex"])
def test_a_user_s_figure_is_drawn_in_the_place_of_the_built_in_one(
    tmp_path: Path, form: str
) -> None:
    sheet = generate("predict-shape")
    renderer = changed(tmp_path, ARROW, "<< label(29, 4.4, 'z') >>")
    (made_by_own,) = drawings(render(sheet, form, renderer=renderer), form)
    (built_in,) = drawings(render(sheet, form), form)
    assert [text.strip("$") for text in made_by_own.texts if "z" in text] == ["z"]
    assert (len(built_in.arrows), len(made_by_own.arrows)) == (1, 0)


def drawings(page: str, form: str) -> Iterator[Drawing]:
    pattern = {"html": r"<svg .*?</svg>", "tex": r"^\\drawing.*?^\}$"}[form]
    for found in re.findall(pattern, page, re.DOTALL | re.MULTILINE):
        yield READ[form](found)


def test_figures_stand_between_what_is_given_and_what_is_asked(sheet: Worksheet) -> None:
    for form, asked in (("html", 'class="part'), ("tex", r"\begin{parts}")):
        made = render(sheet, form)
        opened = [found.start() for found in re.finditer(r"<svg |\\drawing\{[\d.]+\}", made)]
        assert len(opened) == len(alternatives(sheet, "worksheet"))
        for one, following in pairwise([*opened, len(made)]):
            assert asked in made[one:following]
