"""PDF pages: read aloud as they are seen, whole on their paper, literal, always the same."""

import hashlib
import os
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from qkvsym import Matrix, Worksheet, generate, render
from qkvsym.errors import BadTemplate, NoInstance
from qkvsym.formats import pdf
from qkvsym.formula import Number, Sum
from qkvsym.kinds import kind_ids
from qkvsym.layout import FONT_SIZES, PAPERS, Layout
from qkvsym.notation import spoken
from qkvsym.renderer import Renderer
from qkvsym.resources import templates_folder
from tests.hostile import TITLES
from tests.printed import PAGES, elements, letters, listed, page_texts, words_of

TITLE = "Week 3: queries"
HEADING = re.compile(r"^(.*(easy|medium|hard)|Hints)$")
SENTENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ,;:.]*")
MM = 72 / 25.4
SIDES, TOP, BOTTOM = 20 * MM, 24 * MM, 20 * MM
DESCENT = 4.0
"""How far the lowest letters and brackets reach below the last line."""

SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
WIDE = [(16, 15), (1, 16), (3, 6), (12, 2)]


def made(sheet: Worksheet, page: str = "worksheet", **options: Any) -> bytes:
    printed = render(sheet, "pdf", page=page, **options)
    assert isinstance(printed, bytes)
    return printed


def opened(printed: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(printed))


@pytest.fixture(scope="module")
def lesson() -> Worksheet:
    return generate(seed=5, title=TITLE)


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def printed(lesson: Worksheet, page: str) -> bytes:
    return made(lesson, page)


# Read aloud


def is_accessible(document: pikepdf.Pdf, title: str) -> None:
    """What PDF/UA-1 asks of a document (ISO 14289-1, 7), as far as it can be looked up."""
    root = document.Root
    assert bool(root.MarkInfo.Marked)
    assert not bool(root.MarkInfo.get("/Suspects", False))
    assert root.Lang == "en"
    assert bool(root.ViewerPreferences.DisplayDocTitle)
    assert document.docinfo["/Title"] == title
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == title
    fonts = [font for page in document.pages for font in page.resources.Font.values()]
    # A letter is told by its font what it means.
    assert all("/ToUnicode" in font for font in fonts)


def is_tagged(document: pikepdf.Pdf) -> None:
    """Headings without gaps, words for all that is drawn, heads of tables, no text without tag."""
    tree = list(elements(document.Root.StructTreeRoot))
    levels = [int(str(one.S)[2:]) for one in tree if re.fullmatch(r"/H\d", str(one.S))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    for words in words_of(document, "/Formula", "/Figure"):
        assert SENTENCE.fullmatch(words), words
    for table in (one for one in tree if one.S == "/Table"):
        heads = [one for one in elements(table) if one.S == "/TH"]
        scopes = [str(a.get("/Scope")) for one in heads for a in listed(one, "/A") if "/Scope" in a]
        assert len(heads) == 2
        assert scopes == ["/Column"] * 2
        assert all(listed(one, "/K") for one in heads)
    for page in document.pages:
        assert all(marks and set(marks) & {"MCID", "Artifact"} for marks in shown_texts(page))


def shown_texts(page: pikepdf.Page) -> Iterator[list[str]]:
    """For each piece of text that a page shows, the marks around it."""
    around: list[str] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) in ("BDC", "BMC"):
            numbered = len(operands) > 1 and "/MCID" in operands[1]
            around.append("MCID" if numbered else str(operands[0])[1:])
        elif str(operator) == "EMC":
            around.pop()
        elif str(operator) in ("Tj", "TJ"):
            yield [*around]


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("kind", kind_ids())
def test_every_kind_is_a_tagged_document_that_says_what_it_shows(kind: str, level: str) -> None:
    sheet = generate(kind, level=level, seed=11, title=TITLE)
    for name in PAGES:
        document = opened(made(sheet, name))
        is_accessible(document, TITLE)
        is_tagged(document)


def test_the_lesson_set_is_tagged_and_has_a_heading_for_each_exercise(
    lesson: Worksheet, printed: bytes, page: str
) -> None:
    document = opened(printed)
    is_accessible(document, TITLE)
    is_tagged(document)
    names = Counter(str(one.S) for one in elements(document.Root.StructTreeRoot))
    assert names["/H2"] == len(lesson.exercises) + (page == "worksheet")
    assert names["/Formula"] > 50
    assert names["/Figure"] > 2
    assert bool(names["/Table"]) == (page == "key")


def test_every_question_is_a_paragraph_and_so_is_its_letter(lesson: Worksheet, page: str) -> None:
    document = opened(render(lesson, "pdf", page=page))
    paragraphs = [one for one in elements(document.Root.StructTreeRoot) if one.S == "/P"]
    assert len(paragraphs) >= 2 * sum(len(exercise.parts) for exercise in lesson.exercises)


def test_a_sheet_without_a_title_has_the_default_one() -> None:
    default = "Queries, keys and values of one token"
    is_accessible(opened(made(generate("predict-shape"))), default)


def test_every_given_is_said_in_words() -> None:
    givens = dict(generate("compute-projections", given="lesson").exercises[0].givens)
    document = opened(made(generate("compute-projections", given="lesson")))
    said = words_of(document, "/Formula")
    for name, value in givens.items():
        assert said.count(spoken((name, value))) == 1
    assert "x equals the row 1, 2, 3" in said
    assert "W q equals the matrix with rows 1, 0; 0, 1; 1, 1" in said


def test_a_negative_number_is_said_with_its_minus() -> None:
    sheet = generate("compute-projections", level="hard", entries=(-9, 9), seed=2)
    said = words_of(opened(made(sheet)), "/Formula")
    x = sheet.exercises[0].givens["x"]
    assert min(x.entries) < 0
    assert f"x equals the row {', '.join(map(str, x.entries)).replace('-', 'minus ')}" in said


@pytest.mark.parametrize("seed", [1, 2])
def test_the_key_says_every_answer_in_order(seed: int) -> None:
    sheet = generate(seed=seed)
    said = iter(words_of(opened(made(sheet, "key")), "/Formula"))
    asked = 0
    for part in (part for exercise in sheet.exercises for part in exercise.parts):
        if part.answer.type in ("matrix", "shape", "formula"):
            value = part.answer.value
            # What is in an iterator is looked for from where the last one was found.
            assert spoken((part.subject, value) if part.subject else value) in said
            asked += 1
    assert asked > 10


def test_the_worksheet_says_no_answer(lesson: Worksheet) -> None:
    said = words_of(opened(made(lesson, hints=False)), "/Formula", "/Figure")
    looked_for = 0
    for part in (part for exercise in lesson.exercises for part in exercise.parts):
        if isinstance(part.answer.value, Matrix):
            assert spoken((part.subject, part.answer.value)) not in " ".join(said)
            looked_for += 1
    assert looked_for > 4


def test_a_drawing_says_what_it_shows_and_on_the_key_its_results() -> None:
    sheet = generate("compute-projections", given="lesson")
    asked, solved = (words_of(opened(made(sheet, name)), "/Figure")[0] for name in PAGES)
    for result in ("4, 5", "2, 7", "2, 4"):
        assert f"the row {result}" in solved
        assert result not in asked
    assert asked.startswith("The token x equals the row 1, 2, 3")
    assert solved.startswith("The token x equals the row 1, 2, 3")


# On paper


def test_every_page_has_the_code_its_number_and_how_many_there_are(
    lesson: Worksheet, printed: bytes, page: str
) -> None:
    texts = page_texts(printed)
    assert len(texts) > 5
    for number, text in enumerate(texts, 1):
        first, *_, last = text.splitlines()
        assert first.endswith(f"Code {lesson.code}")
        assert last.endswith(f" {number} / {len(texts)}")
        marked = first.startswith("Answer key ") and last.startswith("Answer key ")
        assert marked == (page == "key")
        assert ("Answer key" in text) == (page == "key")


def test_a_hundred_exercises_have_their_whole_code_on_every_page() -> None:
    sheet = generate(*["predict-shape"] * 100, seed=2**64 - 1, d_in=3, d_out=2, entries=(-5, 5))
    for name in PAGES:
        texts = page_texts(made(sheet, name))
        assert len(texts) > 10
        # Nothing is between the letters that would be copied with them.
        assert all(sheet.code in "".join(text.split()) for text in texts)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", FONT_SIZES)
def test_paper_and_letters_have_the_size_that_is_asked_for(paper: str, size: int) -> None:
    document = opened(made(generate("shape-check"), layout=Layout(paper, size)))
    for page in document.pages:
        _, _, *found = map(float, page.mediabox)
        assert found == pytest.approx(SIZES[paper], abs=0.01)
    sizes = [
        (float(operands[1]), len(operands))
        for page in document.pages
        for operands, operator in pikepdf.parse_content_stream(page)
        if str(operator) == "Tf"
    ]
    assert Counter(sizes).most_common(1)[0][0] == (size, 2)


def marks_on(page: Any) -> Iterator[tuple[str, float, float, float, float]]:
    """What is on a page, letters and strokes, and where: left, bottom, right, top."""
    text = page.get_textpage()
    for n in range(text.count_chars()):
        letter = text.get_text_range(n, 1)
        if letter.strip():
            yield letter, *text.get_charbox(n)
    for stroke in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH]):
        yield "", *stroke.get_bounds()


def is_whole(printed: bytes, left_foot: str = "Name:|Answerkey") -> None:
    """Nothing is in the margins but the lines at the head and the foot of the page."""
    for page in pypdfium2.PdfDocument(printed):
        width, height = page.get_size()
        head, foot = "", ""
        for mark, left, bottom, right, top in marks_on(page):
            assert left > SIDES - 1.5, (mark, left)
            assert right < width - SIDES + 1.5, (mark, right)
            if mark and bottom < BOTTOM - DESCENT:
                foot += mark
            if mark and top > height - TOP + DESCENT:
                head += mark
        assert re.fullmatch(rf"({left_foot})\d+/\d+", foot), foot
        assert re.fullmatch(r".*Code[A-Z0-9]+", head), head


def wide_sheets(sizes: tuple[int, int]) -> list[Worksheet]:
    """A sheet of each kind, where there is a good instance of the sizes and entries."""
    found = []
    for kind in kind_ids():
        try:
            found.append(generate(kind, d_in=sizes[0], d_out=sizes[1], entries=(-99, 99), seed=11))
        except NoInstance:
            continue
    return found


@pytest.mark.parametrize("sizes", WIDE, ids=str)
def test_nothing_is_cut_on_sheets_of_extreme_sizes(sizes: tuple[int, int]) -> None:
    sheets = wide_sheets(sizes)
    assert len(sheets) >= 2
    for sheet in sheets:
        # A key has all that is on the worksheet but its hints and blanks.
        for name in PAGES if sizes == WIDE[0] else ["key"]:
            is_whole(made(sheet, name, layout=Layout("letter", 20)))
    # Other letters leave other widths; the widest sheets show what they do.
    for sheet in sheets if sizes == WIDE[0] else sheets[:1]:
        is_whole(made(sheet, "key"))


def test_large_givens_are_whole_on_the_page() -> None:
    weights = {f"W_{r}": [[-9999 + 7 * n, 9000 + n] for n in range(8)] for r in "qkv"}
    sheet = generate("compute-projections", given={"x": [-9999, *[9998] * 7], **weights})
    for name in PAGES:
        is_whole(made(sheet, name, layout=Layout("a4", 14)))


def heights_of(letter: str, printed: bytes) -> list[float]:
    """How high a letter is wherever it stands."""
    texts = [page.get_textpage() for page in pypdfium2.PdfDocument(printed)]
    places = [(text, n) for text in texts for n in range(text.count_chars())]
    boxes = [text.get_charbox(n) for text, n in places if text.get_text_range(n, 1) == letter]
    return [top - bottom for _, bottom, _, top in boxes]


def test_large_print_is_large_in_long_lines_too() -> None:
    short, long = (
        heights_of(
            "\N{DOT OPERATOR}",
            made(
                generate("compute-projections", level="hard", d_in=n, d_out=3, seed=1),
                "key",
                layout=Layout("a4", 20),
            ),
        )
        for n in (2, 16)
    )
    assert len(long) > 5 * len(short) > 10
    assert min(long) > 0.9 * max(short)


def heading_alone(texts: list[str]) -> list[str]:
    """The headings that stand at the foot of a page, above its last line."""
    lines = [[line for line in text.splitlines() if line.strip()] for text in texts]
    return [page[-2] for page in lines if HEADING.match(page[-2])]


@pytest.mark.parametrize("size", [10, 14, 20])
def test_no_heading_stands_alone_at_the_foot_of_a_page(size: int) -> None:
    headings = 0
    sheet = generate(*kind_ids() * 3, seed=size)
    for name in PAGES:
        texts = page_texts(made(sheet, name, layout=Layout("a4", size)))
        assert heading_alone(texts) == []
        headings += sum(bool(HEADING.match(line)) for t in texts for line in t.splitlines())
    assert headings > 2 * 21
    assert heading_alone(["Code X\nText\n3. Check shapes easy\nName: 1 / 2"])


# Literal


def as_printed(title: str) -> str:
    """A title as letters, those that no font has by their numbers."""
    return letters(named(title))


def named(title: str) -> str:
    return "".join(f"[U+{ord(c):X}]" if pdf._OTHER.match(c) else c for c in title)


# Every other title is on the worksheet, every other one on the key.
@pytest.mark.parametrize(
    ("case", "name"),
    [(case, PAGES[n % 2]) for n, case in enumerate(TITLES)],
    ids=[case["name"] for case in TITLES],
)
def test_a_hostile_title_is_literal_on_the_page(case: dict[str, str], name: str) -> None:
    sheet = generate("predict-shape", title=case["title"])
    printed = made(sheet, name)
    one = "".join(map(letters, page_texts(printed)))
    shown = as_printed(sheet.title)
    assert shown in one
    assert one.replace(shown, "") == plainly_titled(name).replace("PLAIN", "")
    document = opened(printed)
    assert document.docinfo["/Title"] == named(sheet.title)


@cache
def plainly_titled(page: str) -> str:
    printed = made(generate("predict-shape", title="PLAIN"), page)
    return "".join(map(letters, page_texts(printed)))


@pytest.mark.parametrize(
    "title",
    ["word " * 40, "W" * 200, "\\" * 200, "_" * 200, '"' * 200, "supercalifragilistic" * 10,
     "ß" * 200, "\N{SNOWMAN}" * 200, "中" * 200, "a/" * 100, ("W" * 50 + " ") * 3],
    ids=["words", "W", "backslash", "underscore", "quote", "long-word", "accented", "snowmen",
         "foreign", "slashes", "fifties"],
)  # fmt: skip
def test_a_very_long_title_is_broken_and_not_cut(title: str) -> None:
    sheet = generate("predict-shape", title=title)
    for name in PAGES:
        printed = made(sheet, name, layout=Layout("a4", 20))
        is_whole(printed)
        texts = page_texts(printed)
        assert as_printed(sheet.title) in "".join(letters(body(text)) for text in texts)


def body(text: str) -> str:
    """The text of a page between its head and its foot."""
    return "\n".join(text.splitlines()[1:-1])


def has(first: int, last: int) -> list[str]:
    return [chr(n) for n in range(first, last + 1)]


def characters() -> list[str]:
    """All characters that are said to be in the fonts."""
    ranges = re.findall(r"(.)-(.)", pdf._FONTS_HAVE, re.DOTALL)
    assert "".join(f"{a}-{b}" for a, b in ranges) == pdf._FONTS_HAVE
    return [c for a, b in ranges for c in has(ord(a), ord(b))]


def test_every_character_that_the_fonts_have_can_be_set_and_comes_back() -> None:
    # What is not assigned, a control or a mark has no letter of its own to come back.
    plain = [c for c in characters() if unicodedata.category(c)[0] not in "CMZ"]
    assert len(plain) > 2000
    for start in range(0, len(plain), 150):
        title = "".join(plain[start : start + 150])
        sheet = generate("predict-shape", title=title)
        back = letters(page_texts(made(sheet))[0])
        assert [c for c in letters(sheet.title) if c not in back] == []


def test_every_character_of_the_first_plane_can_be_in_a_title() -> None:
    for start in range(0x20, 0xFFFF, 200 * 16):
        title = "".join(has(start, start + 199))
        made(generate("predict-shape", title=title), "key")


@pytest.mark.parametrize("c", ["\u0378", "\u0530", "\u0980", "\u2630", "中", "😀", "\U0001d42a"])
def test_a_character_that_no_font_has_is_named_by_its_number(c: str) -> None:
    sheet = generate("predict-shape", title=f"a{c}b")
    assert f"a[U+{ord(c):X}]b" in page_texts(made(sheet))[0]


# The same every time


def test_the_bytes_are_the_same_in_another_process_place_time_zone_and_hash(
    lesson: Worksheet, printed: bytes, page: str, tmp_path: Path
) -> None:
    script = (
        "import hashlib, qkvsym\n"
        f"sheet = qkvsym.generate(seed=5, title={TITLE!r})\n"
        f"pdf = qkvsym.render(sheet, 'pdf', page={page!r})\n"
        "print(hashlib.sha256(pdf).hexdigest())"
    )
    seed, zone = {"worksheet": ("1", "Asia/Tokyo"), "key": ("2", "America/Lima")}[page]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
    environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, timeout=60,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == hashlib.sha256(printed).hexdigest()


def test_no_time_and_no_place_is_in_the_file(printed: bytes) -> None:
    document = opened(printed)
    assert set(document.docinfo.keys()) == {"/Title", "/Creator"}
    assert "Date" not in str(document.open_metadata())
    assert str(Path.cwd()).encode() not in printed


# Formulas and drawings in Typst


def test_a_long_sum_is_broken_and_a_wide_matrix_is_set_smaller() -> None:
    total = Sum(tuple(Number(n) * Number(-n) for n in range(12, 40)))
    assert pdf.VOCABULARY.math(total).startswith('#m("12 times minus 12 plus ')
    assert pdf.VOCABULARY.math(("x", Matrix.of([[*range(16)]]))).startswith("#fitted(m(")
    assert pdf.VOCABULARY.math(("x", Matrix.of([[1, 2]]))).startswith("#m(")


def test_a_quote_and_a_backslash_are_all_that_is_escaped_in_a_string() -> None:
    assert pdf.literal('a "b" \\c #d $e$ *f*') == r'"a \"b\" \\c #d $e$ *f*"'


ASKS = re.compile(
    r"#(import|include)|\b(read|image|plugin|json|yaml|csv|toml|xml)\(|@preview|https?:"
)


def test_no_frame_asks_for_a_package_or_a_file() -> None:
    frames = [*templates_folder().rglob("*.typ.j2")]
    assert len(frames) == 3
    for frame in frames:
        source = frame.read_text(encoding="utf-8")
        assert not ASKS.search(source)
    assert ASKS.search('#import "@preview/cetz:0.3.0"')
    assert ASKS.search('#image("logo.svg")')


# A user's own pages

OUTSIDE = (
    'path `"{0}"` would escape the project root, at \'#read("{0}")\'; cannot access files outside '
    "of the project sandbox; you can adjust the project root with the `--root` argument"
)


def own(tmp_path: Path, frame: str) -> Renderer:
    folder = tmp_path / "mine"
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "worksheet.typ.j2").write_text(frame, encoding="utf-8")
    (folder / "logo.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
    )
    (tmp_path / "outside.txt").write_text("secret")
    return Renderer(folder)


PAIRS = ("D8", "D9", "DA", "DB")
BEGINS = '#set document(title: "T", date: none)\n#set text(lang: "en")\n'


def test_a_users_own_page_may_show_an_image_of_its_folder(tmp_path: Path) -> None:
    renderer = own(tmp_path, BEGINS + '#image("logo.svg", alt: "A logo")\n<< sheet.code >>\n')
    sheet = generate("predict-shape")
    printed = made(sheet, renderer=renderer)
    assert words_of(opened(printed), "/Figure") == ["A logo"]
    assert sheet.code in page_texts(printed)[0]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("#nonsense(1)", "unknown variable: nonsense, at '#nonsense(1)'"),
        (
            "$ x $",
            "PDF/UA-1 error: missing alt text, at '$ x $'; "
            "make sure your images and equations have alt text",
        ),
        (
            '#image("no.svg")',
            "file not found (searched at FOLDER/no.svg), at '#image(\"no.svg\")'",
        ),
        (
            '#read("/etc/passwd")',
            "file not found (searched at FOLDER/etc/passwd), at '#read(\"/etc/passwd\")'",
        ),
        ('#read("../outside.txt")', OUTSIDE.format("../outside.txt")),
        ('#read("/../outside.txt")', OUTSIDE.format("/../outside.txt")),
    ],
)
def test_a_users_own_page_that_is_no_typst_is_refused_with_the_place(
    tmp_path: Path, line: str, says: str
) -> None:
    renderer = own(tmp_path, BEGINS + line + "\n")
    with pytest.raises(BadTemplate) as refused:
        made(generate("predict-shape"), renderer=renderer)
    message = str(refused.value).replace(str(tmp_path / "mine"), "FOLDER")
    assert message == f"the PDF cannot be set: {says}; mend the template that wrote it"


@pytest.mark.parametrize("lines", [5, 5000])
def test_a_fault_in_a_file_that_a_page_includes_names_the_line_that_includes_it(
    tmp_path: Path, lines: int
) -> None:
    renderer = own(tmp_path, BEGINS + '#include "part.typ"\n')
    (tmp_path / "mine" / "part.typ").write_text("\n" * lines + '#panic("x")\n')
    with pytest.raises(BadTemplate) as refused:
        made(generate("predict-shape"), renderer=renderer)
    assert str(refused.value) == (
        "the PDF cannot be set: panicked with: x, at '#include \"part.typ\"'; "
        "mend the template that wrote it"
    )


def test_no_glyph_stands_for_several_signs() -> None:
    # Text is read back right either way; what is seen is known by the glyphs.
    title = "``a'' --- -- ?` !` ,, fi ffl <= -> != ..."
    document = opened(made(generate("predict-shape", title=title)))
    maps = [
        font.ToUnicode.read_bytes().decode("ascii")
        for page in document.pages
        for font in page.Resources.Font.values()
    ]
    codes = [code for one in maps for code in re.findall(r"^<[0-9A-Fa-f]+> <(\w+)>$", one, re.M)]
    assert len(codes) > 20
    # Four digits are one sign; a sign beyond them is a pair that begins with D8 to DB.
    assert {code for code in codes if len(code) > 4 and code[:2].upper() not in PAIRS} == set()
