"""The recap of an evening, finished or so far: page, text, CSV, record."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.log.rights import View
from companion.log.table import Table
from companion.recap.evening import Evening, evening
from companion.recap.page import page
from companion.recap.text import record_json, sheet_csv, text
from companion.store import disputes, moments, new_games
from companion.views.files import file
from companion.views.table import tally_of

private = cache_control(private=True, no_cache=True)


@require_safe
@private
def recap(request: HttpRequest, table_id: str) -> HttpResponse:
    """The page, with what stands out beside the group's other evenings."""
    view = store.load(devices.device(request), table_id)
    shown, viewer = _evening(view), view.viewer
    group, may_play, name = new_games.group_of_table(viewer.device, table_id)
    context = {
        **page(shown, viewer),
        "tally": tally_of(view, list(shown.state.scores)),
        "beside": moments.of_table(viewer.device, table_id),
        "group_id": group,
        "group_name": name,
        "may_play": may_play,
    }
    return render(request, "recap/recap.html", context)


@require_safe
@private
def recap_text(request: HttpRequest, table_id: str) -> HttpResponse:
    view = store.load(devices.device(request), table_id)
    shown, viewer = _evening(view), view.viewer
    return file(shown.table, text(shown, viewer).encode(), "text/plain; charset=utf-8", "txt", "inline")


@require_safe
@private
def recap_csv(request: HttpRequest, table_id: str) -> HttpResponse:
    table = _table(request, table_id)
    return file(table, sheet_csv(evening(table)).encode(), "text/csv; charset=utf-8; header=present", "csv")


@require_safe
@private
def recap_json(request: HttpRequest, table_id: str) -> HttpResponse:
    table = _table(request, table_id)
    return file(table, record_json(table.record), "application/json", "json")


def _evening(view: View) -> Evening:
    return evening(view.table, disputes.of_table(view.table), view.night)


def _table(request: HttpRequest, table_id: str) -> Table:
    return store.load(devices.device(request), table_id).table
