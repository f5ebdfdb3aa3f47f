"""Pictures of a recap, a person and a leaderboard, as PNG, for those who may see the page itself."""

import time

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.log import rights
from companion.pages.picture import SQUARE, WIDE, Size, group_svg, league_svg, person_svg
from companion.recap.evening import evening
from companion.recap.picture import recap_svg
from companion.server.admission import Unavailable
from companion.server.drawing import is_drawn, render_png, tag
from companion.server.error_pages import retry_later
from companion.server.errors import error_response
from companion.server.rates import charge
from companion.store import groups, person_export
from companion.views.leagues import shown_league
from companion.views.statistics import leaderboard, room_of

private = cache_control(private=True, no_cache=True)


@require_safe
@private
def recap_wide(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _recap(request, table_id, WIDE)


@require_safe
@private
def recap_square(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _recap(request, table_id, SQUARE)


@require_safe
@private
def person_wide(request: HttpRequest, group_id: str, person_id: str) -> HttpResponseBase:
    return _person(request, group_id, person_id, WIDE)


@require_safe
@private
def person_square(request: HttpRequest, group_id: str, person_id: str) -> HttpResponseBase:
    return _person(request, group_id, person_id, SQUARE)


@require_safe
@private
def group_wide(request: HttpRequest, group_id: str) -> HttpResponseBase:
    return _leaderboard(request, group_id, WIDE)


@require_safe
@private
def group_square(request: HttpRequest, group_id: str) -> HttpResponseBase:
    return _leaderboard(request, group_id, SQUARE)


@require_safe
@private
def league_picture(request: HttpRequest, group_id: str, league_id: str) -> HttpResponseBase:
    group = groups.find(devices.device(request), group_id, rights.NIGHTS)
    shown = shown_league(group, league_id)
    lines = [(f"{line.rank or ''} {line.name}".strip(), line.total) for line in shown.page.lines]
    return _picture(request, league_svg(shown.title, group.name, lines, SQUARE))


def _recap(request: HttpRequest, table_id: str, size: Size) -> HttpResponseBase:
    view = store.load(devices.device(request), table_id)
    return _picture(request, recap_svg(evening(view.table, at=view.night), size))


def _person(request: HttpRequest, group_id: str, person_id: str, size: Size) -> HttpResponseBase:
    group = groups.find(devices.device(request), group_id)
    return _picture(request, person_svg(person_export.portrait_of(group, person_id), size))


def _leaderboard(request: HttpRequest, group_id: str, size: Size) -> HttpResponseBase:
    room = room_of(request, group_id)
    if room.asked.error:
        return error_response(request, 400)
    return _picture(request, group_svg(leaderboard(room), size))


def _picture(request: HttpRequest, svg: str) -> HttpResponseBase:
    """The PNG of this SVG, drawn only if the browser hasn't got it; 503 if too much is being drawn."""
    kept = get_conditional_response(request, etag=_etag(svg))
    if kept is not None:
        return kept
    try:
        return drawn(request, svg)
    except Unavailable:
        return retry_later(error_response(request, 503))


def drawn(request: HttpRequest, svg: str) -> HttpResponse:
    """The PNG of this SVG, whose cost is the request's if it is new. Raises Unavailable."""
    begun, is_new = time.monotonic(), not is_drawn(svg)
    picture = render_png(svg)
    if is_new:
        charge(request, time.monotonic() - begun)
    response = HttpResponse(picture, content_type="image/png")
    response.headers["ETag"] = _etag(svg)
    response.headers["Content-Disposition"] = "inline"
    return response


def _etag(svg: str) -> str:
    return f'"{tag(svg)}"'
