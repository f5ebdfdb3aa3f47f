"""The outbox of a table: the waiting entries in words, a page for each, and those set aside.

And the questions when another phone saved first, or tapped the same hand: both, and a tap for each answer.
"""

from dataclasses import replace

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion.forms.fields import whole
from companion.forms.progress import TwoHands, hand_form, of_columns
from companion.log import in_words, queue
from companion.log.queue import ASKS, PROGRESS
from companion.log.rights import OWNER
from companion.log.table import Author
from companion.pages.listing import figure
from companion.pages.waiting import Question, beside, question, sign, waiting_page, waiting_row
from companion.pocket.phone.relaying import (
    KEPT_OUT,
    Queued,
    give_way,
    go_on,
    keep,
    leave,
    meeting,
    offer,
    put_back,
    queued,
    relaid,
)
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import iso
from companion.recap.text import record_json
from companion.views.files import file
from companion.views.saving import SeeOther
from companion.wording.refusal import AppRefusal

LATE = 409


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def waiting(request: HttpRequest, table_id: str) -> HttpResponse:
    """List the waiting entries; on POST set one aside, send one after all, or try one again.

    What the server lost is sent back, or set aside. With ``?file``: the game with all that waits.
    """
    found = queued(table_id)
    if request.method == "POST":
        return _changed(request, found)
    if "file" in request.GET:
        # as if the server had taken what waits, for a phone that may not send it
        saved = replace(found.saved, viewer=replace(found.saved.viewer, roles=frozenset((OWNER,))))
        items = tuple(replace(item, stopped=None, base=saved.table.version) for item in found.items)
        table = replace(found, saved=saved, items=items).laid.view.table
        return file(table, record_json(table.record), "application/json", "json")
    laid = found.laid
    context = {
        "table": laid.view.table,
        "viewer": laid.view.viewer,
        "page": waiting_page(found.saved.table, laid, found.lost, found.gone),
        "kept_out": any((item.stopped or {}).get("status") in KEPT_OUT for item in found.items),
    }
    return render(request, "pocket/waiting.html", context)


@require_safe
@never_cache
def one(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """One item, with all that it says."""
    laid = queued(table_id).laid
    placed = next((one for one in laid.placed if one.item.number == number), None)
    if placed is None:
        raise Http404("nothing waits under this number")
    table, row = laid.view.table, waiting_row(placed, laid)
    if placed.item.what == PROGRESS:
        mine = of_columns(placed.item.body, None, Author("", ""))
        row = replace(row, full=in_words.full_text(hand_form(table, mine).entry, table.variant))
    context = {"table": table, "viewer": laid.view.viewer, "row": row}
    return render(request, "pocket/item.html", context)


def _changed(request: HttpRequest, found: Queued) -> HttpResponse:
    table = found.saved.table
    if request.POST.get("lost") and found.saved.viewer.may_record:
        offer(table.id, "" if request.POST["lost"] == "send" else found.now.isoformat())
    if request.POST.get("gone") and PHONE.may_put_back(table.id):
        if request.POST["gone"] == "send":
            put_back(table.id)
        else:
            leave(table.id, found.now)
    for name in ("set_aside", "send", "again"):
        number = whole(request.POST.get(name, ""))
        if number is None:
            continue
        if name == "set_aside":
            items = queue.set_aside(found.items, number, found.now)
        elif name == "send":
            items = queue.take_back(found.items, number, PHONE.next_number(), table.version)
        else:
            items = queue.again(found.items, number)
        keep(table.id, items)
        relaid(table.id)
    return SeeOther(reverse("waiting", args=[table.id]))


def two_hands(request: HttpRequest, found: Queued) -> HttpResponse:
    """Show both hands; posted, go on with this phone's or set it aside."""
    table_id = found.saved.table.id
    met = meeting(table_id)
    if met is None:
        return SeeOther(reverse("waiting", args=[table_id]))
    item, hands = met
    if request.method != "POST":
        return _page_of_hands(request, found, item["id"], hands)
    shown = [whole(request.POST.get(name, "")) for name in ("item", "rev", "version")]
    if shown != [item["id"], hands.now.rev, hands.table.version]:
        return _page_of_hands(request, found, item["id"], hands, LATE)
    if "mine" in request.POST:
        go_on(table_id)
    else:
        give_way(table_id, iso(found.now))
    relaid(table_id)
    return SeeOther(reverse("hand", args=[table_id]))


def _page_of_hands(
    request: HttpRequest, found: Queued, number: int, hands: TwoHands, status: int = 200
) -> HttpResponse:
    viewer, saved = found.saved.viewer, hands.saved
    by = saved.by if saved else hands.now.by
    context = {
        "table": found.saved.table,
        "viewer": viewer,
        "hands": hands,
        "number": number,
        "hand": saved.hand.number if saved and saved.hand else hands.table.state.hands + 1,
        "by": viewer.name_of(by) if by else "",
        "at": saved.at if saved else hands.now.at,
        "pairs": beside(hands.theirs, hands.ours, hands.table.variant),
        "sign": sign(found.laid),
        "late": AppRefusal("phone-faster") if status == LATE else None,
    }
    return render(request, "pocket/two_hands.html", context, status=status)


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
    shown = [whole(request.POST.get(name, "")) for name in ("item", "version")]
    answered = shown == [asked.item.number, asked.version] and not ("next" in request.POST and asked.why_not)
    if not answered:
        return _page(request, found, asked, LATE)
    number = asked.item.number
    if "next" in request.POST:
        items = queue.go_on(found.items, number, found.saved)
    elif asked.same and whole(request.POST.get("same", "")) == asked.same.item.seq:
        items = queue.same(found.items, number, asked.same.item.seq, found.now)
    else:
        items = queue.set_aside(found.items, number, found.now)
    keep(table_id, items)
    relaid(table_id)
    return SeeOther(reverse("conflict", args=[table_id]))


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
