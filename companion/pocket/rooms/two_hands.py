"""The question when another phone has tapped the same hand in progress: both hands, side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from companion.forms.fields import whole
from companion.forms.progress import TwoHands
from companion.pages.same_hand import beside
from companion.pages.waiting import sign
from companion.pocket.phone.meeting import give_way, go_on, meeting
from companion.pocket.phone.relaying import Queued, relaid
from companion.pocket.phone.surroundings import iso
from companion.views.saving import SeeOther
from companion.wording.refusal import AppRefusal

LATE = 409


def two_hands(request: HttpRequest, found: Queued) -> HttpResponse:
    """Show both hands; posted, go on with this phone's or set it aside."""
    table_id = found.saved.table.id
    met = meeting(table_id)
    if met is None:
        return SeeOther(reverse("waiting", args=[table_id]))
    item, hands = met
    if request.method != "POST":
        return _page(request, found, item["id"], hands)
    shown = [whole(request.POST.get(name, "")) for name in ("item", "rev", "version")]
    if shown != [item["id"], hands.now.rev, hands.table.version]:
        return _page(request, found, item["id"], hands, LATE)
    if "mine" in request.POST:
        go_on(table_id)
    else:
        give_way(table_id, iso(found.now))
    relaid(table_id)
    return SeeOther(reverse("hand", args=[table_id]))


def _page(
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
