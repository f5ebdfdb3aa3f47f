"""Reading addresses: whoever has one sees a table, or that of a group which was written to last.

No cookie is read or set, and pages of any origin may read or frame what is here: the right is in the address.
"""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.log.rights import View
from companion.recap.evening import evening
from companion.recap.text import sheet_csv
from companion.store import entries, groups, happening
from companion.store.links import read_by
from companion.views.files import file
from companion.views.table import board_of

JSON, CSV = "application/json", "text/csv; charset=utf-8; header=present"

Shown = Callable[[HttpRequest, str], HttpResponseBase]


def _for_everybody(shown: Shown) -> Shown:
    """A view that pages of any origin may read, and frame."""

    @require_safe
    @never_cache
    @xframe_options_exempt
    @wraps(shown)
    def answer(request: HttpRequest, token: str) -> HttpResponseBase:
        response = shown(request, token)
        response._csp_replace = {"frame-ancestors": ["*"]}  # type: ignore[attr-defined]
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return answer


@_for_everybody
def standing(request: HttpRequest, token: str) -> HttpResponse:
    """How it stands, in JSON: the data of an event (see `docs/api.md`)."""
    view, _stream = _read(token)
    now = happening.since(view.table.id, None).now
    return HttpResponse(now[0].data, content_type=JSON)


@_for_everybody
def sheet(request: HttpRequest, token: str) -> HttpResponse:
    """The score sheet as CSV, for spreadsheets."""
    view, _stream = _read(token)
    return file(view.table, sheet_csv(evening(view.table)).encode(), CSV, "csv")


@_for_everybody
def board(request: HttpRequest, token: str) -> HttpResponse:
    """The Board, for a frame of another page or a screen."""
    view, stream = _read(token)
    live = reverse("reading", args=[token]) + stream
    return render(request, "board/board.html", {**board_of(view), "upright": True, "reading": live})


def _read(token: str) -> tuple[View, str]:
    """The table that a reading address shows, and where its stream is below it. Raises Http404."""
    kind, at = read_by(token)
    device, stream = devices.device_of_token(token), f"{kind}s/{at}/live"
    if kind == "table":
        return store.load(device, at), stream
    rows, _count = entries.listed(device, 0, 1, groups.find(device, at).pk, None, None)
    if not rows:
        raise Http404("no table yet")
    return store.load(device, rows[0].table.id), stream
