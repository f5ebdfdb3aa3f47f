"""The bank: stacks, the pot, and what goes through the bank between hands."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import access, store, words
from companion.board import board
from companion.forms.bank import FORMS
from companion.forms.fields import Form, filled
from companion.log import Table
from companion.store import Saved
from companion.views.saving import NO_TROUBLE, Trouble, save
from scoring.chips import HAND_OUTS


@require_safe
@never_cache
def bank(request: HttpRequest, table_id: str) -> HttpResponse:
    return _page(request, _table(request, table_id))


def _taking(kind: str) -> Callable[[HttpRequest, str], HttpResponse]:
    """The address that takes one kind of entry."""

    @require_POST
    def take(request: HttpRequest, table_id: str) -> HttpResponse:
        table = _table(request, table_id)
        values = request.POST.dict()

        def write(key: str, seen: int) -> Saved:
            return store.append(table.device, table.id, key, seen, FORMS[kind].entry(values))

        def again(trouble: Trouble) -> HttpResponse:
            return _page(request, trouble.table or table, kind, values, trouble)

        return save(request, write, again, reverse("bank", args=[table.id]))

    return take


buy_ins = _taking("buy-in")
cash_outs = _taking("cash-out")
joins = _taking("join")
transfers = _taking("transfer")
ends = _taking("end")


def _table(request: HttpRequest, table_id: str) -> Table:
    table = store.load(access.device(request), table_id)
    if table.variant.score_hand is not None:
        raise Http404("a game for points has no bank")
    return table


def _page(
    request: HttpRequest,
    table: Table,
    kind: str = "",
    values: Mapping[str, str] | None = None,
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    """The bank; with *trouble* the form of that *kind* is open, as it was filled in."""
    state = table.state
    seated = len(state.players)
    context = {
        "table": table,
        "board": board(state),
        "forms": _forms(seated, kind, values or {}, trouble),
        "open": kind,
        "error": " ".join(trouble.errors.values()),
        "players": state.players,
        "hand_out": HAND_OUTS.get(seated),
        "gone": [(name, state.net[name]) for name in state.invested if name not in state.players],
        "meanwhile": [(item, words.happened(item, state)) for item in trouble.meanwhile],
        "key": store.new_key(),
    }
    return render(request, "bank/bank.html", context, status=trouble.status)


def _forms(seated: int, kind: str, values: Mapping[str, str], trouble: Trouble) -> dict[str, Form]:
    """Every form by its address; the buy-in suggests what the chart says (PC-03)."""
    usual = {"chips": str(HAND_OUTS[seated].least)} if seated in HAND_OUTS else {}
    return {
        form.address: filled(form.kind, form.fields, values, trouble.errors)
        if form.kind == kind
        else filled(form.kind, form.fields, usual if form.kind == "buy-in" else {})
        for form in FORMS.values()
    }
