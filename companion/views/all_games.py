"""All games of a phone, a page at a time, and those with a name, game or month."""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.access import devices
from companion.forms.fields import whole
from companion.store import night_of_table

PAGE = 50
LONGEST_SEARCH = 40


@require_safe
@never_cache
def all_games(request: HttpRequest) -> HttpResponse:
    device, asked = devices.device(request), request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    wanted = max(1, whole(request.GET.get("page", "")) or 1)
    games, count = night_of_table.listed_from(device, (wanted - 1) * PAGE, PAGE, asked)
    pages = max(1, -(-count // PAGE))
    if wanted > pages:  # games were deleted since that page was linked to
        wanted = pages
        games, count = night_of_table.listed_from(device, (wanted - 1) * PAGE, PAGE, asked)
    context = {
        "asked": asked,
        "sought": quote(asked),
        "count": count,
        "games": games,
        "number": wanted,
        "pages": pages,
    }
    return render(request, "games/all.html", context)
