"""See an evening: the sample club of a phone, to tap through before anything is typed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.server import rates
from companion.server.error_pages import too_many
from companion.store import samples as of_phone
from companion.views.night import saved
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
    there, wait = of_phone.of_device(device), rates.wait_to_start(request)
    if wait and not there:
        return too_many(_page(request, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)

    def write() -> str:
        if there:
            return reverse("group", args=[there])
        made = gaining(request, started, lambda device, then: of_phone.make(device, started, then))
        rates.count_start(request, device, ENTRIES)
        return reverse("group", args=[made])

    return saved(write, lambda errors, status: _page(request, next(iter(errors.values())), status))


def _page(request: HttpRequest, error: Refusal | None = None, status: int = 200) -> HttpResponse:
    context = {
        "there": of_phone.of_device(devices.device(request)),
        "error": error,
        "key": store.new_key(),
    }
    return render(request, "home/samples.html", context, status=status)
