"""The table: the board, the last hand, and what comes next; also as it stood after an earlier hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.log import in_words
from companion.log.disputes import told
from companion.log.table import LogEntry, Table
from companion.pages.board import board
from companion.pages.listing import figure
from companion.pages.progress import Play, play
from companion.rules import rulebook
from companion.store import bank, disputes
from companion.store import progress as store_drafts
from companion.views.saving import NO_TROUBLE, Trouble
from scoring import Refusal, goal


@require_safe
@never_cache
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    return table_page(request, store.load(devices.device(request), table_id))


def table_page(request: HttpRequest, table: Table, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
    """The table; with *trouble* why the last one could not be undone."""
    happenings = table.happenings
    undone = happenings[-1] if happenings and happenings[-1].what == "strike" else None
    in_progress = _in_progress(table)
    progress = in_progress.progress if in_progress else None
    context = {
        "table": table,
        "board": board(table.state, bank.case(table), table.seat, progress),
        "rules_page": rulebook.page_of_variant(table.variant),
        "last": table.last,
        "last_words": in_words.named(table.last, table.state) if table.last else "",
        "gains": in_words.gains(table.last),
        "maker": _maker(table.last),
        "why": in_words.why(table) if table.state.over else ("", ""),
        "error": " ".join(trouble.errors.values()),
        "undone_words": in_words.what(undone.entry.entry, table.state) if undone else "",
        "figure": figure(table.state),
        "main": _main(table),
        "play": in_progress,
        "disputed": [one for one in told(table, disputes.of_table(table)) if one.open],
        "whose_seat": table.may_sit and not table.may_share and not table.seat,
        "drawn": "drawn" in request.GET and not table.state.hands,
        "trouble": trouble,
        "meanwhile": [(item, in_words.happened(item, table.state)) for item in trouble.meanwhile],
        "key": store.new_key(),
    }
    return render(request, "table/table.html", context, status=trouble.status)


def _in_progress(table: Table) -> Play | None:
    """The hand in progress, where one has begun and can still be."""
    kept = store_drafts.draft(table)
    if not kept.moves or table.state.over:
        return None
    try:
        return play(table.state, store_drafts.standing(table, kept))
    except Refusal:
        return None


def _main(table: Table) -> str:
    """What this phone is most likely here for."""
    if table.state.over:
        return "recap"
    if table.may_bank and goal.ante_unpayable(table.state):
        return "buy"
    if table.may_record and goal.can_deal(table.state):
        return "record"
    return "bank" if table.variant.has_bank and table.may_bank else "hands"


@require_safe
@never_cache
def after(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """The table as it stood after hand *number*."""
    table = store.load(devices.device(request), table_id)
    state = table.after_hand(number)
    if state is None:
        raise Http404("no such hand")
    item = next(item for item in table.entries if item.hand and item.hand.number == number)
    context = {
        "table": table,
        "board": board(state, bank.case(table)),
        "number": number,
        "item": item,
        "item_words": in_words.named(item, state),
        "gains": in_words.gains(item),
        "maker": _maker(item),
        "why": in_words.why(table) if state.over else ("", ""),
        "previous": number - 1,
        "next": number + 1 if number < table.state.hands else 0,
    }
    return render(request, "table/after.html", context)


def _maker(item: LogEntry | None) -> dict[str, object]:
    """Who made which hand, where the entry is a hand that somebody made."""
    if item is None or item.hand is None:
        return {}
    return {"name": item.entry.get("maker"), "hand": item.hand.number}
