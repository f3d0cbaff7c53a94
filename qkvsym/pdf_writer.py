"""PDF written object by object, so that a long one takes the memory of its bytes alone."""

from hashlib import md5
from io import BytesIO
from zlib import compress

_IN_A_STREAM = 200
_LEVEL = 6


class PdfWriter:
    """Objects in their order of coming, packed as ISO 32000-1, 7.5.7 and 7.5.8, have it."""

    def __init__(self, first: int) -> None:
        self._file = BytesIO()
        self._digest = md5(usedforsecurity=False)
        # Of each object: 1 and its place in the file, or 2, the number of its stream and its place.
        self._entries: dict[int, tuple[int, int, int]] = {}
        self._packed: list[tuple[int, bytes]] = []
        self._next = first
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def numbers(self, count: int) -> int:
        """The first of so many numbers that are free."""
        self._next += count
        return self._next - count

    def write(self, number: int, content: bytes) -> None:
        """Write an object that is no stream."""
        self._packed.append((number, content))
        if len(self._packed) >= _IN_A_STREAM:
            self._pack()

    def write_stream(self, number: int, head: bytes, data: bytes) -> None:
        """Write a stream; the head are the entries of its dictionary, without the length."""
        self._entries[number] = (1, self._file.tell(), 0)
        start = b"%d 0 obj\n<< %s /Length %d >>\nstream\n" % (number, head, len(data))
        self._write(start + data + b"\nendstream\nendobj\n")

    def finished(self, catalog: int, info: bytes = b"") -> bytes:
        """The whole file, by the number of its catalog and the reference to what is said of it."""
        self._pack()
        number = self.numbers(1)
        place = self._file.tell()
        self._entries[number] = (1, place, 0)
        rows = (self._entries.get(n, (0, 0, 0)) for n in range(self._next))
        table = b"".join(
            kind.to_bytes(1) + where.to_bytes(5) + index.to_bytes(2) for kind, where, index in rows
        )
        name = self._digest.hexdigest().encode()
        head = b"/Type /XRef /W [1 5 2] /Size %d /Root %d 0 R /ID [<%s><%s>] /Filter /FlateDecode"
        head = head % (self._next, catalog, name, name) + (b" /Info " + info if info else b"")
        self.write_stream(number, head, compress(table, _LEVEL))
        self._write(b"startxref\n%d\n%%%%EOF\n" % place)
        return self._file.getvalue()

    def _pack(self) -> None:
        if not self._packed:
            return
        number = self.numbers(1)
        index, body = [], b""
        for place, (packed, content) in enumerate(self._packed):
            index.append(b"%d %d" % (packed, len(body)))
            body += content + b"\n"
            self._entries[packed] = (2, number, place)
        heads = b" ".join(index) + b"\n"
        head = b"/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (len(index), len(heads))
        self._packed = []
        self.write_stream(number, head, compress(heads + body, _LEVEL))

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._file.write(data)
