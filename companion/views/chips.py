"""The chip set: colors, values, numbers, and the last count."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.roles import BANK
from companion.bank import payouts
from companion.forms import chips as form
from companion.log.bank_state import ChipSetConflict
from companion.log.viewer import View
from companion.store import bank, chip_sets
from companion.views.bank import chip_table
from companion.views.saving import SeeOther, seen
from scoring import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chips(request: HttpRequest, table_id: str) -> HttpResponse:
    view = chip_table(request, table_id, BANK)
    if request.method != "POST":
        return _page(request, view)

    def save() -> None:
        chip_sets.save(view, seen(request), form.case(request.POST))

    return _saved(request, view, save)


@require_POST
def counts(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save a count of the bank's chips; later movements are added to it."""
    view = chip_table(request, table_id, BANK)

    def save() -> None:
        case = chip_sets.case(view.table)
        chip_sets.save_count(view, seen(request), form.left(request.POST, case))

    return _saved(request, view, save)


def _saved(request: HttpRequest, view: View, save: Callable[[], None]) -> HttpResponse:
    try:
        save()
    except Refusal as refusal:
        return _page(request, view, {refusal.field or "": refusal}, 422)
    except ChipSetConflict:
        return _page(request, view, {}, 409)
    return SeeOther(reverse("chips", args=[view.table.id]) + "?saved")


def _page(
    request: HttpRequest, view: View, errors: Mapping[str, Refusal] | None = None, status: int = 200
) -> HttpResponse:
    """The chips page, with posted text and errors if a form was refused."""
    kept = bank.state(view.table)
    counter = payouts.counter(view.table, kept)
    sent = request.method == "POST"
    counting = sent and "counting" in request.POST
    errors = errors or {}
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "rows": form.rows_as_sent(request.POST, errors) if sent and not counting else form.rows(kept.case),
        "counter": counter,
        "count_error": next(iter(errors.values()), None) if counting else None,
        "counting": counting or "count" in request.GET,
        "left": [
            (pile, request.POST.get(f"left-{pile.color}", "") if counting else pile.number)
            for pile in counter.left
        ],
        "error": errors.get("colors") or errors.get("seen"),
        "late": status == 409,
        "saved": "saved" in request.GET,
        "version": kept.version,
    }
    return render(request, "chips/chips.html", context, status=status)
