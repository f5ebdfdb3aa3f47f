"""``django.shortcuts`` on a phone."""

from typing import Any

from companion.pocket.rendering import pages
from django.http import HttpRequest, HttpResponse


def render(
    request: HttpRequest, template: str, context: dict[str, Any] | None = None, status: int | None = None
) -> HttpResponse:
    """The page of a template."""
    return HttpResponse(pages.render(template, context, request), status=status)
