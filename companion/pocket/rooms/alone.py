"""Rooms that only a phone without a server has: a game from elsewhere, the copy of everything, samples."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.forms.imports import read
from companion.pocket.phone import entries
from companion.pocket.phone.state import PHONE, SAMPLE
from companion.store import new_games
from companion.views.home import home_page
from companion.views.saving import SeeOther
from companion.wording import dates
from scoring import Refusal, from_json
from scoring.record import parse


@require_POST
def import_game(request: HttpRequest) -> HttpResponse:
    """Begin a game with a pasted or carried record, or show the error on Home."""
    device, key = devices.device(request), request.POST.get("key", "")
    try:
        record = read(None, request.POST.get("text", ""))
        made = new_games.start(device, key, record, "", new_games.group_of(device, "").currency)
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    return SeeOther(reverse("table", args=[made.id]))


@require_safe
@never_cache
def copy(request: HttpRequest) -> HttpResponse:
    """The copy of everything: to be kept elsewhere, and to come back from."""
    games = PHONE.newest()
    said = {name: whole(request.GET.get(name, "")) for name in ("added", "known", "wrong")}
    context = {
        "games": len(games),
        "copied": dates.day(str(PHONE.settings.get("copied") or "")),
        "file": f"bower-{games[0]['last'][:10] if games else 'games'}.json",
        "came": said["added"] is not None,
        **said,
    }
    return render(request, "alone/copy.html", context)


@require_POST
def delete(request: HttpRequest, table_id: str) -> HttpResponse:
    """Delete a game for good, as the page before has asked."""
    if table_id not in PHONE.games:
        raise Http404("no such game on this phone")
    PHONE.remove_game(table_id)
    return SeeOther(reverse("home"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def samples(request: HttpRequest) -> HttpResponse:
    """Sample games to tap at will: begin one, or go on with it; or remove them all."""
    from companion.pocket.phone.samples import SAMPLES  # made with the kit

    there, wanted = PHONE.sample_games(), request.POST.get("sample", "")
    if "remove" in request.POST:
        for table_id in there.values():
            PHONE.remove_game(table_id)
        return SeeOther(reverse("home"))
    if wanted in SAMPLES:
        record = from_json(parse(SAMPLES[wanted]))
        table_id = there.get(record.variant.name, "")
        if not table_id:
            table_id = entries.import_game("", store.new_key(), record, group=SAMPLE).id
        return SeeOther(reverse("table", args=[table_id]))
    return render(request, "alone/samples.html", {"there": there})
