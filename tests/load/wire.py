"""A phone's requests and its event stream over asyncio; hundreds of phones fit into one process."""

import asyncio
import json
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

PATIENCE = 30  # seconds for an answer
NOT_MODIFIED = 304
SILENCE = 45  # seconds without a sign on a stream; Bower sends one every 15
POKE = re.compile(rb'^id: ([0-9.]+)\nevent: poke\ndata: [^\n]*"version": ([0-9]+)', re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """Status, headers in lower case, and body of an answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Door:
    """Where phones reach Bower, and the address from which they do: each household has one of its own.

    source: in the loopback range. trusted: for HTTPS.
    """

    port: int
    source: str
    name: str = "127.0.0.1"
    trusted: ssl.SSLContext | None = None

    @property
    def host(self) -> str:
        """The Host header."""
        return f"{self.name}:{self.port}"

    @property
    def origin(self) -> str:
        """The Origin header of forms."""
        return f"{'https' if self.trusted else 'http'}://{self.host}"

    def dial(self) -> socket.socket:
        """A new connection that blocks."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.source, 0))
        return self.trusted.wrap_socket(plain, server_hostname=self.name) if self.trusted else plain

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection for asyncio."""
        return await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            local_addr=(self.source, 0),
            ssl=self.trusted,
            server_hostname=self.name if self.trusted else None,
        )


@dataclass
class Client:
    """A phone with its cookies. It keeps its connection for the next request, as browsers do."""

    door: Door
    cookies: Mapping[str, str]
    kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, path: str, form: Mapping[str, str] | None = None, *, said: object = None, **headers: str
    ) -> Answer:
        """Send a request and wait for the whole answer; one request at a time.

        With a form, or with what is *said* as JSON, it is a POST.
        """
        body = b""
        if form is not None or said is not None:
            token = next(value for name, value in self.cookies.items() if name.endswith("csrftoken"))
            kind = "application/x-www-form-urlencoded" if form is not None else "application/json"
            body = (urlencode({**form, "csrfmiddlewaretoken": token}) if form else json.dumps(said)).encode()
            headers |= {"Content-Type": kind, "Content-Length": str(len(body)), "X-CSRFToken": token}
            headers["Origin"] = self.door.origin
        method = "POST" if body else "GET"
        was_kept = self.kept is not None
        reader, writer = await self._open()
        try:
            writer.write(self._head(method, path, headers) + body)
            answer = await asyncio.wait_for(_answer(reader), PATIENCE)
        except (asyncio.IncompleteReadError, ConnectionResetError) as error:
            self.hang_up()
            if was_kept and not getattr(error, "partial", b""):  # closed for idleness just then
                return await self.ask(path, form, said=said, **headers)
            raise ConnectionError("it ended in the middle of an answer") from error
        except (OSError, TimeoutError):
            self.hang_up()
            raise
        if answer.headers.get("connection") == "close":
            self.hang_up()
        return answer

    def hang_up(self) -> None:
        """Close the connection that is kept."""
        if self.kept:
            self.kept[1].close()
        self.kept = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The kept connection, or a new one where the server has closed it."""
        if self.kept and (self.kept[0].at_eof() or self.kept[1].is_closing()):
            self.hang_up()
        self.kept = self.kept or await self.door.open()
        return self.kept

    async def listen(self, path: str, query: str = "") -> AsyncIterator[int]:
        """The versions on the stream of a table, as they come, until the server ends it."""
        async with self._connection() as (reader, writer):
            writer.write(self._head("GET", path + "live" + query, {"Accept": "text/event-stream"}))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if not head.startswith(b"HTTP/1.1 200 "):
                raise ConnectionError(head.split(b"\r\n")[0].decode())
            kept = b""
            while piece := await asyncio.wait_for(reader.read(4096), SILENCE):
                *events, kept = (kept + piece.replace(b"\r\n", b"\n")).split(b"\n\n")
                for event in events:
                    if found := POKE.search(event):
                        yield int(found[2])

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await self.door.open()
        try:
            yield reader, writer
        finally:
            writer.close()

    def _head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields = {"Host": self.door.host, "Cookie": cookies, "Accept-Encoding": "gzip", **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        return "\r\n".join([*lines, "", ""]).encode()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    status = int(first.split()[1])
    length = 0 if status == NOT_MODIFIED else int(fields["content-length"])
    return Answer(status, fields, await reader.readexactly(length))
