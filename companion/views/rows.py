"""The rows of a table, for a phone that keeps them for the time without a network."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import cookies, devices, roles
from companion.forms.fields import whole
from companion.log.table import Row
from companion.log.viewer import View
from companion.server.build import build
from companion.server.doors import CONFLICT, door, refused
from companion.store import rows as stored
from companion.wording.refusal import AppRefusal

FORMAT = "bower.rows/1"


@require_safe
@never_cache
@door
def rows(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rows after the version in *after*, and all that is stored beside them; 304 if nothing is new."""
    after = whole(request.GET.get("after", "0"))
    if after is None:
        raise AppRefusal("whole-number-up-to", "after")
    view = store.load(devices.device(request), table_id)
    if after > view.table.version:
        return refused(CONFLICT, AppRefusal("rows-beyond", "after"))
    tag = _tag(request, view)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    response = JsonResponse(document(request, view, after))
    response.headers["ETag"] = tag
    return response


def document(request: HttpRequest, view: View, after: int) -> dict[str, object]:
    """The rows document of docs/pocket.md: what this viewer may see, and the token of its forms."""
    table, viewer = view.table, view.viewer
    kept = stored.kept(table, after)
    return {
        "format": FORMAT,
        "id": table.id,
        "header": kept.header,
        "title": kept.title,
        "created_at": moment(kept.created_at),
        "version": table.version,
        "revision": viewer.revision,
        "after": after,
        "rows": [row_columns(row, kept.keys.get(row.seq, "")) for row in table.rows[after:]],
        "viewer": {
            "author": viewer.author,
            "roles": roles.in_order(viewer.roles),
            "seats": dict(viewer.seats),
        },
        "chip_set": kept.chip_set,
        "ticks": kept.ticks,
        "disputes": [_plain(one) for one in kept.disputes],
        "progress": _plain(kept.progress),
        "hand_started": _plain(kept.hand_started),
        "night": asdict(view.night) if view.night else None,
        "csrf": get_token(request),
    }


def row_columns(row: Row, key: str) -> list[object]:
    """A row as a phone keeps it: seq, target, body, time, author, role, restores, key."""
    return [row.seq, row.target, row.body, moment(row.at), row.device, row.role, row.restores, key]


def moment(at: datetime) -> str:
    """A time as ISO 8601 in UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _plain(columns: Mapping[str, object] | None) -> dict[str, object] | None:
    if columns is None:
        return None
    return {name: moment(one) if isinstance(one, datetime) else one for name, one in columns.items()}


def _tag(request: HttpRequest, view: View) -> str:
    """The ETag: another one as well when the phone's token of forms is another one."""
    said = (view.viewer.device, cookies.read(request.COOKIES, cookies.CSRF), build())
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]
    return f'W/"{view.table.version}.{view.viewer.revision}-{digest}"'
