"""``django.utils.cache`` on a phone."""

from django.http import HttpResponseBase


def add_never_cache_headers(response: HttpResponseBase) -> None:
    """Let nobody keep the response."""
    response.headers["Cache-Control"] = "max-age=0, no-cache, no-store, must-revalidate, private"
