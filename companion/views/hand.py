"""Hand: record a hand, or correct one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.access.roles import HANDS
from companion.forms.fields import whole
from companion.forms.hand import HandForm, of_entry, of_post
from companion.forms.opened import as_sent, current, opened
from companion.log.decide import Change
from companion.log.progress import (
    ProgressConflict,
    SentForm,
    StoredProgress,
    entered,
    left_over,
    says_more,
)
from companion.log.table import LogEntry, Table
from companion.log.viewer import View
from companion.pages.same_hand import given, same_hand
from companion.server.error_pages import retry_later
from companion.store import chip_sets, progress
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
from scoring import Refusal, State

ASK_CORRECTION = "Still right? Save it again."
MACHINERY = frozenset(
    ("csrfmiddlewaretoken", "key", "seen", "opened", "target", "save", "press", "discard", "rev", "tap")
)
DIGITS = 15  # milliseconds
SAME = "same"
NOTHING = StoredProgress()


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
        """The same for a newer version of the table."""
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
        return _page(request, Room(view, None, stored, stored.begun), mine)
    if table.state.over or view.round_over:
        return SeeOther(reverse("table", args=[table_id]))
    kept = current(table, stored)
    return _page(request, Room(view, None, kept, table.version), opened(table, kept))


@require_POST
def record(request: HttpRequest, table_id: str) -> HttpResponse:
    """Add a hand to the log, or show the form after a button other than Save."""
    view = store.load(devices.device(request), table_id, HANDS)
    room = Room(view, since=_since(request, view))
    if request.POST.get("save") == SAME:
        progress.set_aside(view)
        return _leave(request, room.done)
    if "discard" in request.POST:
        return _discard(request, room)
    return _answer(request, room)


def correct(request: HttpRequest, table_id: str, target: int) -> HttpResponse:
    """Show the form of the hand with seq *target*, filled in; a post corrects it."""
    view = store.load(devices.device(request), table_id, HANDS)
    item = view.table.entry(target)
    if item is None or item.kind != "hand":
        raise Http404("no such hand")
    room = Room(view, item, since=_since(request, view))
    if request.method == "POST":
        return _answer(request, room)
    return _page(request, room, of_entry(room.state, item.entry))


def _answer(request: HttpRequest, room: Room) -> HttpResponse:
    texts = {name: text for name, text in request.POST.dict().items() if name not in MACHINERY}
    form = of_post(room.state, texts)
    if "save" not in request.POST:
        try:
            return _pressed(request, room, form, texts)
        except store.Unavailable:
            return retry_later(_page(request, room, form, unavailable()))

    def again(trouble: Trouble) -> HttpResponse:
        now = room.at(trouble.view or room.view)
        if trouble.status == UNAVAILABLE:
            return _page(request, now, form, trouble)
        try:
            now = _kept(request, now, texts)
        except ProgressConflict as conflict:
            return _late(request, now, conflict.progress)
        return _page(request, now, of_post(now.state, texts), trouble)

    unclear = _unclear(form, texts)
    if unclear and request.POST.get("seen") == str(room.table.version):
        return again(unclear)
    saved = save_change(request, room.view, lambda seen: room.change(seen, form.entry), again, room.done)
    return _leave(request, room.done) if isinstance(saved, SeeOther) else saved


def _unclear(form: HandForm, texts: Mapping[str, str]) -> Trouble | None:
    """The trouble of what is unsaid, or else of what Save would write in another way than it was sent."""
    if form.unsaid:
        return Trouble(422, form.unsaid, is_unsaid=True)
    changed = () if isinstance(form.outcome, Refusal) else form.changed(texts)
    return refused(AppRefusal("check-again", changed[0])) if changed else None


def _leave(request: HttpRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.headers.get("HX-Request") else SeeOther(address)


def _discard(request: HttpRequest, room: Room) -> HttpResponse:
    """Discard the hand in progress as this phone last saw it."""
    try:
        progress.discard(room.view, whole(request.POST.get("rev", "")) or 0)
    except ProgressConflict as conflict:
        return _late(request, room, conflict.progress)
    return _leave(request, room.done)


def _pressed(request: HttpRequest, room: Room, form: HandForm, texts: Mapping[str, str]) -> HttpResponse:
    """The form after a button other than Save, with the events since it was opened. Adds no entry."""
    press, errors = request.POST.get("press", ""), NO_TROUBLE.errors
    try:
        known = seen(request)
    except Refusal as refusal:
        return _page(request, room, form, refused(refusal))
    try:
        form = form.press(press)
    except Refusal as refusal:
        press, errors = "", {refusal.field or "": refusal}
    if not (press or errors) and _is_saved(room, form):
        return _leave(request, room.done)
    try:
        room = _kept(request, room, texts, press)
    except ProgressConflict as conflict:
        return _late(request, room, conflict.progress)
    if room.kept.form and room.kept.form.texts != texts:
        form = opened(room.table, room.kept)  # this tap came late: a later one is stored
    status = 422 if errors else 200 if known == room.table.version else 409
    since = room.view.events_after(room.since)
    return _page(request, room, form, Trouble(status, errors, () if errors else since))


def _is_saved(room: Room, form: HandForm) -> bool:
    """Whether a hand with all that the form says was saved since it was opened."""
    hand = entered(room.table, room.since) if room.item is None else None
    return hand is not None and not says_more(form.entry, hand.entry)


def _kept(request: HttpRequest, room: Room, texts: Mapping[str, str], press: str = "") -> Room:
    """The room after its form was stored. Raises ProgressConflict if another phone stored one first."""
    if room.item is not None:
        return room
    base, tap = (whole(request.POST.get(name, ""), DIGITS) or 0 for name in ("rev", "tap"))
    try:
        kept, view = progress.keep_form(room.view, SentForm(texts, press, base, tap), room.since)
    except ProgressConflict:
        if entered(room.table, room.since):
            return room
        raise
    return replace(room, view=view, kept=kept)


def _late(request: HttpRequest, room: Room, now: StoredProgress) -> HttpResponse:
    """The hand in progress, since another phone or another page of this one stored it first."""
    mine = room.view.viewer.wrote(now.by)
    trouble = Trouble(409, {"": AppRefusal("page-replaced" if mine else "phone-faster")})
    return _page(request, replace(room, kept=now), opened(room.table, now), trouble)


def _since(request: HttpRequest, view: View) -> int:
    """The version of the table when the form was first opened."""
    version = whole(request.POST.get("opened", request.POST.get("seen", "")))
    return view.table.version if version is None else version


def _key(request: HttpRequest, trouble: Trouble) -> str:
    """The form's key; a new one after a conflict, since saving again is a new request."""
    posted = request.POST.get("key")
    return posted if posted and trouble.status != 409 else store.new_key()


def _page(request: HttpRequest, room: Room, form: HandForm, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
    shown, kept, viewer = form.show(trouble.errors, chip_sets.case(room.table)), room.kept, room.view.viewer
    same = None if room.item else same_hand(room.view, room.since, form.entry)
    if same and not trouble.meanwhile:
        trouble = replace(trouble, meanwhile=room.view.events_after(room.since))
    others = kept.there and kept.by is not None and not viewer.wrote(kept.by)
    context = {
        **shown,
        "table": room.table,
        "viewer": viewer,
        "item": room.item,
        "of_round": room.view.hand_of_round if room.item is None else "",
        "action": reverse("hands" if room.item is None else "corrections", args=[room.table.id]),
        "refused": form.needed if trouble.is_unsaid else tuple(trouble.errors.values()),
        "meanwhile": meanwhile(room.view, trouble),
        "same": same,
        "ask": ASK_CORRECTION if room.item else "",
        "key": _key(request, trouble),
        "opened": room.since,
        "known": trouble.status != 409,
        "kept": kept,
        "given": given(form.entry, room.view, kept) if kept.there else "",
        "entering": viewer.name_of(kept.by) if kept.by and others else "",
    }
    return render(request, str(shown["template"]), context, status=trouble.status)
