"""Results of earlier years in a group: brought in from a list, taken away again, as CSV."""

import csv
import io
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion.access import devices, roles
from companion.forms import past_games as form
from companion.forms.bring.files import decoded
from companion.recap.text import plain
from companion.server.error_pages import megabytes
from companion.server.middleware import TOO_LARGE
from companion.server.rates import asks
from companion.store import groups, new_key, past_games
from companion.store.groups import FoundGroup
from companion.store.past_games import Result
from companion.views.files import named
from companion.views.night import saved
from companion.views.saving import key
from companion.wording.refusal import AppRefusal
from scoring import Refusal

SHOWN = 30  # mistakes of a list, and games


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@asks
def listed(request: HttpRequest, group_id: str) -> HttpResponse:
    """What came in so far, and the form of another list."""
    found = groups.find(devices.device(request), group_id, roles.PLAY)
    if request.META.get(TOO_LARGE):
        most = megabytes(settings.MAX_BODY_BYTES)
        return _page(
            request,
            found,
            errors={form.FIELD: AppRefusal("files-too-large", form.FIELD, most=most)},
            status=413,
        )
    if request.method != "POST":
        return _page(request, found)
    text, wrong = "", dict[int, Refusal]()

    def write() -> str:
        nonlocal text, wrong
        here = reverse("past_games", args=[group_id])
        if "remove" in request.POST:
            past_games.take_away(found, request.POST["remove"])
            return here
        text = _text(request)
        lines, wrong = form.read(text)
        if wrong:
            raise next(iter(wrong.values()))
        done = past_games.bring(found, key(request), lines)
        return f"{here}?saved={done.written}&here={done.known}"

    def again(errors: Mapping[str, Refusal], status: int) -> HttpResponse:
        return _page(request, found, text, wrong, {} if wrong else errors, status)

    return saved(write, again)


@require_safe
@never_cache
def as_csv(request: HttpRequest, group_id: str) -> HttpResponse:
    """The results as a list that comes in again."""
    found = groups.find(devices.device(request), group_id, roles.PLAY)
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(["date", "game", "winners", "score", "others", "score"])
    writer.writerows(_cells(one) for one in reversed(past_games.results(found.pk)))
    return named(f"{found.name} results", rows.getvalue().encode(), "text/csv; charset=utf-8", "csv")


def _cells(one: Result) -> list[str]:
    cells = [one.played_on.isoformat(), plain(one.game)]
    for some, score in one.sides:
        cells += [plain(" & ".join(person.name for person in some)), *([] if score is None else [str(score)])]
    return cells


def _text(request: HttpRequest) -> str:
    """What was typed, and the file after it."""
    file, typed = request.FILES.get("file"), request.POST.get("list", "")
    return "\n".join(filter(None, (typed.rstrip(), decoded(file.read()) if file else "")))


def _page(
    request: HttpRequest,
    found: FoundGroup,
    text: str = "",
    wrong: Mapping[int, Refusal] | None = None,
    errors: Mapping[str, Refusal] | None = None,
    status: int = 200,
) -> HttpResponse:
    wrong, batches = wrong or {}, past_games.batches(found.pk)
    context = {
        "group": found,
        "text": text,
        "wrong": [*wrong.items()][:SHOWN],
        "more": max(0, len(wrong) - SHOWN),
        "error": next(iter((errors or {}).values()), None),
        "batches": batches,
        "games": sum(one.games for one in batches),
        "latest": past_games.results(found.pk, SHOWN),
        "saved": request.GET.get("saved", "") if not wrong else "",
        "here": request.GET.get("here", ""),
        "most": form.MOST,
        "key": new_key(),
    }
    return render(request, "stats/past_games.html", context, status=status)
