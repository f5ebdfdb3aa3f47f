"""The table: board, last hand, and next step; also as it was after an earlier hand; and its Board view."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.bank.payouts import open_payouts
from companion.forms.progress import with_moves
from companion.log import in_words
from companion.log.disputes import dispute_views
from companion.log.progress import StoredProgress, standing
from companion.log.rights import View
from companion.log.table import Table
from companion.pages.board import at_table, board, board_view
from companion.pages.listing import Tally, result, tally
from companion.pages.moment import moment
from companion.pages.progress import ProgressPage, chairs, progress_page
from companion.pages.sheet import undo, undone
from companion.recap import moments
from companion.recap.evening import evening
from companion.rules import rulebook
from companion.store import bank, disputes, new_games, night_of_table, progress
from companion.views.saving import NO_TROUBLE, Trouble, meanwhile
from companion.wording.dates import clock_of_table
from scoring import Refusal, goal

NOTHING = "Nothing was {}. Check, then try again."


@require_safe
@never_cache
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    return table_page(request, store.load(devices.device(request), table_id))


def table_page(
    request: HttpRequest, view: View, trouble: Trouble = NO_TROUBLE, not_done: str = "undone"
) -> HttpResponse:
    """The table page; *trouble*: why an entry could not be undone, or restored (*not_done*)."""
    table, viewer = view.table, view.viewer
    kept = progress.of_table(table)
    in_progress = hand_in_progress(table, with_moves(table, kept))
    hand = in_progress.progress if in_progress else None
    pays_out = table.variant.has_bank and viewer.may_bank
    way = night_of_table.way(viewer.device, view.night)
    found = board(table.state, bank.case(table), viewer.seat, hand)
    group, _plays, name = ("", False, "") if view.night else new_games.group_of_table(viewer.device, table.id)
    context = {
        "table": table,
        "viewer": viewer,
        "board": found,
        "chairs": chairs(found, in_progress),
        "tally": tally_of(view, [side.name for side in found.sides]),
        "rules_page": rulebook.page_of_variant(table.variant),
        "last": table.last,
        "last_words": in_words.named(table.last, table.state) if table.last else "",
        "gains": in_words.gains(table.last),
        "moment": moment(table),
        "why": in_words.why(table) if table.state.over else ("", ""),
        "story": moments.story(evening(table)) if table.state.over else "",
        "error": trouble.error,
        "undo": undo(view, kept),
        "undone": undone(view, kept),
        "figure": result(table.state),
        "main": _main(view, way),
        "deals_next": table.state.turn if table.state.turn in table.state.players else "",
        "in_progress": in_progress,
        "kept": kept,
        "entering": viewer.name_of(kept.by) if kept.on_form and kept.by else "",
        "disputed": [one for one in dispute_views(view, disputes.of_table(table)) if one.open],
        "whose_seat": viewer.may_sit and not viewer.may_share and not viewer.seat,
        "drawn": "drawn" in request.GET and not table.state.hands,
        "meanwhile": meanwhile(view, trouble),
        "open_payouts": open_payouts(table, bank.tick_counts(table)) if pays_out else (),
        "ask": NOTHING.format(not_done),
        "key": store.new_key(),
        "at_night": at_table(view),
        "night_page": way,
        "group_id": group,
        "group_name": name,
    }
    return render(request, "table/table.html", context, status=trouble.status)


def tally_of(view: View, names: Sequence[str]) -> Tally | None:
    """The games of the evening; *names*: the sides in the order to show them. None at a night."""
    if view.night:
        return None
    today = clock_of_table().evening(timezone.now())
    return tally(view.table, new_games.earlier(view.table), names, today)


def hand_in_progress(table: Table, kept: StoredProgress) -> ProgressPage | None:
    """The moves of the hand in progress; None if there are none or they have become impossible."""
    if not kept.moves or table.state.over:
        return None
    try:
        return progress_page(table.state, standing(table, kept))
    except Refusal:
        return None


def _main(view: View, way: str) -> str:
    """The name of the main button for this device; *way*: back to its night."""
    table, viewer = view.table, view.viewer
    if view.round_over:
        return "night" if way else "hands"
    if table.state.over:
        return "again" if viewer.may_record else "recap"
    if viewer.may_bank and goal.ante_unpayable(table.state):
        return "buy"
    if viewer.may_record and not goal.ante_unpayable(table.state):
        return "record"
    return "bank" if table.variant.has_bank and viewer.may_bank else "hands"


@require_safe
@never_cache
def after(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """Show the table as it was after hand *number*."""
    view = store.load(devices.device(request), table_id)
    table = view.table
    state = table.after_hand(number)
    if state is None:
        raise Http404("no such hand")
    item = next(item for item in table.entries if item.hand and item.hand.number == number)
    found = board(state, bank.case(table))
    context = {
        "table": table,
        "viewer": view.viewer,
        "board": found,
        "chairs": chairs(found, None),
        "number": number,
        "item": item,
        "item_words": in_words.named(item, state),
        "gains": in_words.gains(item),
        "why": in_words.why(table) if state.over else ("", ""),
        "previous": number - 1,
        "next": number + 1 if number < table.state.hands else 0,
    }
    return render(request, "table/after.html", context)


@require_safe
@never_cache
def board_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the Board; with ``?upright`` for an upright screen, otherwise for one that may lie flat."""
    view = store.load(devices.device(request), table_id)
    return render(request, "board/board.html", {**board_of(view), "upright": "upright" in request.GET})


def board_of(view: View) -> dict[str, object]:
    """What the Board shows of a table."""
    table, viewer = view.table, view.viewer
    play = hand_in_progress(table, with_moves(table, progress.of_table(table)))
    hand = play.progress if play else None
    found = board(table.state, bank.case(table), "", hand)
    return {
        "table": table,
        "viewer": viewer,
        "board": found,
        "view": board_view(table.state, found, viewer.seat, hand, at_table(view)),
        "figure": result(table.state),
        "tally": tally_of(view, [side.name for side in found.sides]),
        "moment": moment(table),
    }
