"""What a phone recorded without a network: one item of its queue at a time, each saved once."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from companion import store
from companion.access import devices
from companion.access.roles import BANK, HANDS
from companion.bank import closing
from companion.forms import outbox as form
from companion.forms.outbox import Posted, unreadable
from companion.log.bank_state import ChipSetConflict
from companion.log.decide import Conflict
from companion.log.disputes import ANSWERED, TAKEN_BACK, Ended
from companion.log.progress import ProgressConflict
from companion.log.viewer import View
from companion.server import starting
from companion.server.doors import CONFLICT, REFUSED, TOO_MANY, door, refused
from companion.server.error_pages import too_many
from companion.store import answers, chip_sets, disputes, games, new_games, progress
from companion.store import bank as store_bank
from companion.store import ticks as store_ticks
from companion.store.answers import KeyReused, Once
from companion.views.payouts import hold
from companion.views.rows import document, row_columns
from companion.views.saving import gaining
from companion.wording.refusal import AppRefusal


class PayoutsChanged(Exception):
    """Raised for ticks of payouts that have changed since."""


CONFLICTS: Mapping[type[Exception], str] = {
    Conflict: "conflict",
    ChipSetConflict: "chips-changed",
    PayoutsChanged: "payouts-changed",
    ProgressConflict: "hand-changed",
}


@require_POST
@never_cache
@door
def outbox(request: HttpRequest, table_id: str) -> HttpResponse:
    """Save one item at its table; the same again is answered as before and saves nothing."""
    view = store.load(devices.device(request), table_id)
    item = form.posted(request.body, timezone.now())
    if item.table != table_id:
        raise unreadable("table")
    try:
        if item.what == form.ENTRY:
            return _entry(view, item)
        return _beside_the_log(view, item)
    except tuple(CONFLICTS) as conflict:
        now = store.load(view.viewer.device, table_id)
        after = min(item.base, now.table.version)
        refusal = AppRefusal(CONFLICTS[type(conflict)])
        return refused(CONFLICT, refusal, rows=document(request, now, after))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@door
def start(request: HttpRequest) -> HttpResponse:
    """Start a game that a phone began without a network; or send a token for forms."""
    if request.method != "POST":
        return JsonResponse({"csrf": get_token(request)})
    item = form.posted(request.body, timezone.now())
    if item.what != form.GAME:
        raise unreadable("what")
    is_known = games.is_started(item.key)
    wait = 0 if is_known else starting.seconds_left(request)
    if wait:
        refusal = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(refused(TOO_MANY, refusal), wait)
    record = form.game(item)
    earlier = devices.device(request)
    with store.room_for(record):
        draft = replace(store.drafted(record), table_id=item.table, told_at=item.told_at)
        at = gaining(
            request,
            item.key,
            lambda device, then: new_games.start_kept(
                device, item.key, draft, record, form.group(item), successor=then
            ),
        )
    view = store.load(*at)
    if not is_known:
        starting.count(request, earlier, len(record.entries))
    _copy_chips(view, item)
    return _saved(view)


def _entry(view: View, item: Posted) -> HttpResponse:
    saved = store.write(item.key, store.planned(view, item.change()))
    table = saved.view.table
    seq = table.version if saved.written else store.row_of(table, item.key)
    return _saved(saved.view, seq, row=row_columns(table.rows[seq - 1], item.key))


def _beside_the_log(view: View, item: Posted) -> HttpResponse:
    """Save what is no entry, once for this phone and key."""
    work = KINDS.get(item.what)
    if work is None:
        raise unreadable("what")
    digest = answers.digest(view.table.id, item.what, json.dumps([item.seen, item.body], sort_keys=True))

    def once() -> dict[str, object]:
        work(view, item)
        return {}

    try:
        answers.run_once(Once(view.viewer.author, item.key, digest), once)
    except KeyReused:
        return refused(REFUSED, AppRefusal("key-reused", "key"))
    except Ended:
        return refused(REFUSED, AppRefusal("dispute-ended", "answer"))
    except Http404:
        store.load(view.viewer.device, view.table.id)
        raise AppRefusal("no-entry", "seq") from None
    return _saved(store.load(view.viewer.device, view.table.id))


def _saved(view: View, seq: int | None = None, row: list[object] | None = None) -> HttpResponse:
    said = {
        "table": view.table.id,
        "seq": seq,
        "version": view.table.version,
        "revision": view.viewer.revision,
        "row": row,
    }
    return JsonResponse(said)


def _copy_chips(view: View, item: Posted) -> None:
    """Give the new table the chips of an earlier one, if this phone may still see it."""
    earlier = item.body.get("chips_of")
    if not isinstance(earlier, str) or not view.table.variant.has_bank:
        return
    try:
        chip_sets.copy(store.load(view.viewer.device, earlier).table, view.table)
    except Http404:
        return


def _ticks(view: View, item: Posted) -> None:
    view = _bank(view)
    ticks = form.ticks(item)
    of_hands = {at: parts for at, parts in ticks.items() if at[0] != closing.SEQ}
    settled = closing.settling(view.table, store_bank.state(view.table, [closing.SEQ]))
    of_end = [(at, paid | unpaid) for at, (paid, unpaid) in ticks.items() if at[0] == closing.SEQ]
    if not hold(view.table, of_hands) or not all(closing.holds(settled, *at, of) for at, of in of_end):
        raise PayoutsChanged
    store_ticks.save(view, ticks)


def _chips(view: View, item: Posted) -> None:
    chip_sets.save(_bank(view), item.seen or 0, form.case(item))


def _counts(view: View, item: Posted) -> None:
    view = _bank(view)
    left = form.left(item, chip_sets.case(view.table))
    chip_sets.save_count(view, item.seen or 0, left, item.number("version"))


def _bank(view: View) -> View:
    """The table of a game played for chips, for a banker. Raises Http404, PermissionDenied."""
    view.viewer.require(BANK)
    if not view.table.variant.has_bank:
        raise Http404("a game for points has no bank")
    return view


def _dispute(view: View, item: Posted) -> None:
    disputes.dispute(view, item.key, item.number("seq"), item.text("words").strip(), item.told_at)


def _answer(view: View, item: Posted) -> None:
    """End a dispute, named by its key: its number is the server's, which the phone may not know yet."""
    number = disputes.number_of(view, item.text("of"))
    if item.text("end") == TAKEN_BACK:
        disputes.take_back(view, number)
    elif item.text("end") == ANSWERED:
        disputes.answer(view, number, item.text("words").strip())
    else:
        raise unreadable("end")


def _progress(view: View, item: Posted) -> None:
    view.viewer.require(HANDS)
    progress.tell(view, item.seen or 0, form.progress(item), item.told_at)


def _set_aside(view: View, _item: Posted) -> None:
    view.viewer.require(HANDS)
    progress.set_aside(view)


KINDS: Mapping[str, Callable[[View, Posted], None]] = {
    "ticks": _ticks,
    "chips": _chips,
    "counts": _counts,
    "dispute": _dispute,
    "answer": _answer,
    "progress": _progress,
    "aside": _set_aside,
}
