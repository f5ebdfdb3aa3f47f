"""The score sheet. A hand posted here is passed to the Hand room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.log.disputes import dispute_views
from companion.log.viewer import View
from companion.pages.sheet import sheet
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
    request: HttpRequest, view: View, trouble: Trouble = NO_TROUBLE, target: int | None = None
) -> HttpResponse:
    """The score sheet; *trouble*: why entry *target* could not be removed."""
    disputed = dispute_views(view, disputes.of_table(view.table))
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "may_undo": view.may_undo,
        "sheet": sheet(view, target or _at(request), disputed),
        "trouble": trouble,
        "error": " ".join(trouble.errors.values()),
        "target": target,
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "hands/hands.html", context, status=trouble.status)


def _at(request: HttpRequest) -> int | None:
    """The seq of the entry to show, in a sheet of several parts."""
    return whole(request.GET.get("at", ""))
