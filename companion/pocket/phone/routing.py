"""Addresses of rooms: which view answers a path, and which path a room has."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.pocket.phone.given import BASE
from companion.pocket.phone.routes import ROUTES

SLUG = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
DIGITS = frozenset(b"0123456789")
Part = str | tuple[str, str]


@dataclass(frozen=True)
class Route:
    """A room: its address as texts and (converter, name) in order, and its view; "" for the server's alone.

    name: that of the URL. view: module and attribute.
    """

    parts: tuple[Part, ...]
    name: str
    module: str
    attribute: str

    @property
    def view(self) -> Callable[..., Any]:
        """The function that answers."""
        found: Callable[..., Any] = getattr(importlib.import_module(self.module), self.attribute)
        return found

    def match(self, path: str) -> list[object] | None:
        """The arguments in a path without its first slash, in order; None if it is another room's."""
        found: list[object] = []
        rest = path
        for part in self.parts:
            if isinstance(part, str):
                if not rest.startswith(part):
                    return None
                rest = rest[len(part) :]
                continue
            kind, _name = part
            allowed = DIGITS if kind == "int" else SLUG
            count = 0
            for code in rest.encode():
                if code not in allowed:
                    break
                count += 1
            text = rest[:count]
            if not text:
                return None
            found.append(int(text) if kind == "int" else text)
            rest = rest[len(text) :]
        return None if rest else found

    def path(self, args: Sequence[object]) -> str:
        """The path with these arguments. Raises IndexError if they are too few."""
        given = list(args)
        return BASE + "".join(part if isinstance(part, str) else str(given.pop(0)) for part in self.parts)


TABLE = [Route(*route) for route in ROUTES]
BY_NAME = {route.name: route for route in TABLE}


def resolved(path: str) -> tuple[Route, list[object]] | None:
    """The room of a path, and the arguments of its view; None if there is no such room."""
    for route in TABLE:
        found = route.match(path[1:])
        if found is not None:
            return route, found
    return None


def path_of(name: str, args: Sequence[object]) -> str:
    """The path of the room with this name. Raises KeyError for an unknown one."""
    return BY_NAME[name].path(args)
