"""The bank's chips: which colours, what they are worth, how many, and how many were counted."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.roles import BANK
from companion.bank import payouts
from companion.forms import chips as form
from companion.log.table import Table
from companion.store import bank
from companion.store.bank import Changed
from companion.views.bank import chip_table
from companion.views.saving import SeeOther, seen
from scoring import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chips(request: HttpRequest, table_id: str) -> HttpResponse:
    table = chip_table(request, table_id, BANK)
    if request.method != "POST":
        return _page(request, table)

    def save() -> None:
        bank.save_case(table, seen(request), form.case(request.POST))

    return _saved(request, table, save)


@require_POST
def counts(request: HttpRequest, table_id: str) -> HttpResponse:
    """What was counted in the bank, from which its tray is reckoned from now on."""
    table = chip_table(request, table_id, BANK)

    def save() -> None:
        case = bank.desk(table).case
        bank.save_count(table, seen(request), form.left(request.POST, case))

    return _saved(request, table, save)


def _saved(request: HttpRequest, table: Table, save: Callable[[], None]) -> HttpResponse:
    try:
        save()
    except Refusal as refusal:
        return _page(request, table, {refusal.field or "": refusal.message}, 422)
    except Changed:
        return _page(request, table, {}, 409)
    return SeeOther(reverse("chips", args=[table.id]) + "?saved")


def _page(
    request: HttpRequest, table: Table, errors: Mapping[str, str] | None = None, status: int = 200
) -> HttpResponse:
    """The chips; of a form that could not be saved what was typed, and why."""
    desk = bank.desk(table)
    counter = payouts.counter(table, desk)
    sent = request.method == "POST"
    counting = sent and "counting" in request.POST
    errors = errors or {}
    context = {
        "table": table,
        "rows": form.rows_as_sent(request.POST, errors) if sent and not counting else form.rows(desk.case),
        "counter": counter,
        "count_error": " ".join(errors.values()) if counting else "",
        "counting": counting or "count" in request.GET,
        "left": [
            (pile, request.POST.get(f"left-{pile.colour}", "") if counting else pile.number)
            for pile in counter.left
        ],
        "error": errors.get("colours", "") or errors.get("seen", ""),
        "late": status == 409,
        "saved": "saved" in request.GET,
        "version": desk.version,
    }
    return render(request, "chips/chips.html", context, status=status)
