"""Settling up: results, the drawer's count, and payments to tick."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.access.roles import BANK
from companion.bank import closing as settle
from companion.bank.closing import Settling
from companion.forms.ticks import ticks_of
from companion.log.table import Table
from companion.log.viewer import View
from companion.store import bank
from companion.store import ticks as store_ticks
from companion.views.bank import chip_table
from companion.views.saving import SeeOther
from companion.wording.money import cents_of
from scoring import Refusal


@require_safe
@never_cache
def settling(request: HttpRequest, table_id: str) -> HttpResponse:
    return _page(request, chip_table(request, table_id))


@require_POST
def payments(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save ticks of payments; 409, and nothing saved, if the payments have changed."""
    view = chip_table(request, table_id, BANK)
    ticks = ticks_of(request.POST)
    now = _settling(view.table)
    void = not all(settle.holds(now, *at, paid | unpaid) for at, (paid, unpaid) in ticks.items())
    if not void:
        store_ticks.save(view, ticks)
    if request.headers.get("HX-Request"):
        context = {
            "table": view.table,
            "viewer": view.viewer,
            "settling": _settling(view.table),
            "void": void,
        }
        return render(request, "settling/_payments.html", context, status=409 if void else 200)
    if void:
        return _page(request, view, void=True)
    return SeeOther(reverse("settling", args=[table_id]) + "#payments")


def _settling(table: Table) -> Settling:
    return settle.settling(table, bank.state(table, [settle.SEQ]))


def _page(request: HttpRequest, view: View, void: bool = False) -> HttpResponse:
    now = _settling(view.table)
    typed = request.GET.get("counted", "")
    error, counted = None, None
    if typed and now.cents:
        try:
            counted = now.counted(cents_of(typed, "counted"))
        except Refusal as refusal:
            error = refusal
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "settling": now,
        "typed": typed,
        "error": error,
        "counted": counted,
        "void": void,
    }
    status = 409 if void else 422 if error else 200
    return render(request, "settling/settling.html", context, status=status)
