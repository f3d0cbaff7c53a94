"""What commands print, and the one way in which they end early."""

import os
import sys

import click


class Refused(click.ClickException):
    """One message and exit code 2."""

    exit_code = 2


def printed(text: str | bytes) -> None:
    """Write to the standard output; raises `Refused` where it cannot be written."""
    # Always the same bytes, whatever the terminal's locale.
    if sys.stdout is None:
        raise Refused("the standard output is closed")
    try:
        sys.stdout.buffer.write(
            text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        )
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Refused(f"the standard output cannot be written: {error.strerror}") from None
