"""What hosts do alike with a table and a group: its recovery sheet, its deletion after two questions."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion import store
from companion.access import devices
from companion.access import links as secrets
from companion.log import rights
from companion.log.rights import View
from companion.server.addresses import for_phones
from companion.store import deleted, groups, phone_list, phones
from companion.store import pairing as store_pairing
from companion.store.circles import Circle
from companion.store.removing import KEPT_FOR
from companion.views.saving import SeeOther
from companion.views.share import phone_line, qr_code
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal


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
    view = store.load(devices.device(request), table_id, rights.SHARE)
    at_table = Held(
        of=view,
        what="table",
        said={"table": view.table, "name": view.table.title},
        share=reverse("share", args=[table_id]),
        here=reverse("recovery", args=[table_id]),
    )
    return _recovery_answer(request, at_table)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def recovery_of_group(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show the state of a group's sheet; make a new one; remove the other hosts.

    Raises Http404 for a personal group, which belongs to a phone.
    """
    found = groups.find(devices.device(request), group_id, rights.SHARE)
    if found.personal:
        raise Http404("no sheet of a personal group")
    at_group = Held(
        of=found,
        what="group",
        said={"name": found.name},
        share=reverse("group_share", args=[group_id]),
        here=reverse("group_recovery", args=[group_id]),
    )
    return _recovery_answer(request, at_group)


def _recovery_answer(request: HttpRequest, held: Held) -> HttpResponse:
    if request.method != "POST":
        return _room(request, held)
    if request.POST.get("others"):
        phones.put_out_other_hosts(held.of)
        return SeeOther(held.here)
    # A new sheet is shown this once; the same form sent again shows the same sheet.
    try:
        code = store_pairing.sheet_code(held.of, UUID(request.POST.get("key", "")))
        store_pairing.renew(held.of, code)
    except Refusal as refusal:
        return _room(request, held, refusal)
    except ValueError:
        return _room(request, held, AppRefusal("page-outdated", "key"))
    address = for_phones(request, reverse("sheet", args=[code]))
    context = {
        **held.said,
        "held": held,
        "sheet": store_pairing.sheet(held.of),
        "code": secrets.grouped_sheet_code(code),
        "join": for_phones(request, reverse("join")),
        "qr": qr_code(address),
    }
    return render(request, "share/sheet.html", context)


def _room(request: HttpRequest, held: Held, error: Refusal | None = None) -> HttpResponse:
    device = held.of.viewer.device if isinstance(held.of, View) else held.of.device
    hosts = [phone_line(one, device) for one in phone_list.hosts(held.of)]
    context = {
        **held.said,
        "held": held,
        "sheet": store_pairing.sheet(held.of),
        "others": [line for line in hosts if not line.mine],
        "used": "used" in request.GET,
        "key": store.new_key(),
        "error": error,
    }
    return render(request, "share/recovery.html", context, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deletion(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask, ask again, then delete the table."""
    view = store.load(devices.device(request), table_id, rights.SHARE)
    return _deletion_answer(
        request, view, what="table", share=reverse("share", args=[table_id]), table=view.table
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deletion_of_group(request: HttpRequest, group_id: str) -> HttpResponse:
    """Ask, ask again, then delete the group. Raises Http404 for a personal one, which belongs to a phone."""
    found = groups.find(devices.device(request), group_id, rights.SHARE)
    if found.personal:
        raise Http404("a personal group stays")
    return _deletion_answer(
        request, found, what="group", share=reverse("group_share", args=[group_id]), group=found
    )


def _deletion_answer(request: HttpRequest, of: Circle, **what: object) -> HttpResponse:
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
