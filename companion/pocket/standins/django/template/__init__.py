"""``django.template`` for modules with template tags: compiled templates import their functions."""

from collections.abc import Callable
from typing import Any

Context = dict[str, Any]
Function = Callable[..., Any]


class Library:
    """Keeps nothing; its decorators leave the function as it is."""

    def filter(self, name: str | Function = "", function: Function | None = None) -> Any:
        """``register.filter(name, function)`` or ``@register.filter``."""
        return name if function is None else function

    def simple_tag(
        self, function: Function | None = None, takes_context: bool = False, name: str = ""
    ) -> Any:
        """``@register.simple_tag`` or ``@register.simple_tag(takes_context=True)``."""
        return _same if function is None else function


def _same(function: Function) -> Function:
    return function
