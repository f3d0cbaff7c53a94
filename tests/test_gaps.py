"""A wording that is rendered once, with a gap for its value, says what a full rendering says."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import qkvsym
from qkvsym import gaps
from qkvsym.exercise import Exercise, Line
from qkvsym.formats import Format, format_named
from qkvsym.formula import Chain, Name, Product
from qkvsym.kinds import kind_ids
from qkvsym.matrix import Matrix
from qkvsym.renderer import Renderer
from qkvsym.wording import Words

FORMATS = ("md", "tex", "json", "html", "pdf")
LOOKS = (
    "<< chain >>",
    "a << chain >> b << chain >> c",
    "  << chain >>\n\n",
    "nothing",
    "<< strong(chain) >>",
    "<% if chain %>yes<% else %>no<% endif %>",
    "<% if chain is matrix %>yes<% else %>no<% endif %>",
    "<% if chain == case %>yes<% else %>no<% endif %>",
    "<< chain.members[1].rows | length >>",
    "<< chain.relation >>",
    "<< math([case.role, chain]) >>",
    "<% if math(chain) | length > 22 %>long<% endif %>",
)


def lines_of(exercise: Exercise) -> Iterator[Line]:
    for part in exercise.parts:
        yield from (part.ask, *part.hints, *part.steps, *(o.label for o in part.answer.options))
    yield from exercise.facts.get("lines", ())


def words_in(form: Format, templates: Path | None = None) -> Words:
    return Renderer(templates).words_of(form)


@pytest.mark.parametrize("form", FORMATS)
def test_every_line_says_the_same_with_a_gap_and_without(form: str) -> None:
    words = words_in(format_named(form, "worksheet"))
    seen = 0
    for name in kind_ids():
        for seed in range(6):
            level = ("easy", "medium", "hard")[seed % 3]
            (exercise,) = qkvsym.generate(name, level=level, seed=seed).exercises
            for one in lines_of(exercise):
                assert words.say(one, name) == words._fill(one, name)
                seen += any(isinstance(value, Chain | Matrix) for _, value in one.values)
    assert seen > 100


def test_no_wording_of_ours_looks_into_a_value_that_it_prints() -> None:
    words = words_in(format_named("md", "worksheet"))
    for name in kind_ids():
        (exercise,) = qkvsym.generate(name, seed=3, level="medium").exercises
        for one in lines_of(exercise):
            large = [v for _, v in one.values if isinstance(v, Chain | Matrix | Product)]
            if len(large) == 1:
                values = tuple((n, gaps.GAP if v is large[0] else v) for n, v in one.values)
                around = words._around(one.id, one.file, name, values)
                assert len(around or ()) == 2, one.id


@pytest.mark.parametrize("wording", LOOKS)
def test_a_template_of_the_user_s_may_look_into_a_value(wording: str, tmp_path: Path) -> None:
    folder = tmp_path / "kinds"
    folder.mkdir()
    macro = f"<% macro step_vector(chain, case) %>{wording}<% endmacro %>"
    (folder / "compute-projections.j2").write_text(macro)
    form = format_named("md", "worksheet")
    words, full = words_in(form, tmp_path), words_in(form, tmp_path)
    for seed in range(4):
        (exercise,) = qkvsym.generate("compute-projections", seed=seed).exercises
        (one,) = [line for line in exercise.parts[1].steps if line.id == "step_vector"]
        assert words.say(one, exercise.kind) == full._fill(one, exercise.kind)


def test_two_values_in_one_line_are_both_there(tmp_path: Path) -> None:
    (tmp_path / "kinds").mkdir()
    macro = "<% macro both(one, other) %><< one >> and << other >><% endmacro %>"
    (tmp_path / "kinds" / "own.j2").write_text(macro)
    words = words_in(format_named("md", "worksheet"), tmp_path)
    pair = Product((Name("x"), Name("W_q"))), Chain((Name("q"), Name("k")))
    for one, other in (pair, pair[::-1]):
        said = words.say(Line("both", (("one", one), ("other", other))), "own")
        assert said == f"{words.math(one)} and {words.math(other)}"


@pytest.mark.parametrize(
    "look",
    [
        str,
        repr,
        bool,
        len,
        iter,
        format,
        lambda gap: gap == 1,
        lambda gap: 1 in gap,
        lambda gap: gap.members,
        lambda gap: gap[0],
        lambda gap: gap(),
        lambda gap: hasattr(gap, "__html__"),
        words_in(format_named("md", "worksheet"))._environment.tests["matrix"],
    ],
)
def test_whoever_looks_into_a_gap_is_found_out(look: Callable[[object], object]) -> None:
    with pytest.raises(gaps.LookedInto):
        look(gaps.GAP)


def test_a_gap_in_a_formula_is_rendered_in_full() -> None:
    words = words_in(format_named("md", "worksheet"))
    with pytest.raises(TypeError, match="a Gap cannot be printed as math"):
        words.math(gaps.GAP)
    with pytest.raises(TypeError, match="a Gap cannot be printed as math"):
        words.math(["q", gaps.GAP])
