"""The bank: stacks, the pot, bank entries between hands; payouts, settling up, the chip set and the books."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices
from companion.bank import journal, payouts
from companion.bank.journal import (
    balance_lines,
    beancount,
    entries,
    hledger,
    journal_csv,
    last_of,
    part,
    statement_lines,
)
from companion.bank.payouts import Settling, all_paid, open_payouts
from companion.forms import bank as form
from companion.forms.bank import Ticks, ticks_of
from companion.forms.fields import FORMS, at_once, filled, whole
from companion.log.bank_state import BETWEEN_HANDS, ChipSetConflict
from companion.log.rights import BANK, SEE, Change, View
from companion.log.table import Table
from companion.pages.board import board
from companion.store import bank as store_bank
from companion.views.files import file
from companion.views.saving import NO_TROUBLE, SeeOther, Trouble, meanwhile, save_change, seen
from companion.wording.money import cents_of
from companion.wording.refusal import AppRefusal
from scoring import Refusal, ledger
from scoring.chips import HAND_OUTS
from scoring.goal import short_of_ante
from scoring.settlement import reckon


@require_safe
@never_cache
def bank(request: HttpRequest, table_id: str) -> HttpResponse:
    """The bank; *open* names a form to open, *seat* the player chosen in it, counted as in ``statement``."""
    view, kind = chip_table(request, table_id), request.GET.get("open", "")
    seats, seat = journal.people(view.table), whole(request.GET.get("seat", ""))
    values = {"player": seats[seat - 1]} if seat and seat <= len(seats) else None
    return bank_page(request, view, kind if kind in FORMS else "", values)


def _taking(kind: str) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view that adds one kind of entry."""

    @require_POST
    def take(request: HttpRequest, table_id: str) -> HttpResponse:
        view = chip_table(request, table_id, BANK)
        values = at_once(request.POST.dict())

        def change(seen: int) -> Change:
            # Of an older version it is saved already, or in conflict: store looks the key up.
            is_of_now = seen == view.table.version
            if kind in BETWEEN_HANDS and is_of_now and not values.get("between"):
                started = store_bank.state(view.table).started
                if started:
                    at, by = timezone.localtime(started.at), view.viewer.name_of(started.by)
                    hand = view.table.state.hands + 1
                    raise AppRefusal(
                        "hand-started", "between", ledger.BUY_IN_RULE, hand=hand, time=f"{at:%H:%M}", by=by
                    )
            return Change(seen, None, FORMS[kind].entry(values, view.table.state))

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
    shown, seats = board(state), journal.people(view.table)
    accounts = {one.player: one for one in reckon(state)}
    seated = len(state.players)
    # The buy-in suggests the chart's amount (PC-03).
    usual = {"chips": str(HAND_OUTS[seated].least)} if seated in HAND_OUTS else {}
    kept = payout_context(view, wanted(request), void)
    context = {
        **kept,
        "start": kept["counter"].start(seated),
        "board": shown,
        "people": [(side, accounts[side.name], seats.index(side.name) + 1) for side in shown.sides],
        "short": short_of_ante(state),
        "forms": {
            form.address: filled(form.kind, form.fields, {**usual, **(values or {})}, trouble.errors)
            if form.kind == kind
            else filled(form.kind, form.fields, usual if form.kind == "buy-in" else {})
            for form in FORMS.values()
        },
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
    blocks = payouts.blocks(payouts.bills(table, kept, counter, items))
    paid = [payout.paid for block in blocks for bill in block.bills for payout in bill.payouts]
    return {
        "table": table,
        "viewer": view.viewer,
        "cents": table.header.options["chip_value_cents"],
        "begun": kept.started,
        "begun_by": view.viewer.name_of(kept.started.by) if kept.started else "",
        "counter": counter,
        "blocks": blocks,
        "to_pay": {"left": paid.count(False), "total": len(paid)},
        "entry": only,
        "open_payouts": open_payouts(table, store_bank.tick_counts(table)),
        "put_back": payouts.put_back(table),
        "void": void,
    }


# Payouts, ticked as they are paid.


@require_POST
def payouts_paid(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save ticks of payouts; 409, and nothing saved, if the payouts have changed."""
    view = chip_table(request, table_id, BANK)
    version = whole(request.POST.get("all_paid", ""))  # that was shown; None: single ticks were sent
    if version is None:
        ticks = ticks_of(request.POST)
        void = not hold(view.table, ticks)
    else:
        ticks, void = all_paid(view.table), version != view.table.version
    if not void:
        store_bank.save_ticks(view, ticks)
    if request.headers.get("HX-Request"):
        context = payout_context(view, wanted(request), void)
        return render(request, "bank/_payouts.html", context, status=409 if void else 200)
    if void:
        return bank_page(request, view, void=True)
    query = f"?entry={wanted(request)}" if wanted(request) else ""
    return SeeOther(reverse("bank", args=[table_id]) + query + "#payouts")


def hold(table: Table, ticks: Ticks) -> bool:
    """Whether the ticks match the payouts as they are now."""
    items = {item.seq: item for item in table.entries}
    return all(
        seq in items
        and digest == payouts.digest(items[seq])
        and max(paid | unpaid) < len(payouts.payable(items[seq]))
        for (seq, digest), (paid, unpaid) in ticks.items()
    )


# Settling up: results, the drawer's count, and payments to tick.


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
    void = not all(payouts.holds(now, *at, paid | unpaid) for at, (paid, unpaid) in ticks.items())
    if not void:
        store_bank.save_ticks(view, ticks)
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
    return payouts.settling(table, store_bank.state(table, [payouts.SEQ]))


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


# The books: journal, balances, players' statements, and exports of the journal.

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"


@require_safe
@never_cache
def books(request: HttpRequest, table_id: str) -> HttpResponse:
    view = chip_table(request, table_id)
    table = view.table
    shown = part(table, _at(request))
    balances = journal.balances_now(table)
    context = {
        "table": table,
        "viewer": view.viewer,
        "balances": balance_lines(table, balances),
        "trial_balance": journal.total(balances),
        "entries": entries(journal.journal(table, shown.start, shown.end)),
        "window": shown,
        "rows": f"Rows {shown.start + 1}–{shown.end}",
    }
    return render(request, "books/books.html", context)


@require_safe
@never_cache
def statement(request: HttpRequest, table_id: str, seat: int) -> HttpResponse:
    """Show a player's chip movements. *seat* counts from 1 over everyone who ever sat down."""
    view = chip_table(request, table_id)
    table = view.table
    people = journal.people(table)
    if not 1 <= seat <= len(people):
        raise Http404("nobody ever sat there")
    name = people[seat - 1]
    shown = part(table, _at(request) or last_of(table, name))
    before, now = table.at(shown.start).state, table.state
    transactions = journal.journal(table, shown.start, shown.end)
    lines = journal.statement(transactions, name, before.scores.get(name, 0), before.credit.get(name, 0))
    context = {
        "table": table,
        "viewer": view.viewer,
        "name": name,
        "has_sat": name in now.invested,
        "holds": now.scores.get(name, 0),
        "owes": now.credit.get(name, 0),
        "owed": any(line.owes for line in lines),
        "net": now.net.get(name, 0),
        "cents": table.header.options["chip_value_cents"],
        "lines": statement_lines(lines, name),
        "window": shown,
        "rows": f"Rows {shown.start + 1}–{shown.end}",
    }
    return render(request, "books/statement.html", context)


def _at(request: HttpRequest) -> int | None:
    """The row of the log to show."""
    return whole(request.GET.get("at", ""))


def _export(made: Callable[[Table], str], content_type: str, ending: str) -> Callable[..., HttpResponse]:
    """The view that downloads the journal as a file."""

    @require_safe
    @cache_control(private=True, no_cache=True)
    def export(request: HttpRequest, table_id: str) -> HttpResponse:
        table = chip_table(request, table_id).table
        return file(table, made(table).encode(), content_type, ending)

    return export


books_hledger = _export(hledger, PLAIN, "hledger")
books_ledger = _export(hledger, PLAIN, "ledger")
books_beancount = _export(beancount, PLAIN, "beancount")
books_csv = _export(journal_csv, CSV, "csv")


# The chip set: colors, values, numbers, and the last count.


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chips(request: HttpRequest, table_id: str) -> HttpResponse:
    view = chip_table(request, table_id, BANK)
    if request.method != "POST":
        return _chips_page(request, view)

    def save() -> None:
        store_bank.save_case(view, seen(request), form.case(request.POST))

    return _saved(request, view, save)


@require_POST
def counts(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save a count of the bank's chips; later movements are added to it."""
    view = chip_table(request, table_id, BANK)

    def save() -> None:
        case = store_bank.case(view.table)
        store_bank.save_count(view, seen(request), form.left(request.POST, case))

    return _saved(request, view, save)


def _saved(request: HttpRequest, view: View, save: Callable[[], None]) -> HttpResponse:
    try:
        save()
    except Refusal as refusal:
        return _chips_page(request, view, {refusal.field or "": refusal}, 422)
    except ChipSetConflict:
        return _chips_page(request, view, {}, 409)
    return SeeOther(reverse("chips", args=[view.table.id]) + "?saved")


def _chips_page(
    request: HttpRequest, view: View, errors: Mapping[str, Refusal] | None = None, status: int = 200
) -> HttpResponse:
    """The chips page, with posted text and errors if a form was refused."""
    kept = store_bank.state(view.table)
    counter = payouts.counter(view.table, kept)
    sent = request.method == "POST"
    counting = sent and "counting" in request.POST
    errors = errors or {}
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "rows": form.rows(kept.case, request.POST if sent and not counting else None, errors),
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
