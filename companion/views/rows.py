"""The rows of a table, for a phone that keeps them for the time without a network."""

import hashlib
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import cookies, devices, roles
from companion.forms.fields import whole
from companion.forms.outbox import Proof
from companion.log.viewer import View
from companion.server.build import build
from companion.server.doors import CONFLICT, door, refused
from companion.store import new_games, removing
from companion.store import rows as stored
from companion.wording import reader
from companion.wording.refusal import AppRefusal

FORMAT = "bower.rows/1"


@require_safe
@never_cache
@door
def rows(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rows after the version in *after*, and all that is stored beside them; 304 if nothing is new.

    *last* is the key of the row of that version: 409 where another one stands there, or none.
    """
    after = whole(request.GET.get("after", "0"))
    if after is None:
        raise AppRefusal("whole-number-up-to", "after")
    view = store.load(devices.device(request), table_id)
    if after > view.table.version:
        return refused(CONFLICT, AppRefusal("rows-beyond", "after"))
    # The ETag: another one as well when the phone's token of forms is another one, or the last row.
    last = stored.moment(view.table.rows[-1].at) if view.table.rows else ""
    said = (view.viewer.device, cookies.read(request.COOKIES, cookies.CSRF), build(), last)
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]
    tag = f'W/"{view.table.version}.{view.viewer.revision}-{digest}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    kept = stored.kept(view.table.id, after, has_bank=view.table.variant.has_bank)
    if not holds(kept, after, request.GET.get("last", "")):
        return refused(CONFLICT, AppRefusal("rows-beyond", "after"))
    response = JsonResponse(document(request, view, after, kept))
    response.headers["ETag"] = tag
    return response


def holds(kept: stored.Kept, after: int, last: str) -> bool:
    """Whether the row of version *after* has the key *last*; "" for a phone that doesn't know one."""
    return not last or not after or kept.keys.get(after) == last


def document(
    request: HttpRequest, view: View, after: int, kept: stored.Kept | None = None
) -> dict[str, object]:
    """The rows document of docs/pocket.md: what this viewer may see, and the token of its forms."""
    table, viewer = view.table, view.viewer
    kept = kept or stored.kept(table.id, after, has_bank=table.variant.has_bank)
    return {
        "format": FORMAT,
        "id": table.id,
        "header": kept.header,
        "title": kept.title,
        "created_at": stored.moment(kept.created_at),
        "version": table.version,
        "revision": viewer.revision,
        "after": after,
        **stored.beside(kept, list(table.rows[after:])),
        "viewer": {
            "author": viewer.author,
            "roles": roles.in_order(viewer.roles),
            "seats": dict(viewer.seats),
        },
        "night": stored.night_columns(view.night),
        "zone": reader.zone_of_table(),
        "currency": reader.currency(),
        "group": new_games.after(viewer.device, table.id),
        "earlier": [] if view.night else [asdict(one) for one in new_games.earlier(table)],
        "put_back": _proof(view, kept) if roles.may(viewer.roles, roles.SHARE) else None,
        "csrf": get_token(request),
    }


def _proof(view: View, kept: stored.Kept) -> dict[str, str]:
    """By what a host's phone may put the table back, if this server loses it; and until when."""
    proof = Proof(view.table.id, kept.key, view.viewer.author, kept.created_at)
    return {"proof": proof.signed(), "until": stored.moment(timezone.now() + removing.KEPT_FOR)}
