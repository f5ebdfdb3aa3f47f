"""What a page says of itself, so that it need not be sent again: how far its table was, and who reads it."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from companion.access import devices
from companion.log.table import Table
from companion.server.theme import look

META = "bower.page"
PARTS = ("companion/**/*.py", "scoring/**/*.py", "static/*.*", "templates/**/*.html")
UNCHANGED = frozenset(("GET", "HEAD"))


def page_tag(request: HttpRequest, table: Table) -> str:
    """The ETag of a page of this table, which its answer then carries: ``W/"version.stir-digest"``."""
    reader = (
        devices.device(request),
        look(request)["look"],
        request.headers.get("Accept-Language", ""),
        build(),
    )
    digest = hashlib.sha256("\n".join(reader).encode()).hexdigest()[:12]
    tag = f'W/"{table.version}.{table.stir}-{digest}"'
    request.META[META] = tag
    return tag


def tag_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a page that called itself by a tag is sent with it, the answer to a form as `Page-Tag`."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if META in request.META and response.status_code == 200:
            name = "ETag" if request.method in UNCHANGED else "Page-Tag"
            response.headers[name] = request.META[META]
        return response

    return answer


@cache
def build() -> str:
    """A digest of all that pages are made by, so that a newer Bower has other pages."""
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted(Path(settings.BASE_DIR).glob(part)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
