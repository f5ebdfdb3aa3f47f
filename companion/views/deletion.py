"""Delete a table, after two questions, and put it back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion import store
from companion.access import devices, roles
from companion.store import deleted, games, phone_list
from companion.store.removing import KEPT_FOR
from companion.views.saving import SeeOther
from companion.wording import dates


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deletion(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask, ask again, then delete the table."""
    view = store.load(devices.device(request), table_id, roles.SHARE)
    if request.POST.get("sure") == "yes":
        games.delete(view)
        return SeeOther(reverse("home") + "#deleted")
    context = {
        "table": view.table,
        "again": request.method == "POST",
        "phones": phone_list.page(view, 1).count - 1,
        "until": dates.moment(timezone.localtime(timezone.now() + KEPT_FOR)),
    }
    return render(request, "share/deletion.html", context)


@require_POST
def put_back(request: HttpRequest, table_id: str) -> HttpResponse:
    """Put a deleted table back."""
    deleted.put_back(devices.device(request), table_id)
    return SeeOther(reverse("table", args=[table_id]))
