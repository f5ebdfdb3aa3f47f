"""The Board view: scores only, for a tablet on the table or a screen beside it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.pages.at_night import at_table
from companion.pages.board import board
from companion.pages.board_view import board_view
from companion.pages.listing import figure
from companion.store import chip_sets, progress
from companion.views.table import hand_in_progress


@require_safe
@never_cache
def board_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the Board; with ``?upright`` for an upright screen, otherwise for one that may lie flat."""
    view = store.load(devices.device(request), table_id)
    table, viewer = view.table, view.viewer
    play = hand_in_progress(table, progress.followed(table))
    hand = play.progress if play else None
    found = board(table.state, chip_sets.case(table), "", hand)
    context = {
        "table": table,
        "viewer": viewer,
        "board": found,
        "view": board_view(table.state, found, viewer.seat, hand, at_table(view)),
        "figure": figure(table.state),
        "upright": "upright" in request.GET,
    }
    return render(request, "board/board.html", context)
