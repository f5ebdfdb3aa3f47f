"""``django.http`` on a phone."""

from django.http.request import HttpRequest, QueryDict
from django.http.response import (
    Http404,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
)

__all__ = [
    "Http404",
    "HttpRequest",
    "HttpResponse",
    "HttpResponseBase",
    "HttpResponseNotAllowed",
    "HttpResponsePermanentRedirect",
    "QueryDict",
]
