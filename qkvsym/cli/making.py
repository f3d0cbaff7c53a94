"""What `generate` was asked for is made: one sheet, or a run."""

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import Any, NoReturn

import click

from qkvsym.cli.output import Refused, printed
from qkvsym.cli.progress import Pace, progress
from qkvsym.cli.usage import data_format, is_run
from qkvsym.errors import BadManifest, QkvsymError

DEFAULT_FORMATS = ("pdf", "html", "md", "tex")
"""What is written where nothing is asked for: the first is what --open opens."""

_MUCH, _MUCH_DATA = 200, 5_000
_MOST_UNASKED = 8
_A_TASK, _A_TASK_OF_PDF, _A_TASK_OF_DATA = 25, 4, 250

_DECIDED = (
    *("mistakes", "level", "seed", "d_in", "d_out", "entries", "given", "role", "any_instance"),
)

Named = Callable[[object], None]
Steps = Generator[tuple[int, tuple[object, ...]], None, None]
"""How many sheets more are done, and the paths of what was written."""


def write(options: dict[str, Any], name: Named) -> None:
    """Write what is asked for, and name the path of each file."""
    if is_run(options):
        _write_run(options, name)
        return
    from qkvsym.files import write_worksheet
    from qkvsym.renderer import Renderer, render

    look = _look(options)
    renderer = Renderer(look.templates, pdf_engine=look.pdf_engine)
    shown = {"hints": look.hints, "layout": look.layout, "renderer": renderer}
    sheet = _one_sheet(options)
    if options["out"] == "-":
        printed(render(sheet, options["formats"][0], **shown))
        return
    for path in write_worksheet(sheet, look.formats, options["out"], pages=look.pages, **shown):
        name(path)


def _one_sheet(options: dict[str, Any]) -> Any:
    from qkvsym.distinct import Distinct
    from qkvsym.worksheet import of_spec

    plan = _plan(options)
    spec = Distinct(_met(options)).settled(plan.spec) if options["avoid"] else plan.spec
    return of_spec(spec, plan.givens, plan.title)


def _plan(options: dict[str, Any]) -> Any:
    from qkvsym.roster import read_roster
    from qkvsym.runs.plan import Plan, for_people
    from qkvsym.worksheet import asked, asked_by_code

    if options["code"] is not None:
        spec, givens = asked_by_code(options["code"], options["given"])
    else:
        decided = {name: options[name] for name in _DECIDED}
        spec, givens = asked(*options["kinds"], **decided)
    plan = Plan(
        spec,
        options["count"],
        givens=givens,
        title=options["title"],
        avoid=options["avoid"],
    )
    if options["roster"] is None:
        return plan
    return for_people(plan, read_roster(options["roster"]), options["term"] or "")


def _met(options: dict[str, Any]) -> Iterator[str]:
    from qkvsym.runs.kept import numbers_met

    return numbers_met(options["avoid"])


def _look(options: dict[str, Any]) -> Any:
    from qkvsym.layout import Layout
    from qkvsym.runs.making import Bound, Pages

    return (Bound if options["combine"] else Pages)(
        ("pdf",) if options["combine"] else tuple(options["formats"] or DEFAULT_FORMATS),
        ("worksheet", "key") if options["key"] else ("worksheet",),
        options["hints"],
        Layout(options["paper"], options["font_size"]),
        options["templates"],
        options["pdf_engine"],
    )


def _write_run(options: dict[str, Any], name: Named) -> None:
    from qkvsym.runs.workers import spare_collector

    pace = Pace(options["count"])
    spare_collector()
    try:
        with _terminable():
            plan, met = _plan(options), list(_met(options))
            _check_room(plan, met)
            with (
                closing(_workers(options, plan.count)) as workers,
                closing(_steps(options, plan, workers, met)) as steps,
                progress(plan.count) as pace,
            ):
                for more, paths in steps:
                    for path in paths:
                        pace.hide()
                        name(path)
                    pace.add(more)
    except KeyboardInterrupt as stop:
        click.echo(f"stopped after {pace.done} of {pace.count} sheets{_advice(options)}", err=True)
        raise click.exceptions.Exit(143 if isinstance(stop, _Terminated) else 130) from None
    except QkvsymError as error:
        # What is of another run is not gone on with.
        if not pace.done or isinstance(error, BadManifest):
            raise
        raise Refused(
            f"{error}; stopped after {pace.done} of {pace.count} sheets{_advice(options)}"
        ) from None


def _check_room(plan: Any, met: list[str]) -> None:
    from qkvsym.space import check_room

    if plan.givens is None:
        check_room((one.spec for one in plan.assignments()), plan.count, met)


def _advice(options: dict[str, Any]) -> str:
    if options["combine"] or options["out"] == "-":
        return ""
    return "; run the same command with --resume to go on"


class _Terminated(KeyboardInterrupt):
    """The system, or somebody, asks this process to end."""


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise _Terminated


@contextmanager
def _terminable() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _workers(options: dict[str, Any], count: int) -> Any:
    from qkvsym.runs.workers import Here, Processes, Threads, processors

    if options["dask"] is not None:
        from qkvsym.runs.cluster import Cluster

        return Cluster(options["dask"])
    much = _MUCH_DATA if data_format(options) else _MUCH
    jobs = options["jobs"]
    if jobs is None and count >= much:
        jobs = min(processors(), _MOST_UNASKED)
    if jobs is not None and jobs > 1:
        return Processes(jobs)
    sets_pdf = "pdf" in (options["formats"] or DEFAULT_FORMATS) or options["combine"]
    return Threads() if jobs is None and sets_pdf else Here()


def _steps(options: dict[str, Any], plan: Any, workers: Any, met: list[str]) -> Steps:
    suffix = data_format(options)
    if suffix:
        yield from _data_steps(options, suffix, plan, workers, met)
        return
    from qkvsym.runs import combined, paged

    look = _look(options)
    most = _A_TASK_OF_PDF if "pdf" in look.formats else _A_TASK
    size = 1 if look.pdf_engine else _size(most, plan.count, workers)
    if options["combine"]:
        written = combined.write_combined(plan, look, options["out"], workers, size=size, met=met)
    else:
        opening = paged.resumed if options["resume"] else paged.anew
        written = paged.write_pages(
            plan, look, options["out"], workers, size=size, met=met, opening=opening
        )
    left = plan.count
    with closing(written):
        for paths in written:
            yield min(left, 1), paths
            left -= min(left, 1)


def _data_steps(
    options: dict[str, Any], suffix: str, plan: Any, workers: Any, met: list[str]
) -> Steps:
    from pathlib import Path

    from qkvsym.runs.data_set import names_of
    from qkvsym.runs.listed import stream, write_data
    from qkvsym.runs.making import Entries

    look = Entries(options["templates"])
    size = _size(_A_TASK_OF_DATA, plan.count, workers)
    if options["out"] == "-":
        for lines in stream(plan, look, workers, size=size, met=met):
            printed(lines)
            yield 1, ()
        return
    how = _data_options(options, suffix)
    written = write_data(plan, look, options["out"], workers, size=size, met=met, **how)
    with closing(written):
        for more in written:
            yield more, ()
    yield 0, tuple(Path(options["out"]) / name for name in names_of(plan, suffix))


def _data_options(options: dict[str, Any], suffix: str) -> dict[str, Any]:
    from qkvsym.runs import listed

    opening = listed.resumed if options["resume"] else listed.anew
    if suffix != "parquet":
        return {"suffix": suffix, "finishing": listed.as_lines, "opening": opening}
    listed.check_parquet()
    return {"suffix": suffix, "finishing": listed.as_parquet, "opening": opening}


def _size(most: int, count: int, workers: Any) -> int:
    """How many sheets a task has: few where there are few, so that all workers have some."""
    ahead: int = workers.ahead
    return max(1, min(most, count // (4 * max(1, ahead))))
