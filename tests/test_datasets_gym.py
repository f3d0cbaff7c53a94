"""The adapter for reasoning-gym is imported by nobody who does not ask for it."""

import subprocess
import sys

WITHOUT = """
import sys
sys.modules["reasoning_gym"] = None
try:
    import qkvsym.datasets.gym
except Exception as error:
    print(type(error).__name__, error)
"""


def test_the_adapter_is_not_imported_by_the_package() -> None:
    code = "import sys, qkvsym.datasets; print('qkvsym.datasets.gym' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_reasoning_gym_the_message_says_how_to_get_it() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.stdout == (
        "BadOption reasoning-gym is not installed: pip install 'qkvsym[reasoning-gym]'\n"
    )
