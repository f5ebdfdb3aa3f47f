"""Adjustments: points put right by hand, with a reason (ALL-05)."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.access.roles import HANDS
from companion.forms import adjustment
from companion.forms.fields import filled
from companion.log import in_words
from companion.log.table import Table
from companion.store.entries import Saved
from companion.views.saving import NO_TROUBLE, Trouble, save


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def adjustments(request: HttpRequest, table_id: str) -> HttpResponse:
    table = store.load(devices.device(request), table_id, HANDS)
    if table.variant.has_bank:
        raise Http404("chips are moved in the bank")
    if request.method != "POST":
        return _page(request, table, {})
    values = request.POST.dict()

    def write(key: str, seen: int) -> Saved:
        return store.append(table.device, table.id, key, seen, adjustment.entry(values))

    def again(trouble: Trouble) -> HttpResponse:
        return _page(request, trouble.table or table, values, trouble)

    return save(request, write, again, reverse("table", args=[table.id]))


def _page(
    request: HttpRequest, table: Table, values: Mapping[str, str], trouble: Trouble = NO_TROUBLE
) -> HttpResponse:
    context = {
        "table": table,
        "form": filled("adjust", adjustment.FIELDS, values, trouble.errors),
        "players": tuple(table.state.scores),
        "meanwhile": [(item, in_words.happened(item, table.state)) for item in trouble.meanwhile],
        "key": store.new_key(),
    }
    return render(request, "table/adjust.html", context, status=trouble.status)
