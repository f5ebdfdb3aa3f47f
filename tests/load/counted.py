"""Bower's settings, with a header that says how many queries each answer took. For measuring only."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from companion.settings import *  # noqa: F403 - all of them
from companion.settings import MIDDLEWARE as OWN

HEADER = "X-Queries"
MIDDLEWARE = ["tests.load.counted.count_queries", *OWN]


def count_queries(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: add the number of queries to each answer."""

    def counted(request: HttpRequest) -> HttpResponseBase:
        count = 0

        def query(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal count
            count += 1
            return execute(*arguments)

        with connection.execute_wrapper(query):
            response = get_response(request)
        response.headers[HEADER] = str(count)
        return response

    return counted
