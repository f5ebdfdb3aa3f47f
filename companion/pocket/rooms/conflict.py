"""The question when another phone saved first: both versions, and one tap for each answer."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.forms.fields import whole
from companion.log import queue
from companion.log.queue import ASKS
from companion.pages.listing import figure
from companion.pages.waiting import Question, question, sign
from companion.pocket.phone.relaying import Queued, keep, queued, relaid
from companion.pocket.rooms.two_hands import two_hands
from companion.views.saving import SeeOther

LATE = 409


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def conflict(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the first item that asks; posted, set it aside or save it as the next one."""
    found = queued(table_id)
    if any(one.item.asks_about_taps for one in found.laid.placed_as(ASKS)):
        return two_hands(request, found)
    asked = question(found.saved, found.keys, found.items, found.now, settings.MAX_ENTRIES)
    if asked is None:
        return SeeOther(reverse("waiting", args=[table_id]))
    if request.method != "POST":
        return _page(request, found, asked)
    if not _answers(request, asked):
        return _page(request, found, asked, LATE)
    number = asked.item.number
    if "next" in request.POST:
        items = queue.go_on(found.items, number, asked.version)
    elif asked.same and whole(request.POST.get("same", "")) == asked.same.item.seq:
        items = queue.same(found.items, number, asked.same.item.seq, found.now)
    else:
        items = queue.set_aside(found.items, number, found.now)
    keep(table_id, items)
    relaid(table_id)
    return SeeOther(reverse("conflict", args=[table_id]))


def _answers(request: HttpRequest, asked: Question) -> bool:
    """Whether the page that was posted showed this question."""
    shown = [whole(request.POST.get(name, "")) for name in ("item", "version")]
    return shown == [asked.item.number, asked.version] and not ("next" in request.POST and asked.why_not)


def _page(request: HttpRequest, found: Queued, asked: Question, status: int = 200) -> HttpResponse:
    context = {
        "table": found.saved.table,
        "viewer": found.saved.viewer,
        "asked": asked,
        "sign": sign(found.laid),
        "stays": figure(found.saved.table.state),
        "late": status == LATE,
    }
    return render(request, "pocket/conflict.html", context, status=status)
