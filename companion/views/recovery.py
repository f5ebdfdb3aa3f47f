"""Recovery sheet of a table or a group: a page to print, by which another phone becomes the host."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices, roles
from companion.access import recovery as secrets
from companion.log.viewer import View
from companion.server.addresses import for_phones
from companion.store import groups, phone_list, phones
from companion.store import recovery as store_recovery
from companion.store.circles import Circle
from companion.views.saving import SeeOther
from companion.views.share import phone_line, qr_code
from companion.wording.refusal import AppRefusal


@dataclass(frozen=True)
class Held:
    """The table or group of a sheet: what it is in a word, and its addresses.

    ``said``: what the printed page says of it.
    """

    of: Circle
    what: str
    said: dict[str, Any]
    share: str
    here: str


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def recovery(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the state of the sheet and the hosts; make a new sheet and show it; remove the other hosts."""
    view = store.load(devices.device(request), table_id, roles.SHARE)
    at_table = Held(
        of=view,
        what="table",
        said={"table": view.table, "name": view.table.title},
        share=reverse("share", args=[table_id]),
        here=reverse("recovery", args=[table_id]),
    )
    return _answer(request, at_table)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def of_group(request: HttpRequest, group_id: str) -> HttpResponse:
    """The same for a group. Raises Http404 for a personal one, which belongs to a phone."""
    found = groups.find(devices.device(request), group_id, roles.SHARE)
    if found.personal:
        raise Http404("no sheet of a personal group")
    at_group = Held(
        of=found,
        what="group",
        said={"name": found.name},
        share=reverse("group_share", args=[group_id]),
        here=reverse("group_recovery", args=[group_id]),
    )
    return _answer(request, at_group)


def _answer(request: HttpRequest, held: Held) -> HttpResponse:
    if request.method != "POST":
        return _room(request, held)
    if request.POST.get("others"):
        phones.put_out_other_hosts(held.of)
        return SeeOther(held.here)
    return _sheet(request, held)


def _sheet(request: HttpRequest, held: Held) -> HttpResponse:
    """Make a sheet and show it, this once. The same form sent again shows the same sheet."""
    try:
        code = secrets.code(UUID(request.POST.get("key", "")))
    except ValueError:
        return _room(request, held, AppRefusal("page-outdated", "key"))
    store_recovery.renew(held.of, code)
    address = for_phones(request, reverse("sheet", args=[code]))
    context = {
        **held.said,
        "held": held,
        "sheet": store_recovery.sheet(held.of),
        "code": secrets.grouped(code),
        "address": address,
        "join": for_phones(request, reverse("join")),
        "qr": qr_code(address),
    }
    return render(request, "share/sheet.html", context)


def _room(request: HttpRequest, held: Held, error: AppRefusal | None = None) -> HttpResponse:
    device = held.of.viewer.device if isinstance(held.of, View) else held.of.device
    hosts = [phone_line(one, device) for one in phone_list.hosts(held.of)]
    context = {
        **held.said,
        "held": held,
        "sheet": store_recovery.sheet(held.of),
        "others": [line for line in hosts if not line.mine],
        "used": "used" in request.GET,
        "key": store.new_key(),
        "error": error,
    }
    return render(request, "share/recovery.html", context, status=422 if error else 200)
