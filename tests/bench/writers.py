"""Writers that send prepared requests one after another, and how long each of them waited."""

import socket
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier

PATIENCE = 60


@dataclass(frozen=True)
class Writer:
    """A client with a connection of its own: requests as they go over the wire, and the status it expects."""

    port: int
    requests: Sequence[bytes]
    status: int


@dataclass(frozen=True)
class Times:
    """Times of all requests in milliseconds, in order of length, and requests a second."""

    ms: Sequence[float]
    a_second: float

    @property
    def p50(self) -> float:
        return statistics.median(self.ms)

    @property
    def p95(self) -> float:
        return self.ms[int(len(self.ms) * 0.95)]

    @property
    def p99(self) -> float:
        return self.ms[int(len(self.ms) * 0.99)]


def request(method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
    """A request as it goes over the wire."""
    fixed = {"Host": "127.0.0.1", "Content-Length": str(len(body))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (fixed | headers).items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def at_once(writers: Sequence[Writer]) -> Times:
    """Let all writers send everything, starting together."""
    start = Barrier(len(writers) + 1)
    with ThreadPoolExecutor(len(writers)) as pool:
        sent = [pool.submit(_send, writer, start) for writer in writers]
        start.wait(PATIENCE)
        begun = time.perf_counter()
        ms = sorted(one for done in sent for one in done.result())
        seconds = time.perf_counter() - begun
    return Times(ms, len(ms) / seconds)


def _send(writer: Writer, start: Barrier) -> list[float]:
    with socket.create_connection(("127.0.0.1", writer.port), timeout=PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        start.wait(PATIENCE)
        return [_one(connection, sent, writer.status) for sent in writer.requests]


def _one(connection: socket.socket, sent: bytes, status: int) -> float:
    begun = time.perf_counter()
    connection.sendall(sent)
    got = connection.recv(65536)
    while not _whole(got):
        more = connection.recv(65536)
        assert more, got
        got += more
    ms = (time.perf_counter() - begun) * 1000
    assert got.startswith(b"HTTP/1.1 %d " % status), got
    return ms


def _whole(got: bytes) -> bool:
    """Whether this is a whole response, of a server that sends its length."""
    head, end, body = got.partition(b"\r\n\r\n")
    if not end:
        return False
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return len(body) >= int(lengths[0].partition(b":")[2]) if lengths else True
