"""Pairing: a code or a passkey by which another phone of the same person gets this phone's tables."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion import store
from companion.access import devices, passkeys
from companion.access import pairing as secrets
from companion.server.addresses import for_phones
from companion.store import pairing as store_pairing
from companion.views.saving import SeeOther
from companion.views.share import qr_code
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal

LONGEST = 100


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pairing(request: HttpRequest) -> HttpResponse:
    """Say what a pairing code does; make one and show it, this once."""
    if request.method != "POST":
        return _room(request)
    device = devices.device(request)
    try:
        code = secrets.code(UUID(request.POST.get("key", "")), device)
        made = store_pairing.make(device, code)
    except Refusal as refusal:
        return _room(request, refusal)
    except ValueError:
        return _room(request, AppRefusal("page-outdated", "key"))
    address = for_phones(request, reverse("pair", args=[code]))
    context = {
        "code": secrets.grouped(code),
        "qr": qr_code(address),
        "until": f"{timezone.localtime(made.ends_at):%H:%M}",
    }
    return render(request, "pairing/code.html", context)


@require_GET
@never_cache
def offered(request: HttpRequest, code: str) -> HttpResponse:
    """Ask before this phone gets the tables of another one: the code works once."""
    return render(request, "pairing/offered.html", {"code": code[:LONGEST]})


@require_POST
@never_cache
def passkey(request: HttpRequest) -> HttpResponse:
    """Keep a new passkey of this phone; with ``remove`` forget all of its passkeys."""
    device = devices.device(request)
    try:
        if "remove" in request.POST:
            store_pairing.remove_passkeys(device)
        else:
            store_pairing.add_passkey(device, passkeys.made(request))
    except Refusal as refusal:
        return _room(request, refusal)
    except passkeys.Unproved as error:
        return _room(request, AppRefusal(error.code, "credential"))
    return SeeOther(reverse("pairing") + "#passkeys")


def _room(request: HttpRequest, error: Refusal | None = None) -> HttpResponse:
    device = devices.device(request)
    last = store_pairing.last(device)
    used_at = last.used_at if last else None
    context = {
        "used": dates.moment(timezone.localtime(used_at)) if used_at else "",
        "works": bool(last and not used_at and last.ends_at > timezone.now()),
        "key": store.new_key(),
        "error": error,
        "passkeys": store_pairing.passkeys(device),
        "passkey": passkeys.to_make(request, device) if passkeys.possible(request) else None,
    }
    return render(request, "pairing/pairing.html", context, status=422 if error else 200)
