"""``django.urls`` on a phone."""

from collections.abc import Sequence

from companion.pocket.phone.routing import path_of


def reverse(name: str, args: Sequence[object] = ()) -> str:
    """The path of a room."""
    return path_of(name, args)


def get_script_prefix() -> str:
    """Where Bower's addresses begin."""
    return "/"
