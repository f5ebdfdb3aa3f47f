"""The score sheet; and its hands: the form that records one, or corrects one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.forms.hand import HandForm, of_entry, of_post
from companion.forms.progress import as_sent, current, discarding, hand_form, storing_form
from companion.log import in_words
from companion.log.disputes import dispute_views
from companion.log.progress import (
    ProgressConflict,
    SentForm,
    StoredProgress,
    entered,
    left_over,
    says_more,
)
from companion.log.rights import HANDS, Change, View
from companion.log.table import LogEntry, Table, subject_of
from companion.pages.listing import games_before
from companion.pages.sheet import sheet, shift, undo_words, unmoved, without_score
from companion.pages.waiting import said_so_far, same_hand
from companion.server.error_pages import retry_later
from companion.store import bank, disputes, new_games, progress
from companion.views.saving import (
    NO_TROUBLE,
    UNAVAILABLE,
    SeeOther,
    Trouble,
    meanwhile,
    refused,
    save_change,
    seen,
    unavailable,
)
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State, Step

ASK_CORRECTION = "Still right? Save it again."
MACHINERY = frozenset(
    ("csrfmiddlewaretoken", "key", "seen", "opened", "target", "save", "press", "discard", "rev", "tap")
)
DIGITS = 15  # milliseconds
SAME = "same"
NOTHING = StoredProgress()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hands(request: HttpRequest, table_id: str) -> HttpResponse:
    """Add a hand to the log, or show its form after another button; list the hands without a post."""
    if request.method == "POST":
        view = store.load(devices.device(request), table_id, HANDS)
        room = Room(view, since=_since(request, view))
        if request.POST.get("save") == SAME:
            progress.set_aside(view)
            return _leave(request, room.done)
        if "discard" in request.POST:
            try:  # as this phone last saw it
                progress.change(room.view, discarding(whole(request.POST.get("rev", "")) or 0))
            except ProgressConflict as conflict:
                return _late(request, room, conflict.progress)
            return _leave(request, room.done)
        return _answer(request, room)
    return hands_page(request, store.load(devices.device(request), table_id))


def hands_page(
    request: HttpRequest,
    view: View,
    trouble: Trouble = NO_TROUBLE,
    target: int | None = None,
) -> HttpResponse:
    """The score sheet; *trouble*: why entry *target* could not be removed or restored.

    With ``?remove=5`` it asks whether to remove that entry, and says what comes of it.
    """
    removing = view.table.entry(whole(request.GET.get("remove", "")) or 0)
    if removing and (removing.struck or not view.viewer.may_change(removing.kind)):
        removing = None
    gone = shift(view, removing, None) if removing else None
    target = removing.seq if removing else target
    reopens = bool(removing) and view.table.reopened_without(target or 0)
    number = whole(request.GET.get("hand", ""))
    named = (item.seq for item in view.table.entries if number and item.hand and item.hand.number == number)
    target = target or next(named, None)
    disputed = dispute_views(view, disputes.of_table(view.table))
    shown = sheet(view, target or whole(request.GET.get("at", "")), disputed, whole="all" in request.GET)
    earlier = new_games.earlier(view.table) if shown.teams and not view.night else []
    context = {
        "table": view.table,
        "viewer": view.viewer,
        "last": undo_words(view.table.last) if view.table.last and view.may_undo else "",
        "removing": subject_of(removing) if removing else "",
        "reopens": reopens,
        "shift": gone,
        "undealt": without_score(view, removing) if removing and not reopens else None,
        "sheet": shown,
        "games_before": games_before(view.table, earlier, shown.names),
        "opens_games": bool(earlier) and new_games.group_of_table(view.viewer.device, view.table.id)[0] != "",
        "error": trouble.error or (gone and gone.refusal),
        "target": target,
        "meanwhile": meanwhile(view, trouble),
        "key": store.new_key(),
    }
    return render(request, "hands/hands.html", context, status=trouble.status)


@dataclass(frozen=True)
class Room:
    """A table, and the hand to correct; *item* None: a new hand.

    kept: the hand in progress. since: version of the table when the form was first opened.
    """

    view: View
    item: LogEntry | None = None
    kept: StoredProgress = NOTHING
    since: int = 0

    @property
    def table(self) -> Table:
        """The table with all its hands."""
        return self.view.table

    @property
    def state(self) -> State:
        """The table before the hand."""
        return (self.item and self.item.before) or self.table.state

    @property
    def done(self) -> str:
        """The address to redirect to after saving."""
        if self.item is None:
            return reverse("table", args=[self.table.id]) + "#score"
        return reverse("hands", args=[self.table.id]) + f"?at={self.item.seq}#e{self.item.seq}"

    def change(self, seen: int, entry: Mapping[str, object]) -> Change:
        """The change of the log that saves *entry*."""
        return Change(seen, self.item.seq if self.item else None, entry)

    def at(self, view: View) -> "Room":
        """The room at a newer version of the table."""
        return replace(self, view=view, item=self.item and (view.table.entry(self.item.seq) or self.item))


@require_safe
@never_cache
def hand(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the form of the next hand as it was left, filled in from the moves of the hand in progress."""
    view = store.load(devices.device(request), table_id, HANDS)
    table = view.table
    stored = progress.stored(table)
    hand, mine = left_over(view, stored), as_sent(table.state, stored.form) if stored.form else None
    if hand and mine and says_more(mine.entry, hand.entry):
        return _hand_page(request, Room(view, None, stored, stored.begun), mine)
    if table.state.over or view.round_over:
        return SeeOther(reverse("table", args=[table_id]))
    kept = current(table, stored)
    return _hand_page(request, Room(view, None, kept, table.version), hand_form(table, kept))


def correct(request: HttpRequest, table_id: str, target: int) -> HttpResponse:
    """Show the form of the hand with seq *target*, filled in; a post corrects it."""
    view = store.load(devices.device(request), table_id, HANDS)
    item = view.table.entry(target)
    if item is None or item.kind != "hand":
        raise Http404("no such hand")
    room = Room(view, item, since=_since(request, view))
    if request.method == "POST":
        return _answer(request, room)
    return _hand_page(request, room, of_entry(room.state, item.entry))


def _answer(request: HttpRequest, room: Room) -> HttpResponse:
    texts = {name: text for name, text in request.POST.dict().items() if name not in MACHINERY}
    form = of_post(room.state, texts)
    if "save" not in request.POST:
        try:
            return _pressed(request, room, form, texts)
        except store.Unavailable:
            return retry_later(_hand_page(request, room, form, unavailable()))

    def again(trouble: Trouble) -> HttpResponse:
        now = room.at(trouble.view or room.view)
        if trouble.status == UNAVAILABLE:
            return _hand_page(request, now, form, trouble)
        try:
            now = _kept(request, now, texts)
        except ProgressConflict as conflict:
            return _late(request, now, conflict.progress)
        return _hand_page(request, now, of_post(now.state, texts), trouble)

    unclear = Trouble(422, form.unsaid, is_unsaid=True) if form.unsaid else None
    if unclear is None and not isinstance(form.outcome, Refusal):
        changed = form.changed(texts)  # what Save would write in another way than it was sent
        unclear = refused(AppRefusal("check-again", changed[0])) if changed else None
    if unclear and request.POST.get("seen") == str(room.table.version):
        return again(unclear)
    saved = save_change(request, room.view, lambda seen: room.change(seen, form.entry), again, room.done)
    return _leave(request, room.done) if isinstance(saved, SeeOther) else saved


def _leave(request: HttpRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.headers.get("HX-Request") else SeeOther(address)


def _pressed(request: HttpRequest, room: Room, form: HandForm, texts: Mapping[str, str]) -> HttpResponse:
    """The form after a button other than Save, with the events since it was opened. Adds no entry."""
    press, errors = request.POST.get("press", ""), NO_TROUBLE.errors
    try:
        known = seen(request)
    except Refusal as refusal:
        return _hand_page(request, room, form, refused(refusal))
    try:
        form = form.press(press)
    except Refusal as refusal:
        press, errors = "", {refusal.field or "": refusal}
    hand = entered(room.table, room.since) if room.item is None else None
    if hand and not (press or errors or says_more(form.entry, hand.entry)):
        return _leave(request, room.done)
    try:
        room = _kept(request, room, texts, press)
    except ProgressConflict as conflict:
        return _late(request, room, conflict.progress)
    if room.kept.form and room.kept.form.texts != texts:
        form = hand_form(room.table, room.kept)  # this tap came late: a later one is stored
    status = 422 if errors else 200 if known == room.table.version else 409
    since = room.view.events_after(room.since)
    return _hand_page(request, room, form, Trouble(status, errors, () if errors else since))


def _kept(request: HttpRequest, room: Room, texts: Mapping[str, str], press: str = "") -> Room:
    """The room after its form was stored. Raises ProgressConflict if another phone stored one first."""
    if room.item is not None:
        return room
    base, tap = (whole(request.POST.get(name, ""), DIGITS) or 0 for name in ("rev", "tap"))
    try:
        kept, view = progress.change(room.view, storing_form(SentForm(texts, press, base, tap), room.since))
    except ProgressConflict:
        if entered(room.table, room.since):
            return room
        raise
    return replace(room, view=view, kept=kept)


def _late(request: HttpRequest, room: Room, now: StoredProgress) -> HttpResponse:
    """The hand in progress, since another phone or another page of this one stored it first."""
    mine = room.view.viewer.wrote(now.by)
    trouble = Trouble(409, {"": AppRefusal("page-replaced" if mine else "phone-faster")})
    return _hand_page(request, replace(room, kept=now), hand_form(room.table, now), trouble)


def _since(request: HttpRequest, view: View) -> int:
    """The version of the table when the form was first opened."""
    version = whole(request.POST.get("opened", request.POST.get("seen", "")))
    return view.table.version if version is None else version


def _hand_page(
    request: HttpRequest, room: Room, form: HandForm, trouble: Trouble = NO_TROUBLE
) -> HttpResponse:
    turned = None  # what a correction makes of the totals as they are now
    if room.item is not None and isinstance(form.outcome, Step):
        turned = shift(room.view, room.item, form.entry)
    elif room.item is not None:
        turned = unmoved(room.table, room.item)
    if turned and turned.refusal and not trouble.errors:
        trouble = replace(trouble, errors={turned.refusal.field or "": turned.refusal})
    shown, kept, viewer = form.show(trouble.errors, bank.case(room.table)), room.kept, room.view.viewer
    if turned and isinstance(form.outcome, Step) and not turned.refusal:
        shown |= {"ends": turned.winners, "next_dealer": None}
        shown |= {} if room.table.variant.has_bank else {"comes_to": turned.figures}
    same = None if room.item else same_hand(room.view, room.since, form.entry)
    if same and not trouble.meanwhile:
        trouble = replace(trouble, meanwhile=room.view.events_after(room.since))
    others = kept.there and kept.by is not None and not viewer.wrote(kept.by)
    context = {
        **shown,
        "table": room.table,
        "viewer": viewer,
        "item": room.item,
        "item_words": in_words.named(room.item, room.state) if room.item else "",
        "shift": turned,
        "of_round": room.view.hand_of_round if room.item is None else "",
        "bell_at": room.view.bell_at,
        "action": reverse("hands" if room.item is None else "corrections", args=[room.table.id]),
        "refused": form.needed if trouble.is_unsaid else tuple(trouble.errors.values()),
        "meanwhile": meanwhile(room.view, trouble),
        "same": same,
        "ask": ASK_CORRECTION if room.item else "",
        "key": (request.POST.get("key") if trouble.status != 409 else "") or store.new_key(),
        "opened": room.since,
        "known": trouble.status != 409,
        "kept": kept,
        "said": said_so_far(form.entry, room.view, kept) if kept.there else "",
        "entering": viewer.name_of(kept.by) if kept.by and others else "",
    }
    return render(request, str(shown["template"]), context, status=trouble.status)
