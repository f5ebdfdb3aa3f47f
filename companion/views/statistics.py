"""Statistics of a group, the page of one person, and the hands behind a figure."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.access import devices
from companion.store import groups


@require_safe
@never_cache
def group_stats(request: HttpRequest, group_id: str) -> HttpResponse:
    """The figures of a group."""
    group = groups.find(devices.device(request), group_id)
    return render(request, "stats/statistics.html", {"group": group})


@require_safe
@never_cache
def person(request: HttpRequest, group_id: str, person_id: str) -> HttpResponse:
    """The figures of one person."""
    group = groups.find(devices.device(request), group_id)
    return render(request, "stats/statistics.html", {"group": group})


@require_safe
@never_cache
def group_hands(request: HttpRequest, group_id: str) -> HttpResponse:
    """The hands or games behind a figure, newest first."""
    group = groups.find(devices.device(request), group_id)
    return render(request, "stats/statistics.html", {"group": group})
