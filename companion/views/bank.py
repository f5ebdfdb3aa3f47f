"""The bank: stacks, the pot, payouts, and bank entries between hands."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.access.roles import BANK, SEE
from companion.bank import payouts
from companion.bank.open_payouts import open_payouts
from companion.forms.bank import FORMS, at_once
from companion.forms.fields import Form, filled, whole
from companion.log.bank_state import BETWEEN_HANDS
from companion.log.decide import Change
from companion.log.viewer import View
from companion.pages.board import board
from companion.store import bank as store_bank
from companion.store import ticks as store_ticks
from companion.views.saving import NO_TROUBLE, Trouble, meanwhile, save_change
from companion.wording.refusal import AppRefusal
from scoring import bank_rules
from scoring.chips import HAND_OUTS
from scoring.goal import short_of_ante


@require_safe
@never_cache
def bank(request: HttpRequest, table_id: str) -> HttpResponse:
    kind = request.GET.get("open", "")
    return bank_page(request, chip_table(request, table_id), kind if kind in FORMS else "")


def _taking(kind: str) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view that adds one kind of entry."""

    @require_POST
    def take(request: HttpRequest, table_id: str) -> HttpResponse:
        view = chip_table(request, table_id, BANK)
        values = at_once(request.POST.dict())

        def change(seen: int) -> Change:
            if kind in BETWEEN_HANDS and not values.get("between"):
                _refuse_in_mid_hand(view)
            return Change(seen, None, FORMS[kind].entry(values))

        def again(trouble: Trouble) -> HttpResponse:
            return bank_page(request, trouble.view or view, kind, values, trouble)

        return save_change(request, table_id, change, again, reverse("bank", args=[table_id]))

    return take


buy_ins = _taking("buy-in")
cash_outs = _taking("cash-out")
joins = _taking("join")
transfers = _taking("transfer")
ends = _taking("end")


def chip_table(request: HttpRequest, table_id: str, right: str = SEE) -> View:
    """A table played for chips, for this device. Raises Http404, and PermissionDenied without the right."""
    view = store.load(devices.device(request), table_id, right)
    if not view.table.variant.has_bank:
        raise Http404("a game for points has no bank")
    return view


def _refuse_in_mid_hand(view: View) -> None:
    started = store_bank.state(view.table).started
    if started:
        at, by = timezone.localtime(started.at), view.viewer.name_of(started.by)
        hand = view.table.state.hands + 1
        raise AppRefusal("hand-started", "between", bank_rules.BUY_IN, hand=hand, time=f"{at:%H:%M}", by=by)


def wanted(request: HttpRequest) -> int | None:
    """The seq of the entry whose payouts are requested; None for those due now."""
    text = request.GET.get("entry") or request.POST.get("entry", "")
    return whole(text)


def bank_page(
    request: HttpRequest,
    view: View,
    kind: str = "",
    values: Mapping[str, str] | None = None,
    trouble: Trouble = NO_TROUBLE,
    void: bool = False,
) -> HttpResponse:
    """The bank page.

    kind: the form to open, with *values* and *trouble*. void: ticks were refused because the payouts changed.
    """
    state = view.table.state
    seated = len(state.players)
    kept = payout_context(view, wanted(request), void)
    context = {
        **kept,
        "start": kept["counter"].start(seated),
        "board": board(state),
        "short": short_of_ante(state),
        "forms": _forms(seated, kind, values or {}, trouble),
        "open": kind,
        "error": trouble.error,
        "players": state.players,
        "hand_out": HAND_OUTS.get(seated),
        "gone": [(name, state.net[name]) for name in state.invested if name not in state.players],
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "bank/bank.html", context, status=409 if void else trouble.status)


def payout_context(view: View, only: int | None, void: bool) -> dict[str, Any]:
    """The payouts for the template: those due now, or those of the entry *only*."""
    table = view.table
    items = payouts.due(table, only)
    kept = store_bank.state(table, [item.seq for item in items])
    counter = payouts.counter(table, kept)
    undone, put_back = payouts.put_back(table)
    return {
        "table": table,
        "viewer": view.viewer,
        "cents": table.header.options["chip_value_cents"],
        "begun": kept.started,
        "begun_by": view.viewer.name_of(kept.started.by) if kept.started else "",
        "counter": counter,
        "blocks": payouts.blocks(payouts.bills(table, kept, counter, items)),
        "entry": only,
        "open_payouts": open_payouts(table, store_ticks.counts(table)),
        "undone": undone,
        "put_back": put_back,
        "void": void,
    }


def _forms(seated: int, kind: str, values: Mapping[str, str], trouble: Trouble) -> dict[str, Form]:
    """All forms by address; the buy-in suggests the chart's amount (PC-03)."""
    usual = {"chips": str(HAND_OUTS[seated].least)} if seated in HAND_OUTS else {}
    return {
        form.address: filled(form.kind, form.fields, {**usual, **values}, trouble.errors)
        if form.kind == kind
        else filled(form.kind, form.fields, usual if form.kind == "buy-in" else {})
        for form in FORMS.values()
    }
