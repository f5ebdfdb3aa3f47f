"""Adjustments of points, with a reason (ALL-05)."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.access.roles import HANDS
from companion.forms.adjustment import FORM
from companion.forms.fields import filled
from companion.log.decide import Change
from companion.log.viewer import View
from companion.views.saving import NO_TROUBLE, Trouble, meanwhile, save_change


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def adjustments(request: HttpRequest, table_id: str) -> HttpResponse:
    """The form of an adjustment; posted, add it to the log."""
    view = store.load(devices.device(request), table_id, HANDS)
    if view.table.variant.has_bank:
        raise Http404("chips are moved in the bank")
    if request.method != "POST":
        return _page(request, view, {})
    values = request.POST.dict()

    def change(seen: int) -> Change:
        return Change(seen, None, FORM.entry(values))

    def again(trouble: Trouble) -> HttpResponse:
        return _page(request, trouble.view or view, values, trouble)

    return save_change(request, table_id, change, again, reverse("table", args=[table_id]))


def _page(
    request: HttpRequest, view: View, values: Mapping[str, str], trouble: Trouble = NO_TROUBLE
) -> HttpResponse:
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "form": filled(FORM.kind, FORM.fields, values, trouble.errors),
        "players": tuple(view.table.state.scores),
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "table/adjust.html", context, status=trouble.status)
