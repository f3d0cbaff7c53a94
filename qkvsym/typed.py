"""Text that came through the locale: what was typed, and what files are called."""


def typed(text: str) -> str:
    """The text, with UTF-8 in the place of bytes that the locale did not decode.

    Python hands these over as surrogates, where the locale is C and its UTF-8 mode is off, and
    files must be opened by them. What is no UTF-8 stays as it is.

    >>> typed("Gr\\udcc3\\udcb6\\udcc3\\udc9fe") == typed("Größe") == "Größe"
    True
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text
