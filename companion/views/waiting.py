"""The outbox of a phone as the server has it: nothing waits here. A phone answers with its own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices


@require_safe
@never_cache
def waiting(request: HttpRequest, table_id: str, number: int = 0) -> HttpResponse:
    """The outbox room and those in it, which a phone has: here nothing waits."""
    view = store.load(devices.device(request), table_id)
    return render(request, "pocket/nothing.html", {"table": view.table, "viewer": view.viewer})
