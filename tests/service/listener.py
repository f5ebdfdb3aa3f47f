"""A page that listens to its table, without a browser."""

from tests.service.phone import SEE_OTHER, Phone, next_hand


def save(phone: Phone, table: str, note: str = "") -> None:
    """One more hand."""
    assert phone.ask(table + "hands/", next_hand(phone, table, note)).status == SEE_OTHER


class Listener:
    """A page of a phone that listens to its table."""

    def __init__(self, phone: Phone, table: str, seen: str = "") -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        self.heard = b""
        self.connection = phone.bower.dial()
        self.connection.sendall(
            f"GET {table}live HTTP/1.1\r\nHost: {phone.bower.host}\r\nCookie: {cookies}\r\n"
            f"Last-Event-ID: {seen}\r\n\r\n".encode()
        )

    def hears(self, version: int) -> None:
        """Wait for the poke of this version."""
        while f'"version": {version}}}\n\n'.encode() not in self.heard:
            assert self._reads(), self.heard

    def status(self) -> int:
        while b"\r\n" not in self.heard:
            assert self._reads(), self.heard
        return int(self.heard.split()[1])

    def ends(self) -> None:
        """Wait for the end of the stream."""
        while not self.heard.endswith(b"0\r\n\r\n"):
            assert self._reads(), self.heard

    def _reads(self) -> bool:
        piece = self.connection.recv(65536)
        self.heard += piece
        return bool(piece)
