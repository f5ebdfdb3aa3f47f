"""Page ETags: version, revision, viewer and build."""

import hashlib

from django.http import HttpRequest
from django.utils import timezone

from companion.access.devices import theme
from companion.server.build import build
from companion.server.stylesheets import is_inlined
from companion.wording.dates import clock_of_table
from companion.wording.reader import zone

META = "bower.page"
UNCHANGED = frozenset(("GET", "HEAD"))


def tag(request: HttpRequest, version: int, revision: int, device: str) -> str:
    """The ETag of a page of anything that has a version and a revision: ``W/"version.revision-hash"``.

    device: who sees it, and the id of a table if it is one. The response is sent with the tag of its own
    form. Returned is that of the page with linked stylesheets, as ``live.js`` fetches it again.
    """
    today = clock_of_table().evening(timezone.now()).isoformat()
    languages = request.headers.get("Accept-Language", "")
    reader = (device, theme(request)["theme"], languages, zone(), today, build())
    tags = [_tag(version, revision, reader), _tag(version, revision, (*reader, "inlined"))]
    request.META[META] = tags[is_inlined(request)]
    return tags[False]


def _tag(version: int, revision: int, reader: tuple[str, ...]) -> str:
    digest = hashlib.sha256("\n".join(reader).encode()).hexdigest()[:12]
    return f'W/"{version}.{revision}-{digest}"'
