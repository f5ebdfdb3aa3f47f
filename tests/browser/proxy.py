"""A small proxy on the loopback that a test can cut and mend, as a network does."""

import contextlib
import socket
import threading

from tests.serving import free_port


class Proxy:
    """Everything that comes in goes to one port, until it is cut: then all that is open breaks."""

    piece = 65536  # bytes that pass at once

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = free_port()
        self.open: list[socket.socket] = []
        self.listener: socket.socket | None = None
        self.mend()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        threading.Thread(target=self._take_in, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        listener, self.listener = self.listener, None
        if listener:
            _close(listener)
        for one in self.open:
            _close(one)
        self.open.clear()

    def _take_in(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client = listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.target))
                self.open += [client, server]
                if self.listener is not listener:  # it was cut meanwhile
                    _close(client)
                    _close(server)
                    return
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while (piece := source.recv(self.piece)) and self.passes(piece, source, target):
                target.sendall(piece)
        for one in (source, target):
            _close(one)

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        """Whether a piece reaches its target; if not, the connection breaks."""
        return True


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
