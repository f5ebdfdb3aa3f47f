"""Join a table or a group by its link or its short code; take a recovery sheet's or another phone's code.

Pairing offers such a code, or a passkey, by which another phone of the same person gets this phone's tables.
"""

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion import store
from companion.access import devices, passkeys
from companion.access import links as secrets
from companion.access.devices import Removed
from companion.access.links import as_meant
from companion.log import rights
from companion.server import rates
from companion.server.addresses import for_phones
from companion.server.rates import TooManyJoins, joins, pairings
from companion.store import links, nights
from companion.store import pairing as store_pairing
from companion.store.links import Joined
from companion.views.saving import SeeOther, gaining
from companion.views.share import in_halves, qr_code
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal

LONGEST = 300
RETRIED = "again"
LONGEST_SHOWN = 100


@require_GET
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Join by a link and redirect to the table, so that no token stays in the address.

    A client without a cookie gets one and is redirected once more. Link previews of chats don't follow with
    the cookie, and so add no phone; the page that they come to has a picture, the same for all links.
    """
    return _by_link(request, "table", token)


@require_GET
@never_cache
def group_link(request: HttpRequest, token: str) -> HttpResponse:
    """Join a group by a link. As ``link``."""
    return _by_link(request, "group", token)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Join by a typed code, or a pasted link, which an installed app can't open.

    Every wrong code gets the same response; the number of attempts is limited.
    """
    if request.method != "POST":
        return _page(request)
    wait = rates.wait_to_try(request)
    if wait:
        return _wait(request, AppRefusal("too-many-tries", seconds=wait), wait)
    try:
        typed = request.POST.get("code", "")[:LONGEST].partition("?")[0].strip()
        return _by_code(request, typed.rstrip("/").rpartition("/")[2])  # of an address the end of its path
    except Removed:
        raise
    except Http404:
        rates.count_wrong_code(request)
        return _page(request, AppRefusal("unknown-code", "code"), 422)


@require_GET
@never_cache
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Ask before this phone becomes a host by a recovery sheet: the sheet works once."""
    return render(request, "share/use_sheet.html", {"code": code[:LONGEST]})


@require_POST
@never_cache
def passkey(request: HttpRequest) -> HttpResponse:
    """Get the tables and groups of the phone that made the passkey which the form shows."""
    wait = rates.wait_to_try(request)
    if wait:
        return _wait(request, AppRefusal("too-many-tries", seconds=wait), wait)
    admit, named = pairings(request), passkeys.named(request)
    try:
        paired = gaining(
            request,
            request.POST.get("token", ""),
            lambda device, then: store_pairing.use_passkey(
                device, named, lambda key: passkeys.shown(request, key), admit, successor=then
            ),
        )
    except TooManyJoins as error:
        return _too_many(request, error)
    except Refusal as refusal:
        return _page(request, refusal, 422)
    except passkeys.Unproved as error:
        rates.count_wrong_code(request)
        return _page(request, AppRefusal(error.code, "credential"), 422)
    except Http404:
        rates.count_wrong_code(request)
        return _page(request, AppRefusal("passkey-unknown", "credential"), 422)
    return render(request, "pairing/paired.html", {"paired": paired})


def _by_link(request: HttpRequest, kind: str, token: str) -> HttpResponse:
    if devices.is_new(request):
        if RETRIED in request.GET:
            return _page(request, AppRefusal("no-cookie"))
        return SeeOther(f"{request.path}?{RETRIED}")
    return _enter(request, kind, token, links.join)


def _by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Take a code of any kind, or a link's token. Raises Http404, Removed."""
    if secrets.SHEET_CODE.fullmatch(as_meant(code)):
        try:  # to become a host
            found = gaining(
                request,
                as_meant(code),
                lambda device, then: store_pairing.use_sheet(device, code, successor=then),
            )
        except Refusal as refusal:
            return _page(request, refusal, 422)
        if found.deleted:
            return SeeOther(reverse("home") + "#deleted")
        name, at = ("group_recovery", found.group_id) if found.group_id else ("recovery", found.table_id)
        return SeeOther(reverse(name, args=[at]) + "?used")
    if secrets.PAIRING_CODE.fullmatch(as_meant(code)):
        return _pair(request, code)
    join = links.join if devices.is_link_token(code) else links.join_by_code
    try:
        return _enter(request, "table", code, join)
    except Removed:
        raise
    except Http404:  # no table's: links of groups look alike
        return _enter(request, "group", code, join)


def _pair(request: HttpRequest, code: str) -> HttpResponse:
    """Get the tables of the phone that made this code. Raises Http404."""
    admit = pairings(request)
    try:
        paired = gaining(
            request,
            as_meant(code),
            lambda device, then: store_pairing.use(device, code, admit, successor=then),
        )
    except TooManyJoins as error:
        return _too_many(request, error)
    except Refusal as refusal:
        return _page(request, refusal, 422)
    return render(request, "pairing/paired.html", {"paired": paired})


def _enter(request: HttpRequest, kind: str, secret: str, join: Callable[..., Joined]) -> HttpResponse:
    """Join by a link's token or code and redirect to the table or group. Raises Http404, Removed."""
    admit = joins(request, kind)
    try:
        joined = gaining(
            request,
            as_meant(secret),
            lambda device, then: join(kind, device, secret, admit, successor=then),
        )
    except TooManyJoins as error:
        return _too_many(request, error)
    except Refusal as refusal:
        return _page(request, refusal, 422)
    if joined.kind == "group" and joined.role == rights.PLAYER:
        night_id = nights.led_to(devices.device(request), joined.id)  # that waits for this player
        if night_id:
            return SeeOther(reverse("night_me", args=[night_id]))
    return SeeOther(reverse(joined.kind, args=[joined.id]))


def _too_many(request: HttpRequest, error: TooManyJoins) -> HttpResponse:
    return _wait(request, AppRefusal("too-many-joins", minutes=-(-error.seconds // 60)), error.seconds)


def _wait(request: HttpRequest, error: Refusal, seconds: int) -> HttpResponse:
    response = _page(request, error, 429)
    response.headers["Retry-After"] = str(seconds)
    return response


def _page(request: HttpRequest, error: Refusal | None = None, status: int = 200) -> HttpResponse:
    context = {
        "error": error,
        "typed": request.POST.get("code", "")[:LONGEST],
        "passkey": passkeys.to_use(request) if passkeys.possible(request) else None,
    }
    return render(request, "share/join.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pairing_room(request: HttpRequest) -> HttpResponse:
    """Say what a pairing code does; make one and show it, this once."""
    if request.method != "POST":
        return _room(request)
    device = devices.device(request)
    try:
        code = secrets.pairing_code(UUID(request.POST.get("key", "")), device)
        made = store_pairing.make(device, code)
    except Refusal as refusal:
        return _room(request, refusal)
    except ValueError:
        return _room(request, AppRefusal("page-outdated", "key"))
    address = for_phones(request, reverse("pair", args=[code]))
    context = {
        "code": in_halves(code),
        "qr": qr_code(address),
        "until": f"{timezone.localtime(made.ends_at):%H:%M}",
    }
    return render(request, "pairing/code.html", context)


@require_GET
@never_cache
def offered(request: HttpRequest, code: str) -> HttpResponse:
    """Ask before this phone gets the tables of another one: the code works once."""
    return render(request, "pairing/offered.html", {"code": code[:LONGEST_SHOWN]})


@require_POST
@never_cache
def keep_passkey(request: HttpRequest) -> HttpResponse:
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
