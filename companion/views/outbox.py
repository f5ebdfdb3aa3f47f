"""What a phone recorded without a network: the items of its queue in order, each saved once; and the rows of
a table that it keeps for such times.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices
from companion.bank import payouts
from companion.forms import outbox as form
from companion.forms.fields import whole
from companion.forms.outbox import Posted, Proof, unreadable
from companion.forms.progress import telling
from companion.log import rights
from companion.log.bank_state import ChipSetConflict
from companion.log.disputes import ANSWERED, TAKEN_BACK, Ended
from companion.log.progress import ProgressConflict
from companion.log.rights import BANK, HANDS, Conflict, View
from companion.server import rates
from companion.server.build import build
from companion.server.doors import (
    CONFLICT,
    OK,
    TOO_MANY,
    Said,
    door,
    reason,
    refusal_of,
    refused,
    saved,
)
from companion.server.error_pages import too_many
from companion.store import answers, disputes, games, new_games, progress, removing, rows
from companion.store import bank as store_bank
from companion.store import rows as stored
from companion.store.answers import KeyReused, Once
from companion.store.removing import KEPT_FOR
from companion.views.bank import hold
from companion.views.saving import gaining
from companion.wording import reader
from companion.wording.refusal import AppRefusal
from scoring import Refusal

FORMAT = "bower.rows/1"


@require_safe
@never_cache
@door
def rows_of_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rows after the version in *after*, and all that is stored beside them; 304 if nothing is new.

    *last* is the key of the row of that version: 409 where another one stands there, or none.
    """
    after = whole(request.GET.get("after", "0"))
    if after is None:
        raise AppRefusal("whole-number-up-to", "after")
    view = store.load(devices.device(request), table_id)
    if after > view.table.version:
        return refused(CONFLICT, AppRefusal("rows-beyond", "after"))
    # The ETag: another one as well when the phone's token of forms is another one, or the last row.
    last = stored.moment(view.table.rows[-1].at) if view.table.rows else ""
    said = (view.viewer.device, devices.read_cookie(request.COOKIES, devices.CSRF), build(), last)
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]
    tag = f'W/"{view.table.version}.{view.viewer.revision}-{digest}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    kept = stored.kept(view.table.id, after, has_bank=view.table.variant.has_bank)
    if not holds(kept, after, request.GET.get("last", "")):
        return refused(CONFLICT, AppRefusal("rows-beyond", "after"))
    response = JsonResponse(document(request, view, after, kept))
    response.headers["ETag"] = tag
    return response


def holds(kept: stored.Kept, after: int, last: str) -> bool:
    """Whether the row of version *after* has the key *last*; "" for a phone that doesn't know one."""
    return not last or not after or kept.keys.get(after) == last


def document(
    request: HttpRequest, view: View, after: int, kept: stored.Kept | None = None
) -> dict[str, object]:
    """The rows document of docs/pocket.md: what this viewer may see, and the token of its forms."""
    table, viewer = view.table, view.viewer
    kept = kept or stored.kept(table.id, after, has_bank=table.variant.has_bank)
    group, may_play, _name = new_games.group_of_table(viewer.device, table.id)
    # By this a host's phone may put the table back, if this server loses it.
    proof = Proof(table.id, kept.key, viewer.author, kept.created_at)
    until = stored.moment(timezone.now() + removing.KEPT_FOR)
    is_host = rights.may(viewer.roles, rights.SHARE)
    return {
        "format": FORMAT,
        "id": table.id,
        "header": kept.header,
        "title": kept.title,
        "created_at": stored.moment(kept.created_at),
        "version": table.version,
        "revision": viewer.revision,
        "after": after,
        **stored.beside(kept, list(table.rows[after:])),
        "viewer": {
            "author": viewer.author,
            "roles": rights.in_order(viewer.roles),
            "seats": dict(viewer.seats),
        },
        "night": stored.night_columns(view.night),
        "zone": reader.zone_of_table(),
        "currency": reader.currency(),
        "ends": reader.ends_of_table(),
        "group": group,
        "may_play": may_play,
        "earlier": [] if view.night else [asdict(one) for one in new_games.earlier(table)],
        "put_back": {"proof": proof.signed(), "until": until} if is_host else None,
        "csrf": get_token(request),
    }


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
    """Save items at their table, in order, up to the first that is refused; the same again saves nothing.

    The answer says what became of each, and has the rows that the phone lacks: an item is saved for sure only
    once its row is among them. 409 if the server has other rows than the phone: nothing was saved then.
    """
    view = store.load(devices.device(request), table_id)
    sent = form.batch(request.body)
    if sent.alone:
        [answer] = _answers(view, sent.items)
        if answer["status"] == CONFLICT:
            now = store.load(view.viewer.device, table_id)
            base = sent.items[0].get("base")
            after = min(base if type(base) is int else 0, now.table.version)
            answer["rows"] = document(request, now, after)
        return JsonResponse(answer, status=answer["status"])
    kept = rows.kept(view.table.id, sent.after, has_bank=view.table.variant.has_bank)
    if sent.after > view.table.version or not holds(kept, sent.after, sent.last):
        beyond = AppRefusal("rows-beyond", "after")
        return refused(CONFLICT, beyond, rows=document(request, view, 0))
    answers = _answers(view, sent.items)
    now = store.load(view.viewer.device, table_id)
    return JsonResponse(saved(answers=answers, rows=document(request, now, sent.after)))


def _answers(view: View, items: Sequence[Mapping[str, object]]) -> list[dict[str, Any]]:
    """What became of each item, up to the first that wasn't saved."""
    answers: list[dict[str, Any]] = []
    for given in items:
        try:
            item = form.posted(given, timezone.now())
            if item.table != view.table.id:
                raise unreadable("table")
            if item.what != form.ENTRY:
                view, answer = _beside_the_log(view, item)
            else:
                written = store.write(item.key, store.planned(view, item.change()))
                view = written.view
                seq = view.table.version if written.written else store.row_of(view.table, item.key)
                row = view.table.rows[seq - 1]
                if not written.written and not item.says(row):
                    raise AppRefusal("key-reused", "key")
                answer = _saved(view, seq, row.columns(item.key))
        except tuple(CONFLICTS) as conflict:
            answer = refusal_of(CONFLICT, AppRefusal(CONFLICTS[type(conflict)]))
        except (Refusal, Http404, PermissionDenied) as found:
            answer = refusal_of(*reason(found))
        answers.append({"key": given.get("key"), **answer})
        if answer["status"] != OK:
            break
    return answers


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@door
def start(request: HttpRequest) -> HttpResponse:
    """Start a game that a phone began without a network; or send a token for forms."""
    if request.method != "POST":
        return JsonResponse(saved(csrf=get_token(request)))
    [given] = form.batch(request.body).items[:1]
    item = form.posted(given, timezone.now())
    if item.what != form.GAME:
        raise unreadable("what")
    if form.KEPT in item.body:
        return _put_back(request, item)
    is_known = games.is_started(item.key)
    if not is_known and (late := _too_many(request)):
        return late
    record = form.game(item)
    earlier = devices.device(request)
    with store.room_for(record):
        draft = store.drafted(record)
        draft = replace(
            draft, table_id=item.table, told_at=item.told_at, zone=reader.known_zone(form.zone(item))
        )
        draft = replace(draft, currency=form.currency(item))
        try:
            at = gaining(
                request,
                item.key,
                lambda device, then: new_games.start_kept(
                    device, item.key, draft, record, form.group(item), successor=then
                ),
            )
        except Refusal:  # who tries ids of tables is soon out of tries
            rates.count_start(request, earlier, len(record.entries))
            raise
    view = store.load(*at)
    if not is_known:
        rates.count_start(request, earlier, len(record.entries))
    before = item.body.get("chips_of")
    if isinstance(before, str) and view.table.variant.has_bank:
        with suppress(Http404):  # this phone may not see it any more
            store_bank.copy_case(store.load(view.viewer.device, before).table, view.table)
    return JsonResponse({**_saved(view), "key": given.get("key")})


def _put_back(request: HttpRequest, item: Posted) -> HttpResponse:
    """Put back a table that this server lost, as the phone of a host kept it.

    To whoever can't prove to have been its host it is unknown, whether it is there or not.
    """
    proof = form.proved(item, KEPT_FOR)
    if proof is None:
        raise Http404("no host of this table")
    is_known = games.is_started(proof.key)
    if not is_known and (late := _too_many(request)):
        return late
    earlier, kept = devices.device(request), replace(item, body=form.mapping(item.body, form.KEPT))
    number = len(form.lists(kept, "rows", 8))
    with store.importing(number):
        lost = form.lost_game(kept, proof, timezone.now(), settings.MAX_ENTRIES)
        at = gaining(
            request,
            proof.key,
            lambda device, then: new_games.put_back(device, lost, form.group(kept), successor=then),
        )
    if not is_known:
        rates.count_start(request, earlier, number)
    return JsonResponse({**_saved(store.load(*at)), "key": item.key})


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """The response to a client that has started too many games, with the time until it may start one."""
    wait = rates.wait_to_start(request)
    if not wait:
        return None
    return too_many(refused(TOO_MANY, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)


def _beside_the_log(view: View, item: Posted) -> tuple[View, Said]:
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
        raise AppRefusal("key-reused", "key") from None
    except Ended:
        raise AppRefusal("dispute-ended", "answer") from None
    except Http404:
        table, seq = store.load(view.viewer.device, view.table.id).table, item.body.get("seq")
        gone = table.entry(seq) if isinstance(seq, int) else None
        raise AppRefusal("hand-removed" if gone and gone.struck else "no-entry", "seq") from None
    now = store.load(view.viewer.device, view.table.id)
    return now, _saved(now)


def _saved(view: View, seq: int | None = None, row: list[object] | None = None) -> Said:
    return saved(
        table=view.table.id,
        seq=seq,
        version=view.table.version,
        revision=view.viewer.revision,
        row=row,
    )


def _ticks(view: View, item: Posted) -> None:
    view = _bank(view)
    ticks = form.ticks(item)
    of_hands = {at: parts for at, parts in ticks.items() if at[0] != payouts.SEQ}
    settled = payouts.settling(view.table, store_bank.state(view.table, [payouts.SEQ]))
    of_end = [(at, paid | unpaid) for at, (paid, unpaid) in ticks.items() if at[0] == payouts.SEQ]
    if not hold(view.table, of_hands) or not all(payouts.holds(settled, *at, of) for at, of in of_end):
        raise PayoutsChanged
    store_bank.save_ticks(view, ticks)


def _counts(view: View, item: Posted) -> None:
    view = _bank(view)
    left = form.left(item, store_bank.case(view.table))
    store_bank.save_count(view, item.seen or 0, left, item.number("version"))


def _bank(view: View) -> View:
    """The table of a game played for chips, for a banker. Raises Http404, PermissionDenied."""
    view.viewer.require(BANK)
    if not view.table.variant.has_bank:
        raise Http404("a game for points has no bank")
    return view


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
    progress.change(view, telling(item.seen or 0, form.progress(item), item.told_at))


def _set_aside(view: View, _item: Posted) -> None:
    view.viewer.require(HANDS)
    progress.set_aside(view)


KINDS: Mapping[str, Callable[[View, Posted], None]] = {
    "ticks": _ticks,
    "chips": lambda view, item: store_bank.save_case(_bank(view), item.seen or 0, form.case(item)),
    "counts": _counts,
    "dispute": lambda view, item: disputes.dispute(
        view, item.key, item.number("seq"), item.text("words").strip(), item.told_at
    ),
    "answer": _answer,
    "progress": _progress,
    "aside": _set_aside,
}
