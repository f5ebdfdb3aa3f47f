"""A program that is told by webhooks."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class Receiver:
    """A program that is told: what it heard, and what it answers next."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.heard.append(({name.lower(): said for name, said in self.headers.items()}, body))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/told?by=bower"

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _headers, body in self.heard]
