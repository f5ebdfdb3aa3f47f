"""The stylesheets of a page: inside the page until the phone has fetched their file, afterwards linked.

A stylesheet in the page saves a new phone the round trip before its first paint. The file is fetched beside
it, as one for print, for which no browser delays the paint. The response with the file sets a cookie with its
version, and the pages after it link the file.
"""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path, PurePath
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from companion.access import cookies
from companion.server.slimming import slim

COOKIE = "css-"  # and the name of the file
INLINED = "bower.inlined"  # in META: the hashes of the stylesheets in this page
FETCHED_BY = ("Accept", "Cookie", "HX-Request")


@dataclass(frozen=True)
class Stylesheet:
    """A stylesheet as it stands in a page, its hash for the CSP, and the version of its file."""

    text: SafeString
    hash: str
    version: str


def element(request: HttpRequest | None, name: str) -> SafeString:
    """The HTML of a stylesheet, for the head of a page. Without a request it is linked."""
    address = staticfiles_storage.url(name)
    if request is None or not _is_inlined(request, name):
        return format_html('<link rel="stylesheet" href="{}">', address)
    sheet = stylesheet(name)
    request.META.setdefault(INLINED, []).append(sheet.hash)
    link = '<style>{}</style><link rel="stylesheet" href="{}" media="print">'
    return format_html(link, sheet.text, address)


def is_inlined(request: HttpRequest) -> bool:
    """Whether the page, as rendered so far, has a stylesheet inside."""
    return INLINED in request.META


def _is_inlined(request: HttpRequest, name: str) -> bool:
    """Whether the browser shows this response as a page, and hasn't fetched the file yet."""
    is_page = "text/html" in request.headers.get("Accept", "") and "HX-Request" not in request.headers
    return is_page and request.COOKIES.get(cookies.named(cookie(name))) != stylesheet(name).version


@cache
def stylesheet(name: str) -> Stylesheet:
    """The stylesheet with this name in static/. It refers to no other file, so that it works anywhere."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    source = slim(name, Path(path).read_bytes())
    digest = base64.b64encode(hashlib.sha256(source).digest()).decode()
    return Stylesheet(mark_safe(source.decode()), f"'sha256-{digest}'", version(source))  # noqa: S308 - ours


def cookie(name: str) -> str:
    """The name of the cookie that says which version of a stylesheet the browser has fetched."""
    return COOKIE + name.removesuffix(".css")


def version(source: bytes) -> str:
    """The version of a stylesheet: a hash of what is sent."""
    return hashlib.sha256(source).hexdigest()[:12]


def allow_inlined(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: allow the stylesheets of a page by their hashes in its CSP; say what decides on them."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if INLINED in request.META:
            response._csp_update = {"style-src": request.META[INLINED]}  # type: ignore[attr-defined]
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, FETCHED_BY)
        return response

    return middleware


def remember_fetched(headers: Headers, path: str, url: str) -> None:
    """Set the cookie in the response with a stylesheet (called by WhiteNoise for each static file)."""
    name = PurePath(url).name
    if not name.endswith(".css"):
        return
    found: SimpleCookie = SimpleCookie()
    key = cookies.named(COOKIE + name.partition(".")[0])
    found[key] = version(slim(name, Path(path).read_bytes()))
    found[key].update({"max-age": str(cookies.MAX_AGE), "path": "/", "samesite": "Lax"})
    found[key]["httponly"] = True
    if settings.HTTPS:
        found[key]["secure"] = True
    headers["Set-Cookie"] = found[key].OutputString()
