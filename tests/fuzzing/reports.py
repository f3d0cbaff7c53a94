"""What holds of every report, whatever the work was."""

import json

from qkvsym import Verification
from qkvsym.marking import Marking
from qkvsym.report import PLAIN, report
from tests.judging.test_any_text import check


def check_report(verification: Verification, text: str) -> None:
    """The report is sane, and can be read by people and by programs."""
    check(verification, text)
    for said in (verification, verification.hints_only()):
        page = report(said, PLAIN)
        assert page.endswith("\n")
        # Spaces of all widths are shown as they are.
        assert "".join(page.split()).isprintable()
        assert json.loads(Marking("work.md", said).as_json())["version"] == 1
