"""Hands: the score sheet. A hand that is sent here is the Hand room's to record."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.log import in_words
from companion.log.disputes import told
from companion.log.table import Table
from companion.pages.sheet import sheet
from companion.store import disputes
from companion.views import hand
from companion.views.saving import NO_TROUBLE, Trouble


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hands(request: HttpRequest, table_id: str) -> HttpResponse:
    if request.method == "POST":
        return hand.record(request, table_id)
    return hands_page(request, store.load(devices.device(request), table_id))


def hands_page(
    request: HttpRequest, table: Table, trouble: Trouble = NO_TROUBLE, target: int | None = None
) -> HttpResponse:
    """The score sheet; with *trouble* why entry *target* could not be struck out."""
    context = {
        "table": table,
        "sheet": sheet(table, target or _at(request), told(table, disputes.of_table(table))),
        "trouble": trouble,
        "error": " ".join(trouble.errors.values()),
        "target": target,
        "meanwhile": [(item, in_words.happened(item, table.state)) for item in trouble.meanwhile],
        "key": store.new_key(),
    }
    return render(request, "hands/hands.html", context, status=trouble.status)


def _at(request: HttpRequest) -> int | None:
    """The entry that the reader wants to see, in a sheet of several parts."""
    text = request.GET.get("at", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None
