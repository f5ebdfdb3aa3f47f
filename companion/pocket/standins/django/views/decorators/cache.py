"""``django.views.decorators.cache`` on a phone."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

View = Callable[..., Any]


def never_cache(view: View) -> View:
    """Let nobody keep the page."""

    def inner(request: HttpRequest, *args: Any) -> HttpResponse:
        response: HttpResponse = view(request, *args)
        add_never_cache_headers(response)
        return response

    return inner


def cache_control(private: bool, no_cache: bool) -> Callable[[View], View]:
    """Let the page be kept, and asked for again each time."""

    def decorated(view: View) -> View:
        def inner(request: HttpRequest, *args: Any) -> HttpResponse:
            response: HttpResponse = view(request, *args)
            parts = (("private", private), ("no-cache", no_cache))
            response.headers["Cache-Control"] = ", ".join(name for name, there in parts if there)
            return response

        return inner

    return decorated
