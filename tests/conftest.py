"""What tests need beside Python, and what happens where it is missing."""

import gc
import os
import shutil
import sys

import pytest
from hypothesis import settings

from tests.examples import examples

# Where a test says nothing else; what is drawn at random would fail for one and not for another.
settings.register_profile("every run", examples(100))
settings.load_profile("every run")

TOOLS = {
    "browser": ("chromium", "pdftotext"),
    "tex": ("pdflatex", "pdftotext"),
    "maxima": ("maxima",),
}


def pytest_configure() -> None:
    """Let brackets be nested as deep as ever where mutants are tried: a call there is three."""
    if "MUTANT_UNDER_TEST" in os.environ:
        sys.setrecursionlimit(4 * sys.getrecursionlimit())


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays: thousands of tests, and the libraries."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tools are missing; fail it where QKVSYM_TOOLS=required says so."""
    for marker, tools in TOOLS.items():
        missing = [tool for tool in tools if shutil.which(tool) is None]
        if item.get_closest_marker(marker) is None or not missing:
            continue
        reason = f"{', '.join(missing)} not installed"
        if os.environ.get("QKVSYM_TOOLS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
