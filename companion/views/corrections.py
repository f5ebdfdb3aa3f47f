"""Corrections: correct, remove or restore an entry; Undo removes the last one; adjustments, house rules.

Disputes: raise one with a reason; an answer, a correction or its withdrawal ends it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.fields import (
    ADJUST_FORM,
    RULES_FORM,
    EntryForm,
    Values,
    filled,
    subtracts,
    whole,
    with_switch,
)
from companion.forms.fields import FORMS as BANK_FORMS
from companion.forms.progress import hand_form
from companion.log import disputes, in_words
from companion.log.rights import HANDS, OWN_HAND, SHARE, Change, Saved, View, needed, part_key
from companion.log.table import LogEntry, Table
from companion.pages.sheet import added, shift, undo, unmoved
from companion.rules.options import CHANGED, changeable_options, typed
from companion.store import disputes as store_disputes
from companion.store import progress
from companion.views.hands import correct, hands_page
from companion.views.saving import NO_TROUBLE, SeeOther, Trouble, key, meanwhile, save, save_change
from companion.views.table import table_page
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State, step
from scoring.entries import RULES
from scoring.table import REDEAL
from scoring.variant import Renege

REASON = "renege"
THROWN_IN = {"kind": "hand", "result": REDEAL, "note": REASON}
SHOW = "show"  # in the address of a form that is only shown again, with what it comes to
FORMS = {
    **BANK_FORMS,
    **{form.kind: form for form in (ADJUST_FORM, RULES_FORM)},
}


@require_safe
@never_cache
def entry(request: HttpRequest, table_id: str, seq: int) -> HttpResponse:
    """Show the form of one entry, filled in."""
    view = store.load(devices.device(request), table_id)
    item = view.table.entry(seq)
    if item is None or item.step is None:
        raise Http404("no such entry that counts")
    view.viewer.require(needed(item.kind))
    if item.kind == "hand":
        return correct(request, table_id, seq)
    if item.kind == RULES.name:
        chosen: Any = item.entry["options"]
        rules = {CHANGED + name: typed(value) for name, value in chosen.items()}
        return _page(request, view, item, {**rules, "note": str(item.entry.get("note", ""))})
    said = {True: "on", False: ""}
    texts = {
        name: said[value] if isinstance(value, bool) else str(value) for name, value in item.entry.items()
    }
    return _page(request, view, item, texts)


@require_POST
def corrections(request: HttpRequest, table_id: str) -> HttpResponse:
    """Correct an entry, remove it, or keep a hand as no hand."""
    target = _target(request)
    if request.POST.get("undealt"):
        return _keep_undealt(request, table_id, target)
    if request.POST.get("strike"):
        return _remove(request, table_id, target)
    view = store.load(devices.device(request), table_id)
    item = view.table.entry(target)
    if item is None:
        raise Http404("no such entry")
    view.viewer.require(needed(item.kind))
    if item.kind == "hand":
        return correct(request, table_id, target)
    values, form = request.POST.dict(), FORMS[item.kind]
    if SHOW in request.GET:
        return _page(request, view, item, values, _late(request, view))

    def change(seen: int) -> Change:
        return Change(seen, item.seq, form.entry(values, item.before or view.table.state))

    def again(trouble: Trouble) -> HttpResponse:
        now = trouble.view or view
        return _page(request, now, now.table.entry(target) or item, values, trouble)

    return save_change(request, view, change, again, _sheet(table_id, target))


@require_POST
def restorations(request: HttpRequest, table_id: str) -> HttpResponse:
    """Restore a removed entry."""
    return _change(request, table_id, Change(0, _target(request), None, restores=True))


def _target(request: HttpRequest) -> int:
    """The entry of the button; ``reopen``: one that is removed although that reopens the game.

    ``undealt``: a hand that was dealt but doesn't count.
    """
    sent = (request.POST.get(name) for name in ("reopen", "undealt", "target"))
    target = whole(next(filter(None, sent), ""))
    if target is None:
        raise Http404("no such entry")
    return target


def _remove(request: HttpRequest, table_id: str, target: int) -> HttpResponse:
    """Remove an entry; where that reopens a finished game, only once the score sheet has asked.

    The Undo of a table shown before a hand was begun shows the table as it is.
    """
    view = store.load(devices.device(request), table_id)
    at_table = request.POST.get("from") == "table"
    now = undo(view, progress.of_table(view.table)) if at_table else None
    if now and now.seq is None:
        return table_page(request, view)
    if not request.POST.get("reopen") and view.table.reopened_without(target):
        if at_table:
            return table_page(request, view)
        return SeeOther(reverse("hands", args=[table_id]) + f"?remove={target}")
    return _change(request, table_id, Change(0, target, None))


def _keep_undealt(request: HttpRequest, table_id: str, target: int) -> HttpResponse:
    """Keep a hand as no hand. Each of its corrections may stand alone; the last has the key of the form.

    Sent again there is nothing left to correct.
    """
    view = store.load(devices.device(request), table_id)
    view.viewer.require(HANDS)
    item = view.table.entry(target)
    if item is None:
        raise Http404("no such entry")
    corrections = view.table.as_no_hand(item)
    if not corrections:
        return SeeOther(_sheet(table_id, target))

    def write(key: str, seen: int) -> Saved:
        *before, (seq, entry) = corrections
        for other, dealt in before:
            named = Change(seen, other, dealt)
            saved = store.save(view.viewer.device, table_id, part_key(key, "dealer"), named)
            seen = saved.view.table.version
        return store.save(view.viewer.device, table_id, key, Change(seen, seq, entry))

    def again(trouble: Trouble) -> HttpResponse:
        return hands_page(request, trouble.view or view, trouble, target)

    return save(request, write, again, _sheet(table_id, target))


def _change(request: HttpRequest, table_id: str, change: Change) -> HttpResponse:
    """Make the change for the form's version, and go back to the page of the button: table or score sheet."""
    at_table = request.POST.get("from") == "table"
    target = change.target or 0

    def again(trouble: Trouble) -> HttpResponse:
        view = trouble.view or store.load(devices.device(request), table_id)
        if at_table:
            return table_page(request, view, trouble, "restored" if change.restores else "undone")
        return hands_page(request, view, trouble, target)

    done = reverse("table", args=[table_id]) if at_table else _sheet(table_id, target)
    return save_change(request, table_id, lambda seen: replace(change, seen=seen), again, done)


def _sheet(table_id: str, seq: int) -> str:
    """The address of the score sheet at one entry."""
    return reverse("hands", args=[table_id]) + f"?at={seq}#e{seq}"


def _page(
    request: HttpRequest,
    view: View,
    item: LogEntry,
    values: Mapping[str, str],
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    form, table = FORMS[item.kind], view.table
    before, values = item.before or table.state, with_switch(values)
    said = _said(form, values, before)
    options = changeable_options(before, values, trouble.errors)
    errors = {} if any(one.error for one in options) else trouble.errors
    context = {
        "table": table,
        "viewer": view.viewer,
        "item": item,
        "item_words": in_words.named(item, table.state),
        "form": filled(item.kind, form.fields, values, errors),
        "template": form.template,
        "options": options,
        "minus": subtracts(values),
        "shift": shift(view, item, said) if said else unmoved(table, item),
        "players": tuple(before.scores),
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "corrections/entry.html", context, status=trouble.status)


def _said(form: EntryForm, values: Values, before: State) -> dict[str, object] | None:
    """The entry that a form says, whatever its reason will be; None while it can't be read."""
    reason = {"reason": "?"} if "reason" in form.fields else {}
    try:
        return {**reason, **form.entry(values, before)}
    except Refusal:
        return None


def _late(request: HttpRequest, view: View) -> Trouble:
    """The trouble of a form that is shown again: what others saved since it was made."""
    version = whole(request.POST.get("seen", ""))
    since = () if version is None else view.events_after(version)
    return Trouble(409 if since else 200, meanwhile=since)


# Adjustments of points (ALL-05), and house rules from the next hand on (ALL-06).


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def adjustments(request: HttpRequest, table_id: str) -> HttpResponse:
    """The form of an adjustment; posted, add it to the log.

    For a renege it begins with the points and the reason, and the hand goes along, as thrown in.
    """
    view = store.load(devices.device(request), table_id, HANDS)
    if view.table.variant.has_bank:
        raise Http404("chips are moved in the bank")
    if request.method != "POST":
        renege = _renege(request, view)
        return _adjusting_page(
            request, view, {"points": str(renege.points), "reason": REASON} if renege else {}
        )
    values = request.POST.dict()
    if SHOW in request.GET:
        return _adjusting_page(request, view, values, _late(request, view))

    def change(seen: int) -> Change:
        return Change(seen, None, ADJUST_FORM.entry(values, view.table.state))

    def again(trouble: Trouble) -> HttpResponse:
        return _adjusting_page(request, trouble.view or view, values, trouble)

    def write(key: str, seen: int) -> Saved:
        adjusted, device = change(seen), view.viewer.device
        if _renege(request, view):
            hand = _thrown_in(view.table)
            step(step(view.table.state, hand).state, adjusted.entry or {})  # neither without the other
            saved = store.save(device, table_id, part_key(key, OWN_HAND), Change(seen, None, hand))
            adjusted = replace(adjusted, seen=saved.view.table.version)
        return store.save(device, table_id, key, adjusted)

    return save(request, write, again, reverse("table", args=[table_id]))


def _renege(request: HttpRequest, view: View) -> Renege | None:
    """The renege that the form is of; None for another adjustment."""
    asked = "renege" in request.GET or "renege" in request.POST
    return view.table.variant.renege if asked and not view.table.state.over else None


def _thrown_in(table: Table) -> dict[str, object]:
    """The hand in progress as thrown in, with the dealer that was named for it (ALL-02)."""
    dealer = hand_form(table, progress.of_table(table)).common.dealer
    return {**THROWN_IN, **({"dealer": dealer} if dealer else {})}


def _adjusting_page(
    request: HttpRequest, view: View, values: Mapping[str, str], trouble: Trouble = NO_TROUBLE
) -> HttpResponse:
    state, values = view.table.state, with_switch(values)
    renege = _renege(request, view)
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "form": filled(ADJUST_FORM.kind, ADJUST_FORM.fields, values, trouble.errors),
        "minus": subtracts(values),
        "renege": renege,
        "hand": state.hands + 1,
        "dealer": renege and step(state, _thrown_in(view.table)).state.next_dealer,
        "shift": added(state, _said(ADJUST_FORM, values, state)),
        "players": tuple(state.scores),
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "table/adjust.html", context, status=trouble.status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def house_rules(request: HttpRequest, table_id: str) -> HttpResponse:
    """The house rules in force, to change from the next hand on; posted, add the change to the log."""
    view = store.load(devices.device(request), table_id, SHARE)
    if view.night:
        raise Http404("the night has its rules")
    if request.method != "POST":
        return _rules_page(request, view, {})
    values = request.POST.dict()
    if SHOW in request.GET:
        return _rules_page(request, view, values, _late(request, view))

    def change(seen: int) -> Change:
        return Change(seen, None, RULES_FORM.entry(values, view.table.state))

    def again(trouble: Trouble) -> HttpResponse:
        return _rules_page(request, trouble.view or view, values, trouble)

    return save_change(request, view, change, again, reverse("table", args=[table_id]))


def _rules_page(
    request: HttpRequest, view: View, values: Mapping[str, str], trouble: Trouble = NO_TROUBLE
) -> HttpResponse:
    state = view.table.state
    options = changeable_options(state, values, trouble.errors)
    errors = {} if any(one.error for one in options) else trouble.errors
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "form": filled(RULES_FORM.kind, RULES_FORM.fields, values, errors),
        "options": options,
        "changes": sum(one.was != "" for one in options),
        "hand": state.hands + 1,
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "table/rules.html", context, status=trouble.status)


@require_safe
@never_cache
def dispute(request: HttpRequest, table_id: str, seq: int) -> HttpResponse:
    """Show the disputes of a hand, and the forms."""
    view = store.load(devices.device(request), table_id)
    return _dispute_page(request, view, _hand(view.table, seq))


@require_POST
def raised(request: HttpRequest, table_id: str) -> HttpResponse:
    """Raise a dispute."""

    def raise_it(view: View, item: LogEntry) -> None:
        store_disputes.dispute(view, key(request), item.seq, request.POST.get("words", "").strip())

    return _done(request, table_id, raise_it)


@require_POST
def answers(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save the scorekeeper's answer, or take a dispute back."""

    def end_it(view: View, item: LogEntry) -> None:
        number = _whole(request, "dispute")
        if request.POST.get("take_back"):
            return store_disputes.take_back(view, number)
        return store_disputes.answer(view, number, request.POST.get("answer", "").strip())

    return _done(request, table_id, end_it)


def _done(request: HttpRequest, table_id: str, change: Callable[[View, LogEntry], None]) -> HttpResponse:
    view = store.load(devices.device(request), table_id)
    item = _hand(view.table, _whole(request, "seq"))
    try:
        change(view, item)
    except Refusal as refusal:
        return _dispute_page(request, view, item, refusal)
    except disputes.Ended:
        return _dispute_page(request, view, item, AppRefusal("dispute-ended"), 409)
    return SeeOther(reverse("dispute", args=[table_id, item.seq]))


def _hand(table: Table, seq: int) -> LogEntry:
    item = table.entry(seq)
    if item is None or item.kind != "hand":
        raise Http404("no such hand")
    return item


def _whole(request: HttpRequest, field: str) -> int:
    return whole(request.POST.get(field, "")) or 0


def _dispute_page(
    request: HttpRequest, view: View, item: LogEntry, refusal: Refusal | None = None, status: int = 422
) -> HttpResponse:
    table = view.table
    found = disputes.dispute_views(view, store_disputes.of_table(table))
    shown = [one for one in found if one.dispute.seq == item.seq]
    context = {
        "table": table,
        "viewer": view.viewer,
        "item": item,
        "hand": item.hand,
        "item_words": in_words.named(item, table.state),
        "disputes": shown,
        "may_dispute": view.viewer.may_sit and item.hand and not any(one.open and one.mine for one in shown),
        "typed": request.POST.get("words", ""),
        "answer": request.POST.get("answer", ""),
        "answered": _whole(request, "dispute"),
        "wrong": {refusal.field or "": refusal} if refusal else {},
        "longest": disputes.LONGEST,
        "key": store.new_key(),
    }
    return render(request, "share/dispute.html", context, status=status if refusal else 200)
