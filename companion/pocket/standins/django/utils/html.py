"""``django.utils.html``: text put into HTML."""

from collections.abc import Iterable
from typing import Any

from companion.pocket.rendering.values import escaped
from django.utils.safestring import SafeString


def escape(value: Any) -> SafeString:
    """The value as text, escaped though it were HTML."""
    return SafeString(escaped(str(value) + ""))


def conditional_escape(value: Any) -> SafeString:
    """The value as text, escaped unless it is HTML."""
    return SafeString(escaped(value))


def format_html(pattern: str, *values: Any) -> SafeString:
    """The pattern with the values in it, each escaped unless it is HTML."""
    return SafeString(pattern.format(*[escaped(value) for value in values]))


def format_html_join(between: str, pattern: str, rows: Iterable[Iterable[Any]]) -> SafeString:
    """The pattern once for each row of values, with *between* between them."""
    return SafeString(escaped(between).join([format_html(pattern, *row) + "" for row in rows]))
