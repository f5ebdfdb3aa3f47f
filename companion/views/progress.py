"""The hand in progress, move by move, from the deal to the last trick."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.forms.progress import (
    Decision,
    adding,
    discarding,
    form_differs,
    noted,
    replacing,
    taking_back,
    with_moves,
)
from companion.log.progress import PLAYERS_CHANGED, ProgressConflict, StoredProgress, standing
from companion.log.rights import HANDS, SEE, Saved, View
from companion.pages.progress import progress_page
from companion.rules import rulebook
from companion.store import bank, progress
from companion.views.rulebook import not_followed
from companion.views.saving import NO_TROUBLE, SeeOther, Trouble, meanwhile, save
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.record import parse

DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def draft(request: HttpRequest, table_id: str) -> HttpResponse:
    posted = request.method == "POST"
    view = store.load(devices.device(request), table_id, HANDS if posted else SEE)
    if view.table.variant.follow is None:
        return not_followed(request, view.table.variant.name, _table(view))
    if posted:
        return _posted(request, table_id, view)
    return SeeOther(_table(view)) if view.table.state.over else _page(request, view)


def _posted(request: HttpRequest, table_id: str, view: View) -> HttpResponse:
    """Apply one move, a step back, or the saving of the whole hand."""
    if "save" in request.POST:
        return _saved(request, view)
    seen = _number(request.POST.get("rev", ""))
    decision: Decision
    try:
        if "back" in request.POST:
            decision = taking_back(seen)
        elif "again" in request.POST:
            decision = replacing(seen, ())
        elif "discard" in request.POST:
            decision = discarding(seen)
        else:
            try:
                move = parse(request.POST.get("move", ""))
            except Refusal:
                move = None
            if not isinstance(move, dict):
                raise AppRefusal("page-outdated", "move")
            decision = adding(seen, [move])
        progress.change(view, decision)
    except Refusal as refusal:
        return _page(request, view, refusal, 422)
    except ProgressConflict as conflict:
        return _late(request, view, conflict.progress)
    if request.headers.get("HX-Request"):
        return _page(request, store.load(view.viewer.device, table_id))
    return SeeOther(reverse("table" if request.POST.get("from") == "table" else "draft", args=[table_id]))


def _late(request: HttpRequest, view: View, now: StoredProgress) -> HttpResponse:
    twice = view.viewer.wrote(now.by)
    return _page(request, view, AppRefusal("counted-already" if twice else "phone-faster"), 409)


def _saved(request: HttpRequest, view: View) -> HttpResponse:
    """Add the whole hand to the log as this phone last saw it; idempotent by the form's key."""
    table, kept = view.table, with_moves(view.table, progress.of_table(view.table))

    def write(key: str, seen: int) -> Saved:
        if store.row_of(table, key):
            return Saved(view, written=False)
        if _number(request.POST.get("rev", "")) != kept.rev:
            raise ProgressConflict(kept)
        if form_differs(table, kept):
            raise AppRefusal("form-differs")
        entry = noted(standing(table, kept).entry, kept)
        return store.append(view.viewer.device, table.id, key, seen, entry)

    def again(trouble: Trouble) -> HttpResponse:
        return _page(request, trouble.view or view, trouble.error, 0, trouble)

    try:
        return save(request, write, again, _table(view))
    except ProgressConflict as conflict:
        return _late(request, view, conflict.progress)


def _page(
    request: HttpRequest,
    view: View,
    error: Refusal | None = None,
    status: int = 200,
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    table, kept = view.table, with_moves(view.table, progress.of_table(view.table))
    if form_differs(table, kept):
        error = error or AppRefusal("form-differs")
    try:
        chips = whole(request.GET.get("chips", ""), DIGITS)
        shown = progress_page(table.state, standing(table, kept), chips, bank.case(table))
    except Refusal as refusal:
        shown = None
        if error is None and refusal.code != PLAYERS_CHANGED:  # the log no longer allows it
            error = AppRefusal("moves-impossible", refusal.field, refusal.rule, why=refusal.message)
        error = error or refusal
    context = {
        "table": table,
        "viewer": view.viewer,
        "number": table.state.hands + 1,
        "of_round": view.hand_of_round,
        "bell_at": view.bell_at,
        "draft": kept,
        "note": noted({}, kept).get("note", ""),
        "in_progress": shown,
        "progress": shown.progress if shown else None,
        "begun_by": view.viewer.name_of(kept.by) if kept.by else "",
        "rules_page": rulebook.page_of_variant(table.variant),
        "error": error,
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "progress/progress.html", context, status=status or trouble.status)


def _table(view: View) -> str:
    return reverse("table", args=[view.table.id])


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else -1
