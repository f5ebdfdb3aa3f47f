"""Payouts, ticked as they are paid."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion.access.roles import BANK
from companion.bank import payouts
from companion.bank.open_payouts import all_paid
from companion.forms.fields import whole
from companion.forms.ticks import Ticks, ticks_of
from companion.log.table import Table
from companion.store import ticks as store_ticks
from companion.views.bank import bank_page, chip_table, payout_context, wanted
from companion.views.saving import SeeOther


@require_POST
def payouts_paid(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save ticks of payouts; 409, and nothing saved, if the payouts have changed."""
    view = chip_table(request, table_id, BANK)
    ticks, void = _ticks(request, view.table)
    if not void:
        store_ticks.save(view, ticks)
    if request.headers.get("HX-Request"):
        context = payout_context(view, wanted(request), void)
        return render(request, "bank/_payouts.html", context, status=409 if void else 200)
    if void:
        return bank_page(request, view, void=True)
    query = f"?entry={wanted(request)}" if wanted(request) else ""
    return SeeOther(reverse("bank", args=[table_id]) + query + "#payouts")


def _ticks(request: HttpRequest, table: Table) -> tuple[Ticks, bool]:
    """The ticks to save, and whether the payouts have changed; ``all_paid`` is the version that was shown."""
    version = whole(request.POST.get("all_paid", ""))
    if version is not None:
        return all_paid(table), version != table.version
    ticks = ticks_of(request.POST)
    return ticks, not hold(table, ticks)


def hold(table: Table, ticks: Ticks) -> bool:
    """Whether the ticks match the payouts as they are now."""
    items = {item.seq: item for item in table.entries}
    return all(
        seq in items
        and digest == payouts.digest(items[seq])
        and max(paid | unpaid) < len(payouts.payable(items[seq]))
        for (seq, digest), (paid, unpaid) in ticks.items()
    )
