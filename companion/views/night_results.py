"""The results of a euchre night: page, text, CSV."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from companion.pages.night import cards
from companion.pages.night_places import corrected, place_lines, ties_text, winner
from companion.pages.night_plans import plan_title
from companion.recap.night_csv import night_csv
from companion.recap.night_text import night_facts, night_text
from companion.views.files import named
from companion.views.night_base import Room, context, room

private = cache_control(private=True, no_cache=True)


@require_safe
@private
def results(request: HttpRequest, night_id: str) -> HttpResponse:
    found = room(request, night_id)
    night, places = found.night, found.places
    lines = place_lines(night, places)
    shown = {
        "facts": night_facts(night, plan_title(night.plan)),
        "winner": winner(night, places),
        "lines": lines,
        "numbers": [played.number for played in night.started],
        "any_fixed": False,
        "mine": found.viewer.number,
        "ties_text": ties_text(night),
        "fixes": corrected(night),
        "rounds": [(played.number, cards(night, played)) for played in night.started],
        "text": _text(found),
    }
    return render(request, "night/results.html", {**context(found), **shown})


@require_safe
@private
def results_text(request: HttpRequest, night_id: str) -> HttpResponse:
    found = room(request, night_id)
    return named(_stem(found), _text(found).encode(), "text/plain; charset=utf-8", "txt", "inline")


@require_safe
@private
def results_csv(request: HttpRequest, night_id: str) -> HttpResponse:
    found = room(request, night_id)
    content = night_csv(found.night, found.places).encode()
    return named(_stem(found), content, "text/csv; charset=utf-8; header=present", "csv")


def _text(found: Room) -> str:
    return night_text(found.night, found.places, found.title, plan_title(found.night.plan))


def _stem(found: Room) -> str:
    """Title and day, for names of files."""
    return f"{found.title} {timezone.localtime(found.night.created_at).date().isoformat()}"
