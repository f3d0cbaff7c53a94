"""What a run costs: processor time for each sheet, the share of workers, memory that stays flat.

Run with ``pytest tests/benchmarks/test_run_speed.py -n 0 -s``. Processor time is that of all
processes together, so that other work on the machine counts little.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path

FEW, MANY = 200, 2_200
SPEED_UP_HELD, SECONDS_OF_PARENT, SECONDS_A_SHEET, MEGABYTES = 1.5, 0.0001, 0.02, 300
PEOPLE, SECONDS_A_PERSON = 60, 0.4

RUN = """
import json, resource, sys
from qkvsym.runs.listed import anew, as_lines, write_data
from qkvsym.runs.making import Entries, Pages
from qkvsym.runs.paged import anew as anew_pages, write_pages
from qkvsym.runs.plan import Plan
from qkvsym.runs.workers import Here, Processes, spare_collector
from qkvsym.spec import Spec

def run(what, count, jobs, folder):
    plan = Plan(Spec(("compute-projections",)), count)
    workers = Processes(jobs) if jobs > 1 else Here()
    if what == "jsonl":
        written = write_data(plan, Entries(), folder, workers, suffix=what, finishing=as_lines,
                             size=100, opening=anew)
    else:
        written = write_pages(plan, Pages((what,)), folder, workers, size=25, opening=anew_pages)
    for _ in written:
        pass
    workers.close()

if __name__ == "__main__":
    # As the command does.
    spare_collector()
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps([one.ru_utime + one.ru_stime for one in used]))
"""

PARENT = """
import json, resource, sys, time
from hashlib import sha256
from itertools import count
from qkvsym.runs.listed import anew, as_lines, write_data
from qkvsym.runs.making import Entries, Made
from qkvsym.runs.plan import Plan
from qkvsym.spec import Spec

class Stub:
    ahead = 6
    def __init__(self):
        self.numbers = count()
    def begin(self, task):
        def finish():
            return [
                Made("X", (sha256(b"%d" % next(self.numbers)).hexdigest()[:16],), LINES, ROW)
                for _ in task.assignments
            ]
        return finish

ROW = b"x" * 90 + b"\\r\\n"
LINES = (("", b"x" * 3_000 + b"\\n"),)
sheets = int(sys.argv[1])
plan = Plan(Spec(("compute-projections",)), sheets)
start = time.process_time()
for _ in write_data(plan, Entries(), sys.argv[2], Stub(), suffix="jsonl", finishing=as_lines,
                    size=250, opening=anew):
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([time.process_time() - start, used.ru_maxrss / 1024]))
"""


def used(folder: Path, what: str, count: int, jobs: int, times: int) -> tuple[float, float]:
    """Processor time of one run in its parent and its workers, of several at the same time."""
    script = folder / "run.py"
    script.write_text(RUN)
    begun = [
        subprocess.Popen(
            [
                sys.executable,
                str(script),
                what,
                str(count),
                str(jobs),
                str(folder / f"{count}-{n}"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(times)
    ]
    found = [json.loads(one.communicate()[0]) for one in begun]
    parent, workers = (sum(seconds) / len(found) for seconds in zip(*found, strict=True))
    return parent, workers


def each(tmp_path: Path, what: str, jobs: int, times: int = 1) -> tuple[float, float]:
    """Seconds of the parent and of its workers for one sheet more, without what a start takes."""
    folder = tmp_path / f"{what}{jobs}"
    folder.mkdir()
    few, many = (used(folder, what, count, jobs, times) for count in (FEW, MANY))
    parent, workers = ((b - a) / (MANY - FEW) for a, b in zip(few, many, strict=True))
    return parent, workers


def test_two_processes_make_a_data_set_nearly_twice_as_fast(tmp_path: Path) -> None:
    # Two at the same time, for the processors share what the two workers will share.
    alone, _ = each(tmp_path, "jsonl", 1, times=2)
    parent, workers = each(tmp_path, "jsonl", 2)
    speed_up = alone / ((parent + workers) / 2)
    print(
        f"\nJSONL of compute-projections: one process {1 / alone:,.0f} exercises a second of "
        f"processor time; two: {parent * 1e6:.0f} us in the parent and {workers * 1e6:.0f} us in "
        f"the workers for each, so {speed_up:.2f} times as fast on two free processors; meant: 1.8"
    )
    assert parent < SECONDS_OF_PARENT
    assert speed_up > SPEED_UP_HELD


def test_pages_of_one_exercise(tmp_path: Path) -> None:
    alone, _ = each(tmp_path, "md", 1)
    print(f"\nMarkdown sheets with keys: {1 / alone:,.0f} a second of processor time")
    assert alone < SECONDS_A_SHEET


def test_personal_pdfs_with_keys(tmp_path: Path) -> None:
    names = "".join(f"{n},Person {n}\n" for n in range(PEOPLE))
    (tmp_path / "class.csv").write_text(f"id,name\n{names}")
    command = [Path(sys.executable).parent / "qkvsym", "generate", "compute-projections",
               "--roster", tmp_path / "class.csv", "--format", "pdf", "--jobs", "2",
               "--out", tmp_path / "out"]  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    print(
        f"\na personal PDF and its key: {seconds / PEOPLE * 1000:.0f} ms of processor time, so "
        f"10,000 of them {seconds / PEOPLE * 10_000 / 2:,.0f} s on two processors; meant: 120 s"
    )
    assert seconds / PEOPLE < SECONDS_A_PERSON


def test_the_memory_of_a_run_is_that_of_the_digests(tmp_path: Path) -> None:
    found = {}
    for sheets in (20_000, 200_000, 1_000_000):
        ran = subprocess.run([sys.executable, "-c", PARENT, str(sheets), str(tmp_path / "out")],
                             capture_output=True, text=True, check=True)  # fmt: skip
        seconds, found[sheets] = json.loads(ran.stdout)
        for path in (tmp_path / "out").iterdir():
            path.unlink()
        print(
            f"\n{sheets:,} entries: {found[sheets]:.0f} MB in the parent, "
            f"{seconds / sheets * 1e6:.0f} us for each"
        )
    more = (found[1_000_000] - found[200_000]) / 800_000 * 2**20
    print(f"\n{more:.0f} bytes for each entry more")
    assert found[1_000_000] < MEGABYTES
    assert more < 200
