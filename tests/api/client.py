"""A program, as the tests of the API play it."""

import json
from typing import Any
from uuid import uuid4

from rest_framework.test import APIClient

from companion.access import devices
from companion.log.table import Table
from tests.companion.factories import table

V1 = "/api/v1/"


class Program(APIClient):
    """A program with a token of its own, or without one; it sends a new key with every POST."""

    def __init__(self, token: str = "") -> None:
        super().__init__()
        self.token = token

    @property
    def device(self) -> str:
        return devices.device_of_token(self.token)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request under /api/v1/; headers as ``if_match=…``."""
        sent = {name.replace("_", "-").title(): value for name, value in headers.items()}
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid4()))
        return self.raw(method, path, b"" if body is None else json.dumps(body).encode(), **sent)

    def raw(self, method: str, path: str, body: Any, kind: str = "application/json", **headers: str) -> Any:
        """One request with a body that may be anything."""
        sent = {name.replace("_", "-").title(): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        return self.generic(method, V1 + path, body, kind, headers=sent)


def joined(token: str) -> Program:
    """A program with the token of a link, which has joined."""
    guest = Program(token)
    assert guest.ask("POST", "join/").status_code == 200
    return guest


def program(name: str = "ann") -> Program:
    """A program whose token is made from a name, long enough to be one."""
    return Program(f"token-of-{name}-".ljust(30, "x"))


def owned(by: Program, **given: Any) -> Table:
    """A table that this program owns; see ``tests.companion.factories.table``."""
    return table(device=by.device, **given)
