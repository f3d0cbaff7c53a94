"""Look packages up in the databases of known faults: python .ci/audit.py PIP-AUDIT FILE...

Each file has a line NAME==VERSION for each package. A fault that is known ends with exit code 1.
What could not be looked up is said in lines that begin with NOT LOOKED UP, and is a fault too
where QKVSYM_AUDIT=required: a service may be out of reach, or answer without knowing a package,
and pip-audit itself takes the second for success.
"""

import json
import os
import subprocess
import sys
from typing import Any

SERVICES = ("pypi", "osv")
EXPLAINED: dict[str, str] = {}
"""Faults that do not touch this project: their ids, and why."""

SECONDS = 120


def answer(program: str, file: str, service: str) -> list[dict[str, Any]]:
    """What a service says of each package; nothing where it says nothing that can be read."""
    ignored = [f"--ignore-vuln={name}" for name in EXPLAINED]
    options = ["--no-deps", "--disable-pip", "--progress-spinner=off", "--timeout=15", "-f", "json"]
    try:
        ran = subprocess.run(  # noqa: S603
            [program, "-r", file, "-s", service, *options, *ignored],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        found: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return []
    return found


def audited(program: str, file: str) -> tuple[list[str], list[str]]:
    """The faults of the packages of a file, and the packages that no service knows."""
    with open(file, encoding="utf-8") as lines:
        left = {line.strip() for line in lines if "==" in line}
    faults: list[str] = []
    for service in SERVICES:
        for one in answer(program, file, service) if left else []:
            if "vulns" in one:
                left = {line for line in left if plain(line) != plain(one["name"])}
                ids = (fault["id"] for fault in one["vulns"])
                faults += [f"{one['name']} {one['version']}: {name}" for name in ids]
    return sorted(set(faults)), sorted(left)


def plain(name: str) -> str:
    """A name of a package, or what a line begins with, in the one spelling of all."""
    return name.partition("==")[0].lower().replace("_", "-").replace(".", "-")


def main(program: str, *files: str) -> int:
    """Audit the files, and return the exit code."""
    code = 0
    for file in files:
        faults, unknown = audited(program, file)
        for fault in faults:
            print(f"a fault is known of {fault}")
        if unknown:
            print(f"NOT LOOKED UP: {len(unknown)} packages of {os.path.basename(file)}; no service")
            print(f"  of {', '.join(SERVICES)} answers with them: {', '.join(unknown)}")
        if faults or (unknown and os.environ.get("QKVSYM_AUDIT") == "required"):
            code = 1
        elif not unknown:
            print(f"no fault is known of the packages of {os.path.basename(file)}")
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
