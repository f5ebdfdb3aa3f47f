"""See an evening: the sample club of a phone, to tap through before anything is typed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.server import rates
from companion.server.error_pages import retry_later, too_many
from companion.store import samples as of_phone
from companion.views.saving import SeeOther, gaining, key
from companion.wording.refusal import AppRefusal
from scoring import Refusal

ENTRIES = 1_000  # as many as it counts for


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def samples(request: HttpRequest) -> HttpResponse:
    """Ask before the sample club is made, or lead to it; remove it."""
    if request.method != "POST":
        return _page(request)
    device, started = devices.device(request), key(request)
    if "remove" in request.POST:
        of_phone.remove(device)
        return SeeOther(reverse("home"))
    wait = rates.wait_to_start(request)
    if wait:
        return too_many(_page(request, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)
    try:
        group_id = of_phone.of_device(device) or gaining(
            request, started, lambda device, then: of_phone.make(device, started, then)
        )
    except store.Unavailable:
        return retry_later(_page(request, AppRefusal("busy")))
    except Refusal as refusal:
        return _page(request, refusal)
    rates.count_start(request, device, ENTRIES)
    return SeeOther(reverse("group", args=[group_id]))


def _page(request: HttpRequest, error: Refusal | None = None) -> HttpResponse:
    context = {
        "there": of_phone.of_device(devices.device(request)),
        "error": error,
        "key": store.new_key(),
    }
    return render(request, "home/samples.html", context, status=422 if error else 200)
