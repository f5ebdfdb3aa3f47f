"""Disputes: raise one with a reason; an answer, a correction or its withdrawal ends it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.log import disputes, in_words
from companion.log.table import LogEntry, Table
from companion.log.viewer import View
from companion.store import disputes as store_disputes
from companion.views.saving import SeeOther, key
from companion.wording.refusal import AppRefusal
from scoring import Refusal


@require_safe
@never_cache
def dispute(request: HttpRequest, table_id: str, seq: int) -> HttpResponse:
    """Show the disputes of a hand, and the forms."""
    view = store.load(devices.device(request), table_id)
    return _page(request, view, _hand(view.table, seq))


@require_POST
def raised(request: HttpRequest, table_id: str) -> HttpResponse:
    """Raise a dispute."""

    def raise_it(view: View, item: LogEntry) -> None:
        store_disputes.dispute(view, key(request), item.seq, request.POST.get("words", "").strip())

    return _done(request, table_id, raise_it)


@require_POST
def answers(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save the scorekeeper's answer, or take a dispute back."""

    def end_it(view: View, item: LogEntry) -> None:
        number = _whole(request, "dispute")
        if request.POST.get("take_back"):
            return store_disputes.take_back(view, number)
        return store_disputes.answer(view, number, request.POST.get("answer", "").strip())

    return _done(request, table_id, end_it)


def _done(request: HttpRequest, table_id: str, change: Callable[[View, LogEntry], None]) -> HttpResponse:
    view = store.load(devices.device(request), table_id)
    item = _hand(view.table, _whole(request, "seq"))
    try:
        change(view, item)
    except Refusal as refusal:
        return _page(request, view, item, refusal)
    except disputes.Ended:
        return _page(request, view, item, AppRefusal("dispute-ended"), 409)
    return SeeOther(reverse("dispute", args=[table_id, item.seq]))


def _hand(table: Table, seq: int) -> LogEntry:
    item = table.entry(seq)
    if item is None or item.kind != "hand":
        raise Http404("no such hand")
    return item


def _whole(request: HttpRequest, field: str) -> int:
    return whole(request.POST.get(field, "")) or 0


def _page(
    request: HttpRequest, view: View, item: LogEntry, refusal: Refusal | None = None, status: int = 422
) -> HttpResponse:
    table = view.table
    found = disputes.dispute_views(view, store_disputes.of_table(table))
    shown = [one for one in found if one.dispute.seq == item.seq]
    context = {
        "table": table,
        "viewer": view.viewer,
        "item": item,
        "hand": item.hand,
        "item_words": in_words.named(item, table.state),
        "disputes": shown,
        "may_dispute": view.viewer.may_sit and item.hand and not any(one.open and one.mine for one in shown),
        "typed": request.POST.get("words", ""),
        "answer": request.POST.get("answer", ""),
        "wrong": {refusal.field or "": refusal} if refusal else {},
        "longest": disputes.LONGEST,
        "key": store.new_key(),
    }
    return render(request, "share/dispute.html", context, status=status if refusal else 200)
