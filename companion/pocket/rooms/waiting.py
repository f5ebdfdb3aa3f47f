"""The outbox of a table: the waiting entries in words, a page for each, and those set aside."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion.forms.fields import whole
from companion.forms.progress import hand_form, of_columns
from companion.log import in_words, queue
from companion.log.queue import PROGRESS
from companion.log.table import Author
from companion.pages.waiting import waiting_page, waiting_row
from companion.pocket.phone.relaying import KEPT_OUT, Queued, keep, leave, offer, put_back, queued, relaid
from companion.pocket.phone.state import PHONE
from companion.recap.text import record_json
from companion.views.files import file
from companion.views.saving import SeeOther


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def waiting(request: HttpRequest, table_id: str) -> HttpResponse:
    """List the waiting entries; on POST set one aside, send one after all, or try one again.

    What the server lost is sent back, or set aside. With ``?file``: the game with all that waits.
    """
    found = queued(table_id)
    if request.method == "POST":
        return _changed(request, found)
    if "file" in request.GET:
        return _file(found)
    laid = found.laid
    context = {
        "table": laid.view.table,
        "viewer": laid.view.viewer,
        "page": waiting_page(found.saved.table, laid, found.lost, found.gone),
        "kept_out": any((item.stopped or {}).get("status") in KEPT_OUT for item in found.items),
    }
    return render(request, "pocket/waiting.html", context)


def _file(found: Queued) -> HttpResponse:
    """A game file as if the server had taken what waits, for a phone that may not send it."""
    items = tuple(replace(item, stopped=None) for item in found.items)
    table = replace(found, items=items).laid.view.table
    return file(table, record_json(table.record), "application/json", "json")


@require_safe
@never_cache
def one(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """One item, with all that it says."""
    laid = queued(table_id).laid
    placed = next((one for one in laid.placed if one.item.number == number), None)
    if placed is None:
        raise Http404("nothing waits under this number")
    table, row = laid.view.table, waiting_row(placed, laid)
    if placed.item.what == PROGRESS:
        mine = of_columns(placed.item.body, None, Author("", ""))
        row = replace(row, full=in_words.full_text(hand_form(table, mine).entry, table.variant))
    context = {"table": table, "viewer": laid.view.viewer, "row": row}
    return render(request, "pocket/item.html", context)


def _changed(request: HttpRequest, found: Queued) -> HttpResponse:
    table = found.saved.table
    if request.POST.get("lost") and found.saved.viewer.may_record:
        offer(table.id, "" if request.POST["lost"] == "send" else found.now.isoformat())
    if request.POST.get("gone") and PHONE.may_put_back(table.id):
        if request.POST["gone"] == "send":
            put_back(table.id)
        else:
            leave(table.id, found.now)
    for name in ("set_aside", "send", "again"):
        number = whole(request.POST.get(name, ""))
        if number is None:
            continue
        if name == "set_aside":
            items = queue.set_aside(found.items, number, found.now)
        elif name == "send":
            items = queue.take_back(found.items, number, PHONE.next_number(), table.version)
        else:
            items = queue.again(found.items, number)
        keep(table.id, items)
        relaid(table.id)
    return SeeOther(reverse("waiting", args=[table.id]))
