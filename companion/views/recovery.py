"""Recovery sheet: a page to print, by which another phone becomes the host if this one is lost."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices, roles
from companion.access import recovery as secrets
from companion.log.viewer import View
from companion.server.addresses import for_phones
from companion.store import phone_list, phones
from companion.store import recovery as store_recovery
from companion.views.saving import SeeOther
from companion.views.share import phone_line, qr_code
from companion.wording.refusal import AppRefusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def recovery(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the state of the sheet and the hosts; make a new sheet and show it; remove the other hosts."""
    view = store.load(devices.device(request), table_id, roles.SHARE)
    if request.method != "POST":
        return _room(request, view)
    if request.POST.get("others"):
        phones.put_out_other_hosts(view)
        return SeeOther(reverse("recovery", args=[table_id]))
    return _sheet(request, view)


def _sheet(request: HttpRequest, view: View) -> HttpResponse:
    """Make a sheet and show it, this once. The same form sent again shows the same sheet."""
    try:
        code = secrets.code(UUID(request.POST.get("key", "")))
    except ValueError:
        return _room(request, view, AppRefusal("page-outdated", "key"))
    store_recovery.renew(view, code)
    address = for_phones(request, reverse("sheet", args=[code]))
    context = {
        "table": view.table,
        "sheet": store_recovery.sheet(view),
        "code": secrets.grouped(code),
        "address": address,
        "join": for_phones(request, reverse("join")),
        "qr": qr_code(address),
    }
    return render(request, "share/sheet.html", context)


def _room(request: HttpRequest, view: View, error: AppRefusal | None = None) -> HttpResponse:
    lines = [phone_line(phone, view.viewer.device) for phone in phone_list.hosts(view.table)]
    context = {
        "table": view.table,
        "sheet": store_recovery.sheet(view),
        "others": [line for line in lines if not line.mine],
        "used": "used" in request.GET,
        "key": store.new_key(),
        "error": error,
    }
    return render(request, "share/recovery.html", context, status=422 if error else 200)
