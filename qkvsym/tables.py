"""CSV files of users: from a path to bytes, and from bytes to text."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

from qkvsym.errors import AuthorError, shown


def content_of(path: str | Path, what: str, largest: int, refused: type[AuthorError]) -> bytes:
    """The bytes of a file, at most `largest`; `what` is what it is called in a message.

    Raises `refused` where it cannot be read, or is larger.
    """
    where = f"the {what} {shown(str(path))}"
    try:
        with Path(path).open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise refused(f"{where} cannot be read: {reason}") from None
    if len(content) > largest:
        raise refused(f"{where} is larger than {largest // 2**20} MiB; split it into several files")
    return content


def decoded(content: bytes, where: str, refused: type[AuthorError]) -> str:
    """The text of a file in UTF-8, or in the UTF-16 of a spreadsheet; else raises `refused`."""
    # Only what says so itself is UTF-16; every other old encoding could as well be another one.
    wide = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        ends = content[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
        fault = ": it is no whole UTF-16" if wide else f", line {ends + 1}: it is not UTF-8"
        raise refused(f"{where}{fault}; save it as CSV in UTF-8") from None
