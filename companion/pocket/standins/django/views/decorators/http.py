"""``django.views.decorators.http`` on a phone."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

View = Callable[..., Any]


def require_http_methods(methods: Sequence[str]) -> Callable[[View], View]:
    """Answer other methods with 405."""

    def decorated(view: View) -> View:
        def inner(request: HttpRequest, *args: Any) -> HttpResponse:
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            response: HttpResponse = view(request, *args)
            return response

        return inner

    return decorated


require_POST = require_http_methods(["POST"])  # noqa: N816 - its name in Django
require_safe = require_http_methods(["GET", "HEAD"])
