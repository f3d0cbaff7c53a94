"""The look-up of known faults: what could not be looked up is never taken for faultless."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "audit.py"
pytestmark = pytest.mark.skipif(
    not SCRIPT.exists() or os.name != "posix", reason="the gate's script, and a shell"
)

FAULT = {"name": "Jinja2", "version": "3.1.5", "vulns": [{"id": "CVE-2025-27516"}]}
CLEAN = {"name": "jinja2", "version": "3.1.6", "vulns": []}
DOTTED = {"name": "a.b_c", "version": "1", "vulns": []}
SKIPPED = {"name": "jinja2", "skip_reason": "Dependency not found on PyPI"}
NOT = "NOT LOOKED UP: {} packages of all.txt; no service\n  of pypi, osv answers with them: {}\n"


def audited(folder: Path, lines: str, required: str = "", **said: list[Any] | None) -> Any:
    """Run the script with a pip-audit whose services say so."""
    (folder / "all.txt").write_text(lines)
    for service, found in said.items():
        made = json.dumps({"dependencies": found, "fixes": []}) if found is not None else "no JSON"
        (folder / service).write_text(made)
    program = folder / "pip-audit"
    program.write_text(f'#!/bin/sh\ncat "{folder}/$4" 2>/dev/null\nexit 1\n')
    program.chmod(0o755)
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), str(program), str(folder / "all.txt")],
        capture_output=True,
        text=True,
        env=os.environ | {"QKVSYM_AUDIT": required},
        check=False,
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


@pytest.mark.parametrize("said", [{"pypi": [CLEAN]}, {"pypi": [SKIPPED], "osv": [CLEAN]}])
def test_packages_of_which_no_fault_is_known_pass(said: dict[str, Any], tmp_path: Path) -> None:
    says = "no fault is known of the packages of all.txt\n"
    assert audited(tmp_path, "jinja2==3.1.6\n", "required", **said) == (0, says)


@pytest.mark.parametrize("said", [{"pypi": [FAULT]}, {"pypi": None, "osv": [FAULT]}])
def test_a_fault_that_is_known_does_not_pass(said: dict[str, Any], tmp_path: Path) -> None:
    says = "a fault is known of Jinja2 3.1.5: CVE-2025-27516\n"
    assert audited(tmp_path, "Jinja2==3.1.5\n", **said) == (1, says)


@pytest.mark.parametrize(
    "said", [{}, {"pypi": None}, {"pypi": [SKIPPED]}, {"pypi": [], "osv": [SKIPPED]}]
)
@pytest.mark.parametrize(("required", "code"), [("", 0), ("required", 1)])
def test_what_no_service_knows_is_said_loudly(
    said: dict[str, Any], required: str, code: int, tmp_path: Path
) -> None:
    says = NOT.format(1, "jinja2==3.1.6")
    assert audited(tmp_path, "jinja2==3.1.6\n", required, **said) == (code, says)


def test_a_package_is_known_by_any_spelling_of_its_name(tmp_path: Path) -> None:
    lines = "A-b.c==1\njinja2==3.1.6\nother==2\n"
    assert audited(tmp_path, lines, pypi=[CLEAN, DOTTED]) == (0, NOT.format(1, "other==2"))
