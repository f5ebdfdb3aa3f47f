"""Rooms that only a phone without a server has: all its games, one from elsewhere, the copy of everything."""

from collections.abc import Iterator
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.forms.imports import read
from companion.pocket.phone.entries import import_game as import_game_here
from companion.pocket.phone.state import PHONE, SAMPLE
from companion.pocket.phone.summaries import Summary, line_of
from companion.store import new_games
from companion.views.home import home_page
from companion.views.saving import SeeOther
from companion.wording import dates
from scoring import VARIANTS, Refusal, from_json
from scoring.record import parse

PAGE = 50
LONGEST_SEARCH = 40


@require_safe
@never_cache
def all_games(request: HttpRequest) -> HttpResponse:
    """All games, a page at a time, and those with a name, game or month."""
    asked = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    words = asked.casefold().split()
    found = [one for one in PHONE.newest() if all(word in _text(one) for word in words)]
    number = max(1, whole(request.GET.get("page", "")) or 1)
    context = {
        "asked": asked,
        "sought": quote(asked),
        "count": len(found),
        "games": [line_of(one) for one in found[(number - 1) * PAGE : number * PAGE]],
        "number": number,
        "pages": max(1, -(-len(found) // PAGE)),
    }
    return render(request, "games/all.html", context)


def _text(one: Summary) -> str:
    """What of a game can be looked for."""
    line, day = one["line"], one["played_on"]
    text = (
        *one["players"],
        VARIANTS[line["variant"]].title,
        line["title"],
        dates.day(day),
        dates.weekday(day),
    )
    return " ".join(text).casefold()


@require_POST
def import_game(request: HttpRequest) -> HttpResponse:
    """Begin a game with a pasted or carried record, or show the error on Home."""
    device, key = devices.device(request), request.POST.get("key", "")
    try:
        record = read(None, request.POST.get("text", ""))
        place = new_games.group_of(device, "")
        currency = place.currency if record.variant.has_bank else ""
        made = import_game_here(device, key, record, zone=place.clock.zone, currency=currency)
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    return SeeOther(reverse("table", args=[made.id]))


@require_safe
@never_cache
def copy(request: HttpRequest) -> HttpResponse:
    """The copy of everything: to be kept elsewhere, and to come back from."""
    said = {name: whole(request.GET.get(name, "")) for name in ("added", "known", "wrong")}
    context = {
        "games": len(PHONE.games),
        "copied": dates.day(str(PHONE.settings.get("copied") or "")),
        "file": f"bower-{max(_days(), default='games')}.json",
        "came": said["added"] is not None,
        **said,
    }
    return render(request, "alone/copy.html", context)


def _days() -> Iterator[str]:
    """The days on which games of this phone were last written to, in UTC."""
    return (str(one["last"])[:10] for one in PHONE.games.values())


@require_POST
def delete(request: HttpRequest, table_id: str) -> HttpResponse:
    """Delete a game for good, as the page before has asked."""
    PHONE.remove_game(store.load(devices.device(request), table_id).table.id)
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
        found = (
            there.get(record.variant.name) or import_game_here("", store.new_key(), record, group=SAMPLE).id
        )
        return SeeOther(reverse("table", args=[found]))
    return render(request, "alone/samples.html", {"there": there})
