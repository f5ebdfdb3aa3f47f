"""Delete a table or a group, after two questions, and put it back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion import store
from companion.access import devices, roles
from companion.store import deleted, groups, phone_list
from companion.store.circles import Circle
from companion.store.removing import KEPT_FOR
from companion.views.saving import SeeOther
from companion.wording import dates


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deletion(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask, ask again, then delete the table."""
    view = store.load(devices.device(request), table_id, roles.SHARE)
    return _answer(request, view, what="table", share=reverse("share", args=[table_id]), table=view.table)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def of_group(request: HttpRequest, group_id: str) -> HttpResponse:
    """Ask, ask again, then delete the group. Raises Http404 for a personal one, which belongs to a phone."""
    found = groups.find(devices.device(request), group_id, roles.SHARE)
    if found.personal:
        raise Http404("a personal group stays")
    return _answer(request, found, what="group", share=reverse("group_share", args=[group_id]), group=found)


def _answer(request: HttpRequest, of: Circle, **what: object) -> HttpResponse:
    """Delete it, or show the page that asks."""
    if request.POST.get("sure") == "yes":
        deleted.delete(of)
        return SeeOther(reverse("home") + "#deleted")
    until = dates.moment(timezone.localtime(timezone.now() + KEPT_FOR))
    context = {
        **what,
        "here": request.path,
        "again": request.method == "POST",
        "phones": phone_list.page(of, 1).count - 1,
        "until": until,
    }
    return render(request, "share/deletion.html", context)


@require_POST
def put_back(request: HttpRequest, table_id: str) -> HttpResponse:
    """Put a deleted table back."""
    deleted.put_back(devices.device(request), "table", table_id)
    return SeeOther(reverse("table", args=[table_id]))


@require_POST
def put_group_back(request: HttpRequest, group_id: str) -> HttpResponse:
    """Put a deleted group back."""
    deleted.put_back(devices.device(request), "group", group_id)
    return SeeOther(reverse("group", args=[group_id]))
