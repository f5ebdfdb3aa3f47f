"""The score sheet. A hand posted here is passed to the Hand room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.log.disputes import dispute_views
from companion.log.table import Table, subject_of
from companion.log.viewer import View
from companion.pages.sheet import sheet
from companion.pages.undo import undo_words
from companion.store import disputes
from companion.views import hand
from companion.views.saving import NO_TROUBLE, Trouble, meanwhile


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hands(request: HttpRequest, table_id: str) -> HttpResponse:
    if request.method == "POST":
        return hand.record(request, table_id)
    return hands_page(request, store.load(devices.device(request), table_id))


def hands_page(
    request: HttpRequest,
    view: View,
    trouble: Trouble = NO_TROUBLE,
    target: int | None = None,
    *,
    asks: bool = False,
) -> HttpResponse:
    """The score sheet; *trouble*: why entry *target* could not be removed or restored.

    *asks*: ask whether to remove it and so to reopen the game.
    """
    removing = view.table.entry(target or 0) if asks else None
    target = target or _hand(request, view.table)
    disputed = dispute_views(view, disputes.of_table(view.table))
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "last": undo_words(view.table.last) if view.table.last and view.may_undo else "",
        "reopening": subject_of(removing) if removing else "",
        "sheet": sheet(view, target or _at(request), disputed),
        "trouble": trouble,
        "error": trouble.error,
        "target": target,
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "hands/hands.html", context, status=trouble.status)


def _at(request: HttpRequest) -> int | None:
    """The seq of the entry to show, in a sheet of several parts."""
    return whole(request.GET.get("at", ""))


def _hand(request: HttpRequest, table: Table) -> int | None:
    """The seq of the hand to open; None without one."""
    number = whole(request.GET.get("hand", ""))
    found = (item.seq for item in table.entries if item.hand and item.hand.number == number)
    return next(found, None) if number else None
