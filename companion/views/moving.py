"""The group of a table: say which, and move it to another one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices, roles
from companion.store import moving
from companion.views.saving import SeeOther
from scoring import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def group(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask to which group the table belongs, and move it there."""
    view, error = store.load(devices.device(request), table_id, roles.SHARE), None
    if request.method == "POST":
        try:
            moving.move(view, request.POST.get("group", ""))
        except Refusal as refusal:
            error = refusal
        else:
            return SeeOther(reverse("share", args=[table_id]))
    found = moving.of_table(view)
    now = found.group.group_id if found.group else ""
    context = {
        "table": view.table,
        "choices": found.choices,
        "chosen": request.POST.get("group", now),
        "error": error,
    }
    return render(request, "groups/move.html", context, status=422 if error else 200)
